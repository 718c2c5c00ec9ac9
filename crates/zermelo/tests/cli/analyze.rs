//! `zermelo analyze`: several lines, and an evaluation taken apart.

use std::path::Path;

use serde_json::{Value, json};

use crate::run::{json, refusal, zermelo, zermelo_in};

/// What each term contributes, by name; every one of them must be there.
fn contributions(analysis: &Value) -> Vec<(String, f64)> {
    let terms = analysis["evaluation"]["features"].as_array().expect("a list");
    let name = |term: &Value| term["name"].as_str().expect("a name").to_owned();
    terms.iter().map(|term| (name(term), term["contribution"].as_f64().expect("a number"))).collect()
}

#[test]
fn the_best_lines_come_first() {
    // Gardner's Hexapawn: every first move loses, the middle one last; in the order of the rules it is not the first.
    let answer = json(&["analyze", "hexapawn", "--agent", "alphabeta(depth=20)"]);
    assert_eq!((&answer["position"], &answer["to_move"]), (&json!("bbb/.../www w"), &json!("first")));
    assert_eq!(answer["value"], json!("loss"));
    let lines = answer["lines"].as_array().expect("a list");
    let told: Vec<Value> =
        lines.iter().map(|line| json!([line["move"], line["value"], line["plies"]])).collect();
    assert_eq!(told, [json!(["b1-b2", "loss", 6]), json!(["a1-a2", "loss", 4]), json!(["c1-c2", "loss", 4])]);
    for line in lines {
        assert_eq!(line["pv"][0], line["move"], "{line}");
        // A line that is decided is followed only to its end.
        assert_eq!(line["depth"], line["plies"], "{line}");
    }
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes > 3), "{answer}");
    assert!(answer["seconds"].is_number(), "{answer}");
    // The first line is what the agent would play, and is worth the same.
    let best = json(&["bestmove", "connect4", "--moves", "4 4 3", "--agent", "alphabeta(depth=8)"]);
    let answer =
        json(&["analyze", "connect4", "--moves", "4 4 3", "--agent", "alphabeta(depth=8)", "--lines", "99"]);
    assert_eq!((&answer["lines"][0]["move"], &answer["value"]), (&best["move"], &best["value"]));
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(7), "no more lines than moves");
    let two =
        json(&["analyze", "connect4", "--moves", "4 4 3", "--agent", "alphabeta(depth=8)", "--lines", "2"]);
    assert_eq!(
        two["lines"].as_array().map(Vec::as_slice),
        answer["lines"].as_array().map(|lines| &lines[..2])
    );
}

#[test]
fn a_draw_is_proved_when_everything_was_seen() {
    for agent in ["alphabeta", "alphabeta(depth=9)", "mcts(playouts=100000)"] {
        let best = json(&["bestmove", "tictactoe", "--agent", agent]);
        assert_eq!((&best["value"], &best["plies"]), (&json!("draw"), &Value::Null), "{agent}: {best}");
        let told = zermelo(&["bestmove", "tictactoe", "--agent", agent]).out;
        assert!(told.contains("drawn with best play"), "{agent}: {told}");
    }
    let answer =
        json(&["analyze", "tictactoe", "--moves", "b2", "--agent", "alphabeta(depth=9)", "--lines", "8"]);
    let values: Vec<&Value> =
        answer["lines"].as_array().into_iter().flatten().map(|line| &line["value"]).collect();
    // In the middle is best; a corner holds the draw, an edge loses.
    assert_eq!(values.iter().filter(|&&value| value == "draw").count(), 4, "{answer}");
    assert_eq!(values.iter().filter(|&&value| value == "loss").count(), 4, "{answer}");
    let shallow = json(&["bestmove", "tictactoe", "--agent", "alphabeta(depth=2)"]);
    assert!(shallow["value"].is_number(), "two plies prove nothing: {shallow}");
}

#[test]
fn contributions_sum_to_the_value() {
    // By hand: white has lost a pawn (10 points), black's has gone one row (1), and white's two protect nothing.
    let moves = "a1-a2 b3xa2";
    let answer = json(&["analyze", "hexapawn", "--moves", moves, "--agent", "alphabeta(depth=2)"]);
    let terms = contributions(&answer);
    assert_eq!(terms[..2], [("material".to_owned(), -10.0), ("advancement".to_owned(), -1.0)], "{answer}");
    assert_eq!(terms.iter().map(|(_, part)| part).sum::<f64>(), -11.0, "{answer}");
    assert_eq!(answer["evaluation"]["value"], json!(-11.0));
    assert_eq!(answer["evaluation"]["features"][0]["value"], json!(-1.0), "the feature itself is one pawn");
    for (game, moves, eval) in [
        ("milestone", "7-11 29-25 4-7 28-21 8-15 33-26", "best-a"),
        ("milestone", "7-11 29-25 4-7 28-21 8-15", "default"),
        ("milestone", "7-11 29-25 4-7 28-21 8-15 33-26", "weights(middle-line-diff=1, centrality=-0.5)"),
        ("simplexity", "1o 4o 5s 3o 4s", "simpai(3)"),
        ("simplexity", "1o 4o 5s 3o", "windows"),
        ("connect4", "4 4 3", "default"),
        ("connect4", "4 4 3", "weights(1, 0.5)"),
        ("gomoku", "h8 g7 h9", "weights(center=2)"),
        ("breakthrough", "b2-b3 c7-c6 a1-b2", "default"),
        ("isolation", "d4 c3", "default"),
        ("isolation", "d4 c3 e6", "weights(own-moves=2, opp-moves=-1)"),
        ("isolation", "d4 c3 e6", "improved"),
    ] {
        let answer = json(&["analyze", game, "--moves", moves, "--eval", eval, "--agent", "random"]);
        let evaluation = &answer["evaluation"];
        assert_eq!(evaluation["evaluator"], eval);
        let asked = json(&["eval", game, "--moves", moves, "--eval", eval]);
        assert_eq!(evaluation["value"], asked["value"], "{game} {eval}");
        let value = evaluation["value"].as_f64().expect("a number");
        assert!(value != 0.0, "{game} {eval}: nothing is no test");
        let sum: f64 = contributions(&answer).iter().map(|(_, part)| part).sum();
        assert!((sum - value).abs() < 1e-9 * value.abs().max(1.0), "{game} {eval}: {sum} for {value}");
    }
    // A quotient is no sum: the features are told, but not what they contribute.
    let answer =
        json(&["analyze", "isolation", "--moves", "d4 c3", "--eval", "ab-custom-2", "--agent", "random"]);
    let first = &answer["evaluation"]["features"][0];
    assert_eq!((&first["value"], &first["contribution"]), (&json!(8.0), &Value::Null));
}

