//! `zermelo play` with piped input: a person's session, line by line.

use std::path::Path;

use crate::run::{Ran, zermelo_in};

/// A session of two people, in an empty folder.
fn session(game: &str, lines: &[&str]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    session_in(folder.path(), game, lines)
}

fn session_in(folder: &Path, game: &str, lines: &[&str]) -> Ran {
    let ran = zermelo_in(folder, &["play", game, "--second", "human"], &(lines.join("\n") + "\n"), &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    assert!(!ran.out.contains('\u{1b}'), "no colours where nobody sees them: {}", ran.out);
    ran
}

fn check(game: &str, lines: &[&str], told: &[&str]) {
    let ran = session(game, lines);
    let mut rest = ran.out.as_str();
    for text in told {
        let at = rest
            .find(text)
            .unwrap_or_else(|| panic!("`{text}` is not printed (in this order) in:\n{}", ran.out));
        rest = &rest[at + text.len()..];
    }
}

#[test]
fn moves_with_several_cells_may_be_typed_in_many_ways() {
    check(
        "amazons",
        &["d1", "d1-d7", "d1 d7 g7", "moves", "a7 d7", "quit"],
        &[
            "From d1: a1 b1 b3 c1 c2 d2",
            "544 moves; `d1-a1` lists some of them.",
            "`d1-d7` can mean d1-d7/a10 d1-d7/b5",
            "1. white d1 to d7, blocks g7",
            "a7 to a5 a6 a8 a9 a10 b6",
            "These are 1214 moves; `a7-a5` lists some of them.",
            "The move `a7-d7` is not legal here",
        ],
    );
}

#[test]
fn a_game_that_counts_tells_the_count() {
    check(
        "reversi4",
        &["b1", "c1", "quit"],
        &["black has 2, white has 2", "black to move, 4 moves.", "is not legal here"],
    );
}

#[test]
fn a_board_of_hexagons() {
    let ran = session("milestone:side=2", &["quit"]);
    let board = r"
           ______
          /      \
   ______/   w    \______
  /      \   6    /      \
 /   w    \______/   w    \
 \   4    /      \   5    /
  \______/        \______/
  /      \   3    /      \
 /   b    \______/   b    \
 \   1    /      \   2    /
  \______/   b    \______/
         \   0    /
          \______/
";
    assert!(ran.out.contains(board.trim_start_matches('\n')), "{}", ran.out);
}

#[test]
fn a_whole_game() {
    check(
        "tictactoe",
        &["b2", "a1", "b1", "a2", "b3", "a3", "quit"],
        &[
            "X to move, 9 moves",
            "O to move",
            "Game over after 5 plies: X wins: 3 in a row",
            "the game is over",
        ],
    );
}

#[test]
fn wrong_input_is_answered() {
    check(
        "milestone",
        &["7-12", "hello there", "mvoes", "4", "7-10-2", "save", "load", "redo", "undo", "", "quit"],
        &[
            "the pawn on 7 can only play 7-10, 7-11, 7-14",
            "Cannot read the move `hello there`",
            "Did you mean `moves`",
            "From 4: 4-11",
            "nothing more",
            "Which file?",
            "Which file?",
            "no move to redo",
            "no move to take back",
        ],
    );
}

#[test]
fn undo_redo_and_resign() {
    check(
        "connect4",
        &["4", "4", "undo", "redo", "resign", "4", "undo", "3", "flip", "new", "quit"],
        &[
            "2. O in column 4",
            "1. X in column 4",
            "2. O in column 4",
            "X resigned, O wins",
            "The game is over (X resigned, O wins)",
            "2. O in column 4",
            "3. X in column 3",
            "cannot be flipped",
            "X to move, 7 moves",
        ],
    );
}

#[test]
fn the_computer_answers_and_undo_takes_back_both() {
    let input = "7-11\nundo\nmoves\nquit\n";
    let arguments = ["play", "milestone", "--seed", "1"];
    let ran = zermelo_in(Path::new("."), &arguments, input, &[]);
    assert!(ran.out.contains("2. white"), "the computer has moved: {}", ran.out);
    let after_undo = ran.out.split("black> undo").nth(1).expect("undo is repeated");
    assert!(after_undo.contains("black to move, 13 moves"), "{after_undo}");
    let again = zermelo_in(Path::new("."), &arguments, input, &[]);
    assert_eq!(ran.out, again.out, "the same seed plays the same game");
}

/// What is told after a word, by which time it must have been told.
fn after<'a>(out: &'a str, word: &str) -> &'a str {
    out.split_once(word).unwrap_or_else(|| panic!("`{word}` is not printed in:\n{out}")).1
}

