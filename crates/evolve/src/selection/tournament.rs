//! Tournaments: the fittest of a few, drawn with replacement, is a parent.

use zermelo_game::Stream;

use super::key;

/// The fittest of `size` drawn at random from a population that is not empty; among equals the one drawn
/// first.
pub fn tournament(fitness: &[f64], size: usize, chance: &mut Stream) -> usize {
    let mut winner = chance.below(fitness.len());
    for _ in 1..size {
        let rival = chance.below(fitness.len());
        if key(fitness[rival]) > key(fitness[winner]) {
            winner = rival;
        }
    }
    winner
}
