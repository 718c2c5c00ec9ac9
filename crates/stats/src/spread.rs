//! Do groups have the same variance? Bartlett's test for normal values; Levene's, and Fligner and Killeen's, for others.

use crate::anova::{FTest, anova, summaries};
use crate::error::{StatsError, in_range};
use crate::ranks::{ChiSquaredTest, pooled, ranks};
use crate::summary::{Summary, median_of_sorted, sorted};
use crate::tails::normal_quantile;

/// What Levene's test measures distances from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    /// The mean of the group, as Levene did.
    Mean,
    /// The median of the group, as Brown and Forsythe do: better for skewed values.
    Median,
}

/// Bartlett's test of equal variances. Every group needs two values that differ.
pub fn bartlett(groups: &[impl AsRef<[f64]>]) -> Result<ChiSquaredTest, StatsError> {
    let groups = summaries(groups, "Bartlett's test", 2)?;
    if groups.iter().any(|group| group.squares <= 1e-24 * group.mean * group.mean * group.n as f64) {
        return Err(StatsError::NoVariance { what: "a ratio of variances" });
    }
    let df: Vec<f64> = groups.iter().map(|group| (group.n - 1) as f64).collect();
    let total: f64 = df.iter().sum();
    let common = groups.iter().map(|group| group.squares).sum::<f64>() / total;
    let logs: f64 = groups.iter().zip(&df).map(|(group, df)| df * (group.variance() / common).ln()).sum();
    let k = groups.len() as f64;
    let correction = 1.0 + (df.iter().map(|df| 1.0 / df).sum::<f64>() - 1.0 / total) / (3.0 * (k - 1.0));
    in_range("a ratio of variances", &[logs])?;
    ChiSquaredTest::new((-logs / correction).max(0.0), k - 1.0)
}

/// Levene's test of equal spread: an analysis of variance of the distances from each group's centre.
pub fn levene(groups: &[impl AsRef<[f64]>], centre: Centre) -> Result<FTest, StatsError> {
    pooled(groups, "Levene's test")?;
    let distances: Vec<Vec<f64>> = groups.iter().map(|group| distances(group.as_ref(), centre)).collect();
    in_range("distances from a centre", &distances.concat())?;
    Ok(anova(&distances)?.test)
}

/// The Fligner-Killeen test of equal spread, by the ranks of the distances from the medians.
pub fn fligner_killeen(groups: &[impl AsRef<[f64]>]) -> Result<ChiSquaredTest, StatsError> {
    pooled(groups, "the Fligner-Killeen test")?;
    let distances: Vec<Vec<f64>> =
        groups.iter().map(|group| distances(group.as_ref(), Centre::Median)).collect();
    in_range("distances from a median", &distances.concat())?;
    let (ranks, _) = ranks(&distances.concat());
    let n = ranks.len() as f64;
    let scores: Vec<f64> = ranks.iter().map(|rank| normal_quantile(0.5 + rank / (2.0 * (n + 1.0)))).collect();
    let all = Summary::of(&scores)?;
    if all.variance() <= 1e-24 {
        return Err(StatsError::NoVariance { what: "a difference of spread" });
    }
    let (mut left, mut between) = (&scores[..], 0.0);
    for group in groups {
        let (own, rest) = left.split_at(group.as_ref().len());
        let mean = own.iter().sum::<f64>() / own.len() as f64;
        between += own.len() as f64 * (mean - all.mean).powi(2);
        left = rest;
    }
    ChiSquaredTest::new(between / all.variance(), (groups.len() - 1) as f64)
}

/// How far the values lie from their centre. The group must not be empty.
fn distances(group: &[f64], centre: Centre) -> Vec<f64> {
    let middle = match centre {
        Centre::Mean => group.iter().sum::<f64>() / group.len() as f64,
        Centre::Median => median_of_sorted(&sorted(group)),
    };
    group.iter().map(|value| (value - middle).abs()).collect()
}
