//! CMA-ES: a normal distribution that learns from the better candidates where to go, how far, and in which
//! directions.
//!
//! After N. Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), with active updates (bad steps count
//! against their direction) and its default constants. It works in units of the genes' ranges, so that a
//! weight of 0.01 and one of 1000 are treated alike. Only the order of fitness matters, so noise hurts little
//! as long as the order is right on average; where it hurts, ask for a larger population.
//!
//! Bounds are mirrors: a sample beyond one is judged at its reflection, and the distribution learns from the
//! sample as it was drawn. So the covariance knows nothing of bounds, and an optimum at one looks like any
//! other. (Moving samples to the bounds was tried too, and learning from them as drawn or as moved: either
//! way an optimum in a corner was missed.)

use serde::Deserialize;
use zermelo_game::{Stream, stream};
use zermelo_stats::matrix::Matrix;

use crate::EvolveError;
use crate::candidate::{Candidate, Origin};
use crate::chance::normal;
use crate::eigen::Eigen;
use crate::error::{setting, told};
use crate::selection::ranking;
use crate::space::Space;

/// The first step, in units of the ranges: from the middle, a range is then a bit more than three steps wide.
const USUAL_SIGMA: f64 = 0.3;

/// The greatest variance along an axis is at most this many times the least: beyond, rounding makes up the
/// rest.
const MOST_CONDITION: f64 = 1e14;

/// No gene without bounds has a greater deviation, in units of its range: on a fitness without a maximum it
/// would grow for ever. Between bounds, no more than the room between them: beyond, all deviations are alike,
/// and none would be learned.
const GREATEST_DEVIATION: f64 = 1e6;

/// What may be set.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CmaEsSettings {
    /// How many candidates a round has; 4 + 3 ln n for n genes if nobody says.
    pub population: Option<usize>,
    /// The first standard deviation, in units of the genes' ranges; 0.3 if nobody says.
    pub sigma: Option<f64>,
}

impl CmaEsSettings {
    /// How many candidates a round has, with so many genes.
    pub fn n_candidates(&self, n_genes: usize) -> usize {
        self.population.unwrap_or_else(|| 4 + (3.0 * libm::log(n_genes as f64)) as usize)
    }
}

/// CMA-ES under way.
#[derive(Clone, Debug, PartialEq)]
pub struct CmaEs {
    space: Space,
    seed: u64,
    rates: Rates,
    round: u64,
    /// The middle of the distribution, in units of the ranges, as everything below.
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    eigen: Eigen,
    path_of_sigma: Vec<f64>,
    path_of_covariance: Vec<f64>,
    /// The step from the mean to each candidate, in units of sigma.
    steps: Vec<Vec<f64>>,
    candidates: Vec<Candidate>,
}

impl CmaEs {
    /// Begins in the middle of the ranges.
    pub fn new(settings: &CmaEsSettings, space: &Space, seed: u64) -> Result<CmaEs, EvolveError> {
        let n = space.n();
        let population = settings.n_candidates(n);
        setting(population >= 4, "population", population, "at least 4")?;
        let sigma = settings.sigma.unwrap_or(USUAL_SIGMA);
        setting(sigma > 0.0 && sigma.is_finite(), "sigma", sigma, "a finite number above 0")?;
        let identity = Matrix::from_fn(n, |row, column| f64::from(u8::from(row == column)));
        let mut cma_es = CmaEs {
            space: space.clone(),
            seed,
            rates: Rates::new(n, population),
            round: 1,
            mean: vec![0.5; n],
            sigma,
            eigen: Eigen::of(&identity),
            covariance: identity,
            path_of_sigma: vec![0.0; n],
            path_of_covariance: vec![0.0; n],
            steps: Vec::new(),
            candidates: Vec::new(),
        };
        cma_es.sample(population);
        Ok(cma_es)
    }

    /// The candidates to be judged.
    pub fn ask(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Learns from the candidates' fitness, and draws new ones.
    pub fn tell(&mut self, fitness: &[f64]) -> Result<(), EvolveError> {
        told("fitness", fitness, self.candidates.len())?;
        let order = ranking(fitness);
        let steps = std::mem::take(&mut self.steps);
        let ranked: Vec<&[f64]> = order.iter().map(|&index| steps[index].as_slice()).collect();
        self.learn(&ranked);
        self.round += 1;
        self.sample(ranked.len());
        Ok(())
    }

    /// The middle of the distribution: a mean over many candidates, and therefore better than the luckiest of
    /// them.
    pub fn best_guess(&self) -> Vec<f64> {
        let mut guess = self.space.from_unit(&self.mean);
        self.space.reflect(&mut guess);
        guess
    }

    /// The standard deviation over all directions, in units of the ranges: how far the search still looks.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    fn sample(&mut self, population: usize) {
        let mut chance = stream(self.seed, "cma-es", self.round);
        let (steps, candidates) = (0..population).map(|_| self.sample_one(&mut chance)).unzip();
        (self.steps, self.candidates) = (steps, candidates);
    }

    /// A step and the candidate it leads to.
    fn sample_one(&self, chance: &mut Stream) -> (Vec<f64>, Candidate) {
        let sphere: Vec<f64> = self.eigen.values.iter().map(|value| value.sqrt() * normal(chance)).collect();
        let step = self.eigen.vectors.times(&sphere);
        let unit: Vec<f64> =
            self.mean.iter().zip(&step).map(|(mean, step)| mean + self.sigma * step).collect();
        let mut genes = self.space.from_unit(&unit);
        self.space.reflect(&mut genes);
        (step, Candidate { genes, origin: Origin::Sample })
    }

