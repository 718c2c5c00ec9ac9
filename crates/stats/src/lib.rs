//! Statistics of play: pure functions of counts. No clock, no chance, no input or output; every answer is finite, or a
//! typed error says why there is none.

pub mod elo;
pub mod sample;
pub mod strength;

pub use elo::{elo_of_score, score_of_elo};
pub use sample::Sample;
pub use strength::{Method, Strength};

use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum StatsError {
    /// There is nothing to conclude from.
    #[error("no games were played: there is nothing to conclude from")]
    NoGames,
}
