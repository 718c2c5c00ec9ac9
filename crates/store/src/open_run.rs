//! A run held for writing.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::game_row::{self, Inserter};
use crate::run_lock::RunLock;
use crate::{
    AgentRow, Artifact, EventRow, GameRow, OpeningRow, Run, RunId, StoreError, agent_row, artifact,
    event_row, opening_row,
};

/// An unfinished run that nobody else can write while this lives. It has a connection of its own, so the [`crate::Store`] it
/// came from stays free for reading.
///
/// Every method is one transaction: when it returns, everything it was given is on the disk, and if it fails, nothing is.
#[derive(Debug)]
pub struct OpenRun {
    run: Run,
    path: PathBuf,
    connection: Connection,
    /// The numbers of the reasons met so far.
    reasons: HashMap<String, i64>,
    /// What time it is, and when the work began, if anybody wants to know how long it takes.
    sitting: Option<Sitting>,
    /// Held for its `Drop`, which lets others at the run. Last, so that the connection is closed before.
    _lock: RunLock,
}

/// Since when somebody has been working at a run.
#[derive(Clone, Copy, Debug)]
struct Sitting {
    clock: fn() -> u64,
    began: u64,
}

/// Records that are saved together, in this order.
#[derive(Default)]
pub(crate) struct Batch {
    pub agents: Vec<AgentRow>,
    pub openings: Vec<OpeningRow>,
    pub games: Vec<GameRow>,
    /// Before events, so that whatever an event tells of is there.
    pub artifacts: Vec<Artifact>,
    pub events: Vec<EventRow>,
}

impl Batch {
    pub fn clear(&mut self) {
        self.agents.clear();
        self.openings.clear();
        self.games.clear();
        self.artifacts.clear();
        self.events.clear();
    }
}

impl OpenRun {
    pub(crate) fn new(run: Run, path: PathBuf, connection: Connection, lock: RunLock) -> OpenRun {
        OpenRun { run, path, connection, reasons: HashMap::new(), sitting: None, _lock: lock }
    }

    /// From now on every transaction also says what time it is, so that it can be told how long the work took. The clock gives
    /// milliseconds since 1970; the store has none. Times are no part of records.
    #[must_use]
    pub fn timed(self, clock: fn() -> u64) -> OpenRun {
        OpenRun { sitting: Some(Sitting { clock, began: clock() }), ..self }
    }

    /// The run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The run's number.
    pub fn id(&self) -> RunId {
        self.run.id
    }

    /// The store's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds agents. One that is there already is passed over.
    pub fn add_agents(&mut self, agents: &[AgentRow]) -> Result<(), StoreError> {
        self.append(&Batch { agents: agents.to_vec(), ..Batch::default() })
    }

    /// Adds openings. One that is there already is passed over.
    pub fn add_openings(&mut self, openings: &[OpeningRow]) -> Result<(), StoreError> {
        self.append(&Batch { openings: openings.to_vec(), ..Batch::default() })
    }

    /// Adds games, in any order. One that is there already is passed over, whatever its times are; a different one with the
    /// same index is an error.
    pub fn append_games(&mut self, games: &[GameRow]) -> Result<(), StoreError> {
        self.append(&Batch { games: games.to_vec(), ..Batch::default() })
    }

    /// Adds an event. One that is there already is passed over.
    pub fn append_event(&mut self, event: EventRow) -> Result<(), StoreError> {
        self.append(&Batch { events: vec![event], ..Batch::default() })
    }

    /// Adds records together.
    pub(crate) fn append(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.write(|writing| {
            let (run, transaction) = (writing.run.id, writing.transaction);
            for agent in &batch.agents {
                let is_same = agent_row::insert(transaction, run, agent);
                writing.same("agent", u64::from(agent.index), is_same)?;
            }
            for opening in &batch.openings {
                let is_same = opening_row::insert(transaction, run, opening);
                writing.same("opening", u64::from(opening.index), is_same)?;
            }
            let mut inserter = Inserter::new(transaction).map_err(|error| writing.told(&error))?;
            for game in &batch.games {
                fits("game", game.index)?;
                let reason = writing.reason(&game.reason)?;
                let is_same = inserter.insert(run, game, reason);
                writing.same("game", game.index, is_same)?;
            }
            for (index, artifact) in batch.artifacts.iter().enumerate() {
                let is_same = artifact::insert(transaction, run, artifact);
                writing.same("file", index as u64, is_same)?;
            }
            for event in &batch.events {
                fits("event", event.seq)?;
                writing.is_json("event", &event.json)?;
                let is_same = event_row::insert(transaction, run, event);
                writing.same("event", event.seq, is_same)?;
            }
            Ok(())
        })
    }

