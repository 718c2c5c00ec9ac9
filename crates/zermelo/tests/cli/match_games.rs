//! `zermelo match` and `zermelo bench` from outside.

use serde_json::{Value, json};

use crate::run::{json, refusal, zermelo};

/// A match's answer without what the clock says.
fn untimed(arguments: &[&str]) -> Value {
    let mut answer = json(&[&["match"], arguments].concat());
    for key in ["seconds", "games_per_second"] {
        assert!(answer[key].take().as_f64().is_some_and(|number| number > 0.0), "{key}");
    }
    for agent in 0..2 {
        answer["agents"][agent]["seconds_per_move"].take();
    }
    answer
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().filter_map(Value::as_u64).collect()
}

#[test]
fn a_match_tells_all_about_itself() {
    let answer = untimed(&[
        "connect4",
        "alphabeta(depth=3)",
        "random",
        "--games",
        "40",
        "--seed",
        "5",
        "--opening-plies",
        "3",
    ]);
    assert_eq!(answer["game"], "connect4");
    assert_eq!(
        (&answer["seed"], &answer["opening_plies"], &answer["games"]),
        (&json!(5), &json!(3), &json!(40))
    );
    assert_eq!(answer["agents"][0]["agent"], "alphabeta(depth=3)");
    let count = |key: &str| answer[key].as_u64().unwrap_or_else(|| panic!("{key} in {answer}"));
    assert_eq!(count("wins") + count("draws") + count("losses"), 40);
    let pairs = numbers(&answer["pairs"]);
    assert_eq!((pairs.len(), pairs.iter().sum::<u64>()), (5, 20));
    assert!(count("wins") > 30, "a search beats chance: {answer}");
    assert_eq!(answer["elo_interval"], "score", "nearly everything was won: {answer}");
    let number = |key: &str| answer[key].as_f64().unwrap_or_else(|| panic!("{key} in {answer}"));
    assert!(number("elo_low") < number("elo") && number("elo") < number("elo_high"), "{answer}");
    assert!(number("elo_low") > 0.0 && number("los") > 0.99 && number("nelo") > 0.0, "{answer}");
    assert!((number("score") - (2 * count("wins") + count("draws")) as f64 / 80.0).abs() < 1e-12);
    assert!(number("plies_per_game") > 7.0 && count("distinct_games") > 30, "{answer}");
    assert_eq!(count("first_player_wins") + count("second_player_wins"), count("wins") + count("losses"));
    assert!(answer["agents"][0]["nodes_per_move"].as_f64() > answer["agents"][1]["nodes_per_move"].as_f64());
}

#[test]
fn decided_openings_are_left_out_and_told() {
    let arguments = ["simplexity", "random", "random", "--games", "60"];
    let answer = untimed(&arguments);
    let left_out = answer["openings_left_out"].as_u64().expect("a number");
    assert!((3..=20).contains(&left_out) && answer["openings_decided"] == json!(0), "{answer}");
    let told = zermelo(&[&["match"], &arguments[..]].concat()).out;
    let line = format!("openings  {left_out} left out because one side wins within 7 plies\n");
    assert!(told.contains(&line), "{told}");
    let all = untimed(&[&arguments[..], &["--keep-decided"]].concat());
    assert!(all["openings_left_out"].is_null() && all["openings_decided"].is_null(), "{all}");
    // Everything is decided in Hexapawn: it is played all the same.
    let told = zermelo(&["match", "hexapawn", "random", "random", "--games", "20"]).out;
    assert!(told.contains(" such openings played"), "{told}");
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let ask = |seed: &str, threads: &str| {
        untimed(&[
            "milestone:side=3",
            "alphabeta(nodes=300)",
            "random",
            "-g",
            "30",
            "--seed",
            seed,
            "--threads",
            threads,
        ])
    };
    let one = ask("1", "1");
    assert_eq!(one, ask("1", "2"));
    assert_eq!(one, ask("1", "5"));
    assert_ne!(one, ask("2", "2"));
}

