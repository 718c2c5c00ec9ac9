//! A thousand workers on a virtual clock, served by the real dispatcher: how long a round takes, compared with the shortest time
//! in which anybody could do it.
//!
//! The ideal is the time in which the home lane and all workers together could do every piece exactly once if no message took
//! time, nobody were checked and nobody ever waited. A worker counts while it lives and is not cut off; what it computes while
//! it is cut off does not count, although the simulation uses it. So the ratio includes the admission of all workers, the
//! verification, lost work, and the wait for the last pieces.
//!
//! The speeds are such that the ideal is about 150 s, since workers are cut off for 60 s. Nearly all jobs are then single pieces, so
//! this says little about the sizes of jobs. Measured with eight seeds: 1.07 to 1.09 here and 1.07 with pieces four times as long;
//! but 1.4 to 2.0 with pieces a tenth as long (ideal 18 s), and more in shorter rounds. The bound is not claimed for those.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use zermelo_runner::fleet::{Action, Dispatcher, DispatcherSettings, Job, JobNumber, WorkerCard, WorkerId};
use zermelo_runner::work::{Answer, AnswerDigest, KindWork, Work, WorkId};

const N_WORKERS: usize = 1000;
const PIECES_PER_WORKER: usize = 50;
/// Pieces a second of the slowest and of the fastest worker.
const SPEEDS: [f64; 2] = [0.02, 2.0];
/// How long a message takes.
const LATENCY: f64 = 0.005;
/// How long workers are cut off.
const CUT_OFF: f64 = 60.0;
/// How often the dispatcher looks at the time.
const TICK: f64 = 0.05;
const HEARTBEAT: f64 = 5.0;

/// How pieces are handed out.
#[derive(Clone, Copy, PartialEq)]
enum Sizes {
    /// As the dispatcher wants it.
    Dispatcher,
    /// So many at a time, and nobody does a job a second time because the end is near.
    Fixed(usize),
}

/// Numbers that look random.
struct Chance(u64);

impl Chance {
    /// From 0 to below 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A worker's fate.
struct Fate {
    id: WorkerId,
    speed: f64,
    dies: f64,
    /// When it is cut off.
    cut: f64,
}

impl Fate {
    fn is_cut(&self, now: f64) -> bool {
        now >= self.cut && now < self.cut + CUT_OFF
    }

