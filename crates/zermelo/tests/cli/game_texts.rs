//! Games written as text, from a new file to a study of it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{Ran, zermelo_in};

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[])
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let ran = ask(folder, &[arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{ran:#?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:#?}"))
}

#[test]
fn a_new_file_is_a_game_that_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let new = ask(folder, &["new", "last-night"]);
    assert_eq!(new.code, 0, "{new:#?}");
    assert!(new.out.contains("zermelo check last-night.game"), "{}", new.out);
    // What is there is not overwritten.
    let again = ask(folder, &["new", "last-night"]);
    assert_eq!((again.code, again.err.contains("exists already")), (2, true), "{again:#?}");

    let checked = ask(folder, &["check", "last-night.game"]);
    assert_eq!(checked.code, 0, "{checked:#?}");
    for expected in [
        "last-night.game: \"Last Night\", 6x6 squares, 2 x 12 pieces",
        "In words: White and Black play on a board of 6x6 squares.",
        "Ends after at most 108 plies. Draws: impossible.",
        "Moves: 16, 256, 4,308, 71,478, 1,248,290 (perft 1-5).",
        "1,000 random games: white (who moves first) wins",
        "Parameter: size=6, from 4 to 10.",
        "line 27 `win opponent has no pieces`",
        "Play it: zermelo play last-night.game",
    ] {
        assert!(checked.out.contains(expected), "`{expected}` in\n{}", checked.out);
    }
    let facts = json(folder, &["check", "last-night.game:size=4"]);
    assert_eq!((&facts["board"], &facts["perft"][0]), (&"4x4 squares, 2 x 8 pieces".into(), &6.into()));

    // It is a game like any other.
    assert_eq!(json(folder, &["perft", "last-night.game", "--depth", "3"])["counts"][2], 4308);
    let choice = json(folder, &["bestmove", "last-night.game", "--agent", "alphabeta(nodes=500)"]);
    assert!(choice["move"].is_string(), "{choice}");
    assert_eq!(json(folder, &["solve", "last-night.game:size=4"])["value"], "loss");
    let match_ = json(folder, &["match", "last-night.game", "mcts(playouts=50)", "random", "--games", "10"]);
    assert_eq!(match_["games"], 10, "{match_}");
    let drawn = ask(folder, &["draw", "last-night.game", "-o", "board.svg"]);
    assert_eq!(drawn.code, 0, "{drawn:#?}");
    let played =
        zermelo_in(folder, &["play", "last-night.game:size=4", "--second", "random"], "moves\nquit\n", &[]);
    assert!(played.out.contains("a2xb3 b2xa3"), "{played:#?}");
    let engine = zermelo_in(folder, &["engine", "last-night.game", "--agent", "random"], "ugi\nquit\n", &[]);
    assert!(engine.out.contains("ugiok"), "{engine:#?}");
}

#[test]
fn mistakes_are_shown_with_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    ask(folder, &["new", "slip", "--like", "hex"]);
    let path = folder.join("slip.game");
    let text = fs::read_to_string(&path).expect("a file").replace("connect top", "conect top");
    fs::write(&path, text).expect("a file");
    for (command, code) in
        [(vec!["check", "slip.game"], 1), (vec!["play", "slip.game"], 2), (vec!["moves", "slip.game"], 2)]
    {
        let ran = ask(folder, &command);
        let told = if code == 1 { &ran.out } else { &ran.err };
        assert_eq!(ran.code, code, "{ran:#?}");
        assert!(
            told.contains("slip.game:8:10: unknown condition `conect`; did you mean `connect`?"),
            "{told}"
        );
        assert!(told.contains("    8 | win red  conect top and bottom\n      |          ^^^^^^"), "{told}");
    }
    let ran = ask(folder, &["check", "slip.game", "--json"]);
    let problems: Value = serde_json::from_str(&ran.out).expect("a document");
    assert_eq!((ran.code, &problems["problems"][0]["nearest"]), (1, &"connect".into()));
    let (kind, ran) = ("unknown-game", ask(folder, &["check", "connect4", "--json"]));
    assert_eq!((ran.code, ran.out.contains(kind)), (2, true), "{ran:#?}");
}

