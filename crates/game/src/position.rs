//! A position: the state of a game between two moves, and the only thing a search may ask about it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player};

/// A state of a two-player game of perfect information.
///
/// A position is a small value that knows its own board size, so that it can be copied, hashed and sent to
/// another thread without its [`Game`](crate::Game). There is no undo: copy, then play.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move. It has a meaning only in positions where it is legal.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The player whose turn it is; in a finished game, the one who would be next.
    fn to_move(&self) -> Player;

    /// The result, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal moves to `out`, always in the same order, none twice; none once the game is over.
    ///
    /// Where the rules are symmetric in colour, the order is too: the swapped board lists the swapped moves
    /// in the same order. So no search that breaks ties by order can favour a colour.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move that [`moves`](Position::moves) lists. Legality is the caller's promise: another move
    /// leaves a position without meaning.
    fn play(&mut self, mv: Self::Move);

    /// A 64-bit key kept up to date by `play`: equal positions have equal keys, however they were reached.
    fn key(&self) -> u64;

    /// How many moves [`moves`](Position::moves) lists. Worth writing without making the list: counting is
    /// all that perft does at its last ply, and mobility all that many evaluations ask.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len()
    }

    /* What every position gets; nobody overrides these. */

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The position after a move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
}
