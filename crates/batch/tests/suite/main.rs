//! A batch beside its slow twin: one position at a time, stepped by the rules, looked at plane by plane.

mod twin;

use zermelo_batch::{Asked, Batch, BatchError, IfIllegal, Layout, Seeds};
use zermelo_catalog::{OpenGame, Permission, catalog};
use zermelo_game::{Player, Stop};

use twin::{Arrays, Twin};

/// Default sizes of all families, some others, and games written as text.
const GAMES: [&str; 14] = [
    "tictactoe",
    "connect4",
    "drop:9,1,3",
    "gomoku",
    "milestone",
    "milestone:side=3",
    "isolation",
    "isolation:9x9",
    "simplexity",
    "breakthrough",
    "hexapawn",
    "hex:size=5",
    "clobber",
    "foxandhounds",
];

fn open(game: &str) -> OpenGame {
    let _ = zermelo_catalog::register(&zermelo_families::GAMES);
    catalog::open_for(game, Permission::terminal()).expect(game)
}

fn batch(game: &OpenGame, n: usize, seed: u64, layout: Layout, threads: usize) -> Batch {
    Batch::new(game, n, &Seeds::Shared(seed), layout, threads).expect("a batch")
}

#[test]
fn rows_are_what_single_games_are() {
    for id in GAMES {
        let game = open(id);
        let n = 5;
        let mut batch = batch(&game, n, 7, Layout::Planes, 1);
        let mut arrays = Arrays::<u8>::of(&batch);
        let mut twin = Twin::new(&game, n);
        batch.look(&mut arrays.rows());
        twin.compare(&batch, &arrays, id);
        for _ in 0..400.min(3 * game.max_plies()) {
            batch.play_random(&mut arrays.rows());
            let actions = arrays.actions.clone();
            assert!(actions.iter().all(|&action| action >= 0), "{id}: every row has a move");
            twin.step(&actions);
            twin.compare(&batch, &arrays, id);
        }
        assert!(twin.n_ended > 0 || game.max_plies() > 400, "{id}: no game ended, so ends were not compared");
    }
}

