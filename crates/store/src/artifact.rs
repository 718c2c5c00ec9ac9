//! Files that a run keeps, such as the networks it trained.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};
use zermelo_game::shown;

use crate::RunId;
use crate::checksum::{ARTIFACT, ARTIFACT_NAME, InOrder, Summer, bad_record, checksum, text};
use crate::tally::{Added, Tally, all_there};

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

/// Adds a file.
pub(crate) fn insert(connection: &Connection, run: RunId, artifact: &Artifact) -> rusqlite::Result<Added> {
    let values =
        [ValueRef::Integer(run.0.into()), artifact.name.as_str().into(), ValueRef::Blob(&artifact.bytes)];
    let sums = (checksum(&ARTIFACT_NAME, &values[..2]), checksum(&ARTIFACT, &values));
    let statement = "INSERT INTO artifact VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    let n_inserted =
        connection.execute(statement, params![run.0, artifact.name, sums.0, sums.1, artifact.bytes])?;
    Added::of(n_inserted, || {
        connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM artifact WHERE run = ?1 AND name = ?2 AND bytes = ?3)",
            params![run.0, artifact.name, artifact.bytes],
            |row| row.get(0),
        )
    })
}

/// A file by its name, if it is there.
pub(crate) fn select(connection: &Connection, run: RunId, name: &str) -> rusqlite::Result<Option<Vec<u8>>> {
    let query = format!("SELECT {} FROM artifact WHERE run = ?1 AND name = ?2", ARTIFACT.select());
    let from_row = |row: &Row<'_>| {
        let [_, _, bytes] = Summer::default().verify(&ARTIFACT, row)?;
        bytes.as_blob().map(<[u8]>::to_vec).map_err(|error| bad_record(error.to_string()))
    };
    let found = connection.query_row(&query, params![run.0, name], from_row).optional()?;
    // A file that is not found may be one whose name was damaged.
    if found.is_none() && names(connection, run)?.iter().any(|known| known == name) {
        return Err(bad_record(format!(
            "artifact `{}` of run {run} cannot be found by its name",
            shown(name)
        )));
    }
    Ok(found)
}

/// The names of all files of a run, in order.
pub(crate) fn names(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<String>> {
    let written = Tally::select(connection, run)?.artifacts;
    let (mut summer, mut order) = (Summer::default(), InOrder::default());
    let names: Vec<String> = connection
        .prepare("SELECT run, name, name_checksum FROM artifact WHERE run = ?1 ORDER BY name")?
        .query_map([run.0], |row| {
            let [_, name] = summer.verify(&ARTIFACT_NAME, row)?;
            let name = text(name)?;
            order.see(&ARTIFACT_NAME, name.clone())?;
            Ok(name)
        })?
        .collect::<rusqlite::Result<_>>()?;
    all_there(&ARTIFACT, run, written, names.len() as u64)?;
    Ok(names)
}
