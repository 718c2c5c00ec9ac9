//! Intervals of a share: of so many trials, so many were successes.

use crate::error::{StatsError, inside_unit};
use crate::tails::{beta_quantile, normal_quantile};

/// Wilson's interval: all shares that a normal test would not reject. Near the nominal confidence on average.
pub fn wilson(n_successes: u64, n_trials: u64, confidence: f64) -> Result<(f64, f64), StatsError> {
    check(n_successes, n_trials, confidence)?;
    let z = -normal_quantile(0.5 * (1.0 - confidence));
    let (n, share, z2) = (n_trials as f64, n_successes as f64 / n_trials as f64, z * z);
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula is exact only but for rounding.
    let low = if n_successes == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if n_successes == n_trials { 1.0 } else { (centre + half).min(1.0) };
    Ok((low, high))
}

/// Clopper and Pearson's exact interval: never below the nominal confidence, therefore wider.
pub fn clopper_pearson(n_successes: u64, n_trials: u64, confidence: f64) -> Result<(f64, f64), StatsError> {
    check(n_successes, n_trials, confidence)?;
    let tail = 0.5 * (1.0 - confidence);
    let (k, n) = (n_successes as f64, n_trials as f64);
    let low = if n_successes == 0 { 0.0 } else { beta_quantile(tail, k, n - k + 1.0) };
    // By symmetry from the other side, where the tail keeps its digits.
    let high = if n_successes == n_trials { 1.0 } else { 1.0 - beta_quantile(tail, n - k, k + 1.0) };
    Ok((low, high))
}

fn check(n_successes: u64, n_trials: u64, confidence: f64) -> Result<(), StatsError> {
    inside_unit("the confidence", confidence)?;
    if n_trials == 0 {
        return Err(StatsError::NoGames);
    }
    if n_successes <= n_trials {
        return Ok(());
    }
    let expected = "at most the number of trials";
    Err(StatsError::BadParameter {
        name: "the number of successes",
        value: n_successes.to_string(),
        expected,
    })
}
