//! Who is stronger, from wins and losses alone: draws say nothing about that.

use crate::tails::{beta_cdf, normal_cdf};

/// The classical likelihood of superiority: wins less losses in standard deviations. One half of nothing.
pub fn superiority_of_wins(wins: u64, losses: u64) -> f64 {
    let n = wins as f64 + losses as f64;
    if n == 0.0 { 0.5 } else { normal_cdf((wins as f64 - losses as f64) / n.sqrt()) }
}

/// The exact likelihood of superiority if all shares of wins were equally likely before the first game.
pub fn exact_superiority_of_wins(wins: u64, losses: u64) -> f64 {
    beta_cdf(0.5, losses as f64 + 1.0, wins as f64 + 1.0)
}

/// The sign test: the chance of at least so many wins among the decisive games if both sides are equal. Exact.
pub fn sign_test(wins: f64, losses: f64) -> f64 {
    if wins <= 0.0 { 1.0 } else { beta_cdf(0.5, wins, losses + 1.0) }
}
