//! What a game may know beyond its rules, for searches to use.

use std::hash::{Hash, Hasher};

use crate::{Position, Verdict};

/// What a game may tell a search about a position, beyond the rules.
///
/// Each method makes a search faster or surer, and none changes what is true. All have defaults that know nothing, so
/// a plain game writes `impl Hints for Board {}` and adds knowledge when its searches need speed.
pub trait Hints: Position {
    /// A key for searches, in which positions may share an entry that are the same to the side to move: equal values,
    /// and corresponding moves shown in the same order. A game whose rules are symmetric in colour gives the swapped
    /// board the same key, so that a search of it runs the same course.
    #[inline]
    fn search_key(&self) -> u64 {
        self.key()
    }

    /// A key shared by all positions that some symmetry makes the same: equal values, moves in any order.
    #[inline]
    fn canonical_key(&self) -> u64 {
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
    /// tell. Asked only where the game goes on and [`winning_move`](Hints::winning_move) found nothing; if none is
    /// shown, the position is lost in two plies. (Where a player can lose by the own move, such moves must be left out
    /// as well, unless all are like that.)
    #[inline]
    fn each_safe_move(&self, visit: impl FnMut(Self::Move)) {
        self.each_move(visit);
    }

    /// Whether [`winning_move`](Hints::winning_move) misses no win on the spot here, and
    /// [`each_safe_move`](Hints::each_safe_move) leaves out every move that loses on the spot.
    #[inline]
    fn sees_ends(&self) -> bool {
        false
    }

    /// The moves that capture. A game without captures shows none.
    #[inline]
    fn each_capture(&self, _visit: impl FnMut(Self::Move)) {}

    /// How good a move looks before any search: the solver looks at higher ones first.
    #[inline]
    fn move_score(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// A proof at a glance that the side to move wins or loses, and within how many plies. `None` says nothing.
    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        None
    }
}

/// How many [`move_slot`](Hints::move_slot)s there are.
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
