//! A network in small whole numbers, for use inside a search.
//!
//! ```text
//! inputs that are on -> sums of 16 bits, 256 to the unit -> clipped to 0..256 -> weights of 16 bits -> a
//! logit
//! ```
//!
//! Sums are exact, so that a sum kept by differences is the sum from scratch, whatever the way to it. Nothing
//! can overflow: how far a sum can go is worked out when the network is made, and the scale is halved until
//! 16 bits hold it. Later weights are scaled so that 32 bits hold any sum of them. There may be a second
//! hidden layer, of few units; it is computed afresh for every value, from those units of the first that are
//! not 0, and its own values and the output are in floating point.
//!
//! Against the network in floating point the mean error is about 0.01 logit (`tests/suite/quantised.rs`):
//! weights are rounded to 1/256, and a sum has as many of them as inputs are on.

use wide::{i16x16, i32x8};

use crate::accumulator::Accumulator;
use crate::activation::Activation;
use crate::error::{LearnError, setting};
use crate::network::{Layer, Network};
use crate::second_layer::{N_SECOND, Second};

/// Sixteen units, which the processor computes at once.
pub(crate) type Lanes = i16x16;
pub(crate) const N_LANES: usize = 16;
/// The finest scale of the first layer, and the coarsest that still gives sensible values.
const FINEST: i32 = 256;
const COARSEST: i32 = 32;

/// A network with one or two hidden layers of clipped units and one output, in whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    n_inputs: usize,
    /// For each input, the weights it has in every unit.
    rows: Vec<Lanes>,
    pub(crate) biases: Vec<Lanes>,
    /// What a sum of 1 is.
    scale: i16,
    tail: Tail,
}

/// What comes after the first hidden layer.
#[derive(Clone, Debug, PartialEq)]
enum Tail {
    /// The output.
    Output {
        weights: Vec<Lanes>,
        /// What one step of the sum is in logits.
        unit: f32,
        bias: f32,
    },
    /// A second hidden layer, then the output.
    Second(Box<Second>),
}

impl Quantised {
    /// A network in whole numbers. It must have one hidden layer of clipped units, a multiple of 16 of them,
    /// and one output that is linear or logistic; between them there may be a second clipped layer, a
    /// multiple of 8. `most_on` is how many inputs are on at most, if that is known: then larger weights fit.
    pub fn new(network: &Network, most_on: Option<usize>) -> Result<Quantised, LearnError> {
        let shape = network.shape();
        let units = check(&shape.layers)?;
        setting(shape.n_inputs <= usize::from(u16::MAX), "inputs", shape.n_inputs, "at most 65,535")?;
        setting(most_on != Some(0), "most inputs that are on", 0, "at least 1")?;
        let (weights, biases) = (network.weights(0), network.biases(0));
        let most_on = most_on.unwrap_or(shape.n_inputs).min(shape.n_inputs);
        let mut scale = FINEST;
        for unit in 0..units {
            while let Some(reach) = too_far(weights, biases, unit, most_on, scale) {
                scale /= 2;
                if scale < COARSEST {
                    return Err(LearnError::TooLarge { unit, reach: reach / scale as f32 });
                }
            }
        }
        let tail = if shape.layers.len() == 2 {
            let weights = network.weights(1);
            let output_scale = fine_scale(weights, 1, scale);
            Tail::Output {
                weights: whole(weights, output_scale),
                unit: 1.0 / (output_scale * scale as f32),
                bias: network.biases(1)[0],
            }
        } else {
            Tail::Second(Box::new(Second::new(network, scale)))
        };
        Ok(Quantised {
            n_inputs: shape.n_inputs,
            rows: whole(weights, scale as f32),
            biases: whole(biases, scale as f32),
            scale: scale as i16,
            tail,
        })
    }

    /// How many inputs it has.
    pub fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    /// How many units its first hidden layer has.
    pub fn n_units(&self) -> usize {
        self.biases.len() * N_LANES
    }

    /// What a hidden sum of 1 is in whole numbers: 256, or less where weights are large.
    pub fn scale(&self) -> i32 {
        i32::from(self.scale)
    }

    /// The logit of a set of inputs from scratch.
    pub fn value(&self, bits: &[u64]) -> f32 {
        let mut accumulator = Accumulator::new(self);
        accumulator.refresh(self, bits);
        accumulator.value(self)
    }

    /// The logit for sums of the first hidden layer.
    #[inline]
    pub(crate) fn output(&self, sums: &[Lanes]) -> f32 {
        let (off, on) = (Lanes::splat(0), Lanes::splat(self.scale));
        match &self.tail {
            Tail::Output { weights, unit, bias } => {
                let mut total = i32x8::splat(0);
                for (&sums, &weights) in sums.iter().zip(weights) {
                    total += sums.max(off).min(on).dot(weights);
                }
                total.to_array().iter().sum::<i32>() as f32 * unit + bias
            }
            Tail::Second(second) => second.output(sums, on),
        }
    }

