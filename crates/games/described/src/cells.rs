//! Sets of cells that can be moved as a whole.

use zermelo_board::bits::Bits;

use crate::shape::Set;
use crate::wide::Wide;

/// A set of cells of one size.
pub trait Cells: Bits {
    /// Every cell moved up or down by so many bits. Cells that would leave the set must have been left out.
    fn moved(self, by: i32) -> Self;

    /// The `n`th cell of the set, from 0; the set must have so many.
    fn select(self, n: usize) -> usize;

    /// Whether the set has a cell; a number beyond the last cell is none.
    #[inline(always)]
    fn holds(&self, cell: usize) -> bool {
        cell < Self::CAPACITY && self.has(cell)
    }

    /// A cell comes or leaves.
    #[inline(always)]
    fn flip(&mut self, cell: usize) {
        *self ^= Self::one(cell);
    }

    /// Whether moving the whole set costs more than following one row of cells.
    const IS_WIDE: bool;

    /// The same cells in a set of this size.
    fn of(set: Set) -> Self {
        set.cells().fold(Self::EMPTY, |cells, cell| cells | Self::one(cell))
    }

    /// The same cells in a set that holds those of any board.
    fn widened(self) -> Set {
        self.cells().fold(Set::EMPTY, |set, cell| set | Set::one(cell))
    }
}

impl Cells for u64 {
    const IS_WIDE: bool = false;

    // A rotation moves both ways without asking which, and what would come round is not there.
    #[inline(always)]
    fn moved(self, by: i32) -> u64 {
        self.rotate_left(by as u32 & 63)
    }

    #[inline]
    fn select(self, n: usize) -> usize {
        select_in_word(self, n)
    }
}

impl Cells for u128 {
    const IS_WIDE: bool = false;

    #[inline(always)]
    fn moved(self, by: i32) -> u128 {
        self.rotate_left(by as u32 & 127)
    }

    #[inline]
    fn select(self, n: usize) -> usize {
        let low = self as u64;
        let below = low.count_ones() as usize;
        if n < below { select_in_word(low, n) } else { 64 + select_in_word((self >> 64) as u64, n - below) }
    }
}

impl Cells for Wide {
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn holds(&self, cell: usize) -> bool {
        Wide::holds(self, cell)
    }

    #[inline(always)]
    fn flip(&mut self, cell: usize) {
        Wide::flip(self, cell);
    }

    #[inline]
    fn moved(self, by: i32) -> Self {
        if by >= 0 { self.raised_by(by as usize) } else { self.lowered_by(by.unsigned_abs() as usize) }
    }

    fn select(self, n: usize) -> usize {
        let mut left = n;
        for index in 0..6 {
            let word = self.word(index);
            let count = word.count_ones() as usize;
            if left < count {
                return 64 * index + select_in_word(word, left);
            }
            left -= count;
        }
        0
    }
}

/// The place of the `n`th bit that is set. The bytes' counts are added up side by side; the bytes whose sum is not above `n` lie
/// below the one that has it.
#[inline]
fn select_in_word(word: u64, n: usize) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(EACH);
    let below = ((n as u64).wrapping_mul(EACH) | TOPS).wrapping_sub(sums) & TOPS;
    let at = 8 * below.count_ones() as usize;
    let before = (sums << 8 >> at & 0xFF) as usize;
    at + usize::from(IN_BYTE[n - before][(word >> at & 0xFF) as usize])
}

/// The place of the `n`th bit of every byte.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut places = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut at) = (0, 0);
        while at < 8 {
            if byte >> at & 1 == 1 {
                places[n][byte] = at as u8;
                n += 1;
            }
            at += 1;
        }
        byte += 1;
    }
    places
};
