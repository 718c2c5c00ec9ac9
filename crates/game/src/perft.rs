//! Counting move sequences: the test of a move generator, and the measure of its speed.
//!
//! `perft(d)` is the number of legal move sequences of exactly `d` plies. A finished position has no
//! continuation: it is counted once, at the depth at which it arises.

use crate::Position;

/// The number of sequences of exactly 1, 2, .. `depth` plies from `pos`, by counting instead of making the
/// moves of the last ply.
pub fn perft<P: Position>(pos: &P, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    if depth > 0 {
        count(pos, &mut Vec::new(), &mut counts);
    }
    counts
}

/// Adds to `counts[i]` the sequences of `i + 1` plies from `pos`. All plies share the stack `moves`.
pub fn count<P: Position>(pos: &P, moves: &mut Vec<P::Move>, counts: &mut [u64]) {
    match counts {
        [] => {}
        [last] => *last += pos.count_moves() as u64,
        [here, deeper @ ..] => {
            let base = moves.len();
            pos.moves(moves);
            let end = moves.len();
            *here += (end - base) as u64;
            for index in base..end {
                let child = pos.after(moves[index]);
                count(&child, moves, deeper);
            }
            moves.truncate(base);
        }
    }
}

/// The number of sequences of exactly `depth` plies, with every move made and every last position seen by
/// `visit`: what a search without shortcuts would pay.
pub fn walk<P: Position>(pos: &P, depth: usize, moves: &mut Vec<P::Move>, visit: &mut impl FnMut(&P)) -> u64 {
    if depth == 0 {
        visit(pos);
        return 1;
    }
    let base = moves.len();
    pos.moves(moves);
    let end = moves.len();
    let mut leaves = 0;
    for index in base..end {
        let child = pos.after(moves[index]);
        leaves += walk(&child, depth - 1, moves, visit);
    }
    moves.truncate(base);
    leaves
}