/// The run keeps the text: a file that changes, or is gone, changes nothing that was played.
#[test]
fn a_run_keeps_the_text_of_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join("games")).expect("a folder");
    fs::create_dir(folder.join("files")).expect("a folder");
    ask(folder, &["new", "files/night", "--like", "knightthrough"]);
    fs::write(
        folder.join("files/two.toml"),
        "kind = \"tournament\"\ntitle = \"Two\"\ngame = \"night.game\"\n\
         schedule = { kind = \"round-robin\", games = 6 }\n\
         agents = [{ name = \"a\", agent = \"alphabeta(nodes=50)\" }, { name = \"b\", agent = \"random\" }]\n",
    )
    .expect("a file");
    let ran = ask(folder, &["run", "files/two.toml"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    let before = ask(folder, &["games-of", "last"]);
    fs::remove_file(folder.join("files/night.game")).expect("a file to remove");
    let after = ask(folder, &["games-of", "last"]);
    assert_eq!((after.code, &after.out), (0, &before.out), "{after:#?}");
    assert_eq!(ask(folder, &["report", "last", "-o", "report"]).code, 0);
    let exported = ask(folder, &["export", "last", "--what", "positions", "--format", "csv"]);
    assert_eq!(exported.code, 0, "{exported:#?}");
    // The experiment cannot be begun again: its file is gone, and that is said.
    let again = ask(folder, &["run", "files/two.toml"]);
    assert_eq!((again.code, again.err.contains("night.game")), (2, true), "{again:#?}");
    // A changed game is another one: what is unfinished is not continued with other rules.
    ask(folder, &["new", "games/night", "--like", "knightthrough"]);
    let studied = ask(folder, &["study-game", "night", "--quick", "--threads", "2"]);
    assert_eq!(studied.code, 0, "{studied:#?}");
    assert!(studied.out.starts_with("A study of Night (night~"), "{}", studied.out);
    assert_eq!(ask(folder, &["show", "last"]).code, 0);
}

#[test]
fn what_was_begun_with_a_file_is_repeated_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let text = "game Small Race\nsize 3, from 3 to 4\nplayers white, black\nboard size x size squares\nstart pawn on near \
                row\npiece pawn\n  step forward to empty\n  step forward-diagonal to enemy\nwin reach far row\nwin \
                opponent cannot move\n";
    fs::write(folder.join("b.game"), text).expect("a file");
    let studied = ask(folder, &["study-game", "b.game:size=4", "--quick", "--threads", "2"]);
    assert_eq!(studied.code, 0, "{studied:#?}");
    assert_eq!(ask(folder, &["report", "last", "-o", "study"]).code, 0);
    let page = fs::read_to_string(folder.join("study/index.html")).expect("a page");
    assert!(page.contains("zermelo study-game b.game:size=4 --quick"), "{page}");
    let compared =
        ask(folder, &["compare-variants", "b.game", "--size", "3..4", "--quick", "--threads", "2"]);
    assert_eq!(compared.code, 0, "{compared:#?}");
    assert_eq!(ask(folder, &["report", "last", "-o", "variants"]).code, 0);
    let page = fs::read_to_string(folder.join("variants/index.html")).expect("a page");
    assert!(page.contains("zermelo compare-variants b.game --option size=3,4 --quick"), "{page}");
}

#[test]
fn folders_of_games_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join("shelf")).expect("a folder");
    ask(folder, &["new", "shelf/mine"]);
    fs::write(folder.join("shelf/broken.game"), "game Broken\n").expect("a file");
    let listed = ask(folder, &["games", "--games-dir", "shelf"]);
    assert_eq!(listed.code, 0, "{listed:#?}");
    assert!(listed.out.contains("\nmine ") && listed.err.contains("broken"), "{listed:#?}");
    assert_eq!(json(folder, &["moves", "mine:size=4", "--games-dir", "shelf"])["to_move"], "first");
    assert_eq!(ask(folder, &["moves", "mine"]).code, 2, "nobody named the folder");
    assert_eq!(ask(folder, &["moves", "hex", "--games-dir", "nowhere"]).code, 2);
}
