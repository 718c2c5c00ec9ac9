//! Who does which job, and who is believed: a state machine without input and output.
//!
//! Jobs are functions of their bytes, so an answer is right or wrong, and doing the job again decides which. What is done here
//! is right. A worker is *proved* when an answer of its own was found right by somebody who is; until then its answers wait. Of
//! the answers of proved workers some, drawn by a secret number, are compared with those of others. Whoever was wrong is
//! struck: nothing of it is taken any more, and all that was taken is done again.
//!
//! Jobs with clocks, several threads or engines are no functions of their bytes. The first answer to such a job that obeys the
//! rules counts, whoever gave it; it proves nobody, and another answer is no lie. What a worker did of them before it was struck can
//! neither be confirmed nor taken back, so it spoils the run.

mod accounts;
mod copies;
mod trust;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use super::post::{Job, WorkerCard, WorkerId};
use super::usage::Usage;
use super::worker::Worker;
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
    /// Hand on an answer.
    HandOn {
        /// The job.
        job: JobNumber,
        /// Whose answer; nobody's if it was found here.
        from: Option<WorkerId>,
        /// What it says: whoever answers twice may say two things.
        digest: AnswerDigest,
    },
    /// A job is done: whoever still has it may stop. It may have been handed on long ago.
    Close(JobNumber),
    /// A worker is not believed any more.
    Strike(WorkerId, String),
    /// What was handed on as the answer of this job is wrong, or came from somebody who is not believed and cannot be checked.
    /// Without a job: a worker was struck, and what it answered cannot be done again any more.
    Spoilt(Option<JobNumber>),
}

/// Jobs take about so long, unless somebody wants it otherwise.
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
const MOST_COPIES: u32 = 6;
/// Whatever workers tell, a job that is so many times as late is done here.
const LAST_PATIENCE: f64 = 60.0;
/// A worker that was not heard of for so long is gone.
const ABSENCE: Duration = Duration::from_secs(20);
/// Nobody has more threads, and no fleet more workers, whatever they say.
const MOST_THREADS: u32 = 1024;
const MOST_WORKERS: usize = 100_000;
/// So many newcomers do a newcomer's trial before it waits for somebody who is proved.
const MOST_NEWCOMERS: usize = 3;
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
    /// What was handed on as its answer before.
    before: Option<AnswerDigest>,
    /// Whether somebody waits for its answer; otherwise it is done to see whether the one before was right.
    is_wanted: bool,
    /// Whether it is done again because the answer before may be a lie.
    is_doubt: bool,
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
    least_patience: Duration,
    job_seconds: f64,
    workers: BTreeMap<WorkerId, Worker>,
    under_way: BTreeMap<JobNumber, UnderWay>,
    taken: BTreeMap<JobNumber, Taken>,
    numbers: HashMap<WorkId, JobNumber>,
    /// The jobs under way on which a worker has had its say.
    said: HashMap<WorkerId, BTreeSet<JobNumber>>,
    /// Trials of newcomers that wait until somebody is proved, or somebody here has time.
    trials: BTreeSet<JobNumber>,
    /// Threads of fit workers.
    n_slots: usize,
    /// Fit workers that are proved.
    n_proved: usize,
    /// Jobs under way that nobody has answered.
    n_unanswered: usize,
    /// Jobs under way that are done here.
    n_here: usize,
    next_number: JobNumber,
    n_bytes: usize,
    /// Jobs under way that are done again because the answer before may be a lie.
    n_doubts: usize,
    /// Workers whose answers were taken and cannot be done again: there were too many, or the run was resumed since.
    beyond_recall: BTreeSet<WorkerId>,
    /// Workers that have answered anything.
    n_contributors: usize,
    /// What the work of this round is.
    kind: &'static str,
    /// Seconds for a piece of it.
    pace: Option<f64>,
    /// Whether no more jobs are to come in this round.
    is_last: bool,
    /// Whether something wrong was handed on, so that everything is done anew.
    is_spoilt: bool,
    /// How much of the time of workers was used in this run, by kind of work.
    usage: BTreeMap<&'static str, Usage>,
}

