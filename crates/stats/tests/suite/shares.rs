//! Intervals of shares.

use zermelo_stats::StatsError;
use zermelo_stats::binomial::{clopper_pearson, wilson};
use zermelo_stats::tails::beta_cdf;

/// 81 of 263: the example of Newcombe (1998), table I, whose printed digits these are.
#[test]
fn intervals_agree_with_newcombes_table() {
    for (k, n, by_score, exact) in [
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ] {
        for ((low, high), expected) in [(wilson(k, n, 0.95), by_score), (clopper_pearson(k, n, 0.95), exact)]
            .map(|(interval, expected)| (interval.expect("an interval"), expected))
        {
            assert!(
                (low - expected.0).abs() < 5.1e-5 && (high - expected.1).abs() < 5.1e-5,
                "{k}/{n}: {low} {high}"
            );
        }
    }
}

type Interval = fn(u64, u64, f64) -> Result<(f64, f64), StatsError>;

/// The chance of `k` successes of `n`.
fn binomial(k: u64, n: u64, share: f64) -> f64 {
    // At least k, less at least k + 1.
    let at_least = |k: u64| if k == 0 { 1.0 } else { beta_cdf(share, k as f64, (n - k) as f64 + 1.0) };
    if k == n { at_least(k) } else { at_least(k) - at_least(k + 1) }
}

/// Summed over all outcomes, not simulated.
#[test]
fn exact_intervals_never_hold_less_than_they_say_and_wilsons_do_on_average() {
    for n in [5, 20, 60] {
        let (mut sum, mut n_shares) = (0.0, 0.0);
        for step in 1..100 {
            let share = f64::from(step) / 100.0;
            let held = |interval: Interval| -> f64 {
                let holds =
                    |k: &u64| interval(*k, n, 0.95).is_ok_and(|(low, high)| low <= share && share <= high);
                (0..=n).filter(holds).map(|k| binomial(k, n, share)).sum()
            };
            assert!(held(clopper_pearson) >= 0.95 - 1e-9, "{n} {share}");
            sum += held(wilson);
            n_shares += 1.0;
        }
        assert!((sum / n_shares - 0.95_f64).abs() < 0.01, "{n}: {}", sum / n_shares);
    }
}

#[test]
fn senseless_shares_are_refused() {
    for interval in [wilson, clopper_pearson] {
        assert_eq!(interval(0, 0, 0.95), Err(StatsError::NoGames));
        assert!(
            interval(3, 2, 0.95).is_err()
                && interval(1, 2, 1.0).is_err()
                && interval(1, 2, f64::NAN).is_err()
        );
        assert_eq!(interval(0, 1, 0.95).expect("an interval").0, 0.0);
        assert_eq!(interval(1, 1, 0.95).expect("an interval").1, 1.0);
    }
}
