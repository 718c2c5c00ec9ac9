//! Tournaments: what an experiment file asks for, the games, and what came of them.

mod file;
pub(crate) mod form;
mod result;
mod runner;
mod table;

pub(crate) use file::{OpeningsFile, check_adjudication, one, pairs_of, read_openings};
pub use file::{TablePlan, TournamentPlan};
pub use result::{Ending, RaceResult, RatingResult, StandingResult, TournamentResult};
pub(crate) use runner::{check, joined};
pub use runner::{result_so_far, run};
pub(crate) use table::tell_table;
pub use table::{Change, TableResult, TableRow};
