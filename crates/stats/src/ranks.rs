//! Tests that look at the order of values only: Kruskal and Wallis for several groups, Mann and Whitney for two.

use crate::error::{StatsError, all_finite, in_range};
use crate::tails::{chi_squared_tail, normal_cdf};

/// With at most so many values a side, and no ties, Mann and Whitney's p is counted exactly.
const EXACT_UP_TO: usize = 50;

/// A test whose statistic has a chi-squared distribution if there is no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquaredTest {
    /// The statistic.
    pub chi_squared: f64,
    /// Its degrees of freedom.
    pub df: f64,
    /// The chance of such a statistic, or a greater one, if there is no difference.
    pub p: f64,
}

impl ChiSquaredTest {
    pub(crate) fn new(chi_squared: f64, df: f64) -> Result<ChiSquaredTest, StatsError> {
        in_range("a sum of squares", &[chi_squared])?;
        Ok(ChiSquaredTest { chi_squared, df, p: chi_squared_tail(chi_squared, df) })
    }
}

/// Ranks from 1; equal values share the mean of their ranks. Also the sum of t³ - t over all sets of t equal values.
pub(crate) fn ranks(values: &[f64]) -> (Vec<f64>, f64) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let (mut ties, mut start) = (0.0, 0);
    while start < order.len() {
        // Compared as numbers: the two zeros are equal.
        let n_equal = order[start..].iter().take_while(|&&at| values[at] == values[order[start]]).count();
        for &at in &order[start..start + n_equal] {
            ranks[at] = start as f64 + 0.5 * (n_equal + 1) as f64;
        }
        ties += (n_equal as f64).powi(3) - n_equal as f64;
        start += n_equal;
    }
    (ranks, ties)
}

/// All values of all groups in one list, which must be numbers.
pub(crate) fn pooled(groups: &[impl AsRef<[f64]>], what: &'static str) -> Result<Vec<f64>, StatsError> {
    if groups.len() < 2 {
        return Err(StatsError::TooFewGroups { got: groups.len() });
    }
    for group in groups {
        crate::error::at_least(what, 1, group.as_ref().len())?;
        all_finite("a group", group.as_ref())?;
    }
    Ok(groups.iter().flat_map(|group| group.as_ref().iter().copied()).collect())
}

/// Do groups come from the same distribution? Kruskal and Wallis' H, corrected for ties.
pub fn kruskal_wallis(groups: &[impl AsRef<[f64]>]) -> Result<ChiSquaredTest, StatsError> {
    let values = pooled(groups, "the Kruskal-Wallis test")?;
    let n = values.len() as f64;
    let (ranks, ties) = ranks(&values);
    let correction = 1.0 - ties / (n.powi(3) - n);
    if values.len() < 2 || correction <= 0.0 {
        return Err(StatsError::NoVariance { what: "a difference of ranks" });
    }
    let (mut left, mut sum) = (&ranks[..], 0.0);
    for group in groups {
        let (own, rest) = left.split_at(group.as_ref().len());
        sum += own.iter().sum::<f64>().powi(2) / own.len() as f64;
        left = rest;
    }
    let h = (12.0 / (n * (n + 1.0)) * sum - 3.0 * (n + 1.0)) / correction;
    ChiSquaredTest::new(h.max(0.0), (groups.len() - 1) as f64)
}

/// Mann and Whitney's comparison of two groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// In how many pairs the value of the first group is the greater one; equal ones count half.
    pub u: f64,
    /// The share of such pairs: the chance that a value of the first group is the greater one.
    pub superiority: f64,
    /// The chance of such a difference, in either direction, if there is none.
    pub p: f64,
    /// Whether p was counted, and not approximated by a normal distribution.
    pub is_exact: bool,
}

/// Compares two groups by order. Without ties in small groups p is exact, else normal, with corrections for ties and
/// for continuity.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Result<MannWhitney, StatsError> {
    let values = pooled(&[first, second], "the Mann-Whitney test")?;
    let (m, n) = (first.len(), second.len());
    let (ranks, ties) = ranks(&values);
    let u = ranks[..m].iter().sum::<f64>() - 0.5 * (m * (m + 1)) as f64;
    let is_exact = ties == 0.0 && m.max(n) <= EXACT_UP_TO;
    let extreme = u.max((m * n) as f64 - u);
    let one_sided = if is_exact {
        exact_tail(m, n, extreme as usize)
    } else {
        let (m, n) = (m as f64, n as f64);
        let total = m + n;
        let variance = m * n / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
        if variance <= 0.0 {
            return Err(StatsError::NoVariance { what: "a difference of ranks" });
        }
        normal_cdf(-((extreme - 0.5 * m * n - 0.5) / variance.sqrt()))
    };
    let superiority = u / (m * n) as f64;
    Ok(MannWhitney { u, superiority, p: (2.0 * one_sided).min(1.0), is_exact })
}

/// The chance that U is at least `least` if all orders are equally likely.
///
/// The recursion is over the greatest value: it belongs to the first group with the chance m / (m + n), and then exceeds
/// all n of the second.
fn exact_tail(m: usize, n: usize, least: usize) -> f64 {
    let most = m * n;
    // chances[j][u] for the current number of values of the first group and j of the second.
    let mut chances = vec![vec![0.0; most + 1]; n + 1];
    for row in &mut chances {
        row[0] = 1.0;
    }
    for i in 1..=m {
        for j in 0..=n {
            let first = i as f64 / (i + j) as f64;
            let next: Vec<f64> = (0..=most)
                .map(|u| {
                    let own = if u >= j { chances[j][u - j] } else { 0.0 };
                    let other = if j > 0 { chances[j - 1][u] } else { 0.0 };
                    first * own + (1.0 - first) * other
                })
                .collect();
            chances[j] = next;
        }
    }
    chances[n][least.min(most)..].iter().sum()
}
