//! An analysis of Hexapawn, the whole way from file to store.

use zermelo_catalog::Permission;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_experiments::game_analysis::{
    AnalysisPlan, AnalysisResult, ClarityPlan, Effort, GamesPlan, HeuristicsPlan, LadderPlan, MatchPlan,
    SoFar, Stage,
};
use zermelo_experiments::{RunResult, Running};
use zermelo_game::Stop;
use zermelo_store::{EventRow, GameRow, Store};

/// A little of everything.
fn small(game: &str) -> AnalysisPlan {
    AnalysisPlan {
        games: GamesPlan { nodes: vec![20, 100], games: 6, random: 40 },
        clarity: ClarityPlan { positions: 6, nodes: 100, near: 0.05 },
        ladder: LadderPlan { nodes: 10, doublings: 2, games: 8 },
        first_moves: MatchPlan { nodes: 50, games: 3 },
        copying: MatchPlan { nodes: 50, games: 6 },
        heuristics: HeuristicsPlan { nodes: 20, games: 8, ..HeuristicsPlan::default() },
        ..AnalysisPlan::of(game, Effort::Quick)
    }
}

struct Place {
    folder: tempfile::TempDir,
    store: Store,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let plan = small("hexapawn");
    std::fs::write(folder.path().join("small.toml"), plan.text()).unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    Place { folder, store }
}

/// Runs the file, and stops after so many games or events.
fn run(place: &Place, threads: usize, most_events: usize) -> Result<Box<dyn RunResult>, RunError> {
    let experiment = Experiment::read(&place.folder.path().join("small.toml"), Permission::terminal())?;
    let stop = Stop::default();
    let running =
        Running { threads, resumes: true, stop: &stop, permission: Permission::terminal(), fleet: None };
    let mut n_events = 0;
    let finished = experiment::run(&experiment, &place.store, &running, &mut |event| {
        if matches!(event, Event::Game(_) | Event::Happened(_)) {
            n_events += 1;
            if n_events == most_events {
                stop.stop();
            }
        }
    })?;
    Ok(finished.result)
}

fn portrait(place: &Place, threads: usize) -> AnalysisResult {
    let result = run(place, threads, usize::MAX).unwrap();
    result.downcast_ref::<AnalysisResult>().expect("an analysis").clone()
}

fn kept(place: &Place) -> (Option<String>, Vec<GameRow>, Vec<EventRow>) {
    let run = place.store.find_run("small").unwrap();
    let games = place.store.games(run.id).map(|row| GameRow { micros: [0; 2], ..row.unwrap() });
    (run.result, games.collect(), place.store.events(run.id).unwrap())
}

#[test]
fn hexapawn_is_as_gardner_found_it() {
    let place = place();
    let portrait = portrait(&place, 2);
    assert_eq!(portrait.exact.result.as_deref(), Some("second"));
    // Every first move loses; the outer ones are mirror images.
    let exact: Vec<_> = portrait.first_moves.iter().map(|first| first.exact.as_deref()).collect();
    assert_eq!(exact, [Some("second"); 2]);
    assert_eq!(portrait.first_moves[0].images.len() + portrait.first_moves[1].images.len(), 1);
    assert!(
        portrait.levels.iter().all(|level| level.endings.results[1] + level.endings.cut == 0),
        "no draws"
    );
    assert_eq!(portrait.levels[0].endings.reasons.len(), 2, "far row and no move");
    // All that was announced was played, and nothing else.
    let (result, games, _) = kept(&place);
    assert_eq!(games.len() as u64, portrait.games);
    assert_eq!(small("hexapawn").n_games(), Some(portrait.games));
    // Games are played to their ends.
    assert!(games.iter().all(|game| ["far-row", "no-move"].contains(&game.reason.as_str())));
    let knowledge = portrait.knowledge.as_ref().unwrap();
    assert_eq!(knowledge.heuristics.len(), 4);
    assert!(portrait.copying.as_ref().unwrap().ways.iter().all(|way| way.copied > 0.0));
    assert!(portrait.ladder.as_ref().unwrap().rungs.len() == 2);
    let read = experiment::read_result("portrait", &result.unwrap()).unwrap();
    assert_eq!(read.downcast_ref(), Some(&portrait));
}

#[test]
fn what_is_known_so_far_stays_true() {
    let place = place();
    let whole = portrait(&place, 2);
    let (.., events) = kept(&place);
    let kinds: Vec<&str> = events.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["solved", "looked", "played", "climbed", "opened"]);
    let silent = AnalysisResult { sentences: Vec::new(), ..whole.clone() };
    let known = |n_events: usize| SoFar::of(&events[..n_events]);
    assert_eq!(known(2), SoFar { stage: Stage::Games, result: None });
    let played = AnalysisResult {
        ladder: None,
        first_moves: Vec::new(),
        pie: None,
        copying: None,
        knowledge: None,
        ..silent.clone()
    };
    let climbed = AnalysisResult { ladder: silent.ladder.clone(), ..played.clone() };
    let opened = AnalysisResult {
        first_moves: silent.first_moves.clone(),
        pie: silent.pie.clone(),
        ..climbed.clone()
    };
    for (n_events, stage, result) in
        [(3, Stage::Ladder, played), (4, Stage::FirstMoves, climbed), (5, Stage::Knowledge, opened)]
    {
        let so_far = known(n_events);
        assert_eq!(so_far, SoFar { stage, result: Some(result) });
        assert!(so_far.has(Stage::Games) && !so_far.has(stage));
    }
    // The games to look at are games of the strongest.
    let strongest = whole.levels.last().unwrap();
    assert!(!whole.notable_games.is_empty());
    for one in &whole.notable_games {
        let run = place.store.find_run("small").unwrap();
        let game = place.store.game(run.id, one.game).unwrap().unwrap();
        let agents = place.store.agents(run.id).unwrap();
        assert_eq!(agents[game.first as usize].name, strongest.name);
    }
}

#[test]
fn threads_change_nothing() {
    let [one, three] = [place(), place()];
    portrait(&one, 1);
    portrait(&three, 3);
    assert_eq!(kept(&one), kept(&three));
}

#[test]
fn interruptions_change_nothing() {
    let whole = place();
    let n_games = portrait(&whole, 2).games as usize;
    let place = place();
    let mut n_stops = 0;
    // Further each time, into every part of it.
    while place.store.find_run("small").map_or(true, |run| run.result.is_none()) {
        match run(&place, 2, 1 + n_games / 9) {
            Err(RunError::Stopped(_)) => n_stops += 1,
            other => drop(other.unwrap()),
        }
    }
    assert!(n_stops >= 5, "stopped {n_stops} times");
    assert_eq!(kept(&whole), kept(&place));
    assert_eq!(place.store.runs().unwrap().len(), 1, "always the same run");
}

#[test]
fn long_games_are_cut_and_that_is_told() {
    let place = place();
    let plan = AnalysisPlan { most_plies: Some(1), ..small("hexapawn") };
    std::fs::write(place.folder.path().join("small.toml"), plan.text()).unwrap();
    let portrait = portrait(&place, 2);
    let strongest = portrait.levels.last().unwrap();
    assert!(strongest.endings.cut > 0, "{strongest:?}");
    assert!(portrait.sentences.iter().any(|sentence| sentence.contains("cut by the length limit")));
}
