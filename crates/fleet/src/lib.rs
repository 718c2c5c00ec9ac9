//! Runs on many machines: a run's jobs go to workers over NATS JetStream, and their answers come back.
//!
//! Nothing depends on what the broker remembers: its streams live in memory, the run keeps every job that is under way, and after
//! each new connection the streams are made anew and all jobs are sent again. Delivery is at least once, and answers are functions of
//! jobs, so whatever arrives twice is the same.
//!
//! [`NatsPost`] is the run's side, [`run_worker`] the worker's. [`list_workers`] tells who is there.
//!
//! All of this needs the feature `nats`. Without it the crate has the same functions, which fail with [`FleetError::NotBuilt`]:
//! [`require`] asks before anything else is done.

mod absent;
mod connection;
#[cfg(feature = "nats")]
mod doer;
mod error;
#[cfg(feature = "nats")]
mod inbox;
#[cfg(feature = "nats")]
mod link;
#[cfg(feature = "nats")]
mod message;
#[cfg_attr(not(feature = "nats"), allow(dead_code))]
mod names;
#[cfg(feature = "nats")]
mod network_shelf;
#[cfg(feature = "nats")]
mod post;
mod report;
#[cfg(feature = "nats")]
mod roll_call;
#[cfg(feature = "nats")]
mod streams;
#[cfg(feature = "nats")]
mod worker;
mod worker_life;

#[cfg(not(feature = "nats"))]
pub use absent::{NatsPost, list_workers, run_worker};
pub use connection::Connection;
#[cfg(feature = "nats")]
pub use doer::WorkFunction;
pub use error::FleetError;
pub use names::consumer_of;
#[cfg(feature = "nats")]
pub use post::NatsPost;
pub use report::Report;
#[cfg(feature = "nats")]
pub use roll_call::list_workers;
#[cfg(feature = "nats")]
pub use worker::{run_worker, run_worker_with};
pub use worker_life::{Ending, WorkerEvent, WorkerSettings, WorkerSummary};

/// Fails if this program was built without the broker's client.
pub fn require() -> Result<(), FleetError> {
    if cfg!(feature = "nats") { Ok(()) } else { Err(FleetError::NotBuilt) }
}
