//! The tables, and how a file of an earlier format becomes one of the present format.
//!
//! `MIGRATIONS` is the history of the format: entry `n` turns format `n` into format `n + 1`, and SQLite's
//! `user_version` says how many entries a file has behind it. A new format is one more entry (and a dump of a file
//! of the old one under `tests/data/old-formats/`); entries that have been released are never edited.
//!
//! Tables are STRICT: SQLite refuses a text where a number belongs. Unsigned numbers of 64 bits are stored as the
//! signed number with the same bits.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::StoreError;

/// Marks an SQLite file as ours: the letters "Zerm".
pub(crate) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Zerm");

/// Every step from nothing to the present format.
pub(crate) const MIGRATIONS: &[&str] = &[VERSION_1, VERSION_2, VERSION_3];

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
    // Asked again inside of the transaction: another process may have come first.
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate).map_err(told)?;
    let found = check_version(path, version(&transaction).map_err(told)?, known)?;
    for step in &migrations[found as usize..] {
        transaction.execute_batch(step).map_err(told)?;
    }
    transaction.pragma_update(None, "user_version", known).map_err(told)?;
    transaction.commit().map_err(told)
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
        let steps = [VERSION_1, VERSION_2, VERSION_3, ONE_MORE];
        migrate(&mut connection, &path, &steps).unwrap();
        assert_eq!(version(&connection), Ok(4));
        migrate(&mut connection, &path, &steps).unwrap();
        let n_runs =
            connection.query_row("SELECT count(*) FROM run WHERE note IS NULL", [], |row| row.get(0));
        assert_eq!(n_runs, Ok(2));
        let newer = StoreError::Newer { path: path.clone(), found: 4, known: 3 };
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
        for (sql, steps) in [(STORE_1, &MIGRATIONS[..1]), (STORE_2, &MIGRATIONS[..2])] {
            let folder = tempfile::tempdir().unwrap();
            let fresh = Connection::open_in_memory().unwrap();
            steps.iter().for_each(|step| fresh.execute_batch(step).unwrap());
            assert_eq!(tables(&made_by(sql, folder.path())), tables(&fresh));
        }
    }
}
