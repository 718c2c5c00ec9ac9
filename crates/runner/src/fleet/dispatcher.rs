//! Who does which job, and who is believed: a state machine without input and output.
//!
//! Jobs are functions of their bytes, so an answer is right or wrong, and doing the job again decides which. What is done here
//! is right. A worker is *proved* when an answer of its own was found right by somebody who is; until then its answers wait. Of
//! the answers of proved workers some, drawn by a secret number, are compared with those of others. Whoever was wrong is
//! struck: nothing of it is taken any more, and all that was taken is done again.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use super::post::{Job, WorkerCard, WorkerId};
use super::worker::{Standing, Worker};
use crate::work::{AnswerDigest, WorkId};

/// How a dispatcher works.
#[derive(Clone, Debug)]
pub struct DispatcherSettings {
    /// The version that workers must have.
    pub version: String,
    /// The share of jobs that two must do.
    pub verify: f64,
    /// What decides which jobs these are. Workers must not know it.
    pub secret: u64,
}

/// The number of a job that is under way.
pub type JobNumber = u64;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send a job to workers.
    Send(JobNumber),
    /// Do a job here.
    DoHere(JobNumber),
    /// Hand on the answer of this worker, or the one found here.
    HandOn(JobNumber, Option<WorkerId>),
    /// A job is done: whoever still has it may stop. It may have been handed on long ago.
    Close(JobNumber),
    /// A worker is not believed any more.
    Strike(WorkerId, String),
    /// What was handed on as the answer of a job is wrong.
    Spoilt(JobNumber),
}

/// Jobs take about so long.
const JOB_SECONDS: f64 = 1.0;
/// At the end of a round jobs are small enough that each slot still gets so many.
const JOBS_PER_SLOT: usize = 4;
/// Jobs under way for each slot.
const UNDER_WAY_PER_SLOT: usize = 2;
/// The same with those whose answers wait to be compared.
const MOST_WAITING_PER_SLOT: usize = 8;
/// A job is sent again if nothing was heard of it for so long, or for so many times what it should take.
const LEAST_PATIENCE: Duration = Duration::from_secs(15);
const PATIENCE: f64 = 10.0;
/// A job that was sent so often without an answer is done here.
const MOST_DELIVERIES: u32 = 4;
/// Copies of one job that are under way at once, at the end of a round.
const MOST_COPIES: u32 = 3;
/// Whatever workers tell, a job that is so many times as late is done here.
const LAST_PATIENCE: f64 = 60.0;
/// A worker that was not heard of for so long is gone.
const ABSENCE: Duration = Duration::from_secs(20);
/// Bytes of work that was taken from workers and can be done again.
const MOST_REMEMBERED: usize = 128 << 20;

/// Who has given an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    Here,
    Worker(WorkerId),
}

/// What must be there before an answer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    /// One answer of a proved worker.
    One,
    /// Two answers, one of them of a proved worker.
    Two,
    /// An answer that was found here.
    Here,
}

/// A job that is under way.
struct UnderWay {
    job: Arc<Job>,
    n_pieces: usize,
    opinions: Vec<(Source, AnswerDigest)>,
    /// What was handed on, and whose it was.
    handed_on: Option<AnswerDigest>,
    need: Need,
    /// How often it was sent since anybody answered.
    n_sent: u32,
    first_sent: Duration,
    last_sent: Duration,
    /// When it is sent again.
    deadline: Duration,
    is_here: bool,
    progress: HashMap<WorkerId, u32>,
    refusals: Vec<WorkerId>,
}

/// A job whose answer was taken.
struct Taken {
    job: Arc<Job>,
    n_pieces: usize,
    digest: AnswerDigest,
    /// The workers on whose word it was taken; nobody if it was found here.
    by: Vec<WorkerId>,
}

/// Who does which job, and who is believed.
pub struct Dispatcher {
    settings: DispatcherSettings,
    workers: BTreeMap<WorkerId, Worker>,
    under_way: BTreeMap<JobNumber, UnderWay>,
    taken: BTreeMap<JobNumber, Taken>,
    numbers: HashMap<WorkId, JobNumber>,
    next_number: JobNumber,
    n_bytes: usize,
    /// Jobs that were taken and are forgotten.
    n_forgotten: u64,
    /// What the work of this round is.
    kind: &'static str,
    /// Seconds for a piece of it.
    pace: Option<f64>,
    /// Whether no more jobs are to come in this round.
    is_last: bool,
}

