//! Reads all of a store and tells what is wrong with it, run by run, without writing anything.
//!
//! SQLite looks at the structure of the file; then every record is compared with its checksum and every run with its tally.
//! Each question is asked by itself, so that what can be read in a damaged file is found. A file of an earlier format has no
//! checksums: of that, structure and readability are all that can be looked at.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, Row};

use crate::checksum::{
    AGENT, ARTIFACT, ARTIFACT_NAME, EVENT, GAME, LINE, NOTE, OPENING, REASON, RUN, SITTING, Summer, Table,
};
use crate::store_file::{self, Opened};
use crate::tally::Tally;
use crate::{RunId, StoreError};

/// The format from which on records have checksums.
const CHECKSUMS: u32 = 4;
/// How many problems of one kind are told.
const MOST_TOLD: usize = 5;
/// The tables with the records of runs.
const OF_RUNS: [&Table; 7] = [&AGENT, &OPENING, &GAME, &EVENT, &ARTIFACT, &SITTING, &NOTE];

/// What was found in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The file, by its own path.
    pub path: PathBuf,
    /// Its format.
    pub format: u32,
    /// Whether its records have checksums; those of earlier formats have none.
    pub has_checksums: bool,
    /// What is wrong with the file as a whole.
    pub problems: Vec<String>,
    /// Its runs in the order they were begun.
    pub runs: Vec<RunVerification>,
}

/// What was found of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunVerification {
    /// Its number.
    pub id: RunId,
    /// Its name, if that can be believed.
    pub name: Option<String>,
    /// How many games of it are sound.
    pub n_games: u64,
    /// How many records of it are sound, the games among them.
    pub n_records: u64,
    /// What is wrong with it.
    pub problems: Vec<String>,
}

impl Verification {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.problems.is_empty() && self.runs.iter().all(|run| run.problems.is_empty())
    }
}

/// Reads all of the store at `path`. It writes nothing: a store of an earlier format stays one.
///
/// # Errors
///
/// If there is no store, or one of which not even the first page can be read.
pub fn verify(path: impl AsRef<Path>) -> Result<Verification, StoreError> {
    let (Opened { path, connection, held: _held }, format) = store_file::read_as_it_is(path.as_ref())?;
    let told = |error: rusqlite::Error| StoreError::from_sqlite(&path, "read", &error);
    if store_file::has_log(&path) {
        // Whoever closes a file last copies its log into it, which would be writing.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(told)?;
    }
    // One transaction: everything is looked at as it was at one moment.
    let transaction = connection.unchecked_transaction().map_err(told)?;
    let mut verifier = Verifier { connection: &transaction, format, problems: structure(&transaction) };
    let runs = verifier.run_ids().into_iter().map(|id| verifier.run(id)).collect();
    verifier.rest();
    let problems = verifier.problems;
    Ok(Verification { path: path.clone(), format, has_checksums: format >= CHECKSUMS, problems, runs })
}

/// What SQLite says of the structure of the file.
fn structure(connection: &Connection) -> Vec<String> {
    let check = || -> rusqlite::Result<Vec<String>> {
        connection
            .prepare(&format!("PRAGMA integrity_check({MOST_TOLD})"))?
            .query_map([], |row| row.get(0))?
            .collect()
    };
    match check() {
        Ok(found) if found == ["ok"] => Vec::new(),
        Ok(found) => found.into_iter().map(|text| text.replace('\n', " ")).collect(),
        Err(error) => vec![error.to_string()],
    }
}

struct Verifier<'c> {
    connection: &'c Connection,
    format: u32,
    problems: Vec<String>,
}

