//! Who took part in a run.

use rusqlite::{Connection, params};

use crate::RunId;

/// An agent of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentRow {
    /// Its place in the run: what [`crate::GameRow::first`] and `second` refer to.
    pub index: u32,
    /// What tables and figures call it.
    pub name: String,
    /// The agent written as text, as in `alphabeta(depth=6)`.
    pub text: String,
}

/// Adds an agent; `false` if a different one has this index.
pub(crate) fn insert(connection: &Connection, run: RunId, agent: &AgentRow) -> rusqlite::Result<bool> {
    let values = params![run.0, agent.index, agent.name, agent.text];
    Ok(connection.execute("INSERT INTO agent VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING", values)? == 1
        || connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM agent WHERE run = ?1 AND idx = ?2 AND name = ?3 AND text = ?4)",
            values,
            |row| row.get(0),
        )?)
}

/// The agents of a run by index.
pub(crate) fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<AgentRow>> {
    connection
        .prepare("SELECT idx, name, text FROM agent WHERE run = ?1 ORDER BY idx")?
        .query_map([run.0], |row| Ok(AgentRow { index: row.get(0)?, name: row.get(1)?, text: row.get(2)? }))?
        .collect()
}
