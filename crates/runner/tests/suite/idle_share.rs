//! How much of the time of workers was used, by a virtual clock.

use std::sync::Arc;
use std::time::Duration;

use zermelo_runner::fleet::{Dispatcher, DispatcherSettings, Job, JobNumber, Worker, WorkerCard, WorkerId};
use zermelo_runner::work::{Answer, KindWork, Work, WorkId};

fn at(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

fn card(id: &str, threads: u32, busy: u32) -> WorkerCard {
    let (id, host, version) = (WorkerId(id.to_owned()), id.to_owned(), "1".to_owned());
    WorkerCard { id, host, threads, version, busy }
}

struct Stage {
    dispatcher: Dispatcher,
    n_jobs: usize,
}

impl Stage {
    fn new() -> Stage {
        let settings = DispatcherSettings { version: "1".to_owned(), verify: 0.0, secret: 0 };
        let mut dispatcher = Dispatcher::new(settings);
        dispatcher.begin_round("replicates");
        Stage { dispatcher, n_jobs: 0 }
    }

    fn here(&mut self, now: f64, id: &str, threads: u32) {
        self.dispatcher.here(at(now), card(id, threads, 0));
    }

    fn send(&mut self, now: f64, n_pieces: usize) -> (JobNumber, WorkId) {
        self.n_jobs += 1;
        let work = Work::Kind(KindWork { kind: "test".to_owned(), text: self.n_jobs.to_string() });
        let job = Arc::new(Job::new(work));
        (self.dispatcher.add(at(now), job.clone(), n_pieces), job.id)
    }

    fn answer(&mut self, now: f64, id: &str, job: WorkId, seconds: f64) {
        let digest = Answer::Kind("right".to_owned()).digest();
        self.dispatcher.answered(at(now), WorkerId(id.to_owned()), job, digest, seconds);
    }

    /// The idle share of everything, at this time.
    fn idle(&self, now: f64) -> Option<f64> {
        self.dispatcher.usage(at(now))["replicates"].idle()
    }

    fn worker(&self, now: f64, id: &str) -> Worker {
        let workers = self.dispatcher.accounts(at(now));
        workers.into_iter().find(|worker| worker.card.id.0 == id).expect("it was seen")
    }
}

fn close(found: Option<f64>, expected: f64) {
    let found = found.expect("there was time");
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

#[test]
fn threads_without_a_job_are_idle() {
    let mut stage = Stage::new();
    stage.here(0.0, "a", 2);
    // Nobody has offered any time yet.
    assert_eq!(stage.idle(0.0), None);
    let (_, job) = stage.send(0.0, 3);
    stage.answer(6.0, "a", job, 6.0);
    stage.dispatcher.tick(at(10.0));
    // One of two threads was used for 6 of 10 seconds.
    close(stage.idle(10.0), 0.7);
    let worker = stage.worker(10.0, "a");
    close(worker.usage.idle(), 0.7);
    assert_eq!((worker.answered["replicates"].n, worker.answered["replicates"].seconds), (3, 6.0));
}

#[test]
fn only_time_in_rounds_and_of_fit_workers_counts() {
    let mut stage = Stage::new();
    stage.here(0.0, "a", 1);
    stage.here(5.0, "late", 1);
    stage.dispatcher.here(at(0.0), WorkerCard { version: "2".to_owned(), ..card("other", 64, 0) });
    stage.dispatcher.left(at(7.0), &WorkerId("late".to_owned()));
    stage.here(10.0, "a", 1);
    stage.dispatcher.tick(at(10.0));
    // Ten seconds of one, two of the other; nothing was done.
    assert_eq!(stage.dispatcher.usage(at(10.0))["replicates"].offered, 12.0);
    // What passes between two rounds is nobody's time.
    stage.dispatcher.begin_round("replicates");
    stage.dispatcher.tick(at(100.0));
    stage.dispatcher.tick(at(101.0));
    assert_eq!(stage.dispatcher.usage(at(101.0))["replicates"].offered, 12.0);
    stage.here(102.0, "a", 1);
    stage.dispatcher.tick(at(104.0));
    assert_eq!(stage.dispatcher.usage(at(104.0))["replicates"].offered, 14.0, "it was away for too long");
    // Another kind of work has an account of its own.
    stage.dispatcher.begin_round("solve");
    stage.dispatcher.tick(at(200.0));
    assert_eq!(stage.dispatcher.usage(at(200.0))["replicates"].offered, 14.0);
}

#[test]
fn a_worker_that_died_offers_nothing_after_its_last_sign_of_life() {
    let mut stage = Stage::new();
    stage.here(0.0, "a", 2);
    let (_, job) = stage.send(0.0, 1);
    stage.answer(4.0, "a", job, 4.0);
    stage.here(5.0, "a", 2);
    for now in 6..40 {
        stage.dispatcher.tick(at(f64::from(now)));
    }
    assert_eq!(stage.dispatcher.usage(at(40.0))["replicates"].offered, 10.0);
    close(stage.worker(40.0, "a").usage.idle(), 0.6);
}

#[test]
fn nobody_was_busier_than_it_could_be() {
    let mut stage = Stage::new();
    stage.here(0.0, "a", 1);
    for seconds in [1e9, f64::INFINITY, f64::NAN, -5.0] {
        let (_, job) = stage.send(1.0, 1);
        stage.answer(2.0, "a", job, seconds);
    }
    stage.dispatcher.tick(at(4.0));
    let usage = stage.dispatcher.usage(at(4.0))["replicates"];
    assert!(usage.used <= 2.0 && usage.offered == 4.0, "{usage:?}");
}

#[test]
fn an_answer_that_comes_twice_is_work_once() {
    let mut stage = Stage::new();
    stage.here(0.0, "a", 1);
    let (number, job) = stage.send(0.0, 1);
    stage.answer(2.0, "a", job, 2.0);
    stage.dispatcher.done_here(at(2.0), number, Answer::Kind("right".to_owned()).digest());
    let (_, second) = stage.send(2.0, 1);
    stage.answer(4.0, "a", second, 1.0);
    stage.answer(4.0, "a", second, 1.0);
    stage.dispatcher.tick(at(6.0));
    close(stage.idle(6.0), 0.5);
}

#[test]
fn long_jobs_under_way_are_no_idle_time() {
    let mut stage = Stage::new();
    stage.here(0.0, "a", 2);
    let (_, job) = stage.send(0.0, 1);
    stage.dispatcher.here(at(1.0), card("a", 2, 1));
    stage.dispatcher.tick(at(10.0));
    close(stage.idle(10.0), 0.5);
    close(stage.worker(10.0, "a").usage.idle(), 0.5);
    // The answer replaces the estimate.
    stage.answer(10.0, "a", job, 9.0);
    close(stage.idle(10.0), 0.55);
}

#[test]
fn a_run_counts_only_what_was_done_for_it() {
    let mut stage = Stage::new();
    stage.here(0.0, "a", 1);
    let (_, job) = stage.send(0.0, 1);
    stage.answer(1.0, "a", job, 1.0);
    stage.dispatcher.begin_account();
    assert!(stage.dispatcher.usage(at(1.0)).is_empty());
    let worker = stage.worker(1.0, "a");
    assert!(worker.answered.is_empty() && worker.usage.offered == 0.0);
}
