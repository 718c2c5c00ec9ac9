//! A set of up to 384 cells for the positions of large boards. It is like [`Words`](zermelo_board::bits::Words), but one cell can
//! be asked for and changed in its place, without copying the set: that is most of what a random game does.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use zermelo_board::bits::Bits;
use zermelo_game::zobrist::mix;

const N_WORDS: usize = 6;

/// A set of up to 384 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide([u64; N_WORDS]);

impl Wide {
    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|index| join(self.0[index], other.0[index])))
    }

    /// Whether the set has a cell; a number beyond the last cell is none.
    #[inline(always)]
    pub fn holds(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    /// A cell comes or leaves.
    #[inline(always)]
    pub fn flip(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }
}

impl BitAnd for Wide {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }
}

impl BitOr for Wide {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }
}

impl BitXor for Wide {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |one, other| one ^ other)
    }
}

impl Not for Wide {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Wide {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Bits for Wide {
    const EMPTY: Self = Wide([0; N_WORDS]);
    const CAPACITY: usize = 64 * N_WORDS;

    #[inline]
    fn one(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.flip(cell);
        set
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self.holds(cell)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn raised(self) -> Self {
        self.raised_by(1)
    }

    #[inline]
    fn lowered_by(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Wide(std::array::from_fn(|index| {
            let (low, high) = (word(index + words), word(index + words + 1));
            if bits == 0 { low } else { low >> bits | high << (64 - bits) }
        }))
    }

    #[inline]
    fn raised_by(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |index: Option<usize>| index.map_or(0, |index| self.0[index]);
        Wide(std::array::from_fn(|index| {
            let (high, low) = (word(index.checked_sub(words)), word(index.checked_sub(words + 1)));
            if bits == 0 { high } else { high << bits | low >> (64 - bits) }
        }))
    }

    #[inline]
    fn word(self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let (index, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        word.pop().map(|cell| 64 * index + cell)
    }

    #[inline]
    fn pop_high(&mut self) -> Option<usize> {
        let (index, word) = self.0.iter_mut().enumerate().rev().find(|(_, word)| **word != 0)?;
        word.pop_high().map(|cell| 64 * index + cell)
    }

    fn first_in(self, start: usize, count: usize) -> Option<usize> {
        (start..(start + count).min(Self::CAPACITY)).find(|&cell| self.holds(cell))
    }

    fn hash(self, other: Self) -> u64 {
        self.0.iter().chain(&other.0).fold(0, |hash, &word| mix(hash ^ word))
    }

    fn has_row(self, through: usize, stride: usize, length: usize) -> bool {
        let up = (1..length).take_while(|step| self.holds(through + step * stride)).count();
        let below = (1..length - up).map_while(|step| through.checked_sub(step * stride));
        self.holds(through) && 1 + up + below.take_while(|&cell| self.holds(cell)).count() >= length
    }
}
