//! A summary of a list of numbers: how many, their mean and variance, and what the mean may be.

use crate::error::{StatsError, all_finite, at_least, in_range, inside_unit};
use crate::tails::t_upper_quantile;

/// Number, mean and variance of a list of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many values there are.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// The sum of the squared distances from the mean.
    pub squares: f64,
}

impl Summary {
    /// Summarises at least one value.
    pub fn of(values: &[f64]) -> Result<Summary, StatsError> {
        at_least("a mean", 1, values.len())?;
        all_finite("the sample", values)?;
        let n = values.len() as f64;
        let first = values.iter().sum::<f64>() / n;
        // A second pass removes what rounding left in the first.
        let mean = first + values.iter().map(|value| value - first).sum::<f64>() / n;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum();
        in_range("a mean and a variance", &[mean, squares])?;
        Ok(Summary { n: values.len(), mean, squares })
    }

    /// The variance with divisor n - 1; 0 for a single value.
    pub fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.squares / (self.n - 1) as f64 }
    }

    /// The standard deviation with divisor n - 1.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// Student's interval of the mean, for example with `confidence` 0.95. It needs two values.
    pub fn mean_interval(&self, confidence: f64) -> Result<(f64, f64), StatsError> {
        inside_unit("the confidence", confidence)?;
        at_least("an interval of a mean", 2, self.n)?;
        let t = t_upper_quantile(0.5 * (1.0 - confidence), (self.n - 1) as f64);
        let half = t * (self.variance() / self.n as f64).sqrt();
        Ok((self.mean - half, self.mean + half))
    }
}

/// The mean without the least and the greatest values: the share `trimmed` of them, rounded down, at each end. It lies from 0 up
/// to, but not, one half.
pub fn trimmed_mean(values: &[f64], trimmed: f64) -> Result<f64, StatsError> {
    at_least("a trimmed mean", 1, values.len())?;
    all_finite("the sample", values)?;
    if !(0.0..0.5).contains(&trimmed) {
        let expected = "from 0 up to, but not, one half";
        return Err(StatsError::BadParameter {
            name: "the share to be trimmed",
            value: trimmed.to_string(),
            expected,
        });
    }
    let sorted = sorted(values);
    let n_cut = (trimmed * sorted.len() as f64) as usize;
    Ok(Summary::of(&sorted[n_cut..sorted.len() - n_cut])?.mean)
}

/// The middle value of a sorted list that is not empty, or the mean of the two middle ones.
pub(crate) fn median_of_sorted(sorted: &[f64]) -> f64 {
    let (n, half) = (sorted.len(), sorted.len() / 2);
    if n % 2 == 1 { sorted[half] } else { 0.5 * (sorted[half - 1] + sorted[half]) }
}

/// The values in ascending order.
pub(crate) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}
