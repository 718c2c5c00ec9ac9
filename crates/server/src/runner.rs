//! The experiments that this server runs, one after the other: two at once would only slow each other down.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use zermelo_game::Stop;
use zermelo_lab::experiment::{self, Event, Experiment, RunError, Running};
use zermelo_store::Store;

use crate::Settings;
use crate::caution::PERMISSION;
use crate::fault::Fault;

/// The experiments that this server runs.
pub struct Runner {
    store: PathBuf,
    threads: usize,
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
    /// The run that is being carried out, and what ends it.
    current: Option<(String, Stop)>,
    /// Why runs broke off.
    problems: HashMap<String, String>,
    is_closing: bool,
    n_jobs: u64,
    /// The names of jobs that have begun, or why they could not.
    begun: HashMap<u64, Result<String, String>>,
}

struct Job {
    number: u64,
    experiment: Box<Experiment>,
    resumes: bool,
}

/// How this server sees a run.
pub struct Here {
    /// Whether it is told to stop.
    pub is_stopping: bool,
}

impl Runner {
    /// Nothing to do yet.
    pub fn new(settings: &Settings) -> Runner {
        Runner {
            store: settings.store.clone(),
            threads: settings.threads,
            board: Arc::default(),
            worker: Mutex::new(None),
        }
    }

    /// Carries out an experiment, now or when those before it are done. Gives the run's name, or none if it has to wait.
    pub fn start(&self, mut experiment: Experiment, resumes: bool) -> Result<Option<String>, Fault> {
        let store = Store::open(&self.store)?;
        experiment.resolve(&store, PERMISSION)?;
        experiment.check(PERMISSION)?;
        self.ensure_worker();
        let mut desk = self.board.desk();
        if desk.is_closing {
            return Err(Fault::conflict("closing", "the server is about to stop"));
        }
        desk.n_jobs += 1;
        let number = desk.n_jobs;
        let has_to_wait = desk.current.is_some() || !desk.queue.is_empty();
        desk.queue.push_back(Job { number, experiment: Box::new(experiment), resumes });
        self.board.changed.notify_all();
        if has_to_wait {
            return Ok(None);
        }
        // It begins at once: its name is known as soon as the store has it.
        loop {
            if let Some(begun) = desk.begun.remove(&number) {
                return begun.map(Some).map_err(|problem| Fault::bad("bad-experiment", problem));
            }
            desk = self.board.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Stops a run of this server, soon; whether it was one.
    pub fn stop(&self, run: &str) -> bool {
        let desk = self.board.desk();
        let current = desk.current.as_ref().filter(|(name, _)| name == run);
        current.inspect(|(_, stop)| stop.stop()).is_some()
    }

    /// Stops everything, soon.
    pub fn stop_all(&self) {
        let mut desk = self.board.desk();
        desk.is_closing = true;
        desk.queue.clear();
        if let Some((_, stop)) = &desk.current {
            stop.stop();
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

    /// How this server sees a run; nothing if it does not run it.
    pub fn here(&self, run: &str) -> Option<Here> {
        let desk = self.board.desk();
        let (_, stop) = desk.current.as_ref().filter(|(name, _)| is_part(run, name))?;
        Some(Here { is_stopping: stop.is_stopped() })
    }

    /// Why a run broke off.
    pub fn problem(&self, run: &str) -> Option<String> {
        self.board.desk().problems.get(run).cloned()
    }

    fn ensure_worker(&self) {
        let mut worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner);
        if worker.is_none() {
            let (board, store, threads) = (Arc::clone(&self.board), self.store.clone(), self.threads);
            *worker = Some(thread::spawn(move || board.work(&store, threads)));
        }
    }
}

/// Whether a run is this one or one of its stages.
fn is_part(run: &str, whole: &str) -> bool {
    run.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl Board {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out one experiment after the other, until the server stops.
    fn work(&self, store: &std::path::Path, threads: usize) {
        loop {
            let job = {
                let mut desk = self.desk();
                loop {
                    if desk.is_closing {
                        return;
                    }
                    if let Some(job) = desk.queue.pop_front() {
                        break job;
                    }
                    desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
                }
            };
            let stop = Stop::default();
            let mut name: Option<String> = None;
            let done = Store::open(store).map_err(RunError::from).and_then(|store| {
                let running = Running { threads, resumes: job.resumes, stop: &stop, permission: PERMISSION };
                experiment::run(&job.experiment, &store, &running, &mut |event| {
                    if let Event::Started { run, .. } = event
                        && name.is_none()
                    {
                        name = Some(run.to_owned());
                        let mut desk = self.desk();
                        desk.problems.remove(run);
                        desk.current = Some((run.to_owned(), stop.clone()));
                        desk.begun.insert(job.number, Ok(run.to_owned()));
                        if desk.is_closing {
                            stop.stop();
                        }
                        self.changed.notify_all();
                    }
                })
            });
            let problem = match done {
                Ok(_) | Err(RunError::Stopped(_)) => None,
                Err(RunError::Lab(error)) => Some(error.to_string()),
                Err(RunError::Store(error)) => Some(error.to_string()),
            };
            let mut desk = self.desk();
            desk.current = None;
            match (name, problem) {
                (Some(name), Some(problem)) => {
                    desk.problems.insert(name, problem);
                }
                (None, problem) => {
                    let problem = problem.unwrap_or_else(|| "it did not begin".to_owned());
                    desk.begun.insert(job.number, Err(problem));
                }
                (Some(_), None) => {}
            }
            self.changed.notify_all();
        }
    }
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
