//! What happened in a run besides games, such as the generations of an evolution.

use rusqlite::{Connection, params};

use crate::RunId;

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its place among the run's events. The caller counts, so that a resumed run which adds an event again adds
    /// nothing.
    pub seq: u64,
    /// What kind of event it is, such as `generation`.
    pub kind: String,
    /// What happened, as JSON.
    pub json: String,
}

/// Adds an event; `false` if a different one stands there. `seq` must fit.
pub(crate) fn insert(connection: &Connection, run: RunId, event: &EventRow) -> rusqlite::Result<bool> {
    let values = params![run.0, event.seq.cast_signed(), event.kind, event.json];
    Ok(connection.execute("INSERT INTO event VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING", values)? == 1
        || connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM event WHERE run = ?1 AND seq = ?2 AND kind = ?3 AND json = ?4)",
            values,
            |row| row.get(0),
        )?)
}

/// The events of a run in order.
pub(crate) fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<EventRow>> {
    connection
        .prepare("SELECT seq, kind, json FROM event WHERE run = ?1 ORDER BY seq")?
        .query_map([run.0], |row| {
            Ok(EventRow { seq: row.get::<_, i64>(0)?.cast_unsigned(), kind: row.get(1)?, json: row.get(2)? })
        })?
        .collect()
}
