//! The workers of other machines as one more lane of the executor.
//!
//! [`Dispatcher`] decides and [`Post`] carries; a lane does what the one says through the other. It takes pieces from the same
//! counter as the threads here and hands results to the same channel, so order, resuming and what is stored cannot differ.

mod clock;
pub mod dispatcher;
pub mod post;
mod provenance;
mod usage;
mod worker;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zermelo_catalog::bench::{self, BenchPlan};
use zermelo_catalog::{Permission, RequestError};
use zermelo_game::Stop;

pub use clock::FleetClock;
pub use dispatcher::{Action, Dispatcher, DispatcherSettings, JobNumber};
pub use post::{Job, News, Post, WorkerCard, WorkerId};
pub use provenance::{Counts, Provenance, Ranges, Share};
pub use usage::{Usage, unit_of};
pub use worker::{Answered, Standing, Worker};

use crate::clock_rule::ClockMode;
use crate::executor::{Batch, Pieces};
use crate::game_runner::Halt;
use crate::work::{Answer, AnswerDigest, CarryOutKind, Surroundings, Work, WorkGame, WorkId, carry_out};

/// The workers of a run, and what is thought of them.
pub struct Fleet<'a> {
    post: &'a dyn Post,
    /// What may be done here when workers disagree.
    permission: Permission,
    kinds: CarryOutKind,
    started: Instant,
    dispatcher: Mutex<Dispatcher>,
    /// The signatures of benchmarks that were made here, by game.
    signatures: Mutex<HashMap<String, String>>,
    clock: FleetClock,
    events: Mutex<Events>,
    provenance: Mutex<Provenance>,
}

/// What was done in a run so far, and by whom.
#[derive(Clone, Debug)]
pub struct FleetAccount {
    /// All workers that were seen, with what they did in this run.
    pub workers: Vec<Worker>,
    /// How long ago each of them was last heard of.
    pub silences: Vec<Duration>,
    /// How much of their time was used, by kind of work.
    pub usage: BTreeMap<&'static str, Usage>,
    /// How much of what they and this machine did was taken over. Nobody is this machine.
    pub taken_over: BTreeMap<Option<WorkerId>, Counts>,
}

/// Something that people should know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FleetEvent {
    /// A worker gave a wrong answer.
    Struck {
        /// The worker.
        worker: WorkerId,
        /// What was wrong.
        why: String,
    },
    /// A worker refused a job.
    Refused {
        /// The worker.
        worker: WorkerId,
        /// Why.
        why: String,
    },
}

/// What happened.
#[derive(Default)]
struct Events {
    known: HashSet<FleetEvent>,
    /// Those that nobody has asked for yet.
    new: Vec<FleetEvent>,
}

/// Different events of which anybody is told.
const MOST_EVENTS: usize = 1000;

