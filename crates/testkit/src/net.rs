//! A network with weights drawn at random: what a search must be able to use, before there is anything to learn.
//!
//! One hidden layer of clipped units over a game's inputs. Sums are whole numbers, so those of a position can be had from
//! those of another by what differs, in any order and as often as one likes, without an error.

use std::hint::black_box;

use zermelo_game::each_input;
use zermelo_game::{Evaluator, Game, Inputs, Player, Position, Scratch, stream};

/// Units of the hidden layer.
const UNITS: usize = 256;
/// A unit that is fully on.
const FULL: i16 = 256;

/// A number for each unit, laid out so that no sixteen of them lie across two lines of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Units([i16; UNITS]);

/// The network. `WORDS` words hold the inputs.
pub struct RandomNet<P, const WORDS: usize> {
    inputs: Inputs<P>,
    /// What an input adds to each unit.
    weights: Vec<Units>,
    bias: Units,
    output: Units,
}

/// Inputs near those asked about, and their sums. Kept for each player to move: seen from the other side, everything is
/// elsewhere.
#[derive(Clone)]
struct Kept<const WORDS: usize> {
    words: [u64; WORDS],
    units: Units,
}

impl<P: Position, const WORDS: usize> RandomNet<P, WORDS> {
    /// A network for a game whose inputs take so many words. Own pieces are rather good and theirs rather bad, so that a
    /// search has something to find.
    pub fn new<G: Game<Position = P>>(game: &G, seed: u64) -> Self {
        let inputs = game.inputs();
        assert_eq!(inputs.n_words(), WORDS, "{} has {}", game.id(), inputs.signature());
        let mut chance = stream(seed, "net", 0);
        let mut draw = |middle: i16, spread: usize| {
            Units(std::array::from_fn(|_| middle - spread as i16 + chance.below(2 * spread + 1) as i16))
        };
        let leans = inputs.planes().iter().flat_map(|plane| {
            let is = |whose| i16::from(plane.name.starts_with(whose));
            std::iter::repeat_n(4 * (is("own") - is("their")), inputs.size_of(plane))
        });
        let weights = leans.map(|lean| draw(lean, 40)).collect();
        let (bias, output) = (draw(FULL / 2, 64), draw(4, 24));
        RandomNet { inputs, weights, bias, output }
    }

    fn fresh(&self) -> Kept<WORDS> {
        Kept { words: [0; WORDS], units: self.bias }
    }

    #[inline]
    fn words(&self, pos: &P) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        self.inputs.write(pos, &mut words);
        // Words just written one by one must be read one by one: to read two at once has to wait for both to arrive.
        words.map(black_box)
    }

    /// The value of inputs, from the side to move. What is kept stays where it is while siblings are asked about, and
    /// moves when something farther away comes. Inlined, so that the words stay in registers.
    #[inline(always)]
    fn judge(&self, kept: &mut Kept<WORDS>, words: [u64; WORDS]) -> f64 {
        let mut come: [u64; WORDS] = std::array::from_fn(|index| words[index] & !kept.words[index]);
        let mut gone: [u64; WORDS] = std::array::from_fn(|index| kept.words[index] & !words[index]);
        let n_changed = [&come, &gone].map(|set| set.iter().map(|word| word.count_ones()).sum());
        let mut c = || &self.weights[pop(&mut come)];
        let mut g = || &self.weights[pop(&mut gone)];
        // Siblings differ in two pieces that moved, and one that was captured or not.
        let sum: i32 = match n_changed {
            [0, 0] => self.output(&kept.units, [], []),
            [1, 1] => self.output(&kept.units, [c()], [g()]),
            [1, 2] => self.output(&kept.units, [c()], [g(), g()]),
            [2, 1] => self.output(&kept.units, [c(), c()], [g()]),
            [2, 2] => self.output(&kept.units, [c(), c()], [g(), g()]),
            [2, 3] => self.output(&kept.units, [c(), c()], [g(), g(), g()]),
            [3, 2] => self.output(&kept.units, [c(), c(), c()], [g(), g()]),
            _ => {
                self.go_to(kept, come, gone);
                self.output(&kept.units, [], [])
            }
        };
        f64::from(sum) / f64::from(FULL)
    }

    /// Moves what is kept to other inputs: as a rule as many come as are gone.
    #[inline]
    fn go_to(&self, kept: &mut Kept<WORDS>, mut come: [u64; WORDS], mut gone: [u64; WORDS]) {
        for index in 0..WORDS {
            kept.words[index] ^= come[index] | gone[index];
        }
        let is_left = |set: &[u64; WORDS]| set.iter().any(|&word| word != 0);
        while is_left(&come) && is_left(&gone) {
            let (row, other) = (&self.weights[pop(&mut come)], &self.weights[pop(&mut gone)]);
            for (index, unit) in kept.units.0.iter_mut().enumerate() {
                *unit = unit.wrapping_add(row.0[index]).wrapping_sub(other.0[index]);
            }
        }
        each_input(&come, |input| add(&mut kept.units, &self.weights[input], i16::wrapping_add));
        each_input(&gone, |input| add(&mut kept.units, &self.weights[input], i16::wrapping_sub));
    }

    /// The output for these sums with some rows added and some taken away. Written so that the compiler makes it a few
    /// instructions for sixteen units.
    #[inline]
    fn output<const COME: usize, const GONE: usize>(
        &self,
        units: &Units,
        come: [&Units; COME],
        gone: [&Units; GONE],
    ) -> i32 {
        let mut on = [0; UNITS];
        for (index, on) in on.iter_mut().enumerate() {
            let unit = come.iter().fold(units.0[index], |sum, row| sum.wrapping_add(row.0[index]));
            let unit = gone.iter().fold(unit, |sum, row| sum.wrapping_sub(row.0[index]));
            *on = unit.clamp(0, FULL);
        }
        let mut sums = [0; 16];
        for (on, weights) in on.chunks_exact(16).zip(self.output.0.chunks_exact(16)) {
            for lane in 0..16 {
                sums[lane] += i32::from(on[lane]) * i32::from(weights[lane]);
            }
        }
        sums.iter().sum()
    }
}

#[inline]
fn add(units: &mut Units, row: &Units, join: impl Fn(i16, i16) -> i16) {
    units.0.iter_mut().zip(&row.0).for_each(|(unit, weight)| *unit = join(*unit, *weight));
}

/// Takes the lowest input out of a set that has some. Nobody can foretell in which word it is, so there is no branch to
/// foretell it.
#[inline(always)]
fn pop<const WORDS: usize>(set: &mut [u64; WORDS]) -> usize {
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

impl<P: Position, const WORDS: usize> Evaluator<P> for RandomNet<P, WORDS> {
    fn value(&self, pos: &P, player: Player) -> f64 {
        let value = self.judge(&mut self.fresh(), self.words(pos));
        if pos.to_move() == player { value } else { -value }
    }

    fn value_with(&self, scratch: &mut Scratch, pos: &P, player: Player) -> f64 {
        let kept = scratch.get_or_make(|| [self.fresh(), self.fresh()]);
        let value = self.judge(&mut kept[pos.to_move().index()], self.words(pos));
        if pos.to_move() == player { value } else { -value }
    }
}
