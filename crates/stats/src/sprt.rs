//! Wald's sequential test: play on until one of two hypotheses about the strength is rejected.
//!
//! The statistic is the generalised logarithmic likelihood ratio of [`crate::likelihood`], which works for single games
//! and for pairs of games alike, and whatever kinds of result are missing. The error rates are those of a test that is
//! looked at after every observation.

use crate::error::{StatsError, inside_unit};
use crate::likelihood::Observed;
use crate::{Sample, score_of_elo};

/// What the two hypotheses are told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The usual Elo: the mean score is that of this difference. The number of games it takes hangs on the share of draws.
    Logistic,
    /// Normalised Elo: the mean in standard deviations of a game. The number of games is the same for all games.
    Normalised,
}

impl Scale {
    /// `logistic` or `normalized`: the name in experiment files and in every machine-readable output.
    pub const fn id(self) -> &'static str {
        match self {
            Scale::Logistic => "logistic",
            Scale::Normalised => "normalized",
        }
    }

    /// The greatest bound, either way, for which a test makes sense.
    const fn most(self) -> f64 {
        match self {
            Scale::Logistic => 1000.0,
            Scale::Normalised => 200.0,
        }
    }
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet: play on.
    Open,
    /// The difference is not greater than the lower bound.
    Lower,
    /// The difference is at least the upper bound.
    Upper,
}

/// A sequential test of two differences in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    scale: Scale,
    elo: (f64, f64),
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// Tests whether the difference is `elo.1` and not `elo.0`, the smaller one. `alpha` is the chance to accept the
    /// upper one when the lower one is true, `beta` the chance of the opposite error.
    pub fn new(scale: Scale, elo: (f64, f64), alpha: f64, beta: f64) -> Result<Sprt, StatsError> {
        inside_unit("alpha", alpha)?;
        inside_unit("beta", beta)?;
        let bad = |name, value: f64, expected| {
            Err(StatsError::BadParameter { name, value: value.to_string(), expected })
        };
        if alpha + beta >= 1.0 {
            return bad(
                "alpha + beta",
                alpha + beta,
                "less than 1, or the test is no better than a coin toss",
            );
        }
        for bound in [elo.0, elo.1] {
            if bound.is_nan() || bound.abs() > scale.most() {
                return bad("a bound of the test", bound, "at most 1000 Elo, or 200 normalised Elo, from 0");
            }
        }
        if elo.0 >= elo.1 {
            let lower = elo.0;
            return Err(StatsError::BadParameter {
                name: "elo1",
                value: format!("{}, with elo0 = {lower}", elo.1),
                expected: "greater than elo0",
            });
        }
        Ok(Sprt { scale, elo, alpha, beta })
    }

    /// The differences that the test tells apart.
    pub fn elo(&self) -> (f64, f64) {
        self.elo
    }

    /// What these differences are told in.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The chance to accept the upper difference when the lower one is true, and the chance of the opposite error.
    pub fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// The likelihood ratios, as logarithms, at which the lower or the upper hypothesis is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: how much better the upper hypothesis explains the results.
    pub fn log_ratio(&self, sample: &Sample) -> f64 {
        if sample.n() <= 0.0 {
            return 0.0;
        }
        let observed = Observed::of(sample);
        let distribution = |elo: f64| match self.scale {
            Scale::Logistic => observed.with_mean(score_of_elo(elo)),
            Scale::Normalised => {
                let per_game = elo * std::f64::consts::LN_10 / 800.0;
                observed.with_normalised_mean(per_game * sample.games_each().sqrt())
            }
        };
        observed.log_ratio(&distribution(self.elo.0), &distribution(self.elo.1))
    }

    /// What the test says after these results.
    pub fn verdict(&self, sample: &Sample) -> Verdict {
        let ((lower, upper), ratio) = (self.bounds(), self.log_ratio(sample));
        if ratio >= upper {
            Verdict::Upper
        } else if ratio <= lower {
            Verdict::Lower
        } else {
            Verdict::Open
        }
    }
}

/// The normal approximation of the logarithmic likelihood ratio of two differences in Elo: quick, good near the middle,
/// and misleading where the results hardly vary (after nothing but wins it is absurd).
pub fn normal_log_ratio(sample: &Sample, elo: (f64, f64)) -> f64 {
    if sample.n() <= 0.0 {
        return 0.0;
    }
    let (s0, s1) = (score_of_elo(elo.0), score_of_elo(elo.1));
    let observed = Observed::of(sample);
    let mean: f64 = observed.shares.iter().map(|(score, share)| score * share).sum();
    let variance: f64 = observed.shares.iter().map(|(score, share)| share * (score - mean).powi(2)).sum();
    observed.n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
}
