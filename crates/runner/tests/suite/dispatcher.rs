//! The dispatcher in a simulated world with a virtual clock: workers that are honest, slow, dead or lie, and a post that loses,
//! doubles and reorders what it carries.
//!
//! Liars do not agree on a lie: if two proved workers tell the same lie about the same job, only a comparison with a third can
//! find it.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use zermelo_runner::fleet::{
    Action, Dispatcher, DispatcherSettings, Job, JobNumber, Worker, WorkerCard, WorkerId,
};
use zermelo_runner::work::{Answer, AnswerDigest, KindWork, Work, WorkId};

/// What a worker is like.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Nature {
    Honest,
    Slow,
    /// It takes jobs and says that it is there, but does nothing.
    Idle,
    /// The same, and it says that it gets on, in games that it never plays.
    Boasting,
    /// It lies after so many true answers.
    Lying(u32),
    /// It answers with what is the answer to another job.
    Confused,
    /// Its second answer to a job is another one.
    Fickle,
    /// Its answers are against the rules.
    Breaking,
    Refusing,
    /// It is true, but tells every answer twice.
    Repeating,
}

impl Nature {
    fn is_liar(self) -> bool {
        matches!(self, Nature::Lying(_) | Nature::Confused | Nature::Fickle | Nature::Breaking)
    }
}

/// A worker, and when it is there.
#[derive(Clone, Debug)]
struct Simulated {
    nature: Nature,
    threads: u32,
    joins: u32,
    /// When it is there no more, and whether it says so.
    leaves: Option<(u32, bool)>,
}

#[derive(Clone, Debug)]
struct World {
    workers: Vec<Simulated>,
    n_pieces: usize,
    verify: f64,
    /// Whether the thread here takes pieces, or settles disagreements only.
    home_takes_pieces: bool,
    /// Of a hundred jobs, so many have another answer every time.
    fickle: u32,
    /// Of a hundred messages, so many are lost or doubled.
    lost: u32,
    doubled: u32,
    /// The post forgets everything at these times.
    amnesia: Vec<u32>,
    seed: u64,
}

fn natures() -> impl Strategy<Value = Nature> {
    prop_oneof![
        4 => Just(Nature::Honest),
        1 => Just(Nature::Slow),
        1 => Just(Nature::Idle),
        1 => Just(Nature::Boasting),
        3 => (0..6_u32).prop_map(Nature::Lying),
        1 => Just(Nature::Confused),
        1 => Just(Nature::Fickle),
        1 => Just(Nature::Breaking),
        1 => Just(Nature::Refusing),
        1 => Just(Nature::Repeating),
    ]
}

fn worlds() -> impl Strategy<Value = World> {
    let leaves = prop_oneof![3 => Just(None), 1 => (5..100_u32, any::<bool>()).prop_map(Some)];
    let worker = (natures(), 1..3_u32, prop_oneof![2 => Just(0), 1 => 0..60_u32], leaves)
        .prop_map(|(nature, threads, joins, leaves)| Simulated { nature, threads, joins, leaves });
    let post = (0..40_u32, 0..40_u32, prop::collection::vec(0..100_u32, 0..3));
    let verify = prop_oneof![Just(0.0), Just(0.2), Just(1.0)];
    let fickle = prop_oneof![2 => Just(0_u32), 1 => Just(100), 1 => 1..100_u32];
    let workers = prop::collection::vec(worker, 0..6);
    (workers, 8..60_usize, (verify, fickle), any::<bool>(), post, any::<u64>()).prop_map(
        |(workers, n_pieces, (verify, fickle), home_takes_pieces, (lost, doubled, amnesia), seed)| World {
            workers,
            n_pieces,
            verify,
            home_takes_pieces,
            fickle,
            lost,
            doubled,
            amnesia,
            seed,
        },
    )
}