#[test]
fn the_computer_may_give_up() {
    let agent = "alphabeta(depth=4, quirk=resign)";
    // Three in a row, open at both ends: O loses whatever it does.
    let arguments = ["play", "connect4", "--moves", "4 1 5 1", "--second", agent];
    let ran = zermelo_in(Path::new("."), &arguments, "3\n2\nundo\n7\nquit\n", &[]);
    let rest = after(&ran.out, "Game over after 5 plies: O resigned, X wins.");
    let rest = after(rest, "The game is over (O resigned, X wins)");
    // The move that made it give up is taken back too: else it would only give up again.
    let rest = after(rest, "game over> undo");
    assert!(rest.contains("4. O in column 1") && rest.contains("X to move"), "{rest}");
    assert!(rest.contains("6. O in column"), "after another move it plays on: {rest}");
    // Nobody has moved before it gives up: there is nothing to take back.
    let arguments = ["play", "hexapawn", "--first", "alphabeta(depth=8, quirk=resign)"];
    let ran = zermelo_in(Path::new("."), &arguments, "undo\nmoves\n", &[]);
    let rest = after(&ran.out, "Game over after 0 plies: white resigned, black wins.");
    after(after(rest, "There is no move to take back."), "There are no moves: the game is over.");
    // Two computers: the end is told once.
    let arguments = [&arguments[..], &["--second", "random"]].concat();
    let ran = zermelo_in(Path::new("."), &arguments, "", &[]);
    assert_eq!(ran.out.matches("white resigned, black wins").count(), 1, "{}", ran.out);
    let ran = zermelo_in(Path::new("."), &[&arguments[..], &["--json"]].concat(), "", &[]);
    assert!(ran.out.contains("\"outcome\":\"second\"") && ran.out.contains("\"resigned\""), "{}", ran.out);
}

#[test]
fn a_cell_without_an_own_piece_is_explained() {
    check(
        "milestone",
        &["30", "20", "0"],
        &["no black piece on 30: 30, white pawn", "20, empty", "The pawn on 0 cannot move"],
    );
}

#[test]
fn undo_does_not_make_the_computer_choose_again() {
    let ran =
        zermelo_in(Path::new("."), &["play", "isolation", "--first", "random", "--seed", "1"], "undo\n", &[]);
    assert!(ran.out.contains("There is no move to take back"), "{}", ran.out);
    assert_eq!(ran.out.matches("1. player 1 on").count(), 1, "{}", ran.out);
}

#[test]
fn a_resignation_is_reported_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["play", "connect4", "--second", "human", "--json"];
    let ran = zermelo_in(folder.path(), &arguments, "4\nresign\nredo\nmoves\nsave game.toml\n", &[]);
    let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!((&answer["outcome"], &answer["reason"]), (&"first".into(), &"resigned".into()), "{answer}");
    assert!(ran.err.contains("no move to redo") && ran.err.contains("There are no moves"), "{}", ran.err);
    let ran = session_in(folder.path(), "tictactoe", &["load game.toml", "quit"]);
    assert!(ran.out.contains("O resigned, X wins"), "{}", ran.out);
}

#[test]
fn only_a_saved_game_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("thesis.tex"), "years of work").expect("a file");
    let lines = ["b2", "save thesis.tex", "save game.toml", "a1", "save game.toml", "quit"];
    let ran = session_in(folder.path(), "tictactoe", &lines);
    assert!(ran.out.contains("thesis.tex exists and is not a saved game"), "{}", ran.out);
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(text("thesis.tex"), "years of work");
    assert!(text("game.toml").contains("b2 a1"));
}

