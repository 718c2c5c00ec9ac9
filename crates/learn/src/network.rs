//! A network: layers of units, each unit a weighted sum of all values of the layer before it.
//!
//! All parameters lie in one list, layer after layer: for each input of the layer the weights it has in every
//! unit, then the biases. So an input that is on or off adds one row or none, and a training can step through
//! the list.

use serde::{Deserialize, Serialize};
use zermelo_game::{Stream, stream};

use crate::activation::Activation;
use crate::bits::Ones;
use crate::error::{LearnError, size};
use crate::product::multiply_add;

/// One layer's size and activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// How many units it has.
    pub units: usize,
    /// What they make of their sums.
    pub activation: Activation,
}

/// The sizes of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// How many inputs there are.
    pub n_inputs: usize,
    /// The layers; the last one is the output.
    pub layers: Vec<Layer>,
}

/// How weights begin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Uniform, as wide as the layer before asks for. Clipped units begin with a bias of 0.4, in the middle
    /// of where they can learn.
    Uniform,
    /// Weights and biases all normal with this standard deviation.
    Normal(f32),
}

/// What a network looks at.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// Which inputs are on: input `i` is bit `i % 64` of word `i / 64`.
    Bits(&'a [u64]),
    /// A number for each input.
    Dense(&'a [f32]),
}

/// Room for the values of one example, kept from call to call.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    values: Vec<f32>,
    next: Vec<f32>,
}

/// A network with its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    shape: Shape,
    parameters: Vec<f32>,
}

/// Where the parameters of a layer are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub n_inputs: usize,
    pub n_units: usize,
    pub activation: Activation,
    /// Where the weights begin.
    pub weights: usize,
    /// Where the biases begin; they end with the layer.
    pub biases: usize,
}

impl Place {
    pub fn weights(self, parameters: &[f32]) -> &[f32] {
        &parameters[self.weights..self.biases]
    }

    pub fn biases(self, parameters: &[f32]) -> &[f32] {
        &parameters[self.biases..self.biases + self.n_units]
    }
}

impl Shape {
    /// Hidden layers of one kind and one linear output: a logit.
    pub fn logit(n_inputs: usize, hidden: &[usize], activation: Activation) -> Shape {
        let hidden = hidden.iter().map(|&units| Layer { units, activation });
        let output = Layer { units: 1, activation: Activation::Linear };
        Shape { n_inputs, layers: hidden.chain([output]).collect() }
    }

    /// How many outputs there are.
    pub fn n_outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.units)
    }

    /// How many parameters there are.
    pub fn n_parameters(&self) -> usize {
        self.places().iter().map(|place| (place.n_inputs + 1) * place.n_units).sum()
    }

    /// Where each layer's parameters are.
    pub(crate) fn places(&self) -> Vec<Place> {
        let mut n_inputs = self.n_inputs;
        let mut weights = 0;
        let places = self.layers.iter().map(|layer| {
            let biases = weights + n_inputs * layer.units;
            let place =
                Place { n_inputs, n_units: layer.units, activation: layer.activation, weights, biases };
            n_inputs = layer.units;
            weights = biases + layer.units;
            place
        });
        places.collect()
    }

    fn check(&self) -> Result<(), LearnError> {
        let problem = |problem: &str| Err(LearnError::BadShape { problem: problem.to_owned() });
        /// Far beyond what one core could train, and a bound on what a damaged file may ask for.
        const MOST: usize = 1 << 28;
        if self.layers.is_empty() {
            return problem("a network needs at least one layer");
        }
        if self.n_inputs == 0 || self.layers.iter().any(|layer| layer.units == 0) {
            return problem("a network needs at least one input and one unit in each layer");
        }
        let mut n_inputs = self.n_inputs;
        let mut total = 0_usize;
        for layer in &self.layers {
            total = total.saturating_add(n_inputs.saturating_add(1).saturating_mul(layer.units));
            n_inputs = layer.units;
        }
        if total > MOST {
            return problem(&format!("a network may have at most {MOST} weights, this would have {total}"));
        }
        Ok(())
    }
}

impl Network {
    /// A network with given parameters.
    pub fn new(shape: Shape, parameters: Vec<f32>) -> Result<Network, LearnError> {
        shape.check()?;
        size("parameters of the network", parameters.len(), shape.n_parameters())?;
        match parameters.iter().position(|value| !value.is_finite()) {
            None => Ok(Network { shape, parameters }),
            Some(index) => Err(LearnError::BadShape {
                problem: format!("parameter {index} of the network is {}", parameters[index]),
            }),
        }
    }

