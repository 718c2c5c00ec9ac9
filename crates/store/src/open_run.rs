//! A run held for writing.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::game_row::{self, Inserter};
use crate::identity::Held;
use crate::run_lock::RunLock;
use crate::sitting::Sitting;
use crate::tally::{Added, Tally};
use crate::watch::{Trouble, Watch};
use crate::{
    AgentRow, Artifact, EventRow, GameRow, NoteRow, OpeningRow, Run, RunId, Store, StoreError, agent_row,
    artifact, event_row, note, opening_row,
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
    /// The numbers of the reasons met so far: so few that looking through them is faster than a table.
    reasons: Vec<(String, i64)>,
    /// What time it is, and when the work began, if anybody wants to know how long it takes.
    sitting: Option<Sitting>,
    /// How many records the run has.
    tally: Tally,
    /// Whether the file is still the one that was opened.
    watch: Watch,
    _held: Held,
    /// Held for its `Drop`, which lets others at the run. Last, so that the connection is closed before.
    _lock: RunLock,
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
    pub notes: Vec<NoteRow>,
}

impl Batch {
    pub fn clear(&mut self) {
        self.agents.clear();
        self.openings.clear();
        self.games.clear();
        self.artifacts.clear();
        self.events.clear();
        self.notes.clear();
    }
}

impl OpenRun {
    pub(crate) fn new(
        run: Run,
        tally: Tally,
        path: PathBuf,
        connection: Connection,
        held: Held,
        lock: RunLock,
    ) -> OpenRun {
        let watch = Watch::new(&path, held.identity());
        let reasons = Vec::new();
        OpenRun { run, path, connection, reasons, sitting: None, tally, watch, _held: held, _lock: lock }
    }

