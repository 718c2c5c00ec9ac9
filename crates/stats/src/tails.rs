//! Tails and quantiles of the distributions that tests are made of.
//!
//! The incomplete beta and gamma functions come from `statrs`, good to nine digits and more up to about 10⁵ degrees of
//! freedom, and to six up to 10⁸. Quantiles are found by bisection on the tail, so that a quantile and its tail always
//! agree. If an argument is not a number, or degrees of freedom are not positive, neither is the answer a number.

use libm::erfc;
use statrs::function::beta::beta_reg;
use statrs::function::gamma::gamma_ur;

/// The standard normal distribution function.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The standard normal density.
pub(crate) fn normal_density(z: f64) -> f64 {
    (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The number below which a standard normal variable falls with this probability, strictly between 0 and 1.
pub fn normal_quantile(p: f64) -> f64 {
    debug_assert!(0.0 < p && p < 1.0, "no quantile at {p}");
    // By symmetry in the lower half, where the distribution function keeps all its digits.
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    if p == 0.5 {
        return 0.0;
    }
    let mut z = bisect(-39.0, 0.0, 40, |z| normal_cdf(z) < p);
    // Newton's step squares the error that bisection left.
    for _ in 0..2 {
        z -= (normal_cdf(z) - p) / normal_density(z);
    }
    z
}

/// The chance that a chi-squared variable exceeds `x`.
pub fn chi_squared_tail(x: f64, df: f64) -> f64 {
    if x.is_nan() || df.is_nan() || df <= 0.0 {
        f64::NAN
    } else if x <= 0.0 || df.is_infinite() {
        1.0
    } else if x.is_infinite() {
        0.0
    } else {
        gamma_ur(0.5 * df, 0.5 * x).clamp(0.0, 1.0)
    }
}

/// The chance that Fisher's F exceeds `f`.
pub fn f_tail(f: f64, df_between: f64, df_within: f64) -> f64 {
    if f <= 0.0 {
        return 1.0;
    }
    beta_cdf(df_within / (df_within + df_between * f), 0.5 * df_within, 0.5 * df_between)
}

/// The chance that Student's t exceeds `t`.
pub fn t_tail(t: f64, df: f64) -> f64 {
    if df.is_infinite() {
        return normal_cdf(-t);
    }
    let upper = 0.5 * beta_cdf(df / (df + t * t), 0.5 * df, 0.5);
    if t < 0.0 { 1.0 - upper } else { upper }
}

/// The number that Student's t exceeds with the chance `p`, strictly between 0 and 1.
pub fn t_upper_quantile(p: f64, df: f64) -> f64 {
    debug_assert!(0.0 < p && p < 1.0, "no quantile at {p}");
    if p > 0.5 {
        return -t_upper_quantile(1.0 - p, df);
    }
    let mut high = 1.0;
    while t_tail(high, df) > p && high < 1e300 {
        high *= 2.0;
    }
    bisect(0.0, high, 200, |t| t_tail(t, df) > p)
}

/// The beta distribution function: the regularised incomplete beta function.
pub fn beta_cdf(x: f64, a: f64, b: f64) -> f64 {
    if x.is_nan() || a.is_nan() || b.is_nan() || a <= 0.0 || b <= 0.0 {
        f64::NAN
    } else if x <= 0.0 {
        0.0
    } else if x >= 1.0 {
        1.0
    } else {
        beta_reg(a, b, x).clamp(0.0, 1.0)
    }
}

/// The number below which a beta variable falls with the chance `p`.
pub fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    bisect(0.0, 1.0, 200, |x| beta_cdf(x, a, b) < p)
}

/// Where `is_below` turns from true to false, by halving until neighbouring numbers are reached.
pub(crate) fn bisect(low: f64, high: f64, n_steps: usize, is_below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..n_steps {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}
