//! What an observation looks like: the bits of a network's inputs, laid out as people want them.

use zermelo_any::Encoder;
use zermelo_game::Extent;

/// How the inputs of a position are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Planes of rows and columns, as pictures are. A count, such as pieces in hand, fills a plane.
    Planes,
    /// One number for each input, in the order of the inputs.
    Flat,
    /// The inputs as bits of words, input `i` in bit `i % 64` of word `i / 64`.
    Bits,
}

/// The observations of one game in one layout.
#[derive(Clone, Debug)]
pub struct Looks {
    layout: Layout,
    n_words: usize,
    shape: Vec<usize>,
    /// What each input of a cell means: where it is written. Inputs of counts have [`NOWHERE`].
    places: Vec<u32>,
    counts: Vec<Count>,
}

/// A plane that shows a count.
#[derive(Clone, Copy, Debug)]
struct Count {
    first_input: usize,
    n_levels: usize,
    /// Where its plane begins.
    at: usize,
}

const NOWHERE: u32 = u32::MAX;

impl Looks {
    /// The observations of a game.
    pub fn new(encoder: &dyn Encoder, layout: Layout) -> Looks {
        let (n_words, count) = (encoder.n_words(), encoder.count());
        let mut looks = Looks { layout, n_words, shape: Vec::new(), places: Vec::new(), counts: Vec::new() };
        match layout {
            Layout::Bits => looks.shape = vec![n_words],
            Layout::Flat => {
                looks.shape = vec![count];
                looks.places = (0..count as u32).collect();
            }
            Layout::Planes => looks.lay_planes(encoder),
        }
        looks
    }

    fn lay_planes(&mut self, encoder: &dyn Encoder) {
        let cells = encoder.cells();
        let n_rows = cells.iter().map(|&(row, _)| row + 1).max().unwrap_or(1);
        let n_columns = cells.iter().map(|&(_, column)| column + 1).max().unwrap_or(1);
        let area = n_rows * n_columns;
        self.shape = vec![encoder.planes().len(), n_rows, n_columns];
        for (number, plane) in encoder.planes().iter().enumerate() {
            let at = number * area;
            match plane.extent {
                Extent::Cells => {
                    self.places
                        .extend(cells.iter().map(|&(row, column)| (at + row * n_columns + column) as u32));
                }
                Extent::Levels(n_levels) => {
                    self.counts.push(Count { first_input: self.places.len(), n_levels, at });
                    self.places.extend(std::iter::repeat_n(NOWHERE, n_levels));
                }
            }
        }
    }

    /// How they are laid out.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The shape of one observation.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How many numbers one observation has.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many words the inputs have.
    pub(crate) fn n_words(&self) -> usize {
        self.n_words
    }

    /// Writes the observation of a position whose inputs are `words`.
    #[inline]
    pub fn write<T: Element>(&self, words: &[u64], observation: &mut [T]) {
        T::write(self, words, observation);
    }

    fn scatter<T: Copy>(
        &self,
        words: &[u64],
        out: &mut [T],
        [zero, one]: [T; 2],
        level: impl Fn(usize, usize) -> T,
    ) {
        out.fill(zero);
        let area = self.shape.iter().skip(1).product::<usize>();
        for (word, places) in words.iter().zip(self.places.chunks(64)) {
            let mut left = *word;
            while left != 0 {
                let place = places[left.trailing_zeros() as usize];
                left &= left - 1;
                if place != NOWHERE {
                    out[place as usize] = one;
                }
            }
        }
        for count in &self.counts {
            let inputs = count.first_input..count.first_input + count.n_levels;
            let height = inputs.filter(|input| words[input / 64] >> (input % 64) & 1 == 1).count();
            if height > 0 {
                out[count.at..count.at + area].fill(level(height, count.n_levels));
            }
        }
    }
}

/// What observations are made of.
pub trait Element: Copy + Default + Send + Sync + 'static {
    /// Whether a layout can be made of it.
    fn suits(layout: Layout) -> bool;

    /// Writes the observation of a position whose inputs are `words`.
    fn write(looks: &Looks, words: &[u64], observation: &mut [Self]);
}

/// Zeros and ones; counts as they are.
impl Element for u8 {
    fn suits(layout: Layout) -> bool {
        layout != Layout::Bits
    }

    #[inline]
    fn write(looks: &Looks, words: &[u64], observation: &mut [u8]) {
        looks.scatter(words, observation, [0, 1], |height, _| height as u8);
    }
}

/// Zeros and ones; counts as shares of the highest.
impl Element for f32 {
    fn suits(layout: Layout) -> bool {
        layout != Layout::Bits
    }

    #[inline]
    fn write(looks: &Looks, words: &[u64], observation: &mut [f32]) {
        looks.scatter(words, observation, [0.0, 1.0], |height, n_levels| height as f32 / n_levels as f32);
    }
}

/// Bits as they are.
impl Element for u64 {
    fn suits(layout: Layout) -> bool {
        layout == Layout::Bits
    }

    #[inline]
    fn write(looks: &Looks, words: &[u64], observation: &mut [u64]) {
        debug_assert_eq!(looks.layout, Layout::Bits);
        observation.copy_from_slice(words);
    }
}
