//! The first layer over inputs that are on or off: sums of rows forwards, sums of gradients backwards.
//!
//! Both go through strips of columns so narrow that their sums stay in registers and what they read stays in
//! the nearest cache. Backwards, 64 examples at a time, the bits are turned round, so that each input knows
//! the examples it is on in, and its row of gradients is written once.

use crate::aligned::Aligned;
use crate::bits::{ones, transpose};
use crate::network::Place;

/// How many examples go backwards together: as many as a word has bits.
const BLOCK: usize = 64;

/// Room kept from call to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strip {
    packed: Aligned,
    /// For each input, the examples of a block it is on in.
    masks: Vec<u64>,
}

/// Calls `$body` for each strip of columns, as wide as can be: `$width` is a constant there.
macro_rules! each_strip {
    ($n:expr, |$column:ident, $width:ident| $body:block) => {
        let mut $column = 0;
        while $n - $column >= 64 {
            const $width: usize = 64;
            $body
            $column += 64;
        }
        while $n - $column >= 16 {
            const $width: usize = 16;
            $body
            $column += 16;
        }
        while $n - $column >= 4 {
            const $width: usize = 4;
            $body
            $column += 4;
        }
        while $n > $column {
            const $width: usize = 1;
            $body
            $column += 1;
        }
    };
}

/// The sums of each example: the biases and the rows of the inputs that are on. Sums are `stride` apart.
pub(crate) fn forwards(
    place: Place,
    parameters: &[f32],
    bits: &[u64],
    sums: &mut [f32],
    stride: usize,
    strip: &mut Strip,
) {
    let n_words = place.n_inputs.div_ceil(64);
    let (weights, biases) = (place.weights(parameters), place.biases(parameters));
    each_strip!(place.n_units, |column, WIDTH| {
        strip.packed.resize(place.n_inputs * WIDTH);
        for (packed, row) in strip.packed.chunks_exact_mut(WIDTH).zip(weights.chunks_exact(place.n_units)) {
            packed.copy_from_slice(&row[column..column + WIDTH]);
        }
        let (rows, _) = strip.packed.as_chunks::<WIDTH>();
        for (bits, sums) in bits.chunks_exact(n_words).zip(sums.chunks_mut(stride)) {
            let mut total = load::<WIDTH>(&biases[column..]);
            for (&word, rows) in bits.iter().zip(rows.chunks(64)) {
                for on in ones(word) {
                    total = add(total, &rows[on]);
                }
            }
            sums[column..column + WIDTH].copy_from_slice(&total);
        }
    });
}

/// Adds to the gradient of each weight the gradients of the sums in which its input was on.
pub(crate) fn backwards(
    place: Place,
    bits: &[u64],
    deltas: &[f32],
    stride: usize,
    gradients: &mut [f32],
    strip: &mut Strip,
) {
    let n_words = place.n_inputs.div_ceil(64);
    let n_units = place.n_units;
    let gradients = &mut gradients[place.weights..place.biases];
    for (bits, deltas) in bits.chunks(BLOCK * n_words).zip(deltas.chunks(BLOCK * stride)) {
        strip.masks.clear();
        for word in 0..n_words {
            let mut square = [0; BLOCK];
            for (row, bits) in square.iter_mut().zip(bits.chunks_exact(n_words)) {
                *row = bits[word];
            }
            transpose(&mut square);
            strip.masks.extend_from_slice(&square);
        }
        each_strip!(n_units, |column, WIDTH| {
            for (&mask, gradients) in strip.masks.iter().zip(gradients.chunks_exact_mut(n_units)) {
                if mask == 0 {
                    continue;
                }
                let mut total = load::<WIDTH>(&gradients[column..]);
                for example in ones(mask) {
                    total = add(total, &load(&deltas[example * stride + column..]));
                }
                gradients[column..column + WIDTH].copy_from_slice(&total);
            }
        });
    }
}

/// The first numbers of a slice, which must have so many.
#[inline(always)]
fn load<const WIDTH: usize>(numbers: &[f32]) -> [f32; WIDTH] {
    let mut first = [0.0; WIDTH];
    first.copy_from_slice(&numbers[..WIDTH]);
    first
}

/// By value, so that the compiler keeps the sums in registers.
#[inline(always)]
fn add<const WIDTH: usize>(sums: [f32; WIDTH], more: &[f32; WIDTH]) -> [f32; WIDTH] {
    std::array::from_fn(|lane| sums[lane] + more[lane])
}
