//! Sets of cells written as network inputs: layouts keep spare bits, inputs do not, so the bits are pushed together.
//!
//! A set of wanted bits is known in advance. Every wanted bit then has a fixed way to go, and all go together in six
//! steps, of 1, 2, 4, .. 32 places (Warren, Hacker's Delight, 7-4). Processors have an instruction for this, but the
//! language does not, and six steps are a few nanoseconds.

use crate::bits::Bits;

/// Pushes the wanted cells of a set together, keeping their order.
#[derive(Clone, Debug)]
pub struct Squeeze {
    words: Vec<WordSqueeze>,
}

/// The same for one word of the set.
#[derive(Clone, Copy, Debug)]
struct WordSqueeze {
    /// Which word.
    index: usize,
    wanted: u64,
    /// The bits that go 1, 2, 4, .. places down.
    going: [u64; 6],
    count: usize,
}

impl WordSqueeze {
    fn new(index: usize, wanted: u64) -> WordSqueeze {
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
        WordSqueeze { index, wanted, going, count: wanted.count_ones() as usize }
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
        let words = (0..B::CAPACITY / 64).map(|index| WordSqueeze::new(index, wanted.word(index)));
        Squeeze { words: words.filter(|word| word.count > 0).collect() }
    }
}

/// Writes inputs one after the other into words.
pub struct InputWriter<'a> {
    words: std::slice::IterMut<'a, u64>,
    current: u64,
    /// How many bits of the current word are written.
    filled: usize,
}

impl<'a> InputWriter<'a> {
    /// Begins with the first input.
    #[inline]
    pub fn new(words: &'a mut [u64]) -> Self {
        InputWriter { words: words.iter_mut(), current: 0, filled: 0 }
    }

    /// The next `count` inputs, at most 64 of them; the other bits must be 0.
    #[inline]
    pub fn push(&mut self, bits: u64, count: usize) {
        self.current |= bits << self.filled;
        let filled = self.filled + count;
        if filled >= 64 {
            self.store();
            self.current = if self.filled == 0 { 0 } else { bits >> (64 - self.filled) };
        }
        self.filled = filled % 64;
    }

    /// One input for each wanted cell: on where the set has it.
    #[inline]
    pub fn push_cells<B: Bits>(&mut self, squeeze: &Squeeze, cells: B) {
        for word in &squeeze.words {
            self.push(word.apply(cells.word(word.index)), word.count);
        }
    }

    /// One input for each of `count` cells, of which one is on, if any.
    #[inline]
    pub fn push_one(&mut self, cell: Option<usize>, count: usize) {
        for first in (0..count).step_by(64) {
            let place = cell.and_then(|cell| cell.checked_sub(first)).filter(|&place| place < 64);
            self.push(place.map_or(0, |place| 1 << place), (count - first).min(64));
        }
    }

    /// At most 64 levels, the first `height` of them on.
    #[inline]
    pub fn push_levels(&mut self, height: usize, n_levels: usize) {
        let height = height.min(n_levels);
        self.push(if height == 0 { 0 } else { u64::MAX >> (64 - height) }, n_levels);
    }

    /// Ends with the last input.
    #[inline]
    pub fn finish(mut self) {
        if self.filled > 0 {
            self.store();
        }
    }

    #[inline]
    fn store(&mut self) {
        let word = self.words.next();
        debug_assert!(word.is_some(), "more inputs than words");
        if let Some(word) = word {
            *word = self.current;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Words;
    use zermelo_game::zobrist::mix;

    /// The wanted cells of a set, one after the other.
    fn slow<B: Bits>(wanted: B, cells: B, out: &mut Vec<bool>) {
        out.extend(wanted.cells().map(|cell| cells.has(cell)));
    }

    fn check<B: Bits>(draw: impl Fn(u64) -> B) {
        for seed in 0..500 {
            let (wanted, cells, others) = (draw(3 * seed), draw(3 * seed + 1), draw(3 * seed + 2));
            let mut expected = Vec::new();
            slow(wanted, cells, &mut expected);
            let (one, n_cells) = ((seed % 3 > 0).then_some(seed as usize % 150), 150);
            expected.extend((0..n_cells).map(|cell| Some(cell) == one));
            slow(wanted, others, &mut expected);
            let (height, n_levels) = (seed as usize % 20, 16);
            expected.extend((0..n_levels).map(|level| level < height));

            let mut words = vec![u64::MAX; expected.len().div_ceil(64)];
            let squeeze = Squeeze::new(wanted);
            let mut writer = InputWriter::new(&mut words);
            writer.push_cells(&squeeze, cells);
            writer.push_one(one, n_cells);
            writer.push_cells(&squeeze, others);
            writer.push_levels(height, n_levels);
            writer.finish();
            let bit = |index: usize| words[index / 64] >> (index % 64) & 1 == 1;
            let got: Vec<bool> = (0..64 * words.len()).map(bit).collect();
            expected.resize(got.len(), false);
            assert_eq!(got, expected, "seed {seed}");
        }
    }

    #[test]
    fn inputs_are_written_as_one_by_one() {
        check(mix);
        check(|seed| mix(seed) & mix(seed + 10_000) & mix(seed + 20_000));
        check(|seed| if seed % 2 == 0 { u64::MAX } else { mix(seed) });
        check(|seed| u128::from(mix(seed)) | u128::from(mix(seed + 10_000)) << 64);
        check(|seed| {
            let cells = (0..64).filter(|&bit| mix(seed) >> bit & 1 == 1);
            cells.fold(Words::<4>::EMPTY, |set, cell| set | Words::one(4 * cell))
        });
    }
}
