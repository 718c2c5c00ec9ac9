//! Bits that flip in a store: whatever is read is as it was written, or an error.

use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rusqlite::Connection;
use zermelo_game::stream;
use zermelo_store::{
    Artifact, EventRow, LineRow, NoteRow, RunId, Store, StoreError, Verification, Writer, verify,
};

use crate::sample;

const N_GAMES: u64 = 300;
/// How many bits are flipped, one at a time, at places that chance chooses.
const N_FLIPS: u64 = 500;

/// A store with everything in it; the name of a line.
fn make_store(path: &Path) -> String {
    let store = Store::open(path).unwrap();
    for (stem, is_finished) in [("first", true), ("second", false), ("third", true)] {
        let run = store.begin_run(&sample::new_run(stem)).unwrap().timed(|| 1_700_000_000_123);
        let writer = Writer::start(run).unwrap();
        writer.add_agents(sample::agents()).unwrap();
        writer.add_openings(sample::openings()).unwrap();
        sample::games(N_GAMES).into_iter().for_each(|game| writer.add(game).unwrap());
        for seq in 0..40 {
            let json = format!("{{\"best\": {seq}, \"all\": {:?}}}", vec![seq; 30]);
            writer.add_event(EventRow { seq, kind: "generation".to_owned(), json }).unwrap();
        }
        for (name, length) in [("net", 9000), ("net-1", 20), ("empty", 0)] {
            let bytes = (0..length).map(|place| place as u8).collect();
            writer.add_artifact(Artifact { name: name.to_owned(), bytes }).unwrap();
        }
        for name in ["one", "other"] {
            let text = format!("{{\"speed\": {:?}}}", vec![7; 30]);
            writer.add_note(NoteRow { topic: "worker".to_owned(), name: name.to_owned(), text }).unwrap();
        }
        let run = writer.finish().unwrap();
        if is_finished {
            run.finish(&format!("{{\"result\": {:?}}}", vec![1; 3000])).unwrap();
        }
    }
    let line = LineRow { game: "connect4".to_owned(), position: String::new(), moves: "4 4".to_owned() };
    store.keep_line(&line).unwrap()
}

/// Everything that can be read of a store, each by itself: what was asked, and the answer.
fn answers(path: &Path, line: &str) -> Vec<(String, Result<String, StoreError>)> {
    let store = match Store::read(path) {
        Ok(store) => store,
        Err(error) => return vec![("open".to_owned(), Err(error))],
    };
    let mut answers = Vec::new();
    let mut tell = |what: String, answer: Result<String, StoreError>| answers.push((what, answer));
    tell("runs".to_owned(), store.runs().map(|runs| format!("{runs:?}")));
    tell("last".to_owned(), store.find_run("last").map(|run| format!("{run:?}")));
    tell("line".to_owned(), store.line(line).map(|line| format!("{line:?}")));
    for run in [1, 2, 3].map(RunId) {
        let mut ask =
            |what: &str, answer: Result<String, StoreError>| tell(format!("{what} of {run}"), answer);
        ask("the run", store.run(run).map(|run| format!("{run:?}")));
        ask("its name", store.find_run(&run.to_string()).map(|run| run.name));
        ask("agents", store.agents(run).map(|rows| format!("{rows:?}")));
        ask("openings", store.openings(run).map(|rows| format!("{rows:?}")));
        ask("events", store.events(run).map(|rows| format!("{rows:?}")));
        ask("worked", store.worked(run).map(|worked| format!("{worked:?}")));
        ask(
            "numbers",
            store.n_games(run).and_then(|n_games| Ok(format!("{n_games} {}", store.n_events(run)?))),
        );
        let notes = |rows: Vec<NoteRow>| rows.iter().map(|row| format!("{row:?}\n")).collect();
        ask("notes", store.notes(run, "worker").map(notes));
        ask("names of files", store.artifact_names(run).map(|names| format!("{names:?}")));
        for name in ["net", "net-1", "empty", "none"] {
            ask(name, store.artifact(run, name).map(|bytes| format!("{bytes:?}")));
        }
        for index in [0, 7, N_GAMES - 1, N_GAMES] {
            ask(&format!("game {index}"), store.game(run, index).map(|game| format!("{game:?}")));
        }
        let games = store.games(run).try_fold(String::new(), |mut text, game| {
            writeln!(text, "{:?}", game?).unwrap();
            Ok(text)
        });
        ask("games", games);
    }
    answers
}