/// What is on its way.
#[derive(Clone, Debug)]
enum Message {
    /// A job to a worker that is chosen when it arrives.
    Job(usize, Vec<WorkerId>),
    Here(usize),
    Left(usize),
    Progress(usize, usize, u32),
    Refused(usize, usize),
    Answer(usize, usize, AnswerDigest, f64),
    Broken(usize, usize),
}

/// A job: some pieces.
struct Piece {
    job: Arc<Job>,
    n_pieces: usize,
    /// What was handed on.
    told: Option<(Option<WorkerId>, AnswerDigest)>,
}

struct Play {
    world: World,
    dispatcher: Dispatcher,
    now: f64,
    chance: u64,
    post: Vec<(f64, Message)>,
    /// The jobs of this try, by the number of the dispatcher.
    jobs: Vec<Piece>,
    numbers: BTreeMap<JobNumber, usize>,
    ids: HashMap<WorkId, usize>,
    next: usize,
    n_told: usize,
    errands: VecDeque<JobNumber>,
    home_until: Option<(f64, Option<JobNumber>)>,
    n_answers: Vec<u32>,
    /// Answers to jobs that have another one every time.
    n_fickle: u64,
    left: Vec<bool>,
    struck: HashSet<WorkerId>,
    is_spoilt: bool,
    most_slots: usize,
    n_sent: usize,
}

fn name(worker: usize) -> WorkerId {
    WorkerId(format!("w{worker}"))
}

fn digest(text: String) -> AnswerDigest {
    Answer::Kind(text).digest()
}

const STEP: f64 = 0.5;
/// Everything must have ended by then.
const END: f64 = 200_000.0;

impl Play {
    fn new(world: &World) -> Play {
        let settings =
            DispatcherSettings { version: "1".to_owned(), verify: world.verify, secret: world.seed };
        let n = world.workers.len();
        Play {
            world: world.clone(),
            dispatcher: Dispatcher::new(settings),
            now: 0.0,
            chance: world.seed,
            post: Vec::new(),
            jobs: Vec::new(),
            numbers: BTreeMap::new(),
            ids: HashMap::new(),
            next: 0,
            n_told: 0,
            errands: VecDeque::new(),
            home_until: None,
            n_answers: vec![0; n],
            n_fickle: 0,
            left: vec![false; n],
            struck: HashSet::new(),
            is_spoilt: false,
            most_slots: 0,
            n_sent: 0,
        }
    }

