//! `zermelo runs`: columns, widths, and what can be asked for.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::experiments::STUDY;
use crate::run::{Ran, zermelo_in};

const TOURNAMENT: &str = r#"
kind = "tournament"
title = "A tournament with a title that is longer than most terminals are wide, to be shortened"
game = "breakthrough:5x5"
agents = [{ name = "a", agent = "random" }, { name = "b", agent = "alphabeta(depth=1)" }]
schedule = { kind = "round-robin", games = 10 }
"#;

fn ask(folder: &Path, arguments: &[&str], width: &str) -> Ran {
    let ran = zermelo_in(folder, arguments, "", &[("COLUMNS", width)]);
    assert_eq!(ran.code, 0, "{arguments:?}: {ran:#?}");
    ran
}

#[test]
fn runs_are_a_table_that_fits() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("a-file-with-quite-a-long-name.toml"), TOURNAMENT).expect("a file");
    fs::write(path.join("tables.toml"), STUDY).expect("a file");
    ask(path, &["run", "a-file-with-quite-a-long-name.toml"], "80");
    ask(path, &["run", "tables.toml"], "80");
    for width in [40, 52, 60, 80, 100, 120, 160, 200] {
        let out = ask(path, &["runs"], &width.to_string()).out;
        assert_eq!(out.lines().count(), 3, "a head and two runs:\n{out}");
        assert!(out.lines().all(|line| line.chars().count() <= width), "{width}:\n{out}");
        assert!(out.contains("finished") && out.contains("tables-2"), "{width}:\n{out}");
    }
    // Not a terminal: everything.
    let full = ask(path, &["runs"], "").out;
    for part in ["run ", "kind ", "game ", "status ", "work ", "date ", "duration ", "title"] {
        assert!(full.lines().next().is_some_and(|head| head.contains(part)), "{part}:\n{full}");
    }
    assert!(full.contains("breakthrough:5x5") && full.contains("to be shortened"), "{full}");
    assert!(full.contains("10 games") && full.contains("8 runs"), "{full}");
    let newest = full.lines().last().unwrap_or_default();
    assert!(newest.starts_with("tables-2 "), "the newest comes last:\n{full}");

    let json = |arguments: &[&str]| -> Vec<Value> {
        let out = ask(path, &[&["runs", "--json"], arguments].concat(), "80").out;
        serde_json::from_str(&out).expect("a list")
    };
    let all = json(&[]);
    assert_eq!((&all[0]["games"], &all[1]["runs"]), (&10.into(), &8.into()), "the keys of earlier versions");
    assert_eq!(all[0]["game"], "breakthrough:5x5");
    assert!(all[0]["title"].as_str().is_some_and(|title| title.starts_with("A tournament")), "{all:?}");
    assert!(all[0]["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{all:?}");
    let names = |arguments: &[&str]| -> Vec<String> {
        json(arguments).iter().filter_map(|run| run["run"].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(names(&["--last", "1"]), ["tables-2"]);
    assert_eq!(names(&["--kind", "study"]), ["tables-2"]);
    assert_eq!(names(&["--game", "breakthrough"]), ["a-file-with-quite-a-long-name-1"]);
    assert_eq!(names(&["--game", "connect4"]), Vec::<String>::new());
    let wrong = zermelo_in(path, &["runs", "--kind", "tornament"], "", &[]);
    assert!(wrong.code == 2 && wrong.err.contains("tournament"), "{wrong:#?}");
}
