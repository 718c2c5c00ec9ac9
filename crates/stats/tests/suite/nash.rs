//! Equilibria whose weights are known in closed form.

use zermelo_stats::matrix::Matrix;
use zermelo_stats::nash::nash_average;

use crate::chance::{dice, uniform};

fn payoffs(rows: &[&[f64]]) -> Matrix {
    Matrix::from_fn(rows.len(), |row, column| rows[row][column])
}

#[track_caller]
fn assert_weights(rows: &[&[f64]], expected: &[f64]) {
    let average = nash_average(&payoffs(rows)).expect("an equilibrium");
    for (got, expected) in average.weights.iter().zip(expected) {
        assert!((got - expected).abs() < 1e-8, "{:?} instead of {expected:?}", average.weights);
    }
    assert!(average.values.iter().all(|&value| value < 1e-8), "{average:?}");
}

#[test]
fn known_equilibria_are_found() {
    // Rock, paper, scissors; then with unequal stakes, where each weight is the payoff between the two others.
    assert_weights(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]], &[1.0 / 3.0; 3]);
    let (a, b, c) = (0.2, 0.3, 0.5);
    assert_weights(&[&[0.0, c, -b], &[-c, 0.0, a], &[b, -a, 0.0]], &[a, b, c]);
    // A best player takes all, be it by little.
    assert_weights(&[&[0.0, 1e-3, 0.4], &[-1e-3, 0.0, 0.3], &[-0.4, -0.3, 0.0]], &[1.0, 0.0, 0.0]);
    assert_weights(&[&[0.0; 4][..]; 4], &[0.25; 4]);
    assert_weights(&[&[0.0]], &[1.0]);
}

/// The two virtues of the average: copies share their weight, and the weak do not matter.
#[test]
fn copies_share_and_the_weak_do_not_matter() {
    let rock = [0.0, 0.0, -1.0, 1.0, 1.0];
    assert_weights(
        &[
            &rock,
            &rock,
            &[1.0, 1.0, 0.0, -1.0, 1.0],
            &[-1.0, -1.0, 1.0, 0.0, 1.0],
            &[-1.0, -1.0, -1.0, -1.0, 0.0],
        ],
        &[1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 0.0],
    );
}

/// Between two equally good players everybody is indifferent, but a third who loses to one and beats neither gets nothing;
/// and a wall may stop the entropy: the second player can have no more weight than keeps the fourth from gaining.
#[test]
fn the_most_even_of_many_equilibria_is_taken() {
    assert_weights(&[&[0.0, 0.0, 1.0], &[0.0, 0.0, 0.0], &[-1.0, 0.0, 0.0]], &[0.5, 0.5, 0.0]);
    // The third gains 1 against the second and loses 3 to the first: weights p and 1 - p need 3 p ≥ 1 - p; even is allowed.
    assert_weights(&[&[0.0, 0.0, 3.0], &[0.0, 0.0, -1.0], &[-3.0, 1.0, 0.0]], &[0.5, 0.5, 0.0]);
    // The other way round it is not: 1 p ≥ 3 (1 - p), so p is 3/4.
    assert_weights(&[&[0.0, 0.0, 1.0], &[0.0, 0.0, -3.0], &[-1.0, 3.0, 0.0]], &[0.75, 0.25, 0.0]);
}

/// Random pools: nobody gains against the mixture, and those in it gain nothing.
#[test]
fn random_pools_have_an_equilibrium() {
    for index in 0..40 {
        let mut dice = dice("nash", index);
        let n = 2 + dice.below(20);
        let mut matrix = Matrix::zeros(n);
        for row in 0..n {
            for column in 0..row {
                // Coarse numbers, so that ties and many equilibria occur.
                let payoff = (uniform(&mut dice) * 5.0).floor() - 2.0;
                (matrix[(row, column)], matrix[(column, row)]) = (payoff, -payoff);
            }
        }
        let average = nash_average(&matrix).expect("an equilibrium");
        assert!((average.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for (weight, value) in average.weights.iter().zip(&average.values) {
            assert!(*weight >= 0.0 && *value < 1e-8 && (weight * value).abs() < 1e-8, "{index}: {average:?}");
        }
    }
}

#[test]
fn senseless_payoffs_are_refused() {
    assert!(nash_average(&Matrix::zeros(0)).is_err());
    assert!(nash_average(&payoffs(&[&[0.0, 1.0], &[1.0, 0.0]])).is_err());
    assert!(nash_average(&payoffs(&[&[0.0, f64::NAN], &[1.0, 0.0]])).is_err());
    assert!(nash_average(&payoffs(&[&[1.0]])).is_err());
}
