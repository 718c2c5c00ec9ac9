//! What a worker tells of itself.

use serde::{Deserialize, Serialize};
use zermelo_runner::fleet::WorkerCard;

/// A worker, and what it has done since it started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The worker.
    pub card: WorkerCard,
    /// How long it has been there, in seconds.
    pub up_seconds: u64,
    /// Jobs that it has answered.
    pub n_jobs: u64,
    /// The seconds that it took for them on its threads together.
    pub job_seconds: f64,
    /// Jobs that it has refused.
    pub n_refused: u64,
    /// Why it refused the last of them.
    pub refusal: Option<String>,
}
