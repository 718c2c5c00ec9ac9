//! Where the games of a run begin.

use rusqlite::{Connection, params};

use crate::RunId;

/// An opening of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningRow {
    /// Its place in the run: what [`crate::GameRow::opening`] refers to.
    pub index: u32,
    /// A position or moves, written as the game writes them.
    pub text: String,
}

/// Adds an opening; `false` if a different one has this index.
pub(crate) fn insert(connection: &Connection, run: RunId, opening: &OpeningRow) -> rusqlite::Result<bool> {
    let values = params![run.0, opening.index, opening.text];
    Ok(connection.execute("INSERT INTO opening VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING", values)? == 1
        || connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM opening WHERE run = ?1 AND idx = ?2 AND text = ?3)",
            values,
            |row| row.get(0),
        )?)
}

/// The openings of a run by index.
pub(crate) fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<OpeningRow>> {
    connection
        .prepare("SELECT idx, text FROM opening WHERE run = ?1 ORDER BY idx")?
        .query_map([run.0], |row| Ok(OpeningRow { index: row.get(0)?, text: row.get(1)? }))?
        .collect()
}
