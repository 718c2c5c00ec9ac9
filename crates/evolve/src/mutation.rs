//! How a child comes to differ from what it inherited.

pub mod gaussian;
pub mod perturbation;
pub mod reset;

use serde::Deserialize;
use zermelo_game::Stream;

pub use gaussian::Gaussian;
pub use perturbation::Perturbation;

use crate::EvolveError;
use crate::error::{probability, setting};

/// A way to change a genome of numbers. Tables are changed by [`reset::reset`].
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Mutation {
    /// Children are what they inherited.
    #[default]
    None,
    /// Every number is multiplied by one near 1.
    Perturbation(Perturbation),
    /// A normal number is added to some.
    Gaussian(Gaussian),
}

impl Mutation {
    /// An error if a setting has no meaning.
    pub fn check(&self) -> Result<(), EvolveError> {
        match *self {
            Mutation::None => Ok(()),
            Mutation::Perturbation(Perturbation { most, decay }) => {
                let is_share = most.is_finite() && most >= 0.0;
                setting(is_share, "mutation.most", most, "a share from 0 up, such as 0.2 for 20 %")?;
                let expected = "a factor from 0.5 to 1: 0.97 takes away 3 % each generation";
                setting((0.5..=1.0).contains(&decay), "mutation.decay", decay, expected)
            }
            Mutation::Gaussian(Gaussian { chance, gene_chance, mean, sigma }) => {
                probability("mutation.chance", chance)?;
                probability("mutation.gene-chance", gene_chance)?;
                setting(mean.is_finite(), "mutation.mean", mean, "a finite number")?;
                let is_deviation = sigma.is_finite() && sigma >= 0.0;
                setting(is_deviation, "mutation.sigma", sigma, "a finite number from 0 up")
            }
        }
    }

    /// Changes a genome that is bred from a generation, the first of which is number 1.
    pub fn mutate(&self, genome: &mut [f64], generation: u64, chance: &mut Stream) {
        match self {
            Mutation::None => {}
            Mutation::Perturbation(perturbation) => perturbation.mutate(genome, generation, chance),
            Mutation::Gaussian(gaussian) => gaussian.mutate(genome, chance),
        }
    }
}
