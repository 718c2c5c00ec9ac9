//! A network with weights drawn at random: what a search must be able to use, before there is anything to learn.
//!
//! One hidden layer of clipped units over a game's inputs. Sums are whole numbers, so those of a position can be had from
//! those of another by what differs, in any order and as often as one likes, without an error.

use std::hint::black_box;

use zermelo_game::inputs::each_input;
use zermelo_game::{Evaluator, Game, Inputs, Player, Position, Scratch, stream};

/// Units of the hidden layer.
const UNITS: usize = 256;
/// A unit that is fully on.
const FULL: i16 = 256;

type Units = [i16; UNITS];

/// The network. `WORDS` words hold the inputs.
pub struct RandomNet<P, const WORDS: usize> {
    inputs: Inputs<P>,
    /// What an input adds to each unit.
    weights: Vec<Units>,
    bias: Units,
    output: Units,
}

/// What is kept for the positions in which one player is to move: seen from the other side, everything is elsewhere.
#[derive(Clone)]
struct Kept<const WORDS: usize> {
    /// Inputs near those asked about, and their sums.
    words: [u64; WORDS],
    units: Units,
    /// The inputs asked about last.
    last: [u64; WORDS],
}

impl<P: Position, const WORDS: usize> RandomNet<P, WORDS> {
    /// A network for a game whose inputs take so many words. Own pieces are rather good and theirs rather bad, so that a
    /// search has something to find.
    pub fn new<G: Game<Position = P>>(game: &G, seed: u64) -> Self {
        let inputs = game.inputs();
        assert_eq!(inputs.n_words(), WORDS, "{} has {}", game.id(), inputs.signature());
        let mut chance = stream(seed, "net", 0);
        let mut draw = |middle: i16, spread: usize| {
            std::array::from_fn(|_| middle - spread as i16 + chance.below(2 * spread + 1) as i16)
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
        Kept { words: [0; WORDS], units: self.bias, last: [0; WORDS] }
    }

    #[inline]
    fn words(&self, pos: &P) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        self.inputs.write(pos, &mut words);
        // Words just written one by one must be read one by one: to read two at once has to wait for both to arrive.
        words.map(black_box)
    }

    /// The value of inputs, from the side to move.
    #[inline]
    fn judge(&self, kept: &mut Kept<WORDS>, words: [u64; WORDS]) -> f64 {
        let n_changed = count_changed(&kept.words, &words);
        if n_changed > FAR {
            self.go_to(kept, words);
        } else if n_changed > NEAR {
            // What two of three siblings have in common is their parent, which is nearer to all of them.
            let [near, last] = [&kept.words, &kept.last];
            let common = std::array::from_fn(|index| {
                let (a, b, c) = (near[index], last[index], words[index]);
                (a & b) | (b & c) | (a & c)
            });
            self.go_to(kept, common);
        }
        kept.last = words;
        f64::from(self.sum_near(kept, words)) / f64::from(FULL)
    }

    /// Moves what is kept to other inputs.
    #[inline]
    fn go_to(&self, kept: &mut Kept<WORDS>, words: [u64; WORDS]) {
        let come: [u64; WORDS] = std::array::from_fn(|index| words[index] & !kept.words[index]);
        let gone: [u64; WORDS] = std::array::from_fn(|index| kept.words[index] & !words[index]);
        each_input(&come, |input| add(&mut kept.units, &self.weights[input], i16::wrapping_add));
        each_input(&gone, |input| add(&mut kept.units, &self.weights[input], i16::wrapping_sub));
        kept.words = words;
    }

    /// The output for inputs that are near those kept; if they are not, they are kept.
    #[inline]
    fn sum_near(&self, kept: &mut Kept<WORDS>, words: [u64; WORDS]) -> i32 {
        let (mut come, mut gone) = (Few::default(), Few::default());
        for (index, (word, kept)) in words.into_iter().zip(kept.words).enumerate() {
            come.collect(index, word & !kept);
            gone.collect(index, kept & !word);
        }
        let c = |n: usize| &self.weights[come.inputs[n]];
        let g = |n: usize| &self.weights[gone.inputs[n]];
        match (come.count, gone.count) {
            (0, 0) => self.output(&kept.units, [], []),
            (1, 1) => self.output(&kept.units, [c(0)], [g(0)]),
            (1, 2) => self.output(&kept.units, [c(0)], [g(0), g(1)]),
            (2, 1) => self.output(&kept.units, [c(0), c(1)], [g(0)]),
            (2, 2) => self.output(&kept.units, [c(0), c(1)], [g(0), g(1)]),
            _ => {
                self.go_to(kept, words);
                self.output(&kept.units, [], [])
            }
        }
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
        for index in 0..UNITS {
            let unit = come.iter().fold(units[index], |sum, row| sum.wrapping_add(row[index]));
            let unit = gone.iter().fold(unit, |sum, row| sum.wrapping_sub(row[index]));
            on[index] = unit.clamp(0, FULL);
        }
        let mut sums = [0; 16];
        for (on, weights) in on.chunks_exact(16).zip(self.output.chunks_exact(16)) {
            for lane in 0..16 {
                sums[lane] += i32::from(on[lane]) * i32::from(weights[lane]);
            }
        }
        sums.iter().sum()
    }
}

/// Inputs that differ in more than this are not worth a detour.
const FAR: u32 = 6;
/// A move changes so many inputs, or one less.
const NEAR: u32 = 3;

#[inline]
fn count_changed<const WORDS: usize>(some: &[u64; WORDS], other: &[u64; WORDS]) -> u32 {
    some.iter().zip(other).map(|(a, b)| (a ^ b).count_ones()).sum()
}

#[inline]
fn add(units: &mut Units, row: &Units, join: impl Fn(i16, i16) -> i16) {
    units.iter_mut().zip(row).for_each(|(unit, weight)| *unit = join(*unit, *weight));
}

/// The numbers of a few inputs; of more, their count.
#[derive(Default)]
struct Few {
    inputs: [usize; 4],
    count: usize,
}

impl Few {
    #[inline]
    fn collect(&mut self, word: usize, mut bits: u64) {
        while bits != 0 {
            self.inputs[self.count % 4] = 64 * word + bits.trailing_zeros() as usize;
            self.count += 1;
            bits &= bits - 1;
        }
    }
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
