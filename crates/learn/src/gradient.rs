//! Forwards and backwards through a network with a block of examples: their loss, and its gradient.
//!
//! A `Workspace` has room for one block and works alone, so that blocks can be done on any thread.

use crate::aligned::Aligned;
use crate::loss::Loss;
use crate::network::{Network, Place, dot};
use crate::product::{self, Dimensions, Matrix, Strips, add_product, multiply_add};
use crate::sparse::{self, Strip};

/// The inputs of some examples, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inputs<'a> {
    Bits(&'a [u64]),
    Dense(&'a [f32]),
}

/// Some examples.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'a> {
    pub inputs: Inputs<'a>,
    pub targets: &'a [f32],
    pub weights: &'a [f32],
    /// For each example the output that its target is about; without it, the first.
    pub choices: Option<&'a [u16]>,
}

/// Sums over the examples of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// Losses, each times its weight.
    pub loss: f64,
    /// Weights.
    pub weight: f64,
}

impl Sums {
    pub fn add(&mut self, other: Sums) {
        self.loss += other.loss;
        self.weight += other.weight;
    }

    pub fn mean(&self) -> f64 {
        self.loss / self.weight
    }
}

/// Room for one block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// For each layer, the units' values for each example.
    values: Vec<Aligned>,
    /// The gradients along the sums of the layer at hand, and of the one before it.
    deltas: Aligned,
    deltas_before: Aligned,
    strips: Strips,
    strip: Strip,
    /// The gradient of the block's loss along each parameter, a sum over examples.
    pub gradients: Aligned,
}

/// From an example's values to the next one's. More than there are units: rows a power of two apart would
/// crowd each other out of the cache.
fn stride(n_units: usize) -> usize {
    if n_units < 16 { n_units } else { n_units.next_multiple_of(16) + 16 }
}

impl Workspace {
    /// The last layer's sums for each example, `stride` apart, and that stride.
    pub fn forwards(&mut self, network: &Network, inputs: Inputs<'_>, n: usize) -> (&[f32], usize) {
        let places = network.shape().places();
        let parameters = network.parameters();
        self.values.resize_with(places.len(), Aligned::default);
        for (index, &place) in places.iter().enumerate() {
            let (before, after) = self.values.split_at_mut(index);
            let stride_after = stride(place.n_units);
            let values = &mut after[0];
            values.resize(n * stride_after);
            match (before.last(), inputs) {
                (None, Inputs::Bits(bits)) => {
                    sparse::forwards(place, parameters, bits, values, stride_after, &mut self.strip);
                }
                (None, Inputs::Dense(numbers)) => {
                    let rows = Rows { data: numbers, stride: place.n_inputs };
                    dense_forwards(place, parameters, rows, n, values, &mut self.strips);
                }
                (Some(before), _) => {
                    let rows = Rows { data: before, stride: stride(place.n_inputs) };
                    dense_forwards(place, parameters, rows, n, values, &mut self.strips);
                }
            }
            if index + 1 < places.len() {
                for values in values.chunks_exact_mut(stride_after) {
                    place.activation.apply(&mut values[..place.n_units]);
                }
            }
        }
        let n_outputs = network.shape().n_outputs();
        (self.values.last().map_or(&[], |values| values), stride(n_outputs))
    }

    /// The loss of a block, and its gradient, which is left in `gradients`.
    pub fn gradient(&mut self, network: &Network, loss: Loss, block: Block<'_>) -> Sums {
        self.forwards(network, block.inputs, block.targets.len());
        let sums = self.output_deltas(network, loss, block);
        self.backwards(network, block.inputs, block.targets.len());
        sums
    }

    /// The loss of a block alone.
    pub fn loss(&mut self, network: &Network, loss: Loss, block: Block<'_>) -> Sums {
        self.forwards(network, block.inputs, block.targets.len());
        self.output_deltas(network, loss, block)
    }

    /// Sums the losses, and leaves their gradients along the last layer's sums in `deltas`.
    fn output_deltas(&mut self, network: &Network, loss: Loss, block: Block<'_>) -> Sums {
        let n_outputs = network.shape().n_outputs();
        let stride = stride(n_outputs);
        let Some((layer, sums)) = network.shape().layers.last().zip(self.values.last()) else {
            return Sums::default();
        };
        self.deltas.zeros(sums.len());
        let mut total = Sums::default();
        for (index, (&target, &weight)) in block.targets.iter().zip(block.weights).enumerate() {
            let output = block.choices.map_or(0, |choices| usize::from(choices[index]));
            let place = index * stride + output;
            let (loss, slope) = loss.of(layer.activation, sums[place], target);
            self.deltas[place] = weight * slope;
            total.add(Sums { loss: f64::from(weight * loss), weight: f64::from(weight) });
        }
        total
    }