    fn below(&mut self, n: u32) -> u32 {
        self.chance =
            self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.chance >> 33) % u64::from(n.max(1))) as u32
    }

    fn clock(&self) -> Duration {
        Duration::from_secs_f64(self.now)
    }

    fn truth(&self, job: usize) -> AnswerDigest {
        digest(format!("truth of {}", self.jobs[job].job.id))
    }

    /// What an honest answer says: the truth, or anything if there is none.
    fn honest(&mut self, job: usize) -> AnswerDigest {
        if self.jobs[job].job.is_repeatable {
            return self.truth(job);
        }
        self.n_fickle += 1;
        digest(format!("answer {} to {job}", self.n_fickle))
    }

    /// A message that may be lost, doubled and late.
    fn carry(&mut self, after: f64, message: Message) {
        if self.below(100) < self.world.lost {
            return;
        }
        let n_copies = if self.below(100) < self.world.doubled { 2 } else { 1 };
        for _ in 0..n_copies {
            let late = f64::from(self.below(30)) / 10.0;
            self.post.push((self.now + after + late, message.clone()));
        }
    }

    fn is_there(&self, worker: usize) -> bool {
        let one = &self.world.workers[worker];
        self.now >= f64::from(one.joins) && one.leaves.is_none_or(|(at, _)| self.now < f64::from(at))
    }

    /// Plays to the end.
    fn run(&mut self) {
        self.dispatcher.begin_round("test");
        while self.now < END {
            self.step();
            if self.is_spoilt {
                self.begin_anew();
            }
            if self.n_told == self.world.n_pieces && self.dispatcher.is_settled() && self.errands.is_empty() {
                return self.check_end();
            }
        }
        panic!("it does not end: {} of {} pieces were told", self.n_told, self.world.n_pieces);
    }

    fn step(&mut self) {
        self.now += STEP;
        let now = self.clock();
        if self.world.amnesia.iter().any(|&at| (f64::from(at) - self.now).abs() < STEP / 2.0) {
            self.post.retain(|(_, message)| !matches!(message, Message::Job(..)));
            let actions = self.dispatcher.lost(now);
            self.act(actions);
        }
        for worker in 0..self.world.workers.len() {
            if self.is_there(worker) {
                if (self.now / STEP) as u64 % 10 == worker as u64 {
                    self.carry(0.0, Message::Here(worker));
                }
            } else if self.now >= f64::from(self.world.workers[worker].joins)
                && !std::mem::replace(&mut self.left[worker], true)
                && self.world.workers[worker].leaves.is_some_and(|(_, says_so)| says_so)
            {
                self.carry(0.0, Message::Left(worker));
            }
        }
        let (due, later) = std::mem::take(&mut self.post).into_iter().partition(|(at, _)| *at <= self.now);
        self.post = later;
        let due: Vec<(f64, Message)> = due;
        for (_, message) in due {
            self.arrive(message);
        }
        self.home();
        let actions = self.dispatcher.tick(now);
        self.act(actions);
        self.fill();
    }

    fn arrive(&mut self, message: Message) {
        let now = self.clock();
        let actions = match message {
            Message::Job(job, avoid) => return self.take(job, avoid),
            Message::Here(worker) => {
                let Simulated { threads, .. } = self.world.workers[worker];
                let (id, version) = (name(worker), "1".to_owned());
                self.dispatcher.here(now, WorkerCard { host: String::new(), id, threads, version, busy: 0 });
                self.most_slots = self.most_slots.max(self.dispatcher.slots());
                return;
            }
            Message::Left(worker) => self.dispatcher.left(now, &name(worker)),
            Message::Progress(worker, job, done) => {
                return self.dispatcher.progress(now, &name(worker), self.jobs[job].job.id, done);
            }
            Message::Refused(worker, job) => {
                self.dispatcher.refused(now, &name(worker), self.jobs[job].job.id, "no")
            }
            Message::Answer(worker, job, digest, seconds) => {
                self.dispatcher.answered(now, name(worker), self.jobs[job].job.id, digest, seconds)
            }
            // The lane looks first whether anybody asked.
            Message::Broken(worker, job) => match self.dispatcher.number(self.jobs[job].job.id) {
                Some(_) if self.dispatcher.hears(&name(worker)) => {
                    self.dispatcher.broken(now, &name(worker), "against the rules")
                }
                _ => return,
            },
        };
        self.act(actions);
    }

    /// Some worker takes a job.
    fn take(&mut self, job: usize, avoid: Vec<WorkerId>) {
        let fit: Vec<usize> = (0..self.world.workers.len())
            .filter(|&worker| self.is_there(worker) && !avoid.contains(&name(worker)))
            .collect();
        if fit.is_empty() {
            return;
        }
        let worker = fit[self.below(fit.len() as u32) as usize];
        let n_pieces = self.jobs[job].n_pieces as f64;
        let truth = self.honest(job);
        let lie = digest(format!("lie of {worker} on {job}"));
        let takes = 0.2 * n_pieces + f64::from(self.below(10)) / 10.0;
        let answer = |digest| Message::Answer(worker, job, digest, takes);
        self.n_answers[worker] += 1;
        match self.world.workers[worker].nature {
            Nature::Honest => {
                self.carry(0.5 * takes, Message::Progress(worker, job, 1));
                self.carry(takes, answer(truth));
            }
            Nature::Slow => {
                self.carry(10.0, Message::Progress(worker, job, 1));
                self.carry(40.0, Message::Answer(worker, job, truth, 40.0));
            }
            Nature::Idle => {
                (0..20).for_each(|at| self.carry(2.0 * f64::from(at), Message::Progress(worker, job, 0)));
            }
            Nature::Boasting => {
                (1..40).for_each(|at| self.carry(5.0 * f64::from(at), Message::Progress(worker, job, at)));
            }
            Nature::Lying(after) => {
                let lies = self.n_answers[worker] > after;
                self.carry(takes, answer(if lies { lie } else { truth }));
            }
            Nature::Confused => {
                // No two of them take the same for it: liars do not agree.
                let n_workers = self.world.workers.len();
                let own =
                    (0..self.jobs.len()).rev().find(|&other| other % n_workers == worker && other != job);
                self.carry(takes, answer(own.map_or(lie, |other| self.truth(other))));
            }
            Nature::Fickle => {
                self.carry(takes, answer(truth));
                self.carry(takes + 0.5, answer(lie));
            }
            Nature::Breaking => self.carry(takes, Message::Broken(worker, job)),
            Nature::Refusing => self.carry(0.1, Message::Refused(worker, job)),
            Nature::Repeating => {
                self.carry(takes, answer(truth));
                self.carry(takes + 2.0, answer(truth));
            }
        }
    }

    fn home(&mut self) {
        if let Some((until, what)) = self.home_until.take_if(|(until, _)| *until <= self.now) {
            debug_assert!(until <= self.now);
            match what {
                Some(number) => {
                    if let Some(&job) = self.numbers.get(&number) {
                        let truth = self.honest(job);
                        let actions = self.dispatcher.done_here(self.clock(), number, truth);
                        self.act(actions);
                    }
                }
                None => self.n_told += 1,
            }
        }
        if self.home_until.is_some() {
            return;
        }
        let what = if let Some(number) = self.errands.pop_front() {
            Some(number)
        } else if self.world.home_takes_pieces && self.next < self.world.n_pieces {
            self.next += 1;
            None
        } else {
            match self.dispatcher.idle_here() {
                Some(number) => Some(number),
                None => return,
            }
        };
        self.home_until = Some((self.now + 1.0, what));
    }

    fn fill(&mut self) {
        loop {
            let n_left = self.world.n_pieces - self.next;
            // Without a thread and without workers there is nobody who could ever do the rest.
            let n_slots = self.dispatcher.slots();
            if n_left == 0 {
                return self.dispatcher.end_round();
            }
            let is_alone = !self.world.home_takes_pieces && self.now > 300.0 && n_slots == 0;
            let Some(size) = self.dispatcher.next_size(n_left).or_else(|| is_alone.then_some(1)) else {
                return;
            };
            assert!(size >= 1 && size <= n_left);
            assert!(is_alone || self.dispatcher.n_under_way() < 8 * self.most_slots.max(1));
            let text = format!("{} {size}", self.next);
            self.next += size;
            let job = Job::new(Work::Kind(KindWork { kind: "test".to_owned(), text }));
            // A job that is done anew is of the same kind as before.
            let is_fickle = (self.next as u64 * 2_654_435_761 + self.world.seed % 1000) % 100;
            let is_repeatable = is_fickle >= u64::from(self.world.fickle);
            let job = Arc::new(Job { is_repeatable, ..job });
            let number = self.dispatcher.add(self.clock(), job.clone(), size);
            let place = self.jobs.len();
            self.numbers.insert(number, place);
            self.ids.insert(job.id, place);
            self.jobs.push(Piece { job, n_pieces: size, told: None });
            self.n_sent += 1;
            self.carry(0.0, Message::Job(place, Vec::new()));
        }
    }

    /// The job with this number of the dispatcher; one that is done again has a new one.
    fn job(&mut self, number: JobNumber) -> usize {
        let id = self.dispatcher.job(number).map(|job| job.id);
        let known = self.numbers.get(&number).copied();
        let job = id.map_or_else(|| known.expect("a job"), |id| self.ids[&id]);
        self.numbers.insert(number, job);
        job
    }

    fn act(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send(number) => {
                    let (job, avoid) = (self.job(number), self.dispatcher.avoid(number));
                    self.n_sent += 1;
                    self.carry(0.0, Message::Job(job, avoid));
                }
                Action::DoHere(number) => {
                    self.job(number);
                    self.errands.push_back(number);
                }
                Action::HandOn { job: number, from, digest } => {
                    let job = self.job(number);
                    let is_true = !self.jobs[job].job.is_repeatable || digest == self.truth(job);
                    assert!(is_true || self.world.verify < 1.0, "a lie of {from:?} was handed on");
                    let told = self.jobs[job].told.replace((from, digest));
                    assert!(told.is_none(), "job {job} was handed on twice");
                    self.n_told += self.jobs[job].n_pieces;
                }
                Action::Close(_) => {}
                Action::Strike(worker, why) => {
                    let number: usize = worker.0[1..].parse().unwrap();
                    let nature = self.world.workers[number].nature;
                    assert!(nature.is_liar(), "{worker} is {nature:?}, but was struck: {why}");
                    assert!(self.struck.insert(worker), "struck twice");
                }
                Action::Spoilt(number) => {
                    let number = number.expect("everything can be done again");
                    let job = self.job(number);
                    let (from, told) = self.jobs[job].told.clone().expect("it was handed on");
                    if self.jobs[job].job.is_repeatable {
                        assert!(told != self.truth(job), "a true answer was called a lie");
                    } else {
                        let is_struck = from.as_ref().is_some_and(|from| self.struck.contains(from));
                        assert!(is_struck, "an answer of {from:?} is not believed without a reason");
                    }
                    self.is_spoilt = true;
                }
            }
        }
    }

    /// A lie was found too late: all begins anew, with the same jobs and without the liar.
    fn begin_anew(&mut self) {
        self.is_spoilt = false;
        self.dispatcher.abandon();
        self.dispatcher.begin_round("test");
        // What is on its way may still arrive: it is known by the job's name.
        self.errands.clear();
        self.home_until = None;
        self.next = 0;
        self.n_told = 0;
        self.jobs.iter_mut().for_each(|job| job.told = None);
    }

    fn check_end(&self) {
        for job in &self.jobs {
            let Some((Some(from), told)) = &job.told else { continue };
            let is_true = *told == digest(format!("truth of {}", job.job.id));
            let is_kept = is_true && job.job.is_repeatable;
            assert!(is_kept || !self.struck.contains(from), "a lie of {from} stands, although it was struck");
        }
        let most = 100 * self.world.n_pieces + 1000;
        assert!(self.n_sent <= most, "{} jobs were sent for {} pieces", self.n_sent, self.world.n_pieces);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every answer is handed on once and is true, or the run is called spoilt; nobody honest is struck; and it ends.
    #[test]
    fn whatever_happens_the_answers_are_true(world in worlds()) {
        Play::new(&world).run();
    }
}