#[test]
fn no_flipped_bit_is_passed_on() {
    let folder = tempfile::tempdir().unwrap();
    let (sound, path) = (folder.path().join("sound.db"), folder.path().join("store.db"));
    let line = make_store(&sound);
    let bytes = fs::read(&sound).unwrap();
    let expected = answers(&sound, &line);
    assert!(expected.iter().all(|(_, answer)| answer.is_ok()), "{expected:?}");
    assert!(verify(&sound).unwrap().is_sound());

    let mut chance = stream(11, "flipped bits", 0);
    let n_pages = bytes.len() / 4096;
    let mut n_noticed = 0;
    for flip in 0..N_FLIPS {
        // Every page in turn, and every other time its first bytes, which say what is in it.
        let page = flip as usize % n_pages;
        let place = page * 4096 + if flip % 2 == 0 { chance.below(120) } else { chance.below(4096) };
        let bit = 1_u8 << chance.below(8);
        let mut flipped = bytes.clone();
        flipped[place] ^= bit;
        fs::write(&path, &flipped).unwrap();
        let told = format!("byte {} of page {page}, bit {bit:#x}", place % 4096);
        let (found, verified) =
            catch_unwind(AssertUnwindSafe(|| (answers(&path, &line), verify(&path)))).expect(&told);
        let is_sound = verified.as_ref().is_ok_and(Verification::is_sound);
        let mut is_noticed = false;
        for (what, answer) in &found {
            match answer {
                // Nobody counts lines and notes: one that cannot be found is not there, for those who ask.
                Ok(answer) if what == "line" && answer == "None" => is_noticed = true,
                Ok(answer) if what.starts_with("notes") => {
                    let (_, same) = expected.iter().find(|(known, _)| known == what).unwrap();
                    let same = same.as_ref().unwrap();
                    assert!(answer.lines().all(|line| same.contains(line)), "{told}: {what} are others");
                    is_noticed |= answer != same;
                }
                Ok(answer) => {
                    let same = expected.iter().find(|(known, _)| known == what).unwrap();
                    assert_eq!(Ok(answer), same.1.as_ref(), "{told}: {what} is another");
                }
                Err(_) => is_noticed = true,
            }
        }
        assert!(!is_noticed || !is_sound, "{told}: read with an error, but nothing is found: {found:?}");
        n_noticed += u64::from(is_noticed);
        assert!(fs::read(&path).unwrap() == flipped, "{told}: looking changes nothing");
    }
    // Most of a store is in use.
    assert!(n_noticed > N_FLIPS / 2, "{n_noticed}");
}

/// What another program changes, be it with the best intentions, is noticed: in every column of every table.
#[test]
fn a_change_of_any_column_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let sound = folder.path().join("sound.db");
    let line = make_store(&sound);
    let mut columns = Vec::new();
    {
        let connection = Connection::open(&sound).unwrap();
        let query = "SELECT tables.name, columns.name FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
                     WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'";
        let mut statement = connection.prepare(query).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        columns.extend(rows.map(Result::<(String, String), _>::unwrap));
    }
    assert!(columns.len() > 50, "{columns:?}");
    let path = folder.path().join("store.db");
    for (table, column) in columns {
        fs::copy(&sound, &path).unwrap();
        let connection = Connection::open(&path).unwrap();
        let change = format!(
            "UPDATE {table} SET {column} = CASE typeof({column})
                 WHEN 'text' THEN 'x' || {column}
                 WHEN 'blob' THEN CAST(x'01' || {column} AS BLOB)
                 WHEN 'null' THEN 1
                 ELSE {column} + 1000 END
             WHERE {column} IS (SELECT {column} FROM {table} ORDER BY 1 LIMIT 1)"
        );
        assert!(connection.execute(&change, []).unwrap() > 0, "{change}");
        drop(connection);
        let found = verify(&path).unwrap();
        assert!(!found.is_sound(), "{table}.{column}");
        let is_noticed = answers(&path, &line).iter().any(|(_, answer)| answer.is_err());
        // A line or a note that has gone to another name is just not found.
        assert!(is_noticed || table == "line" || table == "note", "{table}.{column}: {found:?}");
    }
}