impl Dispatcher {
    /// With no workers yet.
    pub fn new(settings: DispatcherSettings) -> Dispatcher {
        Dispatcher {
            settings,
            workers: BTreeMap::new(),
            under_way: BTreeMap::new(),
            taken: BTreeMap::new(),
            numbers: HashMap::new(),
            next_number: 0,
            n_bytes: 0,
            n_forgotten: 0,
            kind: "",
            pace: None,
            is_last: false,
        }
    }

    /// Begins a round of work. If it is of another kind than the one before, nobody knows how long its pieces take.
    pub fn begin_round(&mut self, kind: &'static str) {
        if self.kind != kind {
            self.pace = None;
        }
        self.kind = kind;
        self.is_last = false;
    }

    /// No more jobs are to come in this round.
    pub fn end_round(&mut self) {
        self.is_last = true;
    }

    /// Lets go of all jobs under way: the round is stopped.
    pub fn abandon(&mut self) -> Vec<Arc<Job>> {
        let jobs = std::mem::take(&mut self.under_way);
        for job in jobs.values() {
            self.numbers.remove(&job.job.id);
        }
        self.workers.values_mut().for_each(Worker::drop_trial);
        jobs.into_values().map(|job| job.job).collect()
    }

    /// All workers that were seen.
    pub fn workers(&self) -> impl Iterator<Item = &Worker> {
        self.workers.values()
    }

    /// How many jobs fit workers can do at once.
    pub fn slots(&self) -> usize {
        let fit = self.workers.values().filter(|worker| worker.is_fit());
        fit.map(|worker| worker.card.threads as usize).sum()
    }

    /// Whether nothing is under way.
    pub fn is_settled(&self) -> bool {
        self.under_way.is_empty()
    }

    /// The job with this number.
    pub fn job(&self, number: JobNumber) -> Option<&Arc<Job>> {
        let taken = || self.taken.get(&number).map(|taken| &taken.job);
        self.under_way.get(&number).map(|job| &job.job).or_else(taken)
    }

    /// The number of the job of this name.
    pub fn number(&self, id: WorkId) -> Option<JobNumber> {
        self.numbers.get(&id).copied()
    }

    /// The workers that should not be sent a job, since they have had their say or will not do it.
    pub fn avoid(&self, number: JobNumber) -> Vec<WorkerId> {
        let Some(job) = self.under_way.get(&number) else { return Vec::new() };
        let answered = job.opinions.iter().filter_map(|(source, _)| match source {
            Source::Worker(worker) => Some(worker),
            Source::Here => None,
        });
        let struck = self.workers.values().filter(|worker| worker.is_struck()).map(|worker| &worker.card.id);
        answered.chain(&job.refusals).chain(struck).cloned().collect()
    }

    /// How many pieces the next job should have, if there should be one; `n_left` are left.
    pub fn next_size(&self, n_left: usize) -> Option<usize> {
        let slots = self.slots();
        let n_unanswered = self.under_way.values().filter(|job| job.opinions.is_empty()).count();
        if n_left == 0
            || n_unanswered >= UNDER_WAY_PER_SLOT * slots
            || self.under_way.len() >= MOST_WAITING_PER_SLOT * slots
        {
            return None;
        }
        let wanted = self.pace.map_or(1.0, |pace| JOB_SECONDS / pace.max(1e-9));
        let most = (n_left / (JOBS_PER_SLOT * slots)).max(1);
        Some((wanted as usize).clamp(1, most))
    }

    /// Takes a job on. It is to be sent.
    pub fn add(&mut self, now: Duration, job: Arc<Job>, n_pieces: usize) -> JobNumber {
        let need = if self.is_checked(job.id) { Need::Two } else { Need::One };
        self.put(now, job, n_pieces, need, None)
    }

    fn put(
        &mut self,
        now: Duration,
        job: Arc<Job>,
        n_pieces: usize,
        need: Need,
        handed_on: Option<AnswerDigest>,
    ) -> JobNumber {
        let number = self.next_number;
        self.next_number += 1;
        self.numbers.insert(job.id, number);
        let under_way = UnderWay {
            job,
            n_pieces,
            opinions: Vec::new(),
            handed_on,
            need,
            n_sent: 1,
            first_sent: now,
            last_sent: now,
            deadline: now + self.patience(n_pieces),
            is_here: false,
            progress: HashMap::new(),
            refusals: Vec::new(),
        };
        self.under_way.insert(number, under_way);
        number
    }

