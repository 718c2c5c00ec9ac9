//! Counting move sequences: the test of a move generator, and the measure of its speed.
//!
//! `perft(d)` is the number of legal move sequences of exactly `d` plies. A finished position has no
//! continuation: it is counted once, at the depth at which it arises.

use crate::Position;

/// The number of sequences of exactly 1, 2, .. `depth` plies from `pos`, by counting instead of making the
/// moves of the last ply.
pub fn perft<P: Position>(pos: &P, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    count(pos, &mut counts);
    counts
}

/// Adds to `counts[i]` the sequences of `i + 1` plies from `pos`.
pub fn count<P: Position>(pos: &P, counts: &mut [u64]) {
    match counts {
        [] => {}
        [last] => *last += pos.count_moves() as u64,
        // The two last plies are most of the work: kept in one loop without a call.
        [here, last] => pos.each_move(|mv| {
            *here += 1;
            *last += pos.after(mv).count_moves() as u64;
        }),
        [here, deeper @ ..] => pos.each_move(|mv| {
            *here += 1;
            count(&pos.after(mv), deeper);
        }),
    }
}

/// The number of sequences of exactly `depth` plies, with every move made and every last position shown to
/// `visit`: what a search without shortcuts would pay.
pub fn walk<P: Position>(pos: &P, depth: usize, visit: &mut impl FnMut(&P)) -> u64 {
    let mut leaves = 0;
    match depth {
        0 => {
            visit(pos);
            leaves = 1;
        }
        1 => pos.each_move(|mv| {
            visit(&pos.after(mv));
            leaves += 1;
        }),
        _ => pos.each_move(|mv| leaves += walk(&pos.after(mv), depth - 1, visit)),
    }
    leaves
}
