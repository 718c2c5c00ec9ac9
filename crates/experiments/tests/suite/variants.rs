//! Variants from file to result: the same on any number of threads and after interruptions, and files that make no sense.

use crate::common::downcast;
use zermelo_any::Folder;
use zermelo_catalog::Permission;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_experiments::game_analysis::{Comparison, Measure};
use zermelo_experiments::variants::VariantsResult;
use zermelo_game::Stop;
use zermelo_store::Store;

const FILE: &str = r#"
kind = "variants"
title = "How wide a board?"
game = "hexapawn.game"
vary = { size = [3, 4] }
variants = ["miseretictactoe"]

[study]
games = { nodes = [100, 600], games = 30, random = 30 }
solve = { start = 50_000, first-moves = 0 }
clarity = { positions = 0 }
ladder = { nodes = 100, doublings = 2, games = 20 }
first-moves = { nodes = 300, games = 6 }
copying = { nodes = 100, games = 0 }
heuristics = { games = 0 }
"#;

fn read(text: &str) -> Result<Experiment, String> {
    let folder = Folder::new(std::path::Path::new("."), Permission::server());
    let read = Experiment::parse("wide".to_owned(), text.to_owned(), "here", folder);
    read.map_err(|error| error.to_string())
}

/// Runs the file, and stops after so many games.
fn run(store: &Store, threads: usize, most_games: usize) -> Result<VariantsResult, RunError> {
    let experiment = read(FILE).unwrap_or_else(|error| panic!("{error}"));
    let stop = Stop::default();
    let running =
        Running { threads, permission: Permission::server(), stop: &stop, resumes: true, fleet: None };
    let mut n_games = 0;
    let finished = experiment::run(&experiment, store, &running, &mut |event| {
        if let Event::Game(_) = event {
            n_games += 1;
            if n_games >= most_games {
                stop.stop();
            }
        }
    })?;
    Ok(downcast(finished.result))
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = |name: &str| Store::open(folder.path().join(name)).expect("a store");
    let whole = run(&store("one.db"), 1, usize::MAX).expect("a result");
    assert_eq!(run(&store("two.db"), 2, usize::MAX).expect("a result"), whole);
    let cut = store("cut.db");
    let mut n_runs = 1;
    let resumed = loop {
        match run(&cut, 2, 40) {
            Ok(result) => break result,
            Err(RunError::Stopped(_)) => n_runs += 1,
            Err(other) => panic!("{other:?}"),
        }
    };
    assert!(n_runs > 1, "it was stopped at least once");
    assert_eq!(resumed, whole);

    let names: Vec<&str> = whole.variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(names[..2], ["size 3", "size 4"]);
    assert_eq!(whole.variants[2].stage, "misere-tic-tac-toe");
    assert_eq!(whole.games, whole.variants.iter().map(|variant| variant.study.games).sum::<u64>());
    // The study of a variant is that of the same game alone, with the seed of its stage.
    let stored = cut.runs().expect("runs").into_iter().filter(|run| run.kind == "portrait").count();
    assert_eq!(stored, 3);
    // The start of 3 x 3 is won by the second player; the board of four is longer, and nobody doubts it.
    assert_eq!(whole.variants[0].study.exact.result.as_deref(), Some("second"));
    let comparison: Comparison = whole.comparison();
    assert!(comparison.differ(Measure::Length, 0, 1), "{:?}", whole.findings);
    let sentences = &whole.variants[1].text.as_ref().expect("a text").sentences;
    assert!(sentences.iter().any(|sentence| sentence.contains("4x4")), "{sentences:?}");
}

/// What makes no sense is told in a sentence.
#[test]
fn bad_files_are_refused() {
    for (old, new, told) in [
        ("size = [3, 4]", "size = [3, 2]", "size"),
        ("size = [3, 4]", "width = [3, 4]", "width"),
        ("size = [3, 4]", "size = [3, 3]", "are the same game"),
        ("size = [3, 4]", "size = []", "size = []: expected at least one value"),
        ("hexapawn.game", "hexapawn.game:size=4", "without parameters"),
        ("game = \"hexapawn.game\"\n", "", "name the game whose parameters these are"),
        ("vary = { size = [3, 4] }\nvariants = [\"miseretictactoe\"]\n", "", "the number of variants"),
        ("miseretictactoe", "nogame", "nogame"),
        ("doublings = 2", "doublings = 2.5", "expected a whole number"),
        ("doublings = 2", "doublngs = 2", "did you mean `doublings`?"),
    ] {
        assert!(FILE.contains(old), "{old}");
        let found = read(&FILE.replacen(old, new, 1)).err();
        assert!(found.as_ref().is_some_and(|found| found.contains(told)), "{new}: {found:?}");
    }
}
