//! `zermelo export`: the same rows in every format, positions as the games have them, and no half files.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Map, Value, json};
use zermelo_catalog::{Start, catalog};
use zermelo_store::{NewRun, Store};

use crate::experiments::EVOLUTION;
use crate::run::{Ran, zermelo_in};

/// The agents' names are hard to write.
const EXPERIMENT: &str = r#"
kind = "tournament"
title = "Small"
game = "connect4"
seed = 5
[schedule]
kind = "round-robin"
games = 40
[[agents]]
name = "random, the \"first\""
agent = "random"
[[agents]]
name = "Zufall ½"
agent = "random"
[[agents]]
name = "one"
agent = "alphabeta(depth=1)"
"#;

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[])
}

/// A folder with a store that has a run.
fn folder(experiment: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("small.toml"), experiment).expect("a file");
    let ran = ask(folder.path(), &["run", "small.toml", "--threads", "1"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    folder
}

type Row = Map<String, Value>;

/// What an export to standard output says.
fn lines(folder: &Path, arguments: &[&str]) -> Vec<Row> {
    let ran = ask(folder, &[&["export", "last"], arguments].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    read_jsonl(&ran.out)
}

fn read_jsonl(text: &str) -> Vec<Row> {
    let row = |line: &str| {
        let mut row: Row = serde_json::from_str(line).expect("a line of JSON");
        row.values_mut().filter(|value| value.is_f64()).for_each(|value| *value = real(value.as_f64()));
        row
    };
    text.lines().map(row).collect()
}

/// A real number, rounded: the reader of JSON may miss the last bit.
fn real(number: Option<f64>) -> Value {
    json!((number.expect("a number") * 1e12).round() / 1e12)
}

/// Exports to a file, and gives the answer.
fn to_file(folder: &Path, arguments: &[&str]) -> Value {
    let ran = ask(folder, &[&["export", "last", "--json"], arguments].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    serde_json::from_str(&ran.out).expect("one document")
}

/// A CSV file, with numbers and lists read as the rows of `like` have them.
fn read_csv(path: &Path, like: &[Row]) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).expect("a file");
    let names = reader.headers().expect("a header").clone();
    let row = |(record, like): (Result<csv::StringRecord, csv::Error>, &Row)| {
        let record = record.expect("a record");
        let value = |(name, text): (&str, &str)| {
            let value = match &like[name] {
                Value::Number(number) if number.is_f64() => real(text.parse().ok()),
                Value::Number(_) => json!(text.parse::<u64>().expect("a number")),
                Value::Array(_) => json!(text.split_whitespace().collect::<Vec<_>>()),
                Value::Null => json!(if text.is_empty() { None } else { Some(text) }),
                _ => json!(text),
            };
            (name.to_owned(), value)
        };
        names.iter().zip(record.iter()).map(value).collect()
    };
    reader.records().zip(like).map(row).collect()
}

/// A Parquet file, with lists read as the rows of `like` have them.
fn read_parquet(path: &Path, like: &[Row]) -> Vec<Row> {
    let reader = SerializedFileReader::new(File::open(path).expect("a file")).expect("a Parquet file");
    let rows = reader.get_row_iter(None).expect("rows").zip(like).map(|(row, like)| {
        let row = row.expect("a row");
        let value = |(name, field): (&String, &Field)| {
            let value = match field {
                Field::UInt(number) => json!(number),
                Field::ULong(number) => json!(number),
                Field::Double(number) => real(Some(*number)),
                Field::Str(text) if like[name].is_array() => {
                    json!(text.split_whitespace().collect::<Vec<_>>())
                }
                Field::Str(text) => json!(text),
                Field::Null => json!(null),
                other => panic!("{name} is {other:?}"),
            };
            (name.clone(), value)
        };
        row.get_column_iter().map(value).collect()
    });
    rows.collect()
}

#[test]
fn formats_hold_the_same_rows() {
    let folder = folder(EXPERIMENT);
    let path = folder.path();
    for (what, n_rows) in [
        (&["--what", "games"][..], Some(120)),
        (&["--what", "positions"], None),
        (&["--what", "positions", "--ends"], None),
        (&["--what", "positions", "--distinct"], None),
    ] {
        let rows = lines(path, what);
        assert!(n_rows.is_none_or(|n_rows| rows.len() == n_rows), "{what:?}: {}", rows.len());
        assert!(rows.len() > 100, "{what:?}: {}", rows.len());
        for name in ["rows.csv", "rows.parquet", "rows.jsonl"] {
            let file = path.join(name);
            let told = to_file(path, &[what, &["-o", name]].concat());
            let expected = (json!(rows.len()), json!(what[1]), json!("small-1"), json!(name));
            let told = ["rows", "what", "run", "file"].map(|key| told[key].clone());
            assert_eq!((told[0].clone(), told[1].clone(), told[2].clone(), told[3].clone()), expected);
            let read = match name {
                "rows.csv" => read_csv(&file, &rows),
                "rows.parquet" => read_parquet(&file, &rows),
                _ => read_jsonl(&fs::read_to_string(&file).expect("a file")),
            };
            assert!(read == rows, "{what:?}: {name} differs");
            // Written again it is the same, byte for byte.
            let bytes = fs::read(&file).expect("a file");
            to_file(
                path,
                &[what, &["-o", "again", "--format", name.split('.').next_back().unwrap_or("")]].concat(),
            );
            assert!(
                fs::read(path.join("again")).expect("a file") == bytes,
                "{what:?}: {name}, written again"
            );
        }
    }
    let reader =
        SerializedFileReader::new(File::open(path.join("rows.parquet")).expect("a file")).expect("Parquet");
    let facts = reader.metadata().file_metadata().key_value_metadata().expect("facts").clone();
    let facts: HashMap<String, Option<String>> =
        facts.into_iter().map(|fact| (fact.key, fact.value)).collect();
    for (name, fact) in [("run", "small-1"), ("game", "connect4"), ("seed", "5"), ("experiment", EXPERIMENT)]
    {
        assert_eq!(facts[&format!("zermelo.{name}")].as_deref(), Some(fact));
    }
}

/// Every game played again, move by move, from its opening: those are its positions.
#[test]
fn positions_are_those_of_the_games() {
    let openings = "[openings]\nlist = [\"4 4 3\", \"......./......./......./......./...o.../...x... x\"]\n";
    for experiment in [EXPERIMENT.to_owned(), format!("{EXPERIMENT}{openings}")] {
        let folder = folder(&experiment);
        let path = folder.path();
        zermelo_catalog::register(&zermelo_families::GAMES).expect("nothing registers other games");
        let game = catalog::open("connect4").expect("a game");
        let mut expected = Vec::new();
        for row in lines(path, &[]) {
            let opening = row["opening"].as_str().expect("text").to_owned();
            let by_moves = game.session(&Start { position: None, moves: opening.clone() });
            let by_position =
                || game.session(&Start { position: Some(opening.clone()), moves: String::new() });
            let mut session = by_moves.or_else(|_| by_position()).expect("an opening");
            let moves = row["moves"].as_array().expect("a list");
            let outcome = match row["outcome"].as_str() {
                Some("first") => 1.0,
                Some("second") => 0.0,
                _ => 0.5,
            };
            for (ply, mv) in moves.iter().chain([&Value::Null]).enumerate() {
                expected.push(json!([
                    row["game"],
                    ply,
                    session.position(),
                    session.to_move().id(),
                    mv,
                    outcome,
                    moves.len() - ply
                ]));
                if let Some(mv) = mv.as_str() {
                    session.play(mv).expect("a legal move");
                }
            }
            assert!(session.ending().is_some(), "{row:?}");
        }
        let told = |row: &Row| {
            let names = ["game", "ply", "position", "to_move", "move", "outcome", "plies_left"];
            Value::Array(names.map(|name| row[name].clone()).to_vec())
        };
        let with_ends: Vec<Value> =
            lines(path, &["--what", "positions", "--ends"]).iter().map(told).collect();
        assert_eq!(with_ends, expected);
        expected.retain(|row| !row[4].is_null());
        let without: Vec<Value> = lines(path, &["--what", "positions"]).iter().map(told).collect();
        assert_eq!(without, expected);
    }
}

/// Counting the rows of all positions by folded key gives the distinct ones.
#[test]
fn distinct_positions_are_sums_over_all() {
    let folder = folder(EXPERIMENT);
    let path = folder.path();
    let mut sums: BTreeMap<u64, (u64, f64)> = BTreeMap::new();
    let all = lines(path, &["--what", "positions"]);
    for row in &all {
        let (n, sum) = sums.entry(row["folded_key"].as_u64().expect("a key")).or_default();
        *n += 1;
        *sum += row["outcome"].as_f64().expect("a number");
    }
    let distinct = lines(path, &["--what", "positions", "--distinct"]);
    assert_eq!(
        distinct.iter().map(|row| row["n"].as_u64().expect("a number")).sum::<u64>(),
        all.len() as u64
    );
    assert_eq!(distinct.len(), sums.len());
    let is_mirrored = |row: &&Row| row["key"] != row["folded_key"];
    assert!(all.iter().filter(is_mirrored).count() > all.len() / 3, "mirror images are folded");
    for row in &distinct {
        let (n, sum) = sums[&row["folded_key"].as_u64().expect("a key")];
        assert_eq!((&row["n"], &row["score"]), (&json!(n), &real(Some(sum / n as f64))), "{row:?}");
        // The position shown is the one whose own key it is.
        if let Some(seen) = all.iter().find(|seen| seen["position"] == row["position"]) {
            assert_eq!((&seen["key"], &seen["to_move"]), (&row["folded_key"], &row["to_move"]));
        }
    }
}

/// An evolution has agents and openings of many generations: every game finds its own.
#[test]
fn evolutions_are_exported_too() {
    let folder = folder(EVOLUTION);
    let path = folder.path();
    let games = lines(path, &[]);
    let n_plies: u64 = games.iter().map(|row| row["plies"].as_u64().expect("a number")).sum();
    assert!(games.iter().all(|row| row["first"] != json!("?") && row["first"] != row["second"]), "agents");
    let openings: HashSet<&str> = games.iter().filter_map(|row| row["opening"].as_str()).collect();
    assert!(openings.len() > 3, "{openings:?}");
    for row in games.iter().step_by(7) {
        let moves = row["moves"].as_array().expect("a list").iter().filter_map(Value::as_str);
        let moves = row["opening"].as_str().into_iter().chain(moves).collect::<Vec<_>>().join(" ");
        let replayed = ask(path, &["replay", "breakthrough:5x5", "--moves", &moves, "--json"]);
        let replayed: Value = serde_json::from_str(&replayed.out).expect("JSON");
        assert_eq!(replayed["outcome"], row["outcome"], "{row:?}");
    }
    assert_eq!(to_file(path, &["--what", "positions", "-o", "x.parquet"])["rows"], json!(n_plies));
}

/// Everybody who was judged, the same in every format and on any number of threads.
#[test]
fn candidates_of_evolutions() {
    let folder = folder(EVOLUTION);
    let path = folder.path();
    let rows = lines(path, &["--what", "candidates"]);
    let shown = ask(path, &["show", "last", "--json"]).out;
    let shown: Value = serde_json::from_str(&shown).expect("JSON");
    let genes: Vec<&str> =
        shown["genes"].as_array().expect("genes").iter().filter_map(|gene| gene["name"].as_str()).collect();
    let generations = shown["generations"].as_u64().expect("a number");
    assert_eq!(rows.last().map(|row| row["generation"].clone()), Some(json!(generations)));
    assert!(
        rows.iter().all(|row| genes.iter().all(|gene| row[&format!("gene_{gene}")].is_number())),
        "{rows:?}"
    );
    assert!(rows.iter().all(|row| row["games"].as_u64().is_some_and(|games| games > 0)), "{rows:?}");
    // The best fitness of each generation is that of the curve.
    for (number, levels) in (1..).zip(shown["curve"].as_array().expect("a curve")) {
        let own = rows.iter().filter(|row| row["generation"] == json!(number));
        let best = own.filter_map(|row| row["fitness"].as_f64()).fold(f64::NEG_INFINITY, f64::max);
        assert!(levels[0].as_f64().is_some_and(|level| (level - best).abs() < 1e-9), "generation {number}");
    }
    for name in ["rows.csv", "rows.parquet", "rows.jsonl"] {
        let told = to_file(path, &["--what", "candidates", "-o", name]);
        assert_eq!(told["rows"], json!(rows.len()));
        let file = path.join(name);
        let read = match name {
            "rows.csv" => read_csv(&file, &rows),
            "rows.parquet" => read_parquet(&file, &rows),
            _ => read_jsonl(&fs::read_to_string(&file).expect("a file")),
        };
        assert_eq!(read, rows, "{name}");
    }
    let before = ask(path, &["export", "1", "--what", "candidates", "--format", "csv"]).out;
    assert_eq!(ask(path, &["run", "small.toml", "--threads", "3"]).code, 0);
    assert_eq!(ask(path, &["export", "2", "--what", "candidates", "--format", "csv"]).out, before);
    fs::write(path.join("other.toml"), EXPERIMENT).expect("a file");
    assert_eq!(ask(path, &["run", "other.toml"]).code, 0);
    let refused = ask(path, &["export", "last", "--what", "candidates"]);
    assert!(refused.code == 2 && refused.err.contains("only evolutions have candidates"), "{refused:#?}");
    assert!(refused.err.contains("games, positions and examples"), "{refused:#?}");
}

#[test]
fn wrong_requests_are_told() {
    let folder = folder(EXPERIMENT);
    let path = folder.path();
    let store = Store::open(path.join("zermelo.db")).expect("a store");
    let empty = NewRun {
        stem: "empty".to_owned(),
        kind: "tournament".to_owned(),
        experiment: "game = \"connect4\"".to_owned(),
        seed: 1,
        code_version: "0".to_owned(),
        created: 0,
        stage_of: None,
    };
    drop(store.begin_run(&empty).expect("a run"));
    fs::create_dir(path.join("folder")).expect("a folder");
    for (arguments, code, kind, told) in [
        (&["export", "large", "-o", "x.csv"][..], 2, "store", "small-1"),
        (&["export", "empty-2", "-o", "x.csv"], 2, "no-games", "empty-2 has no games"),
        (&["export", "small", "--format", "parquet"], 2, "usage", "--output"),
        (&["export", "small"], 2, "usage", "--output"),
        (&["export", "small", "-o", "x.xlsx"], 2, "usage", ".xlsx is not a known format"),
        (&["export", "small", "--distinct", "-o", "x.csv"], 2, "usage", "--what positions"),
        (&["export", "small", "--what", "moves", "-o", "x.csv"], 2, "usage", "positions"),
        (&["export", "small", "-o", "no/such/folder/x.csv"], 1, "file", "no/such/folder/x.csv: No such file"),
        (&["export", "small", "-o", "folder"], 1, "file", "cannot write folder: "),
        (&["export", "small", "-o", "/dev/full"], 1, "file", "cannot write /dev/full: No space left"),
        (&["export", "small", "-o", "/dev/full", "--format", "parquet"], 1, "file", "No space left"),
    ] {
        let ran = ask(path, &[arguments, &["--json"]].concat());
        assert_eq!(ran.code, code, "{arguments:?}: {ran:?}");
        let answer: Value = serde_json::from_str(&ran.out).expect("one document");
        assert_eq!(answer["error"]["kind"], json!(kind), "{ran:?}");
        assert!(answer["error"]["message"].as_str().is_some_and(|words| words.contains(told)), "{ran:?}");
    }
    let ran = ask(path, &["export", "small", "--format", "parquet"]);
    assert!(ran.code == 2 && ran.out.is_empty(), "{ran:?}");
    assert_eq!(names(path), ["folder", "small.toml", "zermelo.db"]);
}

/// The files of a folder, without those the store keeps beside itself.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    let mut names: Vec<String> = names.filter(|name| !name.starts_with("zermelo.db-")).collect();
    names.sort();
    names
}

