//! Weights of features fitted to results by logistic regression, as Texel tuning does: a fast rival of
//! evolution.
//!
//! The log-odds of winning are taken for a weighted sum of the features, with a constant if wanted (seen from
//! the side to move, it is what the move is worth). Newton's steps find the weights exactly. Inside, features
//! are measured in units of their own size, so that neither steps nor ridge hang on the scale they come in.

use crate::bits::Ones;
use crate::dataset::Dataset;
use crate::error::{LearnError, setting};
use crate::network::Input;
use crate::symmetric::{Symmetric, Triangle};
use crate::threads::Threads;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// Whether there is a constant.
    pub constant: bool,
    /// What holds weights near 0: half of this times the square of each weight (of the feature in units of
    /// its size) is added to the loss summed over examples. The constant is free.
    pub ridge: f64,
    /// How many steps to take at most.
    pub most_steps: usize,
}

impl Default for FitSettings {
    fn default() -> Self {
        FitSettings { constant: true, ridge: 0.0, most_steps: 100 }
    }
}

/// A fitted weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What the feature adds to the log-odds for each unit of its value.
    pub weight: f64,
    /// Its standard error if every example is evidence of its own (from the inverse Hessian).
    pub standard_error: f64,
    /// Its standard error if examples of one game may hang together, as positions do that share their result;
    /// none with hardly more games than weights.
    pub error_by_game: Option<f64>,
}

/// A fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// A weight for each feature.
    pub features: Vec<Term>,
    /// The constant, if there is one.
    pub constant: Option<Term>,
    /// The mean cross-entropy of the examples, without the ridge; a coin toss has 0.693.
    pub mean_loss: f64,
    /// How many steps were taken.
    pub n_steps: usize,
    /// Whether a further step could gain nothing.
    pub is_converged: bool,
}

/// In how many parts the examples are summed, whatever the number of threads.
const N_PARTS: usize = 16;
/// Of the loss, what a last step may promise.
const TOLERANCE: f64 = 1e-12;
/// A feature that follows from others but for this part of its square is redundant.
const REDUNDANT: f64 = 1e-9;
/// A standard error, in log-odds for a feature of its usual size, that only perfect prediction gives.
const BOUNDLESS: f64 = 50.0;

/// Fits weights to results: targets are shares of wins, inputs the features.
pub fn fit(data: &Dataset, settings: &FitSettings, threads: usize) -> Result<Fit, LearnError> {
    check(data, settings)?;
    let threads = Threads::new(threads)?;
    let problem = Problem::new(data, settings);
    let ridge = settings.ridge;
    let mut weights = vec![0.0; problem.n];
    let mut slopes = problem.slopes(&weights, &threads);
    let mut n_steps = 0;
    let mut is_converged = false;
    while !is_converged && n_steps < settings.most_steps {
        let root = slopes.hessian.root(REDUNDANT);
        let root = root.map_err(|feature| match n_steps {
            0 => LearnError::Redundant { feature },
            _ => LearnError::Separated { ridge },
        })?;
        let step = root.solve(&slopes.gradient);
        let promise: f64 = step.iter().zip(&slopes.gradient).map(|(step, slope)| step * slope).sum();
        is_converged = promise <= TOLERANCE * slopes.loss.max(f64::MIN_POSITIVE);
        // The loss is convex: some part of the step lowers it, unless rounding hides the last gain.
        let mut length = 1.0;
        loop {
            let next: Vec<f64> =
                weights.iter().zip(&step).map(|(weight, step)| weight - length * step).collect();
            let there = problem.slopes(&next, &threads);
            if there.loss <= slopes.loss {
                (weights, slopes) = (next, there);
                break;
            }
            length /= 2.0;
            if length < 1e-9 {
                is_converged = true;
                break;
            }
        }
        n_steps += 1;
    }
    let root = slopes.hessian.root(0.0).map_err(|_| LearnError::Separated { ridge })?;
    problem.report(&weights, &slopes, &root, Steps { n_steps, is_converged }, ridge)
}

