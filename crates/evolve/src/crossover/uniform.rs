//! Uniform crossover: each gene changes sides or not, whatever its neighbours do.

use serde::Deserialize;
use zermelo_game::Stream;

use crate::chance::happens;

/// Uniform crossover of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Uniform {
    /// How likely a pair is crossed at all.
    pub chance: f64,
    /// How likely each gene of such a pair changes sides.
    pub gene_chance: f64,
}

impl Uniform {
    /// Swaps each gene of the two with the chance for genes.
    pub fn swap<T>(&self, left: &mut [T], right: &mut [T], chance: &mut Stream) {
        for (left, right) in left.iter_mut().zip(right) {
            if happens(self.gene_chance, chance) {
                std::mem::swap(left, right);
            }
        }
    }
}
