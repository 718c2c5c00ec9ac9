//! Fits of weights: beside statsmodels (`tests/data/learn/fits.py`), planted weights found again within their
//! standard errors, and what has no solution.

use serde_json::Value;
use zermelo_game::stream;
use zermelo_learn::{Dataset, FitSettings, Label, LearnError, fit};

use crate::examples::{label, normal, random_sets, uniform};

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

#[test]
fn fits_are_those_of_statsmodels() {
    let reference: Value =
        serde_json::from_str(include_str!("../../../../tests/data/learn/fits.json")).expect("JSON");
    for case in reference["cases"].as_array().expect("cases") {
        let rows = case["features"].as_array().expect("rows");
        let (targets, groups) = (numbers(&case["targets"]), numbers(&case["groups"]));
        let mut data = Dataset::of_numbers(numbers(&rows[0]).len());
        for ((row, target), group) in rows.iter().zip(targets).zip(groups) {
            let row: Vec<f32> = numbers(row).into_iter().map(|value| value as f32).collect();
            data.push_numbers(&row, label(target as f32, group as u32)).expect("finite numbers");
        }
        let fits = [1, 3].map(|threads| fit(&data, &FitSettings::default(), threads).expect("a solution"));
        assert_eq!(fits[0], fits[1], "threads change nothing");
        let fit = &fits[0];
        assert!(fit.is_converged && fit.n_steps < 12, "{} steps", fit.n_steps);
        let terms: Vec<_> = fit.features.iter().chain(&fit.constant).collect();
        let near = |name: &str, got: f64, expected: f64| {
            assert!((got / expected - 1.0).abs() < 1e-6, "{name}: {got}, not {expected}");
        };
        for (term, expected) in terms.iter().zip(numbers(&case["weights"])) {
            near("weight", term.weight, expected);
        }
        for (term, expected) in terms.iter().zip(numbers(&case["standard_errors"])) {
            near("standard error", term.standard_error, expected);
        }
        for (term, expected) in terms.iter().zip(numbers(&case["errors_by_game"])) {
            near("error by game", term.error_by_game.expect("enough games"), expected);
        }
        near("loss", fit.mean_loss, case["mean_loss"].as_f64().expect("a number"));
    }
}

/// Games of `length` positions with features that share a part within a game; all have the result of the
/// game.
fn games(n: usize, length: usize, weights: &[f64], seed: u64) -> Dataset {
    let mut chance = stream(seed, "games", 0);
    let mut data = Dataset::of_numbers(weights.len());
    for game in 0..n as u32 {
        let features: Vec<f64> = weights.iter().map(|_| normal(&mut chance)).collect();
        let logit: f64 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        let target = f32::from(uniform(&mut chance) < 1.0 / (1.0 + (-logit - 0.3).exp()));
        let row: Vec<f32> = features.iter().map(|&feature| feature as f32).collect();
        for _ in 0..length {
            data.push_numbers(&row, label(target, game)).expect("finite numbers");
        }
    }
    data
}

/// 95 % intervals hold the planted weight in 95 % of simulations: 400 x 3 intervals, five standard errors of
/// that share are 0.031. Where a game is five positions that tell the same, only the errors by game are
/// right.
#[test]
fn planted_weights_lie_within_their_intervals() {
    let planted = [0.7, -0.4, 0.0];
    for length in [1, 5] {
        let (mut plain, mut by_game, mut n) = (0.0, 0.0, 0.0);
        for seed in 0..400 {
            let fit =
                fit(&games(200, length, &planted, seed), &FitSettings::default(), 1).expect("a solution");
            for (term, planted) in fit.features.iter().zip(planted) {
                let distance = (term.weight - planted).abs();
                plain += f64::from(u8::from(distance < 1.96 * term.standard_error));
                by_game += f64::from(u8::from(distance < 1.96 * term.error_by_game.expect("enough games")));
                n += 1.0;
            }
        }
        assert!((by_game / n - 0.95_f64).abs() < 0.031, "games of {length}: {} by game", by_game / n);
        if length == 1 {
            assert!((plain / n - 0.95_f64).abs() < 0.031, "{}", plain / n);
        } else {
            assert!(plain / n < 0.75, "games of {length}: {}", plain / n);
        }
    }
}

/// A table of inputs that are on or off is fitted as well: here each is worth its number.
#[test]
fn tables_of_bits_are_fitted() {
    let worth = |input: usize| input as f64 / 3.0 - 1.0;
    let data = random_sets(7, 20_000, 1, |on, chance| {
        let logit: f64 = (0..7).filter(|&input| on[input]).map(worth).sum();
        f32::from(uniform(chance) < 1.0 / (1.0 + (-logit).exp()))
    });
    let fit = fit(&data, &FitSettings { constant: false, ..FitSettings::default() }, 2).expect("a solution");
    assert!(fit.constant.is_none());
    for (input, term) in fit.features.iter().enumerate() {
        let distance = (term.weight - worth(input)).abs() / term.standard_error;
        assert!(distance < 4.0, "input {input}: {term:?}");
        assert!(term.standard_error < 0.06, "{term:?}");
    }
}

