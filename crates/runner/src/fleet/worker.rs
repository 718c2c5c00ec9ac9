//! A worker as a run knows it.

use std::collections::BTreeMap;
use std::time::Duration;

use super::dispatcher::JobNumber;
use super::post::WorkerCard;
use super::usage::Usage;

/// What a run thinks of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// None of its answers has been checked yet.
    New,
    /// An answer of its own was found right.
    Proved,
    /// Its program is another one: it never sees a job.
    OtherVersion,
    /// It gave a wrong answer.
    Struck(String),
}

/// Work that was answered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Answered {
    /// How many games, positions or replicates.
    pub n: u64,
    /// The seconds that they took on the worker's threads together, as it told.
    pub seconds: f64,
}

/// A worker as a run knows it.
#[derive(Clone, Debug)]
pub struct Worker {
    /// How it presents itself.
    pub card: WorkerCard,
    /// What is thought of it.
    pub standing: Standing,
    /// When it was last heard of.
    pub last_seen: Duration,
    /// Whether it has left, or was not heard of for long.
    pub is_gone: bool,
    /// What it answered in this run, by what it is counted in. Not all of it was needed.
    pub answered: BTreeMap<&'static str, Answered>,
    /// How much of its time was used in this run.
    pub usage: Usage,
    /// How many jobs it refused in this run.
    pub n_refused: u64,
    /// Why it refused the last of them.
    pub refusal: Option<String>,
    /// Whether it has answered anything.
    pub has_answered: bool,
    /// Up to when its time is counted, while a round is under way and it is fit.
    counted_until: Option<Duration>,
    /// Seconds that were counted as offered since it was last heard of.
    unheard: f64,
    /// When it answered last; in a round in which it has not, since when it is counted.
    last_sign: Duration,
    /// The job that shows whether it can be believed.
    trial: Option<JobNumber>,
}

impl Worker {
    pub(super) fn new(card: WorkerCard, now: Duration) -> Worker {
        Worker {
            card,
            standing: Standing::New,
            last_seen: now,
            is_gone: false,
            answered: BTreeMap::new(),
            usage: Usage::default(),
            n_refused: 0,
            refusal: None,
            has_answered: false,
            counted_until: None,
            unheard: 0.0,
            last_sign: now,
            trial: None,
        }
    }

    /// Whether it may be sent jobs.
    pub fn is_fit(&self) -> bool {
        !self.is_gone && self.is_believable()
    }

    /// Whether its answers are heard.
    pub fn is_believable(&self) -> bool {
        matches!(self.standing, Standing::New | Standing::Proved)
    }

    /// Whether its answers count.
    pub fn is_proved(&self) -> bool {
        self.standing == Standing::Proved
    }

    /// Whether it was caught with a wrong answer.
    pub fn is_struck(&self) -> bool {
        matches!(self.standing, Standing::Struck(_))
    }

    /// How many jobs it can be sent at once.
    pub(super) fn slots(&self) -> usize {
        if self.is_fit() { self.card.threads as usize } else { 0 }
    }

    /// Its program is the one that is needed, or it is not. Who was struck stays struck.
    pub(super) fn fit_version(&mut self, is_fitting: bool) {
        match (is_fitting, &self.standing) {
            (false, Standing::New | Standing::Proved) => self.standing = Standing::OtherVersion,
            (true, Standing::OtherVersion) => self.standing = Standing::New,
            _ => {}
        }
    }

    /// What it did before was for others.
    pub(super) fn begin_account(&mut self) {
        self.answered.clear();
        self.usage = Usage::default();
        self.unheard = 0.0;
        self.n_refused = 0;
        self.refusal = None;
        self.forget_time();
    }

    pub(super) fn count(&mut self, unit: &'static str, n: usize, seconds: f64) {
        let answered = self.answered.entry(unit).or_default();
        answered.n += n as u64;
        answered.seconds += seconds;
    }

    /// The time that passes now is not counted.
    pub(super) fn forget_time(&mut self) {
        self.counted_until = None;
    }

    /// Counts the time of its threads up to now as offered, if it is fit; so many seconds were added.
    pub(super) fn offer_until(&mut self, now: Duration) -> f64 {
        if !self.is_fit() {
            self.forget_time();
            return 0.0;
        }
        let Some(before) = self.counted_until.replace(now) else {
            self.last_sign = now;
            return 0.0;
        };
        let added = now.saturating_sub(before).as_secs_f64() * f64::from(self.card.threads);
        self.usage.offered += added;
        self.unheard += added;
        added
    }

    /// It was there until now.
    pub(super) fn be_heard(&mut self, now: Duration) {
        self.last_seen = now;
        self.unheard = 0.0;
    }

    /// It was not there since it was last heard of: what was counted since was not offered.
    pub(super) fn take_back(&mut self) -> f64 {
        let taken = std::mem::take(&mut self.unheard).min(self.usage.offered - self.usage.used).max(0.0);
        self.usage.offered -= taken;
        taken
    }

    /// Counts seconds that it spent on a job that it has answered now.
    pub(super) fn spend(&mut self, now: Duration, seconds: f64) -> f64 {
        self.last_sign = now;
        self.usage.spend(seconds)
    }

    /// For how long it has answered nothing.
    pub(super) fn silence(&self, now: Duration) -> Duration {
        self.counted_until.map_or(Duration::ZERO, |_| now.saturating_sub(self.last_sign))
    }

    /// It has answered something; `true` if it is the first time.
    pub(super) fn contribute(&mut self) -> bool {
        !std::mem::replace(&mut self.has_answered, true)
    }

    pub(super) fn refuse(&mut self, why: &str) {
        self.n_refused += 1;
        self.refusal = Some(why.chars().take(1000).collect());
    }

    /// Whether this job is the one that shows whether it can be believed; if there was none, it is from now on.
    pub(super) fn take_trial(&mut self, job: JobNumber) -> bool {
        self.standing == Standing::New && *self.trial.get_or_insert(job) == job
    }

    /// This job is not its trial any more.
    pub(super) fn drop_trial(&mut self, job: JobNumber) {
        self.trial = self.trial.filter(|trial| *trial != job);
    }

    /// Counts its answers from now on; `false` if they counted before.
    pub(super) fn prove(&mut self) -> bool {
        let is_new = self.standing == Standing::New;
        if is_new {
            self.standing = Standing::Proved;
        }
        is_new
    }

    pub(super) fn strike(&mut self, why: &str) {
        self.standing = Standing::Struck(why.to_owned());
    }
}