fn card(id: &str, threads: u32) -> WorkerCard {
    WorkerCard { id: WorkerId(id.to_owned()), host: String::new(), threads, version: "1".to_owned(), busy: 0 }
}

fn dispatcher(verify: f64) -> Dispatcher {
    Dispatcher::new(DispatcherSettings { version: "1".to_owned(), verify, secret: 0 })
}

fn job(text: &str) -> Arc<Job> {
    Arc::new(Job::new(Work::Kind(KindWork { kind: "test".to_owned(), text: text.to_owned() })))
}

/// A worker that says for ever that it gets on, or only that it is there, does not keep a job.
#[test]
fn signs_of_life_do_not_hold_a_job() {
    for grows in [false, true] {
        let mut dispatcher = dispatcher(0.0);
        dispatcher.begin_round("test");
        let seconds = Duration::from_secs;
        dispatcher.here(seconds(0), card("w", 1));
        let job = job("a");
        let number = dispatcher.add(seconds(0), job.clone(), 1);
        let done_here = (1..1000).find(|&at| {
            dispatcher.here(seconds(at), card("w", 1));
            let done = if grows { at as u32 } else { 1 };
            dispatcher.progress(seconds(at), &WorkerId("w".to_owned()), job.id, done);
            dispatcher.tick(seconds(at)).contains(&Action::DoHere(number))
        });
        assert!(done_here.is_some_and(|at| at < 120), "{grows}: {done_here:?}");
    }
}