#[test]
fn the_other_agent_sees_it_mirrored() {
    let ask = |a: &str, b: &str| untimed(&["connect4", a, b, "--games", "60"]);
    let (here, there) = (ask("minimax(depth=2)", "random"), ask("random", "minimax(depth=2)"));
    assert_eq!((&here["wins"], &here["draws"]), (&there["losses"], &there["draws"]));
    let mut pairs = numbers(&there["pairs"]);
    pairs.reverse();
    assert_eq!(numbers(&here["pairs"]), pairs);
    let number = |value: &Value| value.as_f64().expect("a number");
    assert!((number(&here["elo_low"]) + number(&there["elo_high"])).abs() < 1e-6);
}

#[test]
fn the_verdict_is_in_plain_words() {
    let told = |arguments: &[&str]| {
        let ran = zermelo(&[&["match"], arguments].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:#?}");
        ran.out
    };
    let won = told(&["connect4", "alphabeta(depth=4)", "random", "--games", "40"]);
    assert!(won.contains("A is significantly stronger"), "{won}");
    let lost = told(&["connect4", "random", "alphabeta(depth=4)", "--games", "40"]);
    assert!(lost.contains("B is significantly stronger"), "{lost}");
    let even = told(&["connect4", "random", "random", "--games", "20"]);
    assert!(even.contains("No significant difference in 20 games"), "{even}");
    let repeated =
        told(&["connect4", "minimax(depth=2)", "minimax(depth=1)", "--games", "20", "--opening-plies", "0"]);
    assert!(repeated.contains("Distinct pairs: 1 of 10."), "{repeated}");
    assert!(repeated.contains("No significant difference"), "{repeated}");
}

#[test]
fn wrong_matches_are_refused() {
    for (arguments, kind, told) in [
        (&["chequers", "random", "random"][..], "unknown-game", "there is no game"),
        (&["connect4", "random", "alphazero"], "unknown-agent", "did you mean `alphabeta`"),
        (&["connect4", "human", "random"], "unknown-agent", "zermelo play"),
        (&["connect4", "random", "minimax(eval=nothing)"], "bad-evaluator", "no evaluator"),
        (&["connect4", "random", "random", "--games", "5"], "usage", "even number such as 6"),
        (&["connect4", "random", "random", "--games", "0"], "usage", "--games"),
        (&["connect4", "random", "random", "--games", "many"], "usage", "--games"),
        (&["connect4", "random", "random", "--threads", "0"], "usage", "--threads"),
        (&["connect4", "random"], "usage", "OPPONENT"),
        (&["tictactoe", "random", "random", "--opening-plies", "9"], "no-opening", "fewer opening plies"),
    ] {
        let (got_kind, message) = refusal(&[&["match"], arguments].concat());
        assert_eq!(got_kind, kind, "{arguments:?}: {message}");
        assert!(message.contains(told), "{arguments:?}: expected `{told}` in: {message}");
    }
    assert_eq!(refusal(&["bench", "chequers"]).0, "unknown-game");
}

#[test]
fn bench_counts_the_same_every_time() {
    let ask = || {
        let mut answer = json(&["bench", "hexapawn"]);
        for agent in answer["agents"].as_array_mut().expect("a list") {
            assert!(agent["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{agent}");
            assert!(agent["seconds"].take().is_number() && agent["nodes_per_second"].take().is_number());
        }
        answer
    };
    let answer = ask();
    assert_eq!(answer["game"], "hexapawn");
    assert_eq!(answer["signature"].as_str().map(str::len), Some(8));
    assert_eq!(answer, ask());
    let text = zermelo(&["bench", "hexapawn"]).out;
    assert!(text.contains(answer["signature"].as_str().expect("a signature")), "{text}");
}

/// A process with another session, no parent and no environment is a child of ours in the end, and ended with the match.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_leaves_no_orphan_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let pids = folder.path().join("pids");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/engines/bad.py");
    let engine = format!("ugi(python3 '{script}' naked-daemon '{}', nodes=1)", pids.display());
    let played = zermelo(&["match", "connect4", &engine, "random", "--games", "2"]);
    assert_eq!(played.code, 0, "{played:?}");
    let text = std::fs::read_to_string(&pids).expect("the engine has written its number");
    let pid = text.split_whitespace().next().expect("a number");
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    assert!(stat.is_empty() || stat.contains(") Z "), "still running: {stat}");
}
