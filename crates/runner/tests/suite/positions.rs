//! The positions of played games: what a walker shows is what a session that plays the same moves shows, and
//! mirror images are those of the whole board.

use std::collections::{HashMap, HashSet};

use zermelo_any::AnyPosition;
use zermelo_arena::Pair;
use zermelo_catalog::catalog;
use zermelo_catalog::{OpenGame, RequestError, Start};
use zermelo_game::{Outcome, Player, Stop};
use zermelo_runner::executor::Executor;
use zermelo_runner::game_runner::{
    Adjudication, Contestant, GameRunner, Level, Openings, Round, RunnerPlan, Which,
};
use zermelo_runner::positions::{Distinct, Step, Walker};
use zermelo_store::{GameRow, OpeningRow};

/// The number of the first opening: a run need not begin at 0.
const FIRST_OPENING: u32 = 5;

/// Games of random agents, and their openings of so many plies.
fn games_of(id: &str, n_pairs: u32, plies: Option<u32>) -> (Vec<GameRow>, Vec<OpeningRow>) {
    let plan = RunnerPlan {
        seed: 1,
        openings: &Openings::Random { plies, which: Which::Any },
        n_openings: n_pairs as usize,
        first_opening: FIRST_OPENING,
        adjudication: Adjudication::default(),
    };
    let game = catalog::open(id).unwrap_or_else(|error| panic!("{error}"));
    let runner = GameRunner::open(&game, &plan).unwrap_or_else(|error| panic!("{error}"));
    let openings = runner.openings();
    let pairs: Vec<Pair> =
        (0..n_pairs).map(|n| Pair { a: 0, b: 1, opening: n % openings.len() as u32, round: 0 }).collect();
    let stop = Stop::default();
    let round = Round {
        contestants: &[0, 1].map(|number| Contestant { number, agent: "random" }),
        pairs: &pairs,
        first_pair: 0,
        executor: Executor::local(1, &stop),
        known: &HashMap::new(),
    };
    let played = runner.play(&round, &mut |_| Ok(())).unwrap_or_else(|halt| panic!("{id}: {halt:?}"));
    (played.into_iter().flatten().collect(), openings)
}

/// The slow twin of [`Step::canonical`]: every image is the whole board turned.
fn turned(game: &OpenGame, step: &Step<'_>) -> AnyPosition {
    let symmetries = game.symmetries().into_iter().filter(|symmetry| !symmetry.swaps_players);
    let images = symmetries.map(|symmetry| game.transform(&symmetry, step.pos));
    images.chain([step.pos.clone()]).min_by_key(AnyPosition::key).expect("the position itself")
}

#[test]
fn walkers_show_what_was_played() {
    let samples = zermelo_catalog::families()
        .iter()
        .flat_map(|family| family.about.samples.iter().map(|sample| format!("{}:{sample}", family.about.id)));
    for id in samples {
        let id = id.trim_end_matches(':');
        let game = catalog::open(id).unwrap_or_else(|error| panic!("{error}"));
        let id = game.id();
        let (rows, openings) = games_of(&id, 1, None);
        let mut walker = Walker::new(&game, &openings);
        for row in &rows {
            let opening = openings[(row.opening - FIRST_OPENING) as usize].text.clone();
            let mut session = game.session(&Start { position: None, moves: opening }).expect("an opening");
            let mut n_steps = 0;
            let walked = walker.walk(row, |step| -> Result<(), RequestError> {
                assert_eq!((step.ply, step.plies_left()), (n_steps, row.plies - n_steps), "{id}");
                assert_eq!(game.write_position(step.pos), session.position(), "{id}");
                assert_eq!(step.pos.to_move(), session.to_move(), "{id}");
                assert_eq!(*step.canonical(), turned(&game, &step), "{id}: {}", session.position());
                n_steps += 1;
                match step.mv {
                    Some(mv) => session.play(&game.write_move(step.pos, mv)).expect("a legal move"),
                    None => assert_eq!(step.pos.outcome(), Some(row.outcome), "{id}"),
                }
                Ok(())
            });
            walked.unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(n_steps, row.plies + 1, "{id}: every position, the last one too");
        }
    }
}

