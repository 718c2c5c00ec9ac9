//! Notes of who does the work of a run, kept beside it while it goes on, so that other processes can show them.

use std::collections::{BTreeMap, HashMap};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use zermelo_kind::{ClockNote, FleetNote, ProvenanceNote, WorkerNote};
use zermelo_runner::fleet::Fleet;
use zermelo_store::{NoteRow, RunId, Store, StoreError, Writer};

/// How often workers are noted.
const WORKERS_EVERY: Duration = Duration::from_secs(2);
/// How often it is noted who played which games. These notes grow with the run, so they are written less often.
const GAMES_EVERY: Duration = Duration::from_secs(30);

/// Notes of a run and its fleet.
pub(crate) struct FleetNotes<'a> {
    fleet: &'a Fleet<'a>,
    /// What was noted before the run was resumed.
    past_fleet: FleetNote,
    past_workers: HashMap<String, WorkerNote>,
    past_games: BTreeMap<Option<String>, ProvenanceNote>,
}

impl<'a> FleetNotes<'a> {
    /// A run begins or goes on with a fleet.
    pub fn begin(fleet: &'a Fleet<'a>, store: &Store, run: RunId) -> Result<FleetNotes<'a>, StoreError> {
        fleet.begin_account();
        let workers = WorkerNote::all(store, run)?.into_iter();
        let games = ProvenanceNote::all(store, run)?.into_iter();
        Ok(FleetNotes {
            fleet,
            past_fleet: FleetNote::read(store, run)?.unwrap_or_default(),
            past_workers: workers.map(|note| (note.id.clone(), note)).collect(),
            past_games: games.map(|note| (note.worker.clone(), note)).collect(),
        })
    }

    /// Keeps notes until the other end of the channel is gone. If the store fails, the next record that is written reports it.
    pub fn keep(&self, writer: &Writer, ended: &Receiver<()>) {
        let mut games_noted = Instant::now();
        while ended.recv_timeout(WORKERS_EVERY) == Err(RecvTimeoutError::Timeout) {
            if self.note_workers(writer).is_err() {
                return;
            }
            if games_noted.elapsed() >= GAMES_EVERY {
                games_noted = Instant::now();
                if self.note_games(writer).is_err() {
                    return;
                }
            }
        }
    }

    /// Notes everything, at the end.
    pub fn finish(&self, writer: &Writer) -> Result<(), StoreError> {
        self.note_workers(writer)?;
        self.note_games(writer)
    }

    fn note_workers(&self, writer: &Writer) -> Result<(), StoreError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.worker_rows(now).into_iter().try_for_each(|row| writer.add_note(row))
    }

    fn worker_rows(&self, now: Duration) -> Vec<NoteRow> {
        let account = self.fleet.account();
        let mut rows = vec![FleetNote::of(&account, now.as_secs()).after(&self.past_fleet).row()];
        rows.extend(self.fleet.clock().used_rule().map(|rule| ClockNote::of(rule).row()));
        for (worker, silence) in account.workers.iter().zip(&account.silences) {
            let kept = account.taken_over.get(&Some(worker.card.id.clone()));
            // Those who left before this run began have no part in it.
            if worker.is_gone && kept.is_none() && worker.answered.is_empty() && worker.usage.offered == 0.0 {
                continue;
            }
            let note = WorkerNote::of(worker, kept, now.saturating_sub(*silence).as_secs());
            let past = self.past_workers.get(&note.id);
            rows.push(past.map_or(note.clone(), |past| note.after(past)).row());
        }
        // Who took part before the run was resumed and was not seen since is away.
        let seen = |id: &str| account.workers.iter().any(|worker| worker.card.id.0 == id);
        for past in self.past_workers.values().filter(|past| !past.is_gone && !seen(&past.id)) {
            rows.push(WorkerNote { is_gone: true, ..past.clone() }.row());
        }
        rows
    }

    fn note_games(&self, writer: &Writer) -> Result<(), StoreError> {
        for note in ProvenanceNote::all_of(&self.fleet.provenance()) {
            let past = self.past_games.get(&note.worker);
            writer.add_note(past.map_or(note.clone(), |past| note.after(past)).row())?;
        }
        Ok(())
    }
}