#[test]
fn boards_with_gravity_are_never_upside_down() {
    let ran =
        zermelo_in(Path::new("."), &["play", "connect4", "--first", "random", "--seed", "1"], "quit\n", &[]);
    assert!(ran.out.contains(" 1   2   3   4   5   6   7"), "{}", ran.out);
    let board: Vec<&str> = ran.out.lines().filter(|line| line.contains('│')).collect();
    assert!(board.last().is_some_and(|row| row.contains('x')), "the stone lies on the ground: {}", ran.out);
}

#[test]
fn hints_and_evaluations_while_playing() {
    check(
        "connect4",
        &["4", "1", "4", "1", "4", "1", "hint", "eval", "eval nonsense", "4"],
        &[
            "4: X wins in 1 ply",
            "default: ",
            "open-windows",
            "there is no evaluator `nonsense`",
            "X wins: 4 in a row",
        ],
    );
}

#[test]
fn two_computers_play_to_the_end() {
    let arguments =
        ["play", "breakthrough", "--first", "random", "--second", "random", "--seed", "2", "--json"];
    let ran = zermelo_in(Path::new("."), &arguments, "", &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("one document");
    assert!(answer["outcome"].is_string(), "{answer}");
    assert!(ran.err.contains("Game over"), "the boards go to standard error: {}", ran.err);
}

#[test]
fn a_game_is_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    session_in(folder.path(), "isolation:4x4", &["a1", "b2", "c2", "save game.toml", "quit"]);
    let text = std::fs::read_to_string(folder.path().join("game.toml")).expect("the saved game");
    assert_eq!(text, "format = 1\ngame = \"isolation:4x4\"\nmoves = \"a1 b2 c2\"\n");
    // Loaded at another table, it goes on there.
    let ran = session_in(folder.path(), "tictactoe", &["load game.toml", "d1", "save again.toml", "quit"]);
    assert!(ran.out.contains("Loaded game.toml"), "{}", ran.out);
    let again = std::fs::read_to_string(folder.path().join("again.toml")).expect("the saved game");
    assert_eq!(again, text.replace("c2", "c2 d1"));
}

#[test]
fn a_bad_file_costs_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("nonsense.toml", "hello"),
        ("future.toml", "format = 99\ngame = \"tictactoe\"\n"),
        ("unknown.toml", "format = 1\ngame = \"chess\"\n"),
        ("illegal.toml", "format = 1\ngame = \"tictactoe\"\nmoves = \"a1 a1\"\n"),
        ("extra.toml", "format = 1\ngame = \"tictactoe\"\nmvoes = \"a1\"\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
        let ran = session_in(folder.path(), "tictactoe", &["b2", &format!("load {name}"), "a1", "quit"]);
        let told = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(name) && told.contains("The current game continues"), "{name}: {}", ran.out);
        assert!(ran.out.contains("2. O on a1"), "{name}: {}", ran.out);
    }
    let ran =
        session_in(folder.path(), "tictactoe", &["load nowhere.toml", "save no/such/folder", "b2", "quit"]);
    assert!(ran.out.contains("Could not read") && ran.out.contains("Could not write"), "{}", ran.out);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let colours = |environment: &[(&str, &str)]| {
        zermelo_in(Path::new("."), &["play", "milestone"], "quit\n", environment).out.contains('\u{1b}')
    };
    assert!(!colours(&[]), "not a terminal");
    assert!(colours(&[("CLICOLOR_FORCE", "1")]), "asked for");
    assert!(!colours(&[("NO_COLOR", "1")]), "refused");
}

#[test]
fn boards_fit_into_eighty_columns() {
    for game in
        ["milestone", "milestone:side=5", "gomoku", "mnk:19,19,5", "simplexity:9x37,win=5", "isolation:8x16"]
    {
        let ran = session(game, &["quit"]);
        let widest = ran.out.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= 80, "{game}: {widest} columns\n{}", ran.out);
    }
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let ran = zermelo_in(Path::new("."), &["play", "connect4"], "4", &[]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    let garbage = zermelo_in(Path::new("."), &["play", "connect4"], "\u{0}\u{1b}[A\u{fffd}é\n", &[]);
    assert_eq!(garbage.code, 0, "{garbage:#?}");
}

