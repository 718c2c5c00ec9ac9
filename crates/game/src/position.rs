//! A position: the state of a game between two moves, and the only thing a search may ask about it.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::{Outcome, Player, Stream, Verdict};

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

    /* What a game may know beyond its rules. Each makes a search faster or surer, and none changes what is true; a
    game may leave out any of them. */

    /// A key for searches, in which positions may share an entry that are the same to the side to move: equal values,
    /// and corresponding moves shown in the same order. A game whose rules are symmetric in colour gives the swapped
    /// board the same key, so that a search of it runs the same course.
    #[inline]
    fn search_key(&self) -> u64 {
        self.key()
    }

    /// A key shared by all positions that some symmetry makes the same: equal values, moves in any order.
    #[inline]
    fn folded_key(&self) -> u64 {
        self.search_key()
    }

    /// A small number that tells moves apart, for what a search remembers of them: below [`MOVE_SLOTS`], the same for
    /// the corresponding move of the colour-swapped board. Two moves may share one: that costs order, not truth.
    #[inline]
    fn move_slot(&self, mv: Self::Move) -> usize {
        slot_of(mv)
    }

    /// A move that wins on the spot. `None` says nothing.
    #[inline]
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// The legal moves without those to which the opponent has an answer that wins on the spot, as far as the game can
    /// tell. Asked only where the game goes on and [`winning_move`](Position::winning_move) found nothing; if none is
    /// shown, the position is lost in two plies. (Where a player can lose by the own move, such moves must be left out
    /// as well, unless all are like that.)
    #[inline]
    fn each_safe_move(&self, visit: impl FnMut(Self::Move)) {
        self.each_move(visit);
    }

    /// Whether [`winning_move`](Position::winning_move) misses no win on the spot here, and
    /// [`each_safe_move`](Position::each_safe_move) leaves out every move that loses on the spot.
    #[inline]
    fn sees_ends(&self) -> bool {
        false
    }

    /// The moves that capture. A game without captures shows none.
    #[inline]
    fn each_capture(&self, _visit: impl FnMut(Self::Move)) {}

    /// How good a move looks before any search: the solver looks at higher ones first.
    #[inline]
    fn promise(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// A proof at a glance that the side to move wins or loses, and within how many plies. `None` says nothing.
    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        None
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

/// How many [`move_slot`](Position::move_slot)s there are.
pub const MOVE_SLOTS: usize = 1024;

/// A slot for a move whose game gives none: a hash in a multiplication, the same on every machine.
#[inline]
fn slot_of(mv: impl Hash) -> usize {
    let mut hasher = Multiply(0);
    mv.hash(&mut hasher);
    (hasher.0 >> 54) as usize
}

struct Multiply(u64);

impl Hasher for Multiply {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
