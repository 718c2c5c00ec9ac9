//! Statistics of play: pure functions of counts. No clock, no chance, no input or output; every answer is finite, or a
//! typed error says why there is none.

pub mod anova;
pub mod anytime;
pub mod binomial;
pub mod bootstrap;
pub mod boxplot;
pub mod bradley_terry;
pub mod correlation;
pub mod cycles;
pub mod elo;
pub mod encounter;
pub mod error;
pub mod likelihood;
pub mod loess;
pub mod matrix;
pub mod nash;
pub mod ranks;
pub mod sample;
pub mod sequential_elo;
pub mod shapiro;
pub mod spread;
pub mod sprt;
pub mod strength;
pub mod studentized;
pub mod summary;
pub mod superiority;
pub mod tails;
pub mod tukey;

pub use elo::{elo_of_score, score_of_elo};
pub use error::StatsError;
pub use sample::Sample;
pub use sprt::{Scale, Sprt, Verdict};
pub use strength::{Method, Strength};
