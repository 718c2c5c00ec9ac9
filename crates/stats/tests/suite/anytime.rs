//! The interval that may be looked at after every observation.

use zermelo_stats::Sample;
use zermelo_stats::anytime::{anytime_elo_interval, anytime_interval, anytime_p};

use crate::chance::{dice, draw};

const N_RUNS: u32 = 200;
const N_PAIRS: usize = 400;

/// The share of runs in which the truth was outside at any time, looking after every pair: of this interval, and of the
/// textbook's after the first twenty.
fn ever_wrong(chances: [f64; 5], index: u64) -> (f64, f64) {
    let truth: f64 = chances.iter().enumerate().map(|(kind, chance)| 0.25 * kind as f64 * chance).sum();
    let mut dice = dice("anytime", index);
    let (mut n_wrong, mut n_textbook_wrong) = (0, 0);
    for _ in 0..N_RUNS {
        let (mut counts, mut is_wrong, mut is_textbook_wrong) = ([0; 5], false, false);
        for n in 1..=N_PAIRS {
            counts[draw(&mut dice, &chances)] += 1;
            let sample = Sample::of_pairs(counts);
            is_wrong |= anytime_p(&sample, truth).expect("a mean") <= 0.05;
            let half = 1.96 * (sample.variance() / sample.n()).sqrt();
            is_textbook_wrong |= n > 20 && (sample.score() - truth).abs() > half;
        }
        n_wrong += u32::from(is_wrong);
        n_textbook_wrong += u32::from(is_textbook_wrong);
    }
    (f64::from(n_wrong) / f64::from(N_RUNS), f64::from(n_textbook_wrong) / f64::from(N_RUNS))
}

/// Betting is cautious: it is wrong far less often than the 5 % allowed, where the textbook's is wrong in a third of the runs.
#[test]
fn the_truth_is_held_at_all_times_at_once() {
    let truths = [
        [0.1, 0.2, 0.4, 0.2, 0.1],
        [0.02, 0.05, 0.13, 0.2, 0.6],
        [0.5, 0.0, 0.0, 0.0, 0.5],
        [0.0, 0.01, 0.97, 0.02, 0.0],
    ];
    for (index, chances) in truths.into_iter().enumerate() {
        let (wrong, textbook_wrong) = ever_wrong(chances, index as u64);
        println!(
            "{chances:?}: outside at any time in {wrong}, of the textbook's interval in {textbook_wrong}"
        );
        assert!(wrong <= 0.05 && textbook_wrong > 0.15, "{chances:?}: {wrong} {textbook_wrong}");
    }
}

#[test]
fn the_interval_is_where_the_doubt_is() {
    for counts in [[0, 0, 1, 0, 0], [3, 1, 4, 1, 5], [0, 0, 0, 0, 40], [100, 300, 500, 310, 120]] {
        let sample = Sample::of_pairs(counts);
        let (low, high) = anytime_interval(&sample, 0.95).expect("an interval");
        assert!(0.0 <= low && low <= sample.score() && sample.score() <= high && high <= 1.0, "{counts:?}");
        for (inside, outside) in [(low + 1e-6, low - 1e-6), (high - 1e-6, high + 1e-6)] {
            if inside < 1.0 && inside > 0.0 && outside > 0.0 && outside < 1.0 {
                assert!(anytime_p(&sample, inside).expect("a mean") > 0.05, "{counts:?} {inside}");
                assert!(anytime_p(&sample, outside).expect("a mean") <= 0.05, "{counts:?} {outside}");
            }
        }
        let (other_low, other_high) = anytime_interval(&sample.mirrored(), 0.95).expect("an interval");
        assert!(
            (low + other_high - 1.0).abs() < 1e-12 && (high + other_low - 1.0).abs() < 1e-12,
            "{counts:?}"
        );
    }
    assert_eq!(anytime_interval(&Sample::of_games(0, 0, 0), 0.95), Ok((0.0, 1.0)));
    assert_eq!(anytime_elo_interval(&Sample::of_games(0, 0, 0), 0.95), Ok((None, None)));
    assert!(anytime_interval(&Sample::of_games(1, 0, 0), 1.0).is_err());
}

/// Every vector of up to four pairs: inside the scale, around the mean, and the same from the other side.
#[test]
fn every_small_sample_has_an_interval() {
    for code in 0..5_u64.pow(5) {
        let counts: [u64; 5] = std::array::from_fn(|index| code / 5_u64.pow(index as u32) % 5);
        if counts.iter().sum::<u64>() > 4 {
            continue;
        }
        let sample = Sample::of_pairs(counts);
        let (low, high) = anytime_interval(&sample, 0.9).expect("an interval");
        assert!(0.0 <= low && low < high && high <= 1.0, "{counts:?}: {low} {high}");
        let (other_low, other_high) = anytime_interval(&sample.mirrored(), 0.9).expect("an interval");
        assert!(
            (low + other_high - 1.0).abs() < 1e-12 && (high + other_low - 1.0).abs() < 1e-12,
            "{counts:?}"
        );
    }
}

/// What it costs to look at any time: about twice the width of the interval for one time, and it shrinks likewise.
#[test]
fn the_price_is_modest() {
    for n in [100, 1_000, 10_000, 1_000_000] {
        let sample = Sample::of_pairs([n / 10, n / 5, n * 2 / 5, n / 5, n / 10]);
        let (low, high) = anytime_interval(&sample, 0.95).expect("an interval");
        let fixed = 2.0 * 1.96 * (sample.variance() / sample.n()).sqrt();
        println!("{n} pairs: {:.2} times the width for one time", (high - low) / fixed);
        assert!((high - low) / fixed < 2.3, "{n}: {low} {high}");
    }
}
