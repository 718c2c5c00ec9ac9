//! Lists of numbers: correlations, bootstraps, smooth curves, and the coverage of their intervals.

use zermelo_stats::StatsError;
use zermelo_stats::bootstrap::Bootstrap;
use zermelo_stats::correlation::{pearson, spearman};
use zermelo_stats::loess::Loess;
use zermelo_stats::summary::Summary;

use crate::chance::{dice, normal, uniform};
use crate::reference::{assert_within, number, numbers, read};

/// Anscombe's first set, whose correlation is printed everywhere, and closed forms for the intervals.
#[test]
fn correlations_agree() {
    let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
    let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    let linear = pearson(&x, &y, 0.95).expect("a correlation");
    assert_within(linear.r, 0.816_420_516_344_843_5, 1e-12, "r");
    // The slope's p in R's summary of the linear model is the same one.
    assert!((linear.p - 0.002_169_6).abs() < 5e-8, "{linear:?}");
    let half = 1.959_963_984_540_054 / 8_f64.sqrt();
    assert_within(linear.interval.0, (linear.r.atanh() - half).tanh(), 1e-12, "low");
    assert_within(linear.interval.1, (linear.r.atanh() + half).tanh(), 1e-12, "high");
    let by_rank = spearman(&x, &y, 0.95).expect("a correlation");
    // 1 - 6 Σd² / (n³ - n), as there are no ties.
    assert_within(by_rank.r, 1.0 - 6.0 * 40.0 / 1320.0, 1e-12, "rank correlation");
    let swapped = spearman(&y, &x, 0.95).expect("a correlation");
    assert_within(swapped.r, by_rank.r, 1e-12, "either way");
}

#[test]
fn degenerate_correlations() {
    let (rising, constant) = ([1.0, 2.0, 3.0, 4.0, 5.0], [0.1; 5]);
    for correlation in [pearson, spearman] {
        let perfect = correlation(&rising, &rising, 0.95).expect("a correlation");
        assert!(
            (perfect.r - 1.0).abs() < 1e-12 && perfect.p < 1e-9 && perfect.interval.1 <= 1.0,
            "{perfect:?}"
        );
        assert!(perfect.interval.0.is_finite() && perfect.interval.1.is_finite(), "{perfect:?}");
        assert!(matches!(correlation(&rising, &constant, 0.95), Err(StatsError::NoVariance { .. })));
        assert!(matches!(correlation(&rising, &rising[1..], 0.95), Err(StatsError::UnequalLengths { .. })));
        assert!(matches!(correlation(&rising[..2], &rising[..2], 0.95), Err(StatsError::TooFew { .. })));
        let with_nan = [1.0, f64::NAN, 3.0, 4.0, 5.0];
        assert!(matches!(correlation(&rising, &with_nan, 0.95), Err(StatsError::NotFinite { index: 1, .. })));
        let three = correlation(&rising[..3], &[1.0, 3.0, 2.0], 0.95).expect("a correlation");
        assert_eq!(three.interval, (-1.0, 1.0));
    }
}

/// The intervals of correlations and means hold the truth in 95 % of samples.
#[test]
fn intervals_of_samples_hold_what_they_promise() {
    const N_SAMPLES: u32 = 2000;
    let mut dice = dice("correlation", 0);
    let (mut n_linear, mut n_rank, mut n_mean) = (0, 0, 0);
    // Of a normal pair with correlation r, the rank correlation is 6/π asin(r/2).
    let (r, rank) = (0.6, 6.0 / std::f64::consts::PI * 0.3_f64.asin());
    for _ in 0..N_SAMPLES {
        let x: Vec<f64> = (0..40).map(|_| normal(&mut dice)).collect();
        let y: Vec<f64> = x.iter().map(|x| r * x + (1.0 - r * r).sqrt() * normal(&mut dice)).collect();
        let holds = |(low, high): (f64, f64), truth: f64| u32::from(low <= truth && truth <= high);
        n_linear += holds(pearson(&x, &y, 0.95).expect("a correlation").interval, r);
        n_rank += holds(spearman(&x, &y, 0.95).expect("a correlation").interval, rank);
        n_mean += holds(Summary::of(&x[..6]).expect("values").mean_interval(0.95).expect("an interval"), 0.0);
    }
    let share = |n: u32| f64::from(n) / f64::from(N_SAMPLES);
    println!("held: Pearson {}, Spearman {}, mean of six {}", share(n_linear), share(n_rank), share(n_mean));
    for held in [share(n_linear), share(n_rank), share(n_mean)] {
        assert!((0.935..0.965).contains(&held), "{held}");
    }
}

/// The mean of skewed values: percentile and basic intervals are known to fall short a little, Efron's less.
#[test]
fn bootstrap_intervals_hold_nearly_what_they_promise() {
    const N_SAMPLES: u64 = 400;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let mut held = [0_u32; 3];
    for index in 0..N_SAMPLES {
        let mut dice = dice("bootstrap coverage", index);
        let values: Vec<f64> = (0..50).map(|_| -(1.0 - uniform(&mut dice)).ln()).collect();
        let bootstrap = Bootstrap::of(&values, mean, 500, &mut dice).expect("a bootstrap");
        let intervals = [bootstrap.percentile(0.95), bootstrap.basic(0.95), bootstrap.bias_corrected(0.95)];
        for (held, interval) in held.iter_mut().zip(intervals) {
            let (low, high) = interval.expect("an interval");
            *held += u32::from(low <= 1.0 && 1.0 <= high);
        }
    }
    let held = held.map(|n| f64::from(n) / N_SAMPLES as f64);
    println!("bootstrap held: percentile {}, basic {}, bias-corrected {}", held[0], held[1], held[2]);
    assert!(held[0] >= 0.89 && held[1] >= 0.88 && held[2] >= 0.91, "{held:?}");
}

