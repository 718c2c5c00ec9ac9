//! Chance for tests, from fixed seeds.

use proptest::test_runner::{Config, RngSeed};
use zermelo_game::{Stream, stream};

/// Random cases that are the same in every run, three hundred of them.
pub fn always_the_same() -> Config {
    Config { cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A stream for a test.
pub fn dice(index: u64) -> Stream {
    stream(1, "test", index)
}

/// How far counts are from equal, as chi-squared.
pub fn chi_squared(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}