impl<'a> Fleet<'a> {
    /// The workers that this post reaches.
    pub fn new(
        post: &'a dyn Post,
        settings: DispatcherSettings,
        permission: Permission,
        kinds: CarryOutKind,
    ) -> Fleet<'a> {
        Fleet {
            post,
            permission,
            kinds,
            started: Instant::now(),
            dispatcher: Mutex::new(Dispatcher::new(settings)),
            signatures: Mutex::default(),
            clock: FleetClock::default(),
            events: Mutex::default(),
            provenance: Mutex::default(),
        }
    }

    /// The same, but jobs of which nothing was heard for so long are sent again.
    pub fn with_patience(self, patience: Duration) -> Fleet<'a> {
        let dispatcher = self.dispatcher.into_inner().unwrap_or_else(PoisonError::into_inner);
        Fleet { dispatcher: Mutex::new(dispatcher.with_patience(patience)), ..self }
    }

    /// The same, but jobs take about so long instead of a second.
    pub fn with_job_time(self, time: Duration) -> Fleet<'a> {
        let dispatcher = self.dispatcher.into_inner().unwrap_or_else(PoisonError::into_inner);
        Fleet { dispatcher: Mutex::new(dispatcher.with_job_time(time)), ..self }
    }

    /// The same, but work whose answer depends on the machine travels too. This machine plays on so many threads.
    pub fn with_clock(self, mode: ClockMode, threads: usize) -> Fleet<'a> {
        Fleet { clock: FleetClock::new(mode, threads), ..self }
    }

    /// How clocks run.
    pub fn clock(&self) -> &FleetClock {
        &self.clock
    }

    /// All workers that were seen.
    pub fn workers(&self) -> Vec<Worker> {
        lock(&self.dispatcher).workers().cloned().collect()
    }

    /// A run begins: what was done before was for others.
    pub fn begin_account(&self) {
        lock(&self.dispatcher).begin_account();
        *lock(&self.provenance) = Provenance::default();
    }

    /// What was done since the run began.
    pub fn account(&self) -> FleetAccount {
        let (dispatcher, now) = (lock(&self.dispatcher), self.now());
        let workers = dispatcher.accounts(now);
        let silences = workers.iter().map(|worker| now.saturating_sub(worker.last_seen)).collect();
        FleetAccount {
            workers,
            silences,
            usage: dispatcher.usage(now),
            taken_over: lock(&self.provenance).counts(),
        }
    }

    /// Who did what since the run began.
    pub fn provenance(&self) -> Provenance {
        lock(&self.provenance).clone()
    }

    /// Whether something that was handed on may be a lie and is being done again, or is known to be one.
    pub fn has_doubts(&self) -> bool {
        lock(&self.dispatcher).has_doubts()
    }

    /// Whether something wrong was handed on in this run.
    pub fn is_spoilt(&self) -> bool {
        lock(&self.dispatcher).is_spoilt()
    }

    /// How many workers have answered anything.
    pub fn n_contributors(&self) -> usize {
        lock(&self.dispatcher).n_contributors()
    }

    /// A run begins, or goes on with answers that these workers gave.
    pub fn begin_run(&self, past: impl IntoIterator<Item = WorkerId>) {
        lock(&self.dispatcher).begin_run(past);
    }

    /// What happened since somebody asked last.
    pub fn take_events(&self) -> Vec<FleetEvent> {
        std::mem::take(&mut lock(&self.events).new)
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn tell(&self, event: FleetEvent) {
        let mut events = lock(&self.events);
        // A worker that refuses a thousand jobs for one reason is told of once.
        if events.known.len() < MOST_EVENTS && events.known.insert(event.clone()) {
            events.new.push(event);
        }
    }

    /// The signature of a game's benchmark here.
    fn signature(&self, game: Option<&WorkGame>) -> Result<String, RequestError> {
        let Some(game) = game else { return Ok(String::new()) };
        if let Some(known) = lock(&self.signatures).get(&game.id) {
            return Ok(known.clone());
        }
        let signature = signature_of(game, self.permission)?;
        lock(&self.signatures).insert(game.id.clone(), signature.clone());
        Ok(signature)
    }
}

/// The signature of a game's benchmark, which two machines share if they compute the same.
pub fn signature_of(game: &WorkGame, permission: Permission) -> Result<String, RequestError> {
    Ok(bench::run(&game.open(permission)?, &BenchPlan::QUICK).signature())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands results on. Whoever takes them may ask the fleet something, so nothing of it may be locked while this waits.
fn hand_on<T>(batches: Vec<Batch<T>>, sender: &SyncSender<Batch<T>>) {
    for batch in batches {
        // If nobody listens any more, nobody needs it.
        let _ = sender.send(batch);
    }
}

/// What a thread here is asked to do.
pub(crate) enum Errand {
    /// To pass on pieces that were done before.
    Known(Range<usize>),
    /// To do a job.
    Job(JobNumber, Arc<Job>),
}

/// The fleet at work on one round of pieces.
pub(crate) struct Lane<'a, P: Pieces> {
    fleet: &'a Fleet<'a>,
    pieces: &'a P,
    state: Mutex<LaneState<P::Piece>>,
    /// Told when there are errands, or nothing more is to come.
    changed: Condvar,
}

struct LaneState<T> {
    /// The jobs of this round that are not handed on yet.
    jobs: HashMap<JobNumber, LaneJob<T>>,
    errands: VecDeque<Errand>,
    is_over: bool,
}

struct LaneJob<T> {
    places: Range<usize>,
    /// More pieces that are the same work: when the one is done, all are.
    twins: Vec<Range<usize>>,
    /// What workers answered, and what was found here.
    answers: Vec<Heard<T>>,
}

