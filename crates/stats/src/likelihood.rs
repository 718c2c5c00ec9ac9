//! The most likely distribution of results if a hypothesis about their mean were true.
//!
//! Van den Bergh's generalised likelihood ratio, which fishtest and fastchess use: among all distributions over the
//! possible scores that obey the hypothesis, take the one under which the results are the most probable. Two kinds of
//! hypothesis are known: the mean is s, or the mean is t standard deviations above one half.
//!
//! **The prior.** A kind of result that was never seen would have the likelihood 0 under every hypothesis. It counts as
//! [`UNSEEN`] of a result, as in fishtest and fastchess: so small that it hardly weighs, so large that nothing is 0,
//! infinite or not a number, not even for a game without draws or after a single result.

use crate::Sample;
use crate::tails::bisect;

/// What a kind of result counts that was never seen.
pub const UNSEEN: f64 = 1e-3;

/// Scores with the shares of observations that had them, none of them 0.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    /// How many observations there are, the unseen kinds included.
    pub n: f64,
    /// Scores and shares.
    pub shares: Vec<(f64, f64)>,
}

impl Observed {
    /// A sample in which nothing is unseen.
    pub fn of(sample: &Sample) -> Observed {
        let counts = sample.counts();
        let counts: Vec<f64> = counts.iter().map(|&count| if count > 0.0 { count } else { UNSEEN }).collect();
        let n: f64 = counts.iter().sum();
        let step = sample.step();
        let shares =
            counts.iter().enumerate().map(|(index, count)| (index as f64 * step, count / n)).collect();
        Observed { n, shares }
    }

    /// The logarithms of the shares that the most likely distribution with this mean gives to the scores.
    pub fn with_mean(&self, mean: f64) -> Vec<f64> {
        tilt(&self.shares.iter().map(|&(score, share)| (score - mean, share)).collect::<Vec<_>>())
    }

    /// The same if the mean is `t` standard deviations above one half.
    ///
    /// The hypothesis is not linear in the shares, but its tangent at a given standard deviation is: there the most likely
    /// distribution is found as before, and the standard deviation sought is the one that this distribution has itself.
    pub fn with_normalised_mean(&self, t: f64) -> Vec<f64> {
        if t == 0.0 {
            return self.with_mean(0.5);
        }
        if t < 0.0 {
            let mut mirrored = self.clone();
            mirrored.shares = self.shares.iter().rev().map(|&(score, share)| (1.0 - score, share)).collect();
            let mut logs = mirrored.with_normalised_mean(-t);
            logs.reverse();
            return logs;
        }
        let hypothesis = Normalised { observed: self, t };
        let found = hypothesis.deviations().into_iter().map(|deviation| tilt(&hypothesis.slopes(deviation)));
        let better = |best: Vec<f64>, next: Vec<f64>| {
            if self.likelihood(&next) > self.likelihood(&best) { next } else { best }
        };
        found.reduce(better).unwrap_or_default()
    }

    /// The mean logarithm of the likelihood of an observation.
    fn likelihood(&self, logs: &[f64]) -> f64 {
        logs.iter().zip(&self.shares).map(|(log, (_, share))| share * log).sum()
    }

    fn deviation(&self) -> f64 {
        let mean: f64 = self.shares.iter().map(|(score, share)| score * share).sum();
        self.shares.iter().map(|(score, share)| share * (score - mean).powi(2)).sum::<f64>().sqrt()
    }

    /// The mean of the differences of two lists of logarithms, times the number of observations.
    pub fn log_ratio(&self, null: &[f64], alternative: &[f64]) -> f64 {
        let differences = alternative.iter().zip(null).zip(&self.shares);
        self.n
            * differences.map(|((alternative, null), &(_, share))| share * (alternative - null)).sum::<f64>()
    }
}

/// The hypothesis that the mean is t > 0 standard deviations above one half.
struct Normalised<'a> {
    observed: &'a Observed,
    t: f64,
}