impl Dispatcher {
    /// With no workers yet.
    pub fn new(settings: DispatcherSettings) -> Dispatcher {
        Dispatcher {
            settings,
            least_patience: LEAST_PATIENCE,
            job_seconds: JOB_SECONDS,
            workers: BTreeMap::new(),
            under_way: BTreeMap::new(),
            taken: BTreeMap::new(),
            numbers: HashMap::new(),
            said: HashMap::new(),
            trials: BTreeSet::new(),
            n_slots: 0,
            n_proved: 0,
            n_unanswered: 0,
            n_here: 0,
            next_number: 0,
            n_bytes: 0,
            n_doubts: 0,
            beyond_recall: BTreeSet::new(),
            n_contributors: 0,
            kind: "",
            pace: None,
            is_last: false,
            is_spoilt: false,
            usage: BTreeMap::new(),
        }
    }

    /// The same, but it sends a job again if nothing was heard of it for so long; longer only if it should take long.
    pub fn with_patience(self, least_patience: Duration) -> Dispatcher {
        Dispatcher { least_patience, ..self }
    }

    /// The same, but jobs take about so long.
    pub fn with_job_time(self, time: Duration) -> Dispatcher {
        Dispatcher { job_seconds: time.as_secs_f64(), ..self }
    }

    /// Begins a round of work. If the one before was spoilt, all begins anew. If it is of another kind than the one before, nobody knows how long its pieces take.
    pub fn begin_round(&mut self, kind: &'static str) {
        if self.kind != kind {
            self.pace = None;
        }
        self.kind = kind;
        self.is_last = false;
        self.begin_counting();
        self.begin_run([]);
    }

    /// No more jobs are to come in this round.
    pub fn end_round(&mut self) {
        self.is_last = true;
    }

    /// Lets go of all jobs under way: the round is stopped. Doubts about what was handed on stay.
    pub fn abandon(&mut self) -> Vec<Arc<Job>> {
        let (wanted, doubts): (Vec<JobNumber>, Vec<JobNumber>) =
            self.under_way.keys().partition(|number| self.under_way[number].is_wanted);
        let mut let_go = Vec::new();
        for number in wanted {
            if let Some(job) = self.take_off(number) {
                self.numbers.remove(&job.job.id);
                let_go.push(job.job);
            }
        }
        for number in doubts {
            if let Some(job) = self.under_way.get_mut(&number) {
                self.n_here -= usize::from(std::mem::take(&mut job.is_here));
                job.deadline = Duration::ZERO;
            }
        }
        let_go
    }

    /// All workers that were seen.
    pub fn workers(&self) -> impl Iterator<Item = &Worker> {
        self.workers.values()
    }

    /// How many jobs fit workers can do at once.
    pub fn slots(&self) -> usize {
        self.n_slots
    }

    /// Whether nothing is under way.
    pub fn is_settled(&self) -> bool {
        self.under_way.is_empty()
    }

