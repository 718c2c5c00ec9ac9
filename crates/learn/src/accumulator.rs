//! The hidden sums of a network in whole numbers, which follow a game from position to position.

use crate::bits::{n_words, ones};
use crate::quantised::{Lanes, Quantised};

/// The hidden sums of a network for a set of inputs, which follow it from set to set by what changes.
///
/// It belongs to the network it was made for; with another it means nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Accumulator {
    bits: Vec<u64>,
    sums: Vec<Lanes>,
}

impl Accumulator {
    /// The sums for no input at all.
    pub fn new(network: &Quantised) -> Accumulator {
        Accumulator { bits: vec![0; n_words(network.n_inputs())], sums: network.biases.clone() }
    }

    /// The set of inputs it stands for.
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// Goes to another set of inputs, by what differs or from scratch, whichever is cheaper. What a set has
    /// beyond the network's inputs is left out.
    #[inline]
    pub fn go(&mut self, network: &Quantised, bits: &[u64]) {
        let mut change = Change::NONE;
        if !change.find(&self.bits, bits) {
            return self.refresh(network, bits);
        }
        self.bits.copy_from_slice(bits);
        let (chunks, rest) = self.sums.as_chunks_mut::<CHUNK>();
        let n_chunks = chunks.len();
        for (index, sums) in chunks.iter_mut().enumerate() {
            *sums = change.applied(network, index * CHUNK, *sums);
        }
        for (index, sums) in rest.iter_mut().enumerate() {
            [*sums] = change.applied(network, n_chunks * CHUNK + index, [*sums]);
        }
    }

    /// Becomes what `parent` is after going to this set of inputs; `parent` stays as it is. For a search that
    /// keeps one for each ply.
    #[inline]
    pub fn follow(&mut self, network: &Quantised, parent: &Accumulator, bits: &[u64]) {
        let mut change = Change::NONE;
        if self.bits.len() != bits.len() || !change.find(&parent.bits, bits) {
            return self.refresh(network, bits);
        }
        self.bits.copy_from_slice(bits);
        let (chunks, rest) = self.sums.as_chunks_mut::<CHUNK>();
        let (parent_chunks, parent_rest) = parent.sums.as_chunks::<CHUNK>();
        let n_chunks = chunks.len();
        for (index, (sums, parent)) in chunks.iter_mut().zip(parent_chunks).enumerate() {
            *sums = change.applied(network, index * CHUNK, *parent);
        }
        for (index, (sums, parent)) in rest.iter_mut().zip(parent_rest).enumerate() {
            [*sums] = change.applied(network, n_chunks * CHUNK + index, [*parent]);
        }
    }

    /// The network's logit for a set of inputs, whatever it stands for. It stays where it is while what differs is little,
    /// and goes there otherwise: a search asks about one child of a position after the other, and to write sums down that
    /// are read once takes longer than to add a few rows again. `W` is how many words the inputs have.
    #[inline]
    pub fn value_at<const W: usize>(&mut self, network: &Quantised, words: [u64; W]) -> f32 {
        let Ok(here) = <&[u64; W]>::try_from(self.bits.as_slice()) else {
            self.go(network, &words);
            return self.value(network);
        };
        let mut come: [u64; W] = std::array::from_fn(|index| words[index] & !here[index]);
        let mut gone: [u64; W] = std::array::from_fn(|index| here[index] & !words[index]);
        let n_changed = [&come, &gone].map(|set| set.iter().map(|word| word.count_ones()).sum::<u32>());
        let mut c = || network.row(pop(&mut come), 0);
        let mut g = || network.row(pop(&mut gone), 0);
        let near = match n_changed {
            [0, 0] => network.output_near(&self.sums, [], []),
            [0, 1] => network.output_near(&self.sums, [], [g()]),
            [1, 0] => network.output_near(&self.sums, [c()], []),
            [1, 1] => network.output_near(&self.sums, [c()], [g()]),
            [1, 2] => network.output_near(&self.sums, [c()], [g(), g()]),
            [2, 1] => network.output_near(&self.sums, [c(), c()], [g()]),
            [2, 2] => network.output_near(&self.sums, [c(), c()], [g(), g()]),
            [2, 3] => network.output_near(&self.sums, [c(), c()], [g(), g(), g()]),
            [3, 2] => network.output_near(&self.sums, [c(), c(), c()], [g(), g()]),
            _ => None,
        };
        near.unwrap_or_else(|| {
            self.go(network, &words);
            self.value(network)
        })
    }