#[test]
fn bootstraps_repeat_and_degenerate_ones_stay_finite() {
    let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let draw = |index| Bootstrap::of(&values, mean, 2000, &mut dice("repeat", index)).expect("a bootstrap");
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    // The standard error of a mean is known: the deviation with divisor n, divided by √n.
    let exact = (Summary::of(&values).expect("values").squares / 64.0).sqrt();
    assert!((draw(1).standard_error() - exact).abs() < 0.05 * exact, "{}", draw(1).standard_error());
    let constant = Bootstrap::of(&[2.0; 5], mean, 100, &mut dice("constant", 0)).expect("a bootstrap");
    assert_eq!(constant.bias_corrected(0.95), Ok((2.0, 2.0)));
    assert_eq!(constant.basic(0.95), Ok((2.0, 2.0)));
    let dice = &mut dice("errors", 0);
    assert!(matches!(Bootstrap::of(&[1.0], mean, 100, dice), Err(StatsError::TooFew { .. })));
    assert!(matches!(Bootstrap::of(&values, |_| f64::NAN, 100, dice), Err(StatsError::NotFinite { .. })));
    assert!(matches!(Bootstrap::of(&[f64::NAN; 3], mean, 100, dice), Err(StatsError::NotFinite { .. })));
    assert!(constant.percentile(1.5).is_err());
}

/// Stopping distances of cars, as smoothed by R (`loess` with a direct surface, printed in its manual's example).
#[test]
fn loess_agrees_with_r() {
    let data = read("cars.json");
    let (speed, distance) = (numbers(&data["speed"]), numbers(&data["dist"]));
    let places: Vec<f64> = (5..=30).map(f64::from).collect();
    let curve = Loess::default().smooth(&speed, &distance, &places).expect("a curve");
    // R's scale of the residuals is itself an approximation, ours is not; the ratio is good to the printed digits.
    let scale = number(&data["residual_scale"]);
    assert!((curve.residual_deviation / scale - 1.0).abs() < 1e-3, "{curve:?}");
    for (got, expected) in curve.standard_error.iter().zip(numbers(&data["standard_errors"])) {
        assert!(
            (got / curve.residual_deviation - expected / scale).abs() < 3e-7,
            "{got} instead of {expected}"
        );
    }
    for (got, expected) in curve.fit.iter().zip(numbers(&data["fit"])) {
        assert!((got - expected).abs() < 5.1e-7, "{got} instead of {expected}");
    }
}

/// A parabola is its own smooth curve; noise is averaged out, and the band holds the truth.
#[test]
fn loess_keeps_parabolas_and_its_band_holds_the_truth() {
    let x: Vec<f64> = (0..60).map(|index| f64::from(index) / 10.0).collect();
    let parabola = |x: f64| 1.0 - 2.0 * x + 0.5 * x * x;
    let y: Vec<f64> = x.iter().map(|&x| parabola(x)).collect();
    let curve = Loess { span: 0.5, ..Loess::default() }.smooth(&x, &y, &[0.0, 2.34, 5.9]).expect("a curve");
    for (fit, place) in curve.fit.iter().zip([0.0, 2.34, 5.9]) {
        assert_within(*fit, parabola(place), 1e-9, "parabola");
    }
    // Where every point counts alike it is one parabola for all, with its three parameters.
    let whole = Loess { span: 1e4, ..Loess::default() }.smooth(&x, &y, &[1.0]).expect("a curve");
    assert_within(whole.n_parameters, 3.0, 1e-6, "parameters");
    assert_within(whole.df, 57.0, 1e-6, "degrees of freedom");
    let mut dice = dice("loess", 0);
    let mut n_held = 0;
    for _ in 0..400 {
        let noisy: Vec<f64> = y.iter().map(|y| y + normal(&mut dice)).collect();
        let curve = Loess::default().smooth(&x, &noisy, &[2.0]).expect("a curve");
        n_held += u32::from(curve.band[0].0 <= parabola(2.0) && parabola(2.0) <= curve.band[0].1);
    }
    println!("loess band held in {n_held} of 400");
    assert!((368..=392).contains(&n_held), "{n_held}");
}

#[test]
fn degenerate_curves() {
    let loess = Loess::default();
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    assert!(matches!(loess.smooth(&x, &x[1..], &[1.0]), Err(StatsError::UnequalLengths { .. })));
    assert!(matches!(loess.smooth(&[1.0], &[1.0], &[1.0]), Err(StatsError::TooFew { .. })));
    assert!(matches!(loess.smooth(&x, &[f64::NAN; 8], &[1.0]), Err(StatsError::NotFinite { .. })));
    assert!(Loess { span: 0.0, ..loess }.smooth(&x, &x, &[1.0]).is_err());
    assert!(Loess { degree: 3, ..loess }.smooth(&x, &x, &[1.0]).is_err());
    // All at one place: their mean.
    let curve = loess.smooth(&[2.0; 6], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2.0]).expect("a curve");
    assert_within(curve.fit[0], 3.5, 1e-12, "a mean");
    // A span too narrow for anything but the points themselves leaves no freedom, or a finite answer.
    for span in [0.01, 0.2, 0.4, 1.0, 3.0] {
        match (Loess { span, ..loess }).smooth(
            &x,
            &[2.0, 1.0, 4.0, 3.0, 6.0, 5.0, 8.0, 7.0],
            &[0.0, 4.5, 20.0],
        ) {
            Ok(curve) => {
                assert!(curve.fit.iter().chain(&curve.standard_error).all(|value| value.is_finite()));
            }
            Err(error) => {
                assert!(
                    matches!(error, StatsError::TooFew { .. } | StatsError::NoVariance { .. }),
                    "{error}"
                );
            }
        }
    }
}
