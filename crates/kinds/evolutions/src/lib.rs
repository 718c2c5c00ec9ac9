//! Evolutions: agents whose numbers are evolved or tuned by games.
//!
//! Every generation's candidates are judged by games of a [`GameRunner`](zermelo_runner::game_runner::GameRunner); the optimiser
//! knows no games, only who was better. Selected agents look stronger than they are (winner's curse), so every evolution
//! ends with a confirmation: games on openings, and against opponents, that selected nobody.

mod candidates;
mod curves;
mod file;
mod fitness;
mod form;
mod kind;
mod report;
mod result;
mod runner;
#[cfg(test)]
mod samples;
mod side_by_side;
mod template;

pub use candidates::Candidates;
pub use file::{BaselinePlan, EvolutionPlan};
pub use fitness::{FitnessPlan, Rating};
pub use kind::Evolutions;
pub use result::{CandidateResult, Champion, EvolutionResult, GeneResult, GenerationResult, StrengthResult};
pub use runner::run;
pub use side_by_side::{Named, section as side_by_side};
pub use template::Template;