    /// Whether two must do a job.
    fn is_checked(&self, id: WorkId) -> bool {
        id.draw(self.settings.secret) < self.settings.verify
    }

    /// How long a job should take.
    fn expected(&self, n_pieces: usize) -> f64 {
        self.pace.unwrap_or(JOB_SECONDS) * n_pieces as f64
    }

    fn patience(&self, n_pieces: usize) -> Duration {
        Duration::from_secs_f64((PATIENCE * self.expected(n_pieces)).min(1e6)).max(LEAST_PATIENCE)
    }

    /// A worker says that it is there.
    pub fn here(&mut self, now: Duration, card: WorkerCard) {
        let is_known = card.version == self.settings.version;
        let worker = self.workers.entry(card.id.clone()).or_insert_with(|| Worker::new(card.clone(), now));
        worker.card = card;
        worker.last_seen = now;
        worker.is_gone = false;
        if !is_known {
            worker.standing = Standing::OtherVersion;
        }
    }

    /// A worker leaves. What it had is sent again at once.
    pub fn left(&mut self, now: Duration, id: &WorkerId) -> Vec<Action> {
        if let Some(worker) = self.workers.get_mut(id) {
            worker.is_gone = true;
        }
        let mut actions = Vec::new();
        for (&number, job) in &mut self.under_way {
            if job.progress.contains_key(id) && job.opinions.is_empty() {
                job.deadline = job.deadline.min(now);
                actions.push(number);
            }
        }
        actions.into_iter().flat_map(|number| self.send_again(now, number)).collect()
    }

    /// A worker has come further with a job. Only games that ended count: a worker that says nothing else than that it is
    /// alive is not waited for.
    pub fn progress(&mut self, now: Duration, worker: &WorkerId, id: WorkId, done: u32) {
        let Some(job) = self.number(id).and_then(|number| self.under_way.get(&number)) else { return };
        let patience = self.patience(job.n_pieces);
        let number = self.numbers[&id];
        let job = self.under_way.get_mut(&number).expect("it is there");
        // No job has more to finish than its games.
        let most =
            u32::try_from(job.n_pieces).unwrap_or(u32::MAX).saturating_mul(2 * MOST_PROGRESS_PER_PIECE);
        let before = job.progress.entry(worker.clone()).or_insert(0);
        if done > *before && done <= most {
            *before = done;
            job.deadline = job.deadline.max(now + patience);
        }
    }

    /// A worker will not do a job.
    pub fn refused(&mut self, now: Duration, worker: &WorkerId, id: WorkId, why: &str) -> Vec<Action> {
        if let Some(worker) = self.workers.get_mut(worker) {
            worker.refuse(why);
        }
        let n_fit = self.workers.values().filter(|worker| worker.is_fit()).count();
        let Some(number) = self.number(id) else { return Vec::new() };
        let Some(job) = self.under_way.get_mut(&number) else { return Vec::new() };
        if !job.refusals.contains(worker) {
            job.refusals.push(worker.clone());
        }
        if job.refusals.len() >= n_fit.min(MOST_DELIVERIES as usize) {
            return self.do_here(number);
        }
        self.send_again(now, number)
    }

    /// A worker has answered with something that the rules refute.
    pub fn broken(&mut self, now: Duration, worker: &WorkerId, why: &str) -> Vec<Action> {
        self.strike(now, worker, why)
    }

    /// A worker has answered.
    pub fn answered(
        &mut self,
        now: Duration,
        id: WorkerId,
        job: WorkId,
        digest: AnswerDigest,
        seconds: f64,
    ) -> Vec<Action> {
        // What somebody says who was never seen, or is not believed, is not heard.
        let Some(worker) = self.workers.get_mut(&id).filter(|worker| worker.is_believable()) else {
            return self.take_away(now, &id, self.number(job).into_iter().collect());
        };
        // Answers that nobody asked for are not heard either: they may be late, which is no lie.
        let Some(&number) = self.numbers.get(&job) else { return Vec::new() };
        if let Some(taken) = self.taken.get(&number) {
            if taken.digest != digest && !self.under_way.contains_key(&number) {
                return self.reopen(now, number, Some((id, digest)));
            }
            return Vec::new();
        }
        let Some(under_way) = self.under_way.get_mut(&number) else { return Vec::new() };
        let source = Source::Worker(id);
        if under_way.opinions.iter().any(|(other, _)| *other == source) {
            return Vec::new();
        }
        let longest = (now - under_way.first_sent).as_secs_f64();
        if seconds.is_finite() && longest > 0.0 {
            let pace = seconds.clamp(0.0, longest) / under_way.n_pieces as f64;
            worker.count(under_way.n_pieces, pace);
            self.pace = Some(self.pace.map_or(pace, |before| before + 0.1 * (pace - before)));
        }
        under_way.opinions.push((source, digest));
        under_way.n_sent = 0;
        self.settle(now, number)
    }

