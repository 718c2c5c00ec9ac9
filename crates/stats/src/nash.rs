//! Nash averaging: how good players are against those whom it is best to be good against.
//!
//! Balduzzi and others (2018): two people each choose a player to play for them. The equilibrium of that game is a mixture
//! of players, the hardest opponent there is; the value of a player is what it scores against the mixture. Unlike a mean over
//! all opponents it does not change when a player is entered twice, and weak players to feast upon do not matter. Of
//! all equilibria the one with the greatest entropy is taken: there is one, and copies share their weight.
//!
//! **How.** A payoff matrix A is antisymmetric, so a mixture p is in equilibrium if no player gains against it: A p ≤ 0.
//! An interior method finds such a p, and who has weight in any equilibrium. Among these players all gains are exactly 0:
//! elimination leaves a few free weights, mostly none. In these the entropy is climbed, with a barrier before the walls.

use crate::error::{StatsError, all_finite};
use crate::matrix::{Matrix, dot};

/// How near the first method comes to an equilibrium, in units of the greatest payoff.
const NEAR: f64 = 1e-12;

/// What is smaller than this after elimination is rounding.
const ROUNDING: f64 = 1e-9;

const MOST_STEPS: usize = 500;

/// The equilibrium of a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct NashAverage {
    /// The weight of every player in the mixture.
    pub weights: Vec<f64>,
    /// What every player gains against the mixture: 0 for those in it, less for others.
    pub values: Vec<f64>,
}

/// The equilibrium with the greatest entropy. The payoff in row i and column j is what player i gains against player j: for
/// example the score less one half, or a difference in Elo.
pub fn nash_average(payoffs: &Matrix) -> Result<NashAverage, StatsError> {
    let n = payoffs.n();
    crate::error::at_least("an equilibrium", 1, n)?;
    all_finite("the payoffs", payoffs.entries())?;
    let scale = payoffs.entries().iter().fold(0.0_f64, |most, payoff| most.max(payoff.abs()));
    for row in 0..n {
        for column in 0..=row {
            let sum = payoffs[(row, column)] + payoffs[(column, row)];
            if sum.abs() > 1e-9 * scale {
                let (name, value) =
                    ("the sum of mutual payoffs", format!("{sum} for players {row} and {column}"));
                return Err(StatsError::BadParameter {
                    name,
                    value,
                    expected: "0: what one gains the other loses",
                });
            }
        }
    }
    if scale == 0.0 {
        return Ok(NashAverage { weights: vec![1.0 / n as f64; n], values: vec![0.0; n] });
    }
    let unit = Matrix::from_fn(n, |row, column| payoffs[(row, column)] / scale);
    let (inside, is_used) = some_equilibrium(&unit)?;
    let weights = most_even(&unit, &inside, &is_used)?;
    let values = payoffs.times(&weights);
    Ok(NashAverage { weights, values })
}

/// A mixture well inside the set of equilibria, and who has any weight in one of them.
///
/// The weight p and the loss s of every player are kept positive with p s = µ, where s = ε - A p, and ε goes to 0. In the
/// limit each player has either weight or loss (Goldman and Tucker), and that tells who may have weight at all.
fn some_equilibrium(payoffs: &Matrix) -> Result<(Vec<f64>, Vec<bool>), StatsError> {
    let n = payoffs.n();
    let mut p = vec![1.0 / n as f64; n];
    let mut s: Vec<f64> = payoffs.times(&p).iter().map(|gain| 2.0 - gain).collect();
    for _ in 0..MOST_STEPS {
        let excess = dot(&p, &s);
        if excess < NEAR {
            let is_used = p.iter().zip(&s).map(|(p, s)| p > s).collect();
            return Ok((p, is_used));
        }
        let target = 0.2 * excess / n as f64;
        // The last row and column: the sum of the weights, and by how much ε changes.
        let system = Matrix::from_fn(n + 1, |row, column| match (row == n, column == n) {
            (true, true) => 0.0,
            (true, false) => 1.0,
            (false, true) => p[row],
            (false, false) => f64::from(row == column) * s[row] - p[row] * payoffs[(row, column)],
        });
        let mut right: Vec<f64> = p.iter().zip(&s).map(|(p, s)| target - p * s).collect();
        right.push(0.0);
        let step = system.solve(&right).ok_or(not_found())?;
        let (dp, fall) = (&step[..n], step[n]);
        let ds: Vec<f64> = payoffs.times(dp).iter().map(|gain| fall - gain).collect();
        let share = room(&p, dp).min(room(&s, &ds));
        add(&mut p, dp, share);
        add(&mut s, &ds, share);
    }
    Err(not_found())
}

