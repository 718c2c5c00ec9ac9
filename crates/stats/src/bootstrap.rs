//! The bootstrap: how much a statistic would vary, learned by drawing samples from the sample.
//!
//! All chance comes from a generator that the caller gives, so that a result can be had again.

use rand_core::Rng;

use crate::boxplot::quantile_of_sorted;
use crate::error::{StatsError, all_finite, at_least, inside_unit};
use crate::tails::{normal_cdf, normal_quantile};

/// A statistic with its values in samples drawn from the sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// The statistic of the sample itself.
    pub estimate: f64,
    /// Its values in the samples drawn, ascending.
    replicates: Vec<f64>,
    /// How much the spread of the statistic grows with its value, from leaving out one value at a time.
    acceleration: f64,
}

impl Bootstrap {
    /// Draws `n_replicates` samples, each as large as the sample itself and with replacement.
    pub fn of(
        values: &[f64],
        statistic: impl Fn(&[f64]) -> f64,
        n_replicates: usize,
        rng: &mut impl Rng,
    ) -> Result<Bootstrap, StatsError> {
        at_least("a bootstrap", 2, values.len())?;
        at_least("a bootstrap's list of replicates", 2, n_replicates)?;
        all_finite("the sample", values)?;
        let mut drawn = values.to_vec();
        let mut replicate = || {
            drawn.fill_with(|| values[below(rng, values.len())]);
            statistic(&drawn)
        };
        let mut replicates: Vec<f64> = (0..n_replicates).map(|_| replicate()).collect();
        replicates.sort_by(f64::total_cmp);
        let estimate = statistic(values);
        all_finite("the statistic's values", &replicates)?;
        all_finite("the statistic's values", &[estimate])?;
        Ok(Bootstrap { estimate, replicates, acceleration: acceleration(values, statistic) })
    }

    /// The standard error: the deviation of the replicates.
    pub fn standard_error(&self) -> f64 {
        let n = self.replicates.len() as f64;
        let mean = self.replicates.iter().sum::<f64>() / n;
        (self.replicates.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt()
    }

    /// The percentile interval: what the middle of the replicates holds.
    pub fn percentile(&self, confidence: f64) -> Result<(f64, f64), StatsError> {
        inside_unit("the confidence", confidence)?;
        let tail = 0.5 * (1.0 - confidence);
        Ok((self.at(tail), self.at(1.0 - tail)))
    }

    /// The basic interval: the percentile interval mirrored at the estimate.
    pub fn basic(&self, confidence: f64) -> Result<(f64, f64), StatsError> {
        let (low, high) = self.percentile(confidence)?;
        Ok((2.0 * self.estimate - high, 2.0 * self.estimate - low))
    }

    /// Efron's interval, corrected for bias and for a spread that grows with the value (BCa).
    pub fn bias_corrected(&self, confidence: f64) -> Result<(f64, f64), StatsError> {
        inside_unit("the confidence", confidence)?;
        let n = self.replicates.len() as f64;
        let n_below = self.replicates.iter().filter(|&&value| value < self.estimate).count() as f64;
        let n_equal = self.replicates.iter().filter(|&&value| value == self.estimate).count() as f64;
        // Half of the equal ones, and never all or nothing: the normal quantile stays finite.
        let share = ((n_below + 0.5 * n_equal) / n).clamp(0.5 / n, 1.0 - 0.5 / n);
        let bias = normal_quantile(share);
        let corrected = |p: f64| {
            let z = bias + normal_quantile(p);
            self.at(normal_cdf(bias + z / (1.0 - self.acceleration * z)))
        };
        let tail = 0.5 * (1.0 - confidence);
        Ok((corrected(tail), corrected(1.0 - tail)))
    }

    fn at(&self, share: f64) -> f64 {
        quantile_of_sorted(&self.replicates, share)
    }
}

/// Efron's acceleration, by the jackknife; 0 if the statistic does not care which value is left out.
fn acceleration(values: &[f64], statistic: impl Fn(&[f64]) -> f64) -> f64 {
    let mut rest = values[1..].to_vec();
    let mut without: Vec<f64> = vec![statistic(&rest)];
    for index in 1..values.len() {
        rest[index - 1] = values[index - 1];
        without.push(statistic(&rest));
    }
    let mean = without.iter().sum::<f64>() / without.len() as f64;
    let sum_of = |power: i32| without.iter().map(|value| (mean - value).powi(power)).sum::<f64>();
    let spread = sum_of(2).powf(1.5);
    let acceleration = sum_of(3) / (6.0 * spread);
    if acceleration.is_finite() { acceleration } else { 0.0 }
}

/// A number in `0..n` by Lemire's multiplication, whose bias of at most n / 2^64 no simulation could notice.
pub(crate) fn below(rng: &mut impl Rng, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// A number from 0 up to, but not including, 1.
pub(crate) fn uniform(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
