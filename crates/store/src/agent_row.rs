//! Who took part in a run.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use crate::RunId;
use crate::checksum::{AGENT, InOrder, Summer, checksum, number, text};
use crate::tally::{Added, Tally, all_there};

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

/// Adds an agent.
pub(crate) fn insert(connection: &Connection, run: RunId, agent: &AgentRow) -> rusqlite::Result<Added> {
    let values = [
        ValueRef::Integer(run.0.into()),
        ValueRef::Integer(agent.index.into()),
        agent.name.as_str().into(),
        agent.text.as_str().into(),
    ];
    let sum = checksum(&AGENT, &values);
    let statement = "INSERT INTO agent VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
    let n_inserted =
        connection.execute(statement, params![run.0, agent.index, agent.name, agent.text, sum])?;
    Added::of(n_inserted, || {
        connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM agent WHERE run = ?1 AND idx = ?2 AND name = ?3 AND text = ?4)",
            params![run.0, agent.index, agent.name, agent.text],
            |row| row.get(0),
        )
    })
}

/// The agents of a run by index.
pub(crate) fn select(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<AgentRow>> {
    let written = Tally::select(connection, run)?.agents;
    let (mut summer, mut order) = (Summer::default(), InOrder::default());
    let query = format!("SELECT {} FROM agent WHERE run = ?1 ORDER BY idx", AGENT.select());
    let agents: Vec<AgentRow> = connection
        .prepare(&query)?
        .query_map([run.0], |row| {
            let [_, index, name, agent] = summer.verify(&AGENT, row)?;
            let index = number(index)?;
            order.see(&AGENT, index)?;
            Ok(AgentRow { index, name: text(name)?, text: text(agent)? })
        })?
        .collect::<rusqlite::Result<_>>()?;
    all_there(&AGENT, run, written, agents.len() as u64)?;
    Ok(agents)
}