impl Normalised<'_> {
    /// The tangent of the hypothesis at a standard deviation: how much every score counts for or against it.
    fn slopes(&self, deviation: f64) -> Vec<(f64, f64)> {
        let shift = self.t * deviation;
        let slope = |score: f64| {
            let distance = (score - 0.5 - shift) / deviation;
            score - 0.5 - 0.5 * shift * (1.0 + distance * distance)
        };
        self.observed.shares.iter().map(|&(score, share)| (slope(score), share)).collect()
    }

    /// The variance about the mean that goes with a deviation, under the most likely distribution on the tangent there;
    /// `None` if so narrow a distribution cannot have its mean so far from one half.
    fn variance(&self, deviation: f64) -> Option<f64> {
        let slopes = self.slopes(deviation);
        if slopes.iter().all(|&(slope, _)| slope <= 0.0) {
            return None;
        }
        let (mean, theta) = (0.5 + self.t * deviation, multiplier(&slopes));
        let square = |(&(score, share), (slope, _)): (&(f64, f64), &(f64, f64))| {
            share / (1.0 + theta * slope) * (score - mean).powi(2)
        };
        Some(self.observed.shares.iter().zip(&slopes).map(square).sum())
    }

    /// The deviations at which the most likely distribution has that very deviation; at least one.
    fn deviations(&self) -> Vec<f64> {
        let start = self.observed.deviation();
        // A mean that is wanted further from one half than the results vary may be had in several ways: then look for all.
        if self.t < start
            && let Some(found) = fixed_point(start, |deviation| self.variance(deviation).map(f64::sqrt))
        {
            return vec![found];
        }
        // The deviation of results that are nothing but 0 and 1, which is never too small.
        let most = 0.5 / (1.0 + self.t * self.t).sqrt();
        let mut found = turns(most, |deviation| {
            self.variance(deviation).is_none_or(|variance| variance > deviation * deviation)
        });
        if found.is_empty() {
            found.push(most);
        }
        found
    }
}

/// All places up to `end` where a deviation turns from too small to not, as a fine scan finds them.
fn turns(end: f64, is_too_small: impl Fn(f64) -> bool) -> Vec<f64> {
    const N_PANELS: i32 = 240;
    let at = |index: i32| end * 0.94_f64.powi(N_PANELS - index);
    let is_low: Vec<bool> = (0..=N_PANELS).map(|index| index == 0 || is_too_small(at(index))).collect();
    let turns = (0..N_PANELS).filter(|&index| is_low[index as usize] && !is_low[index as usize + 1]);
    turns.map(|index| bisect(at(index), at(index + 1), 60, &is_too_small)).collect()
}

/// Where a function that hardly varies gives back what it is given; `None` if that is not found soon.
fn fixed_point(start: f64, function: impl Fn(f64) -> Option<f64>) -> Option<f64> {
    let mut at = start;
    for _ in 0..40 {
        let next = function(at)?;
        if (next - at).abs() <= 1e-14 * at {
            return Some(next);
        }
        at = next;
    }
    None
}

/// The logarithms of shares / (1 + θ slope), with θ such that the mean slope is 0. The slopes must have both signs.
fn tilt(slopes: &[(f64, f64)]) -> Vec<f64> {
    let theta = multiplier(slopes);
    slopes.iter().map(|&(slope, share)| share.ln() - (theta * slope).ln_1p()).collect()
}

/// That θ, by Newton's method between the numbers at which a share would be infinite.
fn multiplier(slopes: &[(f64, f64)]) -> f64 {
    let least = slopes.iter().fold(0.0_f64, |least, &(slope, _)| least.min(slope));
    let most = slopes.iter().fold(0.0_f64, |most, &(slope, _)| most.max(slope));
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut excess, mut fall) = (0.0, 0.0);
        for &(slope, share) in slopes {
            let part = slope / (1.0 + theta * slope);
            excess += share * part;
            fall += share * part * part;
        }
        if excess > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let newton = theta + excess / fall;
        // Newton's step where it stays inside, else half the way: it may leave the range in which all shares are positive.
        let next = if low < newton && newton < high { newton } else { 0.5 * (low + high) };
        if (next - theta).abs() <= 1e-15 * theta.abs().max(1.0) {
            break;
        }
        theta = next;
    }
    theta
}
