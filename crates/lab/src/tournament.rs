//! Tournaments: what an experiment file asks for, the games, and what came of them.

mod file;
mod result;
mod runner;

pub use file::{TablePlan, TournamentPlan};
pub use result::{
    Change, Ending, RaceResult, RatingResult, StandingResult, TableResult, TableRow, TournamentResult,
};
pub(crate) use runner::prepare;
pub use runner::run;
