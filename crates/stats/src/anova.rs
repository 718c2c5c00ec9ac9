//! Do groups have the same mean? The classical analysis of variance, and Welch's, which does not need equal variances.

use crate::error::{StatsError, in_range};
use crate::summary::Summary;
use crate::tails::f_tail;

/// A test whose statistic has Fisher's F distribution if there is no difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FTest {
    /// The statistic.
    pub f: f64,
    /// Degrees of freedom between and within groups.
    pub df: (f64, f64),
    /// The chance of such a statistic, or a greater one, if there is no difference.
    pub p: f64,
}

impl FTest {
    pub(crate) fn new(f: f64, df: (f64, f64)) -> Result<FTest, StatsError> {
        in_range("a ratio of variances", &[f, df.0, df.1])?;
        Ok(FTest { f, df, p: f_tail(f, df.0, df.1) })
    }
}

/// The classical analysis of variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anova {
    /// The test of equal means.
    pub test: FTest,
    /// The sum of squares between groups.
    pub squares_between: f64,
    /// The sum of squares within groups.
    pub squares_within: f64,
}

impl Anova {
    /// The mean square within groups: the common variance.
    pub fn mean_square_within(&self) -> f64 {
        self.squares_within / self.test.df.1
    }

    /// The mean square between groups.
    pub fn mean_square_between(&self) -> f64 {
        self.squares_between / self.test.df.0
    }

    /// The share of the sum of squares that lies between groups.
    pub fn eta_squared(&self) -> f64 {
        self.squares_between / (self.squares_between + self.squares_within)
    }

    /// The same, corrected for what chance alone would give; negative if that is more than was seen.
    pub fn omega_squared(&self) -> f64 {
        let error = self.mean_square_within();
        let total = self.squares_between + self.squares_within;
        (self.squares_between - self.test.df.0 * error) / (total + error)
    }
}

/// Summaries of all groups, each of at least `least` values.
pub(crate) fn summaries(
    groups: &[impl AsRef<[f64]>],
    what: &'static str,
    least: usize,
) -> Result<Vec<Summary>, StatsError> {
    if groups.len() < 2 {
        return Err(StatsError::TooFewGroups { got: groups.len() });
    }
    let summary = |group: &[f64]| {
        crate::error::at_least(what, least, group.len())?;
        Summary::of(group)
    };
    groups.iter().map(|group| summary(group.as_ref())).collect()
}

/// Whether what is left of the squares is nothing but rounding.
fn is_rounding(squares: f64, groups: &[Summary]) -> bool {
    let size: f64 = groups.iter().map(|group| group.n as f64 * group.mean * group.mean).sum();
    squares <= 1e-24 * size
}

/// One-way analysis of variance.
pub fn anova(groups: &[impl AsRef<[f64]>]) -> Result<Anova, StatsError> {
    let groups = summaries(groups, "an analysis of variance", 1)?;
    let n: usize = groups.iter().map(|group| group.n).sum();
    crate::error::at_least("an analysis of variance", groups.len() + 1, n)?;
    let mean = groups.iter().map(|group| group.n as f64 * group.mean).sum::<f64>() / n as f64;
    let squares_between = groups.iter().map(|group| group.n as f64 * (group.mean - mean).powi(2)).sum();
    let squares_within: f64 = groups.iter().map(|group| group.squares).sum();
    in_range("sums of squares", &[squares_between, squares_within])?;
    if is_rounding(squares_within, &groups) {
        return Err(StatsError::NoVariance { what: "a difference of means" });
    }
    let df = ((groups.len() - 1) as f64, (n - groups.len()) as f64);
    let test = FTest::new(squares_between / df.0 / (squares_within / df.1), df)?;
    Ok(Anova { test, squares_between, squares_within })
}

/// Welch's analysis of variance, for groups whose variances differ. Every group must vary.
pub fn welch_anova(groups: &[impl AsRef<[f64]>]) -> Result<FTest, StatsError> {
    let groups = summaries(groups, "Welch's analysis of variance", 2)?;
    if groups.iter().any(|group| is_rounding(group.squares, std::slice::from_ref(group))) {
        return Err(StatsError::NoVariance { what: "Welch's difference of means" });
    }
    let k = groups.len() as f64;
    let weights: Vec<f64> = groups.iter().map(|group| group.n as f64 / group.variance()).collect();
    let total: f64 = weights.iter().sum();
    let mean = groups.iter().zip(&weights).map(|(group, weight)| weight * group.mean).sum::<f64>() / total;
    let between: f64 =
        groups.iter().zip(&weights).map(|(group, weight)| weight * (group.mean - mean).powi(2)).sum();
    let doubt: f64 = groups
        .iter()
        .zip(&weights)
        .map(|(group, weight)| (1.0 - weight / total).powi(2) / (group.n - 1) as f64)
        .sum();
    let f = between / (k - 1.0) / (1.0 + 2.0 * (k - 2.0) / (k * k - 1.0) * doubt);
    FTest::new(f, (k - 1.0, (k * k - 1.0) / (3.0 * doubt)))
}
