//! What a list of measured numbers looks like.

use serde::{Deserialize, Serialize};
use zermelo_stats::binomial::wilson;
use zermelo_stats::boxplot::{BoxPlot, Hinges, quantile};
use zermelo_stats::summary::{Summary, trimmed_mean};

use super::subject::Measure;

/// The confidence of every interval.
pub(crate) const CONFIDENCE: f64 = 0.95;

/// The shares of which quantiles are told.
pub const SHARES: [f64; 6] = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

/// The share of values that a trimmed mean leaves out at each end.
pub const TRIMMED: f64 = 0.1;

/// What a list of numbers looks like. Where some were censored, they count as what they had reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// How many there are.
    pub n: u32,
    /// How many of them were given up: the true number is greater.
    pub censored: u32,
    /// The share that came to its end, with its 95 % interval (Wilson's).
    pub ended: [f64; 3],
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval (Student's); a single number has none.
    pub mean_interval: Option<[f64; 2]>,
    /// The standard deviation; a single number has none.
    pub deviation: Option<f64>,
    /// The mean without the least and the greatest tenth.
    pub trimmed_mean: f64,
    /// The quantiles of [`SHARES`], by linear interpolation (type 7).
    pub quantiles: [f64; 6],
    /// The least and the greatest.
    pub range: [f64; 2],
    /// Where the box of a box plot begins and ends (type 7).
    pub hinges: [f64; 2],
    /// Where its whiskers end.
    pub whiskers: [f64; 2],
    /// Its notch around the median: where those of two boxes do not overlap, the medians differ at about the 5 % level.
    pub notch: [f64; 2],
    /// The numbers beyond the whiskers.
    pub outliers: Vec<f64>,
}

impl Look {
    /// Looks at some numbers; `None` if there are none.
    pub fn of(measures: &[Measure]) -> Option<Look> {
        let values: Vec<f64> = measures.iter().map(|measure| measure.value).collect();
        let n_censored = measures.iter().filter(|measure| measure.is_censored).count();
        let summary = Summary::of(&values).ok()?;
        let BoxPlot { hinges, whiskers, notch, outliers, .. } =
            BoxPlot::of(&values, Hinges::Quartiles).ok()?;
        let n_ended = (values.len() - n_censored) as u64;
        let (low, high) = wilson(n_ended, values.len() as u64, CONFIDENCE).ok()?;
        let mut quantiles = [0.0; SHARES.len()];
        for (found, share) in quantiles.iter_mut().zip(SHARES) {
            *found = quantile(&values, share).ok()?;
        }
        Some(Look {
            n: values.len() as u32,
            censored: n_censored as u32,
            ended: [n_ended as f64 / values.len() as f64, low, high],
            mean: summary.mean,
            mean_interval: summary.mean_interval(CONFIDENCE).ok().map(<[f64; 2]>::from),
            deviation: (summary.n > 1).then(|| summary.deviation()),
            trimmed_mean: trimmed_mean(&values, TRIMMED).ok()?,
            quantiles,
            range: [quantile(&values, 0.0).ok()?, quantile(&values, 1.0).ok()?],
            hinges: hinges.into(),
            whiskers: whiskers.into(),
            notch: notch.into(),
            outliers,
        })
    }

    /// The middle one.
    pub fn median(&self) -> f64 {
        self.quantiles[2]
    }
}
