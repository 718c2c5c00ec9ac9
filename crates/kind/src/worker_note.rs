//! What is noted beside a run of the workers of a fleet that took part in it.

use serde::{Deserialize, Serialize};
use zermelo_runner::fleet::{Standing, Worker};
use zermelo_store::{NoteRow, Run, Store, StoreError};

/// What notes of workers are about.
const TOPIC: &str = "worker";

/// A worker that took part in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerNote {
    /// Its name.
    pub id: String,
    /// What people call it, such as the name of its machine.
    pub host: String,
    /// How many jobs it does at once.
    pub threads: u32,
    /// The version of its program.
    pub version: String,
    /// `new`, `proved`, `other-version` or `struck`.
    pub standing: String,
    /// Why it was struck, or why it refused a job.
    pub why: Option<String>,
    /// Pieces of work that it did.
    pub pieces: u64,
    /// Pieces a second, on all its threads; nothing if it did none.
    pub speed: Option<f64>,
    /// Whether it has left.
    pub is_gone: bool,
}

impl WorkerNote {
    /// What there is to note of a worker.
    pub fn of(worker: &Worker) -> WorkerNote {
        let (standing, struck) = match &worker.standing {
            Standing::New => ("new", None),
            Standing::Proved => ("proved", None),
            Standing::OtherVersion => ("other-version", None),
            Standing::Struck(why) => ("struck", Some(why.clone())),
        };
        WorkerNote {
            id: worker.card.id.to_string(),
            host: worker.card.host.clone(),
            threads: worker.card.threads,
            version: worker.card.version.clone(),
            standing: standing.to_owned(),
            why: struck.or_else(|| worker.refusal.clone()),
            pieces: worker.n_pieces,
            speed: worker.speed(),
            is_gone: worker.is_gone,
        }
    }

    /// The note as a store keeps it.
    pub fn row(&self) -> NoteRow {
        let text = serde_json::to_string(self).expect("a note holds only names and numbers");
        NoteRow { topic: TOPIC.to_owned(), name: self.id.clone(), text }
    }

    /// The workers that took part in a run. What cannot be read is left out: it is a note, and no record.
    pub fn all(store: &Store, run: &Run) -> Result<Vec<WorkerNote>, StoreError> {
        let notes = store.notes(run.id, TOPIC)?;
        Ok(notes.iter().filter_map(|note| serde_json::from_str(&note.text).ok()).collect())
    }
}
