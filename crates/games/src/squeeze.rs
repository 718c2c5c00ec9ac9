//! Bits of a board pushed together, so that sets of cells become network inputs: layouts keep spare bits, inputs do not.
//!
//! A set of wanted bits is known in advance. Every wanted bit then has a fixed way to go, and all go together in six
//! steps, of 1, 2, 4, .. 32 places (Warren, Hacker's Delight, 7-4). Processors have an instruction for this, but the
//! language does not, and six steps are a few nanoseconds.

use crate::bits::Bits;

/// Pushes the wanted cells of a set together, keeping their order.
#[derive(Clone, Debug)]
pub struct Squeeze {
    words: Vec<WordSqueeze>,
    count: usize,
}

/// The same for one word of the set.
#[derive(Clone, Copy, Debug)]
struct WordSqueeze {
    wanted: u64,
    /// The bits that go 1, 2, 4, .. places down.
    going: [u64; 6],
    count: usize,
}

impl WordSqueeze {
    fn new(wanted: u64) -> WordSqueeze {
        let mut going = [0; 6];
        let mut left = wanted;
        // The bits with an odd number of unwanted ones below them go one place; and so on with the halves.
        let mut unwanted = !wanted << 1;
        for (step, goes) in going.iter_mut().enumerate() {
            let mut odd = unwanted;
            for by in [1, 2, 4, 8, 16, 32] {
                odd ^= odd << by;
            }
            *goes = odd & left;
            left = (left ^ *goes) | *goes >> (1 << step);
            unwanted &= !odd;
        }
        WordSqueeze { wanted, going, count: wanted.count_ones() as usize }
    }

    #[inline]
    fn apply(&self, bits: u64) -> u64 {
        let mut bits = bits & self.wanted;
        for (step, goes) in self.going.iter().enumerate() {
            let go = bits & goes;
            bits = (bits ^ go) | go >> (1 << step);
        }
        bits
    }
}

impl Squeeze {
    /// For sets of which these cells are wanted.
    pub fn new<B: Bits>(wanted: B) -> Squeeze {
        let words = (0..B::CAPACITY / 64).map(|index| WordSqueeze::new(wanted.word(index))).collect();
        Squeeze { words, count: wanted.count() }
    }

    /// How many cells are wanted.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The wanted cells of a set that fit into 128 bits.
    #[inline]
    pub fn apply<B: Bits>(&self, cells: B) -> u128 {
        let (mut all, mut filled) = (0, 0);
        for (index, word) in self.words.iter().enumerate() {
            all |= u128::from(word.apply(cells.word(index))) << filled;
            filled += word.count;
        }
        all
    }
}
