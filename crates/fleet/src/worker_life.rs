//! A worker from its start to its end, as the person who starts it sees it: settings, events, summary.

use std::time::Duration;

use zermelo_runner::fleet::WorkerId;

use crate::Connection;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// The broker.
    pub connection: Connection,
    /// The version of the program. Only jobs of runs with the same version are taken.
    pub version: String,
    /// What people call this machine.
    pub host: String,
    /// How many jobs are done at once.
    pub threads: usize,
    /// The worker leaves when it had nothing to do for so long.
    pub idle_exit: Option<Duration>,
}

/// Something that the person who started the worker may want to see.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerEvent {
    /// The broker is there.
    Connected {
        /// The worker's name.
        worker: WorkerId,
    },
    /// The broker is gone, or was never there. The worker tries again for ever.
    Unreachable {
        /// What the attempt said, if it said anything.
        why: String,
    },
    /// A job is done.
    Done {
        /// What kind of work it was.
        kind: &'static str,
        /// How long it took.
        seconds: f64,
    },
    /// A job was refused.
    Refused {
        /// Why.
        why: String,
    },
    /// No more jobs are taken; those under way have a few seconds to end.
    Leaving,
}

/// Why a worker left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Somebody stopped it.
    Stopped,
    /// It had nothing to do.
    Idle,
}

/// What a worker has done.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkerSummary {
    /// Why it left.
    pub ending: Ending,
    /// Jobs that it answered.
    pub n_jobs: u64,
    /// The seconds that it took for them on its threads together.
    pub job_seconds: f64,
    /// Jobs that it refused.
    pub n_refused: u64,
    /// Jobs that it gave back when it left.
    pub n_given_back: u64,
}
