//! The experiments that this server runs, one after the other: two at once would only slow each other down.
//!
//! A mistake in an experiment must not end the others: a panic is caught, told as the run's problem, and the next one begins. Nobody
//! who starts an experiment waits for ever, even if the thread that carries them out is lost.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_game::Stop;
use zermelo_store::{Store, StoreError};

use crate::PERMISSION;
use crate::Settings;
use crate::api_error::ApiError;
use crate::runs::iso;

/// What carries an experiment out: `experiment::run`, or in a test something that breaks.
pub type CarryOut = dyn Fn(&Experiment, &Store, &Running<'_>, &mut dyn FnMut(Event<'_>)) -> Result<(), RunError>
    + Send
    + Sync;

/// The experiments that this server runs.
pub struct Runner {
    store: PathBuf,
    code_version: &'static str,
    threads: usize,
    most_waiting: usize,
    carry_out: Arc<CarryOut>,
    board: Arc<Board>,
    worker: Mutex<Option<JoinHandle<()>>>,
}

/// What is to be done, and what is being done.
#[derive(Default)]
struct Board {
    desk: Mutex<Desk>,
    changed: Condvar,
}

#[derive(Default)]
struct Desk {
    queue: VecDeque<Job>,
    /// What is being carried out.
    current: Option<Current>,
    /// Experiments that waited and could not begin, the oldest first.
    lost: VecDeque<Waiting>,
    /// Why runs broke off.
    problems: HashMap<String, String>,
    is_closing: bool,
    /// Whether there is a thread that carries experiments out.
    is_manned: bool,
    n_jobs: u64,
    /// The name of a job that has begun, or why it could not, for the request that waits for it.
    begun: HashMap<u64, Result<String, String>>,
}

/// What is being carried out.
struct Current {
    number: u64,
    /// Its name, as soon as the store has it.
    name: Option<String>,
    stop: Stop,
}

struct Job {
    experiment: Box<Experiment>,
    resumes: bool,
    /// Whether somebody waits for its name.
    is_awaited: bool,
    card: Waiting,
}

/// An experiment that waits for others to end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WaitingRun)]
pub struct Waiting {
    /// Its number, by which it can be cancelled.
    pub id: u64,
    /// Its place: 1 is next.
    pub place: usize,
    /// What kind of experiment it is.
    pub kind: String,
    /// What it is about.
    pub title: String,
    /// The game, where there is one.
    pub game: Option<String>,
    /// The run that it resumes, if it does.
    pub run: Option<String>,
    /// Since when it waits, such as `2026-11-16T15:00:00Z`.
    pub since: String,
    /// Why it could not begin when it was its turn; it waits no longer then.
    pub problem: Option<String>,
}

/// What became of an experiment that was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Started {
    /// It goes on, as the run of this name.
    Running(String),
    /// It waits for others to end.
    Waiting(Box<Waiting>),
}

/// How this server sees a run.
pub struct Here {
    /// Whether it is told to stop.
    pub is_stopping: bool,
}

/// So many experiments that could not begin are remembered.
const MOST_LOST: usize = 8;

impl Runner {
    /// Nothing to do yet.
    pub fn new(settings: &Settings) -> Runner {
        Runner::with(settings, |experiment, store, running, on_event| {
            experiment::run(experiment, store, running, on_event).map(|_| ())
        })
    }

