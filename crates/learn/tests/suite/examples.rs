//! Data sets for the tests.

use zermelo_game::{Stream, stream};
use zermelo_learn::{Dataset, Label};

/// A number from 0 up to, but not, 1.
pub fn uniform(chance: &mut Stream) -> f64 {
    (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A standard normal number (Box and Muller).
pub fn normal(chance: &mut Stream) -> f64 {
    let radius = 1.0 - uniform(chance);
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * uniform(chance)).cos()
}

/// A label that counts once, of a game.
pub fn label(target: f32, group: u32) -> Label {
    Label { target, weight: 1.0, group }
}

/// Random sets of inputs, each on with probability 0.4, with what `target` says of them.
pub fn random_sets(
    n_inputs: usize,
    n: usize,
    seed: u64,
    target: impl Fn(&[bool], &mut Stream) -> f32,
) -> Dataset {
    let mut chance = stream(seed, "sets", 0);
    let mut data = Dataset::of_bits(n_inputs);
    for group in 0..n as u32 {
        let on: Vec<bool> = (0..n_inputs).map(|_| uniform(&mut chance) < 0.4).collect();
        let indices: Vec<usize> = (0..n_inputs).filter(|&input| on[input]).collect();
        let target = target(&on, &mut chance);
        data.push_indices(&indices, label(target, group)).expect("inputs within range");
    }
    data
}

/// Games decided by a sum of inputs and of pairs of neighbours, and by luck: the more skill, the less luck.
pub fn noisy_pairs(n_inputs: usize, n: usize, skill: f64, seed: u64) -> Dataset {
    random_sets(n_inputs, n, seed, |on, chance| {
        let pairs = on.windows(2).filter(|pair| pair[0] && pair[1]).count() as f64;
        let odd = on.iter().step_by(3).filter(|on| **on).count() as f64;
        // The mean of either is known: inputs are on with probability 0.4.
        let (n_pairs, n_odd) = ((n_inputs - 1) as f64, n_inputs.div_ceil(3) as f64);
        let logit = skill * (pairs - 0.16 * n_pairs - odd + 0.4 * n_odd);
        f32::from(uniform(chance) < 1.0 / (1.0 + (-logit).exp()))
    })
}
