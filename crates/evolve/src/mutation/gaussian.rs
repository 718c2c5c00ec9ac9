//! Gaussian mutation: some numbers of some genomes get a normal number added.

use serde::Deserialize;
use zermelo_game::Stream;

use crate::chance::{happens, normal};

/// Adds normal numbers, in the genes' own units.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Gaussian {
    /// How likely a genome is touched at all.
    pub chance: f64,
    /// How likely each number of such a genome is.
    pub gene_chance: f64,
    /// The mean of what is added.
    #[serde(default)]
    pub mean: f64,
    /// Its standard deviation.
    pub sigma: f64,
}

impl Gaussian {
    /// Changes the genome, if chance will have it.
    pub fn mutate(&self, genome: &mut [f64], chance: &mut Stream) {
        if !happens(self.chance, chance) {
            return;
        }
        for value in genome {
            if happens(self.gene_chance, chance) {
                *value += self.mean + self.sigma * normal(chance);
            }
        }
    }
}
