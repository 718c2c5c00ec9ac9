//! Studies: the same thing done again and again under several treatments, and what the differences say.
//!
//! Replicates are independent, so they run on threads in any order; each one is an event of the run's log, numbered by
//! treatment and replicate, and its chance comes from (seed, the treatment's name, the replicate's number) alone.

mod comparison;
mod file;
mod form;
mod kind;
mod report;
mod result;
mod runner;
mod sample;
mod subject;
pub mod tables;

pub use comparison::{ALPHAS, Chi, Comparison, Couple, F, MannWhitneyResult, Power, TukeyResult};
pub use file::{StudyPlan, Treatment};
pub use kind::Studies;
pub use result::{Agreement, Curve, Published, StudyResult, Survival, TreatmentResult};
pub use runner::run;
pub use sample::{Look, SHARES, TRIMMED};
pub use subject::{Measure, Outcome, Replicate, Subject};
