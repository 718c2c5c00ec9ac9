//! How much stronger one side is, with an interval that may be believed.
//!
//! **The interval.** The textbook's 95 % interval (score ± 1.96 standard errors, mapped to Elo) is good where there is
//! something to estimate a variance from, and that is what match programs print. From few or one-sided results it is
//! nonsense: ten wins of ten have no variance, so it says "100 % ± 0" (fastchess then prints `nan`). So the textbook's
//! interval is used where at least [`ENOUGH`] results lie on either side of the mean and it stays between 0 and 1.
//! Otherwise it is the *score interval*: all scores µ that a test with the variance to be expected **if µ were the truth** (see
//! [`Sample::variance_at`]) would not reject. For wins and losses only it is Wilson's interval; in general it is
//! Wilson's idea for results of several values. In a simulation (`tests/coverage.rs`) this rule covers the truth in 91
//! to 100 % of samples of 5 to 250 pairs; the textbook's alone goes down to 10 %.
//!
//! **The ends of the scale.** 100 % is no finite difference in Elo. A perfect score counts as half a draw short of it (so
//! that it is more than any other score of as many games), and an interval that is open to above ends where the upper 97.5 %
//! of Jeffreys' prior would, given nothing but wins: a finite number that grows with the games.

use crate::tails::normal_cdf;
use crate::{Sample, StatsError, elo_of_score};

/// With so many results on either side of the mean the normal approximation is good enough.
pub const ENOUGH: f64 = 5.0;

/// 95 % of a normal distribution lie within so many standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The 2.5 % point of a chi-squared distribution with one degree of freedom, halved: divided by the number of
/// observations, the 2.5 % point of the share of losses by Jeffreys' prior after nothing but wins.
const JEFFREYS: f64 = 0.000_491_034_6;

/// How an interval was had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The textbook's: score ± 1.96 standard errors.
    Normal,
    /// Wilson's idea: all scores that a test would not reject.
    Score,
}

impl Method {
    /// `normal` or `score`: the name in every machine-readable output.
    pub const fn id(self) -> &'static str {
        match self {
            Method::Normal => "normal",
            Method::Score => "score",
        }
    }
}

/// What results say about the difference in strength, seen from the side whose wins they count.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Strength {
    /// The mean score: 1 for winning everything.
    pub score: f64,
    /// The 95 % interval of the score.
    pub score_interval: (f64, f64),
    /// The difference in Elo.
    pub elo: f64,
    /// The 95 % interval of the difference in Elo.
    pub elo_interval: (f64, f64),
    /// The normalised difference in Elo: in standard deviations of a game, so that it tells how many games show it.
    pub nelo: f64,
    /// The 95 % interval of the normalised difference.
    pub nelo_interval: (f64, f64),
    /// The likelihood of superiority: how probable it is that this side is the stronger one.
    pub los: f64,
    /// How the interval was had.
    pub method: Method,
}

impl Strength {
    /// Estimates the difference in strength.
    pub fn of(sample: &Sample) -> Result<Strength, StatsError> {
        let n = sample.n();
        if n <= 0.0 {
            return Err(StatsError::NoGames);
        }
        let score = sample.score();
        let (method, score_interval) = match normal_interval(sample) {
            Some(interval) => (Method::Normal, interval),
            None => (Method::Score, score_interval(sample)),
        };
        let open_end = JEFFREYS / (n + 0.5);
        let (low, high) = score_interval;
        let nelo = normalised_elo(sample);
        Ok(Strength {
            score,
            score_interval,
            elo: elo_within(score, 0.25 / (n * sample.games_each())),
            elo_interval: (elo_within(low, open_end), elo_within(high, open_end)),
            nelo,
            nelo_interval: normalised_interval(sample, method, nelo, score_interval),
            los: superiority(sample, method),
            method,
        })
    }

    /// Whether the interval is on one side of even: the results tell who is stronger.
    pub fn is_decided(&self) -> bool {
        self.elo_interval.0 > 0.0 || self.elo_interval.1 < 0.0
    }
}

