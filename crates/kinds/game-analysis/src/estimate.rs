//! A number that games tell, with the interval in which the truth lies 95 times of 100.

use serde::{Deserialize, Serialize};
use zermelo_stats::Z95;
use zermelo_stats::binomial::wilson;
use zermelo_stats::boxplot::quantile;
use zermelo_stats::summary::Summary;
use zermelo_stats::{Sample, Strength};

const CONFIDENCE: f64 = 0.95;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// How many observations it rests on.
    pub n: u64,
}

impl Estimate {
    /// A share: so many of `n` had something (Wilson's interval). `None` if there are none.
    pub fn share(n_seen: u64, n: u64) -> Option<Estimate> {
        let (low, high) = wilson(n_seen, n, CONFIDENCE).ok()?;
        Some(Estimate { value: n_seen as f64 / n as f64, low, high, n })
    }

    /// The share of points in games that were won, drawn and lost, of which only so many are evidence.
    pub fn score([wins, draws, losses]: [u64; 3], n_independent: u64) -> Option<Estimate> {
        let sample = Sample::of_games(wins, draws, losses).worth(n_independent);
        let strength = Strength::of(&sample).ok()?;
        let (low, high) = strength.score_interval;
        Some(Estimate { value: strength.score, low, high, n: n_independent.min(wins + draws + losses) })
    }

    /// A mean (Student's interval). `None` of fewer than two values: they say nothing of how much such values vary.
    pub fn mean(values: &[f64]) -> Option<Estimate> {
        let summary = Summary::of(values).ok()?;
        let (low, high) = summary.mean_interval(CONFIDENCE).ok()?;
        Some(Estimate { value: summary.mean, low, high, n: values.len() as u64 })
    }

    /// A median; its interval ends at the values whose ranks are so far from the middle, whatever the distribution.
    pub fn median(values: &[f64]) -> Option<Estimate> {
        let value = quantile(values, 0.5).ok()?;
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len() as f64;
        let (below, above) =
            (((n - Z95 * n.sqrt()) / 2.0).floor(), ((n + Z95 * n.sqrt()) / 2.0).ceil() + 1.0);
        // Ranks count from 1; beyond the ends there is nothing to say.
        let at = |rank: f64| sorted[(rank.clamp(1.0, n) - 1.0) as usize];
        Some(Estimate { value, low: at(below), high: at(above), n: values.len() as u64 })
    }

    /// The same of the mean of numbers that cannot lie elsewhere. Where all that were seen are the same, the interval leaves room for
    /// as many others, at either end, as may have been missed.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Estimate {
        let missed = Estimate::share(0, self.n).map_or(1.0, |share| share.high);
        if self.low == self.high && least.is_finite() && most.is_finite() {
            let [low, high] = [least, most].map(|end| self.value + missed * (end - self.value));
            return Estimate { low, high, ..self };
        }
        Estimate { low: self.low.clamp(least, most), high: self.high.clamp(least, most), ..self }
    }

    /// The same in other units.
    #[must_use]
    pub fn times(self, factor: f64) -> Estimate {
        Estimate { value: factor * self.value, low: factor * self.low, high: factor * self.high, n: self.n }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(estimate: Estimate, expected: [f64; 3]) {
        let got = [estimate.value, estimate.low, estimate.high];
        let is_near = got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 5e-4);
        assert!(is_near, "{got:?} instead of {expected:?}");
    }

    #[test]
    fn shares_have_wilsons_interval() {
        // Newcombe (1998), table I: 81 of 263 and 15 of 148.
        near(Estimate::share(81, 263).unwrap(), [0.3080, 0.2553, 0.3662]);
        near(Estimate::share(15, 148).unwrap(), [0.1014, 0.0624, 0.1605]);
        near(Estimate::share(0, 20).unwrap(), [0.0, 0.0, 0.1611]);
        assert_eq!(Estimate::share(0, 0), None);
    }

    #[test]
    fn scores_count_draws_as_half_and_repetitions_once() {
        // Mean 0.55, variance 0.5 + 0.25 * 0.1 - 0.55² = 0.2225 and so ± 1.96 * 0.04717.
        let score = Estimate::score([50, 10, 40], 100).unwrap();
        near(score, [0.55, 0.4575, 0.6425]);
        assert_eq!(score.n, 100);
        let repeated = Estimate::score([50, 10, 40], 25).unwrap();
        near(repeated, [0.55, 0.3651, 0.7349]);
        assert_eq!(Estimate::score([0, 0, 0], 0), None);
    }

    #[test]
    fn means_have_students_interval() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, variance 32 / 7; t = 2.3646 with 7 degrees of freedom.
        near(Estimate::mean(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap(), [5.0, 3.2125, 6.7875]);
        assert_eq!(Estimate::mean(&[1.0]), None);
        let bounded = Estimate::mean(&[0.0, 0.0, 1.0]).unwrap().within(0.0, 1.0);
        assert_eq!((bounded.low, bounded.high), (0.0, 1.0));
        // Ten that are the same: of 0 in 10, Wilson's interval ends at 0.2775.
        near(Estimate::mean(&[0.5; 10]).unwrap().within(0.0, 1.0), [0.5, 0.3612, 0.6388]);
        near(Estimate::mean(&[0.0; 10]).unwrap().within(0.0, 1.0), [0.0, 0.0, 0.2775]);
        near(Estimate::mean(&[2.0; 10]).unwrap().within(0.0, f64::INFINITY), [2.0, 2.0, 2.0]);
    }

    #[test]
    fn medians_have_an_interval_of_ranks() {
        // Of 100 values the ranks are floor(50 - 9.8) = 40 and ceil(50 + 9.8) + 1 = 61.
        let values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        near(Estimate::median(&values).unwrap(), [50.5, 40.0, 61.0]);
        near(Estimate::median(&[7.0]).unwrap(), [7.0, 7.0, 7.0]);
        assert_eq!(Estimate::median(&[]), None);
    }
}