#[test]
fn perfect_prediction_needs_a_ridge() {
    let mut data = Dataset::of_numbers(2);
    let mut chance = stream(1, "perfect", 0);
    for group in 0..200 {
        let row = [normal(&mut chance) as f32, normal(&mut chance) as f32];
        data.push_numbers(&row, label(f32::from(row[0] > 0.2), group)).expect("finite numbers");
    }
    for constant in [true, false] {
        let settings = FitSettings { constant, ..FitSettings::default() };
        let free = fit(&data, &settings, 1);
        if constant {
            assert_eq!(free, Err(LearnError::Separated { ridge: 0.0 }));
        }
        let held = fit(&data, &FitSettings { ridge: 0.1, ..settings }, 1).expect("a ridge gives a solution");
        assert!(held.is_converged && held.features[0].weight > 1.0 && held.features[0].weight < 100.0);
    }
}

#[test]
fn features_that_say_the_same_are_named() {
    let mut data = Dataset::of_numbers(3);
    let mut chance = stream(1, "same", 0);
    for group in 0..100 {
        let (a, b) = (normal(&mut chance) as f32, normal(&mut chance) as f32);
        data.push_numbers(&[a, b, a + b], label(chance.below(2) as f32, group)).expect("finite numbers");
    }
    assert_eq!(fit(&data, &FitSettings::default(), 1), Err(LearnError::Redundant { feature: 2 }));
    let held = fit(&data, &FitSettings { ridge: 1.0, ..FitSettings::default() }, 1).expect("a ridge");
    let [a, b, both] = [0, 1, 2].map(|feature| held.features[feature].weight);
    assert!(a.is_finite() && b.is_finite() && both.is_finite());
    // A constant beside a constant feature.
    let mut data = Dataset::of_numbers(1);
    for group in 0..10 {
        data.push_numbers(&[1.0], label(f32::from(group % 2 == 0), group)).expect("finite numbers");
    }
    assert_eq!(fit(&data, &FitSettings::default(), 1), Err(LearnError::Redundant { feature: 1 }));
    // A feature that is always 0.
    let mut data = Dataset::of_numbers(1);
    data.push_numbers(&[0.0], label(1.0, 0)).expect("finite numbers");
    assert_eq!(fit(&data, &FitSettings::default(), 1), Err(LearnError::Redundant { feature: 0 }));
}

/// Weights are counts, shares are mixtures: two equal examples are one of weight 2; a win and a loss are half
/// a point twice.
#[test]
fn weights_are_counts() {
    let (mut long, mut short) = (Dataset::of_numbers(1), Dataset::of_numbers(1));
    let mut chance = stream(1, "counts", 0);
    for group in 0..50 {
        let row = [normal(&mut chance) as f32];
        for target in [1.0, 0.0, 1.0, 0.0, f32::from(row[0] > normal(&mut chance) as f32)] {
            long.push_numbers(&row, label(target, group)).expect("finite numbers");
        }
        let last = long.label(long.len() - 1).target;
        short.push_numbers(&row, Label { target: (2.0 + last) / 5.0, weight: 5.0, group }).expect("finite");
    }
    let [long, short] = [long, short].map(|data| fit(&data, &FitSettings::default(), 1).expect("a solution"));
    let (long, short) = (long.features[0], short.features[0]);
    assert!((long.weight - short.weight).abs() < 1e-6, "{} and {}", long.weight, short.weight);
    assert!((long.standard_error - short.standard_error).abs() < 1e-6);
}

#[test]
fn bad_fits_are_refused() {
    let empty = Dataset::of_numbers(2);
    assert!(matches!(fit(&empty, &FitSettings::default(), 1), Err(LearnError::Empty { .. })));
    let mut data = Dataset::of_numbers(1);
    data.push_numbers(&[1.0], label(1.2, 0)).expect("finite numbers");
    let error = fit(&data, &FitSettings::default(), 1);
    assert!(matches!(error, Err(LearnError::BadExample { index: 0, .. })), "{error:?}");
    for bad in [
        FitSettings { ridge: -1.0, ..FitSettings::default() },
        FitSettings { ridge: f64::NAN, ..FitSettings::default() },
        FitSettings { most_steps: 0, ..FitSettings::default() },
    ] {
        assert!(
            matches!(fit(&games(20, 1, &[1.0], 1), &bad, 1), Err(LearnError::BadSetting { .. })),
            "{bad:?}"
        );
    }
}
