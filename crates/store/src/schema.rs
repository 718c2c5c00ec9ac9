//! The tables, and how a file of an earlier format becomes one of the present format.
//!
//! `MIGRATIONS` is the history of the format: entry `n` turns format `n` into format `n + 1`, and SQLite's
//! `user_version` says how many entries a file has behind it. A new format is one more entry (and a dump of a file
//! of the old one under `tests/data/old-formats/`); entries that have been released are never edited.
//!
//! Steps are SQL; where that is not enough, they call functions that `migrate` teaches the connection (`checksum`).
//!
//! Tables are STRICT: SQLite refuses a text where a number belongs. Unsigned numbers of 64 bits are stored as the
//! signed number with the same bits.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{StoreError, checksum};

/// Marks an SQLite file as ours: the letters "Zerm".
pub(crate) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Zerm");

/// Every step from nothing to the present format.
pub(crate) const MIGRATIONS: &[&str] = &[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5];

/// Format 1.
///
/// Games are the bulk: about 65 bytes each with 20 bytes of moves. They are clustered by (run, index), so that a run
/// is read in order without an index beside the table, and the reason of a game's end is a number into `reason`.
/// Outcomes are 0 for a draw, 1 if the player who moved first won, 2 if the other did.
const VERSION_1: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    stem TEXT NOT NULL,
    kind TEXT NOT NULL,
    experiment TEXT NOT NULL,
    seed INTEGER NOT NULL,
    code_version TEXT NOT NULL,
    created INTEGER NOT NULL,
    result TEXT
) STRICT;