    fn backwards(&mut self, network: &Network, inputs: Inputs<'_>, n: usize) {
        let places = network.shape().places();
        let parameters = network.parameters();
        self.gradients.zeros(parameters.len());
        for (index, &place) in places.iter().enumerate().rev() {
            let stride_after = stride(place.n_units);
            let biases = &mut self.gradients[place.biases..place.biases + place.n_units];
            for deltas in self.deltas.chunks_exact(stride_after) {
                biases.iter_mut().zip(deltas).for_each(|(sum, delta)| *sum += delta);
            }
            match (index.checked_sub(1), inputs) {
                (None, Inputs::Bits(bits)) => {
                    sparse::backwards(
                        place,
                        bits,
                        &self.deltas,
                        stride_after,
                        &mut self.gradients,
                        &mut self.strip,
                    );
                }
                (None, Inputs::Dense(numbers)) => {
                    let rows = Rows { data: numbers, stride: place.n_inputs };
                    weight_gradients(place, rows, &self.deltas, n, &mut self.gradients, &mut self.strips);
                }
                (Some(before), _) => {
                    let rows = Rows { data: &self.values[before], stride: stride(place.n_inputs) };
                    weight_gradients(place, rows, &self.deltas, n, &mut self.gradients, &mut self.strips);
                    self.deltas_before.resize(rows.data.len());
                    input_gradients(
                        place,
                        parameters,
                        &self.deltas,
                        n,
                        &mut self.deltas_before,
                        &mut self.strips,
                    );
                    places[before].activation.times_slope(rows.data, &mut self.deltas_before);
                    std::mem::swap(&mut self.deltas, &mut self.deltas_before);
                }
            }
        }
    }
}

/// Numbers of examples, `stride` apart.
#[derive(Clone, Copy)]
struct Rows<'a> {
    data: &'a [f32],
    stride: usize,
}

impl<'a> Rows<'a> {
    fn matrix(self) -> Matrix<'a> {
        Matrix { data: self.data, rows: self.stride, columns: 1 }
    }

    fn transposed(self) -> Matrix<'a> {
        Matrix { data: self.data, rows: 1, columns: self.stride }
    }
}

fn dense_forwards(
    place: Place,
    parameters: &[f32],
    inputs: Rows<'_>,
    n: usize,
    sums: &mut [f32],
    strips: &mut Strips,
) {
    let (weights, biases) = (place.weights(parameters), place.biases(parameters));
    if place.n_units == 1 {
        for (sum, inputs) in sums.iter_mut().zip(inputs.data.chunks_exact(inputs.stride)) {
            *sum = biases[0] + dot(weights, &inputs[..place.n_inputs]);
        }
        return;
    }
    for sums in sums.chunks_exact_mut(stride(place.n_units)) {
        sums[..place.n_units].copy_from_slice(biases);
    }
    let dimensions = Dimensions { rows: n, depth: place.n_inputs, columns: place.n_units };
    let weights = Matrix { data: weights, rows: place.n_units, columns: 1 };
    let sums = product::Sums { data: sums, stride: stride(place.n_units), is_fresh: false };
    add_product(dimensions, inputs.matrix(), weights, sums, strips);
}

fn weight_gradients(
    place: Place,
    inputs: Rows<'_>,
    deltas: &[f32],
    n: usize,
    gradients: &mut [f32],
    strips: &mut Strips,
) {
    let gradients = &mut gradients[place.weights..place.biases];
    if place.n_units == 1 {
        for (&delta, inputs) in deltas.iter().zip(inputs.data.chunks_exact(inputs.stride)) {
            for (gradient, &input) in gradients.iter_mut().zip(&inputs[..place.n_inputs]) {
                *gradient = multiply_add(delta, input, *gradient);
            }
        }
        return;
    }
    let dimensions = Dimensions { rows: place.n_inputs, depth: n, columns: place.n_units };
    let deltas = Rows { data: deltas, stride: stride(place.n_units) };
    let sums = product::Sums { data: gradients, stride: place.n_units, is_fresh: true };
    add_product(dimensions, inputs.transposed(), deltas.matrix(), sums, strips);
}

fn input_gradients(
    place: Place,
    parameters: &[f32],
    deltas: &[f32],
    n: usize,
    gradients: &mut [f32],
    strips: &mut Strips,
) {
    let weights = place.weights(parameters);
    let stride_before = stride(place.n_inputs);
    if place.n_units == 1 {
        for (&delta, gradients) in deltas.iter().zip(gradients.chunks_exact_mut(stride_before)) {
            gradients.iter_mut().zip(weights).for_each(|(gradient, weight)| *gradient = delta * weight);
        }
        return;
    }
    let dimensions = Dimensions { rows: n, depth: place.n_units, columns: place.n_inputs };
    let deltas = Rows { data: deltas, stride: stride(place.n_units) };
    let weights = Matrix { data: weights, rows: 1, columns: place.n_units };
    let sums = product::Sums { data: gradients, stride: stride_before, is_fresh: true };
    add_product(dimensions, deltas.matrix(), weights, sums, strips);
}
