//! A move in 32 bits.
//!
//! ```text
//! bits   0.. 8   the cell it comes to
//!        9..17   the cell it leaves, or 511 if the piece is placed
//!       18..20   the kind of the piece before the move
//!           21   it leaves a hole
//!           22   it falls in a column, or it jumps
//!       23..31   one more than the cell that becomes a hole, or 0; of jumps with the same ends, which one it is
//! ```
//!
//! A pass comes to no cell, and leaves none.

use std::fmt::{self, Debug};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// Where a piece comes from that is placed, and where a pass comes to.
const NOWHERE: u32 = 511;

/// The bits of a move beside its cells.
pub fn stamp(kind: usize, leaves_hole: bool, falls: bool) -> u32 {
    (kind as u32) << 18 | u32::from(leaves_hole) << 21 | u32::from(falls) << 22
}

impl Move {
    /// The board stays as it is.
    pub const PASS: Move = Move(NOWHERE | NOWHERE << 9);

    /// A piece jumps from one cell to another; the rank tells it from other jumps with these ends.
    #[inline]
    pub fn jump(from: usize, to: usize, kind: usize, rank: usize) -> Move {
        Move::step(from, to, stamp(kind, false, true) | (rank as u32) << 23)
    }

    /// A move that was taken apart into its bits.
    #[inline]
    pub(crate) fn of_bits(bits: u32) -> Move {
        Move(bits)
    }

    /// The bits of the move.
    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// The same move, after which a cell is gone.
    #[inline]
    #[must_use]
    pub(crate) fn with_hole(bits: u32, cell: usize) -> Move {
        Move(bits | (cell as u32 + 1) << 23)
    }

    /// Whether nothing moves.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.0 & 511 == NOWHERE
    }

    /// Whether the piece jumps over others.
    #[inline]
    pub fn is_jump(self) -> bool {
        self.0 >> 22 & 1 == 1 && self.from().is_some()
    }

    /// Which of the jumps with the same ends it is.
    #[inline]
    pub fn rank(self) -> usize {
        (self.0 >> 23) as usize
    }

    /// The cell beside its ends that becomes a hole.
    #[inline]
    pub fn hole(self) -> Option<usize> {
        let third = (self.0 >> 23) as usize;
        if self.is_jump() { None } else { third.checked_sub(1) }
    }

    /// A piece goes from one cell to another.
    #[inline]
    pub fn step(from: usize, to: usize, stamp: u32) -> Move {
        Move(to as u32 | (from as u32) << 9 | stamp)
    }

    /// A piece is placed.
    #[inline]
    pub fn place(to: usize, stamp: u32) -> Move {
        Move(to as u32 | NOWHERE << 9 | stamp)
    }

    /// The cell it comes to.
    #[inline]
    pub fn to(self) -> usize {
        (self.0 & 511) as usize
    }

    /// The cell it leaves.
    #[inline]
    pub fn from(self) -> Option<usize> {
        let from = self.0 >> 9 & 511;
        (from != NOWHERE).then_some(from as usize)
    }

    /// The kind of the piece before the move.
    #[inline]
    pub fn kind(self) -> usize {
        (self.0 >> 18 & 7) as usize
    }

    /// Whether the cell it leaves is gone.
    #[inline]
    pub fn leaves_hole(self) -> bool {
        self.0 >> 21 & 1 == 1
    }

    /// Whether the piece falls in a column.
    #[inline]
    pub fn falls(self) -> bool {
        self.0 >> 22 & 1 == 1 && self.from().is_none()
    }

    /// The same move on other cells. Which one of several jumps it is stays: that must be found out on the board.
    #[must_use]
    pub fn mapped(self, cell: impl Fn(usize) -> usize) -> Move {
        if self.is_pass() {
            return self;
        }
        let stamp = self.0 >> 18 << 18;
        let mapped = match self.from() {
            Some(from) => Move::step(cell(from), cell(self.to()), stamp),
            None => Move::place(cell(self.to()), stamp),
        };
        match self.hole() {
            Some(hole) => Move::with_hole(mapped.0 << 9 >> 9, cell(hole)),
            None => mapped,
        }
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({:?} to {}, kind {})", self.from(), self.to(), self.kind())
    }
}
