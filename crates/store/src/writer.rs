//! Saving games on a thread of its own, so that whoever plays never waits for the disk.
//!
//! The thread takes everything that has queued up, commits it, and looks again. When games come slowly, each is on the disk
//! at once; when they come fast, thousands share one commit. The queue is bounded: if the disk cannot follow, players wait
//! instead of filling the memory.

use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

use crate::open_run::Batch;
use crate::{AgentRow, Artifact, EventRow, GameRow, NoteRow, OpenRun, OpeningRow, StoreError};

/// How many records may wait to be taken.
const QUEUE: usize = 1 << 14;
/// How many records are committed together at most: enough that a commit's fixed cost no longer shows.
const BATCH: usize = 1 << 15;

/// Saves the records of one run on a thread of its own. May be shared by many threads.
///
/// An error stops the saving, and every later [`Writer::add`] and [`Writer::finish`] tells it. What was added after
/// the last commit is then not in the store; a resumed run will find it missing.
#[derive(Debug)]
#[must_use = "finish() tells whether everything was saved"]
pub struct Writer {
    /// `None` only while finishing.
    queue: Option<SyncSender<Record>>,
    thread: Option<JoinHandle<OpenRun>>,
    failure: Arc<OnceLock<StoreError>>,
}

enum Record {
    Agents(Vec<AgentRow>),
    Openings(Vec<OpeningRow>),
    Game(GameRow),
    Artifact(Artifact),
    Event(EventRow),
    Note(NoteRow),
}

impl Writer {
    /// Starts a thread that writes this run.
    pub fn start(run: OpenRun) -> Result<Writer, StoreError> {
        let (queue, records) = mpsc::sync_channel(QUEUE);
        let failure = Arc::new(OnceLock::new());
        let told = Arc::clone(&failure);
        let path = run.path().to_owned();
        let thread = thread::Builder::new()
            .name("store writer".to_owned())
            .spawn(move || save(run, &records, &told))
            .map_err(|error| StoreError::from_io(&path, "start a thread for", &error))?;
        Ok(Writer { queue: Some(queue), thread: Some(thread), failure })
    }

    /// Adds agents to the queue: they are saved before the games that are added after them.
    pub fn add_agents(&self, agents: Vec<AgentRow>) -> Result<(), StoreError> {
        self.send(Record::Agents(agents))
    }

    /// Adds openings to the queue: they are saved before the games that are added after them.
    pub fn add_openings(&self, openings: Vec<OpeningRow>) -> Result<(), StoreError> {
        self.send(Record::Openings(openings))
    }

    /// Adds a game to the queue; waits if the queue is full. The game is not saved yet when this returns.
    pub fn add(&self, game: GameRow) -> Result<(), StoreError> {
        self.send(Record::Game(game))
    }

    /// Adds a file to the queue: it is saved before the events that are added after it.
    pub fn add_artifact(&self, artifact: Artifact) -> Result<(), StoreError> {
        self.send(Record::Artifact(artifact))
    }

    /// Adds an event to the queue, in order: it is not saved before the games that were added before it.
    pub fn add_event(&self, event: EventRow) -> Result<(), StoreError> {
        self.send(Record::Event(event))
    }

    /// Adds a note to the queue.
    pub fn add_note(&self, note: NoteRow) -> Result<(), StoreError> {
        self.send(Record::Note(note))
    }

    /// Waits until everything is saved, and gives the run back.
    pub fn finish(mut self) -> Result<OpenRun, StoreError> {
        let run = self.join().ok_or(StoreError::WriterGone)?;
        self.failure.get().cloned().map_or(Ok(run), Err)
    }

    fn send(&self, record: Record) -> Result<(), StoreError> {
        let queue = self.queue.as_ref().ok_or(StoreError::WriterGone)?;
        // The other end is gone only after the failure has been written down.
        queue.send(record).map_err(|_| self.failure.get().cloned().unwrap_or(StoreError::WriterGone))
    }

    /// Closes the queue and waits for the thread to empty it.
    fn join(&mut self) -> Option<OpenRun> {
        self.queue = None;
        self.thread.take()?.join().ok()
    }
}

impl Drop for Writer {
    /// What has been added is saved even if nobody asks whether it was.
    fn drop(&mut self) {
        self.join();
    }
}

/// The thread's work: ends when the queue is closed and empty, or when saving fails.
fn save(mut run: OpenRun, records: &Receiver<Record>, failure: &OnceLock<StoreError>) -> OpenRun {
    let mut batch = Batch::default();
    while let Ok(first) = records.recv() {
        for record in std::iter::once(first).chain(records.try_iter()).take(BATCH) {
            match record {
                Record::Agents(agents) => batch.agents.extend(agents),
                Record::Openings(openings) => batch.openings.extend(openings),
                Record::Game(game) => batch.games.push(game),
                Record::Artifact(artifact) => batch.artifacts.push(artifact),
                Record::Event(event) => batch.events.push(event),
                Record::Note(note) => batch.notes.push(note),
            }
        }
        if let Err(error) = run.append(&batch) {
            let _ = failure.set(error);
            break;
        }
        batch.clear();
    }
    run
}