CREATE TABLE agent (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE opening (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE reason (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE game (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    round INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    nodes_first INTEGER NOT NULL,
    nodes_second INTEGER NOT NULL,
    micros_first INTEGER NOT NULL,
    micros_second INTEGER NOT NULL,
    moves BLOB NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
";

/// Format 2: a run may be a stage of another one, and may keep files such as networks.
const VERSION_2: &str = "
ALTER TABLE run ADD COLUMN parent INTEGER;

CREATE TABLE artifact (
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (run, name)
) STRICT;
";

/// Format 3: when somebody worked at a run, in milliseconds since 1970 (whoever is interrupted and goes on sits down again), and
/// lines of play that are too long for an address.
const VERSION_3: &str = "
CREATE TABLE sitting (
    run INTEGER NOT NULL,
    began INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (run, began)
) STRICT, WITHOUT ROWID;

CREATE TABLE line (
    name TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    moves TEXT NOT NULL
) STRICT, WITHOUT ROWID;
";

/// Format 4: every record has a checksum (`checksum.rs`), and every run a tally of its records (`tally.rs`).
///
/// Tables are built anew, so that their rows are packed as tightly as before. Files lie in the order of their names, the
/// content last: names are listed without reading it, and there is no index that could disagree with them.
const VERSION_4: &str = "
ALTER TABLE run RENAME TO old_run;
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    stem TEXT NOT NULL,
    kind TEXT NOT NULL,
    experiment TEXT NOT NULL,
    seed INTEGER NOT NULL,
    code_version TEXT NOT NULL,
    created INTEGER NOT NULL,
    result TEXT,
    parent INTEGER,
    checksum INTEGER NOT NULL
) STRICT;
INSERT INTO run
    SELECT id, stem, kind, experiment, seed, code_version, created, result, parent, checksum('run', id,
    stem, kind, experiment, seed, code_version, created, result, parent) FROM old_run ORDER BY id;
DROP TABLE old_run;

ALTER TABLE agent RENAME TO old_agent;
CREATE TABLE agent (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;
INSERT INTO agent
    SELECT run, idx, name, text, checksum('agent', run, idx, name, text) FROM old_agent ORDER BY run, idx;
DROP TABLE old_agent;

ALTER TABLE opening RENAME TO old_opening;
CREATE TABLE opening (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    text TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;
INSERT INTO opening
    SELECT run, idx, text, checksum('opening', run, idx, text) FROM old_opening ORDER BY run, idx;
DROP TABLE old_opening;

ALTER TABLE reason RENAME TO old_reason;
CREATE TABLE reason (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE,
    checksum INTEGER NOT NULL
) STRICT;
INSERT INTO reason
    SELECT id, word, checksum('reason', id, word) FROM old_reason ORDER BY id;
DROP TABLE old_reason;

ALTER TABLE game RENAME TO old_game;
CREATE TABLE game (
    run INTEGER NOT NULL,
    idx INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    round INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    nodes_first INTEGER NOT NULL,
    nodes_second INTEGER NOT NULL,
    micros_first INTEGER NOT NULL,
    micros_second INTEGER NOT NULL,
    moves BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, idx)
) STRICT, WITHOUT ROWID;
INSERT INTO game
    SELECT run, idx, first, second, opening, round, outcome, reason, plies, nodes_first, nodes_second,
    micros_first, micros_second, moves, checksum('game', run, idx, first, second, opening, round, outcome,
    reason, plies, nodes_first, nodes_second, micros_first, micros_second, moves) FROM old_game ORDER BY
    run, idx;
DROP TABLE old_game;

ALTER TABLE event RENAME TO old_event;
CREATE TABLE event (
    run INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO event
    SELECT run, seq, kind, json, checksum('event', run, seq, kind, json) FROM old_event ORDER BY run, seq;
DROP TABLE old_event;

ALTER TABLE sitting RENAME TO old_sitting;
CREATE TABLE sitting (
    run INTEGER NOT NULL,
    began INTEGER NOT NULL,
    last INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, began)
) STRICT, WITHOUT ROWID;
INSERT INTO sitting
    SELECT run, began, last, checksum('sitting', run, began, last) FROM old_sitting ORDER BY run, began;
DROP TABLE old_sitting;

ALTER TABLE line RENAME TO old_line;
CREATE TABLE line (
    name TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    moves TEXT NOT NULL,
    checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO line
    SELECT name, game, position, moves, checksum('line', name, game, position, moves) FROM old_line ORDER
    BY name;
DROP TABLE old_line;

ALTER TABLE artifact RENAME TO old_artifact;
CREATE TABLE artifact (
    run INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_checksum INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID;
INSERT INTO artifact
    SELECT run, name, checksum('artifact', run, name), checksum('artifact', run, name, bytes), bytes
    FROM old_artifact ORDER BY run, name;
DROP TABLE old_artifact;

CREATE TABLE tally (
    run INTEGER PRIMARY KEY,
    agents INTEGER NOT NULL,
    openings INTEGER NOT NULL,
    games INTEGER NOT NULL,
    events INTEGER NOT NULL,
    artifacts INTEGER NOT NULL,
    sittings INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
INSERT INTO tally
    SELECT *, checksum('tally', run, agents, openings, games, events, artifacts, sittings) FROM (
        SELECT id AS run,
            (SELECT count(*) FROM agent WHERE run = id) AS agents,
            (SELECT count(*) FROM opening WHERE run = id) AS openings,
            (SELECT count(*) FROM game WHERE run = id) AS games,
            (SELECT count(*) FROM event WHERE run = id) AS events,
            (SELECT count(*) FROM artifact WHERE run = id) AS artifacts,
            (SELECT count(*) FROM sitting WHERE run = id) AS sittings
        FROM run ORDER BY id
    );
";

/// Format 5: notes beside runs, which may be replaced.
const VERSION_5: &str = "
CREATE TABLE note (
    run INTEGER NOT NULL,
    topic TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (run, topic, name)
) STRICT, WITHOUT ROWID;
";

/// The format this program writes.
pub(crate) fn latest() -> u32 {
    format_of(MIGRATIONS)
}

/// The format a file has.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Brings a file up to the format that `migrations` ends with: all of it, or, if anything fails, nothing.
pub(crate) fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), StoreError> {
    let told = |error: rusqlite::Error| StoreError::from_sqlite(path, "write", &error);
    let known = format_of(migrations);
    if check_version(path, version(connection).map_err(told)?, known)? == known {
        return Ok(());
    }
    checksum::teach(connection).map_err(told)?;
    // Asked again inside of the transaction: another process may have come first.
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate).map_err(told)?;
    let found = check_version(path, version(&transaction).map_err(told)?, known)?;
    // Checksums of damaged records would make them look sound for ever.
    if found > 0 {
        check_structure(&transaction, path)?;
    }
    for step in &migrations[found as usize..] {
        transaction.execute_batch(step).map_err(told)?;
    }
    transaction.pragma_update(None, "user_version", known).map_err(told)?;
    transaction.commit().map_err(told)
}

/// Lets SQLite look at the structure of the whole file.
pub(crate) fn check_structure(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let found: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| StoreError::from_sqlite(path, "read", &error))?;
    if found == "ok" {
        return Ok(());
    }
    Err(StoreError::Damaged { path: path.to_owned(), detail: found.replace('\n', " ") })
}

/// Lets pass what is not newer than what is known.
pub(crate) fn check_version(path: &Path, found: u32, known: u32) -> Result<u32, StoreError> {
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    Ok(found)
}

fn format_of(migrations: &[&str]) -> u32 {
    u32::try_from(migrations.len()).expect("a handful of formats")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORE_1: &str = include_str!("../../../tests/data/old-formats/store-1.sql");
    const STORE_2: &str = include_str!("../../../tests/data/old-formats/store-2.sql");
    const STORE_3: &str = include_str!("../../../tests/data/old-formats/store-3.sql");
    const STORE_4: &str = include_str!("../../../tests/data/old-formats/store-4.sql");
    const ONE_MORE: &str = "ALTER TABLE run ADD COLUMN note TEXT;";

    fn made_by(sql: &str, folder: &Path) -> Connection {
        let connection = Connection::open(folder.join("store")).unwrap();
        connection.execute_batch(sql).unwrap();
        connection
    }

    fn store_1(folder: &Path) -> Connection {
        made_by(STORE_1, folder)
    }

    #[test]
    fn one_more_entry_is_one_more_format() {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = store_1(folder.path());
        let path = folder.path().join("store");
        let steps = [MIGRATIONS, &[ONE_MORE]].concat();
        let one_more = latest() + 1;
        migrate(&mut connection, &path, &steps).unwrap();
        assert_eq!(version(&connection), Ok(one_more));
        migrate(&mut connection, &path, &steps).unwrap();
        let n_runs =
            connection.query_row("SELECT count(*) FROM run WHERE note IS NULL", [], |row| row.get(0));
        assert_eq!(n_runs, Ok(2));
        let newer = StoreError::Newer { path: path.clone(), found: one_more, known: latest() };
        assert_eq!(migrate(&mut connection, &path, MIGRATIONS), Err(newer));
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = store_1(folder.path());
        let steps = [VERSION_1, ONE_MORE, "ALTER TABLE nothing ADD COLUMN note TEXT;"];
        migrate(&mut connection, &folder.path().join("store"), &steps).unwrap_err();
        assert_eq!(version(&connection), Ok(1));
        assert!(connection.prepare("SELECT note FROM run").is_err());
    }

    /// The stored files are what this program would have written, and so stay witnesses of it.
    #[test]
    fn the_stored_files_have_the_tables_of_their_formats() {
        let tables = |connection: &Connection| -> Vec<String> {
            let mut statement = connection
                .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
                .unwrap();
            statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
        };
        for (sql, n_steps) in [(STORE_1, 1), (STORE_2, 2), (STORE_3, 3), (STORE_4, 4)] {
            let steps = &MIGRATIONS[..n_steps];
            let folder = tempfile::tempdir().unwrap();
            let fresh = Connection::open_in_memory().unwrap();
            checksum::teach(&fresh).unwrap();
            steps.iter().for_each(|step| fresh.execute_batch(step).unwrap());
            assert_eq!(tables(&made_by(sql, folder.path())), tables(&fresh));
        }
    }
}
