//! Random results for simulations, from fixed seeds.

use proptest::test_runner::{Config, RngSeed};
use zermelo_game::{Stream, stream};

/// Random cases that are the same in every run, three hundred of them.
pub fn always_the_same() -> Config {
    Config { cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

/// A stream for a simulation.
pub fn dice(purpose: &str, index: u64) -> Stream {
    stream(1, purpose, index)
}

/// A number from 0 up to 1.
pub fn uniform(stream: &mut Stream) -> f64 {
    stream.below(1 << 53) as f64 / (1_u64 << 53) as f64
}

/// Which of several results came up.
pub fn draw(stream: &mut Stream, chances: &[f64]) -> usize {
    let mut left = uniform(stream);
    let found = chances.iter().position(|chance| {
        left -= chance;
        left < 0.0
    });
    // Rounding may leave a trace: then it is the last that is possible.
    found.or_else(|| chances.iter().rposition(|&chance| chance > 0.0)).expect("something is possible")
}

/// A standard normal number (Box and Muller).
pub fn normal(stream: &mut Stream) -> f64 {
    let (radius, angle) = (1.0 - uniform(stream), uniform(stream));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