impl Verifier<'_> {
    /// The numbers of all runs, those included that only their tallies are left of.
    fn run_ids(&mut self) -> BTreeSet<u32> {
        let mut ids = BTreeSet::new();
        for (table, key) in [("run", "id"), ("tally", "run")] {
            if table == "tally" && self.format < CHECKSUMS {
                continue;
            }
            let found = self.each(&format!("SELECT {key} FROM {table} ORDER BY {key}"), |row| {
                ids.insert(row.get(0)?);
                Ok(())
            });
            self.problems.extend(found.map(|problem| format!("the list of runs: {problem}")));
        }
        ids
    }

    /// Looks at a run and all its records.
    fn run(&mut self, id: u32) -> RunVerification {
        let run = RunId(id);
        let mut problems = Vec::new();
        let (n_rows, found) = self.records(&RUN, &format!("id = {id}"));
        problems.extend(found);
        let query =
            format!("SELECT CASE WHEN {} THEN stem ELSE stem || '-' || id END FROM run WHERE id = {id}", {
                if self.format >= 2 { "parent IS NOT NULL" } else { "0" }
            });
        let name = self.connection.query_row(&query, [], |row| row.get(0)).optional().unwrap_or_default();
        if n_rows == 0 && problems.is_empty() {
            problems.push("the run itself is missing, only its tally is left".to_owned());
        }
        let (mut n_games, mut n_records) = (0, 0);
        for table in OF_RUNS.into_iter().filter(|table| self.has(table)) {
            let (n_sound, found) = self.records(table, &format!("run = {id}"));
            problems.extend(found);
            n_records += n_sound;
            if table.name == GAME.name {
                n_games = n_sound;
            }
        }
        let query = format!(
            "SELECT idx FROM game WHERE run = {id} AND reason NOT IN (SELECT id FROM reason) ORDER BY idx LIMIT 1"
        );
        match self.connection.query_row(&query, [], |row| row.get::<_, i64>(0)).optional() {
            Ok(None) => {}
            Ok(Some(game)) => problems.push(format!("game {game} has a reason that is not there")),
            // Told already of the table that it is in.
            Err(_) => {}
        }
        if self.format >= CHECKSUMS {
            problems.extend(self.tally(run));
        }
        let name = name.filter(|_| n_rows == 1);
        RunVerification { id: run, name, n_games, n_records, problems }
    }

    /// Compares a run with its tally.
    fn tally(&self, run: RunId) -> Vec<String> {
        let query = "SELECT EXISTS (SELECT 1 FROM tally WHERE run = ?1)";
        let is_there = self.connection.query_row(query, [run.0], |row| row.get::<_, bool>(0));
        if is_there == Ok(false) {
            return vec!["its tally is missing".to_owned()];
        }
        let both = Tally::select(self.connection, run)
            .and_then(|tally| Ok((tally, Tally::counted(self.connection, run)?)));
        match both {
            Ok((written, counted)) => written
                .named()
                .into_iter()
                .zip(counted.named())
                .filter(|(written, counted)| written != counted)
                .map(|((name, written), (_, counted))| {
                    format!("{written} {name} were written, {counted} are there")
                })
                .collect(),
            Err(error) => vec![problem_of(&error)],
        }
    }

    /// Looks at what belongs to no run.
    fn rest(&mut self) {
        for table in [&REASON, &LINE] {
            if !self.has(table) {
                continue;
            }
            let (_, found) = self.records(table, "TRUE");
            self.problems.extend(found);
        }
        for table in OF_RUNS {
            if !self.has(table) {
                continue;
            }
            let name = table.name;
            let query = format!("SELECT count(*) FROM {name} WHERE run NOT IN (SELECT id FROM run)");
            match self.connection.query_row(&query, [], |row| row.get::<_, i64>(0)) {
                Ok(0) => {}
                Ok(n_lost) => self.problems.push(format!("{n_lost} records of {name}s belong to no run")),
                Err(error) => self.problems.push(format!("{name}s: {}", problem_of(&error))),
            }
        }
    }

    /// Whether the file's format has this table.
    fn has(&self, table: &Table) -> bool {
        let since = match table.name {
            "artifact" => 2,
            "sitting" | "line" => 3,
            "note" => 5,
            _ => 1,
        };
        self.format >= since
    }

    /// Looks at the records of a table for which `which` holds: how many are sound, and what is wrong with the others.
    fn records(&self, table: &Table, which: &str) -> (u64, Vec<String>) {
        let has_checksums = self.format >= CHECKSUMS;
        // Files and their names are compared one by one.
        let checks: &[(&Table, &str)] = match table.name {
            _ if !has_checksums => &[(table, "NULL")],
            "artifact" => &[(&ARTIFACT_NAME, "name_checksum"), (&ARTIFACT, "checksum")],
            _ => &[(table, "checksum")],
        };
        let mut problems = Vec::new();
        let mut n_sound = 0;
        for (table, checksum) in checks {
            let (mut n_bad, mut n_read, mut summer) = (0, 0_u64, Summer::default());
            let columns = match has_checksums {
                true => table.columns.join(", "),
                // Whatever columns the format has.
                false => "*".to_owned(),
            };
            let query = format!("SELECT {columns}, {checksum} FROM {} WHERE {which}", table.name);
            let stopped = self.each(&query, |row| {
                let checked = if has_checksums { summer.check(table, row) } else { readable(row) };
                match checked {
                    Ok(()) => n_read += 1,
                    Err(error) => {
                        n_bad += 1;
                        if n_bad <= MOST_TOLD {
                            problems.push(problem_of(&error));
                        }
                    }
                }
                Ok(())
            });
            if n_bad > MOST_TOLD {
                problems.push(format!("{} more records of {}s are damaged", n_bad - MOST_TOLD, table.name));
            }
            problems.extend(stopped.map(|problem| {
                format!("reading {}s ended after {} records: {problem}", table.name, n_read + n_bad as u64)
            }));
            n_sound = n_read;
        }
        problems.dedup();
        (n_sound, problems)
    }

    /// Shows every row of a query; what ended it before its time, if anything did.
    fn each(&self, query: &str, mut see: impl FnMut(&Row<'_>) -> rusqlite::Result<()>) -> Option<String> {
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare(query)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                see(row)?;
            }
            Ok(())
        };
        read().err().map(|error| problem_of(&error))
    }
}

/// Whether every column of a row can be read: texts are texts.
fn readable(row: &Row<'_>) -> rusqlite::Result<()> {
    for column in 0..row.as_ref().column_count() {
        let value = row.get_ref(column)?;
        if value.data_type() == rusqlite::types::Type::Text {
            crate::checksum::text(value)?;
        }
    }
    Ok(())
}

/// What is wrong, without the path that stands above it.
fn problem_of(error: &rusqlite::Error) -> String {
    match StoreError::from_sqlite(Path::new(""), "read", error) {
        StoreError::Damaged { detail, .. } => detail,
        _ => error.to_string(),
    }
}
