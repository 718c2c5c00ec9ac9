//! Evolution: agents whose numbers are bred or tuned by games, and what came of it.
//!
//! Every generation's candidates are judged by games of a [`GameRunner`](zermelo_runner::game_runner); the optimiser knows no games, only who was
//! better. Whoever wins a selection looks better than he is, so every evolution ends with a confirmation: games on openings,
//! and against opponents, by which nobody was selected.

mod file;
mod fitness;
pub(crate) mod form;
mod result;
mod runner;
mod template;

pub use file::{BaselinePlan, ConfirmationPlan, EvolutionPlan};
pub use fitness::{FitnessPlan, Rating};
pub use result::{CandidateResult, Champion, EvolutionResult, GeneResult, GenerationResult, StrengthResult};
pub(crate) use runner::prepare;
pub use runner::run;
pub use template::Template;
