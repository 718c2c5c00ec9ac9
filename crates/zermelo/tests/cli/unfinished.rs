//! `zermelo show` and `report` of runs that are not finished.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{Ran, zermelo_in};

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[("COLUMNS", "80")])
}

/// Begins something, and interrupts it when the run has come so far.
fn interrupt(folder: &Path, arguments: &[&str], least: u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    let n_done = || {
        let runs = ask(folder, &["runs", "--json"]);
        let runs: Value = serde_json::from_str(&runs.out).unwrap_or_default();
        runs[0]["done"].as_u64().unwrap_or(0)
    };
    while n_done() < least && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{arguments:?} was not interrupted in time");
}

/// What is shown and reported of the only run, in one line each.
fn shown(folder: &Path) -> String {
    let text = ask(folder, &["show", "last"]);
    assert_eq!(text.code, 0, "{text:#?}");
    assert!(
        text.out.lines().all(|line| line.chars().count() <= 80 || line.starts_with("  zermelo ")),
        "{}",
        text.out
    );
    let report = ask(folder, &["report", "last", "-o", "report"]);
    assert!(report.code == 0 && report.out.contains("the run is not finished"), "{report:#?}");
    let page = fs::read_to_string(folder.join("report/index.html")).expect("a page");
    assert!(page.contains("(not finished)") && page.contains("so far"), "the page says so");
    text.out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn tournaments() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let file = r#"
kind = "tournament"
title = "A long one"
game = "connect4"
agents = [{ name = "a", agent = "mcts(playouts=500)" }, { name = "b", agent = "mcts(playouts=400)" }]
schedule = { kind = "round-robin", games = 20000 }
"#;
    fs::write(path.join("long.toml"), file).expect("a file");
    interrupt(path, &["run", "long.toml", "--seed", "7"], 8);
    let text = shown(path);
    for part in [
        "long-1 is not finished:",
        "of 20,000 games so far; it was interrupted.",
        "To resume it: zermelo run long.toml --resume --seed 7",
        "So far: A long one (connect4, long-1)",
        "95 %",
        "not if a run is stopped because of its results",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("name the file"), "the file is known: {text}");
    let json: Value = serde_json::from_str(&ask(path, &["show", "last", "--json"]).out).expect("JSON");
    assert_eq!((&json["status"], &json["of"]), (&"interrupted".into(), &20_000.into()), "{json}");
    assert_eq!(json["done"], json["games"], "{json}");
}

#[test]
fn sequential_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let arguments =
        ["match", "connect4", "mcts(playouts=500)", "mcts(playouts=490)", "--sprt", "elo0=0,elo1=1"];
    interrupt(path, &[&arguments[..], &["--opening-plies", "3", "--seed", "2"]].concat(), 70);
    let text = shown(path);
    let command = "zermelo match connect4 'mcts(playouts=500)' 'mcts(playouts=490)' --sprt elo0=0,elo1=1 --games 100000 \
                   --opening-plies 3 --resume --seed 2";
    for part in [command, "Undecided", "LLR", "anytime interval"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn evolutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let file = crate::experiments::EVOLUTION
        .replace("generations = 3", "generations = 3000")
        .replace("depth=1", "depth=2");
    fs::write(path.join("breed.toml"), file).expect("a file");
    interrupt(path, &["run", "breed.toml"], 150);
    let text = shown(path);
    for part in [
        "breed-1 is not finished",
        "zermelo run breed.toml --resume",
        "generation",
        "best",
        "median",
        "winner's curse",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Candidates of the generations that are finished can be exported already.
    let rows = ask(path, &["export", "last", "--what", "candidates"]);
    assert!(rows.code == 0 && rows.out.lines().count() >= 6, "{rows:#?}");
}

#[test]
fn studies() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let file = crate::experiments::STUDY.replace("runs = 4", "runs = 40000");
    assert_ne!(file, crate::experiments::STUDY);
    fs::write(path.join("tables.toml"), file).expect("a file");
    interrupt(path, &["run", "tables.toml"], 5);
    let text = shown(path);
    for part in [
        "tables-1 is not finished",
        "treatment",
        "median",
        "zermelo run tables.toml --resume",
        "when all runs are done",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
