//! `--quiet`, `--color` and manual pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{Ran, zermelo_in};

const FILE: &str = r#"
kind = "tournament"
title = "Small"
game = "tictactoe"
agents = [{ name = "a", agent = "random" }, { name = "b", agent = "alphabeta(depth=1)" }]
schedule = { kind = "round-robin", games = 4 }
"#;

fn ask(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    zermelo_in(folder, arguments, "", environment)
}

#[test]
fn quiet_leaves_results_and_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("small.toml"), FILE).expect("a file");
    assert_eq!(ask(path, &["run", "small.toml"], &[]).code, 0);
    let export = ["export", "last", "-o", "games.csv"];
    let loud = ask(path, &export, &[]);
    assert!(loud.err.contains("4 games of small-1 written to games.csv"), "{loud:#?}");
    for quiet in ["--quiet", "-q"] {
        let ran = ask(path, &[&export[..], &[quiet]].concat(), &[]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:#?}");
    }
    let shown = ask(path, &["show", "last"], &[]);
    assert_eq!(ask(path, &["--quiet", "show", "last"], &[]).out, shown.out);
    let wrong = ask(path, &["show", "nothing", "--quiet"], &[]);
    assert!(wrong.code == 2 && wrong.err.contains("error:"), "{wrong:#?}");
}

/// On a terminal a bar is drawn, unless nobody wants it.
#[test]
#[cfg(target_os = "linux")]
fn quiet_hides_bars() {
    const TERMINAL: &str = r#"
import os, pty, sys
child, fd = pty.fork()
if child == 0:
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
os.waitpid(child, 0)
sys.stdout.buffer.write(sent)
"#;
    let folder = tempfile::tempdir().expect("a folder");
    let slow = FILE.replace("games = 4", "games = 400").replace("alphabeta(depth=1)", "mcts(playouts=300)");
    fs::write(folder.path().join("small.toml"), slow).expect("a file");
    let sent = |option: &[&str]| {
        let program = ["-c", TERMINAL, env!("CARGO_BIN_EXE_zermelo"), "run", "small.toml", "--threads", "1"];
        let sent = Command::new("python3").args(program).args(option).current_dir(folder.path()).output();
        String::from_utf8_lossy(&sent.expect("python3 starts").stdout).into_owned()
    };
    assert!(sent(&[]).contains("\x1b[J"), "there is a bar");
    let quiet = sent(&["--quiet"]);
    assert!(!quiet.contains("\x1b[") && quiet.contains("400 games"), "{quiet:?}");
}

#[test]
fn colours_come_when_asked_for() {
    let here = Path::new(".");
    let is_coloured = |arguments: &[&str], environment: &[(&str, &str)]| {
        let ran = ask(here, arguments, environment);
        (ran.out + &ran.err).contains("\x1b[")
    };
    // An error, a position and the help.
    for command in [
        &["games", "no-such-game"][..],
        &["analyze", "tictactoe", "--agent", "alphabeta(depth=2)"],
        &["--help"],
    ] {
        let with = |options: &[&'static str]| [command, options].concat();
        assert!(!is_coloured(&with(&[]), &[]), "{command:?}: not on a pipe");
        assert!(is_coloured(&with(&["--color", "always"]), &[]), "{command:?}");
        assert!(
            is_coloured(&with(&["--color=always"]), &[("NO_COLOR", "1")]),
            "{command:?}: arguments come first"
        );
        assert!(!is_coloured(&with(&["--color", "never"]), &[("CLICOLOR_FORCE", "1")]), "{command:?}");
        assert!(is_coloured(&with(&["--color", "auto"]), &[("CLICOLOR_FORCE", "1")]), "{command:?}");
        assert!(!is_coloured(&with(&[]), &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), "{command:?}");
    }
    let wrong = ask(here, &["games", "--color", "purple"], &[]);
    assert!(wrong.code == 2 && wrong.err.contains("auto, always, never"), "{wrong:#?}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let main = ask(path, &["man"], &[]);
    assert!(main.code == 0 && main.out.contains(".TH ZERMELO 1"), "{main:#?}");
    assert_eq!(ask(path, &["man", "--output", "man1"], &[]).code, 0);
    let names: BTreeSet<String> = fs::read_dir(path.join("man1"))
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    for name in ["zermelo.1", "zermelo-match.1", "zermelo-runs.1", "zermelo-stats-sprt.1", "zermelo-man.1"] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
    assert_eq!(fs::read_to_string(path.join("man1/zermelo.1")).expect("a page"), main.out);
    let page = fs::read_to_string(path.join("man1/zermelo-match.1")).expect("a page");
    for part in ["zermelo\\-match", "\\-\\-sprt", "\\-\\-quiet", "Examples:"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}
