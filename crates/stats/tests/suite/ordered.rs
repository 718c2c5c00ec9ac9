//! The ordered model finds what results were drawn from, and what can be worked out by hand.

use zermelo_stats::StatsError;
use zermelo_stats::ordered::{Case, Ended, fit, shares};

use crate::chance::{dice, draw};

fn cases(numbers: &[f64], results: [usize; 3]) -> Vec<Case> {
    let kinds = [Ended::Won, Ended::Drawn, Ended::Lost];
    let case = |ended| Case { numbers: numbers.to_vec(), ended };
    kinds.into_iter().zip(results).flat_map(|(ended, n)| vec![case(ended); n]).collect()
}

/// With nothing but a constant the shares of the results are the most likely probabilities.
#[test]
fn a_constant_fits_the_shares() {
    for results in [[50, 30, 20], [1, 1, 1], [900, 1, 99], [3, 400, 1], [7, 0, 3]] {
        let n: usize = results.iter().sum();
        let found = fit(&cases(&[2.0], results), 0.0).unwrap();
        let told = shares(2.0 * found.weights[0], found.draws);
        for (told, count) in told.into_iter().zip(results) {
            assert!((told - count as f64 / n as f64).abs() < 1e-7, "{results:?}: {found:?} tells {told}");
        }
        // By hand: the odds are half the difference of the two log-odds, the width minus half their sum.
        let log_odds = |count: usize| (count as f64 / (n - count) as f64).ln();
        let (won, lost) = (log_odds(results[0]), log_odds(results[2]));
        assert!((2.0 * found.weights[0] - 0.5 * (won - lost)).abs() < 1e-6, "{results:?}: {found:?}");
        assert!((found.draws + 0.5 * (won + lost)).abs() < 1e-6, "{results:?}: {found:?}");
    }
}

/// Of 40,000 cases the standard errors are about 0.015.
#[test]
fn what_was_put_in_is_found_again() {
    for (weights, draws) in [([0.8, 0.4, -0.3], 0.7), ([1.5, 0.0, 0.2], 0.05), ([0.3, -0.2, 0.1], 2.5)] {
        let mut dice = dice("ordered", 0);
        let kinds = [Ended::Won, Ended::Drawn, Ended::Lost];
        let drawn: Vec<Case> = (0..40_000)
            .map(|index| {
                let side = if index % 2 == 0 { 1.0 } else { -1.0 };
                let numbers = vec![dice.below(9) as f64 - 4.0, 1.0, side];
                let odds: f64 = numbers.iter().zip(weights).map(|(number, weight)| number * weight).sum();
                Case { numbers, ended: kinds[draw(&mut dice, &shares(odds, draws))] }
            })
            .collect();
        let found = fit(&drawn, 1.0).unwrap();
        for (found, truth) in found.weights.iter().chain([&found.draws]).zip(weights.iter().chain([&draws])) {
            assert!((found - truth).abs() < 0.06, "{found} instead of {truth}");
        }
        // In other units the weight is another, and nothing else.
        let scale =
            |case: &Case| Case { numbers: case.numbers.iter().map(|x| 1000.0 * x).collect(), ..case.clone() };
        let scaled = fit(&drawn.iter().map(scale).collect::<Vec<_>>(), 1.0).unwrap();
        assert!((1000.0 * scaled.weights[0] - found.weights[0]).abs() < 1e-6);
        assert!((scaled.mean_loss - found.mean_loss).abs() < 1e-9);
    }
}

#[test]
fn what_cannot_be_fitted_is_told() {
    assert!(matches!(fit(&[], 0.0), Err(StatsError::TooFew { .. })));
    let odd = [
        Case { numbers: vec![f64::NAN], ended: Ended::Won },
        Case { numbers: vec![1.0], ended: Ended::Lost },
    ];
    assert!(matches!(fit(&odd, 0.0), Err(StatsError::NotFinite { .. })));
    // Every case is won: without a ridge no weight is large enough.
    assert!(fit(&cases(&[1.0], [20, 0, 0]), 0.0).is_err());
    let held = fit(&cases(&[1.0], [20, 0, 0]), 1.0).unwrap();
    assert!(held.weights[0].is_finite() && held.weights[0] > 0.0 && held.draws == 0.0);
    // Every case is drawn: no width is large enough.
    assert!(fit(&cases(&[1.0], [0, 20, 0]), 1.0).is_err());
}