    /// The logit for sums to which some rows are added and from which some are taken; `None` where that is no quicker than
    /// to do so first: with a second layer, or a row that is not there.
    #[inline]
    pub(crate) fn output_near<const COME: usize, const GONE: usize>(
        &self,
        sums: &[Lanes],
        come: [&[Lanes]; COME],
        gone: [&[Lanes]; GONE],
    ) -> Option<f32> {
        let Tail::Output { weights, unit, bias } = &self.tail else { return None };
        let n = weights.len();
        let is_whole = |rows: &[&[Lanes]]| rows.iter().all(|row| row.len() >= n);
        if !is_whole(&[sums]) || !is_whole(&come) || !is_whole(&gone) {
            return None;
        }
        let (sums, come, gone) = (&sums[..n], come.map(|row| &row[..n]), gone.map(|row| &row[..n]));
        let (off, on) = (Lanes::splat(0), Lanes::splat(self.scale));
        let mut total = i32x8::splat(0);
        for index in 0..n {
            let sum = come.iter().fold(sums[index], |sum, row| sum + row[index]);
            let sum = gone.iter().fold(sum, |sum, row| sum - row[index]);
            total += sum.max(off).min(on).dot(weights[index]);
        }
        Some(total.to_array().iter().sum::<i32>() as f32 * unit + bias)
    }

    /// The row of an input from this place on; nothing if there is no such input.
    #[inline(always)]
    pub(crate) fn row(&self, input: usize, from: usize) -> &[Lanes] {
        let n = self.biases.len();
        self.rows.get(input * n + from..(input + 1) * n).unwrap_or_default()
    }
}

/// How many units the first layer has, if the layers are such as can be computed here.
fn check(layers: &[Layer]) -> Result<usize, LearnError> {
    let wrong = |problem: String| Err(LearnError::BadShape { problem });
    let Some((output, hidden @ ([_] | [_, _]))) = layers.split_last() else {
        return wrong(format!(
            "a network in 16 bits has one or two hidden layers, not {}",
            layers.len().max(1) - 1
        ));
    };
    if output.units != 1 || !matches!(output.activation, Activation::Linear | Activation::Logistic) {
        let (units, name) = (output.units, output.activation.name());
        return wrong(format!("the output must be one linear or logistic unit, not {units} of kind {name}"));
    }
    for (layer, multiple) in hidden.iter().zip([N_LANES, N_SECOND]) {
        let Layer { units, activation } = *layer;
        if activation != Activation::ClippedRelu || !units.is_multiple_of(multiple) {
            let name = activation.name();
            return wrong(format!(
                "a hidden layer must be a multiple of {multiple} clipped units, not {units} of kind {name}"
            ));
        }
    }
    Ok(hidden[0].units)
}

/// How far from 0 the sum of a unit can be, times the scale, if that is more than 16 bits hold.
fn too_far(weights: &[f32], biases: &[f32], unit: usize, most_on: usize, scale: i32) -> Option<f32> {
    let column = weights.iter().skip(unit).step_by(biases.len());
    let whole = |value: f32| libm::roundf(value * scale as f32);
    let mut column: Vec<f32> = column.map(|&weight| whole(weight)).collect();
    column.sort_unstable_by(f32::total_cmp);
    let low: f32 = column.iter().take(most_on).map(|&weight| weight.min(0.0)).sum();
    let high: f32 = column.iter().rev().take(most_on).map(|&weight| weight.max(0.0)).sum();
    let bias = whole(biases[unit]);
    let reach = (low + bias).abs().max((high + bias).abs()).max(bias.abs());
    (reach > f32::from(i16::MAX)).then_some(reach)
}

/// The finest scale at which weights fit into 16 bits, and what a unit sums into 32 if all its inputs are
/// fully on. Units' weights are `n_units` apart.
pub(crate) fn fine_scale(weights: &[f32], n_units: usize, scale: i32) -> f32 {
    let n_inputs = (weights.len() / n_units) as f64;
    let size = |weight: &f32| f64::from(weight.abs());
    let largest = weights.iter().map(size).fold(0.0, f64::max);
    let total = |unit: usize| weights.iter().skip(unit).step_by(n_units).map(size).sum::<f64>();
    let most = (0..n_units).map(total).fold(0.0, f64::max);
    let room = (f64::from(i32::MAX) / f64::from(scale) - n_inputs) / most;
    // A power of two, so that scales lose nothing.
    let finest = (f64::from(i16::MAX) / largest).min(room).min(65_536.0);
    libm::exp2(libm::floor(libm::log2(finest))) as f32
}

/// A number in whole steps.
pub(crate) fn rounded(value: f32, scale: f32) -> i16 {
    // The callers chose the scale so that nothing is cut off.
    libm::roundf(value * scale) as i16
}

fn whole(values: &[f32], scale: f32) -> Vec<Lanes> {
    let (chunks, _) = values.as_chunks::<N_LANES>();
    chunks.iter().map(|chunk| Lanes::from(chunk.map(|value| rounded(value, scale)))).collect()
}