    /// From now on every transaction also says what time it is, so that it can be told how long the work took. The clock gives
    /// milliseconds since 1970; the store has none. Times are no part of records.
    #[must_use]
    pub fn timed(self, clock: fn() -> u64) -> OpenRun {
        OpenRun { sitting: Some(Sitting::new(clock)), ..self }
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

    /// Keeps notes beside the run, each in place of the one with the same name.
    pub fn keep_notes(&mut self, notes: &[NoteRow]) -> Result<(), StoreError> {
        self.append(&Batch { notes: notes.to_vec(), ..Batch::default() })
    }

    /// Adds records together.
    pub(crate) fn append(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.write(|writing| {
            let (run, transaction) = (writing.run.id, writing.transaction);
            for agent in &batch.agents {
                let added = agent_row::insert(transaction, run, agent);
                writing.tally.agents += writing.added("agent", u64::from(agent.index), added)?;
            }
            for opening in &batch.openings {
                let added = opening_row::insert(transaction, run, opening);
                writing.tally.openings += writing.added("opening", u64::from(opening.index), added)?;
            }
            let mut inserter = Inserter::new(transaction).map_err(|error| writing.told(&error))?;
            for game in &batch.games {
                fits("game", game.index)?;
                let reason = writing.reason(&game.reason)?;
                let added = inserter.insert(run, game, reason);
                writing.tally.games += writing.added("game", game.index, added)?;
            }
            for (index, artifact) in batch.artifacts.iter().enumerate() {
                let added = artifact::insert(transaction, run, artifact);
                writing.tally.artifacts += writing.added("file", index as u64, added)?;
            }
            for event in &batch.events {
                fits("event", event.seq)?;
                writing.is_json("event", &event.json)?;
                let added = event_row::insert(transaction, run, event);
                writing.tally.events += writing.added("event", event.seq, added)?;
            }
            for row in &batch.notes {
                note::replace(transaction, run, row).map_err(|error| writing.told(&error))?;
            }
            Ok(())
        })
    }

    /// Ends the run with its result, which must be JSON. It takes nothing more after that. It is finished only if all of it
    /// can be read again by somebody else: whatever became of the file in the meantime is told.
    pub fn finish(mut self, result: &str) -> Result<Run, StoreError> {
        let finished = Run { result: Some(result.to_owned()), ..self.run.clone() };
        self.write(|writing| {
            writing.is_json("result", result)?;
            finished.save_result(writing.transaction).map_err(|error| writing.told(&error))
        })?;
        self.run = finished;
        self.read_back()?;
        Ok(self.run)
    }

    /// Reads the run by a connection that has seen nothing yet, and compares it with what was written.
    fn read_back(&self) -> Result<(), StoreError> {
        let store = Store::read(&self.path).map_err(|error| match error {
            failure if failure.is_failure() => failure,
            other => self.lost(&format!("the file has changed ({other})")),
        })?;
        match store.run(self.run.id) {
            Ok(run) if run == self.run => {}
            Ok(_) | Err(StoreError::NoSuchRun { .. }) => return Err(self.lost("the run is missing from it")),
            Err(error) => return Err(error),
        }
        let told = |error: rusqlite::Error| StoreError::from_sqlite(&self.path, "read", &error);
        let written = Tally::select(store.connection(), self.run.id).map_err(told)?;
        let counted = Tally::counted(store.connection(), self.run.id).map_err(told)?;
        if [written, counted] == [self.tally; 2] {
            return Ok(());
        }
        let is_wrong = |(mine, theirs): &((&str, u64), (&str, u64))| mine != theirs;
        let wrong = self.tally.named().into_iter().zip(counted.named()).find(is_wrong);
        let what = wrong
            .map_or("the run's tally has changed".to_owned(), |((name, n_written), (_, n_found))| {
                format!("of {n_written} {name} only {n_found} are left")
            });
        Err(self.lost(&what))
    }

    /// Looks whether the store's files are still those that were opened.
    fn look(&mut self) -> Result<(), StoreError> {
        match self.watch.look(&self.path) {
            Ok(()) => {}
            Err(Trouble::Gone(what)) => return Err(self.lost(what)),
            Err(Trouble::ShortLog) => {
                // All is well if somebody had it copied into the file. If not, what it had is missing now.
                let sound = Store::read(&self.path).and_then(|store| store.check());
                if sound.and_then(|()| self.read_back()).is_err() {
                    return Err(self.lost("its write-ahead log (-wal) has been cut short"));
                }
            }
        }
        self.watch.note(&self.path);
        Ok(())
    }

    fn lost(&self, what: &str) -> StoreError {
        StoreError::Lost { path: self.path.clone(), run: self.run.name.clone(), what: what.to_owned() }
    }

    /// Does `work` in one transaction.
    fn write(
        &mut self,
        work: impl FnOnce(&mut Writing<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        // Before, so that nothing is written to files that have gone; and after, so that nothing is believed to be safe.
        self.look()?;
        let told = |error: rusqlite::Error| StoreError::from_sqlite(&self.path, "write to", &error);
        let transaction =
            Transaction::new(&mut self.connection, TransactionBehavior::Immediate).map_err(told)?;
        let mut writing = Writing {
            run: &self.run,
            path: &self.path,
            transaction: &transaction,
            reasons: &mut self.reasons,
            tally: self.tally,
        };
        let done = work(&mut writing).and_then(|()| {
            let mut tally = writing.tally;
            if let Some(sitting) = self.sitting {
                tally.sittings += u64::from(sitting.write(&transaction, self.run.id).map_err(told)?);
            }
            if tally != self.tally {
                tally.save(&transaction, self.run.id).map_err(told)?;
            }
            transaction.commit().map_err(told)?;
            Ok(tally)
        });
        match done {
            Ok(tally) => self.tally = tally,
            Err(error) => {
                // Some of these numbers were given in the transaction that has just been undone.
                self.reasons.clear();
                // What SQLite says of a file that was taken away is not what happened.
                return self.look().and(Err(error));
            }
        }
        self.look()
    }
}

/// What is at hand within a transaction.
struct Writing<'t> {
    run: &'t Run,
    path: &'t Path,
    transaction: &'t Transaction<'t>,
    reasons: &'t mut Vec<(String, i64)>,
    tally: Tally,
}

impl Writing<'_> {
    fn told(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::from_sqlite(self.path, "write to", error)
    }

    /// How many records there are more, after one was added; an error if it differs from the one in its place.
    fn added(
        &self,
        what: &'static str,
        index: u64,
        added: rusqlite::Result<Added>,
    ) -> Result<u64, StoreError> {
        match added.map_err(|error| self.told(&error))? {
            Added::New => Ok(1),
            Added::Again => Ok(0),
            Added::Different => Err(StoreError::Different { what, index, name: self.run.name.clone() }),
        }
    }

    fn reason(&mut self, word: &str) -> Result<i64, StoreError> {
        if let Some((_, id)) = self.reasons.iter().find(|(known, _)| known == word) {
            return Ok(*id);
        }
        let id = game_row::reason_id(self.transaction, word).map_err(|error| self.told(&error))?;
        self.reasons.push((word.to_owned(), id));
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
    use crate::NewRun;

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
