//! Tournaments: what an experiment file asks for, the games, and what came of them.

mod file;
mod result;
mod runner;

pub use file::{Adjudication, Entrant, Openings, TablePlan, TournamentPlan};
pub use result::{
    Change, Ending, RaceResult, RatingResult, StandingResult, TableResult, TableRow, TournamentResult,
};
pub use runner::{Halt, RunPlan};
pub(crate) use runner::{check, decode, run};
