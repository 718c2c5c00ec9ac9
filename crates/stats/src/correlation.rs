//! How two lists of numbers go together: Pearson's correlation, and Spearman's, which looks at ranks only.

use crate::error::{StatsError, all_finite, at_least, in_range, inside_unit};
use crate::ranks::ranks;
use crate::summary::Summary;
use crate::tails::{normal_quantile, t_tail};

/// A correlation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The coefficient, from -1 to 1.
    pub r: f64,
    /// The chance of such a coefficient, or one further from 0, if there is no correlation (by Student's t).
    pub p: f64,
    /// The interval by Fisher's transformation; from -1 to 1 if there are only three pairs.
    pub interval: (f64, f64),
}

/// Pearson's correlation of at least three pairs.
pub fn pearson(x: &[f64], y: &[f64], confidence: f64) -> Result<Correlation, StatsError> {
    correlation(x, y, confidence, |_| 1.0)
}

/// Spearman's correlation of at least three pairs: Pearson's of the ranks. The interval has Bonett and Wright's variance.
pub fn spearman(x: &[f64], y: &[f64], confidence: f64) -> Result<Correlation, StatsError> {
    all_finite("the first list", x)?;
    all_finite("the second list", y)?;
    correlation(&ranks(x).0, &ranks(y).0, confidence, |r| 1.0 + 0.5 * r * r)
}

/// A correlation, with the variance of Fisher's transformed coefficient in units of 1 / (n - 3).
fn correlation(
    x: &[f64],
    y: &[f64],
    confidence: f64,
    variance: fn(f64) -> f64,
) -> Result<Correlation, StatsError> {
    inside_unit("the confidence", confidence)?;
    if x.len() != y.len() {
        return Err(StatsError::UnequalLengths { left: x.len(), right: y.len() });
    }
    at_least("a correlation", 3, x.len())?;
    let (about_x, about_y) = (Summary::of(x)?, Summary::of(y)?);
    let is_constant =
        |values: &Summary| values.squares <= 1e-24 * values.mean * values.mean * values.n as f64;
    if is_constant(&about_x) || is_constant(&about_y) {
        return Err(StatsError::NoVariance { what: "a correlation" });
    }
    let products: f64 = x.iter().zip(y).map(|(x, y)| (x - about_x.mean) * (y - about_y.mean)).sum();
    let size = about_x.squares.sqrt() * about_y.squares.sqrt();
    in_range("a correlation", &[products / size])?;
    let r = (products / size).clamp(-1.0, 1.0);
    let df = (x.len() - 2) as f64;
    let rest = (1.0 - r) * (1.0 + r);
    let p = if rest <= 0.0 { 0.0 } else { 2.0 * t_tail(r.abs() * (df / rest).sqrt(), df) };
    let interval = if x.len() < 4 {
        (-1.0, 1.0)
    } else {
        let z = -normal_quantile(0.5 * (1.0 - confidence));
        let half = z * (variance(r) / (x.len() - 3) as f64).sqrt();
        // Where r is 1 its transform is infinite, and the interval is that point.
        ((r.atanh() - half).tanh(), (r.atanh() + half).tanh())
    };
    Ok(Correlation { r, p, interval })
}
