//! How many records each run has, written in the same transaction as the records.
//!
//! A checksum shows that a record changed, but not that a whole page of records has gone. So whoever reads all records of
//! a kind compares their number with the tally. A run that is being written only grows: a tally that was read first may
//! be less than what is read after it, never more.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};

use crate::RunId;
use crate::checksum::{Summer, TALLY, Table, bad_record, checksum, count};

/// How many records of each kind a run has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub agents: u64,
    pub openings: u64,
    pub games: u64,
    pub events: u64,
    pub artifacts: u64,
    pub sittings: u64,
}

/// What came of adding a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Added {
    /// It was not there.
    New,
    /// It was there already.
    Again,
    /// A different one stands in its place.
    Different,
}

impl Added {
    /// What came of adding a record: so many rows were added, and whether the one in its place is the same.
    pub fn of(
        n_inserted: usize,
        is_same: impl FnOnce() -> rusqlite::Result<bool>,
    ) -> rusqlite::Result<Added> {
        match n_inserted {
            1 => Ok(Added::New),
            _ if is_same()? => Ok(Added::Again),
            _ => Ok(Added::Different),
        }
    }
}

impl Tally {
    /// What was written of a run; nothing at all for a run that is not there.
    pub fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Tally> {
        let query = format!("SELECT {} FROM tally WHERE run = ?1", TALLY.select());
        let select = |row: &rusqlite::Row<'_>| {
            let [_, agents, openings, games, events, artifacts, sittings] =
                Summer::default().verify(&TALLY, row)?;
            Ok(Tally {
                agents: count(agents)?,
                openings: count(openings)?,
                games: count(games)?,
                events: count(events)?,
                artifacts: count(artifacts)?,
                sittings: count(sittings)?,
            })
        };
        if let Some(tally) = connection.query_row(&query, [run.0], select).optional()? {
            return Ok(tally);
        }
        let has_run = "SELECT EXISTS (SELECT 1 FROM run WHERE id = ?1)";
        match connection.query_row(has_run, [run.0], |row| row.get(0))? {
            true => Err(bad_record(format!("the tally of run {run} is missing"))),
            false => Ok(Tally::default()),
        }
    }

    /// Writes it in place of what was written before.
    pub fn save(&self, connection: &Connection, run: RunId) -> rusqlite::Result<()> {
        let numbers = [self.agents, self.openings, self.games, self.events, self.artifacts, self.sittings]
            .map(u64::cast_signed);
        let [agents, openings, games, events, artifacts, sittings] = numbers;
        let mut values = [ValueRef::Integer(i64::from(run.0)); 7];
        for (value, number) in values[1..].iter_mut().zip(numbers) {
            *value = ValueRef::Integer(number);
        }
        let sum = checksum(&TALLY, &values);
        connection
            .prepare("INSERT OR REPLACE INTO tally VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
            .execute(params![run.0, agents, openings, games, events, artifacts, sittings, sum])?;
        Ok(())
    }

    /// How many records there really are.
    pub fn counted(connection: &Connection, run: RunId) -> rusqlite::Result<Tally> {
        let count = |table: &str| {
            let query = format!("SELECT count(*) FROM {table} WHERE run = ?1");
            connection.query_row(&query, [run.0], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned)
        };
        Ok(Tally {
            agents: count("agent")?,
            openings: count("opening")?,
            games: count("game")?,
            events: count("event")?,
            artifacts: count("artifact")?,
            sittings: count("sitting")?,
        })
    }

    /// The numbers with the names of what they count.
    pub fn named(&self) -> [(&'static str, u64); 6] {
        [
            ("agents", self.agents),
            ("openings", self.openings),
            ("games", self.games),
            ("events", self.events),
            ("artifacts", self.artifacts),
            ("sittings", self.sittings),
        ]
    }
}

/// An error if fewer records were read than had been written before.
pub(crate) fn all_there(table: &Table, run: RunId, written: u64, n_read: u64) -> rusqlite::Result<()> {
    if n_read >= written {
        return Ok(());
    }
    let name = table.name;
    Err(bad_record(format!("run {run} has {n_read} of the {written} records of {name}s that were written")))
}
