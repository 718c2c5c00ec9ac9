//! Crossover at n points: the genomes are cut, and every other segment changes sides. Neighbours stay
//! together.

use serde::Deserialize;
use zermelo_game::Stream;

use crate::subset::Subset;

/// Crossover of pairs at some points.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Points {
    /// How likely a pair is crossed at all.
    pub chance: f64,
    /// How many cuts.
    pub cuts: usize,
}

/// The two children of two equally long parents. `cuts` distinct positions are drawn from 1 up to the length; the
/// segments between them come from either parent in turn, and what is not in one child is in the other. A cut at the
/// very end changes nothing, as in the tic-tac-toe study.
pub fn points<T: Copy>(mother: &[T], father: &[T], cuts: usize, chance: &mut Stream) -> (Vec<T>, Vec<T>) {
    let (mut left, mut right) = (mother.to_vec(), father.to_vec());
    swap_segments(&mut left, &mut right, cuts, chance);
    (left, right)
}

/// The children of a ring of equally long parents: each mates with the next, the last with the first. Two
/// children a pair, in the order of the pairs; the first of the two begins as the first of the parents.
pub fn ring<T: Copy>(pool: &[&[T]], cuts: usize, chance: &mut Stream) -> Vec<Vec<T>> {
    let mates = pool.iter().cycle().skip(1);
    let mut children = Vec::with_capacity(2 * pool.len());
    for (mother, father) in pool.iter().zip(mates) {
        let (left, right) = points(mother, father, cuts, chance);
        children.extend([left, right]);
    }
    children
}

/// Cuts both at the same random positions and swaps every other segment, beginning with the second.
pub fn swap_segments<T>(left: &mut [T], right: &mut [T], cuts: usize, chance: &mut Stream) {
    debug_assert_eq!(left.len(), right.len(), "genomes of different lengths");
    let n = left.len().min(right.len());
    let positions = Subset::draw(n, cuts, chance);
    let mut open = None;
    for cut in positions.iter().map(|index| index + 1) {
        open = match open {
            None => Some(cut),
            Some(start) => {
                left[start..cut].swap_with_slice(&mut right[start..cut]);
                None
            }
        };
    }
    if let Some(start) = open {
        left[start..n].swap_with_slice(&mut right[start..n]);
    }
}