/// The most even equilibrium, from one that is nearly one.
fn most_even(payoffs: &Matrix, inside: &[f64], is_used: &[bool]) -> Result<Vec<f64>, StatsError> {
    let face = Face::of(payoffs, is_used);
    let mut free: Vec<f64> = face.free.iter().map(|&player| inside[player]).collect();
    let mut barrier = 1.0;
    while barrier > 1e-11 && !free.is_empty() {
        for _ in 0..MOST_STEPS {
            let (slope, curvature) = face.slope(payoffs, &free, barrier);
            let factor = curvature.cholesky().ok_or(not_found())?;
            let step = factor.solve_by_cholesky(&slope);
            if dot(&step, &slope) < 1e-22 {
                break;
            }
            let (before, mut share) = (face.height(payoffs, &free, barrier), 1.0);
            let mut next = free.clone();
            add(&mut next, &step, share);
            while face.height(payoffs, &next, barrier) < before && share > 1e-12 {
                share *= 0.5;
                next.clone_from(&free);
                add(&mut next, &step, share);
            }
            if share <= 1e-12 {
                break;
            }
            free = next;
        }
        barrier *= 0.1;
    }
    let mut weights: Vec<f64> = face.weights(&free).into_iter().map(|weight| weight.max(0.0)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    Ok(weights)
}

/// All equilibria: weights that are linear in a few free ones.
struct Face {
    /// The players whose weights are free.
    free: Vec<usize>,
    /// The weights of all players if the free ones are 0.
    base: Vec<f64>,
    /// How all weights change with each free one.
    directions: Vec<Vec<f64>>,
    /// The players who may have weight.
    used: Vec<usize>,
    /// The players who lose in some equilibrium, and may gain in none.
    walls: Vec<usize>,
}

impl Face {
    /// Solves: those used gain nothing, and the weights sum to 1.
    fn of(payoffs: &Matrix, is_used: &[bool]) -> Face {
        let n = payoffs.n();
        let (used, walls): (Vec<usize>, Vec<usize>) = (0..n).partition(|&player| is_used[player]);
        let mut rows: Vec<Vec<f64>> = used
            .iter()
            .map(|&row| used.iter().map(|&column| payoffs[(row, column)]).chain([0.0]).collect())
            .collect();
        rows.push(vec![1.0; used.len() + 1]);
        let pivots = eliminate(&mut rows, used.len());
        let is_free = |column: &usize| pivots.iter().all(|pivot| pivot.1 != *column);
        let columns: Vec<usize> = (0..used.len()).filter(is_free).collect();
        let mut base = vec![0.0; n];
        for &(row, column) in &pivots {
            base[used[column]] = rows[row][used.len()];
        }
        let direction = |&free: &usize| {
            let mut direction = vec![0.0; n];
            direction[used[free]] = 1.0;
            for &(row, column) in &pivots {
                direction[used[column]] = -rows[row][free];
            }
            direction
        };
        let directions = columns.iter().map(direction).collect();
        Face { free: columns.iter().map(|&column| used[column]).collect(), base, directions, used, walls }
    }

    fn weights(&self, free: &[f64]) -> Vec<f64> {
        let mut weights = self.base.clone();
        for (direction, &share) in self.directions.iter().zip(free) {
            add(&mut weights, direction, share);
        }
        weights
    }

    /// The entropy and the barrier; no height at all where a weight or a loss is not positive.
    fn height(&self, payoffs: &Matrix, free: &[f64], barrier: f64) -> f64 {
        let weights = self.weights(free);
        if self.used.iter().any(|&player| weights[player] <= 0.0) {
            return f64::NEG_INFINITY;
        }
        let entropy: f64 = self.used.iter().map(|&player| -weights[player] * weights[player].ln()).sum();
        let losses: Vec<f64> = self.walls.iter().map(|&player| -dot(payoffs.row(player), &weights)).collect();
        if losses.iter().any(|&loss| loss <= 0.0) {
            return f64::NEG_INFINITY;
        }
        entropy + barrier * losses.iter().map(|loss| loss.ln()).sum::<f64>()
    }

    /// The slope of the height, and its curvature with the sign changed.
    fn slope(&self, payoffs: &Matrix, free: &[f64], barrier: f64) -> (Vec<f64>, Matrix) {
        let weights = self.weights(free);
        let mut slope = vec![0.0; free.len()];
        let mut curvature = Matrix::zeros(free.len());
        let mut add_part = |by_free: Vec<f64>, pull: f64, stiffness: f64| {
            for row in 0..by_free.len() {
                slope[row] += pull * by_free[row];
                for column in 0..by_free.len() {
                    curvature[(row, column)] += stiffness * by_free[row] * by_free[column];
                }
            }
        };
        for &player in &self.used {
            let by_free = self.directions.iter().map(|direction| direction[player]).collect();
            add_part(by_free, -weights[player].ln() - 1.0, 1.0 / weights[player]);
        }
        for &player in &self.walls {
            let loss = -dot(payoffs.row(player), &weights);
            let by_free =
                self.directions.iter().map(|direction| -dot(payoffs.row(player), direction)).collect();
            add_part(by_free, barrier / loss, barrier / (loss * loss));
        }
        (slope, curvature)
    }
}

/// Brings the first columns of a system to the reduced form, and tells the row and column of every pivot.
fn eliminate(rows: &mut [Vec<f64>], n_columns: usize) -> Vec<(usize, usize)> {
    let mut pivots = Vec::new();
    while pivots.len() < rows.len() {
        let step = pivots.len();
        // The greatest entry that is left: then small ones can be told from rounding.
        let places = (step..rows.len()).flat_map(|row| (0..n_columns).map(move |column| (row, column)));
        let size = |&(row, column): &(usize, usize)| rows[row][column].abs();
        let Some((row, column)) = places.max_by(|a, b| size(a).total_cmp(&size(b))) else { break };
        if rows[row][column].abs() < ROUNDING {
            break;
        }
        rows.swap(step, row);
        let pivot = rows[step][column];
        rows[step].iter_mut().for_each(|entry| *entry /= pivot);
        let above = rows[step].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(index, _)| *index != step) {
            let factor = other[column];
            other.iter_mut().zip(&above).for_each(|(entry, above)| *entry -= factor * above);
        }
        pivots.push((step, column));
    }
    pivots
}

/// The share of a step after which all values are still positive, at most 1.
fn room(values: &[f64], step: &[f64]) -> f64 {
    let shares =
        values.iter().zip(step).filter(|(_, step)| **step < 0.0).map(|(value, step)| -0.95 * value / step);
    shares.fold(1.0, f64::min)
}

fn add(values: &mut [f64], step: &[f64], share: f64) {
    values.iter_mut().zip(step).for_each(|(value, step)| *value += share * step);
}

fn not_found() -> StatsError {
    StatsError::NotConverged { what: "the equilibrium", n_steps: MOST_STEPS }
}
