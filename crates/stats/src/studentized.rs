//! The studentized range: how far apart the extreme ones of k normal means lie, in units of an estimated standard error.
//!
//! Its distribution is a double integral: over the estimate s of the standard deviation (a scaled chi variable), and over
//! the smallest of the k values. Both are smooth, so Gauss and Legendre's rule on a few panels is exact to about 1e-12.

use crate::error::StatsError;
use crate::tails::{normal_cdf, normal_density};

/// So many standard deviations hold all but 1e-16 of a normal distribution.
const FAR: f64 = 8.5;

/// A range beyond this has no chance worth counting, of however many values.
const FARTHEST: f64 = 25.0;

/// Abscissas of the rule with 16 points, the positive half, and their weights.
const RULE: [(f64, f64); 8] = [
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_58),
    (0.458_016_777_657_227_37, 0.169_156_519_395_002_54),
    (0.617_876_244_402_643_7, 0.149_595_988_816_576_73),
    (0.755_404_408_355_003, 0.124_628_971_255_533_88),
    (0.865_631_202_387_831_7, 0.095_158_511_682_492_78),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_894),
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_096),
];

/// The integral of a smooth function over `n_panels` panels of equal width.
fn integrate(low: f64, high: f64, n_panels: usize, function: impl Fn(f64) -> f64) -> f64 {
    let half = 0.5 * (high - low) / n_panels as f64;
    let panel = |index: usize| -> f64 {
        let middle = low + half * (2 * index + 1) as f64;
        RULE.iter()
            .map(|&(x, weight)| weight * (function(middle - half * x) + function(middle + half * x)))
            .sum()
    };
    half * (0..n_panels).map(panel).sum::<f64>()
}

/// The chance that the range of `k` standard normal values exceeds `w`: that not all the others lie within `w` above the
/// smallest one.
fn range_tail(w: f64, k: f64) -> f64 {
    let within = integrate(-FAR, FAR, 6, |smallest| {
        let share = normal_cdf(-smallest) - normal_cdf(-smallest - w);
        normal_density(smallest) * share.powf(k - 1.0)
    });
    (1.0 - k * within).clamp(0.0, 1.0)
}

/// The chance that the studentized range of `n_groups` means exceeds `q`, if the standard error has `df` degrees of
/// freedom (infinite: it is known).
pub fn studentized_range_tail(q: f64, n_groups: usize, df: f64) -> Result<f64, StatsError> {
    check(n_groups, df)?;
    if q.is_nan() {
        let expected = "a number";
        return Err(StatsError::BadParameter {
            name: "the studentized range",
            value: q.to_string(),
            expected,
        });
    }
    if q <= 0.0 {
        return Ok(1.0);
    }
    Ok(tail(q, n_groups as f64, df))
}

fn tail(q: f64, k: f64, df: f64) -> f64 {
    if df.is_infinite() {
        return range_tail(q, k);
    }
    let reach = FAR / df.sqrt();
    let (low, high) = ((1.0 - reach).max(0.0), 1.0 + reach);
    // The density of s but for a factor, which the second integral supplies without any gamma function.
    let density = |s: f64| ((df - 1.0) * s.ln() - 0.5 * df * (s * s - 1.0)).exp();
    // Where q s is large the inner tail is nothing: leave that out, or a large q would hide between two abscissas.
    let end = high.min(FARTHEST / q);
    if end <= low {
        return 0.0;
    }
    let exceeding = integrate(low, end, 8, |s| density(s) * range_tail(q * s, k));
    (exceeding / integrate(low, high, 8, density)).min(1.0)
}

/// The number that the studentized range exceeds with the chance `p`.
pub fn studentized_range_upper_quantile(p: f64, n_groups: usize, df: f64) -> Result<f64, StatsError> {
    check(n_groups, df)?;
    crate::error::inside_unit("the chance to exceed a quantile", p)?;
    let k = n_groups as f64;
    let mut high = 4.0;
    while tail(high, k, df) > p && high < 1e12 {
        high *= 2.0;
    }
    Ok(falling_root(0.0, high, |q| tail(q, k, df) - p))
}

/// The root of a falling function that costs much: false position, which halves the weight of an end that stays (Illinois).
fn falling_root(low: f64, high: f64, function: impl Fn(f64) -> f64) -> f64 {
    let (mut a, mut b) = (low, high);
    let (mut at_a, mut at_b) = (function(a), function(b));
    for _ in 0..100 {
        let c = (a * at_b - b * at_a) / (at_b - at_a);
        let at_c = function(c);
        if at_c.abs() < 1e-14 || (b - a).abs() < 1e-11 {
            return c;
        }
        if at_c * at_b < 0.0 {
            (a, at_a) = (b, at_b);
        } else {
            at_a *= 0.5;
        }
        (b, at_b) = (c, at_c);
    }
    b
}

fn check(n_groups: usize, df: f64) -> Result<(), StatsError> {
    if n_groups < 2 {
        return Err(StatsError::TooFewGroups { got: n_groups });
    }
    if df >= 1.0 {
        return Ok(());
    }
    let expected = "at least 1";
    Err(StatsError::BadParameter {
        name: "the number of degrees of freedom",
        value: df.to_string(),
        expected,
    })
}
