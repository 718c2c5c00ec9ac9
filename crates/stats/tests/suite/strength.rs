//! Strength of samples of any size: small ones are in `tests/elo.rs`, one by one.

use proptest::prelude::*;
use zermelo_stats::superiority::{exact_superiority_of_wins, sign_test, superiority_of_wins};
use zermelo_stats::{Sample, Strength};

use crate::chance::always_the_same;

/// Nothing, a few or very many.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..10_u64, 0..1_000_000_u64]
}

fn check(sample: &Sample) {
    let (here, there) =
        (Strength::of(sample).expect("games"), Strength::of(&sample.mirrored()).expect("games"));
    let numbers = |strength: &Strength| {
        [
            strength.elo,
            strength.elo_interval.0,
            strength.elo_interval.1,
            strength.nelo,
            strength.nelo_interval.0,
            strength.nelo_interval.1,
            strength.los - 0.5,
        ]
    };
    let (here, there) = (numbers(&here), numbers(&there));
    assert!(here.iter().all(|number| number.is_finite()), "{sample:?}: {here:?}");
    for (at, opposite) in [(0, 0), (1, 2), (2, 1), (3, 3), (4, 5), (5, 4), (6, 6)] {
        let difference = here[at] + there[opposite];
        assert!(difference.abs() <= 1e-6 * here[at].abs().max(1.0), "{sample:?}: {here:?} {there:?}");
    }
    assert!(here[1] <= here[0] && here[0] <= here[2] && here[4] <= here[3] && here[3] <= here[5], "{here:?}");
}

proptest! {
    #![proptest_config(always_the_same())]
    #[test]
    fn every_sample_has_a_finite_strength(counts in [count(), count(), count(), count(), count()]) {
        if counts.iter().sum::<u64>() > 0 {
            check(&Sample::of_pairs(counts));
        }
        if counts[..3].iter().sum::<u64>() > 0 {
            check(&Sample::of_games(counts[0], counts[1], counts[2]));
        }
    }
}

#[test]
fn superiority_of_wins_is_sensible() {
    assert_eq!(superiority_of_wins(0, 0), 0.5);
    assert!((exact_superiority_of_wins(0, 0) - 0.5).abs() < 1e-12);
    // Five heads of five: one chance in 32.
    assert!((sign_test(5.0, 0.0) - 1.0 / 32.0).abs() < 1e-12);
    // Eight or more of ten: (45 + 10 + 1) / 1024.
    assert!((sign_test(8.0, 2.0) - 56.0 / 1024.0).abs() < 1e-12);
    assert_eq!(sign_test(0.0, 4.0), 1.0);
}
