//! Breeding and tuning by ask and tell. Pure functions and small machines: no input or output, no clock, no
//! threads, and no game is known here. Fitness is a number that the caller finds out, and higher is better
//! everywhere.
//!
//! | question | where |
//! | --- | --- |
//! | What is bred? | numbers in a [`space`], or tables of [`alleles`] |
//! | Who has children? | [`selection`]: truncation, tournament, universal sampling, controlled elites |
//! | How do children differ? | [`crossover`] and [`mutation`], one file for each operator |
//! | How is a generation composed of these? | [`breeding`], as an experiment file says |
//! | What runs a search? | a [`Method`]: [`genetic`], [`cma_es`], [`strategy`], [`spsa`], [`map_elites`], all an [`Optimiser`] |
//! | Along which directions are steps taken? | [`axes`] |
//! | Which of some is best, at the least cost? | [`racing`] |
//! | Tools of the above | [`chance`], [`eigen`], [`error`] |
//!
//! Every method finds known optima in tests, with and without noise, and CMA-ES takes as many judgements as
//! its reference implementation (`tests/data/evolve`).

pub mod alleles;
pub mod axes;
pub mod breeding;
pub mod candidate;
pub mod chance;
pub mod cma_es;
pub mod crossover;
pub mod eigen;
pub mod error;
pub mod genetic;
pub mod map_elites;
pub mod mutation;
pub mod optimiser;
pub mod racing;
pub mod selection;
pub mod space;
pub mod spsa;
pub mod strategy;
mod subset;

pub use alleles::Alleles;
pub use breeding::Breeding;
pub use candidate::{Candidate, Origin};
pub use error::EvolveError;
pub use optimiser::{Method, Optimiser};
pub use space::{Gene, Space};
