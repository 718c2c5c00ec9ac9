//! A post in memory, with real workers on threads. It loses, doubles and reorders what it carries, and one of its workers lies.

use std::collections::{HashMap, HashSet};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_catalog::Permission;
use zermelo_game::Stop;
use zermelo_runner::fleet::{DispatcherSettings, Fleet, Job, News, Post, WorkerCard, WorkerId, signature_of};
use zermelo_runner::work::{Answer, CarryOutKind, Surroundings, Work, WorkId, carry_out};
use zermelo_runner::{ClockMode, Speeds};

/// How often something goes wrong, of a hundred times.
#[derive(Clone, Copy)]
pub struct Faults {
    pub lost: u32,
    pub doubled: u32,
    /// A worker takes a job and never answers.
    pub dropped: u32,
    /// The worker `liar` changes a byte of its answer.
    pub lies: u32,
}

pub const MANY_FAULTS: Faults = Faults { lost: 15, doubled: 15, dropped: 5, lies: 40 };

const VERSION: &str = "test";
const LIAR: usize = 0;
/// So long the others wait for its first lie.
const LIAR_TIME: Duration = Duration::from_millis(500);

struct State {
    chance: u64,
    jobs: Vec<(WorkId, Vec<u8>, Vec<WorkerId>)>,
    news: Vec<News>,
    is_over: bool,
    /// Jobs that a worker answered, and answers that were changed.
    n_answered: usize,
    n_lies: usize,
}

pub struct MemoryPost {
    state: Mutex<State>,
    changed: Condvar,
    faults: Faults,
    kinds: CarryOutKind,
    signatures: Mutex<HashMap<String, String>>,
    speeds: Speeds,
}

impl State {
    fn below(&mut self, n: usize) -> usize {
        self.chance =
            self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) as usize % n.max(1)
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// How many copies of a message arrive.
    fn n_copies(&mut self, faults: Faults) -> usize {
        match (self.happens(faults.lost), self.happens(faults.doubled)) {
            (true, _) => 0,
            (false, doubled) => 1 + usize::from(doubled),
        }
    }
}

impl MemoryPost {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    fn tell(&self, news: impl Fn() -> News) {
        let mut state = self.lock();
        for _ in 0..state.n_copies(self.faults) {
            state.news.push(news());
        }
        drop(state);
        self.changed.notify_all();
    }

    /// A worker's life.
    fn work(&self, number: usize) {
        let id = WorkerId(if number == LIAR { "liar".to_owned() } else { format!("worker-{number}") });
        let stop = Stop::default();
        let begun = Instant::now();
        let mut last_told: Option<Instant> = None;
        loop {
            if last_told.is_none_or(|last| last.elapsed() > Duration::from_millis(20)) {
                last_told = Some(Instant::now());
                let (host, version) = (String::new(), VERSION.to_owned());
                let card = WorkerCard { id: id.clone(), host, threads: 1, version, busy: 0 };
                self.tell(|| News::Here(card.clone()));
            }
            let mut state = self.lock();
            if state.is_over {
                return;
            }
            // On a busy machine the others could be done before the liar has said anything.
            let waits = self.faults.lies > 0 && state.n_lies == 0 && begun.elapsed() < LIAR_TIME;
            if number != LIAR && waits {
                drop(self.changed.wait_timeout(state, Duration::from_millis(5)).unwrap());
                continue;
            }
            let fit = state.jobs.iter().position(|(_, _, avoid)| !avoid.contains(&id));
            let Some(place) = fit else {
                drop(self.changed.wait_timeout(state, Duration::from_millis(10)).unwrap());
                continue;
            };
            let (job, bytes, _) = state.jobs.swap_remove(place);
            let (drops, lies) = (state.happens(self.faults.dropped), state.happens(self.faults.lies));
            drop(state);
            if drops {
                continue;
            }
            let work = Work::from_bytes(&bytes).expect("nobody changes jobs");
            let here = Surroundings {
                permission: Permission::terminal(),
                stop: &stop,
                on_progress: &|| {},
                kinds: self.kinds,
                speeds: &self.speeds,
            };
            let started = Instant::now();
            let answer = match carry_out(&work, &here) {
                Ok(answer) => answer.expect("nobody stops workers"),
                Err(error) => {
                    let why = error.to_string();
                    self.tell(|| News::Refused { worker: id.clone(), job, why: why.clone() });
                    continue;
                }
            };
            let seconds = started.elapsed().as_secs_f64();
            let mut bytes = answer.to_bytes();
            let mut state = self.lock();
            state.n_answered += 1;
            if number == LIAR && lies {
                // What it says is another thing, whether it can be read or not.
                while Answer::from_bytes(&bytes).is_some_and(|told| told.digest() == answer.digest()) {
                    let at = state.below(bytes.len());
                    bytes[at] ^= 1 << state.below(7);
                }
                state.n_lies += 1;
            }
            drop(state);
            let signature = work.game().map_or_else(String::new, |game| {
                let mut known = self.signatures.lock().unwrap();
                let make = || signature_of(game, Permission::terminal()).unwrap();
                known.entry(game.id.clone()).or_insert_with(make).clone()
            });
            self.tell(|| News::Answered {
                worker: id.clone(),
                job,
                answer: bytes.clone(),
                signature: signature.clone(),
                seconds,
            });
        }
    }
}

