//! `zermelo match --sprt` from outside: decided, interrupted, resumed, and the same as a file.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::run::{Ran, zermelo_in};

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[("COLUMNS", "80")])
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let ran = ask(folder, &[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{arguments:?}: {ran:#?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:#?}"))
}

const MATCH: [&str; 6] =
    ["match", "connect4", "alphabeta(depth=3)", "alphabeta(depth=1)", "--sprt", "elo0=0,elo1=30"];

/// What is told of a test: the same in all answers.
const KEYS: [&str; 14] = [
    "llr", "lower", "upper", "verdict", "elo0", "elo1", "pairs", "n_pairs", "wins", "draws", "losses", "elo",
    "elo_low", "elo_high",
];

#[test]
fn a_test_decides_and_is_stored() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let answer = json(path, &MATCH);
    assert_eq!(
        (answer["run"].as_str(), answer["verdict"].as_str()),
        (Some("sprt-connect4-1"), Some("upper"))
    );
    let number = |key: &str| answer[key].as_f64().unwrap_or_else(|| panic!("{key} in {answer}"));
    assert!(number("llr") >= number("upper") && number("lower") < 0.0, "{answer}");
    let pairs: Vec<u64> =
        answer["pairs"].as_array().expect("counts").iter().filter_map(Value::as_u64).collect();
    assert_eq!(pairs.len(), 5);
    assert_eq!(pairs.iter().sum::<u64>() as f64, number("n_pairs"));
    let games = number("wins") + number("draws") + number("losses");
    assert_eq!(games, 2.0 * number("n_pairs"), "{answer}");
    let points = pairs.iter().zip(0_u64..).map(|(count, halves)| count * halves).sum::<u64>() as f64 / 2.0;
    assert_eq!(points, number("wins") + 0.5 * number("draws"), "pairs and games are the same: {answer}");
    assert!(number("elo_low") < number("elo") && number("elo") < number("elo_high"), "{answer}");
    assert_eq!(answer["elo_interval"], "anytime");
    // It is a run like any other, and says the same when it is shown.
    let shown = json(path, &["show", "last"]);
    for key in KEYS {
        assert_eq!(shown[key], answer[key], "{key}");
    }
    let text = ask(path, &["show", "last"]).out;
    for part in ["H1 accepted", "LLR ", "LL ", "WW ", "anytime interval", "biased", "A won"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains('±') && !text.contains("significant"), "one interval and one verdict: {text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert_eq!(ask(path, &["report", "last"]).code, 0);
}

#[test]
fn the_other_hypothesis_and_no_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let swapped =
        ["match", "connect4", "alphabeta(depth=1)", "alphabeta(depth=3)", "--sprt", "elo0=0,elo1=30"];
    let lower = ask(path, &swapped);
    assert_eq!(lower.code, 0, "{lower:#?}");
    assert!(lower.out.contains("H0 accepted, 0 Elo (A - B) explains the results"), "{}", lower.out);
    assert!(lower.out.contains("  zermelo show sprt-connect4-1\n"), "{}", lower.out);
    assert!(lower.out.contains("  zermelo report sprt-connect4-1\n"), "{}", lower.out);
    let short =
        [&swapped[..5], &["elo0=0,elo1=2,alpha=0.01,beta=0.01,model=normalized", "--games", "20"]].concat();
    let open = ask(path, &short);
    assert_eq!(open.code, 0, "{open:#?}");
    assert!(open.out.contains("Undecided") && open.out.contains("normalised Elo"), "{}", open.out);
    let open = json(path, &["show", "last"]);
    assert_eq!((&open["verdict"], &open["games"]), (&"open".into(), &20.into()), "{open}");
}

/// The same games as `zermelo run` plays with an equivalent file, on any number of threads.
#[test]
fn a_file_gives_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let options =
        ["--seed", "7", "--opening-plies", "3", "--keep-decided", "--threads", "3", "--games", "200"];
    assert_eq!(ask(path, &[&MATCH[..], &options].concat()).code, 0);
    let file = r#"
kind = "tournament"
title = "The same"
game = "connect4"
agents = [{ name = "A", agent = "alphabeta(depth=3)" }, { name = "B", agent = "alphabeta(depth=1)" }]
schedule = { kind = "sprt", elo0 = 0, elo1 = 30, most-games = 200 }
openings = { plies = 3, keep-decided = true }
"#;
    fs::write(path.join("same.toml"), file).expect("a file");
    assert_eq!(ask(path, &["run", "same.toml", "--seed", "7", "--threads", "1"]).code, 0);
    let [one, other] = ["1", "2"].map(|run| ask(path, &["export", run]).out);
    assert!(one.lines().count() > 10 && one == other, "{one}\n{other}");
    let [one, other] = ["1", "2"].map(|run| json(path, &["show", run]));
    for key in KEYS {
        assert_eq!(one[key], other[key], "{key}");
    }
}