/// An answer that was read.
struct Heard<T> {
    /// Whose it is; nobody's if it was found here.
    from: Option<WorkerId>,
    digest: AnswerDigest,
    answer: Answer,
    pieces: Vec<T>,
}

/// How long the lane waits for news before it looks at the time.
const WAIT: Duration = Duration::from_millis(20);

impl<'a, P: Pieces> Lane<'a, P> {
    pub fn new(fleet: &'a Fleet<'a>, kind: &'static str, pieces: &'a P) -> Lane<'a, P> {
        lock(&fleet.dispatcher).begin_round(kind);
        let state = LaneState { jobs: HashMap::new(), errands: VecDeque::new(), is_over: false };
        Lane { fleet, pieces, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Somebody has done these pieces; nobody is this machine. Pieces that were done before are those of whoever did them.
    pub fn credit(&self, who: Option<&WorkerId>, places: Range<usize>) {
        let unit = unit_of(self.pieces.kind().unwrap_or_default());
        let mut provenance = lock(&self.fleet.provenance);
        let new = places.filter(|&place| !self.pieces.is_known(place));
        new.for_each(|place| provenance.add(who, unit, self.pieces.numbers(place)));
    }

    /// Something that a thread here should do before anything else.
    pub fn errand(&self) -> Option<Errand> {
        lock(&self.state).errands.pop_front()
    }

    /// Waits until there is something to do for a thread that has nothing; `false` if there will be nothing.
    pub fn wait_for_errand(&self) -> bool {
        let mut state = lock(&self.state);
        if state.is_over {
            return false;
        }
        if state.errands.is_empty() {
            let mut dispatcher = lock(&self.fleet.dispatcher);
            if let Some(number) = dispatcher.idle_here()
                && let Some(job) = dispatcher.job(number)
            {
                state.errands.push_back(Errand::Job(number, job.clone()));
                return true;
            }
            drop(dispatcher);
            let waited = self.changed.wait_timeout(state, WAIT);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
        }
        true
    }

    /// Does a job on this thread.
    pub fn do_here(
        &self,
        number: JobNumber,
        job: &Job,
        stops: [&Stop; 2],
        sender: &SyncSender<Batch<P::Piece>>,
    ) {
        let here = Surroundings {
            permission: self.fleet.permission,
            stop: stops[0],
            on_progress: &|| {},
            kinds: self.fleet.kinds,
            speeds: self.fleet.clock.speeds(),
        };
        let answer = match carry_out(&job.work, &here) {
            Ok(Some(answer)) => answer,
            Ok(None) => return,
            Err(error) => {
                let _ = sender.send(Err(Halt::Bad(error)));
                return;
            }
        };
        let digest = answer.digest();
        let mut state = lock(&self.state);
        if let Some(lane_job) = state.jobs.get_mut(&number) {
            match self.pieces.read(lane_job.places.clone(), answer.clone()) {
                Ok(pieces) => lane_job.answers.push(Heard { from: None, digest, answer, pieces }),
                Err(problem) => {
                    let problem = format!("what was done here cannot be read back: {problem}");
                    let error = RequestError::Experiment { place: "job".to_owned(), problem };
                    drop(state);
                    let _ = sender.send(Err(Halt::Bad(error)));
                    return;
                }
            }
        }
        let mut dispatcher = lock(&self.fleet.dispatcher);
        let actions = dispatcher.done_here(self.fleet.now(), number, digest);
        let done = self.act(&mut state, &mut dispatcher, actions);
        drop((dispatcher, state));
        hand_on(done, sender);
    }

    /// Hands out jobs and takes answers until all pieces are done.
    pub fn run(&self, next: &AtomicUsize, stops: [&Stop; 2], sender: &SyncSender<Batch<P::Piece>>) {
        while !stops.iter().any(|stop| stop.is_stopped()) {
            let is_exhausted = self.fill(next, sender);
            let mut news = self.fleet.post.receive(WAIT);
            // What has arrived together is looked at together.
            let mut n_heard = 0;
            while let Some(one) = news {
                self.hear(one, sender);
                n_heard += 1;
                news = (n_heard < 256).then(|| self.fleet.post.receive(Duration::ZERO)).flatten();
            }
            let mut state = lock(&self.state);
            let mut dispatcher = lock(&self.fleet.dispatcher);
            let actions = dispatcher.tick(self.fleet.now());
            let done = self.act(&mut state, &mut dispatcher, actions);
            let is_over = is_exhausted && dispatcher.is_settled() && state.errands.is_empty();
            drop((dispatcher, state));
            hand_on(done, sender);
            if is_over {
                break;
            }
        }
        let mut state = lock(&self.state);
        state.is_over = true;
        lock(&self.fleet.dispatcher).abandon().iter().for_each(|job| self.fleet.post.withdraw(job.id));
        drop(state);
        self.changed.notify_all();
    }

    /// Sends as many jobs as there should be under way; `true` if no pieces are left.
    fn fill(&self, next: &AtomicUsize, sender: &SyncSender<Batch<P::Piece>>) -> bool {
        let (n, group) = (self.pieces.count(), self.pieces.group());
        loop {
            let n_left = n.saturating_sub(next.load(Ordering::Relaxed)).div_ceil(group);
            if n_left == 0 {
                lock(&self.fleet.dispatcher).end_round();
                return true;
            }
            let Some(size) = lock(&self.fleet.dispatcher).next_size(n_left) else { return false };
            let first = next.fetch_add(size * group, Ordering::Relaxed);
            if first >= n {
                continue;
            }
            for (places, is_known) in self.stretches(first..n.min(first + size * group)) {
                let work = if is_known { None } else { self.pieces.work(places.clone()) };
                let Some(work) = work else {
                    lock(&self.state).errands.push_back(Errand::Known(places));
                    self.changed.notify_one();
                    continue;
                };
                if let Err(error) = self.give(places, work) {
                    let _ = sender.send(Err(Halt::Bad(error)));
                    return false;
                }
            }
        }
    }

    /// These pieces, divided where those that were done before meet those that were not: nobody does the same twice. With each
    /// stretch, whether it was done before.
    fn stretches(&self, places: Range<usize>) -> Vec<(Range<usize>, bool)> {
        let mut stretches: Vec<(Range<usize>, bool)> = Vec::new();
        for first in places.clone().step_by(self.pieces.group()) {
            let group = first..places.end.min(first + self.pieces.group());
            let is_known = group.clone().all(|place| self.pieces.is_known(place));
            match stretches.last_mut() {
                Some((before, was_known)) if *was_known == is_known => before.end = group.end,
                _ => stretches.push((group, is_known)),
            }
        }
        stretches
    }

    /// Makes a job of these pieces and sends it. A benchmark that fails here would fail everywhere.
    fn give(&self, places: Range<usize>, work: Work) -> Result<(), RequestError> {
        let work = self.fleet.clock.set(work)?;
        self.fleet.signature(work.game())?;
        let job = Arc::new(Job::new(work));
        let mut state = lock(&self.state);
        let mut dispatcher = lock(&self.fleet.dispatcher);
        // Some pieces are the same work as others, such as positions that were reached twice.
        let twin = dispatcher.number(job.id);
        if let Some(twin) = twin.and_then(|number| state.jobs.get_mut(&number)) {
            twin.twins.push(places);
            return Ok(());
        }
        let number = dispatcher.add(self.fleet.now(), job.clone(), places.len() / self.pieces.group());
        // A worker that was struck would take the job, and nobody would hear its answer.
        let avoid = dispatcher.avoid(number);
        state.jobs.insert(number, LaneJob { places, twins: Vec::new(), answers: Vec::new() });
        drop(dispatcher);
        drop(state);
        self.fleet.post.send(&job, &avoid);
        Ok(())
    }

    /// Hears news.
    fn hear(&self, news: News, sender: &SyncSender<Batch<P::Piece>>) {
        let mut state = lock(&self.state);
        let mut dispatcher = lock(&self.fleet.dispatcher);
        let now = self.fleet.now();
        let actions = match news {
            News::Here(card) => {
                dispatcher.here(now, card);
                Vec::new()
            }
            News::Left(worker) => dispatcher.left(now, &worker),
            News::Progress { worker, job, done } => {
                dispatcher.progress(now, &worker, job, done);
                Vec::new()
            }
            News::Refused { worker, job, why } => {
                let actions = dispatcher.refused(now, &worker, job, &why);
                self.fleet.tell(FleetEvent::Refused { worker, why });
                actions
            }
            News::Lost => dispatcher.lost(now),
            // Nothing is kept of those who are not heard.
            News::Answered { worker, job, .. } if !dispatcher.hears(&worker) => {
                dispatcher.unheard(now, &worker, job)
            }
            News::Answered { worker, job, answer, signature, seconds } => {
                match self.judge(&mut state, &dispatcher, &worker, job, &answer, &signature) {
                    None => Vec::new(),
                    Some(Ok(digest)) => dispatcher.answered(now, worker, job, digest, seconds),
                    Some(Err(why)) => dispatcher.broken(now, &worker, &why),
                }
            }
        };
        let done = self.act(&mut state, &mut dispatcher, actions);
        drop((dispatcher, state));
        hand_on(done, sender);
    }

    /// Looks at an answer: what it says, or what is wrong with it; `None` if nobody asked.
    fn judge(
        &self,
        state: &mut LaneState<P::Piece>,
        dispatcher: &Dispatcher,
        worker: &WorkerId,
        job: WorkId,
        answer: &[u8],
        signature: &str,
    ) -> Option<Result<AnswerDigest, String>> {
        let number = dispatcher.number(job)?;
        let known = dispatcher.job(number)?;
        let expected = self.fleet.signature(known.work.game()).ok()?;
        if signature != expected {
            return Some(Err(format!(
                "its machine computes other results: the benchmark's signature is {} instead of {expected}",
                zermelo_game::shown(signature)
            )));
        }
        let Some(answer) = Answer::from_bytes(answer) else {
            return Some(Err("its answer cannot be read".to_owned()));
        };
        let digest = answer.digest();
        if let Some(lane_job) = state.jobs.get_mut(&number) {
            // Only the first answer of a worker is heard.
            if lane_job.answers.iter().any(|heard| heard.from.as_ref() == Some(worker)) {
                return None;
            }
            let from = Some(worker.clone());
            match self.pieces.read(lane_job.places.clone(), answer.clone()) {
                Ok(pieces) => lane_job.answers.push(Heard { from, digest, answer, pieces }),
                Err(why) => return Some(Err(format!("its answer breaks the rules: {why}"))),
            }
        }
        Some(Ok(digest))
    }

    /// Does what the dispatcher decided, and gives back what is to be handed on once nothing is locked any more.
    fn act(
        &self,
        state: &mut LaneState<P::Piece>,
        dispatcher: &mut Dispatcher,
        actions: Vec<Action>,
    ) -> Vec<Batch<P::Piece>> {
        let mut batches = Vec::new();
        for action in actions {
            match action {
                Action::Send(number) => {
                    if let Some(job) = dispatcher.job(number) {
                        self.fleet.post.send(job, &dispatcher.avoid(number));
                    }
                }
                Action::DoHere(number) => {
                    if let Some(job) = dispatcher.job(number) {
                        state.errands.push_back(Errand::Job(number, job.clone()));
                        self.changed.notify_one();
                    }
                }
                Action::HandOn { job, from, digest } => {
                    let Some(job) = state.jobs.remove(&job) else { continue };
                    let counts = |heard: &Heard<P::Piece>| heard.from == from && heard.digest == digest;
                    let heard = job.answers.into_iter().find(counts);
                    let Heard { answer, pieces, .. } = heard.expect("an answer that counts was read");
                    self.credit(from.as_ref(), job.places.clone());
                    let mut done: Vec<(usize, P::Piece)> = job.places.zip(pieces).collect();
                    for twin in job.twins {
                        match self.pieces.read(twin.clone(), answer.clone()) {
                            Ok(pieces) => {
                                self.credit(from.as_ref(), twin.clone());
                                done.extend(twin.zip(pieces));
                            }
                            // What cannot be read for one cannot be read for the other: they are the same work.
                            Err(_) => state.errands.push_back(Errand::Known(twin)),
                        }
                    }
                    batches.push(Ok(done));
                }
                Action::Close(number) => {
                    if let Some(job) = dispatcher.job(number) {
                        self.fleet.post.withdraw(job.id);
                    }
                }
                Action::Strike(worker, why) => self.fleet.tell(FleetEvent::Struck { worker, why }),
                Action::Spoilt(_) => batches.push(Err(Halt::Spoilt)),
            }
        }
        batches
    }
}
