//! Fitness with a known maximum of 0, and a loop that climbs it.

use zermelo_evolve::{Gene, Method, Optimiser, Space};
use zermelo_game::Stream;

/// Something to be climbed.
pub type Fitness = fn(&[f64]) -> f64;

/// Genes from -2 to 2: the middle is 0, and the optimum of what follows is at 1.
pub fn space(n: usize) -> Space {
    Space::new((0..n).map(|index| Gene::new(format!("x{index}"), -2.0, 2.0)).collect()).expect("a space")
}

/// The same, but nothing may leave the range.
pub fn bounded_space(n: usize) -> Space {
    let genes = space(n).genes().iter().map(|gene| gene.clone().bounded()).collect();
    Space::new(genes).expect("a space")
}

pub fn sphere(x: &[f64]) -> f64 {
    -x.iter().map(|x| (x - 1.0).powi(2)).sum::<f64>()
}

/// A million times as steep along the last axis as along the first.
pub fn ellipsoid(x: &[f64]) -> f64 {
    let power = |index: usize| 1e6_f64.powf(index as f64 / (x.len() - 1) as f64);
    -x.iter().enumerate().map(|(index, x)| power(index) * (x - 1.0).powi(2)).sum::<f64>()
}

/// A ridge.
pub fn cigar(x: &[f64]) -> f64 {
    -(x[0] - 1.0).powi(2) - 1e6 * x[1..].iter().map(|x| (x - 1.0).powi(2)).sum::<f64>()
}

pub fn rosenbrock(x: &[f64]) -> f64 {
    -x.windows(2).map(|x| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)).sum::<f64>()
}

/// Reads a method as an experiment file has it.
pub fn method(toml: &str) -> Method {
    toml::from_str(toml).unwrap_or_else(|error| panic!("{toml}: {error}"))
}

/// Plays so many rounds. Every judgement has noise of this deviation added; an archive is told the first two
/// genes as behaviour.
pub fn climb(optimiser: &mut Optimiser, rounds: usize, fitness: Fitness, noise: f64, chance: &mut Stream) {
    for _ in 0..rounds {
        let judged: Vec<f64> = (optimiser.ask().iter())
            .map(|candidate| fitness(&candidate.genes) + noise * zermelo_evolve::chance::normal(chance))
            .collect();
        let behaviour: Vec<Vec<f64>> =
            optimiser.ask().iter().map(|candidate| candidate.genes[..2].to_vec()).collect();
        optimiser.tell_described(&judged, &behaviour).expect("a finite fitness for each");
    }
}
