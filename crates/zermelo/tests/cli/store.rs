//! What the program does for the safety of stores: no output takes the place of one, damage is told, and a run whose store
//! was taken away does not say that it was kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use zermelo_game::stream;

use crate::run::{Ran, zermelo_in};

const EXPERIMENT: &str = r#"
kind = "tournament"
title = "Small"
game = "connect4"
seed = 5
[schedule]
kind = "round-robin"
games = 40
[[agents]]
name = "one"
agent = "random"
[[agents]]
name = "two"
agent = "random"
"#;

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[])
}

/// A folder with a store that has two runs.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("small.toml"), EXPERIMENT).expect("a file");
    for _ in 0..2 {
        let ran = ask(folder.path(), &["run", "small.toml", "--threads", "1", "--store", "x.db"]);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    folder
}

/// Asks for something that would write over a store, and looks that it is refused and nothing changes.
fn refused(folder: &Path, arguments: &[&str], what: &str) {
    let before = fs::read(folder.join("x.db")).expect("the store");
    let ran = ask(folder, arguments);
    assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
    assert!(ran.err.contains(what) && ran.err.contains("left as it is"), "{arguments:?}: {ran:?}");
    assert!(fs::read(folder.join("x.db")).expect("the store") == before, "{arguments:?}");
    let left: Vec<PathBuf> =
        files(folder).into_iter().filter(|path| path.to_string_lossy().contains(".part")).collect();
    assert!(left.is_empty(), "{arguments:?} left {left:?}");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    folder.read_dir().expect("a folder").map(|entry| entry.expect("a file").path()).collect()
}

