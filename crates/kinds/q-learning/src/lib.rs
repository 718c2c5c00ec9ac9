//! Learning the worth of moves by trying them (the first Isolation study's `custom_score_1`): minimax Q-learning of a
//! network that has an output for every action, and how strong it is after so many moves.
//!
//! The network plays against itself, remembers what came of each move, and takes steps towards what that says. At checkpoints
//! it is kept, and meets the same opponents in the same openings: the learning curve.

mod explorer;
mod file;
mod form;
mod kind;
mod learner;
mod report;
mod result;
mod runner;

pub use explorer::{Explorer, Sizes};
pub use file::{Batch, Exploration, QLearningPlan, TestPlan};
pub use kind::QLearning;
pub use learner::{Learner, Losses};
pub use result::{CheckpointResult, QLearningResult};