/// No worker has a million threads, whatever it says.
#[test]
fn nobody_is_sent_more_than_it_can_have_threads_for() {
    let mut dispatcher = dispatcher(0.0);
    dispatcher.here(Duration::ZERO, card("w", u32::MAX));
    assert!(dispatcher.slots() <= 1024);
}

/// What was done before and is done again is heard again, also after so much has been done that the first time is forgotten.
#[test]
fn the_same_job_can_be_done_twice() {
    let mut dispatcher = dispatcher(0.0);
    dispatcher.begin_round("test");
    let (job, truth) = (job("a"), digest("truth".to_owned()));
    for round in 0..3 {
        let now = Duration::from_secs(round);
        dispatcher.here(now, card("w", 1));
        let number = dispatcher.add(now, job.clone(), 1);
        let mut actions = dispatcher.answered(now, WorkerId("w".to_owned()), job.id, truth, 0.1);
        if actions == [Action::DoHere(number)] {
            actions = dispatcher.done_here(now, number, truth);
        }
        assert!(matches!(actions[0], Action::HandOn { job, .. } if job == number), "{actions:?}");
        assert!(dispatcher.is_settled());
    }
}

/// A struck worker stays struck, whatever version it tells; another version that becomes the right one is a newcomer.
#[test]
fn a_version_is_no_absolution() {
    let mut dispatcher = dispatcher(0.0);
    let id = WorkerId("w".to_owned());
    dispatcher.here(Duration::ZERO, WorkerCard { version: "2".to_owned(), ..card("w", 1) });
    assert_eq!(dispatcher.slots(), 0);
    dispatcher.here(Duration::ZERO, card("w", 1));
    assert_eq!(dispatcher.slots(), 1);
    dispatcher.broken(Duration::ZERO, &id, "a lie");
    for version in ["2", "1"] {
        dispatcher.here(Duration::ZERO, WorkerCard { version: version.to_owned(), ..card("w", 1) });
        assert!(dispatcher.workers().all(Worker::is_struck) && dispatcher.slots() == 0);
    }
}

