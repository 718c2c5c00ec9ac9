//! The worker's side: takes jobs, does them on threads, and answers.
//!
//! A job is acknowledged when its answer is stored. Whatever happens before that, the broker or the run gives the job to somebody
//! else. Each thread is a lane that takes one job at a time; all lanes, and the chores beside them, share one connection.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use futures_util::future::join_all;
use nkeys::KeyPair;
use tokio::sync::{Notify, watch};
use zermelo_any::Permission;
use zermelo_game::Stop;
use zermelo_runner::fleet::{WorkerCard, WorkerId};
use zermelo_runner::work::{CarryOutKind, Work, WorkId, carry_out};

use crate::doer::{Doer, Outcome, WorkFunction};
use crate::link::{Link, about, backoff};
use crate::message::{JobLetter, MOST_ANSWER_BYTES, Said, plain, read_withdrawn};
use crate::names::{ALL_WITHDRAWN, JOBS, ROLL_CALL, RunToken, VersionToken, card_of};
use crate::network_shelf::NetworkShelf;
use crate::{Ending, FleetError, Report, WorkerEvent, WorkerSettings, WorkerSummary};

/// How often a worker presents itself.
const CARD_EVERY: Duration = Duration::from_secs(3);
/// How often it looks whether it should stop, or is idle.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How often it tells how far a job has come.
const PROGRESS_EVERY: Duration = Duration::from_millis(500);
/// How long the broker keeps a request for a job.
const PULL_WAIT: Duration = Duration::from_secs(20);
/// After so long a job that is left to others is offered again; twice as long each time, up to two seconds.
const LEFT_TO_OTHERS: Duration = Duration::from_millis(50);
const LONGEST_LEFT: Duration = Duration::from_secs(2);
/// When a worker leaves, its jobs may take so long to end by themselves.
const GRACE: Duration = Duration::from_secs(5);
/// And so long after they were stopped.
const LAST_GRACE: Duration = Duration::from_secs(3);
/// The longest pause between two looks for a run.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long an answer is kept for a broker that does not take it.
const ANSWER_PATIENCE: Duration = Duration::from_secs(120);
/// Withdrawn jobs that are remembered.
const MOST_WITHDRAWN: usize = 1 << 14;
/// What an answer has around it.
const ENVELOPE_BYTES: usize = 4096;