    /// A job was done here.
    pub fn done_here(&mut self, now: Duration, number: JobNumber, digest: AnswerDigest) -> Vec<Action> {
        let Some(job) = self.under_way.get_mut(&number) else { return Vec::new() };
        job.opinions.push((Source::Here, digest));
        self.settle(now, number)
    }

    /// Looks whether a job is decided by what was answered.
    fn settle(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let Some(job) = self.under_way.get(&number) else { return Vec::new() };
        let is_proved = |source: &Source| match source {
            Source::Here => true,
            Source::Worker(id) => self.workers.get(id).is_some_and(Worker::is_proved),
        };
        let here = job.opinions.iter().find(|(source, _)| *source == Source::Here).map(|(_, digest)| *digest);
        if let Some(truth) = here {
            return self.decide(now, number, truth, true);
        }
        let Some(&(_, first)) = job.opinions.first() else { return Vec::new() };
        let agree = job.opinions.iter().all(|(_, digest)| *digest == first);
        let n_proved = job.opinions.iter().filter(|(source, _)| is_proved(source)).count();
        let n_opinions = job.opinions.len();
        if !agree || job.need == Need::Here {
            return self.do_here(number);
        }
        let has_newcomer = n_opinions > n_proved;
        if n_proved >= 1 && (n_opinions >= 2 || job.need == Need::One) {
            return self.decide(now, number, first, false);
        }
        // Somebody else must do it too: a proved worker, if there is one that has not had its say.
        let has_other = self.workers.values().any(|worker| {
            worker.is_fit()
                && worker.is_proved()
                && !job.opinions.iter().any(|(source, _)| *source == Source::Worker(worker.card.id.clone()))
        });
        if has_newcomer && n_proved == 0 {
            // One job for each newcomer is enough to prove it; its other answers wait.
            let newcomers = job.opinions.iter().filter_map(|(source, _)| match source {
                Source::Worker(id) => Some(id.clone()),
                Source::Here => None,
            });
            let newcomers: Vec<WorkerId> = newcomers.collect();
            let mut is_trial = false;
            for id in newcomers {
                if let Some(worker) = self.workers.get_mut(&id) {
                    is_trial |= worker.take_trial(number);
                }
            }
            if !is_trial {
                return Vec::new();
            }
        }
        if has_other { self.send_again(now, number) } else { self.do_here(number) }
    }

    /// This is the answer of a job.
    fn decide(
        &mut self,
        now: Duration,
        number: JobNumber,
        truth: AnswerDigest,
        is_certain: bool,
    ) -> Vec<Action> {
        let Some(job) = self.under_way.remove(&number) else { return Vec::new() };
        let mut actions = Vec::new();
        let right: Vec<WorkerId> = (job.opinions.iter())
            .filter(|(_, digest)| *digest == truth)
            .filter_map(|(source, _)| match source {
                Source::Worker(id) => Some(id.clone()),
                Source::Here => None,
            })
            .collect();
        match job.handed_on {
            None => {
                // A proved worker's answer before a newcomer's: both are the same.
                let from_here = job.opinions.iter().any(|(source, _)| *source == Source::Here);
                let from = (!from_here).then(|| right.first().cloned()).flatten();
                actions.push(Action::HandOn(number, from));
            }
            Some(before) if before != truth => actions.push(Action::Spoilt(number)),
            Some(_) => {}
        }
        actions.push(Action::Close(number));
        self.remember(number, &job, truth, if is_certain { Vec::new() } else { right.clone() });
        // Whoever agrees with somebody who is proved, is proved.
        let mut proved = Vec::new();
        if is_certain || right.len() > 1 {
            for id in &right {
                if let Some(worker) = self.workers.get_mut(id)
                    && worker.prove()
                {
                    proved.push(id.clone());
                }
            }
        }
        for (source, digest) in &job.opinions {
            if let Source::Worker(id) = source
                && *digest != truth
            {
                let why = format!("its answer to job {} is not the one found here", job.job.id);
                actions.extend(self.strike(now, id, &why));
            }
        }
        for id in proved {
            actions.extend(self.hear_again(now, &id));
        }
        actions
    }

