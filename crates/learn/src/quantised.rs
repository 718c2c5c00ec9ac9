//! A network with one hidden layer in small whole numbers, for use inside a search.
//!
//! ```text
//! inputs that are on -> sums of 16 bits, 256 to the unit -> clipped to 0..256 -> weights of 16 bits -> a logit
//! ```
//!
//! Sums are exact, so that a sum kept by differences is the sum from scratch, whatever the way to it. Nothing
//! can overflow: how far a sum can go is worked out when the network is made, and the scale is halved until
//! 16 bits hold it. The output's weights are scaled so that 32 bits hold any sum of them.
//!
//! Against the network in floating point the mean error is 0.002..0.02 logit (`tests/suite/quantised.rs`):
//! weights are rounded to 1/256, and a sum has as many of them as inputs are on.

use wide::i16x16;

use crate::accumulator::Accumulator;
use crate::activation::Activation;
use crate::error::{LearnError, setting};
use crate::network::{Layer, Network};

/// Sixteen units, which the processor computes at once.
pub(crate) type Lanes = i16x16;
pub(crate) const N_LANES: usize = 16;
/// The finest scale of the first layer, and the coarsest that still gives sensible values.
const FINEST: i32 = 256;
const COARSEST: i32 = 32;

/// A network with one hidden layer of clipped units and one output, in whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    n_inputs: usize,
    /// For each input, the weights it has in every unit.
    rows: Vec<Lanes>,
    pub(crate) biases: Vec<Lanes>,
    pub(crate) outputs: Vec<Lanes>,
    /// What a sum of 1 is.
    pub(crate) scale: i16,
    /// What one step of the output's sum is in logits.
    pub(crate) unit: f32,
    pub(crate) output_bias: f32,
}

impl Quantised {
    /// A network in whole numbers. It must have one hidden layer of clipped units, a multiple of 16 of them,
    /// and one output that is linear or logistic. `most_on` is how many inputs are on at most, if that is
    /// known: then larger weights fit.
    pub fn new(network: &Network, most_on: Option<usize>) -> Result<Quantised, LearnError> {
        let shape = network.shape();
        let wrong = |problem: String| LearnError::BadShape { problem };
        let &[Layer { units, activation: Activation::ClippedRelu }, Layer { units: 1, activation: output }] =
            shape.layers.as_slice()
        else {
            let problem =
                "only a network with one hidden layer of clipped units and one output goes into 16 bits";
            return Err(wrong(problem.to_owned()));
        };
        if !matches!(output, Activation::Linear | Activation::Logistic) {
            return Err(wrong(format!("the output must be linear or logistic, not {}", output.name())));
        }
        if !units.is_multiple_of(N_LANES) {
            return Err(wrong(format!(
                "the hidden layer must have a multiple of {N_LANES} units, not {units}"
            )));
        }
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
        let output_weights = network.weights(1);
        // 32 bits hold the sum if all units are fully on.
        let largest = output_weights.iter().fold(0.0_f64, |most, weight| most.max(f64::from(weight.abs())));
        let total: f64 = output_weights.iter().map(|weight| f64::from(weight.abs())).sum();
        let room = (f64::from(i32::MAX) / f64::from(scale) - units as f64) / total;
        let output_scale = (f64::from(i16::MAX) / largest).min(room).min(65_536.0);
        Ok(Quantised {
            n_inputs: shape.n_inputs,
            rows: whole(weights, scale as f32),
            biases: whole(biases, scale as f32),
            outputs: whole(output_weights, output_scale as f32),
            scale: scale as i16,
            unit: (1.0 / (output_scale * f64::from(scale))) as f32,
            output_bias: network.biases(1)[0],
        })
    }

    /// How many inputs it has.
    pub fn n_inputs(&self) -> usize {
        self.n_inputs
    }

    /// How many hidden units it has.
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

    /// The row of an input from this place on; nothing if there is no such input.
    #[inline(always)]
    pub(crate) fn row(&self, input: usize, from: usize) -> &[Lanes] {
        let n = self.biases.len();
        self.rows.get(input * n + from..(input + 1) * n).unwrap_or_default()
    }
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

/// A number in whole steps.
fn rounded(value: f32, scale: f32) -> i16 {
    // The callers chose the scale so that nothing is cut off.
    libm::roundf(value * scale) as i16
}

fn whole(values: &[f32], scale: f32) -> Vec<Lanes> {
    let (chunks, _) = values.as_chunks::<N_LANES>();
    chunks.iter().map(|chunk| Lanes::from(chunk.map(|value| rounded(value, scale)))).collect()
}