fn check(data: &Dataset, settings: &FitSettings) -> Result<(), LearnError> {
    setting(settings.ridge >= 0.0 && settings.ridge.is_finite(), "ridge", settings.ridge, "from 0 up")?;
    setting(settings.most_steps > 0, "most_steps", settings.most_steps, "at least 1")?;
    if data.is_empty() || data.weights().iter().all(|&weight| weight == 0.0) {
        return Err(LearnError::Empty { what: "data to fit weights to" });
    }
    let outside = data.targets().iter().position(|target| !(0.0..=1.0).contains(target));
    outside.map_or(Ok(()), |index| {
        let value = data.targets()[index].to_string();
        Err(LearnError::BadExample { what: "the target", index, value, expected: "a share from 0 to 1" })
    })
}

struct Steps {
    n_steps: usize,
    is_converged: bool,
}

/// A fit to be solved, its features in units of their sizes; the constant, if there is one, comes last.
struct Problem<'a> {
    data: &'a Dataset,
    n: usize,
    n_features: usize,
    /// One over the size of each feature.
    scales: Vec<f64>,
    ridge: f64,
}

/// The loss summed over examples, ridge included, with its first and second derivatives.
#[derive(Clone)]
struct Slopes {
    loss: f64,
    gradient: Vec<f64>,
    hessian: Symmetric,
}

impl<'a> Problem<'a> {
    fn new(data: &'a Dataset, settings: &FitSettings) -> Problem<'a> {
        let n_features = data.n_inputs();
        let mut squares = vec![0.0; n_features];
        for index in 0..data.len() {
            let weight = f64::from(data.weights()[index]);
            each_value(data.input(index), |feature, value| squares[feature] += weight * value * value);
        }
        let total: f64 = data.weights().iter().map(|&weight| f64::from(weight)).sum();
        let scale = |square: f64| if square > 0.0 { (total / square).sqrt() } else { 1.0 };
        let mut scales: Vec<f64> = squares.into_iter().map(scale).collect();
        scales.extend(settings.constant.then_some(1.0));
        Problem { data, n: scales.len(), n_features, scales, ridge: settings.ridge }
    }

    /// An example's features in units of their sizes.
    fn features(&self, index: usize, features: &mut [f64]) {
        features.fill(0.0);
        features[self.n_features..].fill(1.0);
        each_value(self.data.input(index), |feature, value| features[feature] = value * self.scales[feature]);
    }

    /// Goes through the examples in parts: what each part sums, in order.
    fn parts<T: Clone + Send>(
        &self,
        start: T,
        threads: &Threads,
        work: impl Fn(&mut T, usize, &[f64]) + Sync + Send,
    ) -> Vec<T> {
        let mut parts = vec![start; N_PARTS];
        let length = self.data.len().div_ceil(N_PARTS);
        threads.each(parts.iter_mut().enumerate().collect(), |(part, sums)| {
            let mut features = vec![0.0; self.n];
            for index in part * length..self.data.len().min((part + 1) * length) {
                self.features(index, &mut features);
                work(sums, index, &features);
            }
        });
        parts
    }

    fn slopes(&self, weights: &[f64], threads: &Threads) -> Slopes {
        let zero = Slopes { loss: 0.0, gradient: vec![0.0; self.n], hessian: Symmetric::zeros(self.n) };
        let parts = self.parts(zero.clone(), threads, |sums, index, features| {
            let label = self.data.label(index);
            let (target, weight) = (f64::from(label.target), f64::from(label.weight));
            let logit: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
            let share = 1.0 / (1.0 + libm::exp(-logit));
            sums.loss += weight * (logit.max(0.0) - target * logit + libm::log1p(libm::exp(-logit.abs())));
            let curvature = weight * share * (1.0 - share);
            for (row, &feature) in features.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
                sums.gradient[row] += weight * (share - target) * feature;
                let factor = curvature * feature;
                sums.hessian
                    .row_mut(row)
                    .iter_mut()
                    .zip(features)
                    .for_each(|(sum, other)| *sum += factor * other);
            }
        });
        let mut total = zero;
        for part in parts {
            total.loss += part.loss;
            total.gradient.iter_mut().zip(part.gradient).for_each(|(sum, part)| *sum += part);
            total.hessian.entries.iter_mut().zip(part.hessian.entries).for_each(|(sum, part)| *sum += part);
        }
        for (feature, weight) in weights[..self.n_features].iter().enumerate() {
            total.loss += 0.5 * self.ridge * weight * weight;
            total.gradient[feature] += self.ridge * weight;
            total.hessian.row_mut(feature)[feature] += self.ridge;
        }
        total
    }

