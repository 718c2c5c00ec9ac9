//! What goes to and fro between a run and the workers of a fleet.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::work::{Work, WorkId};

/// Work that workers are asked to do.
#[derive(Debug)]
pub struct Job {
    /// Its name.
    pub id: WorkId,
    /// What to do.
    pub work: Work,
    /// The size of the work, in bytes.
    pub n_bytes: usize,
    /// Whether its answer is the same on every machine, so that two answers can be compared.
    pub is_repeatable: bool,
}

impl Job {
    /// A job to do this work.
    pub fn new(work: Work) -> Job {
        let bytes = work.to_bytes();
        Job { id: WorkId::of(&bytes), n_bytes: bytes.len(), is_repeatable: work.clock().is_none(), work }
    }
}

/// The name of a worker. Nobody else can answer in this name: the post sees to that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WorkerId(pub String);

impl std::fmt::Display for WorkerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A worker as it presents itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerCard {
    /// Its name.
    pub id: WorkerId,
    /// What people call it, such as the name of its machine.
    pub host: String,
    /// How many jobs it does at once.
    pub threads: u32,
    /// The version of its program.
    pub version: String,
    /// How many jobs it is doing.
    pub busy: u32,
}

/// What a post brings.
#[derive(Debug)]
pub enum News {
    /// A worker says that it is there. Each does so every few seconds.
    Here(WorkerCard),
    /// A worker leaves.
    Left(WorkerId),
    /// A worker has finished so many games, positions or replicates of a job.
    Progress {
        /// The worker.
        worker: WorkerId,
        /// The job.
        job: WorkId,
        /// How many.
        done: u32,
    },
    /// A worker has done a job.
    Answered {
        /// The worker.
        worker: WorkerId,
        /// The job.
        job: WorkId,
        /// The answer, as bytes.
        answer: Vec<u8>,
        /// The signature of the benchmark of the job's game on the worker.
        signature: String,
        /// How long it took, in seconds, as the worker tells.
        seconds: f64,
    },
    /// A worker will not or cannot do a job.
    Refused {
        /// The worker.
        worker: WorkerId,
        /// The job.
        job: WorkId,
        /// Why.
        why: String,
    },
    /// The post has lost what was under way, or may have.
    Lost,
}

/// Carries jobs to workers, and news back. Whatever is sent may be lost, or arrive twice; whatever is received may be in any
/// order, any number of times, and untrue.
pub trait Post: Sync {
    /// Sends a job to any worker but these.
    fn send(&self, job: &Job, avoid: &[WorkerId]);
    /// Nobody needs this job's answer any more.
    fn withdraw(&self, job: WorkId);
    /// The next news, after waiting no longer than this.
    fn receive(&self, wait: Duration) -> Option<News>;
}