    /// The pieces it can do until then.
    fn capacity(&self, until: f64) -> f64 {
        let until = until.min(self.dies);
        let cut = (until.min(self.cut + CUT_OFF) - self.cut).max(0.0);
        self.speed * (until - cut)
    }
}

fn fates(seed: u64) -> Vec<Fate> {
    let mut chance = Chance(seed);
    let mut fates: Vec<Fate> = (0..N_WORKERS)
        .map(|number| {
            let speed = SPEEDS[0] * (SPEEDS[1] / SPEEDS[0]).powf(chance.unit());
            Fate { id: WorkerId(format!("worker-{number}")), speed, dies: f64::INFINITY, cut: f64::INFINITY }
        })
        .collect();
    let simple = n_pieces() as f64 / fates.iter().map(|fate| fate.speed).sum::<f64>();
    for (number, fate) in fates.iter_mut().enumerate() {
        if number % 100 == 7 {
            fate.dies = simple * chance.unit();
        }
        if number % 2 == 0 {
            fate.cut = simple * chance.unit();
        }
    }
    fates
}

fn n_pieces() -> usize {
    N_WORKERS * PIECES_PER_WORKER
}

/// The speed of the thread here: the average of the workers.
fn home_speed(fates: &[Fate]) -> f64 {
    fates.iter().map(|fate| fate.speed).sum::<f64>() / fates.len() as f64
}

/// The shortest time in which all could be done.
fn ideal(fates: &[Fate]) -> f64 {
    let (mut low, mut high) = (0.0, 1e6);
    while high - low > 1e-3 {
        let middle = 0.5 * (low + high);
        let done: f64 = fates.iter().map(|fate| fate.capacity(middle)).sum();
        if done + middle * home_speed(fates) < n_pieces() as f64 { low = middle } else { high = middle }
    }
    high
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Tick,
    Heartbeat(usize),
    /// A worker looks for a job.
    Idle(usize),
    /// A worker has played so many games of its job.
    Played(usize, u32),
    /// News of a worker arrives.
    Progress(usize, JobNumber, u32),
    Answer(usize, JobNumber, u64),
    /// The thread here has done something.
    Home,
}

/// What the simulation knows of a job, by the number of its first piece.
struct SimulatedJob {
    job: Arc<Job>,
    n_pieces: usize,
    digest: AnswerDigest,
    is_done: bool,
}

struct Simulation {
    fates: Vec<Fate>,
    dispatcher: Dispatcher,
    sizes: Sizes,
    now: f64,
    events: BinaryHeap<Reverse<(Duration, u64, Event)>>,
    n_events: u64,
    /// The next piece that nobody has taken.
    next: usize,
    n_done: usize,
    jobs: Vec<SimulatedJob>,
    names: HashMap<WorkId, usize>,
    numbers: HashMap<JobNumber, usize>,
    /// What is sent and was not taken by a worker, with those who must not take it.
    queue: VecDeque<(usize, Vec<WorkerId>)>,
    withdrawn: HashSet<usize>,
    /// Workers that wait for something to do.
    idle: Vec<bool>,
    /// The job of each worker.
    hands: Vec<Option<usize>>,
    /// Jobs to do here.
    errands: VecDeque<JobNumber>,
    /// What is done here: a job, or a piece of nobody's job.
    home: Option<Option<JobNumber>>,
    most_under_way: usize,
}

impl Simulation {
    fn new(seed: u64, sizes: Sizes) -> Simulation {
        let settings = DispatcherSettings { version: "1".to_owned(), verify: 1.0 / 64.0, secret: seed };
        let fates = fates(seed);
        let mut chance = Chance(!seed);
        let mut simulation = Simulation {
            idle: vec![false; fates.len()],
            hands: vec![None; fates.len()],
            fates,
            dispatcher: Dispatcher::new(settings),
            sizes,
            now: 0.0,
            events: BinaryHeap::new(),
            n_events: 0,
            next: 0,
            n_done: 0,
            jobs: Vec::new(),
            names: HashMap::new(),
            numbers: HashMap::new(),
            queue: VecDeque::new(),
            withdrawn: HashSet::new(),
            errands: VecDeque::new(),
            home: None,
            most_under_way: 0,
        };
        simulation.dispatcher.begin_round("pairs");
        simulation.at(0.0, Event::Tick);
        simulation.at(0.0, Event::Home);
        for worker in 0..simulation.fates.len() {
            // Whoever starts a thousand workers does not start them in the same millisecond.
            let start = chance.unit();
            simulation.at(start, Event::Heartbeat(worker));
            simulation.at(start, Event::Idle(worker));
        }
        simulation
    }

    fn at(&mut self, time: f64, event: Event) {
        self.n_events += 1;
        self.events.push(Reverse((Duration::from_secs_f64(time), self.n_events, event)));
    }

    fn clock(&self) -> Duration {
        Duration::from_secs_f64(self.now)
    }

    /// When a message that a worker sends now arrives: after it is connected again, if it is cut off.
    fn arrival(&self, worker: usize) -> f64 {
        let fate = &self.fates[worker];
        if fate.is_cut(self.now) { fate.cut + CUT_OFF + LATENCY } else { self.now + LATENCY }
    }

    /// Seconds until all pieces are done.
    fn run(&mut self) -> f64 {
        while let Some(Reverse((time, _, event))) = self.events.pop() {
            self.now = time.as_secs_f64();
            assert!(self.now < 1e5, "it does not end: {} of {} pieces", self.n_done, n_pieces());
            self.happen(event);
            if self.n_done == n_pieces() && self.dispatcher.is_settled() {
                return self.now;
            }
        }
        unreachable!("ticks go on")
    }