    /// How many jobs are under way.
    pub fn n_under_way(&self) -> usize {
        self.under_way.len()
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

    /// Whether an answer of this worker would be heard: it was seen, and is believed.
    pub fn hears(&self, worker: &WorkerId) -> bool {
        self.workers.get(worker).is_some_and(Worker::is_believable)
    }

    /// The workers that should not be sent a job, since they have had their say or will not do it.
    pub fn avoid(&self, number: JobNumber) -> Vec<WorkerId> {
        let Some(job) = self.under_way.get(&number) else { return Vec::new() };
        let struck = self.workers.values().filter(|worker| worker.is_struck()).map(|worker| &worker.card.id);
        job.voters().chain(&job.refusals).chain(struck).cloned().collect()
    }

    /// How many pieces the next job should have, if there should be one; `n_left` are left.
    pub fn next_size(&self, n_left: usize) -> Option<usize> {
        let slots = self.n_slots;
        if n_left == 0
            || self.n_unanswered >= UNDER_WAY_PER_SLOT * slots
            || self.under_way.len() >= MOST_WAITING_PER_SLOT * slots
        {
            return None;
        }
        let wanted = self.pace.map_or(1.0, |pace| self.job_seconds / pace.max(1e-9));
        let most = (n_left / (JOBS_PER_SLOT * slots)).max(1);
        Some((wanted as usize).clamp(1, most))
    }

    /// Takes a job on. It is to be sent. No job of the same name may be wanted already.
    pub fn add(&mut self, now: Duration, job: Arc<Job>, n_pieces: usize) -> JobNumber {
        if !job.is_repeatable {
            return self.put(now, job, n_pieces, Need::One, None);
        }
        let need = if self.is_checked(job.id) { Need::Two } else { Need::One };
        // The same work may have been done before: then its answer must be the same.
        let mut is_doubt = false;
        let before = self.number(job.id).and_then(|number| {
            if let Some(taken) = self.taken.remove(&number) {
                self.n_bytes -= taken.size();
                return Some(taken.digest);
            }
            let again = self.take_off(number)?;
            is_doubt = again.is_doubt;
            again.before
        });
        let number = self.put(now, job, n_pieces, need, before);
        if is_doubt {
            self.doubt(number);
        }
        number
    }

    fn put(
        &mut self,
        now: Duration,
        job: Arc<Job>,
        n_pieces: usize,
        need: Need,
        before: Option<AnswerDigest>,
    ) -> JobNumber {
        let number = self.next_number;
        self.next_number += 1;
        self.numbers.insert(job.id, number);
        let under_way = UnderWay {
            job,
            n_pieces,
            opinions: Vec::new(),
            before,
            is_wanted: true,
            is_doubt: false,
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
        self.n_unanswered += 1;
        number
    }

    /// Takes a job from those under way.
    fn take_off(&mut self, number: JobNumber) -> Option<UnderWay> {
        let job = self.under_way.remove(&number)?;
        self.n_unanswered -= usize::from(job.opinions.is_empty());
        self.n_here -= usize::from(job.is_here);
        self.n_doubts -= usize::from(job.is_doubt);
        self.trials.remove(&number);
        for id in job.voters() {
            forget(&mut self.said, id, number);
            // If this was its trial and is not decided, there will be another.
            if let Some(worker) = self.workers.get_mut(id) {
                worker.drop_trial(number);
            }
        }
        Some(job)
    }

    /// Somebody has had a say.
    fn hear(&mut self, number: JobNumber, source: Source, digest: AnswerDigest) {
        let Some(job) = self.under_way.get_mut(&number) else { return };
        self.n_unanswered -= usize::from(job.opinions.is_empty());
        if let Source::Worker(id) = &source {
            self.said.entry(id.clone()).or_default().insert(number);
            let is_first = self.workers.get_mut(id).is_some_and(Worker::contribute);
            self.n_contributors += usize::from(is_first);
        }
        job.opinions.push((source, digest));
    }

    /// Leaves out what a worker said of a job.
    fn forget_opinion(&mut self, number: JobNumber, id: &WorkerId) {
        let Some(job) = self.under_way.get_mut(&number) else { return };
        let n_before = job.opinions.len();
        job.opinions.retain(|(source, _)| !matches!(source, Source::Worker(other) if other == id));
        self.n_unanswered += usize::from(n_before > 0 && job.opinions.is_empty());
        forget(&mut self.said, id, number);
    }

    /// Changes what is known of a worker.
    fn change<T>(&mut self, id: &WorkerId, change: impl FnOnce(&mut Worker) -> T) -> Option<T> {
        let worker = self.workers.get_mut(id)?;
        self.n_slots -= worker.slots();
        self.n_proved -= usize::from(worker.is_fit() && worker.is_proved());
        let changed = change(worker);
        self.n_slots += worker.slots();
        self.n_proved += usize::from(worker.is_fit() && worker.is_proved());
        Some(changed)
    }

    /// How long a job should take.
    fn expected(&self, n_pieces: usize) -> f64 {
        self.pace.unwrap_or(JOB_SECONDS) * n_pieces as f64
    }

    fn patience(&self, n_pieces: usize) -> Duration {
        Duration::from_secs_f64((PATIENCE * self.expected(n_pieces)).min(1e6)).max(self.least_patience)
    }

    /// How long a job is waited for at most, whatever workers tell.
    fn last_patience(&self, n_pieces: usize) -> Duration {
        self.least_patience + Duration::from_secs_f64((LAST_PATIENCE * self.expected(n_pieces)).min(1e6))
    }

    /// A worker says that it is there.
    pub fn here(&mut self, now: Duration, card: WorkerCard) {
        let card = WorkerCard { threads: card.threads.min(MOST_THREADS), ..card };
        let is_fitting = card.version == self.settings.version;
        if !self.workers.contains_key(&card.id) {
            if self.workers.len() >= MOST_WORKERS {
                return;
            }
            let mut worker = Worker::new(card.clone(), now);
            // It counts from the change below.
            worker.is_gone = true;
            self.workers.insert(card.id.clone(), worker);
        }
        let id = card.id.clone();
        self.count_time_of(now, &id);
        self.change(&id, |worker| {
            worker.card = card;
            worker.be_heard(now);
            worker.is_gone = false;
            worker.fit_version(is_fitting);
        });
        self.count_time_of(now, &id);
    }

    /// A worker leaves. What it had is sent again at once.
    pub fn left(&mut self, now: Duration, id: &WorkerId) -> Vec<Action> {
        self.count_time_of(now, id);
        self.change(id, |worker| worker.is_gone = true);
        self.take_away(now, id)
    }

    /// Gives the jobs that a worker has begun to somebody else.
    fn take_away(&mut self, now: Duration, id: &WorkerId) -> Vec<Action> {
        let had = self.under_way.iter_mut().filter_map(|(&number, job)| {
            let had = job.progress.remove(id).is_some();
            (had && job.opinions.is_empty() && !job.is_here).then_some(number)
        });
        let had: Vec<JobNumber> = had.collect();
        had.into_iter().flat_map(|number| self.send_again(now, number)).collect()
    }

    /// A worker that is not believed has done a job: somebody else gets it. Strangers change nothing.
    pub fn unheard(&mut self, now: Duration, id: &WorkerId, job: WorkId) -> Vec<Action> {
        let Some(number) = self.number(job).filter(|_| self.workers.contains_key(id)) else {
            return Vec::new();
        };
        let Some(job) = self.under_way.get_mut(&number) else { return Vec::new() };
        if !job.opinions.is_empty() || job.is_here || job.refusals.contains(id) {
            return Vec::new();
        }
        job.refusals.push(id.clone());
        self.send_again(now, number)
    }

    /// A worker has come further with a job. Only games that ended count: a worker that says nothing else than that it is
    /// alive is not waited for, and nobody is waited for longer than the last patience.
    pub fn progress(&mut self, now: Duration, worker: &WorkerId, id: WorkId, done: u32) {
        if !self.hears(worker) {
            return;
        }
        let Some(number) = self.number(id) else { return };
        let Some(job) = self.under_way.get(&number) else { return };
        let (patience, last) = (self.patience(job.n_pieces), self.last_patience(job.n_pieces));
        let Some(job) = self.under_way.get_mut(&number) else { return };
        // No job has more to finish than its games.
        let most =
            u32::try_from(job.n_pieces).unwrap_or(u32::MAX).saturating_mul(2 * MOST_PROGRESS_PER_PIECE);
        let before = job.progress.entry(worker.clone()).or_insert(0);
        if done > *before && done <= most {
            *before = done;
            job.deadline = job.deadline.max((now + patience).min(job.last_sent + last));
        }
    }

    /// A worker will not do a job.
    pub fn refused(&mut self, now: Duration, worker: &WorkerId, id: WorkId, why: &str) -> Vec<Action> {
        if !self.hears(worker) {
            return self.unheard(now, worker, id);
        }
        self.change(worker, |worker| worker.refuse(why));
        let Some(number) = self.number(id) else { return Vec::new() };
        let Some(job) = self.under_way.get_mut(&number) else { return Vec::new() };
        // What is said twice is heard once.
        if job.refusals.contains(worker) {
            return Vec::new();
        }
        job.refusals.push(worker.clone());
        let is_fit = |id: &&WorkerId| self.workers.get(*id).is_some_and(Worker::is_fit);
        let n_refusals = job.refusals.iter().filter(is_fit).count();
        let n_fit = self.workers.values().filter(|worker| worker.is_fit()).count();
        if n_refusals >= n_fit.min(MOST_DELIVERIES as usize) {
            return self.do_here(number);
        }
        self.send_again(now, number)
    }

    /// A worker has answered with something that the rules refute.
    pub fn broken(&mut self, now: Duration, worker: &WorkerId, why: &str) -> Vec<Action> {
        let mut actions = self.strike(now, worker, why);
        actions.extend(self.begin_trials(now));
        actions
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
        if !self.hears(&id) {
            return self.unheard(now, &id, job);
        }
        // Answers that nobody asked for are not heard either: they may be late, which is no lie.
        let Some(&number) = self.numbers.get(&job) else { return Vec::new() };
        if let Some(taken) = self.taken.get(&number) {
            let is_doubt = taken.job.is_repeatable && taken.digest != digest;
            // It comes too late or twice: it was work in the first case only.
            if !taken.by.contains(&id) {
                self.count_use(now, &id, seconds);
            }
            return if is_doubt { self.reopen(now, number, Some((id, digest))) } else { Vec::new() };
        }
        let Some(under_way) = self.under_way.get_mut(&number) else { return Vec::new() };
        if under_way.voters().any(|other| *other == id) {
            return Vec::new();
        }
        let longest = now.saturating_sub(under_way.first_sent).as_secs_f64();
        under_way.n_sent = 0;
        if seconds.is_finite() && longest > 0.0 {
            let (seconds, n_pieces) = (seconds.clamp(0.0, longest), under_way.n_pieces);
            let (unit, n) = under_way.amount();
            let pace = seconds / n_pieces as f64;
            self.pace = Some(self.pace.map_or(pace, |before| before + 0.1 * (pace - before)));
            self.change(&id, |worker| worker.count(unit, n, seconds));
            self.count_use(now, &id, seconds);
        }
        self.hear(number, Source::Worker(id), digest);
        let mut actions = self.settle(now, number);
        actions.extend(self.begin_trials(now));
        actions
    }

    /// A job was done here.
    pub fn done_here(&mut self, now: Duration, number: JobNumber, digest: AnswerDigest) -> Vec<Action> {
        self.hear(number, Source::Here, digest);
        let mut actions = self.settle(now, number);
        actions.extend(self.begin_trials(now));
        actions
    }

    /// Sends a job once more, or does it here if that was done too often.
    fn send_again(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let Some(job) = self.under_way.get(&number) else { return Vec::new() };
        if job.n_sent >= MOST_DELIVERIES { self.do_here(number) } else { self.send_copy(now, number) }
    }

    fn send_copy(&mut self, now: Duration, number: JobNumber) -> Vec<Action> {
        let Some(n_pieces) = self.under_way.get(&number).map(|job| job.n_pieces) else { return Vec::new() };
        let patience = self.patience(n_pieces);
        let Some(job) = self.under_way.get_mut(&number) else { return Vec::new() };
        job.n_sent += 1;
        job.last_sent = now;
        job.deadline = now + patience;
        vec![Action::Send(number)]
    }

    fn do_here(&mut self, number: JobNumber) -> Vec<Action> {
        let Some(job) = self.under_way.get_mut(&number) else { return Vec::new() };
        job.need = Need::Here;
        if std::mem::replace(&mut job.is_here, true) {
            return Vec::new();
        }
        self.n_here += 1;
        vec![Action::DoHere(number)]
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
        self.count_time(now);
        let is_absent = |worker: &&Worker| !worker.is_gone && now.saturating_sub(worker.last_seen) > ABSENCE;
        let absent: Vec<WorkerId> =
            self.workers.values().filter(is_absent).map(|worker| worker.card.id.clone()).collect();
        for id in absent {
            self.take_back_time_of(&id);
            self.change(&id, |worker| worker.is_gone = true);
        }
        let late: Vec<(JobNumber, bool)> = (self.under_way.iter())
            .filter(|(_, job)| !job.is_here)
            .map(|(&number, job)| {
                let longest = self.last_patience(job.n_pieces);
                (number, job, now.saturating_sub(job.first_sent) > longest)
            })
            .filter(|(_, job, is_hopeless)| *is_hopeless || now >= job.deadline)
            .map(|(number, job, is_hopeless)| (number, is_hopeless || job.need == Need::Here))
            .collect();
        let mut actions = Vec::new();
        for (number, is_for_here) in late {
            actions.extend(if is_for_here || self.n_slots == 0 {
                self.do_here(number)
            } else {
                self.send_again(now, number)
            });
        }
        actions.extend(self.begin_trials(now));
        if self.is_last {
            actions.extend(self.double(now));
        }
        actions
    }
}

impl Source {
    fn worker(&self) -> Option<&WorkerId> {
        match self {
            Source::Worker(id) => Some(id),
            Source::Here => None,
        }
    }
}

impl UnderWay {
    /// The workers that have had their say.
    fn voters(&self) -> impl Iterator<Item = &WorkerId> {
        self.opinions.iter().filter_map(|(source, _)| source.worker())
    }
}

/// A worker's say on a job is of no interest any more.
fn forget(said: &mut HashMap<WorkerId, BTreeSet<JobNumber>>, id: &WorkerId, number: JobNumber) {
    if let Some(jobs) = said.get_mut(id) {
        jobs.remove(&number);
        if jobs.is_empty() {
            said.remove(id);
        }
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
