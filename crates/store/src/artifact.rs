//! Files that a run keeps, such as the networks it trained.

use rusqlite::{Connection, OptionalExtension, params};

use crate::RunId;

/// A file of a run.
#[derive(Clone, PartialEq, Eq)]
pub struct Artifact {
    /// Its name in the run, such as `net`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for Artifact {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Artifact({}, {} bytes)", self.name, self.bytes.len())
    }
}

/// Adds a file; `false` if a different one stands there.
pub(crate) fn insert(connection: &Connection, run: RunId, artifact: &Artifact) -> rusqlite::Result<bool> {
    let values = params![run.0, artifact.name, artifact.bytes];
    Ok(connection.execute("INSERT INTO artifact VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING", values)? == 1
        || connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM artifact WHERE run = ?1 AND name = ?2 AND bytes = ?3)",
            values,
            |row| row.get(0),
        )?)
}

/// A file by its name, if it is there.
pub(crate) fn select(connection: &Connection, run: RunId, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    connection
        .query_row("SELECT bytes FROM artifact WHERE run = ?1 AND name = ?2", params![run.0, name], |row| {
            row.get(0)
        })
        .optional()
}

/// The names of all files of a run, in order.
pub(crate) fn names(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT name FROM artifact WHERE run = ?1 ORDER BY name")?
        .query_map([run.0], |row| row.get(0))?
        .collect()
}