#[test]
fn games_that_the_rules_do_not_allow_are_refused() {
    let game = catalog::open("connect4").expect("a game");
    {
        {
            let (rows, openings) = games_of("connect4", 1, None);
            let mut walker = Walker::new(&game, &openings);
            let mut problem = |row: &GameRow| {
                let walked = walker.walk(row, |step| -> Result<(), RequestError> {
                    assert!(
                        step.mv.is_some() && step.ply < row.plies,
                        "nothing is shown that is not of the game"
                    );
                    Ok(())
                });
                walked.expect_err("no such game").to_string()
            };
            let good = &rows[0];
            let told = problem(&GameRow { plies: good.plies + 1, ..good.clone() });
            assert!(told.starts_with(&format!("game 0 cannot be replayed beyond its first {}", good.plies)));
            assert!(problem(&GameRow { plies: good.plies - 1, ..good.clone() }).contains("first"));
            let mut moves = good.moves.clone();
            moves[3] = 7;
            assert!(problem(&GameRow { moves, ..good.clone() }).contains("its first 3 moves"));
            assert!(problem(&GameRow { opening: 99, ..good.clone() }).contains("its first 0 moves"));
        }
    }
}

/// Counted by text and by exact position, mirror images together: the same.
#[test]
fn distinct_positions_are_those_with_distinct_texts() {
    let game = catalog::open("connect4").expect("a game");
    {
        {
            let (rows, openings) = games_of("connect4", 200, Some(1));
            let mut walker = Walker::new(&game, &openings);
            let mut distinct = Distinct::default();
            let mut slow: HashMap<String, (u64, f64)> = HashMap::new();
            let mut order = Vec::new();
            for row in &rows {
                let walked = walker.walk(row, |step| -> Result<(), RequestError> {
                    distinct.add(step.canonical(), row.outcome);
                    let text = game.write_position(&turned(&game, &step));
                    let (n, sum) = slow.entry(text.clone()).or_insert_with(|| {
                        order.push(text);
                        (0, 0.0)
                    });
                    *n += 1;
                    *sum += match row.outcome {
                        Outcome::Win(Player::First) => 1.0,
                        Outcome::Draw => 0.5,
                        Outcome::Win(Player::Second) => 0.0,
                    };
                    Ok(())
                });
                walked.unwrap_or_else(|error| panic!("{error}"));
            }
            let texts: Vec<String> = distinct.iter().map(|seen| game.write_position(&seen.pos)).collect();
            assert_eq!(texts, order);
            for (seen, text) in distinct.iter().zip(&texts) {
                let (n, sum) = slow[text];
                assert_eq!((seen.n, seen.score()), (n, sum / n as f64), "{text}");
            }
            assert!(texts.iter().collect::<HashSet<_>>().len() > 3000, "too few to tell anything");
            assert!(distinct.iter().any(|seen| seen.n > 20), "too few mirror images to tell anything");
        }
    }
}

/// Openings of Milestone that a judge of pawns finds level, and all of them.
#[test]
fn level_openings_are_those_that_the_judge_finds_level() {
    let judge = "minimax(depth=1, eval=weights(piece-diff=1))";
    let texts_of = |game: &str,
                    plies,
                    level: Option<Level>,
                    n_openings|
     -> Result<Vec<String>, RequestError> {
        let plan = RunnerPlan {
            seed: 1,
            openings: &Openings::Random { plies: Some(plies), which: level.map_or(Which::Any, Which::Level) },
            n_openings,
            first_opening: 0,
            adjudication: Adjudication::default(),
        };
        let runner = GameRunner::open(&catalog::open(game).expect("a game"), &plan)?;
        Ok(runner.openings().into_iter().map(|row| row.text).collect())
    };
    let texts = |plies, level, n_openings| texts_of("milestone", plies, level, n_openings);
    let level = |judge: &str| Some(Level { judge: judge.to_owned(), within: 50.0 });
    let all = texts(12, None, 200).expect("openings");
    let expected: Vec<&String> = (all.iter())
        .filter(|text| {
            let start = Start { position: None, moves: (*text).clone() };
            let mut session = catalog::open("milestone").expect("a game").session(&start).expect("moves");
            let score = session.think(judge, 0).expect("an agent").expect("a game that goes on").score;
            // One pawn counts 100.
            score.proved().is_none() && score.number().abs() < 50.0
        })
        .collect();
    assert!((20..180).contains(&expected.len()), "{} of 200 are level", expected.len());
    let found = texts(12, level(judge), expected.len()).expect("openings");
    assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    // Fewer are the first of these.
    assert_eq!(texts(12, level(judge), 10).expect("openings"), found[..10]);
    // Who moves second wins Hexapawn: that is proved after any first move.
    let error = texts_of("hexapawn", 1, level("alphabeta(depth=20)"), 10).expect_err("none is level");
    assert_eq!(error.kind(), "no-opening");
    assert!(texts(12, level("nobody"), 10).is_err(), "no such judge");
}
