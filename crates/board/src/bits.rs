//! Sets of cells as machine words: `u64` and `u128` for the usual boards, arrays of words beyond.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use zermelo_game::zobrist::mix;

/// Longer rows than this are not looked for by [`Bits::completing`].
pub const LONGEST_COMPLETED: usize = 8;

/// A set of small numbers (cells), with shifts.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// How many cells there is room for.
    const CAPACITY: usize;

    /// The set of one cell.
    fn one(cell: usize) -> Self;
    /// Whether the cell is in the set.
    fn has(self, cell: usize) -> bool;
    /// How many cells are in the set.
    fn count(self) -> usize;
    /// Whether no cell is in the set.
    fn is_empty(self) -> bool;
    /// Every cell's number raised by one.
    fn raised(self) -> Self;
    /// Every cell's number lowered by so much; cells that would fall below 0 are gone.
    fn lowered_by(self, by: usize) -> Self;
    /// Every cell's number raised by so much; cells that would go beyond the capacity are gone.
    fn raised_by(self, by: usize) -> Self;
    /// The cells `64 * index` to `64 * index + 63`, as bits of a word.
    fn word(self, index: usize) -> u64;
    /// Takes the lowest cell out of the set.
    fn pop(&mut self) -> Option<usize>;
    /// Takes the highest cell out of the set.
    fn pop_high(&mut self) -> Option<usize>;

    /// The `n`th cell of the set, from 0; the set must have so many.
    fn nth(self, n: usize) -> usize {
        self.cells().nth(n).expect("as many cells")
    }

    /// The lowest cell of the set among `count` cells from `start` on.
    fn first_in(self, start: usize, count: usize) -> Option<usize>;

    /// A well-mixed number for a pair of sets.
    fn hash(self, other: Self) -> u64;

    /// The cells outside the set from which, with one more cell there, `length` in a row at distance `stride` would
    /// be complete, for rows of at most [`LONGEST_COMPLETED`]. Cells outside the board may be among them.
    #[inline]
    fn completing(self, stride: usize, length: usize) -> Self {
        // `up[n]`: the next n cells upwards are all in the set; likewise down.
        let mut found = Self::EMPTY;
        let mut up = !Self::EMPTY;
        let mut downs = [!Self::EMPTY; LONGEST_COMPLETED];
        if length > downs.len() {
            return found;
        }
        for n in 1..length {
            downs[n] = downs[n - 1] & self.raised_by(n * stride);
        }
        for n in 0..length {
            if n > 0 {
                up = up & self.lowered_by(n * stride);
            }
            found |= up & downs[length - 1 - n];
        }
        found & !self
    }

    /// Whether the set has `length` cells in a row at distance `stride`, given that any such row runs through
    /// the cell `through`. No row may wrap around: that is the layout's business.
    fn has_row(self, through: usize, stride: usize, length: usize) -> bool;

    /// The cells of the set in ascending order.
    fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const CAPACITY: usize = <$word>::BITS as usize;

            #[inline]
            fn one(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            fn has(self, cell: usize) -> bool {
                self >> cell & 1 == 1
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn raised(self) -> Self {
                self << 1
            }

            #[inline]
            fn lowered_by(self, by: usize) -> Self {
                self.checked_shr(by as u32).unwrap_or(0)
            }

            #[inline]
            fn raised_by(self, by: usize) -> Self {
                self.checked_shl(by as u32).unwrap_or(0)
            }

            #[inline]
            fn word(self, index: usize) -> u64 {
                self.checked_shr(64 * index as u32).unwrap_or(0) as u64
            }

            #[inline]
            fn pop(&mut self) -> Option<usize> {
                if *self == 0 {
                    return None;
                }
                let cell = self.trailing_zeros() as usize;
                *self &= *self - 1;
                Some(cell)
            }

            #[inline]
            fn pop_high(&mut self) -> Option<usize> {
                let cell = self.checked_ilog2()? as usize;
                *self ^= 1 << cell;
                Some(cell)
            }

            #[inline]
            fn hash(self, other: Self) -> u64 {
                let fold = |word: $word| (word as u128 as u64) ^ mix((word as u128 >> 64) as u64);
                mix(mix(fold(self)) ^ fold(other))
            }

            #[inline]
            fn first_in(self, start: usize, count: usize) -> Option<usize> {
                let part = self >> start;
                let first = part.trailing_zeros() as usize;
                (first < count).then_some(start + first)
            }

            // Doubling: after the first step a bit says "two in a row begin here", then four, and so on. The usual
            // lengths are spelled out.
            #[inline]
            fn has_row(self, _through: usize, stride: usize, length: usize) -> bool {
                if stride * (length - 1) >= Self::CAPACITY {
                    return false;
                }
                let after = |cells: Self, steps: usize| cells >> (steps * stride);
                match length {
                    3 => self & after(self, 1) & after(self, 2) != 0,
                    4 => {
                        let pairs = self & after(self, 1);
                        pairs & after(pairs, 2) != 0
                    }
                    5 => {
                        let pairs = self & after(self, 1);
                        pairs & after(pairs, 2) & after(self, 4) != 0
                    }
                    _ => {
                        let mut begins = self;
                        let mut have = 1;
                        while have < length {
                            let step = have.min(length - have);
                            begins &= after(begins, step);
                            have += step;
                        }
                        begins != 0
                    }
                }
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// A set of up to `64 * N` cells, for boards that no machine word holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Words(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }

    /// How far a row of the set's cells goes on from `cell`, at most `limit` steps.
    fn reach(self, cell: usize, limit: usize, step: impl Fn(usize) -> Option<usize>) -> usize {
        let mut at = cell;
        for done in 0..limit {
            match step(at) {
                Some(next) if next < Self::CAPACITY && self.has(next) => at = next,
                _ => return done,
            }
        }
        limit
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Words<N> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;
    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Words<N> {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> Bits for Words<N> {
    const EMPTY: Self = Words([0; N]);
    const CAPACITY: usize = 64 * N;

    fn one(cell: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[cell / 64] = 1 << (cell % 64);
        set
    }

    #[inline]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn raised(self) -> Self {
        Words(std::array::from_fn(|i| self.0[i] << 1 | if i > 0 { self.0[i - 1] >> 63 } else { 0 }))
    }

    fn lowered_by(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Words(std::array::from_fn(|i| {
            let (low, high) = (word(i + words), word(i + words + 1));
            if bits == 0 { low } else { low >> bits | high << (64 - bits) }
        }))
    }

    fn raised_by(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
        Words(std::array::from_fn(|i| {
            let (high, low) = (word(i.checked_sub(words)), word(i.checked_sub(words + 1)));
            if bits == 0 { high } else { high << bits | low >> (64 - bits) }
        }))
    }

    fn word(self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    fn pop(&mut self) -> Option<usize> {
        let (i, word) = self.0.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        word.pop().map(|cell| 64 * i + cell)
    }

    fn pop_high(&mut self) -> Option<usize> {
        let (i, word) = self.0.iter_mut().enumerate().rev().find(|(_, word)| **word != 0)?;
        word.pop_high().map(|cell| 64 * i + cell)
    }

    fn hash(self, other: Self) -> u64 {
        self.0.iter().chain(&other.0).fold(0, |hash, &word| mix(hash ^ word))
    }

    fn first_in(self, start: usize, count: usize) -> Option<usize> {
        (start..(start + count).min(Self::CAPACITY)).find(|&cell| self.has(cell))
    }

    // On many words shifting everything costs more than following the one row that can be new.
    fn has_row(self, through: usize, stride: usize, length: usize) -> bool {
        if !self.has(through) {
            return false;
        }
        let up = self.reach(through, length - 1, |cell| cell.checked_add(stride));
        let down = self.reach(through, length - 1 - up, |cell| cell.checked_sub(stride));
        1 + up + down >= length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same sets as a word and as words behave the same.
    #[test]
    fn words_are_like_a_word() {
        for seed in 0..2000_u64 {
            let low = mix(seed) & mix(seed + 5000);
            let high = mix(seed + 9000) >> 20;
            let word = u128::from(low) | u128::from(high) << 64;
            let words = Words([low, high]);
            assert_eq!(words.count(), word.count());
            assert_eq!(words.cells().collect::<Vec<_>>(), word.cells().collect::<Vec<_>>());
            assert_eq!(words.raised().cells().collect::<Vec<_>>(), word.raised().cells().collect::<Vec<_>>());
            for by in [0, 1, 7, 63, 64, 65, 127, 128, 200] {
                let (low, high) = (words.lowered_by(by), words.raised_by(by));
                assert_eq!(low.cells().collect::<Vec<_>>(), word.lowered_by(by).cells().collect::<Vec<_>>());
                assert_eq!(high.cells().collect::<Vec<_>>(), word.raised_by(by).cells().collect::<Vec<_>>());
            }
            let (mut a, mut b) = (words, word);
            while let Some(cell) = a.pop_high() {
                assert_eq!(Some(cell), b.pop_high());
            }
            assert_eq!(b, 0);
            for stride in [1, 7, 8, 9] {
                for length in 1..6 {
                    let somewhere = word.cells().any(|cell| words.has_row(cell, stride, length));
                    assert_eq!(somewhere, word.has_row(0, stride, length), "{word:b} {stride} {length}");
                }
            }
        }
    }
}
