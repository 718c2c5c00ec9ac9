//! Tournaments: who plays best? Games between agents by a schedule, standings and ratings.

mod file;
mod form;
mod kind;
mod report;
mod result;
mod runner;

pub use file::TournamentPlan;
pub use kind::Tournaments;
pub use result::{Ending, RaceResult, RatingResult, StandingResult, TournamentResult};
pub use runner::{result_so_far, run};
