//! Tails and quantiles against scipy's.

use serde_json::Value;
use zermelo_stats::StatsError;
use zermelo_stats::studentized::{studentized_range_tail, studentized_range_upper_quantile};
use zermelo_stats::tails::{
    beta_cdf, beta_quantile, chi_squared_tail, f_tail, normal_cdf, normal_quantile, t_tail, t_upper_quantile,
};

use crate::reference::{list, number, read, whole};

/// Tails are small numbers, of which nine digits shall be right and not nine places.
#[track_caller]
fn assert_digits(got: f64, expected: &Value, case: &Value) {
    let expected = number(expected);
    assert!((got - expected).abs() <= 1e-9 * expected.abs(), "{case}: {got}");
}

#[test]
fn tails_agree() {
    let data = read("distributions.json");
    for case in list(&data["f_sf"]) {
        assert_digits(f_tail(number(&case["F"]), number(&case["d1"]), number(&case["d2"])), &case["p"], case);
    }
    for case in list(&data["chi2_sf"]) {
        assert_digits(chi_squared_tail(number(&case["x"]), number(&case["df"])), &case["p"], case);
    }
    for case in list(&data["t_sf"]) {
        assert_digits(t_tail(number(&case["t"]), number(&case["df"])), &case["p_one_sided"], case);
    }
    for case in list(&data["norm_cdf"]) {
        assert_digits(normal_cdf(number(&case["z"])), &case["p"], case);
    }
}

#[test]
fn quantiles_undo_tails() {
    for p in [1e-12, 1e-4, 0.025, 0.3, 0.5, 0.7, 0.999] {
        assert!((normal_cdf(normal_quantile(p)) - p).abs() <= 1e-13 * p.max(1e-3), "{p}");
        for df in [1.0, 2.5, 10.0, 1e6] {
            assert!((t_tail(t_upper_quantile(p, df), df) - p).abs() <= 1e-9 * p, "{p} {df}");
        }
        for (a, b) in [(0.5, 0.5), (1.0, 7.0), (300.0, 20.0)] {
            assert!((beta_cdf(beta_quantile(p, a, b), a, b) - p).abs() <= 1e-9 * p, "{p} {a} {b}");
        }
    }
    assert!((normal_quantile(0.975) - 1.959963984540054).abs() < 1e-14);
}

#[test]
fn the_studentized_range_agrees() {
    let data = read("distributions.json");
    for case in list(&data["studentized_range_sf"]) {
        let k = whole(&case["k"]) as usize;
        // The reference counts 100,000 degrees of freedom and more as infinitely many, an error of 4e-7 here.
        let df = Some(number(&case["df"])).filter(|&df| df < 1e5).unwrap_or(f64::INFINITY);
        let tail = studentized_range_tail(number(&case["q"]), k, df).expect("a tail");
        assert!((tail - number(&case["p"])).abs() < 1e-9, "{case}: {tail}");
    }
    for case in list(&data["studentized_range_ppf95"]) {
        let k = whole(&case["k"]) as usize;
        let q = studentized_range_upper_quantile(0.05, k, number(&case["df"])).expect("a quantile");
        assert!((q - number(&case["q"])).abs() < 1e-7, "{case}: {q}");
    }
}

/// The range of two values is their difference: √2 times Student's t.
#[test]
fn the_studentized_range_of_two_is_students_t() {
    for df in [1.0, 2.0, 3.5, 12.0, 400.0] {
        for q in [0.01, 0.5, 2.0, 6.0, 40.0] {
            let tail = studentized_range_tail(q, 2, df).expect("a tail");
            let expected = 2.0 * t_tail(q * std::f64::consts::FRAC_1_SQRT_2, df);
            assert!((tail - expected).abs() < 1e-9, "{q} {df}: {tail} instead of {expected}");
        }
    }
}

#[test]
fn senseless_ranges_are_refused() {
    assert_eq!(studentized_range_tail(1.0, 1, 5.0), Err(StatsError::TooFewGroups { got: 1 }));
    assert!(studentized_range_tail(f64::NAN, 3, 5.0).is_err());
    assert!(studentized_range_tail(1.0, 3, f64::NAN).is_err());
    assert!(studentized_range_upper_quantile(0.0, 3, 5.0).is_err());
    assert_eq!(studentized_range_tail(-1.0, 3, 5.0), Ok(1.0));
    let (known, nearly) =
        (studentized_range_tail(3.31, 3, f64::INFINITY), studentized_range_tail(3.31, 3, 1e6));
    let (known, nearly) = (known.expect("a tail"), nearly.expect("a tail"));
    assert!(known < nearly && nearly < known + 1e-6, "{known} {nearly}");
}