    /// A network that has learnt nothing yet.
    pub fn start(shape: Shape, start: Start, seed: u64) -> Result<Network, LearnError> {
        shape.check()?;
        let mut parameters = Vec::with_capacity(shape.n_parameters());
        for (index, place) in shape.places().into_iter().enumerate() {
            let mut chance = stream(seed, "weights", index as u64);
            let n_weights = place.n_inputs * place.n_units;
            match start {
                Start::Normal(deviation) => {
                    parameters
                        .extend((0..n_weights + place.n_units).map(|_| deviation * normal(&mut chance)));
                }
                Start::Uniform => {
                    let (share, bias) = match place.activation {
                        Activation::ClippedRelu => (3.0, 0.4),
                        Activation::Relu | Activation::Elu => (6.0, 0.0),
                        Activation::Linear | Activation::Tanh | Activation::Logistic => (3.0, 0.0),
                    };
                    let width = libm::sqrtf(share / place.n_inputs as f32);
                    parameters.extend((0..n_weights).map(|_| width * (2.0 * uniform(&mut chance) - 1.0)));
                    parameters.extend((0..place.n_units).map(|_| bias));
                }
            }
        }
        Network::new(shape, parameters)
    }

    /// The network's sizes.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All parameters: for each layer a row of weights for each of its inputs, then its biases.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    pub(crate) fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The weights of a layer: for each of its inputs, a row with the weight in each unit.
    pub fn weights(&self, layer: usize) -> &[f32] {
        self.shape.places()[layer].weights(&self.parameters)
    }

    /// The biases of a layer.
    pub fn biases(&self, layer: usize) -> &[f32] {
        self.shape.places()[layer].biases(&self.parameters)
    }

    /// The outputs for one example. Of a logistic output, the share of wins.
    pub fn outputs<'s>(&self, input: Input<'_>, scratch: &'s mut Scratch) -> Result<&'s [f32], LearnError> {
        self.sums(input, scratch)?;
        if let Some(layer) = self.shape.layers.last() {
            layer.activation.apply(&mut scratch.values);
        }
        Ok(&scratch.values)
    }

    /// The first output before its activation. Of a linear or logistic output trained on shares of wins, the
    /// log-odds of winning.
    pub fn logit(&self, input: Input<'_>, scratch: &mut Scratch) -> Result<f32, LearnError> {
        self.sums(input, scratch)?;
        Ok(scratch.values[0])
    }

    /// Leaves the last layer's sums in `scratch.values`.
    fn sums(&self, input: Input<'_>, scratch: &mut Scratch) -> Result<(), LearnError> {
        let Scratch { values, next } = scratch;
        let n_inputs = self.shape.n_inputs;
        let n_layers = self.shape.layers.len();
        let mut weights = 0;
        let mut n_before = n_inputs;
        for (index, layer) in self.shape.layers.iter().enumerate() {
            let biases = weights + n_before * layer.units;
            let rows = &self.parameters[weights..biases];
            next.clear();
            next.extend_from_slice(&self.parameters[biases..biases + layer.units]);
            match input {
                Input::Bits(bits) if index == 0 => {
                    size("words of bits", bits.len(), n_inputs.div_ceil(64))?;
                    for on in Ones::of(bits) {
                        let Some(row) = rows.get(on * layer.units..(on + 1) * layer.units) else {
                            return Err(LearnError::NoSuchInput { input: on, n_inputs });
                        };
                        next.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                    }
                }
                Input::Dense(numbers) if index == 0 => {
                    size("inputs", numbers.len(), n_inputs)?;
                    add_rows(rows, numbers, next);
                }
                _ => add_rows(rows, values, next),
            }
            if index + 1 < n_layers {
                layer.activation.apply(next);
            }
            std::mem::swap(values, next);
            weights = biases + layer.units;
            n_before = layer.units;
        }
        Ok(())
    }
}

/// Adds each row times its number to the sums.
fn add_rows(rows: &[f32], numbers: &[f32], sums: &mut [f32]) {
    if let [sum] = sums {
        *sum += dot(rows, numbers);
        return;
    }
    for (row, &number) in rows.chunks_exact(sums.len()).zip(numbers) {
        for (sum, &weight) in sums.iter_mut().zip(row) {
            *sum = multiply_add(number, weight, *sum);
        }
    }
}

/// The sum of products, in sixteen lanes that are summed last.
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut lanes = [0.0; 16];
    let (left_lanes, left_rest) = left.as_chunks::<16>();
    let (right_lanes, right_rest) = right.as_chunks::<16>();
    for (left, right) in left_lanes.iter().zip(right_lanes) {
        for ((lane, &left), &right) in lanes.iter_mut().zip(left).zip(right) {
            *lane = multiply_add(left, right, *lane);
        }
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    lanes.iter().sum::<f32>() + rest
}

/// A number from 0 up to, but not, 1.
pub(crate) fn uniform(chance: &mut Stream) -> f32 {
    (chance.bits() >> 40) as f32 / (1_u64 << 24) as f32
}

/// A standard normal number (Box and Muller).
fn normal(chance: &mut Stream) -> f32 {
    let wide = |chance: &mut Stream| (chance.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    // From above 0 to 1, as the logarithm needs.
    let radius = 1.0 - wide(chance);
    let angle = std::f64::consts::TAU * wide(chance);
    ((-2.0 * libm::log(radius)).sqrt() * libm::cos(angle)) as f32
}
