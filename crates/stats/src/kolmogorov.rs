//! Do two lists come from the same distribution, whatever it is? Kolmogorov and Smirnov's greatest distance.

use crate::error::StatsError;
use crate::ranks::pooled;

/// With at most so many pairs of values p is counted exactly.
const EXACT_UP_TO: usize = 10_000_000;

/// Kolmogorov and Smirnov's comparison of two lists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KolmogorovSmirnov {
    /// The greatest distance between the two distribution functions.
    pub distance: f64,
    /// The chance of such a distance, or a greater one, if there is no difference.
    pub p: f64,
    /// Whether p was counted, and not approximated.
    pub is_exact: bool,
}

/// Compares two lists. Equal values are taken into account: p is that of all ways to deal the values out to the two lists.
pub fn kolmogorov_smirnov(first: &[f64], second: &[f64]) -> Result<KolmogorovSmirnov, StatsError> {
    let mut values: Vec<(f64, bool)> = (pooled(&[first, second], "the Kolmogorov-Smirnov test")?.into_iter())
        .enumerate()
        .map(|(index, value)| (value, index < first.len()))
        .collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    // The functions are compared after each value, but not between equal ones.
    let is_end = |at: usize| values.get(at + 1).is_none_or(|next| next.0 != values[at].0);
    let is_end: Vec<bool> = (0..values.len()).map(is_end).collect();
    let (m, n) = (first.len(), second.len());
    let (mut n_first, mut greatest) = (0, 0);
    for (at, &(_, is_first)) in values.iter().enumerate() {
        n_first += usize::from(is_first);
        if is_end[at] {
            greatest = greatest.max(gap(n_first, at + 1 - n_first, m, n));
        }
    }
    let distance = greatest as f64 / (m as f64 * n as f64);
    let is_exact = m.saturating_mul(n) <= EXACT_UP_TO;
    let p = if is_exact { exact(m, n, greatest, &is_end) } else { asymptotic(m, n, distance) };
    Ok(KolmogorovSmirnov { distance, p, is_exact })
}

/// How far the functions are apart, times `m n`, where `i` values of the first list and `j` of the second lie below.
fn gap(i: usize, j: usize, m: usize, n: usize) -> u128 {
    (i as u128 * n as u128).abs_diff(j as u128 * m as u128)
}

/// The share of all ways from (0, 0) to (m, n) that somewhere go so far from the straight line.
///
/// Whoever stands at (i, j) came from (i - 1, j) with the chance i / (i + j), as all ways are equally likely.
fn exact(m: usize, n: usize, greatest: u128, is_end: &[bool]) -> f64 {
    let mut shares = vec![0.0; n + 1];
    for i in 0..=m {
        for j in 0..=n {
            let total = (i + j) as f64;
            shares[j] = if i + j > 0 && is_end[i + j - 1] && gap(i, j, m, n) >= greatest {
                1.0
            } else {
                let from_first = if i > 0 { i as f64 / total * shares[j] } else { 0.0 };
                let from_second = if j > 0 { j as f64 / total * shares[j - 1] } else { 0.0 };
                from_first + from_second
            };
        }
    }
    shares[n].min(1.0)
}

/// Kolmogorov's limit for long lists.
fn asymptotic(m: usize, n: usize, distance: f64) -> f64 {
    let (m, n) = (m as f64, n as f64);
    let squared = distance * distance * m * n / (m + n);
    // Below this the limit is 1 to ten digits, and the series would need more terms.
    if squared < 0.04 {
        return 1.0;
    }
    let term = |k: i32| f64::from(1 - 2 * (k % 2)) * (-2.0 * f64::from(k * k) * squared).exp();
    (-2.0 * (1..=40).map(term).sum::<f64>()).clamp(0.0, 1.0)
}
