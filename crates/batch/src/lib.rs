//! Thousands of games of one kind side by side, for learners: one call plays a move in each of them and writes what each player
//! to move sees, which moves are legal, and which games ended.
//!
//! Games that end begin again at once, so that every row always has a player to move. What a row shows does not depend on the
//! number of threads: each has a stream of chance of its own.

mod batch;
mod looks;

pub use batch::{Asked, Batch, BatchError, IfIllegal, Rows, Seeds};
pub use looks::{Element, Layout, Looks};