#[test]
fn steps_by_numbers_are_the_random_moves_again() {
    for id in GAMES {
        let game = open(id);
        let (mut one, mut two) = (batch(&game, 3, 1, Layout::Flat, 1), batch(&game, 3, 2, Layout::Flat, 1));
        let (mut first, mut second) = (Arrays::<f32>::of(&one), Arrays::<f32>::of(&two));
        for _ in 0..60 {
            one.play_random(&mut first.rows());
            let actions = first.actions.clone();
            two.step(&actions, IfIllegal::Refuse, &mut second.rows()).expect("legal actions");
            assert_eq!(first, second, "{id}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for id in ["connect4", "isolation", "hex:size=5"] {
        let game = open(id);
        let run = |threads| {
            let mut batch = batch(&game, 1000, 3, Layout::Planes, threads);
            let mut arrays = Arrays::<u8>::of(&batch);
            let mut seen = Vec::new();
            for step in 0..50 {
                if step % 10 == 9 {
                    let agent = "blundering(alphabeta(nodes=20), rate=0.5)";
                    batch
                        .play(agent, Asked::Player(Player::First), &Stop::default(), &mut arrays.rows())
                        .expect(agent);
                } else {
                    batch.play_random(&mut arrays.rows());
                }
                seen.push(arrays.clone());
            }
            seen
        };
        let alone = run(1);
        assert!(alone.iter().any(|arrays| arrays.terminated.contains(&true)), "{id}: games end");
        for threads in [2, 4, 7] {
            assert!(run(threads) == alone, "{id} on {threads} threads");
        }
    }
}

#[test]
fn drawn_actions_are_those_of_random_play() {
    for id in GAMES {
        let game = open(id);
        let (mut drawn, mut played) =
            (batch(&game, 200, 4, Layout::Flat, 3), batch(&game, 200, 4, Layout::Flat, 1));
        let (mut first, mut second) = (Arrays::<u8>::of(&drawn), Arrays::<u8>::of(&played));
        let mut actions = vec![0; 200];
        for _ in 0..30 {
            drawn.sample(&mut actions).expect("an action for each row");
            drawn.step(&actions, IfIllegal::Refuse, &mut first.rows()).expect("legal actions");
            played.play_random(&mut second.rows());
            assert_eq!(first, second, "{id}");
        }
    }
    let error = batch(&open("connect4"), 3, 0, Layout::Flat, 1).sample(&mut [0; 2]).expect_err("too few");
    assert_eq!(error.to_string(), "actions should have 3 numbers, one for each game, but has 2");
}

#[test]
fn more_games_than_memory_are_an_error() {
    let game = open("connect4");
    for n in [1 << 58, usize::MAX >> 8] {
        let Err(error) = Batch::new(&game, n, &Seeds::Shared(0), Layout::Flat, 1) else {
            panic!("{n} games have no room");
        };
        assert!(matches!(error, BatchError::Memory { n: told } if told == n), "{error}");
    }
}

#[test]
fn an_illegal_action_is_refused_and_nothing_is_played() {
    let game = open("connect4");
    let mut batch = batch(&game, 200, 0, Layout::Bits, 2);
    let mut arrays = Arrays::<u64>::of(&batch);
    for _ in 0..5 {
        batch.play_random(&mut arrays.rows());
    }
    let before: Vec<_> = (0..200).map(|row| batch.position(row)).collect();
    for wrong in [7, 1 << 40, i64::MAX, -2, i64::MIN] {
        let mut actions = arrays.actions.clone();
        actions[137] = wrong;
        let error =
            batch.step(&actions, IfIllegal::Refuse, &mut arrays.rows()).expect_err("an illegal action");
        assert!(matches!(error, BatchError::Illegal { row: 137, action } if action == wrong), "{error}");
        assert!(before.iter().enumerate().all(|(row, pos)| batch.position(row) == *pos), "nothing is played");
    }
    let error = batch.step(&[0; 199], IfIllegal::Refuse, &mut arrays.rows()).expect_err("too few");
    assert_eq!(error.to_string(), "actions should have 200 numbers, one for each game, but has 199");
}

#[test]
fn an_illegal_action_can_lose_the_game() {
    let game = open("tictactoe");
    let mut batch = batch(&game, 3, 0, Layout::Flat, 1);
    let mut arrays = Arrays::<u8>::of(&batch);
    batch.step(&[4, 4, 4], IfIllegal::Lose, &mut arrays.rows()).expect("legal");
    let seen = arrays.observations.clone();
    batch.step(&[4, 0, -1], IfIllegal::Lose, &mut arrays.rows()).expect("a loss is no error");
    assert_eq!(arrays.rewards, [-1.0, 0.0, 0.0]);
    assert_eq!(arrays.terminated, [true, false, false]);
    assert_eq!(arrays.last_observations[..18], seen[..18], "what the loser saw last");
    assert_eq!(arrays.players, [0, 0, 1], "a new game, two plies, one ply");
    assert_eq!(batch.position(0), Some(game.start()));
}

#[test]
fn a_row_with_a_seed_of_its_own_is_a_batch_of_one() {
    let game = open("simplexity");
    let seeds = vec![11, 5, 11, 1 << 60];
    let mut all = Batch::new(&game, 4, &Seeds::Each(seeds.clone()), Layout::Planes, 1).expect("a batch");
    let mut arrays = Arrays::<u8>::of(&all);
    let mut singles: Vec<(Batch, Arrays<u8>)> = seeds
        .iter()
        .map(|&seed| {
            let batch = batch(&game, 1, seed, Layout::Planes, 1);
            let arrays = Arrays::of(&batch);
            (batch, arrays)
        })
        .collect();
    for _ in 0..100 {
        all.play_random(&mut arrays.rows());
        for (row, (single, alone)) in singles.iter_mut().enumerate() {
            single.play_random(&mut alone.rows());
            assert_eq!(alone.actions[0], arrays.actions[row]);
            assert_eq!(alone.rewards[0], arrays.rewards[row]);
        }
    }
}

#[test]
fn agents_play_where_they_are_asked() {
    let game = open("connect4");
    let mut batch = batch(&game, 4, 0, Layout::Planes, 1);
    let mut arrays = Arrays::<u8>::of(&batch);
    batch.step(&[3, -1, 3, -1], IfIllegal::Refuse, &mut arrays.rows()).expect("legal");
    assert_eq!(arrays.players, [1, 0, 1, 0]);
    let stop = Stop::default();
    batch
        .play("alphabeta(depth=2)", Asked::Player(Player::Second), &stop, &mut arrays.rows())
        .expect("an agent");
    assert_eq!(
        arrays.actions.iter().map(|&action| action >= 0).collect::<Vec<_>>(),
        [true, false, true, false]
    );
    batch
        .play("random", Asked::Rows(&[false, true, false, false]), &stop, &mut arrays.rows())
        .expect("an agent");
    assert_eq!(
        arrays.actions.iter().map(|&action| action >= 0).collect::<Vec<_>>(),
        [false, true, false, false]
    );
    let wrong = batch.play("random", Asked::Rows(&[true]), &stop, &mut arrays.rows());
    assert_eq!(
        wrong.expect_err("too few").to_string(),
        "`where` should have 4 numbers, one for each game, but has 1"
    );
    assert!(batch.play("alfabeta", Asked::All, &stop, &mut arrays.rows()).is_err());
    stop.stop();
    let before: Vec<_> = (0..4).map(|row| batch.position(row)).collect();
    let stopped = batch.play("alphabeta(depth=2)", Asked::All, &stop, &mut arrays.rows());
    assert!(matches!(stopped, Err(BatchError::Stopped)));
    assert_eq!((0..4).map(|row| batch.position(row)).collect::<Vec<_>>(), before);
}
