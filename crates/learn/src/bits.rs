//! Sets of inputs as words of bits: input `i` is bit `i % 64` of word `i / 64`.

/// How many words hold so many inputs.
pub fn n_words(n_inputs: usize) -> usize {
    n_inputs.div_ceil(64)
}

/// The members of a set in rising order.
#[derive(Clone, Debug)]
pub struct Ones<'a> {
    rest: &'a [u64],
    word: u64,
    first: usize,
}

impl<'a> Ones<'a> {
    /// The members of this set.
    #[inline]
    pub fn of(words: &'a [u64]) -> Ones<'a> {
        match words.split_first() {
            None => Ones { rest: &[], word: 0, first: 0 },
            Some((&word, rest)) => Ones { rest, word, first: 0 },
        }
    }
}

impl Iterator for Ones<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            let (&word, rest) = self.rest.split_first()?;
            self.word = word;
            self.rest = rest;
            self.first += 64;
        }
        let one = self.first + self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(one)
    }
}

/// The members of a set of at most 64.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let one = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(one)
    })
}

/// Turns a square of bits round its diagonal: bit `c` of word `r` becomes bit `r` of word `c`.
///
/// Squares of 32, 16, .. 1 bits are exchanged in turn (Warren, Hacker's Delight, 7-3).
pub(crate) fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFF_u64;
    while width > 0 {
        for block in (0..64).step_by(2 * width) {
            for row in block..block + width {
                let moved = ((square[row] >> width) ^ square[row + width]) & mask;
                square[row] ^= moved << width;
                square[row + width] ^= moved;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::stream;

    use super::*;

    #[test]
    fn ones_are_the_members() {
        let words = [0, 1 << 63 | 1, 0, 6, 0];
        assert_eq!(Ones::of(&words).collect::<Vec<_>>(), [64, 127, 193, 194]);
        assert_eq!(Ones::of(&[]).count(), 0);
    }

    #[test]
    fn a_turned_square_has_rows_for_columns() {
        let mut chance = stream(1, "square", 0);
        let square: [u64; 64] = std::array::from_fn(|_| chance.bits());
        let mut turned = square;
        transpose(&mut turned);
        for (row, word) in square.iter().enumerate() {
            for (column, other) in turned.iter().enumerate() {
                assert_eq!(word >> column & 1, other >> row & 1, "row {row}, column {column}");
            }
        }
    }
}
