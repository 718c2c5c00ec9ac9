//! `zermelo solve`: exact values, and "unknown" where the limit does not suffice.

use serde_json::json;

use crate::run::{json, refusal, zermelo};

#[test]
fn values_distances_and_lines() {
    let draw = json(&["solve", "tictactoe"]);
    assert_eq!((&draw["value"], &draw["plies"]), (&json!("draw"), &json!(null)));
    assert_eq!(draw["best"].as_array().map(Vec::len), Some(9), "{draw}");
    let win = json(&["solve", "milestone:side=2"]);
    assert_eq!((&win["value"], &win["plies"], &win["to_move"]), (&json!("win"), &json!(5), &json!("first")));
    assert_eq!(win["best"].as_array().map(Vec::len), Some(5), "{win}");
    let loss = json(&["solve", "milestone:side=2", "--moves", "2-3"]);
    assert_eq!((&loss["value"], &loss["plies"]), (&json!("loss"), &json!(4)));
    let over = json(&["solve", "tictactoe", "--moves", "b2 a1 c1 a3 a2 b1 c2"]);
    assert_eq!(over["value"].as_str().map(str::len), Some(4), "{over}");
    for method in ["proof", "alphabeta", "plain"] {
        assert_eq!(json(&["solve", "isolation:4x4", "--method", method])["value"], json!("loss"), "{method}");
    }
    let text = zermelo(&["solve", "milestone:side=2"]);
    assert!(text.out.starts_with("black wins in 5 plies\n"), "{text:?}");
}

#[test]
fn unknown_is_an_answer() {
    let open = json(&["solve", "milestone", "--nodes", "500"]);
    assert_eq!((&open["value"], &open["best"]), (&json!("unknown"), &json!([])));
    let text = zermelo(&["solve", "milestone", "--nodes", "500"]);
    assert!(text.out.starts_with("not solved within 60 s and 500 nodes"), "{text:?}");
}

#[test]
fn openings_are_listed() {
    let all = json(&["solve", "isolation:3x3", "--openings", "2", "--distance", "off"]);
    // Same colour 20 / 12, opposite colour 4 / 36; the eight with a token in the middle end the game at once.
    assert_eq!((&all["wins"], &all["losses"], &all["unknown"]), (&json!(24), &json!(40), &json!(0)));
    assert_eq!(all["openings"].as_array().map(Vec::len), Some(64));
    assert_eq!(all["openings"][0]["moves"], json!(["a1", "b1"]));
}

#[test]
fn bad_limits_are_refused() {
    assert!(refusal(&["solve", "tictactoe", "--time", "soon"]).1.contains("500ms"));
    assert_eq!(refusal(&["solve", "tictactoe", "--moves", "z9"]).0, "illegal-move");
    assert_eq!(refusal(&["solve", "nothing"]).0, "unknown-game");
}