/// What cannot be written to its end is not there, and what was there before still is.
#[test]
fn failures_leave_no_half_file() {
    let folder = folder(&EXPERIMENT.replace("games = 40", "games = 200"));
    let path = folder.path();
    fs::write(path.join("old.csv"), "what was there").expect("a file");
    for name in ["new.csv", "new.jsonl", "new.parquet", "old.csv"] {
        // The shell lets no file grow beyond 128 blocks of 512 bytes; without the trap that would be the
        // program's end.
        let script = "trap '' XFSZ; ulimit -f 128; exec \"$0\" export last --what positions -o \"$1\"";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_zermelo"), name])
            .current_dir(path)
            .output()
            .expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(told.contains(&format!("cannot write {name}: File too large")), "{told}");
    }
    assert_eq!(names(path), ["old.csv", "small.toml", "zermelo.db"]);
    assert_eq!(fs::read_to_string(path.join("old.csv")).expect("a file"), "what was there");
    let told = to_file(path, &["-o", "old.csv"]);
    assert_eq!(told["format"], json!("csv"));
    assert_eq!(read_csv(&path.join("old.csv"), &lines(path, &[])), lines(path, &[]));
}

/// Whenever it is interrupted, there is a whole file or none.
#[cfg(unix)]
#[test]
fn interruptions_leave_no_half_file() {
    let more = EXPERIMENT.replace("games = 40", "games = 1000");
    let folder = folder(&more);
    let path = folder.path();
    to_file(path, &["--what", "positions", "-o", "whole.csv"]);
    let whole = fs::metadata(path.join("whole.csv")).expect("a file").len();
    let before = names(path);
    let mut n_interrupted = 0;
    for _ in 0..5 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["export", "last", "--what", "positions", "-o", "part.csv"])
            .current_dir(path)
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // It is interrupted as soon as it has begun to write.
        let started = Instant::now();
        while names(path) == before && started.elapsed() < Duration::from_secs(5) {
            std::thread::yield_now();
        }
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        match child.wait().expect("it ends").code() {
            Some(130) => {
                n_interrupted += 1;
                assert_eq!(names(path), before);
            }
            // It was quicker.
            Some(0) => {
                assert_eq!(fs::metadata(path.join("part.csv")).expect("a file").len(), whole);
                fs::remove_file(path.join("part.csv")).expect("a file");
            }
            other => panic!("{other:?}"),
        }
    }
    println!("{n_interrupted} of 5 were interrupted");
}

