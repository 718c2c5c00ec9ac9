//! Which groups differ? Tukey's honestly significant differences, with Kramer's standard error for groups of unequal size.

use crate::anova::{anova, summaries};
use crate::error::{StatsError, inside_unit};
use crate::studentized::{studentized_range_tail, studentized_range_upper_quantile};

/// The comparison of two groups among several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Which groups are compared, by their place in the list.
    pub groups: (usize, usize),
    /// The second mean less the first.
    pub difference: f64,
    /// Its standard error divided by the square root of two, as the studentized range has it.
    pub standard_error: f64,
    /// The difference in standard errors, without sign.
    pub q: f64,
    /// The chance that any two of the groups differ so much if all are the same.
    pub p: f64,
    /// The interval of the difference; all the intervals hold together with the confidence asked for.
    pub interval: (f64, f64),
}

/// All comparisons of two groups.
pub fn tukey_hsd(groups: &[impl AsRef<[f64]>], confidence: f64) -> Result<Vec<Comparison>, StatsError> {
    inside_unit("the confidence", confidence)?;
    let whole = anova(groups)?;
    let groups = summaries(groups, "Tukey's comparison", 1)?;
    let (k, df, error) = (groups.len(), whole.test.df.1, whole.mean_square_within());
    let critical = studentized_range_upper_quantile(1.0 - confidence, k, df)?;
    let mut comparisons = Vec::new();
    for a in 0..k {
        for b in a + 1..k {
            let difference = groups[b].mean - groups[a].mean;
            let share = 1.0 / groups[a].n as f64 + 1.0 / groups[b].n as f64;
            let standard_error = (0.5 * error * share).sqrt();
            let q = difference.abs() / standard_error;
            let p = studentized_range_tail(q, k, df)?;
            let half = critical * standard_error;
            let interval = (difference - half, difference + half);
            comparisons.push(Comparison { groups: (a, b), difference, standard_error, q, p, interval });
        }
    }
    Ok(comparisons)
}
