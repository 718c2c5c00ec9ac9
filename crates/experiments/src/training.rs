//! Training: networks, or weights of heuristics, that learn from games how positions end; and agents that improve by
//! playing themselves.
//!
//! A round is: games of the present network against itself, all that is known learnt, a match that says whether the new
//! network is better. What was found out by that is confirmed in the end by games that decided nothing.

mod examples_file;
mod file;
pub(crate) mod form;
mod result;
mod runner;
mod school;
pub(crate) mod self_play;

pub use file::{AcceptancePlan, Model, PlayPlan, SearchPlan, SplitBy, TrainingPlan};
pub use result::{PassResult, RoundResult, TrainingResult, TriedResult};
pub(crate) use runner::{prepare, run};
pub use school::{Beginning, Blend, Chunk, Ends, Lesson, School, Sight, Thoughts};
pub use self_play::thoughts_of;