    /// Ends the run with its result, which must be JSON. It takes nothing more after that.
    pub fn finish(mut self, result: &str) -> Result<Run, StoreError> {
        self.write(|writing| {
            writing.is_json("result", result)?;
            let id = writing.run.id.0;
            writing
                .transaction
                .execute("UPDATE run SET result = ?1 WHERE id = ?2", (result, id))
                .map_err(|error| writing.told(&error))?;
            Ok(())
        })?;
        self.run.result = Some(result.to_owned());
        Ok(self.run)
    }

    /// Does `work` in one transaction.
    fn write(
        &mut self,
        work: impl FnOnce(&mut Writing<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let told = |error: rusqlite::Error| StoreError::from_sqlite(&self.path, "write to", &error);
        let transaction =
            Transaction::new(&mut self.connection, TransactionBehavior::Immediate).map_err(told)?;
        let mut writing = Writing {
            run: &self.run,
            path: &self.path,
            transaction: &transaction,
            reasons: &mut self.reasons,
        };
        let done = work(&mut writing)
            .and_then(|()| {
                self.sitting.map_or(Ok(()), |sitting| sitting.write(&transaction, self.run.id).map_err(told))
            })
            .and_then(|()| transaction.commit().map_err(told));
        if done.is_err() {
            // Some of these numbers were given in the transaction that has just been undone.
            self.reasons.clear();
        }
        done
    }
}

impl Sitting {
    /// Says that the work still goes on.
    fn write(self, transaction: &Transaction<'_>, run: RunId) -> rusqlite::Result<()> {
        let now = (self.clock)().max(self.began);
        let values = (run.0, self.began.cast_signed(), now.cast_signed());
        let statement = "INSERT INTO sitting (run, began, last) VALUES (?1, ?2, ?3)
                         ON CONFLICT (run, began) DO UPDATE SET last = max(last, excluded.last)";
        transaction.execute(statement, values).map(|_| ())
    }
}

/// What is at hand within a transaction.
struct Writing<'t> {
    run: &'t Run,
    path: &'t Path,
    transaction: &'t Transaction<'t>,
    reasons: &'t mut HashMap<String, i64>,
}

impl Writing<'_> {
    fn told(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(self.path, "write to", error)
    }

    /// Makes an error of a record that differs from the one in its place.
    fn same(
        &self,
        what: &'static str,
        index: u64,
        is_same: rusqlite::Result<bool>,
    ) -> Result<(), StoreError> {
        if is_same.map_err(|error| self.told(&error))? {
            return Ok(());
        }
        Err(StoreError::Different { what, index, name: self.run.name.clone() })
    }

    fn reason(&mut self, word: &str) -> Result<i64, StoreError> {
        if let Some(&id) = self.reasons.get(word) {
            return Ok(id);
        }
        let id = game_row::reason_id(self.transaction, word).map_err(|error| self.told(&error))?;
        self.reasons.insert(word.to_owned(), id);
        Ok(id)
    }

    fn is_json(&self, what: &'static str, text: &str) -> Result<(), StoreError> {
        let is_valid = self.transaction.query_row("SELECT json_valid(?1)", [text], |row| row.get(0));
        if is_valid.map_err(|error| self.told(&error))? {
            return Ok(());
        }
        Err(StoreError::NotJson { what, name: self.run.name.clone() })
    }
}

fn fits(what: &'static str, index: u64) -> Result<(), StoreError> {
    if i64::try_from(index).is_ok() { Ok(()) } else { Err(StoreError::IndexTooLarge { what, index }) }
}

#[cfg(test)]
mod tests {
    use zermelo_game::Outcome;

    use super::*;
    use crate::{NewRun, Store};

    /// SQLite's own limit on the size of a file stands in for a disk without room.
    #[test]
    fn a_full_disk_is_told_and_loses_nothing_that_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("store")).unwrap();
        let new = NewRun {
            stem: "full".to_owned(),
            kind: "tournament".to_owned(),
            experiment: String::new(),
            seed: 0,
            code_version: String::new(),
            created: 0,
            stage_of: None,
        };
        let mut run = store.begin_run(&new).unwrap();
        let game = |index| GameRow {
            index,
            first: 0,
            second: 1,
            opening: 0,
            round: 0,
            outcome: Outcome::Draw,
            reason: format!("reason {index}"),
            plies: 3,
            moves: vec![1; 500],
            nodes: [1, 2],
            micros: [3, 4],
        };
        run.append_games(&[game(0)]).unwrap();
        run.connection.pragma_update(None, "max_page_count", 20).unwrap();
        let many: Vec<GameRow> = (0..1000).map(game).collect();
        let full = run.append_games(&many);
        assert!(matches!(full, Err(StoreError::DiskFull { .. })), "{full:?}");
        assert_eq!(store.game_indices(run.id()).unwrap(), [0]);
        run.connection.pragma_update(None, "max_page_count", 1_000_000).unwrap();
        run.append_games(&many).unwrap();
        assert!(store.games(run.id()).map(Result::unwrap).eq(many));
        store.check().unwrap();
    }
}