/// Takes jobs and does them until `stop` says to leave, or nothing was to do for long.
pub fn run_worker(
    settings: &WorkerSettings,
    permission: Permission,
    kinds: CarryOutKind,
    stop: &Stop,
    on_event: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<WorkerSummary, FleetError> {
    run_worker_with(settings, permission, kinds, carry_out, stop, on_event)
}

/// The same with another function that does the work.
pub fn run_worker_with(
    settings: &WorkerSettings,
    permission: Permission,
    kinds: CarryOutKind,
    function: WorkFunction,
    stop: &Stop,
    on_event: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<WorkerSummary, FleetError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(settings.threads + 8)
        .build()
        .map_err(|error| settings.connection.broken(&error))?;
    let summary = runtime.block_on(async {
        let Some(link) = reach(settings, stop, on_event).await? else {
            return Ok(WorkerSummary {
                ending: Ending::Stopped,
                n_jobs: 0,
                job_seconds: 0.0,
                n_refused: 0,
                n_given_back: 0,
            });
        };
        let key = KeyPair::new_user();
        let (leaving, _) = watch::channel(None);
        let worker = Worker {
            settings,
            id: WorkerId(key.public_key()),
            key,
            version: VersionToken::of(&settings.version),
            link,
            doer: Arc::new(Doer::new(permission, kinds, function, settings.threads)),
            on_event,
            started: Instant::now(),
            state: Mutex::new(State { idle_since: Some(Instant::now()), ..State::default() }),
            shelf: NetworkShelf::default(),
            leaving,
            rouse: Notify::new(),
        };
        worker.work(stop).await
    });
    // A job that does not heed its stop is left to itself.
    runtime.shutdown_timeout(Duration::from_millis(100));
    summary
}

/// Connects, however long it takes; `None` if it was stopped before.
async fn reach(
    settings: &WorkerSettings,
    stop: &Stop,
    on_event: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<Option<Link>, FleetError> {
    for attempt in 1.. {
        match settings.connection.open("zermelo worker").await {
            Ok(link) => return Ok(Some(link)),
            Err(error @ FleetError::Unreachable { .. }) => {
                on_event(WorkerEvent::Unreachable { why: error.to_string() });
            }
            Err(error) => return Err(error),
        }
        let until = Instant::now() + backoff(attempt);
        while Instant::now() < until {
            if stop.is_stopped() {
                return Ok(None);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
    Ok(None)
}

/// A job of a run.
type JobKey = (RunToken, WorkId);

struct Worker<'a> {
    settings: &'a WorkerSettings,
    id: WorkerId,
    key: KeyPair,
    version: VersionToken,
    link: Link,
    doer: Arc<Doer>,
    on_event: &'a (dyn Fn(WorkerEvent) + Sync),
    started: Instant,
    state: Mutex<State>,
    shelf: NetworkShelf,
    leaving: watch::Sender<Option<Ending>>,
    /// Told when a run may have come.
    rouse: Notify,
}

#[derive(Default)]
struct State {
    n_jobs: u64,
    job_seconds: f64,
    n_refused: u64,
    n_given_back: u64,
    refusal: Option<String>,
    /// The jobs under way, with the number of their letter.
    under_way: HashMap<JobKey, (u64, Stop)>,
    idle_since: Option<Instant>,
    /// Withdrawn jobs, up to which letter.
    withdrawn: HashMap<JobKey, u64>,
    withdrawn_order: VecDeque<JobKey>,
}

impl Worker<'_> {
    async fn work(&self, stop: &Stop) -> Result<WorkerSummary, FleetError> {
        let broken = |error: &dyn std::error::Error| self.settings.connection.broken(error);
        let client = &self.link.client;
        let roll_calls = client.subscribe(ROLL_CALL).await.map_err(|error| broken(&error))?;
        let withdrawn = client.subscribe(ALL_WITHDRAWN).await.map_err(|error| broken(&error))?;
        // The card comes before the first answer.
        self.present().await;
        client.flush().await.map_err(|error| broken(&error))?;
        (self.on_event)(WorkerEvent::Connected { worker: self.id.clone() });
        let lanes = join_all((0..self.settings.threads.max(1)).map(|_| self.lane()));
        tokio::select! {
            _ = lanes => {}
            () = self.present_often() => {}
            () = self.hear_roll_calls(roll_calls) => {}
            () = self.hear_withdrawn(withdrawn) => {}
            () = self.watch_link() => {}
            () = self.watch_stop(stop) => {}
        }
        self.say(card_of(&self.id.0), &Said::Left).await;
        let _ = tokio::time::timeout(LAST_GRACE, client.flush()).await;
        let state = lock(&self.state);
        Ok(WorkerSummary {
            ending: self.leaving.borrow().unwrap_or(Ending::Stopped),
            n_jobs: state.n_jobs,
            job_seconds: state.job_seconds,
            n_refused: state.n_refused,
            n_given_back: state.n_given_back,
        })
    }

    fn card(&self) -> WorkerCard {
        WorkerCard {
            id: self.id.clone(),
            host: self.settings.host.clone(),
            threads: u32::try_from(self.settings.threads.max(1)).unwrap_or(u32::MAX),
            version: self.settings.version.clone(),
            busy: lock(&self.state).under_way.len() as u32,
        }
    }

    async fn say(&self, subject: String, said: &Said) {
        let _ = self.link.client.publish(subject, said.to_bytes(&self.key).into()).await;
    }

    /// Says that it is there.
    async fn present(&self) {
        let card = self.card();
        let report = {
            let state = lock(&self.state);
            Report {
                card,
                up_seconds: self.started.elapsed().as_secs(),
                n_jobs: state.n_jobs,
                job_seconds: state.job_seconds,
                n_refused: state.n_refused,
                refusal: state.refusal.clone(),
            }
        };
        // A worker that leaves wants no more jobs.
        if self.leaving.borrow().is_none() {
            self.say(card_of(&self.id.0), &Said::Here(report)).await;
        }
    }

    async fn present_often(&self) {
        loop {
            tokio::time::sleep(CARD_EVERY).await;
            if self.link.state.borrow().is_up {
                self.present().await;
            }
        }
    }

    async fn hear_roll_calls(&self, mut calls: Subscriber) {
        while calls.next().await.is_some() {
            self.present().await;
            self.rouse.notify_waiters();
        }
    }

    async fn hear_withdrawn(&self, mut messages: Subscriber) {
        while let Some(message) = messages.next().await {
            let run = message.subject.rsplit('.').next().and_then(RunToken::read);
            let (Some(run), Some(withdrawn)) = (run, read_withdrawn(&message.payload)) else { continue };
            let mut state = lock(&self.state);
            for (job, serial) in withdrawn {
                state.withdraw((run.clone(), job), serial);
            }
        }
    }

    /// Presents itself after each new connection, and tells people that the broker is gone.
    async fn watch_link(&self) {
        let mut link = self.link.state.clone();
        let mut before = *link.borrow_and_update();
        while link.changed().await.is_ok() {
            let now = *link.borrow_and_update();
            if now.n_connections > before.n_connections {
                (self.on_event)(WorkerEvent::Connected { worker: self.id.clone() });
                self.present().await;
            } else if before.is_up && !now.is_up {
                (self.on_event)(WorkerEvent::Unreachable { why: "the connection is lost".to_owned() });
            }
            before = now;
        }
        std::future::pending::<()>().await;
    }

    /// Makes lanes leave when somebody says so or nothing is to do. Ends only if jobs do not heed their stop.
    async fn watch_stop(&self, stop: &Stop) {
        let ending = loop {
            tokio::time::sleep(LOOK_EVERY).await;
            if stop.is_stopped() {
                break Ending::Stopped;
            }
            let idle = lock(&self.state).idle_since.map(|since| since.elapsed());
            if self.settings.idle_exit.is_some_and(|most| idle.is_some_and(|idle| idle >= most)) {
                break Ending::Idle;
            }
        };
        (self.on_event)(WorkerEvent::Leaving);
        self.leaving.send_replace(Some(ending));
        tokio::time::sleep(GRACE).await;
        lock(&self.state).under_way.values().for_each(|(_, stop)| stop.stop());
        tokio::time::sleep(LAST_GRACE).await;
    }

    async fn left(&self) {
        let _ = self.leaving.subscribe().wait_for(Option::is_some).await;
    }

    /// Does one job after the other.
    async fn lane(&self) {
        let mut consumer = None;
        while let Some(message) = self.next_job(&mut consumer).await {
            self.handle(&message).await;
        }
    }

    /// Waits for a job; `None` if the worker leaves.
    async fn next_job(&self, consumer: &mut Option<PullConsumer>) -> Option<Message> {
        let mut pause = Duration::from_millis(100);
        loop {
            if self.leaving.borrow().is_some() {
                return None;
            }
            let mut link = self.link.state.clone();
            link.borrow_and_update();
            let known = match consumer {
                Some(known) => known,
                None => {
                    let found =
                        self.link.context.get_consumer_from_stream(&self.version.consumer(), JOBS).await;
                    match found {
                        Ok(found) => consumer.insert(found),
                        Err(_) => {
                            // There is no run of this version, or the broker has just begun.
                            tokio::select! {
                                () = tokio::time::sleep(about(pause)) => pause = (pause * 2).min(LONGEST_PAUSE),
                                () = self.rouse.notified() => pause = Duration::from_millis(100),
                                _ = link.changed() => pause = Duration::from_millis(100),
                                () = self.left() => return None,
                            }
                            continue;
                        }
                    }
                }
            };
            let next = async {
                let mut batch = known.batch().max_messages(1).expires(PULL_WAIT).messages().await.ok()?;
                Some(batch.next().await)
            };
            let next = tokio::select! {
                next = next => next,
                _ = link.changed() => None,
                () = self.left() => return None,
            };
            match next {
                Some(Some(Ok(message))) => return Some(message),
                // Nothing has come.
                Some(None) => {}
                Some(Some(Err(_))) | None => {
                    *consumer = None;
                    tokio::time::sleep(about(Duration::from_millis(50))).await;
                }
            }
        }
    }

    /// Does a job, answers and acknowledges it.
    async fn handle(&self, message: &Message) {
        let letter = JobLetter::from_bytes(&message.payload);
        let read = letter.and_then(|letter| Some((RunToken::read(&letter.run)?, letter)));
        // Whoever sent this cannot be told.
        let Some((run, letter)) = read else {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let id = WorkId::of(&letter.work);
        let key = (run, id);
        let fate = lock(&self.state).begin(&key, &letter, &self.id);
        let stop = match fate {
            Fate::Do(stop) => stop,
            Fate::Drop => {
                let _ = message.ack().await;
                return;
            }
            Fate::Leave => {
                let n_times = message.info().map_or(1, |info| info.delivered.clamp(1, 10));
                let wait = (LEFT_TO_OTHERS * (1 << (n_times - 1))).min(LONGEST_LEFT);
                let _ = message.ack_with(AckKind::Nak(Some(about(wait)))).await;
                return;
            }
        };
        let outcome = self.outcome(message, &key, letter, &stop).await;
        let is_withdrawn = {
            let mut state = lock(&self.state);
            let serial = state.under_way.remove(&key).map_or(0, |(serial, _)| serial);
            if state.under_way.is_empty() {
                state.idle_since = Some(Instant::now());
            }
            state.withdrawn.get(&key).is_some_and(|&withdrawn| serial <= withdrawn)
        };
        let said = match outcome {
            Outcome::Stopped if is_withdrawn => {
                let _ = message.ack().await;
                return;
            }
            Outcome::Stopped => {
                lock(&self.state).n_given_back += 1;
                let _ = message.ack_with(AckKind::Nak(None)).await;
                return;
            }
            Outcome::Answered { answer, signature, seconds } => Said::Answered {
                run: key.0.as_str().to_owned(),
                job: id,
                card: self.card(),
                answer,
                signature,
                seconds,
            },
            Outcome::Refused(why) => self.refusal(&key, why),
        };
        if self.store(&key, &said).await {
            let _ = message.ack().await;
        } else {
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
    }

    fn refusal(&self, key: &JobKey, why: String) -> Said {
        let why = plain(&why);
        (self.on_event)(WorkerEvent::Refused { why: why.clone() });
        let card = self.card();
        let mut state = lock(&self.state);
        state.n_refused += 1;
        state.refusal = Some(why.clone());
        Said::Refused { run: key.0.as_str().to_owned(), job: key.1, card, why }
    }

    /// Does a job, and tells how far it has come.
    async fn outcome(&self, message: &Message, key: &JobKey, letter: JobLetter, stop: &Stop) -> Outcome {
        let Some(work) = Work::from_bytes(&letter.work) else {
            return Outcome::Refused("the job cannot be read".to_owned());
        };
        let (run, job) = key;
        let tell = async |done| {
            let said = Said::Progress { run: run.as_str().to_owned(), job: *job, done };
            self.say(run.progress(), &said).await;
        };
        tell(0).await;
        if let Err(why) = self.shelf.take(&self.link.context, &letter.networks).await {
            return Outcome::Refused(why);
        }
        let kind = work.kind();
        let n_done = Arc::new(AtomicU32::new(0));
        let mut job = tokio::task::spawn_blocking({
            let (doer, stop, n_done) = (self.doer.clone(), stop.clone(), n_done.clone());
            move || doer.do_job(&work, &stop, &n_done)
        });
        let mut told = 0;
        let outcome = loop {
            tokio::select! {
                done = &mut job => break done.unwrap_or_else(|_| Outcome::Refused("the job broke down".to_owned())),
                () = tokio::time::sleep(PROGRESS_EVERY) => {
                    let now = n_done.load(Ordering::Relaxed);
                    // A sign of life without progress would hold a job that hangs.
                    if now > told {
                        told = now;
                        let _ = message.ack_with(AckKind::Progress).await;
                        tell(now).await;
                    }
                }
            }
        };
        self.shelf.give_back(&letter.networks).await;
        match outcome {
            Outcome::Answered { answer, .. } if answer.len() > self.most_bytes() => {
                let (has, most) = (answer.len(), self.most_bytes());
                Outcome::Refused(format!("the answer has {has} bytes, and the broker takes {most}"))
            }
            Outcome::Answered { seconds, .. } => {
                let mut state = lock(&self.state);
                state.n_jobs += 1;
                state.job_seconds += seconds;
                drop(state);
                (self.on_event)(WorkerEvent::Done { kind, seconds });
                outcome
            }
            Outcome::Refused(_) | Outcome::Stopped => outcome,
        }
    }

    /// The largest answer that the broker takes.
    fn most_bytes(&self) -> usize {
        self.link.client.max_payload().min(MOST_ANSWER_BYTES).saturating_sub(ENVELOPE_BYTES)
    }

    /// Stores an answer or a refusal with the broker; `false` if it does not take it.
    async fn store(&self, key: &JobKey, said: &Said) -> bool {
        let bytes = said.to_bytes(&self.key);
        let until = Instant::now() + ANSWER_PATIENCE;
        let mut left_at = None;
        loop {
            let stored = match self.link.context.publish(key.0.answers(), bytes.clone().into()).await {
                Ok(stored) => stored.await,
                Err(error) => Err(error),
            };
            match stored {
                Ok(_) => return true,
                Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => return false,
                Err(_) => {}
            }
            if self.leaving.borrow().is_some() {
                left_at.get_or_insert_with(Instant::now);
            }
            let is_hopeless = left_at.is_some_and(|left: Instant| left.elapsed() > LAST_GRACE);
            if is_hopeless || Instant::now() > until || lock(&self.state).withdrawn.contains_key(key) {
                return false;
            }
            tokio::time::sleep(about(Duration::from_millis(300))).await;
        }
    }
}

/// What is to be done with a job that has come.
enum Fate {
    Do(Stop),
    /// Nobody needs it any more.
    Drop,
    /// It is for others.
    Leave,
}

impl State {
    /// A job has come to this worker.
    fn begin(&mut self, key: &JobKey, letter: &JobLetter, worker: &WorkerId) -> Fate {
        if self.withdrawn.get(key).is_some_and(|&serial| letter.serial <= serial) {
            return Fate::Drop;
        }
        if letter.avoid.contains(worker) || self.under_way.contains_key(key) {
            return Fate::Leave;
        }
        let stop = Stop::default();
        self.under_way.insert(key.clone(), (letter.serial, stop.clone()));
        self.idle_since = None;
        Fate::Do(stop)
    }

    fn withdraw(&mut self, key: JobKey, serial: u64) {
        if let Some((its, stop)) = self.under_way.get(&key)
            && *its <= serial
        {
            stop.stop();
        }
        if self.withdrawn.insert(key.clone(), serial).is_none() {
            self.withdrawn_order.push_back(key);
        }
        while self.withdrawn_order.len() > MOST_WITHDRAWN
            && let Some(oldest) = self.withdrawn_order.pop_front()
        {
            self.withdrawn.remove(&oldest);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