#[test]
fn an_interrupted_test_is_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let arguments = [
        "match",
        "connect4",
        "mcts(playouts=1000)",
        "mcts(playouts=950)",
        "--sprt",
        "elo0=0,elo1=3",
        "--games",
        "400",
        "--seed",
        "3",
        "--store",
        "other.db",
    ];
    let child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(arguments)
        .current_dir(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It is interrupted as soon as there are games to keep, however fast the machine is.
    let has_games = || {
        let ran = ask(path, &["runs", "--store", "other.db", "--json"]);
        let runs: Value = serde_json::from_str(&ran.out).unwrap_or_default();
        runs[0]["done"].as_u64().is_some_and(|done| done > 0)
    };
    let begun = Instant::now();
    while !has_games() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{told}");
    let command = "zermelo match connect4 'mcts(playouts=1000)' 'mcts(playouts=950)' --sprt elo0=0,elo1=3 --games 400 --resume \
                   --store other.db --seed 3";
    assert!(told.contains(command), "{told}");
    // What the command says, as a shell would take it.
    assert_eq!(ask(path, &[&arguments[..], &["--resume", "--threads", "2"]].concat()).code, 0);
    let runs = json(path, &["runs", "--store", "other.db"]);
    assert_eq!(runs.as_array().map(Vec::len), Some(1), "{runs}");
    assert_eq!(runs[0]["status"], "finished", "{runs}");
    // The same as without an interruption.
    assert_eq!(ask(path, &[&arguments[..10], &["--store", "whole.db", "--threads", "1"]].concat()).code, 0);
    let [one, other] =
        ["other.db", "whole.db"].map(|store| ask(path, &["export", "1", "--store", store]).out);
    assert!(!one.is_empty() && one == other);
}

#[test]
fn mistakes_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, problem) in [
        (&["--sprt", "elo0=0,elo2=5"][..], "there is no key `elo2`"),
        (&["--sprt", "elo0=0"], "`elo1` is missing"),
        (&["--sprt", "elo0=5,elo1=0"], "greater than elo0"),
        (&["--sprt", "elo0=0,elo1=5", "--games", "3"], "even number"),
        (&["--resume"], "--sprt"),
    ] {
        let ran = ask(folder.path(), &[&["match", "connect4", "random", "random"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:#?}");
        let told: String = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(problem), "{told}");
    }
    assert!(!folder.path().join("zermelo.db").exists(), "nothing was stored");
}

/// The example works as it is, and its commented engines are agents.
#[test]
fn the_example_file_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(root.join("experiments/engine-sprt.toml")).expect("the example");
    assert!(text.contains("# ") && text.contains("ugi("), "it shows how engines are named");
    // Fewer games and no work: the test looks at the file, not at the agents.
    let quick = text.replace("nodes=2000", "depth=4").replace("nodes=1000", "depth=1");
    assert_ne!(quick, text);
    fs::write(folder.path().join("engine-sprt.toml"), quick).expect("a file");
    let ran = ask(folder.path(), &["run", "engine-sprt.toml"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    assert!(ran.out.contains("H1 accepted"), "{}", ran.out);
}

/// Engines play in tests like all agents.
#[test]
fn engines_are_tested() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = format!("ugi({} engine tictactoe --agent random, nodes=1)", env!("CARGO_BIN_EXE_zermelo"));
    let arguments = ["match", "tictactoe", "alphabeta(depth=3)", &engine, "--sprt", "elo0=0,elo1=100"];
    let answer = json(folder.path(), &arguments);
    assert_eq!(
        (&answer["verdict"], &answer["standings"][1]["quits"]),
        (&"upper".into(), &serde_json::json!({})),
        "{answer}"
    );
}
