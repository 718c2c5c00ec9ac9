//! Stored games are played again and compared: a true run has no differences, and every change is found.

use zermelo_catalog::Permission;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::RunError;
use zermelo_experiments::verification::{Verified, verify};
use zermelo_game::Stop;
use zermelo_store::{GameRow, NewRun, Run, Store};

use crate::common::{Place, place, run};

fn verified(store: &Store, run: &Run, share: f64) -> Result<Verified, RunError> {
    let stop = Stop::default();
    let running =
        Running { threads: 2, resumes: false, stop: &stop, permission: Permission::terminal(), fleet: None };
    verify(store, run, share, 1, &running, &mut || {})
}

fn played(text: &str) -> (Place, Run) {
    let place = place(text);
    run(&place, 2, usize::MAX).expect("it can be played");
    let run = place.store.runs().unwrap().into_iter().next().expect("there is a run");
    (place, run)
}

const TOURNAMENT: &str = "kind = \"tournament\"\ntitle = \"Small\"\ngame = \"tictactoe\"\nseed = 3\n\
    schedule = { kind = \"round-robin\", games = 20 }\nagents = [\n\
    { name = \"chance\", agent = \"random\" },\n{ name = \"deep\", agent = \"alphabeta(depth=3)\" },\n\
    { name = \"tree\", agent = \"mcts(playouts=20)\" },\n]\n";

const RACE: &str = "kind = \"tournament\"\ntitle = \"Race\"\ngame = \"tictactoe\"\nseed = 3\n\
    schedule = { kind = \"sprt\", elo0 = 0, elo1 = 400, most-games = 800 }\nagents = [\n\
    { name = \"deep\", agent = \"alphabeta(depth=5)\" },\n{ name = \"chance\", agent = \"random\" },\n]\n";

const SELF_PLAY: &str = "kind = \"calibration\"\ntitle = \"Values\"\ngame = \"tictactoe\"\nseed = 5\n\
    agent = \"alphabeta(depth=2)\"\ngames = 40\n";

#[test]
fn true_runs_have_no_differences() {
    for text in [TOURNAMENT, RACE, SELF_PLAY] {
        let (place, run) = played(text);
        let n_games = place.store.n_games(run.id).unwrap();
        let all = verified(&place.store, &run, 1.0).unwrap();
        assert_eq!((all.games, all.stored_games, all.n_differences), (n_games, n_games, 0), "{all:?}");
        let some = verified(&place.store, &run, 0.0).unwrap();
        assert!(some.games >= 2 && some.games < n_games, "{some:?}");
        assert_eq!(some.n_differences, 0, "{some:?}");
    }
}

/// A run with these games instead of its own.
fn forged(place: &Place, run: &Run, change: impl Fn(&mut GameRow)) -> Run {
    let new = NewRun {
        stem: "forged".to_owned(),
        kind: run.kind.clone(),
        experiment: run.experiment.clone(),
        seed: run.seed,
        code_version: run.code_version.clone(),
        created: 0,
        stage_of: None,
    };
    let mut open = place.store.begin_run(&new).unwrap();
    open.add_agents(&place.store.agents(run.id).unwrap()).unwrap();
    open.add_openings(&place.store.openings(run.id).unwrap()).unwrap();
    let mut rows: Vec<GameRow> = place.store.games(run.id).collect::<Result<_, _>>().unwrap();
    change(&mut rows[7]);
    open.append_games(&rows).unwrap();
    open.finish("{}").unwrap()
}

#[test]
fn every_change_of_a_game_is_found() {
    let (place, run) = played(TOURNAMENT);
    type Change = fn(&mut GameRow);
    let changes: [(&str, Change); 3] = [
        ("other moves", |row| row.moves[0] ^= 1),
        ("nodes", |row| row.nodes[0] += 1),
        ("stored as", |row| "crash".clone_into(&mut row.reason)),
    ];
    for (what, change) in changes {
        let forged = forged(&place, &run, change);
        let found = verified(&place.store, &forged, 1.0).unwrap();
        assert_eq!(found.n_differences, 1, "{found:?}");
        assert!(
            found.differences[0].starts_with("game 7: ") && found.differences[0].contains(what),
            "{found:?}"
        );
    }
    let unchanged = forged(&place, &run, |_| {});
    assert_eq!(verified(&place.store, &unchanged, 1.0).unwrap().n_differences, 0);
}

/// Nothing is played that was not played before.
#[test]
fn a_run_that_was_stopped_is_verified_as_far_as_it_came() {
    // On a busy machine a run of quick games may end before it hears that it shall stop.
    let stopped = || {
        let place = place(&TOURNAMENT.replace("playouts=20", "playouts=4000"));
        matches!(run(&place, 1, 20), Err(RunError::Stopped(_))).then_some(place)
    };
    let place = (0..50).find_map(|_| stopped()).expect("it can be stopped");
    let run = place.store.runs().unwrap().remove(0);
    let found = verified(&place.store, &run, 1.0).unwrap();
    assert_eq!(found.n_differences, 0, "{found:?}");
    assert_eq!(found.games, place.store.n_games(run.id).unwrap(), "{found:?}");
}

#[test]
fn games_that_depend_on_the_clock_are_refused() {
    let (place, run) = played(&TOURNAMENT.replace("alphabeta(depth=3)", "alphabeta(time=1ms)"));
    let Err(RunError::Request(error)) = verified(&place.store, &run, 1.0) else { panic!("it is refused") };
    assert!(error.to_string().contains("cannot be compared"), "{error}");
}
