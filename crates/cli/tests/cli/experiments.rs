//! `zermelo run` and what looks at runs: killed at any moment, resumed, and the same bytes in the end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use zermelo_game::stream;

use crate::run::{Ran, zermelo_in};

const EXPERIMENT: &str = r#"
kind = "tournament"
title = "Small"
game = "connect4"
seed = 5
[schedule]
kind = "round-robin"
games = 60
[[agents]]
name = "random"
agent = "random"
[[agents]]
name = "two"
agent = "alphabeta(depth=2)"
[[agents]]
name = "trees"
agent = "mcts(playouts=50)"
"#;

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[])
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("small.toml"), EXPERIMENT).expect("a file");
    folder
}

/// Everything that must not hang on how a run went.
fn facts(folder: &Path, run: &str) -> (String, Value) {
    let games = ask(folder, &["export", run]);
    assert_eq!(games.code, 0, "{games:?}");
    let shown = ask(folder, &["show", run, "--json"]);
    let mut shown: Value =
        serde_json::from_str(&shown.out).unwrap_or_else(|error| panic!("{error}: {shown:?}"));
    shown["run"] = json!(null);
    (games.out, shown)
}

#[test]
fn kills_and_threads_change_nothing() {
    let folder = folder();
    let path = folder.path();
    let whole = ask(path, &["run", "small.toml", "--threads", "1"]);
    assert_eq!(whole.code, 0, "{whole:?}");
    let expected = facts(path, "small-1");
    assert_eq!(expected.0.lines().count(), 180);

    // The next run is killed a hundred times, at any moment, and resumed on another number of threads.
    let mut chance = stream(1, "kills", 0);
    for n_kill in 0..100 {
        let threads = ["1", "2", "16"][n_kill % 3];
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["run", "small.toml", "--resume", "--threads", threads])
            .current_dir(path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_micros(chance.below(12_000) as u64));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let last = ask(path, &["run", "small.toml", "--resume", "--threads", "2", "--json"]);
    assert_eq!(last.code, 0, "{last:?}");
    let lines: Vec<Value> =
        last.out.lines().map(|line| serde_json::from_str(line).expect("lines of JSON")).collect();
    assert_eq!(lines[0]["event"], json!("started"));
    let n_known = lines[0]["known"].as_u64().expect("a number");
    let finished = lines.last().expect("a last line");
    assert_eq!(finished["event"], json!("finished"));
    let name = finished["run"].as_str().expect("a name");
    assert_eq!(facts(path, name), expected);
    // A run may have been finished before it was killed; but none is left behind half done and not resumed.
    let runs = ask(path, &["runs", "--json"]);
    let runs: Value = serde_json::from_str(&runs.out).expect("JSON");
    let n_runs = runs.as_array().map_or(0, Vec::len);
    assert!(n_known > 0 || n_runs > 2, "nothing was kept of what was killed: {runs}");
    for run in runs.as_array().expect("a list") {
        assert_eq!((&run["status"], &run["games"]), (&json!("finished"), &json!(180)), "{runs}");
    }
}

#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = folder();
    let path = folder.path();
    let slow = EXPERIMENT.replace("playouts=50", "playouts=5000").replace("games = 60", "games = 600");
    fs::write(path.join("slow one.toml"), slow).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["run", "slow one.toml", "--store", "other.db"])
        .current_dir(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(400));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(told.contains("zermelo run 'slow one.toml' --resume --store other.db"), "{told}");
    let shown = ask(path, &["show", "last", "--store", "other.db"]);
    assert!(shown.out.contains("games so far; `zermelo run FILE --resume` goes on with it"), "{shown:?}");
}

#[test]
fn runs_can_be_looked_at() {
    let folder = folder();
    let path = folder.path();
    let none = ask(path, &["runs"]);
    assert_eq!(none.code, 2, "{none:?}");
    assert!(none.err.contains("zermelo.db"), "{none:?}");
    assert_eq!(ask(path, &["run", "small.toml", "--strict"]).code, 0);
    let shown = ask(path, &["show", "last"]).out;
    for told in ["Small (connect4, small-1)", "  1  ", "trees", "180 games", "Endings: "] {
        assert!(shown.contains(told), "`{told}` is not in:\n{shown}");
    }
    let games = ask(path, &["games-of", "small", "--from", "10", "--count", "3"]).out;
    assert_eq!(games.lines().count(), 6, "{games}");
    let csv = ask(path, &["export", "1", "--format", "csv"]).out;
    assert_eq!(csv.lines().count(), 181, "{csv}");
    assert!(csv.starts_with("game,round,first,second,opening,outcome"));
    // The moves can be played: opening and moves lead to the end that is told.
    let lines = ask(path, &["export", "last"]).out;
    for line in lines.lines().step_by(17) {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let moves: Vec<&str> =
            game["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        let moves = format!("{} {}", game["opening"].as_str().expect("text"), moves.join(" "));
        let replayed = ask(path, &["replay", "connect4", "--moves", &moves, "--json"]);
        let replayed: Value = serde_json::from_str(&replayed.out).expect("JSON");
        assert_eq!(
            (&replayed["outcome"], &replayed["reason"]),
            (&game["outcome"], &game["reason"]),
            "{line}"
        );
    }
    let unknown = ask(path, &["show", "large"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("small-1"), "{unknown:?}");
}

#[test]
fn what_is_wrong_is_told_before_anything_is_kept() {
    let folder = folder();
    let path = folder.path();
    for (file, text, told) in [
        ("kind.toml", "title = \"x\"", "begins with its kind"),
        ("other.toml", "kind = \"turnament\"", "there is `tournament`"),
        ("broken.toml", "kind = ", "broken.toml"),
        ("agent.toml", &EXPERIMENT.replace("depth=2", "dept=2"), "did you mean `depth`?"),
        ("game.toml", &EXPERIMENT.replace("\"connect4\"", "\"conect4\""), "connect4"),
        ("opening.toml", &format!("{EXPERIMENT}[openings]\nlist = [\"8\"]\n"), "move 1"),
    ] {
        fs::write(path.join(file), text).expect("a file");
        let ran = ask(path, &["run", file]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(told), "{ran:?}");
    }
    assert_eq!(ask(path, &["run", "missing.toml"]).code, 2);
    assert!(!path.join("zermelo.db").exists() || ask(path, &["runs"]).out.contains("no runs yet"));
    fs::write(path.join("notes.txt"), "not a store").expect("a file");
    let foreign = ask(path, &["run", "small.toml", "--store", "notes.txt"]);
    assert_eq!(foreign.code, 2, "{foreign:?}");
    assert_eq!(fs::read_to_string(path.join("notes.txt")).expect("still there"), "not a store");
}
