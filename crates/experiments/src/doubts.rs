//! What a run must know of its fleet when it is resumed: who did something that is stored, and whether anything of it is in doubt.
//!
//! A run may be killed while the answers of a worker that lied are being done again. Then its records may hold lies, and it must
//! not go on. It may also be killed before the lie is found: then the worker's name tells that something of it is stored. So
//! these notes are written before the records that depend on them.

use std::collections::BTreeSet;

use zermelo_runner::fleet::{Fleet, WorkerId};
use zermelo_store::{NoteRow, Run, Store, StoreError};

/// Notes of doubts in a run.
pub(crate) struct DoubtNotes<'a> {
    fleet: &'a Fleet<'a>,
    n_contributors: usize,
    is_in_doubt: bool,
}

/// What notes of workers that did something are about; the worker is the name.
const CONTRIBUTOR: &str = "contributor";
/// What the note of doubts is about, and its name.
const TOPIC: &str = "doubt";
const NAME: &str = "fleet";

impl<'a> DoubtNotes<'a> {
    /// Of a run that begins or goes on.
    pub fn begin(fleet: &'a Fleet<'a>, store: &Store, run: &Run) -> Result<DoubtNotes<'a>, StoreError> {
        // What is wrong with one stage of a series is wrong with all that follow.
        let stages = run.parent.map_or_else(|| Ok(vec![run.clone()]), |parent| store.stages(parent))?;
        let mut past = BTreeSet::new();
        for stage in stages {
            past.extend(store.notes(stage.id, CONTRIBUTOR)?.into_iter().map(|note| WorkerId(note.name)));
        }
        fleet.begin_run(past);
        Ok(DoubtNotes { fleet, n_contributors: 0, is_in_doubt: false })
    }

    /// What is to be noted now.
    pub fn rows(&mut self) -> Vec<NoteRow> {
        let mut rows = Vec::new();
        let n_contributors = self.fleet.n_contributors();
        if std::mem::replace(&mut self.n_contributors, n_contributors) != n_contributors {
            let workers = self.fleet.workers().into_iter().filter(|worker| worker.has_answered);
            rows.extend(workers.map(|worker| note(CONTRIBUTOR, &worker.card.id.0, "")));
        }
        let is_in_doubt = self.fleet.has_doubts();
        if std::mem::replace(&mut self.is_in_doubt, is_in_doubt) != is_in_doubt {
            rows.push(note(TOPIC, NAME, if is_in_doubt { "open" } else { "settled" }));
        }
        rows
    }
}

fn note(topic: &str, name: &str, text: &str) -> NoteRow {
    NoteRow { topic: topic.to_owned(), name: name.to_owned(), text: text.to_owned() }
}

/// Whether a run ended while something that is stored was in doubt.
pub(crate) fn is_in_doubt(store: &Store, run: &Run) -> Result<bool, StoreError> {
    Ok(store.notes(run.id, TOPIC)?.iter().any(|note| note.text == "open"))
}
