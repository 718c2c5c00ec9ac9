//! Lines fit the terminal: at the width that `COLUMNS` names, and on a real one.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{Ran, json, zermelo_in};

fn at(folder: &Path, width: usize, arguments: &[&str]) -> Ran {
    let ran = zermelo_in(folder, arguments, "", &[("COLUMNS", &width.to_string())]);
    assert_eq!(ran.code, 0, "{arguments:?}: {ran:#?}");
    ran
}

fn assert_fits(text: &str, width: usize) {
    for line in text.lines() {
        assert!(
            line.chars().count() <= width,
            "{} characters, not {width}: {line}\n\n{text}",
            line.chars().count()
        );
    }
}

/// Long names, and every kind of table.
const TOURNAMENT: &str = r#"
kind = "tournament"
title = "A tournament with a title that is longer than most terminals are wide, so that it has to be wrapped somewhere"
game = "tictactoe"
agents = [
    { name = "A name that is much too long to stand in a table", agent = "random" },
    { name = "Another name that is much too long to stand there", agent = "alphabeta(depth=1)" },
    { name = "tree", agent = "mcts(playouts=20)" },
]

[schedule]
kind = "gauntlet"
games = 20

[[tables]]
title = "A table with a title that is longer than most terminals are wide, and some published numbers"
tested = ["tree", "Another name that is much too long to stand there"]
opponents = ["A name that is much too long to stand in a table", "tree"]
published = { tree = 50.0 }
"#;

#[test]
fn the_cards_of_games_fit() {
    let here = Path::new(".");
    let games = json(&["games"]);
    let ids = games.as_array().expect("a list").iter().filter_map(|game| game["id"].as_str());
    for id in ids.chain([""]) {
        let arguments = if id.is_empty() { vec!["games"] } else { vec!["games", id] };
        for width in [60, 80, 110] {
            // A position is one word, to be copied: it is never broken.
            let is_position = |line: &&str| line.starts_with("start ");
            let out = at(here, width, &arguments).out;
            let wrapped: Vec<&str> = out.lines().filter(|line| !is_position(line)).collect();
            assert_fits(&wrapped.join("\n"), width);
        }
        // Nothing is lost: the same words stand in longer lines.
        let words = |width| at(here, width, &arguments).out.split_whitespace().collect::<String>();
        assert_eq!(words(60), words(200), "{id}");
    }
    // Without a terminal the width is always the same.
    let piped = zermelo_in(here, &["games", "milestone"], "", &[]);
    assert_eq!(piped.out, at(here, 110, &["games", "milestone"]).out);
}

#[test]
fn results_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("small.toml"), TOURNAMENT).expect("a file");
    assert_fits(&at(path, 60, &["run", "small.toml"]).out, 60);
    for width in [60, 80, 110] {
        let shown = at(path, width, &["show", "last"]).out;
        assert_fits(&shown, width);
        assert!(shown.contains("Elo") && shown.contains("tree"), "{shown}");
    }
    // Names are shortened in their middle, and only where there is no room for them.
    assert!(at(path, 80, &["show", "last"]).out.contains('…'));
    assert!(!at(path, 200, &["show", "last"]).out.contains('…'));
    assert_fits(
        &at(path, 60, &["match", "tictactoe", "random", "mcts(playouts=5)", "--games", "20"]).out,
        60,
    );
}

#[test]
fn errors_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("bad.toml"), TOURNAMENT.replace("games = 20", "gams = 20\nrounds = 3"))
        .expect("a file");
    let ran = zermelo_in(folder.path(), &["run", "bad.toml"], "", &[("COLUMNS", "60")]);
    assert_eq!(ran.code, 2, "{ran:#?}");
    assert_fits(&ran.err, 60);
    assert!(
        ran.err.split_whitespace().collect::<Vec<_>>().join(" ").contains("did you mean `games`?"),
        "{ran:#?}"
    );
}

/// Runs a command in a terminal of 60 columns, which becomes one of 45 columns soon, and prints what it was sent.
#[cfg(target_os = "linux")]
const TERMINAL: &str = r#"
import fcntl, os, pty, struct, sys, termios
def size(fd, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
child, fd = pty.fork()
if child == 0:
    size(0, 60)
    os.environ.pop("COLUMNS", None)
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], sys.argv[1:])
sent = b""
while True:
    try:
        part = os.read(fd, 65536)
    except OSError:
        break
    if not part:
        break
    sent += part
    if b"games/s" in sent:
        size(fd, 45)
os.waitpid(child, 0)
sys.stdout.buffer.write(sent)
"#;

#[test]
#[cfg(target_os = "linux")]
fn bars_fit_a_terminal_that_gets_narrower() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let text = TOURNAMENT.replace("games = 20", "games = 200").replace("playouts=20", "playouts=400");
    fs::write(path.join("a-tournament-with-a-long-name.toml"), text).expect("a file");
    let program = env!("CARGO_BIN_EXE_zermelo");
    let sent = Command::new("python3")
        .args(["-c", TERMINAL, program, "run", "a-tournament-with-a-long-name.toml", "--threads", "1"])
        .current_dir(path)
        .output()
        .expect("python3 starts");
    let sent = String::from_utf8_lossy(&sent.stdout).into_owned();
    // Every drawing begins by taking the one before away.
    let drawings: Vec<&str> = sent.split("\x1b[J").filter(|drawing| drawing.contains("games,")).collect();
    assert!(drawings.len() > 2, "{sent:?}");
    let widest = |drawing: &&str| {
        let lines = drawing.split(['\r', '\n', '\x1b']).filter(|line| !line.starts_with('['));
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    };
    assert!(drawings.iter().all(|drawing| widest(drawing) <= 60), "{drawings:#?}");
    assert!(drawings.last().is_some_and(|last| widest(last) <= 45), "{drawings:#?}");
    assert!(sent.contains("games/s") && sent.contains("ETA "), "{sent:?}");
    for old in [" gone", " to go", "a second"] {
        assert!(!sent.contains(old), "{sent:?}");
    }
}
