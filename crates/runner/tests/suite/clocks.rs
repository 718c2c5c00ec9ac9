//! Rounds of agents with clocks on a fleet whose post loses, doubles and reorders.

use std::sync::Arc;

use zermelo_arena::Pair;
use zermelo_catalog::Permission;
use zermelo_catalog::catalog::open_for;
use zermelo_catalog::guests::keep_agent;
use zermelo_game::Stop;
use zermelo_runner::executor::Executor;
use zermelo_runner::fleet::{Fleet, Job};
use zermelo_runner::game_runner::{
    Adjudication, Contestant, GameRunner, Halt, Known, Openings, Round, RunnerPlan, Told,
};
use zermelo_runner::work::{Work, no_kinds};
use zermelo_runner::{ClockMode, ClockRule};

use crate::guests::FirstMove;
use crate::memory_post::{Faults, MANY_FAULTS, with_fleet_of};

const AGENTS: [&str; 3] = ["random", "alphabeta(time=1ms)", "mcts(playouts=20)"];

/// A round with an agent that has a clock: the numbers of the games that were told.
fn play(threads: usize, fleet: &Fleet) -> Result<Vec<u64>, Halt> {
    play_with(AGENTS, threads, fleet)
}

fn play_with(agents: [&str; 3], threads: usize, fleet: &Fleet) -> Result<Vec<u64>, Halt> {
    let (stop, known) = (Stop::default(), Known::new());
    let round = Executor { threads, stop: &stop, fleet: Some(fleet) };
    with_round(agents, round, &known, |runner, round| {
        let mut told = Vec::new();
        let rows = runner.play(round, &mut |what| {
            if let Told::Game { row, .. } = what {
                told.push(row.index);
            }
            Ok(())
        })?;
        assert_eq!(rows.len(), round.pairs.len());
        told.sort_unstable();
        Ok(told)
    })
}

fn with_round<T>(
    agents: [&str; 3],
    executor: Executor,
    known: &Known,
    act: impl FnOnce(&GameRunner, &Round) -> T,
) -> T {
    let plan = RunnerPlan {
        seed: 9,
        openings: &Openings::Start,
        n_openings: 1,
        first_opening: 0,
        adjudication: Adjudication::default(),
    };
    let game = open_for("tictactoe", Permission::terminal()).unwrap();
    let runner = GameRunner::open(&game, &plan).unwrap();
    let contestants: Vec<Contestant> =
        agents.iter().zip(0..).map(|(agent, number)| Contestant { number, agent }).collect();
    let pairs: Vec<Pair> =
        (0..30).map(|at| Pair { round: at, a: at % 3, b: (at + 1) % 3, opening: 0 }).collect();
    act(&runner, &Round { contestants: &contestants, pairs: &pairs, first_pair: 0, executor, known })
}

const NO_LIES: Faults = Faults { lies: 0, ..MANY_FAULTS };

/// Every game is told once, and nobody is struck, although no two answers are the same.
#[test]
fn games_with_clocks_travel_by_a_rule() {
    for (mode, threads) in [(ClockMode::AsIs, 0), (ClockMode::AsIs, 1), (ClockMode::Scaled, 0)] {
        let (told, seen) = with_fleet_of(Some(mode), 3, NO_LIES, no_kinds, |fleet| {
            fleet.clock().use_reference(Some(1000));
            let told = play(threads, fleet);
            let rule =
                if mode == ClockMode::AsIs { ClockRule::AsIs } else { ClockRule::Scaled { reference: 1000 } };
            assert_eq!(fleet.clock().used_rule(), Some(rule));
            told
        });
        assert!(told.is_ok_and(|told| told.into_iter().eq(0..60)), "{mode:?}");
        assert!(seen.n_answered > 0 || threads > 0, "{mode:?}: nobody worked");
        assert!(seen.struck.is_empty(), "{mode:?}: {:?}", seen.struck);
    }
}

/// A worker that breaks the rules is struck. What it did cannot be checked: either it did nothing before, or the round is spoilt.
#[test]
fn a_worker_that_breaks_the_rules_spoils_a_round_at_most() {
    for seed in 0..4 {
        let (told, seen) =
            with_fleet_of(Some(ClockMode::AsIs), seed, MANY_FAULTS, no_kinds, |fleet| play(0, fleet));
        match told {
            Ok(told) => assert!(told.into_iter().eq(0..60)),
            Err(Halt::Spoilt) => assert!(!seen.struck.is_empty()),
            Err(_) => panic!("nothing else goes wrong"),
        }
        assert!(seen.struck.iter().all(|worker| worker == "liar"), "{:?}", seen.struck);
    }
}

#[test]
fn without_a_rule_clocks_are_refused() {
    let refused = |mode| {
        let (told, seen) = with_fleet_of(mode, 1, NO_LIES, no_kinds, |fleet| play(2, fleet));
        assert_eq!(seen.n_answered, 0, "nothing is sent");
        let Err(Halt::Bad(error)) = told else { panic!("it is refused") };
        error.to_string()
    };
    let told = refused(None);
    for part in ["`alphabeta(time=1ms)` plays differently", "`--clock as-is`", "`--clock scaled`"] {
        assert!(told.contains(part), "{told}");
    }
    let told = refused(Some(ClockMode::Scaled));
    assert!(told.contains("has no `reference-speed`"), "{told}");
}

/// No other machine has a guest, so a rule for clocks does not help.
#[test]
fn guests_never_travel() {
    keep_agent("homebody", Arc::new(FirstMove)).expect("a name");
    for mode in [None, Some(ClockMode::AsIs)] {
        for agents in [
            ["random", "guest(homebody)", "mcts(playouts=20)"],
            ["alphabeta(time=1ms)", "random", "blundering(guest(homebody), rate=0.5)"],
        ] {
            let (told, seen) = with_fleet_of(mode, 1, NO_LIES, no_kinds, |fleet| play_with(agents, 2, fleet));
            assert_eq!(seen.n_answered, 0, "nothing is sent");
            let Err(Halt::Bad(error)) = told else { panic!("it is refused") };
            let told = error.to_string();
            assert!(told.contains("needs the guest `homebody`, which exists only in this program"), "{told}");
        }
    }
}

/// The rule is part of a job's name. Work without clocks has none, and its answers are compared.
#[test]
fn the_name_of_a_job_depends_on_the_rule() {
    let (stop, known) = (Stop::default(), Known::new());
    with_round(AGENTS, Executor::local(1, &stop), &known, |runner, round| {
        let timed = Work::Pairs(runner.work(round, 0..1));
        let untimed = Work::Pairs(runner.work(round, 2..3));
        assert_eq!(timed.fickle_agent(), Some("alphabeta(time=1ms)"));
        assert_eq!(untimed.fickle_agent(), None);
        let job = |rule| Job::new(timed.clone().with_clock(rule));
        let jobs = [ClockRule::AsIs, ClockRule::Scaled { reference: 7 }, ClockRule::Scaled { reference: 8 }]
            .map(job);
        assert!(jobs[0].id != jobs[1].id && jobs[1].id != jobs[2].id && jobs[0].id != jobs[2].id);
        assert!(jobs.iter().all(|job| !job.is_repeatable) && Job::new(untimed).is_repeatable);
        let read = Work::from_bytes(&jobs[2].work.to_bytes()).expect("it is read again");
        assert_eq!(read.clock(), Some(ClockRule::Scaled { reference: 8 }));
    });
}
