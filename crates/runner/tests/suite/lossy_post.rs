//! Rounds of games with a fleet whose post loses, doubles and reorders, and one of whose workers lies: the rows are those of one
//! machine.

use zermelo_arena::Pair;
use zermelo_catalog::open;
use zermelo_game::Stop;
use zermelo_runner::executor::{Elsewhere, Executor, Tasks};
use zermelo_runner::fleet::Fleet;
use zermelo_runner::game_runner::{
    Adjudication, Contestant, GameRunner, Known, Openings, Round, RunnerPlan, Told, Which,
};
use zermelo_runner::work::solve::solve;
use zermelo_runner::work::{Answer, SolveWork, Work, WorkGame, no_kinds};
use zermelo_store::GameRow;

use crate::memory_post::{Faults, MANY_FAULTS, with_fleet};

/// The rows of a round without times, and the numbers of the games that were told.
fn play(game: &str, known: &Known, threads: usize, fleet: Option<&Fleet>) -> (Vec<[GameRow; 2]>, Vec<u64>) {
    let openings = Openings::Random { plies: Some(2), which: Which::Undecided };
    let adjudication = Adjudication { length: Some(30), solved: None };
    let plan = RunnerPlan { seed: 9, openings: &openings, n_openings: 20, first_opening: 0, adjudication };
    let runner = GameRunner::open(&open(game).unwrap(), &plan).unwrap();
    let agents = ["random", "alphabeta(depth=2)", "mcts(playouts=20)"];
    let contestants: Vec<Contestant> =
        agents.iter().zip(0..).map(|(agent, number)| Contestant { number, agent }).collect();
    let pairs: Vec<Pair> =
        (0..60).map(|at| Pair { round: at / 9, a: at % 3, b: (at + 1) % 3, opening: at }).collect();
    let stop = Stop::default();
    let executor = Executor { threads, stop: &stop, fleet };
    let round = Round { contestants: &contestants, pairs: &pairs, first_pair: 7, executor, known };
    let mut told = Vec::new();
    let rows = runner.play(&round, &mut |what| {
        if let Told::Game { row, .. } = what {
            told.push(row.index);
        }
        Ok(())
    });
    told.sort_unstable();
    let untimed = |row: GameRow| GameRow { micros: [0; 2], ..row };
    (rows.unwrap().into_iter().map(|pair| pair.map(untimed)).collect(), told)
}

#[test]
fn rows_are_the_same_whatever_the_post_does() {
    let mut n_lies = 0;
    for (seed, game, threads) in [(1, "connect4", 0), (2, "tictactoe", 0), (3, "hexapawn:4x4", 1)] {
        let alone = play(game, &Known::new(), 2, None);
        let (found, seen) =
            with_fleet(seed, MANY_FAULTS, no_kinds, |fleet| play(game, &Known::new(), threads, Some(fleet)));
        assert!(found == alone, "{game}");
        // A thread here may be done before the workers have begun.
        assert!(seen.n_answered > 0 || threads > 0, "{game}: nobody worked");
        assert!(seen.struck.iter().all(|worker| worker == "liar"), "{game}: {:?}", seen.struck);
        n_lies += seen.n_lies;
    }
    assert!(n_lies > 0);
}

/// Games that were played before are not played again.
#[test]
fn a_round_is_taken_up_with_a_fleet() {
    let (rows, _) = play("tictactoe", &Known::new(), 2, None);
    let known: Known =
        rows.iter().flatten().filter(|row| row.index % 5 < 2).map(|row| (row.index, row.clone())).collect();
    let (found, _) = with_fleet(4, MANY_FAULTS, no_kinds, |fleet| play("tictactoe", &known, 0, Some(fleet)));
    assert!(found.0 == rows);
    let missing = rows.iter().flatten().map(|row| row.index).filter(|index| !known.contains_key(index));
    assert!(found.1.into_iter().eq(missing));
}

/// Many pieces may be the same work: each of them is answered, and soon.
#[test]
fn equal_pieces_are_all_answered() {
    let game = open("tictactoe").unwrap();
    let openings = ["", "b2", "b2 a1", "b2", ""];
    let opening = |place: usize| openings[place % openings.len()];
    let here = |place: usize, stop: &Stop| {
        let found = solve(&game, opening(place), 100_000, stop)?;
        Ok(Some(found.map(|outcome| outcome.id().to_owned())))
    };
    let work = |places: std::ops::Range<usize>| {
        let positions = places.map(|place| (opening(place).to_owned(), 100_000)).collect();
        Work::Solve(SolveWork { game: WorkGame::of(&game), positions })
    };
    let read = |places: std::ops::Range<usize>, answer: Answer| match answer {
        Answer::Solve(found) if found.len() == places.len() => Ok(found),
        _ => Err("something else".to_owned()),
    };
    let tasks = || Tasks {
        n: 200,
        here: &here,
        elsewhere: Some(Elsewhere { kind: "solve", work: &work, read: &read }),
    };
    let stop = Stop::default();
    let alone = Executor::local(1, &stop).each(&tasks(), &mut |_, _| Ok(())).unwrap();
    let faults = Faults { lost: 0, doubled: 0, dropped: 0, lies: 0 };
    let started = std::time::Instant::now();
    let (found, _) = with_fleet(5, faults, no_kinds, |fleet| {
        let executor = Executor { threads: 0, stop: &stop, fleet: Some(fleet) };
        executor.each(&tasks(), &mut |_, _| Ok(())).unwrap()
    });
    assert_eq!(found, alone);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
