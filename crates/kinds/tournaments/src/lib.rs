//! Tournaments: who plays best? Games between agents by a schedule, standings and ratings.

mod file;
mod form;
mod kind;
mod live_race;
mod race_result;
mod report;
mod result;
mod runner;

pub use file::TournamentPlan;
pub use kind::Tournaments;
pub use live_race::LiveRace;
pub use race_result::{RaceEvidence, RaceResult};
pub use result::{Ending, RatingResult, StandingResult, TournamentResult};
pub use runner::{result_so_far, run, stored_so_far};