/// Who has seen enough may leave.
#[test]
fn a_reader_may_leave() {
    let more = EXPERIMENT.replace("games = 40", "games = 200");
    let folder = folder(&more);
    for format in ["csv", "jsonl"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["export", "last", "--what", "positions", "--format", format])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        assert!(line.contains("folded_key"), "{line}");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    }
}

/// A link stays a link, and the file may be read by whoever may read others.
#[cfg(unix)]
#[test]
fn links_and_rights_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(EXPERIMENT);
    let path = folder.path();
    fs::create_dir(path.join("data")).expect("a folder");
    fs::write(path.join("data/games.csv"), "").expect("a file");
    symlink("data/games.csv", path.join("games.csv")).expect("a link");
    to_file(path, &["-o", "games.csv"]);
    assert!(fs::symlink_metadata(path.join("games.csv")).expect("a link").is_symlink());
    let mode = |name: &str| fs::metadata(path.join(name)).expect("a file").permissions().mode();
    assert!(fs::metadata(path.join("data/games.csv")).expect("a file").len() > 1000);
    assert_eq!(mode("data/games.csv"), mode("small.toml"));
}

/// A minus is standard output, and no file of that name is made. A report is files and says so.
#[test]
fn a_minus_is_standard_output() {
    let folder = folder(EXPERIMENT);
    let path = folder.path();
    let plain = ask(path, &["export", "last", "--format", "csv"]);
    let minus = ask(path, &["export", "last", "--format", "csv", "-o", "-"]);
    assert_eq!((minus.code, &minus.out, minus.err.as_str()), (0, &plain.out, ""));
    let refused = ask(path, &["export", "last", "--format", "parquet", "-o", "-"]);
    assert!(refused.code == 2 && refused.err.contains("Parquet is binary"), "{refused:?}");
    let refused = ask(path, &["report", "last", "-o", "-"]);
    assert!(refused.code == 2 && refused.err.contains("not to standard output"), "{refused:?}");
    assert!(!path.join("-").exists());
}
