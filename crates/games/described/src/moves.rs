//! A move in 32 bits.
//!
//! ```text
//! bits   0.. 8   the cell it comes to
//!        9..17   the cell it leaves, or 511 if the piece is placed
//!       18..20   the kind of the piece before the move
//!           21   it leaves a hole
//!           22   it falls in a column
//!       23..31   a third cell, or the number of a chain: for the second tier
//! ```

use std::fmt::{self, Debug};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// Where a piece comes from that is placed.
const NOWHERE: u32 = 511;

/// The bits of a move beside its cells.
pub fn stamp(kind: usize, leaves_hole: bool, falls: bool) -> u32 {
    (kind as u32) << 18 | u32::from(leaves_hole) << 21 | u32::from(falls) << 22
}

impl Move {
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
        self.0 >> 22 & 1 == 1
    }

    /// The same move on other cells.
    #[must_use]
    pub fn mapped(self, cell: impl Fn(usize) -> usize) -> Move {
        let stamp = self.0 >> 18 << 18;
        match self.from() {
            Some(from) => Move::step(cell(from), cell(self.to()), stamp),
            None => Move::place(cell(self.to()), stamp),
        }
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({:?} to {}, kind {})", self.from(), self.to(), self.kind())
    }
}