    /// Nothing to do yet; experiments are carried out by this.
    pub fn with(
        settings: &Settings,
        carry_out: impl Fn(&Experiment, &Store, &Running<'_>, &mut dyn FnMut(Event<'_>)) -> Result<(), RunError>
        + Send
        + Sync
        + 'static,
    ) -> Runner {
        Runner {
            store: settings.store.clone(),
            code_version: settings.code_version,
            threads: settings.threads,
            most_waiting: settings.limits.waiting,
            carry_out: Arc::new(carry_out),
            board: Arc::default(),
            worker: Mutex::new(None),
        }
    }

    /// Carries out an experiment, now or when those before it are done; `resumes` is the run to go on with.
    pub fn start(&self, mut experiment: Experiment, resumes: Option<&str>) -> Result<Started, ApiError> {
        let store = Store::open(&self.store)?.used_by(self.code_version);
        experiment.resolve(&store, PERMISSION)?;
        experiment.check(PERMISSION)?;
        drop(store);
        self.ensure_worker();
        let mut desk = self.board.desk();
        if desk.is_closing {
            return Err(closing());
        }
        if let Some(run) = resumes
            && desk.queue.iter().any(|job| job.card.run.as_deref() == Some(run))
        {
            return Err(ApiError::conflict("waits", format!("`{run}` is already queued")));
        }
        let has_to_wait = desk.current.is_some() || !desk.queue.is_empty();
        if has_to_wait && desk.queue.len() >= self.most_waiting {
            let problem = format!(
                "the queue is full with {} experiments: cancel one of them, or try again later",
                desk.queue.len()
            );
            return Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "queue-full", problem));
        }
        desk.n_jobs += 1;
        let number = desk.n_jobs;
        let card = card_of(&experiment, number, desk.queue.len() + 1, resumes);
        desk.queue.push_back(Job {
            experiment: Box::new(experiment),
            resumes: resumes.is_some(),
            is_awaited: !has_to_wait,
            card: card.clone(),
        });
        self.board.changed.notify_all();
        if has_to_wait {
            return Ok(Started::Waiting(Box::new(card)));
        }
        // It begins at once: its name is known as soon as the store has it.
        loop {
            if let Some(begun) = desk.begun.remove(&number) {
                return begun
                    .map(Started::Running)
                    .map_err(|problem| ApiError::bad("bad-experiment", problem));
            }
            let is_queued = desk.queue.iter().any(|job| job.card.id == number);
            let is_current = desk.current.as_ref().is_some_and(|current| current.number == number);
            if desk.is_closing && !is_current {
                return Err(closing());
            }
            if !desk.is_manned || !is_queued && !is_current {
                desk.queue.retain(|job| job.card.id != number);
                return Err(ApiError::ours(
                    "the experiment was lost because of a bug in the program: please start it again and report this",
                ));
            }
            desk = self.board.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What waits, in its order, after what waited and could not begin.
    pub fn waiting(&self) -> Vec<Waiting> {
        let desk = self.board.desk();
        let cards =
            desk.queue.iter().enumerate().map(|(at, job)| Waiting { place: at + 1, ..job.card.clone() });
        desk.lost.iter().cloned().chain(cards).collect()
    }

    /// Takes back an experiment that waits, or forgets one that could not begin; whether there was one.
    pub fn cancel(&self, id: u64) -> bool {
        let mut desk = self.board.desk();
        let before = desk.queue.len() + desk.lost.len();
        desk.queue.retain(|job| job.card.id != id);
        desk.lost.retain(|card| card.id != id);
        self.board.changed.notify_all();
        desk.queue.len() + desk.lost.len() < before
    }

    /// Stops a run of this server, soon; whether it was one.
    pub fn stop(&self, run: &str) -> bool {
        let desk = self.board.desk();
        let current = desk.current.as_ref().filter(|current| current.name.as_deref() == Some(run));
        current.inspect(|current| current.stop.stop()).is_some()
    }

    /// Stops everything, soon.
    pub fn stop_all(&self) {
        let mut desk = self.board.desk();
        desk.is_closing = true;
        desk.queue.clear();
        if let Some(current) = &desk.current {
            current.stop.stop();
        }
        self.board.changed.notify_all();
    }

    /// Waits until everything has stopped.
    pub fn finish(&self) {
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(worker) = worker {
            let _ = worker.join();
        }
    }

    /// Waits until everything has stopped, but no longer than this; whether it has.
    pub fn finish_within(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        let mut desk = self.board.desk();
        while desk.is_manned {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            desk = self.board.changed.wait_timeout(desk, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(desk);
        self.finish();
        true
    }

    /// How this server sees a run; nothing if it does not run it.
    pub fn here(&self, run: &str) -> Option<Here> {
        let desk = self.board.desk();
        let current = desk.current.as_ref()?;
        let is_here = current.name.as_deref().is_some_and(|name| is_part(run, name));
        is_here.then(|| Here { is_stopping: current.stop.is_stopped() })
    }

    /// Why a run broke off.
    pub fn problem(&self, run: &str) -> Option<String> {
        self.board.desk().problems.get(run).cloned()
    }

    /// There is a thread that works, also if another was lost.
    fn ensure_worker(&self) {
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        let mut desk = self.board.desk();
        if desk.is_manned || desk.is_closing {
            return;
        }
        desk.is_manned = true;
        drop(desk);
        let (board, store, code_version) = (Arc::clone(&self.board), self.store.clone(), self.code_version);
        let (threads, carry_out) = (self.threads, Arc::clone(&self.carry_out));
        *worker = Some(thread::spawn(move || {
            let _post = Post(&board);
            board.work(&|| Ok(Store::open(&store)?.used_by(code_version)), threads, &*carry_out);
        }));
    }
}

fn closing() -> ApiError {
    ApiError::conflict("closing", "the server is shutting down")
}

/// How an experiment is listed while it waits.
fn card_of(experiment: &Experiment, id: u64, place: usize, run: Option<&str>) -> Waiting {
    let table: toml::Table = experiment.text.parse().unwrap_or_default();
    let word = |key: &str| table.get(key).and_then(|value| value.as_str()).map(|word| word.trim().to_owned());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Waiting {
        id,
        place,
        kind: experiment.kind().name().to_owned(),
        title: word("title").unwrap_or_else(|| experiment.stem.clone()),
        game: word("game"),
        run: run.map(str::to_owned),
        since: iso(now),
        problem: None,
    }
}

/// Whether a run is this one or one of its stages.
fn is_part(run: &str, whole: &str) -> bool {
    run.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A thread that leaves it says so, for whatever reason: nobody waits for a thread that is gone.
struct Post<'a>(&'a Board);

impl Drop for Post<'_> {
    fn drop(&mut self) {
        let mut desk = self.0.desk();
        desk.is_manned = false;
        desk.current = None;
        self.0.changed.notify_all();
    }
}

impl Board {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out one experiment after the other, until the server stops.
    fn work(&self, open_store: &dyn Fn() -> Result<Store, StoreError>, threads: usize, carry_out: &CarryOut) {
        while let Some((job, stop)) = self.next_job() {
            // Everything that a job holds is dropped on the way out: its writer saves what it was given, and the run's lock is free.
            let done = catch_unwind(AssertUnwindSafe(|| {
                let store = open_store()?;
                let running = Running {
                    threads,
                    resumes: job.resumes,
                    stop: &stop,
                    permission: PERMISSION,
                    fleet: None,
                };
                carry_out(&job.experiment, &store, &running, &mut |event| {
                    if let Event::Started { run, .. } = event {
                        self.begin(&job, run);
                    }
                })
            }));
            let problem = match &done {
                Ok(Ok(()) | Err(RunError::Stopped(_) | RunError::Spoilt(_))) => None,
                Ok(Err(RunError::Request(error))) => Some(error.to_string()),
                Ok(Err(RunError::Store(error))) => Some(error.to_string()),
                Err(panic) => Some(format!(
                    "it failed because of a bug in the program ({}); please report it. Finished work is stored, and \
                     a started run can be resumed",
                    words_of(&**panic)
                )),
            };
            self.end(job, problem);
        }
    }

    /// Waits for the next job; none if the server stops.
    fn next_job(&self) -> Option<(Job, Stop)> {
        let mut desk = self.desk();
        loop {
            if desk.is_closing {
                return None;
            }
            if let Some(job) = desk.queue.pop_front() {
                let stop = Stop::default();
                desk.current = Some(Current { number: job.card.id, name: None, stop: stop.clone() });
                return Some((job, stop));
            }
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job has a name now. Its stages begin later, and have others.
    fn begin(&self, job: &Job, run: &str) {
        let mut desk = self.desk();
        let Some(current) = desk.current.as_mut().filter(|current| current.name.is_none()) else { return };
        current.name = Some(run.to_owned());
        desk.problems.remove(run);
        if job.is_awaited {
            desk.begun.insert(job.card.id, Ok(run.to_owned()));
        }
        self.changed.notify_all();
    }

    /// A job is over, well or not.
    fn end(&self, job: Job, problem: Option<String>) {
        let mut desk = self.desk();
        let name = desk.current.take().and_then(|current| current.name);
        match (name, problem) {
            (Some(name), Some(problem)) => {
                desk.problems.insert(name, problem);
            }
            (None, problem) => {
                let problem = problem.unwrap_or_else(|| "it did not start".to_owned());
                if job.is_awaited {
                    desk.begun.insert(job.card.id, Err(problem));
                } else {
                    desk.lost.push_back(Waiting { place: 0, problem: Some(problem), ..job.card });
                    if desk.lost.len() > MOST_LOST {
                        desk.lost.pop_front();
                    }
                }
            }
            (Some(_), None) => {}
        }
        self.changed.notify_all();
    }
}

/// What a panic said.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
    let words = words.unwrap_or_else(|| "no reason was given".to_owned());
    words.chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_parts_of_their_run() {
        assert!(is_part("quick-1", "quick-1") && is_part("quick-1.breed", "quick-1"));
        assert!(!is_part("quick-12", "quick-1") && !is_part("quick", "quick-1"));
    }
}