#[test]
fn missing_records_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let sound = folder.path().join("sound.db");
    let line = make_store(&sound);
    let path = folder.path().join("store.db");
    for what in [
        "game WHERE run = 1 AND idx BETWEEN 100 AND 140",
        "game WHERE run = 2",
        "event WHERE run = 1 AND seq = 39",
        "agent WHERE run = 1 AND idx = 7",
        "opening WHERE run = 1 AND idx = 0",
        "artifact WHERE run = 1 AND name = 'net'",
        "sitting WHERE run = 1",
        "reason WHERE id = 1",
        "run WHERE id = 3",
        "tally WHERE run = 3",
    ] {
        fs::copy(&sound, &path).unwrap();
        assert!(Connection::open(&path).unwrap().execute(&format!("DELETE FROM {what}"), []).unwrap() > 0);
        let errors: Vec<_> =
            answers(&path, &line).into_iter().filter_map(|(_, answer)| answer.err()).collect();
        assert!(errors.iter().any(|error| matches!(error, StoreError::Damaged { .. })), "{what}: {errors:?}");
        assert!(!verify(&path).unwrap().is_sound(), "{what}");
    }
}

#[test]
fn what_is_wrong_is_told_by_run_and_the_rest_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    make_store(&path);
    let connection = Connection::open(&path).unwrap();
    connection.execute("UPDATE run SET seed = seed + 1 WHERE id = 2", []).unwrap();
    connection.execute("UPDATE game SET plies = plies + 1 WHERE run = 3 AND idx = 5", []).unwrap();
    drop(connection);
    let found = verify(&path).unwrap();
    assert_eq!(found.problems, [""; 0]);
    let problems: Vec<&[String]> = found.runs.iter().map(|run| run.problems.as_slice()).collect();
    assert_eq!(problems[0], [""; 0]);
    assert_eq!(problems[1], ["run 2 does not match its checksum"]);
    assert_eq!(problems[2], ["game 5 of run 3 does not match its checksum"]);
    let names: Vec<Option<&str>> = found.runs.iter().map(|run| run.name.as_deref()).collect();
    assert_eq!(names, [Some("first-1"), None, Some("third-3")]);
    assert_eq!((found.runs[0].n_games, found.runs[2].n_games), (N_GAMES, N_GAMES - 1));

    let store = Store::read(&path).unwrap();
    assert_eq!(store.find_run("first-1").map(|run| run.id), Ok(RunId(1)));
    assert!(store.games(RunId(1)).map(Result::unwrap).eq(sample::games(N_GAMES)));
    for name in ["2", "second", "last", "first"] {
        assert!(matches!(store.find_run(name), Err(StoreError::Damaged { .. })), "{name}");
    }
    let error = store.games(RunId(3)).find_map(Result::err).unwrap().to_string();
    assert!(error.contains("game 5 of run 3 does not match its checksum"), "{error}");
    assert!(error.contains("zermelo verify-store"), "{error}");
}

/// A log that a killed process left is looked at, and left where it is.
#[test]
fn looking_leaves_a_log_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (path, killed) = (folder.path().join("store.db"), folder.path().join("killed.db"));
    let store = Store::open(&path).unwrap();
    let mut run = store.begin_run(&sample::new_run("log")).unwrap();
    run.append_games(&sample::games(20)).unwrap();
    for suffix in ["", "-wal"] {
        let copy = |name: &Path| format!("{}{suffix}", name.display());
        fs::copy(copy(&path), copy(&killed)).unwrap();
    }
    let files = || ["", "-wal"].map(|suffix| fs::read(format!("{}{suffix}", killed.display())).unwrap());
    let before = files();
    let found = verify(&killed).unwrap();
    assert!(found.is_sound() && found.runs[0].n_games == 20, "{found:?}");
    assert!(files() == before);
}