    /// One generation's update, as the tutorial numbers it. `ranked` are the steps, the best first.
    fn learn(&mut self, ranked: &[&[f64]]) {
        let (n, rates) = (self.mean.len(), &self.rates);
        // Step 1. The mean goes where the better half went (tutorial, equations 41 and 42).
        let mut way = vec![0.0; n];
        for (step, weight) in ranked.iter().zip(&rates.weights).filter(|(_, weight)| **weight > 0.0) {
            for (sum, x) in way.iter_mut().zip(*step) {
                *sum += weight * x;
            }
        }
        for (mean, x) in self.mean.iter_mut().zip(&way) {
            *mean += self.sigma * x;
        }
        // Step 2. Steps that go on in one direction are too short, those that turn back too long (43 and 44).
        let straight = self.eigen.apply(&way, |value| 1.0 / value.sqrt());
        let c = rates.c_sigma;
        fade_in(&mut self.path_of_sigma, c, rates.mu_eff, &straight);
        let length = norm(&self.path_of_sigma);
        self.sigma *= libm::exp((c / rates.d_sigma) * (length / rates.usual_length - 1.0));
        // Step 3. The path of the covariance, unless steps grow so fast that it would say nothing new (45).
        let settled = 1.0 - libm::pow(1.0 - c, 2.0 * self.round as f64);
        let is_steady = length / settled.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * rates.usual_length;
        if is_steady {
            fade_in(&mut self.path_of_covariance, rates.c_c, rates.mu_eff, &way);
        } else {
            self.path_of_covariance.iter_mut().for_each(|x| *x *= 1.0 - rates.c_c);
        }
        // Step 4. The covariance (46 and 47). Bad steps are scaled to one length, so that it stays positive.
        let missing = if is_steady { 0.0 } else { rates.c_c * (2.0 - rates.c_c) };
        let kept = 1.0 + rates.c_1 * missing - rates.c_1 - rates.c_mu * rates.weights.iter().sum::<f64>();
        let mut terms: Vec<(f64, &[f64])> = vec![(rates.c_1, &self.path_of_covariance)];
        for (&step, &weight) in ranked.iter().zip(&rates.weights) {
            let factor = if weight < 0.0 {
                let straight = self.eigen.apply(step, |value| 1.0 / value.sqrt());
                n as f64 / norm(&straight).powi(2).max(f64::MIN_POSITIVE)
            } else {
                1.0
            };
            terms.push((rates.c_mu * weight * factor, step));
        }
        for row in 0..n {
            for column in row..n {
                let news: f64 = terms.iter().map(|(weight, x)| weight * x[row] * x[column]).sum();
                let entry = kept * self.covariance[(row, column)] + news;
                (self.covariance[(row, column)], self.covariance[(column, row)]) = (entry, entry);
            }
        }
        self.eigen = Eigen::of(&self.covariance);
        let most = self.eigen.values.iter().fold(0.0, |most: f64, &value| most.max(value));
        for value in &mut self.eigen.values {
            *value = value.max(most / MOST_CONDITION);
        }
        for (index, gene) in self.space.genes().iter().enumerate() {
            let room = gene.room().unwrap_or(GREATEST_DEVIATION);
            self.sigma = self.sigma.min(room / self.covariance[(index, index)].sqrt());
        }
    }
}

/// Path = (1 - rate) path + sqrt(rate (2 - rate) mu_eff) step: it keeps the length that random steps give it.
fn fade_in(path: &mut [f64], rate: f64, mu_eff: f64, step: &[f64]) {
    let gain = (rate * (2.0 - rate) * mu_eff).sqrt();
    for (x, step) in path.iter_mut().zip(step) {
        *x = (1.0 - rate) * *x + gain * step;
    }
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The constants of the tutorial (its table 1), which hang on the number of genes and of candidates alone.
#[derive(Clone, Debug, PartialEq)]
struct Rates {
    /// By rank, the best first: positive for the better half, with sum 1, negative for the others.
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// How long a standard normal vector is on average.
    usual_length: f64,
}

impl Rates {
    fn new(n: usize, population: usize) -> Rates {
        let middle = libm::log(0.5 * (population as f64 + 1.0));
        let raw: Vec<f64> = (1..=population).map(|rank| middle - libm::log(rank as f64)).collect();
        let (good, bad) = raw.split_at(population / 2);
        let effective = |weights: &[f64]| {
            weights.iter().sum::<f64>().powi(2) / weights.iter().map(|weight| weight * weight).sum::<f64>()
        };
        let (mu_eff, mu_eff_bad, n) = (effective(good), effective(bad), n as f64);
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_sigma = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = 2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0) * (n + 2.0) + mu_eff);
        let c_mu = c_mu.min(1.0 - c_1);
        // How much the bad may weigh: as much as the good and the path, as their number is worth, and never
        // so much that the covariance could lose its positive definiteness.
        let bad_sum = (1.0 + c_1 / c_mu)
            .min(1.0 + 2.0 * mu_eff_bad / (mu_eff + 2.0))
            .min((1.0 - c_1 - c_mu) / (n * c_mu));
        let (sum, sum_of_bad): (f64, f64) =
            (raw.iter().filter(|w| **w > 0.0).sum(), raw.iter().filter(|w| **w < 0.0).sum());
        let scale = |&weight: &f64| if weight > 0.0 { weight / sum } else { -bad_sum * weight / sum_of_bad };
        let usual_length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        let weights = raw.iter().map(scale).collect();
        Rates { weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, usual_length }
    }
}
