//! The second hidden layer of a network in whole numbers.
//!
//! Clipped units are often 0. Those of the first layer are taken in pairs, because the processor multiplies
//! and adds in pairs, and pairs of zeros are left out.

use wide::{f32x8, i32x8};

use crate::bits::ones;
use crate::network::Network;
use crate::quantised::{Lanes, fine_scale, rounded};

/// How many units of the second layer are computed at once.
pub(crate) const N_SECOND: usize = 8;
/// How many lanes of the first layer are looked through at once: 8 pairs each, for as many as a word has
/// bits.
const WINDOW: usize = 8;

/// A second hidden layer and the output.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Second {
    /// The layer in strips as wide as registers hold: of 32 units, then of 16 and of 8 what is left.
    wide: Vec<Strip<4>>,
    middle: Option<Strip<2>>,
    narrow: Option<Strip<1>>,
    /// What one step of a sum is.
    unit: f32,
    output_bias: f32,
}

/// Some units of the layer, in blocks of eight.
#[derive(Clone, Debug, PartialEq)]
struct Strip<const N: usize> {
    /// For each pair of units of the first layer, the weights of both in the units of each block.
    pairs: Vec<[Lanes; N]>,
    biases: [f32x8; N],
    outputs: [f32x8; N],
}

impl Second {
    /// The layers after the first, whose fully on units are `scale`.
    pub fn new(network: &Network, scale: i32) -> Second {
        let n_units = network.biases(1).len();
        let fine = fine_scale(network.weights(1), n_units, scale);
        let n_blocks = n_units / N_SECOND;
        let rest = n_blocks / 4 * 4;
        Second {
            wide: (0..n_blocks / 4).map(|index| Strip::new(network, fine, index * 4)).collect(),
            middle: (n_blocks & 2 != 0).then(|| Strip::new(network, fine, rest)),
            narrow: (n_blocks & 1 != 0).then(|| Strip::new(network, fine, n_blocks - 1)),
            unit: 1.0 / (fine * scale as f32),
            output_bias: network.biases(2)[0],
        }
    }

    /// The logit for sums of the first layer, clipped at `on`.
    #[inline]
    pub fn output(&self, sums: &[Lanes], on: Lanes) -> f32 {
        let mut total = f32x8::splat(0.0);
        for strip in &self.wide {
            total += strip.output(sums, on, self.unit);
        }
        if let Some(strip) = &self.middle {
            total += strip.output(sums, on, self.unit);
        }
        if let Some(strip) = &self.narrow {
            total += strip.output(sums, on, self.unit);
        }
        total.to_array().iter().sum::<f32>() + self.output_bias
    }
}

impl<const N: usize> Strip<N> {
    /// The units from a block on.
    fn new(network: &Network, fine: f32, first: usize) -> Strip<N> {
        let n_units = network.biases(1).len();
        let weights = network.weights(1);
        let block = |numbers: &[f32], block: usize| {
            f32x8::from(std::array::from_fn::<f32, N_SECOND, _>(|lane| {
                numbers[(first + block) * N_SECOND + lane]
            }))
        };
        let pair = |pair: usize| {
            std::array::from_fn(|block| {
                // Neighbours are the two units of the pair, in the same unit of this layer.
                let weight = |lane: usize| {
                    weights[(2 * pair + lane % 2) * n_units + (first + block) * N_SECOND + lane / 2]
                };
                Lanes::from(std::array::from_fn::<i16, 16, _>(|lane| rounded(weight(lane), fine)))
            })
        };
        Strip {
            pairs: (0..weights.len() / n_units / 2).map(pair).collect(),
            biases: std::array::from_fn(|index| block(network.biases(1), index)),
            outputs: std::array::from_fn(|index| block(network.weights(2), index)),
        }
    }

    /// What the units add to the output, in eight parts.
    #[inline]
    fn output(&self, sums: &[Lanes], on: Lanes, unit: f32) -> f32x8 {
        let mut totals = [i32x8::splat(0); N];
        for (sums, pairs) in sums.chunks(WINDOW).zip(self.pairs.chunks(WINDOW * 8)) {
            let mut values = [0_i32; WINDOW * 8];
            let mut are_on = 0_u64;
            for (place, (&sums, values)) in sums.iter().zip(values.as_chunks_mut().0).enumerate() {
                let clipped: i32x8 = bytemuck::cast(sums.max(Lanes::splat(0)).min(on));
                *values = clipped.to_array();
                let are_off = clipped.simd_eq(i32x8::splat(0)).to_bitmask() as u8;
                are_on |= u64::from(!are_off) << (8 * place);
            }
            for pair in ones(are_on) {
                let value: Lanes = bytemuck::cast(i32x8::splat(values[pair]));
                let weights = &pairs[pair];
                totals = std::array::from_fn(|block| totals[block] + value.dot(weights[block]));
            }
        }
        let (off, full, unit) = (f32x8::splat(0.0), f32x8::splat(1.0), f32x8::splat(unit));
        let mut part = f32x8::splat(0.0);
        for ((total, &bias), &output) in totals.iter().zip(&self.biases).zip(&self.outputs) {
            part += (total.round_float() * unit + bias).max(off).min(full) * output;
        }
        part
    }
}
