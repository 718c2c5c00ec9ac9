#![doc = include_str!("../README.md")]
//!
//! # What to use
//!
//! | question | where |
//! | --- | --- |
//! | How much stronger is one side? | [`Strength`] (Elo and normalised Elo with intervals), from a [`Sample`] of games or pairs; [`elo_of_score`] is the scale; [`superiority`] from wins alone |
//! | Play on, or is it decided? | [`Sprt`], on the [`likelihood`] of results under a hypothesis |
//! | What may I believe if I look all the time? | [`anytime`] |
//! | How large is a share? | [`binomial`] |
//! | How do many players compare? | [`pool`] from pairs of games, in Elo; [`bradley_terry`] from a list of [`encounter`]s, as latent strengths with draws and the first move; [`sequential_elo`] as tournaments have it |
//! | Does the pool go in circles? | [`cycles`]; [`nash`] values players without a single rating |
//! | Do groups differ? | means: [`anova`], then [`tukey`]; spread: [`spread`]; order: [`ranks`]; anything: [`kolmogorov`]; are they normal: [`shapiro`]; in many tests at once: [`holm`], told by [`letters`] |
//! | What does a list of numbers look like? | [`summary`] (mean with interval), [`boxplot`], [`bootstrap`] for any statistic |
//! | What makes wins, draws and losses likely? | [`ordered`] |
//! | How do two lists go together? | [`correlation`], and [`loess`] for a curve with a band |
//! | Tools of the above | [`tails`] and [`studentized`] (distributions), [`matrix`], [`StatsError`] |
//!
//! Each is tested against values from outside (`tests/data/stats`) or by simulation with fixed seeds (`tests/suite`).

pub mod anova;
pub mod anytime;
pub mod binomial;
pub mod bootstrap;
pub mod boxplot;
pub mod bradley_terry;
pub mod correlation;
pub mod cycles;
mod elo;
pub mod encounter;
mod error;
pub mod holm;
pub mod kolmogorov;
pub mod letters;
pub mod likelihood;
pub mod loess;
pub mod matrix;
pub mod nash;
pub mod ordered;
pub mod pool;
pub mod ranks;
mod sample;
pub mod sequential_elo;
pub mod shapiro;
pub mod spread;
mod sprt;
mod strength;
pub mod studentized;
pub mod summary;
pub mod superiority;
pub mod tails;
pub mod tukey;

pub use elo::{elo_of_score, score_of_elo};
pub use error::StatsError;
pub use sample::Sample;
pub use sprt::{Scale, Sprt, Verdict, normal_log_ratio};
pub use strength::{ENOUGH, Method, Strength, Z95, normal_interval, score_interval};
