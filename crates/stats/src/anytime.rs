//! An interval of the mean score that may be looked at after every game, and the match be stopped at any time.
//!
//! An ordinary 95 % interval holds the truth with 95 % at one time chosen before. Whoever looks after every game and stops
//! when it suits will be misled far more often. This one holds the truth **at all times at once** with 95 %.
//!
//! **Why.** Bet against the claim that the mean is µ: with a stake λ the capital grows by the factor 1 + λ (score − µ). If
//! the claim is true no bet gains on average, so by Ville's inequality the capital ever exceeds 1/α with a chance of at most
//! α. The interval is the set of means against which the bets have not won so much (Waudby-Smith and Ramdas). We spread the
//! capital over fixed stakes, geometric from the boldest allowed down to 2⁻²⁴ of it, and bet half of α from each side. Fixed
//! stakes have two virtues: the capital hangs on the counts alone and not on their order, so that this is a pure function
//! of a [`Sample`]; and it falls as µ rises, so that the set is an interval, whose ends bisection finds.

use crate::error::{StatsError, inside_unit};
use crate::tails::bisect;
use crate::{Sample, elo_of_score};

/// How many stakes share the capital; each is the one before divided by √2.
const N_STAKES: usize = 49;

/// How much capital a stake gets, but for a factor: the one that suits a thousand results best gets the most, those ten
/// steps away a quarter of it.
fn endowment(index: usize) -> f64 {
    1.0 / (1.0 + ((index as f64 - 10.0) / 6.0).powi(2))
}

/// The interval of the mean score that holds at all times at once.
pub fn anytime_interval(sample: &Sample, confidence: f64) -> Result<(f64, f64), StatsError> {
    inside_unit("the confidence", confidence)?;
    if sample.n() <= 0.0 {
        return Ok((0.0, 1.0));
    }
    let enough = (2.0 / (1.0 - confidence)).ln();
    Ok((lower_end(sample, enough), 1.0 - lower_end(&sample.mirrored(), enough)))
}

/// The same in Elo. `None` for an end that is open.
pub fn anytime_elo_interval(
    sample: &Sample,
    confidence: f64,
) -> Result<(Option<f64>, Option<f64>), StatsError> {
    let (low, high) = anytime_interval(sample, confidence)?;
    Ok(((low > 0.0).then(|| elo_of_score(low)), (high < 1.0).then(|| elo_of_score(high))))
}

/// The greatest mean against which bets on higher scores have won enough, rounded down.
fn lower_end(sample: &Sample, enough: f64) -> f64 {
    let score = sample.score();
    if score <= 0.0 {
        return 0.0;
    }
    let end = bisect(0.0, score, 50, |mean| log_capital(sample, mean) >= enough);
    // Bisection ends within this of the exact number.
    (end - score * 1e-14).max(0.0)
}

/// How much doubt there is, at all times at once, that the mean is not `mean`: a p-value that may be looked at whenever one
/// likes. The interval holds the means for which it exceeds one less the confidence. 1 if there are no results.
pub fn anytime_p(sample: &Sample, mean: f64) -> Result<f64, StatsError> {
    inside_unit("the mean score", mean)?;
    let most = log_capital(sample, mean).max(log_capital(&sample.mirrored(), 1.0 - mean));
    Ok((2.0 * (-most).exp()).min(1.0))
}

/// The logarithm of the capital of all who bet that the mean is greater than `mean`.
fn log_capital(sample: &Sample, mean: f64) -> f64 {
    let (counts, step) = (sample.counts(), sample.step());
    let (mut logs, mut total, mut stake) = ([0.0; N_STAKES], 0.0, 1.0);
    for (index, log) in logs.iter_mut().enumerate() {
        total += endowment(index);
        *log = endowment(index).ln();
        for (kind, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0.0) {
            *log += count * (stake * (kind as f64 * step / mean - 1.0)).ln_1p();
        }
        stake *= std::f64::consts::FRAC_1_SQRT_2;
    }
    let most = logs.iter().fold(f64::NEG_INFINITY, |most, &log| most.max(log));
    most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / total).ln()
}
