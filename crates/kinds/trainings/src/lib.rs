//! Training: networks, or weights of heuristics, that learn from games how positions end; and agents that improve by
//! playing themselves.
//!
//! A round is: games of the present network against itself, all that is known learnt, a match that says whether the new
//! network is better. What was found out by that is confirmed in the end by games that decided nothing.

mod examples_file;
mod file;
mod form;
mod kind;
mod report;
mod result;
mod runner;

pub use file::{AcceptancePlan, Model, PlayPlan, SearchPlan, SplitBy, TrainingPlan};
pub use kind::Trainings;
pub use result::{PassResult, RoundResult, TrainingResult, TriedResult};
