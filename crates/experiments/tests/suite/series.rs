//! Series from file to result: stages that use each other, interrupted anywhere, and files that make no sense.

use std::path::PathBuf;

use crate::common::downcast;
use zermelo_catalog::Permission;
use zermelo_experiments::Running;
use zermelo_experiments::evolution::EvolutionResult;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_experiments::series::SeriesResult;
use zermelo_game::Stop;
use zermelo_store::Store;

const FILE: &str = r#"
kind = "series"
title = "Breed twice, then play"
game = "tictactoe"
seed = 7

[[stages]]
name = "breed"
runs = 2
kind = "evolution"
generations = 2
agent = "alphabeta(depth=1, eval=weights({genes}))"
genes = [{ low = -1.0, high = 1.0 }]
method = { kind = "genetic", population = 4, breeding = { selection = { kind = "truncation", best = 2 }, mutation = { kind = "gaussian", chance = 1.0, gene-chance = 1.0, mean = 0.0, sigma = 0.5 } } }
fitness = { kind = "league", games = 2, rating = { kind = "points" } }
confirmation = { games = 4 }

[[stages]]
name = "final"
kind = "tournament"
schedule = { kind = "round-robin", games = 4 }
openings = { plies = 1 }
agents = [
    { name = "first", agent = "bred(breed-1/champion)" },
    { name = "second", agent = "alphabeta(depth=2, weights=breed-2/generation-1)" },
    { name = "random", agent = "random" },
]
"#;

struct Place {
    _folder: tempfile::TempDir,
    file: PathBuf,
    store: Store,
}

fn place(text: &str) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("both.toml");
    std::fs::write(&file, text).unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    Place { _folder: folder, file, store }
}

/// Runs the file in the store, and stops after so many games.
fn run(place: &Place, most_games: usize) -> Result<(String, SeriesResult), RunError> {
    let mut experiment = Experiment::read(&place.file, Permission::terminal())?;
    experiment.resolve(&place.store, Permission::terminal())?;
    let stop = Stop::default();
    let running =
        Running { threads: 2, resumes: true, stop: &stop, permission: Permission::terminal(), fleet: None };
    let mut n_games = 0;
    let finished = experiment::run(&experiment, &place.store, &running, &mut |event| {
        if matches!(event, Event::Game(_)) {
            n_games += 1;
            if n_games == most_games {
                stop.stop();
            }
        }
    })?;
    Ok((finished.run, downcast(finished.result)))
}

#[test]
fn stages_are_runs_and_use_each_other() {
    let place = place(FILE);
    let (name, result) = run(&place, usize::MAX).unwrap();
    assert_eq!(name, "both-1");
    let names: Vec<&str> = result.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["breed-1", "breed-2", "final"]);
    let champion = |stage: usize| downcast::<EvolutionResult>(result.stages[stage].read().unwrap()).champion;
    assert_ne!(champion(0).genes, champion(1).genes, "each run has chance of its own");
    let of_final = place.store.find_run("both-1.final").unwrap();
    let agents = place.store.agents(of_final.id).unwrap();
    assert_eq!(agents[0].text, champion(0).agent);
    assert!(agents[1].text.starts_with("alphabeta(depth=2, eval=weights("), "{}", agents[1].text);
    assert!(place.store.n_games(of_final.id).unwrap() > 0);
    // The whole is found by its file's name, although its stages begin alike.
    assert_eq!(place.store.find_run("both").unwrap().name, "both-1");
    assert_eq!(place.store.find_run("last").unwrap().name, "both-1");
    assert_eq!(place.store.stages(place.store.find_run("both").unwrap().id).unwrap().len(), 3);
}

#[test]
fn interruptions_change_nothing() {
    let whole = place(FILE);
    let (_, expected) = run(&whole, usize::MAX).unwrap();
    let place = place(FILE);
    let mut n_stops = 0;
    let (name, result) = loop {
        match run(&place, 13) {
            Err(RunError::Stopped(name)) => {
                assert_eq!(name, "both-1", "to go on is to go on with the whole");
                n_stops += 1;
            }
            other => break other.unwrap(),
        }
    };
    assert!(n_stops >= 3, "stopped {n_stops} times");
    assert_eq!((name.as_str(), &result), ("both-1", &expected));
    assert_eq!(place.store.runs().unwrap().len(), 4);
    let json = |place: &Place| place.store.find_run("both-1").unwrap().result;
    assert_eq!(json(&place), json(&whole), "to the byte");
}

#[test]
fn another_seed_is_another_series() {
    let (_, one) = run(&place(FILE), usize::MAX).unwrap();
    let (_, other) = run(&place(&FILE.replace("seed = 7", "seed = 8")), usize::MAX).unwrap();
    assert_ne!(one.stages, other.stages);
}

#[test]
fn bad_files_are_told() {
    let problem = |text: &str| {
        let place = place(text);
        let read = Experiment::read(&place.file, Permission::terminal()).map_err(RunError::from);
        let told = read.and_then(|experiment| Ok(experiment.check(Permission::terminal())?));
        match told {
            Err(RunError::Request(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let case = |from: &str, to: &str, part: &str| {
        assert!(FILE.contains(from), "{from}");
        let told = problem(&FILE.replace(from, to));
        assert!(told.contains(part), "{told}");
    };
    case("name = \"final\"", "", "stage 2: `name` (text, such as \"breed\") is missing");
    case("name = \"final\"", "name = \"a/b\"", "letters, digits and hyphens");
    case("name = \"final\"", "name = \"breed-2\"", "two stages are called `breed-2`");
    case("runs = 2", "runs = 0", "runs = 0: expected 1 to 1000");
    case("runs = 2", "seed = 5", "leave it out");
    case("bred(breed-1/champion)", "bred(final/champion)", "is not before this one");
    case("generations = 2", "generations = 0", "stage `breed`: generations = 0");
    case("weights=breed-2/generation-1", "weigths=breed-2/generation-1", "weigths");
    let nested = FILE.replace("kind = \"tournament\"", "kind = \"series\"\nstages = []");
    assert!(problem(&nested).contains("stage `final`"), "{}", problem(&nested));
    assert!(problem("kind = \"series\"\ntitle = \"x\"\nstages = []").contains("at least one"));
    let one = FILE.replace("breed-2/generation-1", "final/generation-1");
    assert!(problem(&one).contains("is not before this one"), "{}", problem(&one));
}
