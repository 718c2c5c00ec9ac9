//! Runs on many machines: a run's jobs go to workers over NATS JetStream, and their answers come back.
//!
//! Nothing depends on what the broker remembers: its streams live in memory, the run keeps every job that is under way, and after
//! each new connection the streams are made anew and all jobs are sent again. Delivery is at least once, and answers are functions of
//! jobs, so whatever arrives twice is the same.
//!
//! [`NatsPost`] is the run's side, [`run_worker`] the worker's. [`list_workers`] tells who is there.

mod connection;
mod doer;
mod error;
mod inbox;
mod message;
mod names;
mod network_shelf;
mod post;
mod roll_call;
mod streams;
mod worker;

pub use connection::Connection;
pub use doer::WorkFunction;
pub use error::FleetError;
pub use message::Report;
pub use names::consumer_of;
pub use post::NatsPost;
pub use roll_call::list_workers;
pub use worker::{Ending, WorkerEvent, WorkerSettings, WorkerSummary, run_worker, run_worker_with};
