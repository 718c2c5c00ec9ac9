//! What is noted beside a run of its fleet: who did the work, and whether anything that was stored is in doubt.
//!
//! A run may be killed while the answers of a worker that lied are being done again. Then its records may hold lies, and it must
//! not be resumed. It may also be killed before the lie is found: then the worker's name tells that something of it is stored.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use zermelo_kind::{ClockNote, WorkerNote};
use zermelo_runner::fleet::{Fleet, WorkerId};
use zermelo_store::{NoteRow, Run, Store, StoreError};

/// When something is noted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// If something changed that resuming depends on, or every few seconds.
    IfDue,
    /// In any case.
    Now,
}

/// Notes of a run's fleet.
pub struct FleetNotes<'a> {
    fleet: &'a Fleet<'a>,
    /// What workers did before the run was resumed.
    past: BTreeMap<String, u64>,
    last: Instant,
    n_contributors: usize,
    is_in_doubt: bool,
}

/// How often workers are noted, if nothing else asks for it.
const EVERY: Duration = Duration::from_secs(2);

const TOPIC: &str = "fleet";
const DOUBT: &str = "doubt";

impl<'a> FleetNotes<'a> {
    /// Of a run that begins or goes on.
    pub fn begin(fleet: &'a Fleet<'a>, store: &Store, run: &Run) -> Result<FleetNotes<'a>, StoreError> {
        let mut past = BTreeMap::new();
        for stage in stages_before(store, run)? {
            for note in WorkerNote::all(store, &stage)?.into_iter().filter(|note| note.pieces > 0) {
                let pieces = if stage.id == run.id { note.pieces } else { 0 };
                *past.entry(note.id).or_insert(0) += pieces;
            }
        }
        fleet.begin_run(past.keys().cloned().map(WorkerId));
        Ok(FleetNotes { fleet, past, last: Instant::now(), n_contributors: 0, is_in_doubt: false })
    }

    /// What is to be noted now.
    pub fn rows(&mut self, when: When) -> Vec<NoteRow> {
        let (n_contributors, is_in_doubt) = (self.fleet.n_contributors(), self.fleet.has_doubts());
        let has_changed = n_contributors != self.n_contributors || is_in_doubt != self.is_in_doubt;
        if when == When::IfDue && !has_changed && self.last.elapsed() < EVERY {
            return Vec::new();
        }
        (self.last, self.n_contributors) = (Instant::now(), n_contributors);
        let mut rows: Vec<NoteRow> = self
            .fleet
            .workers()
            .iter()
            .map(|worker| {
                let mut note = WorkerNote::of(worker);
                // Whoever has answered has done something, even if nobody knows how long it took.
                note.pieces = note.pieces.max(u64::from(worker.has_answered));
                note.pieces += self.past.get(&note.id).copied().unwrap_or(0);
                note.row()
            })
            .collect();
        rows.extend(self.fleet.clock().used_rule().map(|rule| ClockNote::of(rule).row()));
        if std::mem::replace(&mut self.is_in_doubt, is_in_doubt) != is_in_doubt {
            let text = is_in_doubt.to_string();
            rows.push(NoteRow { topic: TOPIC.to_owned(), name: DOUBT.to_owned(), text });
        }
        rows
    }
}

/// Whether a run ended while something that is stored was in doubt.
pub fn is_in_doubt(store: &Store, run: &Run) -> Result<bool, StoreError> {
    let notes = store.notes(run.id, TOPIC)?;
    Ok(notes.iter().any(|note| note.name == DOUBT && note.text == "true"))
}

/// A run, and if it is a stage of a series, the other stages: what is wrong with one is wrong with all that follow.
fn stages_before(store: &Store, run: &Run) -> Result<Vec<Run>, StoreError> {
    match run.parent {
        Some(parent) => store.stages(parent),
        None => Ok(vec![run.clone()]),
    }
}
