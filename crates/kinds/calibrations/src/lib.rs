//! Calibrations: what the values of an agent mean in points.
//!
//! An agent plays itself. One half of the games says how likely a win is at a value, the other half shows how far that may be
//! believed.

mod file;
mod form;
mod kind;
mod report;
mod result;
mod runner;

pub use file::CalibrationPlan;
pub use kind::Calibrations;
pub use result::CalibrationResult;
