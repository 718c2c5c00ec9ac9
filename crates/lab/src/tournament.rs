//! Tournaments: what an experiment file asks for, the games, and what came of them.

mod file;
mod result;
mod runner;

pub(crate) use file::{OpeningsFile, one, pairs_of, read_openings, with_hint};
pub use file::{TablePlan, TournamentPlan};
pub(crate) use result::tell_table;
pub use result::{
    Change, Ending, RaceResult, RatingResult, StandingResult, TableResult, TableRow, TournamentResult,
};
pub(crate) use runner::{joined, prepare};
pub use runner::{result_so_far, run};
