//! Experiments: files that say what is to be found out, the runs that find it out, and their results.
//!
//! There is a folder for each kind of experiment. A run writes everything it finishes into the store, so an interrupted
//! run goes on where it stopped, with the same result.

pub mod bred;
pub mod confirmation;
pub mod evolution;
pub mod experiment;
mod form;
mod limits;
mod needs;
pub mod people;
pub mod portrait;
pub mod q_learning;
pub mod record;
mod run_log;
pub mod series;
pub mod study;
pub mod tables;
pub mod tournament;
pub mod training;

pub use record::Record;