impl Post for MemoryPost {
    fn send(&self, job: &Job, avoid: &[WorkerId]) {
        let mut state = self.lock();
        for _ in 0..state.n_copies(self.faults) {
            let n_jobs = state.jobs.len();
            let place = state.below(n_jobs + 1);
            state.jobs.insert(place, (job.id, job.work.to_bytes(), avoid.to_vec()));
        }
        drop(state);
        self.changed.notify_all();
    }

    fn withdraw(&self, job: WorkId) {
        self.lock().jobs.retain(|(id, ..)| *id != job);
    }

    fn receive(&self, wait: Duration) -> Option<News> {
        let mut state = self.lock();
        if state.news.is_empty() && !wait.is_zero() {
            state = self.changed.wait_timeout(state, wait).unwrap().0;
        }
        let n_news = state.news.len();
        let place = state.below(n_news);
        (n_news > 0).then(|| state.news.swap_remove(place))
    }
}

/// What became of a fleet.
pub struct Seen {
    pub n_answered: usize,
    #[allow(dead_code, reason = "not every program that shares this file needs it")]
    pub n_lies: usize,
    pub struck: HashSet<String>,
}

/// Does something with a fleet of four workers, one of which lies.
pub fn with_fleet<T>(
    seed: u64,
    faults: Faults,
    kinds: CarryOutKind,
    act: impl FnOnce(&Fleet) -> T,
) -> (T, Seen) {
    with_fleet_of(None, seed, faults, kinds, act)
}

/// The same with a rule for clocks.
pub fn with_fleet_of<T>(
    clock: Option<ClockMode>,
    seed: u64,
    faults: Faults,
    kinds: CarryOutKind,
    act: impl FnOnce(&Fleet) -> T,
) -> (T, Seen) {
    let state =
        State { chance: seed, jobs: Vec::new(), news: Vec::new(), is_over: false, n_answered: 0, n_lies: 0 };
    let (changed, signatures, speeds) = (Condvar::new(), Mutex::default(), Speeds::new(1));
    let post = MemoryPost { state: Mutex::new(state), changed, faults, kinds, signatures, speeds };
    // Every answer is compared, so no lie is ever handed on.
    let settings = DispatcherSettings { version: VERSION.to_owned(), verify: 1.0, secret: seed };
    let fleet = Fleet::new(&post, settings, Permission::terminal(), kinds);
    let fleet = fleet.with_patience(Duration::from_millis(40));
    let fleet = match clock {
        Some(mode) => fleet.with_clock(mode, 1),
        None => fleet,
    };
    let done = thread::scope(|scope| {
        (0..4).for_each(|number| {
            scope.spawn({
                let post = &post;
                move || post.work(number)
            });
        });
        // Whoever fails must not leave workers behind that wait for ever.
        struct Over<'a>(&'a MemoryPost);
        impl Drop for Over<'_> {
            fn drop(&mut self) {
                self.0.lock().is_over = true;
            }
        }
        let _over = Over(&post);
        act(&fleet)
    });
    let workers = fleet.workers();
    let struck = workers.iter().filter(|worker| worker.is_struck()).map(|worker| worker.card.id.0.clone());
    let struck = struck.collect();
    let state = post.lock();
    (done, Seen { n_answered: state.n_answered, n_lies: state.n_lies, struck })
}
