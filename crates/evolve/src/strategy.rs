//! An evolution strategy for noisy fitness: a cloud of candidates around a mean, which goes where the better half went. The
//! cloud keeps its size, and the answer is the mean of the later means.
//!
//! A cloud that shrinks (as that of CMA-ES does) ends with candidates that differ by less than the noise, and its mean walks
//! at random. One that stays wide tells better from worse to the end; its mean still trembles, but trembling around
//! the right place, so averaging cancels it (Polyak and Ruppert's averaging). Weights by rank and their step as in CMA-ES;
//! candidates come in mirrored pairs (Brockhoff et al. 2010), so that chance has no direction of its own.
//!
//! It learns no scales: give it genes that matter alike, or a whitened [`Space`].

use serde::Deserialize;
use zermelo_game::stream;

use crate::EvolveError;
use crate::candidate::{Candidate, Origin};
use crate::chance::normal;
use crate::error::{setting, told};
use crate::selection::ranking;
use crate::space::Space;

/// What may be set.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StrategySettings {
    /// How many candidates a round has, an even number.
    #[serde(default = "usual_population")]
    pub population: usize,
    /// How far from the mean candidates are, in units of half a range.
    #[serde(default = "usual_reach")]
    pub reach: f64,
    /// Whether only the proportion of the genes matters, as with weights in a sum that is only compared with itself. Then
    /// all candidates are half a range away from the middle of the ranges, and the first point in all directions.
    #[serde(default)]
    pub rays: bool,
}

fn usual_population() -> usize {
    24
}

fn usual_reach() -> f64 {
    0.5
}

/// An evolution strategy under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    settings: StrategySettings,
    space: Space,
    seed: u64,
    /// By rank, the best first: how much the better half counts.
    weights: Vec<f64>,
    /// Seen from the middle of the ranges, in units of half a range, as everything below.
    mean: Vec<f64>,
    /// The mean after every round so far.
    means: Vec<Vec<f64>>,
    steps: Vec<Vec<f64>>,
    candidates: Vec<Candidate>,
}

impl Strategy {
    /// Begins in the middle of the ranges.
    pub fn new(settings: &StrategySettings, space: &Space, seed: u64) -> Result<Strategy, EvolveError> {
        let StrategySettings { population, reach, .. } = *settings;
        let is_even = population >= 4 && population.is_multiple_of(2);
        setting(is_even, "population", population, "an even number from 4 up")?;
        setting(reach > 0.0 && reach.is_finite(), "reach", reach, "a finite number above 0")?;
        let middle = libm::log(0.5 * (population as f64 + 1.0));
        let raw: Vec<f64> = (1..=population / 2).map(|rank| middle - libm::log(rank as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let mut strategy = Strategy {
            settings: settings.clone(),
            space: space.clone(),
            seed,
            weights: raw.iter().map(|weight| weight / sum).collect(),
            mean: vec![0.0; space.n()],
            means: Vec::new(),
            steps: Vec::new(),
            candidates: Vec::new(),
        };
        strategy.sample();
        Ok(strategy)
    }

    /// The candidates to be judged.
    pub fn ask(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Goes where the better half went, and draws new candidates.
    pub fn tell(&mut self, fitness: &[f64]) -> Result<(), EvolveError> {
        told("fitness", fitness, self.candidates.len())?;
        for (&weight, index) in self.weights.iter().zip(ranking(fitness)) {
            for (mean, step) in self.mean.iter_mut().zip(&self.steps[index]) {
                *mean += weight * step;
            }
        }
        if self.settings.rays {
            self.mean = ray(&self.mean);
        }
        self.means.push(self.mean.clone());
        self.sample();
        Ok(())
    }

    /// The mean of the later half of the means.
    pub fn best_guess(&self) -> Vec<f64> {
        let later = &self.means[self.means.len() / 2..];
        let n = later.len().max(1) as f64;
        let sum = |index: usize| later.iter().map(|mean| mean[index]).sum::<f64>() / n;
        let guess: Vec<f64> = (0..self.mean.len()).map(sum).collect();
        self.genes(&if self.settings.rays { ray(&guess) } else { guess })
    }

    fn sample(&mut self) {
        let n = self.mean.len();
        let mut chance = stream(self.seed, "evolution strategy", self.means.len() as u64 + 1);
        let is_everywhere = self.settings.rays && self.means.is_empty();
        let reach = if is_everywhere { 1.0 } else { self.settings.reach };
        self.steps.clear();
        for _ in 0..self.settings.population / 2 {
            let step: Vec<f64> = (0..n).map(|_| normal(&mut chance) * reach / (n as f64).sqrt()).collect();
            let mirrored = step.iter().map(|x| -x).collect();
            self.steps.extend([step, mirrored]);
        }
        let candidate = |step: &Vec<f64>| {
            let point: Vec<f64> = self.mean.iter().zip(step).map(|(mean, step)| mean + step).collect();
            let genes = self.genes(&if self.settings.rays { ray(&point) } else { point });
            Candidate { genes, origin: Origin::Sample }
        };
        self.candidates = self.steps.iter().map(candidate).collect();
    }

    fn genes(&self, point: &[f64]) -> Vec<f64> {
        let unit: Vec<f64> = point.iter().map(|x| 0.5 + 0.5 * x).collect();
        let mut genes = self.space.from_unit(&unit);
        self.space.reflect(&mut genes);
        genes
    }
}

/// The same direction, with length 1.
fn ray(point: &[f64]) -> Vec<f64> {
    let length = point.iter().map(|x| x * x).sum::<f64>().sqrt();
    if length > 0.0 { point.iter().map(|x| x / length).collect() } else { point.to_vec() }
}
