//! Stochastic universal sampling (Baker 1987): one turn of a wheel with as many pointers as parents are
//! wanted, so that nobody gets more or less than its share, but for the fraction.

use zermelo_game::Stream;

use super::ranking;
use crate::chance::uniform;

/// `n` indices, each about as often as its weight's share of all weights: its expected number, rounded down
/// or up.
///
/// The wheel is in the order of the population. One random turn r places the pointers at r + k/n, modulo 1,
/// and the answer keeps their order, so it may begin in the middle of the population. Weights that are
/// negative or no numbers count as 0; if none is positive, all count the same.
pub fn universal(weights: &[f64], n: usize, chance: &mut Stream) -> Vec<usize> {
    let turn = uniform(chance);
    let mut ends = wheel(weights.iter().map(|&weight| if weight > 0.0 { weight } else { 0.0 }));
    if !ends.last().is_some_and(|&whole| whole > 0.0 && whole.is_finite()) {
        ends = wheel(weights.iter().map(|_| 1.0));
    }
    let Some(&whole) = ends.last() else { return Vec::new() };
    // Rounding may carry a pointer to the very end: then it means the last one that has a share.
    let last = ends.partition_point(|&end| end < whole);
    let pointers = (0..n).map(|pointer| (turn + pointer as f64 / n as f64).fract() * whole);
    pointers.map(|pointer| ends.partition_point(|&end| end <= pointer).min(last)).collect()
}

/// Where each one's part of the wheel ends.
fn wheel(weights: impl Iterator<Item = f64>) -> Vec<f64> {
    let sums = weights.scan(0.0, |sum, weight| {
        *sum += weight;
        Some(*sum)
    });
    sums.collect()
}

/// For each organism, how many have exactly its fitness, itself included.
pub fn niche_counts(fitness: &[f64]) -> Vec<u32> {
    let order = ranking(fitness);
    let mut counts = vec![0; fitness.len()];
    for niche in order.chunk_by(|&a, &b| fitness[a] == fitness[b]) {
        for &index in niche {
            counts[index] = niche.len() as u32;
        }
    }
    counts
}

/// Niched fitness: those with the same fitness share it among them, so that a crowd counts like one.
pub fn niched(fitness: &[f64]) -> Vec<f64> {
    fitness.iter().zip(niche_counts(fitness)).map(|(fitness, count)| fitness / f64::from(count)).collect()
}