    fn report(
        &self,
        weights: &[f64],
        slopes: &Slopes,
        root: &Triangle,
        steps: Steps,
        ridge: f64,
    ) -> Result<Fit, LearnError> {
        let spread = self.spread_by_game(weights);
        let mut terms = Vec::with_capacity(self.n);
        for (index, (&weight, &scale)) in weights.iter().zip(&self.scales).enumerate() {
            let mut unit = vec![0.0; self.n];
            unit[index] = 1.0;
            let standard_error = root.forwards(&unit).iter().map(|x| x * x).sum::<f64>().sqrt();
            if ridge == 0.0 && standard_error > BOUNDLESS {
                return Err(LearnError::Separated { ridge });
            }
            // The inverse on both sides of what the games' gradients spread to.
            let row = root.solve(&unit);
            let by_game = spread.as_ref().map(|spread| spread.square(&row).max(0.0).sqrt() * scale);
            terms.push(Term {
                weight: weight * scale,
                standard_error: standard_error * scale,
                error_by_game: by_game,
            });
        }
        let total: f64 = self.data.weights().iter().map(|&weight| f64::from(weight)).sum();
        let penalty: f64 =
            weights[..self.n_features].iter().map(|weight| 0.5 * ridge * weight * weight).sum();
        let constant = if self.n > self.n_features { terms.pop() } else { None };
        let Steps { n_steps, is_converged } = steps;
        let mean_loss = (slopes.loss - penalty) / total;
        Ok(Fit { features: terms, constant, mean_loss, n_steps, is_converged })
    }
}

impl Problem<'_> {
    /// The squares of the games' gradients, summed over games.
    fn spread_by_game(&self, weights: &[f64]) -> Option<Symmetric> {
        let mut order: Vec<u32> = (0..self.data.len() as u32).collect();
        let group = |index: u32| self.data.label(index as usize).group;
        order.sort_by_key(|&index| group(index));
        let games = order.chunk_by(|&left, &right| group(left) == group(right));
        let n_games = games.clone().count();
        if n_games < self.n + 10 {
            return None;
        }
        let mut spread = Symmetric::zeros(self.n);
        let mut features = vec![0.0; self.n];
        for game in games {
            let mut gradient = vec![0.0; self.n];
            for &index in game {
                self.features(index as usize, &mut features);
                let label = self.data.label(index as usize);
                let logit: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
                let share = 1.0 / (1.0 + libm::exp(-logit));
                let slope = f64::from(label.weight) * (share - f64::from(label.target));
                gradient.iter_mut().zip(&features).for_each(|(sum, feature)| *sum += slope * feature);
            }
            for (row, &slope) in gradient.iter().enumerate() {
                spread.row_mut(row).iter_mut().zip(&gradient).for_each(|(sum, other)| *sum += slope * other);
            }
        }
        // The fit has used up some of the spread.
        let factor = n_games as f64 / (n_games - self.n) as f64;
        spread.entries.iter_mut().for_each(|entry| *entry *= factor);
        Some(spread)
    }
}

/// Calls for each feature that is not 0.
fn each_value(input: Input<'_>, mut each: impl FnMut(usize, f64)) {
    match input {
        Input::Bits(bits) => Ones::of(bits).for_each(|on| each(on, 1.0)),
        Input::Dense(numbers) => {
            numbers.iter().enumerate().for_each(|(feature, &value)| each(feature, f64::from(value)));
        }
    }
}
