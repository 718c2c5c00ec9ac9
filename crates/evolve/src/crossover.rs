//! How two parents' genes are mixed.

pub mod points;
pub mod uniform;

use serde::Deserialize;
use zermelo_game::Stream;

pub use points::Points;
pub use uniform::Uniform;

use crate::EvolveError;
use crate::chance::happens;
use crate::error::probability;

/// A way to mix two genomes of numbers. Tables are crossed by [`points::ring`].
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Crossover {
    /// Children have one parent.
    #[default]
    None,
    /// Every gene may change sides.
    Uniform(Uniform),
    /// Segments between cuts change sides.
    Points(Points),
}

impl Crossover {
    /// An error if a setting has no meaning.
    pub fn check(&self) -> Result<(), EvolveError> {
        match self {
            Crossover::None => Ok(()),
            Crossover::Uniform(uniform) => {
                probability("crossover.chance", uniform.chance)?;
                probability("crossover.gene-chance", uniform.gene_chance)
            }
            Crossover::Points(points) => {
                probability("crossover.chance", points.chance)?;
                crate::error::setting(points.cuts > 0, "crossover.cuts", 0, "at least 1")
            }
        }
    }

    /// Mixes two genomes, if chance will have it; says whether it did.
    pub fn cross(&self, left: &mut [f64], right: &mut [f64], chance: &mut Stream) -> bool {
        match self {
            Crossover::None => false,
            Crossover::Uniform(uniform) => {
                let crosses = happens(uniform.chance, chance);
                if crosses {
                    uniform.swap(left, right, chance);
                }
                crosses
            }
            Crossover::Points(points) => {
                let crosses = happens(points.chance, chance);
                if crosses {
                    points::swap_segments(left, right, points.cuts, chance);
                }
                crosses
            }
        }
    }
}
