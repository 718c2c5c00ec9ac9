//! Perturbation: every number times a random one near 1, ever nearer as generations go by (the Milestone study).
//!
//! It never changes a sign, and never moves what is 0.

use serde::Deserialize;
use zermelo_game::Stream;

use crate::chance::between;

/// Multiplies by uniform numbers from 1 - p to 1 + p.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Perturbation {
    /// p for the children of the first generation: 0.2 for 20 %.
    pub most: f64,
    /// What p is multiplied by with each generation: 0.97 takes away 3 %.
    pub decay: f64,
}

impl Perturbation {
    /// p for the children of a generation, the first of which is number 1.
    pub fn size(&self, generation: u64) -> f64 {
        self.most * libm::pow(self.decay, generation.saturating_sub(1) as f64)
    }

    /// Perturbs every number.
    pub fn mutate(&self, genome: &mut [f64], generation: u64, chance: &mut Stream) {
        let size = self.size(generation);
        for value in genome {
            *value *= between(1.0 - size, 1.0 + size, chance);
        }
    }
}
