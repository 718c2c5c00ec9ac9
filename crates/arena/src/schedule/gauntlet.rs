//! Some couples meet, and no others.

use crate::Pair;

/// Every couple so often, all with the same openings.
pub fn pairs(couples: &[(u32, u32)], n_pairs: u32) -> impl Iterator<Item = Pair> {
    let of_round = |round| couples.iter().map(move |&(a, b)| Pair { round, a, b, opening: round });
    (0..n_pairs).flat_map(of_round)
}