/// A person who says who it is: the game is kept, listed, shown, exported and reported.
#[test]
fn games_of_people_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let ask = |arguments: &[&str], input: &str| zermelo_in(folder.path(), arguments, input, &[]);
    let sit = |arguments: &[&str], input: &str| {
        let ran = ask(&[&["play", "tictactoe"], arguments].concat(), input);
        assert_eq!(ran.code, 0, "{ran:#?}");
        ran.out
    };
    let ada = ["--second", "human", "--name", "Ada", "--name", "Bo"];
    // Two people, a whole game; then another after an `undo`.
    let out = sit(&ada, "b2\nb1\na1\na2\nc3\nundo\nc3\nquit\n");
    assert!(out.contains("Stored as game 0 of people-tictactoe-1."), "{out}");
    assert!(
        out.contains("Stored as game 1 of people-tictactoe-1, with help, so it is not counted."),
        "{out}"
    );
    // Against an agent: resigned, once more, and one that is left unfinished.
    let one = ["--second", "random", "--seed", "1", "--name", "Ada", "--experience", "advanced"];
    let out = sit(&one, "b2\nresign\nnew\nresign\nnew\nb2\nquit\n");
    assert!(out.contains("game 2 of") && out.contains("game 3 of") && !out.contains("game 4 of"), "{out}");
    assert!(!sit(&["--second", "random"], "resign\nquit\n").contains("Stored"), "nobody asked for it");
    // A loaded game is somebody else's.
    sit(&["--second", "human"], "b2\nresign\nsave one.toml\nquit\n");
    assert!(!sit(&ada, "load one.toml\nquit\n").contains("Kept"));

    let runs = ask(&["runs"], "").out;
    assert!(
        runs.contains("people-tictactoe-1") && runs.contains("open") && runs.contains("4 games"),
        "{runs}"
    );
    let shown = ask(&["show", "people-tictactoe"], "").out;
    assert!(shown.contains("advanced    random        1    0      0     2  0.0 %"), "{shown}");
    let games = ask(&["games-of", "people-tictactoe", "--from", "2"], "").out;
    assert!(games.contains("Ada - random  0-1  resignation"), "{games}");
    let exported = ask(&["export", "people-tictactoe", "-o", "games.csv"], "");
    assert_eq!(exported.code, 0, "{exported:#?}");
    let reported = ask(&["report", "people-tictactoe", "-o", "report"], "");
    assert_eq!(reported.code, 0, "{reported:#?}");
    let table = "report/tables/people-against-agents-by-declared-experience.csv";
    let table = std::fs::read_to_string(folder.path().join(table)).expect("a table");
    assert!(table.contains("\nadvanced,random,1,2,2,0,0,0"), "{table}");

    for (arguments, told) in [
        (&["--name", "Ada", "--name", "Bo"][..], "--name is given 2 times, but one person plays"),
        (&["--first", "random", "--second", "random", "--name", "Ada"], "no person plays"),
        (&["--second", "human", "--name", "A", "--name", "B", "--experience", "beginner"], "for every name"),
        (&["--name", "Ada", "--experience", "expert"], "advanced (more than 15 games)"),
        (&["--experience", "beginner"], "--name"),
    ] {
        let refused = ask(&[&["play", "tictactoe"], arguments].concat(), "");
        assert!(refused.code == 2 && refused.err.contains(told), "{refused:#?}");
    }
}

/// Two cells with a space between them are a move, not one long number.
#[test]
fn cells_may_stand_apart() {
    check("milestone", &["7 11", "quit"], &["1. black 7 to 11", "white to move"]);
    let ran = session("milestone", &["8 36", "quit"]);
    assert!(ran.out.contains("8-36") && !ran.out.contains("836"), "{}", ran.out);
}
