//! Who becomes a parent. Fitness is higher for the better, here and everywhere in this crate.

pub mod elite;
pub mod tournament;
pub mod truncation;
pub mod universal;

use serde::Deserialize;
use zermelo_game::Stream;

use crate::EvolveError;
use crate::error::setting;

/// A way to choose parents.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields, rename_all = "kebab-case")]
pub enum Selection {
    /// The best ones have children, each as many as the others.
    Truncation {
        /// How many.
        best: usize,
    },
    /// For each child the best of some, drawn at random, is its parent.
    Tournament {
        /// How many are drawn.
        size: usize,
    },
    /// Each has as many children as its share of all fitness, give or take one. Fitness must not be negative.
    Universal {
        /// Whether those with the same fitness share it among them.
        #[serde(default)]
        niched: bool,
    },
}

impl Selection {
    /// An error if a population of this size cannot be selected from in this way.
    pub fn check(&self, population: usize) -> Result<(), EvolveError> {
        let expected = || format!("at least 1, and at most the population, {population}");
        match self {
            Selection::Truncation { best } => {
                setting((1..=population).contains(best), "selection.best", best, expected())
            }
            Selection::Tournament { size } => {
                setting((1..=population).contains(size), "selection.size", size, expected())
            }
            Selection::Universal { .. } => Ok(()),
        }
    }

    /// The parents of `n` children, by index, out of a population that is not empty.
    pub fn parents(&self, fitness: &[f64], n: usize, chance: &mut Stream) -> Result<Vec<usize>, EvolveError> {
        match *self {
            Selection::Truncation { best } => {
                let retained = truncation::truncation(fitness, best);
                Ok(truncation::deal(&retained, n))
            }
            Selection::Tournament { size } => {
                Ok((0..n).map(|_| tournament::tournament(fitness, size, chance)).collect())
            }
            Selection::Universal { niched } => {
                if let Some(index) = fitness.iter().position(|&value| value < 0.0) {
                    let value = fitness[index].to_string();
                    return Err(EvolveError::NegativeFitness { index, value });
                }
                let weights = if niched { universal::niched(fitness) } else { fitness.to_vec() };
                Ok(universal::universal(&weights, n, chance))
            }
        }
    }
}

/// All indices, the best first; among equals the earlier one. What is not a number comes last.
pub fn ranking(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| key(fitness[b]).total_cmp(&key(fitness[a])));
    order
}

/// Orders numbers as one would: the two zeros are equal, and what is not a number is less than anything.
pub(crate) fn key(fitness: f64) -> f64 {
    if fitness.is_nan() { f64::NEG_INFINITY } else { fitness + 0.0 }
}
