//! The slow twin of a network: loops in 64 bits, written from the definition.

use zermelo_learn::{Activation, Loss, Shape};

/// The outputs of one example.
pub fn outputs(shape: &Shape, parameters: &[f64], input: &[f64]) -> Vec<f64> {
    let mut values = input.to_vec();
    let mut rest = parameters;
    for layer in &shape.layers {
        let (weights, more) = rest.split_at(values.len() * layer.units);
        let (biases, more) = more.split_at(layer.units);
        rest = more;
        values = (0..layer.units)
            .map(|unit| {
                let products = values
                    .iter()
                    .enumerate()
                    .map(|(input, value)| value * weights[input * layer.units + unit]);
                value(layer.activation, biases[unit] + products.sum::<f64>())
            })
            .collect();
    }
    values
}

fn value(activation: Activation, sum: f64) -> f64 {
    match activation {
        Activation::Linear => sum,
        Activation::Relu => sum.max(0.0),
        Activation::ClippedRelu => sum.clamp(0.0, 1.0),
        Activation::Elu => {
            if sum > 0.0 {
                sum
            } else {
                sum.exp() - 1.0
            }
        }
        Activation::Tanh => sum.tanh(),
        Activation::Logistic => 1.0 / (1.0 + (-sum).exp()),
    }
}

/// The loss of an output.
pub fn loss(loss: Loss, output_of: Activation, output: f64, target: f64) -> f64 {
    match loss {
        Loss::CrossEntropy => {
            let share = if output_of == Activation::Linear { 1.0 / (1.0 + (-output).exp()) } else { output };
            -target * share.ln() - (1.0 - target) * (1.0 - share).ln()
        }
        Loss::Squared => (output - target).powi(2),
        Loss::Absolute => (output - target).abs(),
    }
}

/// Every so many slopes of a function by central differences, with their places.
pub fn slopes(at: &[f64], every: usize, function: impl Fn(&[f64]) -> f64) -> Vec<(usize, f64)> {
    const STEP: f64 = 1e-5;
    let mut place = at.to_vec();
    (0..at.len())
        .step_by(every)
        .map(|index| {
            place[index] = at[index] + STEP;
            let above = function(&place);
            place[index] = at[index] - STEP;
            let below = function(&place);
            place[index] = at[index];
            (index, (above - below) / (2.0 * STEP))
        })
        .collect()
}
