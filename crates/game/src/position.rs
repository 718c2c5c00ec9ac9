//! A position: the state of a game between two moves.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Player, Stream};

/// A state of a two-player game of perfect information.
///
/// A position is a small value that knows its own board size, so that it can be copied, hashed and sent to
/// another thread without its [`Game`](crate::Game). There is no undo: copy, then play.
///
/// Only the rules belong here. What else a game can tell a search is in [`Hints`](crate::Hints).
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A move. It has a meaning only in positions where it is legal.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// The player whose turn it is; in a finished game, the one who would be next.
    fn to_move(&self) -> Player;

    /// The result, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Shows the legal moves to `visit`, always in the same order, none twice; none once the game is over.
    ///
    /// Where the rules are symmetric in colour, the order is too: the swapped board shows the swapped moves in
    /// the same order, so that no search that breaks ties by order can favour a colour.
    ///
    /// Moves are pushed to the caller rather than pulled by it: a caller that only needs to try each move once
    /// pays for no list, and the compiler sees the whole loop.
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// Plays a move that [`each_move`](Position::each_move) shows. Legality is the caller's promise: another move
    /// leaves a position without meaning.
    fn play(&mut self, mv: Self::Move);

    /// A 64-bit key kept up to date by `play`: equal positions have equal keys, however they were reached.
    fn key(&self) -> u64;

    /// How many legal moves there are. Worth writing without looking at each: counting is all that perft does at
    /// its last ply, and mobility all that many evaluations ask.
    fn count_moves(&self) -> usize {
        let mut n_moves = 0;
        self.each_move(|_| n_moves += 1);
        n_moves
    }

    /// One of the legal moves, each as likely as the others; `None` once the game is over. Worth writing where a move
    /// can be drawn without listing them all: playouts do nothing else.
    #[inline]
    fn random_move(&self, chance: &mut Stream) -> Option<Self::Move> {
        let n_moves = self.count_moves();
        if n_moves == 0 {
            return None;
        }
        let wanted = chance.below(n_moves);
        let (mut index, mut found) = (0, None);
        self.each_move(|mv| {
            if index == wanted {
                found = Some(mv);
            }
            index += 1;
        });
        found
    }

    /* What every position gets; nobody overrides these. */

    /// Appends the legal moves to `out`: the plies of a search can share one stack.
    #[inline]
    fn moves(&self, out: &mut Vec<Self::Move>) {
        self.each_move(|mv| out.push(mv));
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The position after a move.
    #[must_use]
    #[inline]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
}
