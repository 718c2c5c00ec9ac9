//! What stands beside the log of a run: who did the work, what people call it. Notes may be replaced, are no part of what was
//! played, and no result and no export depends on them.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use crate::RunId;
use crate::checksum::{NOTE, Summer, checksum, text};

/// A note beside a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    /// What it is about, such as `worker`.
    pub topic: String,
    /// Its name among those about the same.
    pub name: String,
    /// The note.
    pub text: String,
}

/// Keeps a note in place of the one with the same name.
pub(crate) fn replace(connection: &Connection, run: RunId, note: &NoteRow) -> rusqlite::Result<()> {
    let parts = [&note.topic, &note.name, &note.text].map(|part| ValueRef::from(part.as_str()));
    let [topic, name, content] = parts;
    let sum = checksum(&NOTE, &[ValueRef::Integer(run.0.into()), topic, name, content]);
    connection
        .prepare("INSERT OR REPLACE INTO note VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![run.0, note.topic, note.name, note.text, sum])?;
    Ok(())
}

/// The notes about something, by name.
pub(crate) fn select(connection: &Connection, run: RunId, topic: &str) -> rusqlite::Result<Vec<NoteRow>> {
    let mut summer = Summer::default();
    let query = format!("SELECT {} FROM note WHERE run = ?1 AND topic = ?2 ORDER BY name", NOTE.select());
    connection
        .prepare(&query)?
        .query_map(params![run.0, topic], |row| {
            let [_, topic, name, content] = summer.verify(&NOTE, row)?;
            Ok(NoteRow { topic: text(topic)?, name: text(name)?, text: text(content)? })
        })?
        .collect()
}
