//! A worker as a run knows it.

use std::time::Duration;

use super::dispatcher::JobNumber;
use super::post::WorkerCard;

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
    /// Pieces of work that it did.
    pub n_pieces: u64,
    /// The seconds that it took for them on its threads together, as it told.
    pub seconds: f64,
    /// Why it refused a job, last.
    pub refusal: Option<String>,
    /// Whether it has answered anything.
    pub has_answered: bool,
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
            n_pieces: 0,
            seconds: 0.0,
            refusal: None,
            has_answered: false,
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

    /// Pieces a second on all its threads, by what it did so far.
    pub fn speed(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.n_pieces as f64 / self.seconds * f64::from(self.card.threads))
    }

    pub(super) fn count(&mut self, n_pieces: usize, pace: f64) {
        self.n_pieces += n_pieces as u64;
        self.seconds += pace * n_pieces as f64;
    }

    /// It has answered something; `true` if it is the first time.
    pub(super) fn contribute(&mut self) -> bool {
        !std::mem::replace(&mut self.has_answered, true)
    }

    pub(super) fn refuse(&mut self, why: &str) {
        self.refusal = Some(why.chars().take(200).collect());
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