    fn happen(&mut self, event: Event) {
        let now = self.clock();
        match event {
            Event::Tick => {
                let actions = self.dispatcher.tick(now);
                self.act(actions);
                self.fill();
                self.go_on_here();
                self.wake();
                self.at(self.now + TICK, Event::Tick);
            }
            Event::Heartbeat(worker) => {
                let fate = &self.fates[worker];
                if self.now < fate.dies {
                    if !fate.is_cut(self.now) {
                        let (id, version) = (fate.id.clone(), "1".to_owned());
                        let card = WorkerCard { host: id.0.clone(), id, threads: 1, version, busy: 0 };
                        self.dispatcher.here(now, card);
                    }
                    self.at(self.now + HEARTBEAT, Event::Heartbeat(worker));
                }
            }
            Event::Idle(worker) => self.look_for_work(worker),
            Event::Played(worker, n_games) => self.played(worker, n_games),
            Event::Progress(worker, number, n_games) => {
                let job = self.jobs[self.numbers[&number]].job.id;
                self.dispatcher.progress(now, &self.fates[worker].id, job, n_games);
            }
            Event::Answer(worker, number, micros) => {
                let job = &self.jobs[self.numbers[&number]];
                let (id, job, digest) = (self.fates[worker].id.clone(), job.job.id, job.digest);
                let actions = self.dispatcher.answered(now, id, job, digest, micros as f64 * 1e-6);
                self.act(actions);
                self.fill();
                self.wake();
            }
            Event::Home => {
                match self.home.take() {
                    Some(Some(number)) => {
                        let digest = self.jobs[self.numbers[&number]].digest;
                        let actions = self.dispatcher.done_here(now, number, digest);
                        self.act(actions);
                    }
                    Some(None) => self.n_done += 1,
                    None => {}
                }
                self.go_on_here();
            }
        }
    }

    fn look_for_work(&mut self, worker: usize) {
        let fate = &self.fates[worker];
        if self.now >= fate.dies {
            return;
        }
        if fate.is_cut(self.now) {
            return self.at(fate.cut + CUT_OFF + LATENCY, Event::Idle(worker));
        }
        while self.queue.front().is_some_and(|(job, _)| self.withdrawn.contains(job)) {
            self.queue.pop_front();
        }
        let (withdrawn, id) = (&self.withdrawn, &fate.id);
        let fits = |(job, avoid): &(usize, Vec<WorkerId>)| !withdrawn.contains(job) && !avoid.contains(id);
        self.idle[worker] = true;
        if let Some(place) = self.queue.iter().position(fits) {
            self.idle[worker] = false;
            let (job, _) = self.queue.remove(place).unwrap();
            self.hands[worker] = Some(job);
            self.at(self.now + LATENCY + 0.5 / self.fates[worker].speed, Event::Played(worker, 1));
        }
    }

    fn played(&mut self, worker: usize, n_games: u32) {
        let fate = &self.fates[worker];
        if self.now >= fate.dies {
            return;
        }
        let (job, arrival) = (self.hands[worker].expect("it plays"), self.arrival(worker));
        let number = self.dispatcher.number(self.jobs[job].job.id);
        let n_all = 2 * self.jobs[job].n_pieces as u32;
        let speed = fate.speed;
        if n_games < n_all {
            if let Some(number) = number {
                self.at(arrival, Event::Progress(worker, number, n_games));
            }
            return self.at(self.now + 0.5 / speed, Event::Played(worker, n_games + 1));
        }
        if let Some(number) = number {
            let micros = (1e6 * self.jobs[job].n_pieces as f64 / speed) as u64;
            self.at(arrival, Event::Answer(worker, number, micros));
        }
        self.hands[worker] = None;
        self.at(self.now, Event::Idle(worker));
    }