    /// Goes to a set of inputs from scratch.
    pub fn refresh(&mut self, network: &Quantised, bits: &[u64]) {
        let words = bits.iter().copied().chain(std::iter::repeat(0));
        self.bits.iter_mut().zip(words).for_each(|(word, bits)| *word = bits);
        self.sums.clone_from(&network.biases);
        let (chunks, rest) = self.sums.as_chunks_mut::<CHUNK>();
        let n_chunks = chunks.len();
        for (index, sums) in chunks.iter_mut().enumerate() {
            *sums = added(network, index * CHUNK, &self.bits, *sums);
        }
        for (index, sums) in rest.iter_mut().enumerate() {
            [*sums] = added(network, n_chunks * CHUNK + index, &self.bits, [*sums]);
        }
    }

    /// The network's logit for the set of inputs.
    #[inline]
    pub fn value(&self, network: &Quantised) -> f32 {
        network.output(&self.sums)
    }
}

/// The sums with the rows of all inputs of a set, of `N` lanes from the one at `first`.
#[inline(always)]
fn added<const N: usize>(
    network: &Quantised,
    first: usize,
    bits: &[u64],
    mut sums: [Lanes; N],
) -> [Lanes; N] {
    for (word, &bits) in bits.iter().enumerate() {
        for row in ones(bits).filter_map(|on| network.row(word * 64 + on, first).first_chunk::<N>()) {
            sums = std::array::from_fn(|lane| sums[lane] + row[lane]);
        }
    }
    sums
}

/// How many lanes of units are changed together: as many as registers hold.
const CHUNK: usize = 8;
/// More changes than this are not worth a list.
const MOST_CHANGES: usize = 32;

/// What differs between two sets of inputs.
struct Change {
    inputs: [u16; MOST_CHANGES + 1],
    /// So many of the inputs come, from the front; so many go, from the back.
    n_come: usize,
    n_go: usize,
}

impl Change {
    const NONE: Change = Change { inputs: [0; MOST_CHANGES + 1], n_come: 0, n_go: 0 };

    /// Finds what differs; false if it is cheaper to begin from scratch. In place, because a list that was
    /// just written takes long to copy.
    #[inline]
    fn find(&mut self, from: &[u64], to: &[u64]) -> bool {
        if from.len() != to.len() {
            return false;
        }
        let mut n_changes = 0;
        let mut n_on = 0;
        for (from, to) in from.iter().zip(to) {
            n_changes += (from ^ to).count_ones();
            n_on += to.count_ones();
        }
        if n_changes > n_on || n_changes as usize > MOST_CHANGES {
            return false;
        }
        // Two words at a time and without asking which way an input goes: a processor that guesses wrong
        // loses more time than all the rest takes.
        for (pair, (from, to)) in from.chunks(2).zip(to.chunks(2)).enumerate() {
            let to = wide(to);
            let mut rest = wide(from) ^ to;
            while rest != 0 {
                let place = rest.trailing_zeros();
                rest &= rest - 1;
                let comes = (to >> place) as usize & 1;
                let input = (pair * 128) as u16 + place as u16;
                self.inputs[self.n_come] = input;
                self.inputs[MOST_CHANGES - self.n_go] = input;
                self.n_come += comes;
                self.n_go += 1 - comes;
            }
        }
        true
    }

    /// The sums after the change, of `N` lanes from the one at `first`.
    #[inline(always)]
    fn applied<const N: usize>(&self, network: &Quantised, first: usize, mut sums: [Lanes; N]) -> [Lanes; N] {
        let part = |input: u16| network.row(usize::from(input), first).first_chunk::<N>();
        for row in self.inputs[..self.n_come].iter().filter_map(|&input| part(input)) {
            sums = std::array::from_fn(|lane| sums[lane] + row[lane]);
        }
        for row in self.inputs[MOST_CHANGES + 1 - self.n_go..].iter().filter_map(|&input| part(input)) {
            sums = std::array::from_fn(|lane| sums[lane] - row[lane]);
        }
        sums
    }
}

/// Takes the lowest input out of a set that has some. Nobody can foretell in which word it is, so there is no branch to
/// foretell it.
#[inline(always)]
fn pop<const W: usize>(set: &mut [u64; W]) -> usize {
    let (mut lowest, mut is_found) = (0, false);
    for (index, word) in set.iter_mut().enumerate() {
        let is_here = *word != 0 && !is_found;
        let bit = 64 * index + word.trailing_zeros() as usize;
        lowest = if is_here { bit } else { lowest };
        *word = if is_here { *word & word.wrapping_sub(1) } else { *word };
        is_found |= is_here;
    }
    lowest
}

/// One or two words as one.
#[inline(always)]
fn wide(words: &[u64]) -> u128 {
    match *words {
        [low, high] => u128::from(low) | u128::from(high) << 64,
        [low] => u128::from(low),
        _ => 0,
    }
}
