//! SPSA: a gradient from two judgements, whatever the number of genes (Spall 1992; gains as in Spall 1998).
//!
//! Each round all genes are moved at once, up or down by chance, and the same way back; the difference in
//! fitness says which of the two was better, and all genes take a small step there. In the long run noise
//! cancels out. Steps are in units of the genes' ranges.

use serde::Deserialize;
use zermelo_game::stream;

use crate::EvolveError;
use crate::candidate::{Candidate, Origin};
use crate::error::{setting, told};
use crate::space::Space;

/// How the gains fall: slowly enough to get anywhere, fast enough to come to rest (Spall's advice).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// What is to be set. In round k steps are gain / (stability + k)^0.602 times the gradient, and candidates
/// stand reach / k^0.101 to either side.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpsaSettings {
    /// Spall's a: how far to go for a difference of 1 in fitness per range. It hangs on the unit of fitness.
    pub gain: f64,
    /// Spall's A: a tenth of the rounds to come is usual.
    #[serde(default)]
    pub stability: f64,
    /// Spall's c: how far candidates stand from the current point, in units of the ranges.
    #[serde(default = "usual_reach")]
    pub reach: f64,
    /// How many gradients a round takes the mean of; each costs two judgements.
    #[serde(default = "one")]
    pub pairs: usize,
}

fn usual_reach() -> f64 {
    0.1
}

fn one() -> usize {
    1
}

/// SPSA under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    settings: SpsaSettings,
    space: Space,
    seed: u64,
    round: u64,
    /// In units of the ranges.
    point: Vec<f64>,
    /// Pairs: first the one on the side that chance chose, then the opposite one.
    candidates: Vec<Candidate>,
}

impl Spsa {
    /// Begins in the middle of the ranges.
    pub fn new(settings: &SpsaSettings, space: &Space, seed: u64) -> Result<Spsa, EvolveError> {
        let SpsaSettings { gain, stability, reach, pairs } = *settings;
        setting(gain > 0.0 && gain.is_finite(), "gain", gain, "a finite number above 0")?;
        setting(
            stability >= 0.0 && stability.is_finite(),
            "stability",
            stability,
            "a finite number from 0 up",
        )?;
        setting(reach > 0.0 && reach.is_finite(), "reach", reach, "a finite number above 0")?;
        setting(pairs > 0, "pairs", pairs, "at least 1")?;
        let point = vec![0.5; space.n()];
        let mut spsa = Spsa {
            settings: settings.clone(),
            space: space.clone(),
            seed,
            round: 1,
            point,
            candidates: Vec::new(),
        };
        spsa.candidates = spsa.pairs();
        Ok(spsa)
    }

    /// The candidates to be judged.
    pub fn ask(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Steps in the direction in which fitness rose.
    pub fn tell(&mut self, fitness: &[f64]) -> Result<(), EvolveError> {
        told("fitness", fitness, self.candidates.len())?;
        let mut gradient = vec![0.0; self.point.len()];
        for (pair, fitness) in self.candidates.chunks_exact(2).zip(fitness.chunks_exact(2)) {
            let [plus, minus] = [&pair[0], &pair[1]].map(|candidate| self.space.to_unit(&candidate.genes));
            for (slope, (plus, minus)) in gradient.iter_mut().zip(plus.iter().zip(&minus)) {
                // Where the bounds leave no room between the two there is nothing to learn.
                if plus != minus {
                    *slope += (fitness[0] - fitness[1]) / (plus - minus) / self.settings.pairs as f64;
                }
            }
        }
        let gain = self.settings.gain / libm::pow(self.settings.stability + self.round as f64, ALPHA);
        // No further than was looked: beyond, the gradient says nothing, and too large a gain would know no
        // limit.
        let reach = self.reach();
        for (x, slope) in self.point.iter_mut().zip(&gradient) {
            *x += (gain * slope).clamp(-reach, reach);
        }
        let mut genes = self.space.from_unit(&self.point);
        self.space.clamp(&mut genes);
        self.point = self.space.to_unit(&genes);
        self.round += 1;
        self.candidates = self.pairs();
        Ok(())
    }

    /// The current point.
    pub fn best_guess(&self) -> Vec<f64> {
        self.space.from_unit(&self.point)
    }

    fn reach(&self) -> f64 {
        self.settings.reach / libm::pow(self.round as f64, GAMMA)
    }

    fn pairs(&self) -> Vec<Candidate> {
        let mut chance = stream(self.seed, "spsa", self.round);
        let reach = self.reach();
        let mut candidates = Vec::with_capacity(2 * self.settings.pairs);
        for _ in 0..self.settings.pairs {
            let sides: Vec<f64> =
                self.point.iter().map(|_| if chance.bits() >> 63 == 0 { reach } else { -reach }).collect();
            for sign in [1.0, -1.0] {
                let unit: Vec<f64> =
                    self.point.iter().zip(&sides).map(|(point, side)| point + sign * side).collect();
                let mut genes = self.space.from_unit(&unit);
                self.space.clamp(&mut genes);
                candidates.push(Candidate { genes, origin: Origin::Sample });
            }
        }
        candidates
    }
}