/// A round that is stopped leaves its doubts to the next one.
#[test]
fn doubts_outlive_a_round() {
    let mut dispatcher = dispatcher(0.0);
    dispatcher.begin_round("test");
    let (id, now) = (WorkerId("w".to_owned()), Duration::from_secs(1));
    let (truth, lie) = (digest("truth".to_owned()), digest("lie".to_owned()));
    dispatcher.here(now, card("w", 1));
    let (trial, first) = (job("trial"), job("first"));
    let number = dispatcher.add(now, trial.clone(), 1);
    dispatcher.answered(now, id.clone(), trial.id, truth, 0.1);
    dispatcher.done_here(now, number, truth);
    let number = dispatcher.add(now, first.clone(), 1);
    let actions = dispatcher.answered(now, id.clone(), first.id, lie, 0.1);
    assert!(matches!(actions[0], Action::HandOn { job, .. } if job == number), "a proved worker is believed");
    assert!(!dispatcher.has_doubts());
    dispatcher.broken(now, &id, "another lie");
    dispatcher.abandon();
    assert!(!dispatcher.is_settled() && dispatcher.has_doubts() && !dispatcher.is_spoilt());
    dispatcher.begin_round("test");
    let [Action::DoHere(again)] = dispatcher.tick(now)[..] else { panic!("nobody else is there") };
    assert!(dispatcher.done_here(now, again, truth).contains(&Action::Spoilt(Some(again))));
    assert!(dispatcher.is_settled() && dispatcher.is_spoilt());
    // The next round begins anew.
    dispatcher.begin_round("test");
    assert!(!dispatcher.has_doubts());
}

