//! Do 95 % intervals hold the truth in 95 % of samples? Simulated with fixed seeds, so the answer is always the same.

use std::collections::HashMap;

use zermelo_game::stream;
use zermelo_stats::{Sample, Strength};

/// Chances of the five results of a pair, and what they are like.
const TRUTHS: [(&str, [f64; 5]); 7] = [
    ("even", [0.1, 0.2, 0.4, 0.2, 0.1]),
    ("mostly drawn", [0.0, 0.05, 0.9, 0.05, 0.0]),
    ("stronger", [0.02, 0.05, 0.13, 0.2, 0.6]),
    ("much stronger", [0.0, 0.0, 0.05, 0.05, 0.9]),
    ("won or lost", [0.1, 0.0, 0.0, 0.0, 0.9]),
    ("won or even", [0.05, 0.0, 0.5, 0.0, 0.45]),
    ("rarely a difference", [0.0, 0.02, 0.98, 0.0, 0.0]),
];

const N_SAMPLES: usize = 2000;

/// The shares of samples of so many pairs whose intervals hold the true score and the true normalised difference.
fn coverage(chances: [f64; 5], n_pairs: usize, index: u64) -> (f64, f64) {
    let truth: f64 = chances.iter().enumerate().map(|(index, chance)| index as f64 * 0.25 * chance).sum();
    let squares =
        chances.iter().enumerate().map(|(index, chance)| chance * (index as f64 * 0.25 - truth).powi(2));
    let nelo = (truth - 0.5) / (2.0 * squares.sum::<f64>()).sqrt() * 800.0 / std::f64::consts::LN_10;
    let mut stream = stream(1, "coverage", index);
    let mut draw = || {
        let mut left = stream.below(1 << 40) as f64 / (1_u64 << 40) as f64;
        let found = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        found.unwrap_or(4)
    };
    let mut known = HashMap::new();
    let (mut n_held, mut n_nelo_held) = (0, 0);
    for _ in 0..N_SAMPLES {
        let mut counts = [0; 5];
        for _ in 0..n_pairs {
            counts[draw()] += 1;
        }
        let strength = || Strength::of(&Sample::of_pairs(counts)).expect("games were played");
        let strength = known.entry(counts).or_insert_with(strength);
        let holds =
            |(low, high): (f64, f64), truth: f64| u32::from(low - 1e-9 <= truth && truth <= high + 1e-9);
        n_held += holds(strength.score_interval, truth);
        n_nelo_held += holds(strength.nelo_interval, nelo);
    }
    (f64::from(n_held) / N_SAMPLES as f64, f64::from(n_nelo_held) / N_SAMPLES as f64)
}

/// Results are whole numbers, so coverage cannot be 95 % everywhere; Wilson's is known to swing by a few points around it.
#[test]
fn intervals_hold_what_they_promise() {
    let (mut sum, mut nelo_sum, mut n) = (0.0, 0.0, 0.0);
    for (kind, (name, chances)) in TRUTHS.into_iter().enumerate() {
        for n_pairs in [5, 10, 20, 50, 100, 250] {
            let (held, nelo_held) = coverage(chances, n_pairs, (kind * 1000 + n_pairs) as u64);
            println!("{name}, {n_pairs} pairs: {held:.4}, normalised {nelo_held:.4}");
            assert!(held >= 0.91 && nelo_held >= 0.92, "{name}, {n_pairs} pairs: {held} {nelo_held}");
            sum += held;
            nelo_sum += nelo_held;
            n += 1.0;
        }
    }
    let mean = sum / n;
    assert!((0.945..0.985).contains(&mean), "on average {mean}");
    let mean = nelo_sum / n;
    assert!((0.945..0.985).contains(&mean), "normalised on average {mean}");
}