#[test]
fn the_evaluator_is_the_agents_own_unless_another_is_named() {
    let ask = |more: &[&str]| json(&[&["analyze", "isolation:5x5", "--moves", "c3 d3"], more].concat());
    let named = ask(&["--agent", "alphabeta(depth=3, eval=cs0(r=1/8))"]);
    assert_eq!(named["evaluation"]["evaluator"], "cs0(r=1/8)");
    assert_eq!(ask(&["--agent", "alphabeta(depth=3)"])["evaluation"]["evaluator"], "default");
    let other = ask(&["--agent", "alphabeta(depth=3, eval=open)", "--eval", "improved"]);
    assert_eq!(other["evaluation"]["evaluator"], "improved");
    assert_eq!(other["value"], ask(&["--agent", "alphabeta(depth=3, eval=open)"])["value"]);
    // Whoever is asked with an evaluator that sees nothing, and no agent, searches by it.
    let blind = ask(&["--eval", "null", "--lines", "1"]);
    assert!(blind["value"] == json!(0.0) || blind["value"].is_string(), "{blind}");
}

#[test]
fn people_get_a_table_that_fits() {
    let arguments = ["analyze", "milestone", "--moves", "7-11 29-25 4-7 28-21 8-15 33-26"];
    let arguments = [&arguments[..], &["--agent", "alphabeta(depth=5)", "--eval", "best-a"]].concat();
    let ran = zermelo_in(Path::new("."), &arguments, "", &[("COLUMNS", "80")]);
    for told in [
        "b 11",
        "black to move, 18 moves.",
        " 1. ",
        " 3. ",
        "Searched 5 plies deep",
        "Static evaluation by best-a: -354.880 for black.",
        "contribution",
        "straight-lines-middle-prox               -9        -210.700",
        "sum                                                -354.880",
        "0: piece-diff, impt-pieces",
    ] {
        assert!(ran.out.contains(told), "`{told}` is not in:\n{}", ran.out);
    }
    let longest = ran.out.lines().map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest <= 80), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}') && !ran.out.lines().any(|line| line.ends_with(' ')), "{}", ran.out);
    let won =
        zermelo(&["analyze", "connect4", "--moves", "4 1 5 1 3 1", "--agent", "alphabeta(depth=5)"]).out;
    assert!(won.contains(" 1.   X wins in 1 ply  "), "{won}");
    // The other moves are looked at as deep as was asked for, although the best one needs only a ply.
    assert!(won.contains("X wins in 3 plies  "), "{won}");
}

#[test]
fn agents_with_one_line_say_so() {
    for (agent, told) in [
        ("minimax(depth=2)", "minimax gives only one line"),
        ("alphabeta(depth=3, quirk=resign)", "alphabeta without quirks gives several"),
    ] {
        let arguments = ["analyze", "connect4", "--agent", agent];
        assert_eq!(json(&arguments)["lines"].as_array().map(Vec::len), Some(1), "{agent}");
        let out = zermelo(&arguments).out;
        assert!(out.contains(told), "{out}");
        let one = zermelo(&[&arguments[..], &["--lines", "1"]].concat()).out;
        assert!(!one.contains(told), "who asks for one line gets what was asked for: {one}");
    }
}

#[test]
fn what_cannot_be_analyzed_is_told() {
    for (arguments, kind, told) in [
        (&["analyze", "tictactoe", "--moves", "b2 a1 b1 a2 b3"][..], "game-over", "X wins"),
        (&["analyze", "milestone", "--eval", "bst-a"], "bad-evaluator", "did you mean `best-a`"),
        (
            &["analyze", "milestone", "--agent", "alphabeta(depth=2)", "--eval", "x"],
            "bad-evaluator",
            "there are",
        ),
        (&["analyze", "milestone", "--agent", "alphazero"], "unknown-agent", "did you mean `alphabeta`"),
        (&["analyze", "milestone", "--lines", "0"], "usage", "--lines"),
    ] {
        let (got_kind, message) = refusal(arguments);
        assert_eq!(got_kind, kind, "{arguments:?}: {message}");
        assert!(message.contains(told), "{arguments:?}: expected `{told}` in: {message}");
    }
}
