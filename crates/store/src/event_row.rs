//! What happened in a run besides games, such as the generations of an evolution.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use crate::RunId;
use crate::checksum::{EVENT, InOrder, Summer, checksum, count, text};
use crate::tally::{Added, Tally, all_there};

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

/// Adds an event. `seq` must fit.
pub(crate) fn insert(connection: &Connection, run: RunId, event: &EventRow) -> rusqlite::Result<Added> {
    let seq = event.seq.cast_signed();
    let values = [
        ValueRef::Integer(run.0.into()),
        ValueRef::Integer(seq),
        event.kind.as_str().into(),
        event.json.as_str().into(),
    ];
    let sum = checksum(&EVENT, &values);
    let statement = "INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    let n_inserted = connection.execute(statement, params![run.0, seq, event.kind, event.json, sum])?;
    Added::of(n_inserted, || {
        connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM event WHERE run = ?1 AND seq = ?2 AND kind = ?3 AND json = ?4)",
            params![run.0, seq, event.kind, event.json],
            |row| row.get(0),
        )
    })
}

/// The events of a run in order.
pub(crate) fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<EventRow>> {
    let written = Tally::select(connection, run)?.events;
    let (mut summer, mut order) = (Summer::default(), InOrder::default());
    let query = format!("SELECT {} FROM event WHERE run = ?1 ORDER BY seq", EVENT.select());
    let events: Vec<EventRow> = connection
        .prepare(&query)?
        .query_map([run.0], |row| {
            let [_, seq, kind, json] = summer.verify(&EVENT, row)?;
            let seq = count(seq)?;
            order.see(&EVENT, seq)?;
            Ok(EventRow { seq, kind: text(kind)?, json: text(json)? })
        })?
        .collect::<rusqlite::Result<_>>()?;
    all_there(&EVENT, run, written, events.len() as u64)?;
    Ok(events)
}
