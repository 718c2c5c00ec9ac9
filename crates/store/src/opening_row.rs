//! Where the games of a run begin.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use crate::RunId;
use crate::checksum::{InOrder, OPENING, Summer, checksum, number, text};
use crate::tally::{Added, Tally, all_there};

/// An opening of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningRow {
    /// Its place in the run: what [`crate::GameRow::opening`] refers to.
    pub index: u32,
    /// A position or moves, written as the game writes them.
    pub text: String,
}

/// Adds an opening.
pub(crate) fn insert(connection: &Connection, run: RunId, opening: &OpeningRow) -> rusqlite::Result<Added> {
    let values = [
        ValueRef::Integer(run.0.into()),
        ValueRef::Integer(opening.index.into()),
        opening.text.as_str().into(),
    ];
    let sum = checksum(&OPENING, &values);
    let statement = "INSERT INTO opening VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    let n_inserted = connection.execute(statement, params![run.0, opening.index, opening.text, sum])?;
    Added::of(n_inserted, || {
        connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM opening WHERE run = ?1 AND idx = ?2 AND text = ?3)",
            params![run.0, opening.index, opening.text],
            |row| row.get(0),
        )
    })
}

/// The openings of a run by index.
pub(crate) fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<OpeningRow>> {
    let written = Tally::select(connection, run)?.openings;
    let (mut summer, mut order) = (Summer::default(), InOrder::default());
    let query = format!("SELECT {} FROM opening WHERE run = ?1 ORDER BY idx", OPENING.select());
    let openings: Vec<OpeningRow> = connection
        .prepare(&query)?
        .query_map([run.0], |row| {
            let [_, index, opening] = summer.verify(&OPENING, row)?;
            let index = number(index)?;
            order.see(&OPENING, index)?;
            Ok(OpeningRow { index, text: text(opening)? })
        })?
        .collect::<rusqlite::Result<_>>()?;
    all_there(&OPENING, run, written, openings.len() as u64)?;
    Ok(openings)
}