    /// Remembers what was taken, so that it can be done again.
    fn remember(&mut self, number: JobNumber, job: &UnderWay, digest: AnswerDigest, by: Vec<WorkerId>) {
        let taken = Taken { job: job.job.clone(), n_pieces: job.n_pieces, digest, by };
        self.n_bytes += taken.size();
        self.taken.insert(number, taken);
        while self.n_bytes > MOST_REMEMBERED
            && let Some((_, oldest)) = self.taken.pop_first()
        {
            self.n_bytes -= oldest.size();
            self.numbers.remove(&oldest.job.id);
            self.n_forgotten += 1;
        }
    }

    /// Settles what waited for a worker to be proved.
    fn hear_again(&mut self, now: Duration, id: &WorkerId) -> Vec<Action> {
        let source = Source::Worker(id.clone());
        let waiting: Vec<JobNumber> = (self.under_way.iter())
            .filter(|(_, job)| job.opinions.iter().any(|(other, _)| *other == source))
            .map(|(&number, _)| number)
            .collect();
        waiting.into_iter().flat_map(|number| self.settle(now, number)).collect()
    }

    /// Does a job again whose answer was taken.
    fn reopen(
        &mut self,
        now: Duration,
        number: JobNumber,
        doubt: Option<(WorkerId, AnswerDigest)>,
    ) -> Vec<Action> {
        let Some(taken) = self.taken.remove(&number) else { return Vec::new() };
        self.n_bytes -= taken.size();
        let need = if doubt.is_some() { Need::Here } else { Need::One };
        let again = self.put(now, taken.job.clone(), taken.n_pieces, need, Some(taken.digest));
        let job = self.under_way.get_mut(&again).expect("it was put there");
        let vouched = taken.by.into_iter().map(|id| (id, taken.digest));
        job.opinions.extend(vouched.chain(doubt).map(|(id, digest)| (Source::Worker(id), digest)));
        self.forget_struck(again);
        if need == Need::Here {
            return self.do_here(again);
        }
        self.settle_or_send(now, again)
    }

    /// Leaves out what struck workers said of a job.
    fn forget_struck(&mut self, number: JobNumber) {
        let Dispatcher { workers, under_way, .. } = self;
        let Some(job) = under_way.get_mut(&number) else { return };
        job.opinions.retain(|(source, _)| match source {
            Source::Here => true,
            Source::Worker(id) => workers.get(id).is_some_and(|worker| !worker.is_struck()),
        });
    }

    /// Believes a worker no more.
    fn strike(&mut self, now: Duration, id: &WorkerId, why: &str) -> Vec<Action> {
        let Some(worker) = self.workers.get_mut(id).filter(|worker| !worker.is_struck()) else {
            return Vec::new();
        };
        worker.strike(why);
        let mut actions = vec![Action::Strike(id.clone(), why.to_owned())];
        let source = Source::Worker(id.clone());
        actions.extend(self.take_away(now, id, self.under_way.keys().copied().collect()));
        let said: Vec<JobNumber> = (self.under_way.iter())
            .filter(|(_, job)| job.opinions.iter().any(|(other, _)| *other == source))
            .map(|(&number, _)| number)
            .collect();
        for number in said {
            self.forget_struck(number);
            actions.extend(self.settle_or_send(now, number));
        }
        let taken: Vec<JobNumber> =
            self.taken.iter().filter(|(_, taken)| taken.by.contains(id)).map(|(&number, _)| number).collect();
        for number in taken {
            actions.extend(self.reopen(now, number, None));
        }
        actions
    }

    /// Gives jobs to somebody else that a worker has begun whose answers are not heard.
    fn take_away(&mut self, now: Duration, id: &WorkerId, jobs: Vec<JobNumber>) -> Vec<Action> {
        let mut actions = Vec::new();
        for number in jobs {
            let Some(job) = self.under_way.get_mut(&number) else { continue };
            if job.progress.remove(id).is_some() && job.opinions.is_empty() && !job.is_here {
                actions.extend(self.send_again(now, number));
            }
        }
        actions
    }