#[cfg(unix)]
#[test]
fn no_output_takes_the_place_of_a_store() {
    let folder = folder();
    let path = folder.path();
    std::os::unix::fs::symlink("x.db", path.join("soft.svg")).expect("a link");
    fs::hard_link(path.join("x.db"), path.join("hard.svg")).expect("a link");
    fs::copy(path.join("x.db"), path.join("other.svg")).expect("a copy");
    let damaged = fs::OpenOptions::new().write(true).open(path.join("other.svg")).expect("a file");
    damaged.set_len(4000).expect("it is cut short");
    for name in ["x.db", "soft.svg", "hard.svg", "other.svg"] {
        let store = "a Zermelo store";
        refused(path, &["export", "last", "--store", "x.db", "-o", name], store);
        refused(path, &["export", "last", "--store", "x.db", "-o", name, "--format", "parquet"], store);
        refused(path, &["draw", "connect4", "--output", name], store);
        if name.ends_with("svg") {
            let figure = ["report", "last", "--store", "x.db", "--figure", "ratings", "-o", name];
            refused(path, &figure, store);
        }
        let engine = format!("ugi(true, nodes=1, log={name})");
        refused(path, &["match", "connect4", &engine, "random", "--games", "2"], store);
    }
    for name in ["x.db-wal", "x.db-shm", "x.db-journal", "x.db-run-1.lock"] {
        refused(path, &["export", "last", "--store", "x.db", "-o", name], "a part of the store");
        refused(path, &["draw", "connect4", "--output", name], "a part of the store");
        assert!(!path.join(name).exists(), "{name}");
    }
    // Other files are replaced, and a link stays one.
    fs::write(path.join("old.svg"), "old").expect("a file");
    std::os::unix::fs::symlink("old.svg", path.join("link.svg")).expect("a link");
    let drawn = ask(path, &["draw", "connect4", "--output", "link.svg"]);
    assert_eq!(drawn.code, 0, "{drawn:?}");
    assert!(fs::read_to_string(path.join("old.svg")).expect("a picture").starts_with("<svg"));
    assert!(path.join("link.svg").is_symlink());
    assert_eq!(ask(path, &["show", "last", "--store", "x.db"]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_report_spares_stores_in_its_folder() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir_all(path.join("book/tables")).expect("a folder");
    std::os::unix::fs::symlink("../../x.db", path.join("book/tables/standings.csv")).expect("a link");
    refused(path, &["report", "last", "--store", "x.db", "-o", "book"], "a Zermelo store");
    // Nothing of it was written, since it could not be whole.
    assert!(!path.join("book/index.html").exists() && !path.join("book/figures").exists());
    fs::remove_file(path.join("book/tables/standings.csv")).expect("the link");
    fs::copy(path.join("x.db"), path.join("book/index.html")).expect("a copy");
    refused(path, &["report", "last", "--store", "x.db", "-o", "book"], "a Zermelo store");
    fs::remove_file(path.join("book/index.html")).expect("the copy");
    assert_eq!(ask(path, &["report", "last", "--store", "x.db", "-o", "book"]).code, 0);
    assert!(path.join("book/tables/standings.csv").is_file());
    let no_folder = ask(path, &["report", "last", "--store", "x.db", "-o", "small.toml"]);
    assert!(no_folder.code == 1 && no_folder.err.contains("cannot write small.toml"), "{no_folder:?}");
}

#[test]
fn a_game_is_not_saved_over_a_store() {
    let folder = folder();
    let before = fs::read(folder.path().join("x.db")).expect("the store");
    let arguments = ["play", "tictactoe", "--store", "x.db", "--name", "Ada"];
    let ran = zermelo_in(folder.path(), &arguments, "b2\nsave x.db\nsave x.db-wal\nload x.db\nquit\n", &[]);
    assert!(ran.out.contains("x.db is a Zermelo store"), "{ran:?}");
    assert!(ran.out.contains("x.db-wal is a part of the store"), "{ran:?}");
    assert!(ran.out.contains("x.db is a store, not a saved game"), "{ran:?}");
    assert!(fs::read(folder.path().join("x.db")).expect("the store") == before);
}

#[test]
fn verify_store_tells_what_is_good() {
    let folder = folder();
    let path = folder.path();
    let verify = ["verify-store", "--store", "x.db"];
    let good = ask(path, &verify);
    assert_eq!(good.code, 0, "{good:?}");
    assert!(good.out.contains("small-1") && good.out.contains("is sound: 2 runs"), "{good:?}");
    let good: Value =
        serde_json::from_str(&ask(path, &[&verify[..], &["--json"]].concat()).out).expect("JSON");
    assert_eq!(
        (&good["good"], &good["format"], &good["runs"][1]["games"]),
        (&true.into(), &5.into(), &40.into())
    );

    // The text stands in the file several times: in both runs, and where a row stood before it grew.
    let sound = fs::read(path.join("x.db")).expect("the store");
    let text = b"name = \"two\"";
    let mut places = (0..sound.len() - text.len()).filter(|&at| sound[at..].starts_with(text));
    let damage = |place: usize| {
        let mut bytes = sound.clone();
        bytes[place + 8] ^= 1;
        fs::write(path.join("x.db"), &bytes).expect("a file");
        let ran = ask(path, &verify);
        ran.out.contains("run 2 does not match its checksum").then_some((bytes, ran))
    };
    let (bytes, bad) = places.find_map(damage).expect("the second run has the text");
    assert_eq!(bad.code, 1, "{bad:?}");
    assert!(bad.out.contains("is damaged: 1 of 2 runs are intact"), "{bad:?}");
    assert!(fs::read(path.join("x.db")).expect("the store") == bytes, "nothing is written");
    // The good run can still be had.
    assert_eq!(ask(path, &["export", "small-1", "--store", "x.db"]).code, 0);
    let last = ask(path, &["export", "last", "--store", "x.db", "-o", "games.csv"]);
    assert!(last.code == 1 && last.err.contains("zermelo verify-store"), "{last:?}");
    assert!(!path.join("games.csv").exists());
    assert_eq!(ask(path, &["verify-store", "--store", "nothing.db"]).code, 2);
}

#[test]
fn a_flipped_bit_changes_no_answer() {
    let folder = folder();
    let path = folder.path();
    let questions: [&[&str]; 4] = [
        &["export", "last", "--store", "x.db"],
        &["export", "small-1", "--store", "x.db", "--what", "positions"],
        &["show", "last", "--store", "x.db"],
        &["games-of", "last", "--store", "x.db", "--count", "3"],
    ];
    let expected = questions.map(|question| ask(path, question));
    assert!(expected.iter().all(|ran| ran.code == 0), "{expected:?}");
    let bytes = fs::read(path.join("x.db")).expect("the store");
    let mut chance = stream(3, "flipped bits", 0);
    let mut n_noticed = 0;
    for flip in 0..40 {
        // Beyond the header, in which a bit may also make it the file of another program.
        let place = 100 + chance.below(bytes.len() - 100);
        let mut flipped = bytes.clone();
        flipped[place] ^= 1 << chance.below(8);
        fs::write(path.join("x.db"), &flipped).expect("a file");
        let question = flip % questions.len();
        let ran = ask(path, questions[question]);
        match ran.code {
            0 => assert_eq!(ran.out, expected[question].out, "byte {place}"),
            1 => {
                n_noticed += 1;
                assert!(ran.err.contains("damaged"), "byte {place}: {ran:?}");
                assert_eq!(ask(path, &["verify-store", "--store", "x.db"]).code, 1, "byte {place}");
            }
            _ => panic!("byte {place}: {ran:?}"),
        }
    }
    assert!(n_noticed > 0);
}

/// Starts a long run, does harm to its store, and looks how it ends.
#[cfg(unix)]
fn harmed(harm: impl FnOnce(&Path)) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let long = EXPERIMENT.replace("games = 40", "games = 100000");
    fs::write(folder.path().join("long.toml"), long).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(["run", "long.toml", "--threads", "1", "--store", "x.db"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let log = folder.path().join("x.db-wal");
    let patience = Instant::now();
    while fs::metadata(&log).map_or(0, |log| log.len()) < 200_000 {
        assert!(patience.elapsed() < Duration::from_secs(60), "the run has begun");
        std::thread::sleep(Duration::from_millis(2));
    }
    harm(folder.path());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        code: output.status.code().expect("the program exits by itself"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[cfg(unix)]
#[test]
fn a_run_whose_store_was_taken_away_says_so() {
    let other = folder();
    let cut = |path: &Path| {
        fs::OpenOptions::new()
            .write(true)
            .open(path.join("x.db-wal"))
            .and_then(|log| log.set_len(0))
            .expect("a log");
    };
    let remove = |path: &Path| fs::remove_file(path.join("x.db")).expect("a file");
    let replace = |path: &Path| fs::rename(other.path().join("x.db"), path.join("x.db")).expect("a file");
    let remove_log = |path: &Path| fs::remove_file(path.join("x.db-wal")).expect("a log");
    for (ran, message) in [
        (harmed(remove), "the file has been removed"),
        (harmed(replace), "the file has been replaced"),
        (harmed(remove_log), "has been removed"),
        (harmed(cut), "x.db"),
    ] {
        assert_eq!(ran.code, 1, "{message}: {ran:?}");
        assert!(ran.err.contains(message) && !ran.out.contains("stored as"), "{message}: {ran:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_told() {
    let folder = folder();
    std::os::unix::fs::symlink("gone.db", folder.path().join("link.db")).expect("a link");
    for arguments in [["runs", "--store", "link.db"].as_slice(), &["run", "small.toml", "--store", "link.db"]]
    {
        let ran = ask(folder.path(), arguments);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains("link.db: this is a link to gone.db, which does not exist"), "{ran:?}");
    }
}
