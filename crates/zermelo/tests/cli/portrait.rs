//! `zermelo study-game`: a portrait of a small game, for people and for machines.

use serde_json::Value;

use crate::run::{refusal, zermelo_in};

#[test]
fn a_small_game_is_studied() {
    let folder = tempfile::tempdir().expect("a folder");
    let ask = |arguments: &[&str]| zermelo_in(folder.path(), arguments, "", &[]);
    let ran = ask(&["study-game", "hexapawn", "--quick", "--threads", "2"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    for expected in [
        "- Solved: the second player (black) wins with perfect play.",
        "first's score",
        "share of plies played when the game is decided, mean",
        "Elo lost without it",
        "copies by half turn, colours exchanged",
        "Occupancy of cells",
        "stored as hexapawn-portrait-quick-1 in zermelo.db",
    ] {
        assert!(ran.out.contains(expected), "`{expected}` in\n{}", ran.out);
    }
    assert!(ran.out.lines().all(|line| line.chars().count() <= 110), "{}", ran.out);
    // It fits narrow terminals.
    for width in [60, 80] {
        let shown = zermelo_in(folder.path(), &["show", "last"], "", &[("COLUMNS", &width.to_string())]);
        assert!(shown.out.lines().all(|line| line.chars().count() <= width), "{width}:\n{}", shown.out);
    }
    // It is a run like any other.
    let shown = ask(&["show", "last", "--json"]);
    let shown: Value = serde_json::from_str(&shown.out).unwrap_or_else(|error| panic!("{error}: {shown:?}"));
    assert_eq!((&shown["exact"]["result"], &shown["status"]), (&"second".into(), &"finished".into()));
    assert!(shown["sentences"].as_array().is_some_and(|sentences| sentences.len() > 5), "{shown}");
    // Another seed, other games; the same seed, the same.
    let again = |seed: &str| {
        let ran = ask(&["study-game", "hexapawn", "--quick", "--threads", "1", "--seed", seed, "--json"]);
        let json: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
        (json["levels"].clone(), json["ladder"].clone())
    };
    assert_eq!(again("1"), (shown["levels"].clone(), shown["ladder"].clone()));
    assert_ne!(again("2").0, shown["levels"]);
}

#[test]
fn games_that_do_not_exist_are_told() {
    let (kind, message) = refusal(&["study-game", "hexapwn"]);
    assert_eq!(kind, "unknown-game");
    assert!(message.contains("did you mean `hexapawn`?"), "{message}");
}