/// Doubts that turn out to be wrong are doubts no longer.
#[test]
fn doubts_are_settled() {
    let mut dispatcher = dispatcher(0.0);
    dispatcher.begin_round("test");
    let (id, now) = (WorkerId("w".to_owned()), Duration::from_secs(1));
    let truth = digest("truth".to_owned());
    dispatcher.here(now, card("w", 1));
    let number = dispatcher.add(now, job("trial"), 1);
    dispatcher.answered(now, id.clone(), job("trial").id, truth, 0.1);
    dispatcher.done_here(now, number, truth);
    let asked = job("asked");
    dispatcher.add(now, asked.clone(), 1);
    dispatcher.answered(now, id.clone(), asked.id, truth, 0.1);
    assert_eq!(dispatcher.n_contributors(), 1);
    let [Action::Strike(..), Action::DoHere(again)] = dispatcher.broken(now, &id, "a lie")[..] else {
        panic!("what it did last is done again")
    };
    assert!(dispatcher.has_doubts());
    dispatcher.done_here(now, again, truth);
    assert!(!dispatcher.has_doubts());
}

/// A run that was resumed cannot do again what a worker did before: if that worker lies, the run is spoilt.
#[test]
fn lies_of_the_past_are_beyond_recall() {
    let now = Duration::from_secs(1);
    for (past, is_spoilt) in [("w", true), ("other", false)] {
        let mut dispatcher = dispatcher(0.0);
        dispatcher.begin_run([WorkerId(past.to_owned())]);
        dispatcher.begin_round("test");
        dispatcher.here(now, card("w", 1));
        let actions = dispatcher.broken(now, &WorkerId("w".to_owned()), "a lie");
        assert_eq!(actions.contains(&Action::Spoilt(None)), is_spoilt, "{actions:?}");
        assert_eq!(dispatcher.has_doubts(), is_spoilt);
        dispatcher.begin_round("test");
        assert!(!dispatcher.has_doubts());
    }
}

/// A job that has another answer every time: the first counts, and nobody is struck because of the second.
#[test]
fn fickle_answers_are_not_compared() {
    let mut dispatcher = dispatcher(1.0);
    dispatcher.begin_round("test");
    let now = Duration::from_secs(1);
    let [one, other] = ["one", "other"].map(|id| WorkerId(id.to_owned()));
    dispatcher.here(now, card("one", 1));
    dispatcher.here(now, card("other", 1));
    let fickle = |text| Arc::new(Job { is_repeatable: false, ..Job::new(job(text).work.clone()) });
    let [first, second] = [fickle("first"), fickle("second")];
    let answers = ["a", "b", "c"].map(|text| digest(text.to_owned()));
    let number = dispatcher.add(now, first.clone(), 1);
    let actions = dispatcher.answered(now, one.clone(), first.id, answers[0], 0.1);
    let handed_on = Action::HandOn { job: number, from: Some(one.clone()), digest: answers[0] };
    assert_eq!(actions, [handed_on, Action::Close(number)]);
    assert_eq!(dispatcher.answered(now, other.clone(), first.id, answers[1], 0.1), []);
    assert_eq!(dispatcher.done_here(now, number, answers[2]), []);
    assert!(!dispatcher.workers().any(|worker| worker.is_struck() || worker.is_proved()));
    // An answer that was found here counts as well, and whoever is late changes nothing.
    let number = dispatcher.add(now, second.clone(), 1);
    let actions = dispatcher.done_here(now, number, answers[0]);
    assert_eq!(actions[0], Action::HandOn { job: number, from: None, digest: answers[0] });
    assert_eq!(dispatcher.answered(now, one.clone(), second.id, answers[1], 0.1), []);
    // What the one did cannot be checked, so the run is spoilt when it is struck; the other did nothing.
    assert!(matches!(dispatcher.broken(now, &other, "a lie")[..], [Action::Strike(..)]));
    assert!(matches!(
        dispatcher.broken(now, &one, "a lie")[..],
        [Action::Strike(..), Action::Spoilt(Some(_))]
    ));
    assert!(dispatcher.is_settled());
}