/// The Elo of a score, of which the ends of the scale fall so much short.
fn elo_within(score: f64, margin: f64) -> f64 {
    if score <= 0.0 {
        elo_of_score(margin)
    } else if score >= 1.0 {
        // Not 1 - margin, which has lost most of the margin's digits.
        -elo_of_score(margin)
    } else {
        elo_of_score(score)
    }
}

/// The textbook's 95 % interval of the score; `None` where it may not be believed.
pub fn normal_interval(sample: &Sample) -> Option<(f64, f64)> {
    let (n_worse, n_better) = sample.around_the_mean();
    if n_worse.min(n_better) < ENOUGH {
        return None;
    }
    let (score, error) = (sample.score(), Z95 * (sample.variance() / sample.n()).sqrt());
    let (low, high) = (score - error, score + error);
    (low > 0.0 && high < 1.0).then_some((low, high))
}

/// The 95 % interval of scores that a test would not reject. There must be results.
pub fn score_interval(sample: &Sample) -> (f64, f64) {
    let (n, score) = (sample.n(), sample.score());
    let is_credible = |mean: f64| n * (score - mean).powi(2) <= Z95 * Z95 * sample.variance_at(mean);
    let bound = |end: f64| {
        if score == end {
            return end;
        }
        let (mut inside, mut outside) = (score, end);
        for _ in 0..52 {
            let middle = 0.5 * (inside + outside);
            if is_credible(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    (bound(0.0), bound(1.0))
}

/// One standard deviation of a game in units of normalised Elo.
const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The 95 % interval of the normalised difference.
///
/// Where the textbook's interval may be believed, so may the expansion of mean / deviation to first order, in which also
/// the estimated deviation varies (for small differences it is what fastchess prints, 1.96 · 347.4 / √games). Elsewhere
/// the ends of the score interval are told in the deviations that the most likely distributions with those means have.
fn normalised_interval(sample: &Sample, method: Method, nelo: f64, score_interval: (f64, f64)) -> (f64, f64) {
    if method == Method::Normal {
        let half = Z95 * NELO * normalised_error(sample);
        return (nelo - half, nelo + half);
    }
    let margin = JEFFREYS / (sample.n() + 0.5);
    let at = |mean: f64| {
        let mean = mean.clamp(margin, 1.0 - margin);
        (mean - 0.5) / (sample.variance_at(mean) * sample.games_each()).sqrt() * NELO
    };
    (at(score_interval.0).min(nelo), at(score_interval.1).max(nelo))
}

/// The standard error of the mean in standard deviations of a game.
fn normalised_error(sample: &Sample) -> f64 {
    let (mean, deviation) = (sample.score(), sample.variance().sqrt());
    let moment = |power: i32| -> f64 {
        sample.shares().map(|(score, share)| share * ((score - mean) / deviation).powi(power)).sum()
    };
    let t = (mean - 0.5) / deviation;
    let variance = 1.0 - moment(3) * t + 0.25 * (moment(4) - 1.0) * t * t;
    (variance.max(0.0) / (sample.n() * sample.games_each())).sqrt()
}

/// The mean in standard deviations of a game, in units of Elo. Without any variance half an observation counts as one
/// step nearer to the middle.
fn normalised_elo(sample: &Sample) -> f64 {
    let (mut score, mut variance) = (sample.score(), sample.variance());
    if score == 0.5 {
        return 0.0;
    }
    // All results are the same: what is left is rounding.
    if variance < 1e-12 {
        let share = (0.5 / sample.n()).min(0.5);
        let step = if score > 0.5 { -sample.step() } else { sample.step() };
        score += share * step;
        variance = share * (1.0 - share) * step * step;
    }
    (score - 0.5) / (variance * sample.games_each()).sqrt() * NELO
}

/// The chance that the true score is above one half: by the variance that was seen where it may be believed, else by
/// the one to be expected if both sides were equal.
fn superiority(sample: &Sample, method: Method) -> f64 {
    let distance = sample.score() - 0.5;
    let variance = match method {
        Method::Normal => sample.variance(),
        Method::Score => sample.variance_at(0.5),
    };
    if distance.abs() < 1e-12 || variance <= 0.0 {
        return 0.5;
    }
    normal_cdf(distance / (variance / sample.n()).sqrt())
}
