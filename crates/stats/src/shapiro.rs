//! Are values normal? The Shapiro-Wilk test, with Royston's approximation (algorithm AS R94) of its weights and of p.

use crate::error::{StatsError, all_finite, at_least, in_range};
use crate::summary::{Summary, sorted};
use crate::tails::normal_cdf;

/// With more values than this the approximation has not been checked by its author.
const MOST: usize = 5000;

/// The Shapiro-Wilk test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapiroWilk {
    /// The statistic: 1 for values that lie exactly as those of a normal distribution should.
    pub w: f64,
    /// The chance of such a statistic, or a smaller one, if the values are normal.
    pub p: f64,
}

/// Tests from 3 to 5000 values, which must not all be equal.
pub fn shapiro_wilk(values: &[f64]) -> Result<ShapiroWilk, StatsError> {
    at_least("the Shapiro-Wilk test", 3, values.len())?;
    all_finite("the sample", values)?;
    if values.len() > MOST {
        let (name, expected) = ("the number of values", "at most 5000 for the Shapiro-Wilk test");
        return Err(StatsError::BadParameter { name, value: values.len().to_string(), expected });
    }
    let values = sorted(values);
    let summary = Summary::of(&values)?;
    if summary.squares <= 1e-24 * summary.mean * summary.mean * summary.n as f64 {
        return Err(StatsError::NoVariance { what: "normality" });
    }
    let weights = weights(values.len());
    let half = values.len() / 2;
    let sum: f64 =
        (0..half).map(|index| weights[index] * (values[values.len() - 1 - index] - values[index])).sum();
    in_range("normality", &[sum * sum / summary.squares])?;
    let w = (sum * sum / summary.squares).min(1.0);
    Ok(ShapiroWilk { w, p: p_of(w, values.len()) })
}

/// The weights of the differences between the greatest and the smallest value, the next ones, and so on.
fn weights(n: usize) -> Vec<f64> {
    if n == 3 {
        return vec![std::f64::consts::FRAC_1_SQRT_2];
    }
    let expected = |index: usize| -quick_quantile(((index + 1) as f64 - 0.375) / (n as f64 + 0.25));
    let m: Vec<f64> = (0..n / 2).map(expected).collect();
    let length = 2.0 * m.iter().map(|m| m * m).sum::<f64>();
    let u = 1.0 / (n as f64).sqrt();
    // Royston's fits for the outermost weights; the others are those of the expected values, scaled.
    let first =
        polynomial(&[0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056], u) + m[0] / length.sqrt();
    let (n_fitted, left, unit) = if n > 5 {
        let second =
            polynomial(&[0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633], u) + m[1] / length.sqrt();
        let left = length - 2.0 * (m[0] * m[0] + m[1] * m[1]);
        (vec![first, second], left, 1.0 - 2.0 * (first * first + second * second))
    } else {
        (vec![first], length - 2.0 * m[0] * m[0], 1.0 - 2.0 * first * first)
    };
    let scale = (left / unit).sqrt();
    let rest = m[n_fitted.len()..].iter().map(|m| m / scale);
    n_fitted.iter().copied().chain(rest).collect()
}

/// The normal quantile of Beasley and Springer (algorithm AS 111), right to about nine digits: the published test has it,
/// and so have the programs to agree with.
fn quick_quantile(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= 0.42 {
        let above = [2.50662823884, -18.61500062529, 41.39119773534, -25.44106049637];
        let below = [1.0, -8.47351093090, 23.08336743743, -21.06224101826, 3.13082909833];
        return q * polynomial(&above, q * q) / polynomial(&below, q * q);
    }
    let r = (-p.min(1.0 - p).ln()).sqrt();
    let above = [-2.78718931138, -2.29796479134, 4.85014127135, 2.32121276858];
    q.signum() * polynomial(&above, r) / polynomial(&[1.0, 3.54388924762, 1.63706781897], r)
}

/// The p of a statistic, by a transformation of 1 - W that is nearly normal.
fn p_of(w: f64, n: usize) -> f64 {
    let size = n as f64;
    if n == 3 {
        let least = (0.75_f64).sqrt().asin();
        return (6.0 / std::f64::consts::PI * (w.sqrt().asin() - least)).clamp(0.0, 1.0);
    }
    if w >= 1.0 {
        return 1.0;
    }
    let y = (1.0 - w).ln();
    let log = size.ln();
    let (y, mean, deviation) = if n <= 11 {
        let most = polynomial(&[-2.273, 0.459], size);
        if y >= most {
            return 0.0;
        }
        let mean = polynomial(&[0.544, -0.39978, 0.025054, -6.714e-4], size);
        (-(most - y).ln(), mean, polynomial(&[1.3822, -0.77857, 0.062767, -0.0020322], size).exp())
    } else {
        let mean = polynomial(&[-1.5861, -0.31082, -0.083751, 0.0038915], log);
        (y, mean, polynomial(&[-0.4803, -0.082676, 0.0030302], log).exp())
    };
    normal_cdf((mean - y) / deviation)
}

/// The value of a polynomial, whose coefficients begin with the constant.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}