    /// Idle workers see what was sent.
    fn wake(&mut self) {
        let mut n_waiting = self.queue.len();
        // Whoever comes first is nobody's choice.
        let from = (self.n_events as usize).wrapping_mul(7919) % self.idle.len();
        for step in 0..self.idle.len() {
            let worker = (from + step) % self.idle.len();
            if n_waiting == 0 {
                break;
            }
            if std::mem::take(&mut self.idle[worker]) {
                n_waiting -= 1;
                self.at(self.now + LATENCY, Event::Idle(worker));
            }
        }
    }

    fn fill(&mut self) {
        loop {
            let n_left = n_pieces() - self.next;
            if n_left == 0 {
                if self.sizes == Sizes::Dispatcher {
                    self.dispatcher.end_round();
                }
                return;
            }
            let Some(size) = self.dispatcher.next_size(n_left) else { return };
            let size = match self.sizes {
                Sizes::Dispatcher => size,
                Sizes::Fixed(size) => size.min(n_left),
            };
            assert!((1..=n_left).contains(&size));
            let work = Work::Kind(KindWork { kind: "pairs".to_owned(), text: self.next.to_string() });
            self.next += size;
            let job = Arc::new(Job::new(work));
            let digest = Answer::Kind(job.id.to_string()).digest();
            let number = self.dispatcher.add(self.clock(), job.clone(), size);
            let place = self.jobs.len();
            self.names.insert(job.id, place);
            self.numbers.insert(number, place);
            self.jobs.push(SimulatedJob { job, n_pieces: size, digest, is_done: false });
            self.queue.push_back((place, Vec::new()));
            let n_under_way = self.jobs.len() - self.withdrawn.len();
            self.most_under_way = self.most_under_way.max(n_under_way);
        }
    }

    fn go_on_here(&mut self) {
        if self.home.is_some() {
            return;
        }
        let speed = home_speed(&self.fates);
        let (what, n_pieces) = if let Some(number) = self.errands.pop_front() {
            (Some(number), self.jobs[self.numbers[&number]].n_pieces)
        } else if self.next < n_pieces() {
            self.next += 1;
            (None, 1)
        } else if let Some(number) = self.dispatcher.idle_here() {
            (Some(number), self.jobs[self.numbers[&number]].n_pieces)
        } else {
            return;
        };
        self.home = Some(what);
        self.at(self.now + n_pieces as f64 / speed, Event::Home);
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send(number) => {
                    let avoid = self.dispatcher.avoid(number);
                    self.queue.push_back((self.numbers[&number], avoid));
                }
                Action::DoHere(number) => self.errands.push_back(number),
                Action::HandOn { job: number, .. } => {
                    let job = &mut self.jobs[self.numbers[&number]];
                    assert!(!std::mem::replace(&mut job.is_done, true), "handed on twice");
                    self.n_done += job.n_pieces;
                }
                Action::Close(number) => {
                    self.withdrawn.insert(self.numbers[&number]);
                }
                Action::Strike(worker, why) => panic!("{worker} is honest: {why}"),
                Action::Spoilt(_) => panic!("nobody lies"),
            }
        }
    }
}

/// The time a round takes, divided by the ideal.
fn ratio(seed: u64, sizes: Sizes) -> f64 {
    let mut simulation = Simulation::new(seed, sizes);
    let ideal = ideal(&simulation.fates);
    let took = simulation.run();
    eprintln!(
        "ideal {ideal:.0} s, took {took:.0} s: {:.3}, {} jobs, at most {} under way",
        took / ideal,
        simulation.jobs.len(),
        simulation.most_under_way
    );
    took / ideal
}

#[test]
fn a_thousand_unlike_workers_are_kept_busy() {
    for seed in [1, 2] {
        let ratio = ratio(seed, Sizes::Dispatcher);
        assert!(ratio <= 1.25, "{ratio:.3} times the ideal");
    }
}

/// Whether the test above can fail.
#[test]
fn fixed_batches_without_doubles_take_longer() {
    let ratio = ratio(1, Sizes::Fixed(16));
    assert!(ratio > 1.25, "{ratio:.3} times the ideal");
}