    /// Settles a job by what is left of its answers; if nothing is, it is done again.
    fn settle_or_send(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let is_open = self.under_way.get(&number).is_some_and(|job| job.opinions.is_empty());
        match (is_open, self.slots()) {
            (false, _) => self.settle(now, number),
            (true, 0) => self.do_here(number),
            (true, _) => self.send_again(now, number),
        }
    }

    /// Sends a job once more, or does it here if that was done too often.
    fn send_again(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let Some(job) = self.under_way.get(&number) else { return Vec::new() };
        let patience = self.patience(job.n_pieces);
        let job = self.under_way.get_mut(&number).expect("it is there");
        if job.n_sent >= MOST_DELIVERIES {
            return self.do_here(number);
        }
        job.n_sent += 1;
        job.last_sent = now;
        job.deadline = now + patience;
        vec![Action::Send(number)]
    }

    fn do_here(&mut self, number: JobNumber) -> Vec<Action> {
        let Some(job) = self.under_way.get_mut(&number) else { return Vec::new() };
        job.need = Need::Here;
        if std::mem::replace(&mut job.is_here, true) { Vec::new() } else { vec![Action::DoHere(number)] }
    }

    /// Somebody here has nothing to do: the oldest job that nobody here does yet, at the end of a round.
    pub fn idle_here(&mut self) -> Option<JobNumber> {
        if !self.is_last {
            return None;
        }
        let (&number, job) = self
            .under_way
            .iter_mut()
            .filter(|(_, job)| !job.is_here)
            .min_by_key(|(_, job)| job.first_sent)?;
        job.is_here = true;
        Some(number)
    }

    /// The post may have lost everything: all jobs under way are sent again.
    pub fn lost(&mut self, now: Duration) -> Vec<Action> {
        let numbers: Vec<JobNumber> = self.under_way.keys().copied().collect();
        for number in &numbers {
            let patience = self.under_way.get(number).map(|job| self.patience(job.n_pieces));
            if let (Some(job), Some(patience)) = (self.under_way.get_mut(number), patience) {
                job.last_sent = now;
                job.deadline = now + patience;
            }
        }
        numbers.into_iter().map(Action::Send).collect()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) -> Vec<Action> {
        for worker in self.workers.values_mut() {
            worker.is_gone |= now.saturating_sub(worker.last_seen) > ABSENCE;
        }
        let mut actions = Vec::new();
        let late: Vec<(JobNumber, bool)> = (self.under_way.iter())
            .filter(|(_, job)| now >= job.deadline && !job.is_here)
            .map(|(&number, job)| {
                let expected = self.expected(job.n_pieces);
                let longest = LEAST_PATIENCE.as_secs_f64() + LAST_PATIENCE * expected;
                (number, (now - job.first_sent).as_secs_f64() > longest)
            })
            .collect();
        for (number, is_hopeless) in late {
            actions.extend(if is_hopeless || self.slots() == 0 {
                self.do_here(number)
            } else {
                self.send_again(now, number)
            });
        }
        if self.is_last {
            actions.extend(self.double(now));
        }
        actions
    }

    /// At the end of a round, idle workers get the jobs that are under way for longest.
    fn double(&mut self, now: Duration) -> Vec<Action> {
        let n_copies: usize = self.under_way.values().map(|job| job.n_sent.max(1) as usize).sum();
        let mut n_idle = self.slots().saturating_sub(n_copies);
        let mut old: Vec<(Duration, JobNumber)> = (self.under_way.iter())
            .filter(|(_, job)| job.opinions.is_empty() && !job.is_here && job.n_sent < MOST_COPIES)
            .filter(|(_, job)| (now - job.last_sent).as_secs_f64() > 0.5 * self.expected(job.n_pieces))
            .map(|(&number, job)| (job.first_sent, number))
            .collect();
        old.sort_unstable();
        let mut actions = Vec::new();
        for (_, number) in old {
            if n_idle == 0 {
                break;
            }
            n_idle -= 1;
            actions.extend(self.send_again(now, number));
        }
        actions
    }
}

/// Games, positions or replicates that one piece may consist of.
const MOST_PROGRESS_PER_PIECE: u32 = 1 << 16;

impl Taken {
    /// About how many bytes it takes to remember it.
    fn size(&self) -> usize {
        64 + self.job.n_bytes
    }
}
