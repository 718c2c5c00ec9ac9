//! Gradients of every activation, loss and kind of input against finite differences of the slow twin. A
//! gradient is seen from outside as one plain step of length 1.

use std::ops::ControlFlow;

use zermelo_game::stream;
use zermelo_learn::optimiser::Method;
use zermelo_learn::training::{Data, Schedule, Settings};
use zermelo_learn::{
    Activation, Dataset, Input, Label, Layer, Loss, Network, Scratch, Shape, Start, Training,
};

use crate::examples::{normal, uniform};
use crate::twin;

/// One plain step of length 1 on the whole data: the gradient, and the loss before it.
pub fn gradient(network: &Network, data: &Dataset, loss: Loss) -> (Vec<f64>, f64) {
    let settings = Settings {
        loss,
        method: Method::Sgd,
        step: 1.0,
        schedule: Schedule::Constant,
        batch: data.len(),
        passes: 1,
        ..Settings::default()
    };
    let data = Data { train: data, validation: None };
    let mut training = Training::new(network.clone(), settings, data).expect("data that fit");
    training.run(data, 1, |_, _| ControlFlow::Continue(())).expect("finite losses");
    let pairs = network.parameters().iter().zip(training.network().parameters());
    let gradient = pairs.map(|(before, after)| f64::from(*before) - f64::from(*after)).collect();
    (gradient, training.history()[0].training_loss)
}

/// The inputs of an example as numbers.
pub fn numbers(data: &Dataset, index: usize) -> Vec<f64> {
    match data.input(index) {
        Input::Bits(bits) => {
            (0..data.n_inputs()).map(|input| (bits[input / 64] >> (input % 64) & 1) as f64).collect()
        }
        Input::Dense(numbers) => numbers.iter().map(|&number| f64::from(number)).collect(),
    }
}

fn random_data(n_inputs: usize, n: usize, is_of_bits: bool, seed: u64) -> Dataset {
    let mut chance = stream(seed, "data", 0);
    let mut data = if is_of_bits { Dataset::of_bits(n_inputs) } else { Dataset::of_numbers(n_inputs) };
    for group in 0..n as u32 {
        let (target, weight) = (uniform(&mut chance) as f32, 0.5 + uniform(&mut chance) as f32);
        let label = Label { target, weight, group };
        if is_of_bits {
            let on: Vec<usize> = (0..n_inputs).filter(|_| uniform(&mut chance) < 0.4).collect();
            data.push_indices(&on, label).expect("inputs within range");
        } else {
            let numbers: Vec<f32> = (0..n_inputs).map(|_| normal(&mut chance) as f32).collect();
            data.push_numbers(&numbers, label).expect("as many as inputs");
        }
    }
    data
}

fn check(shape: &Shape, loss: Loss, is_of_bits: bool, n: usize, seed: u64) {
    let name = format!("{shape:?}, {loss:?}, bits: {is_of_bits}");
    let network = Network::start(shape.clone(), Start::Normal(0.3), seed).expect("a shape");
    let data = random_data(shape.n_inputs, n, is_of_bits, seed);
    let (gradient, mean_loss) = gradient(&network, &data, loss);
    let output = shape.layers.last().expect("a layer").activation;
    let examples: Vec<(Vec<f64>, Label)> =
        (0..n).map(|index| (numbers(&data, index), data.label(index))).collect();
    let total: f64 = examples.iter().map(|(_, label)| f64::from(label.weight)).sum();
    let mean = |parameters: &[f64]| {
        let losses = examples.iter().map(|(input, label)| {
            let value = twin::outputs(shape, parameters, input)[0];
            f64::from(label.weight) * twin::loss(loss, output, value, f64::from(label.target))
        });
        losses.sum::<f64>() / total
    };
    let parameters: Vec<f64> = network.parameters().iter().map(|&parameter| f64::from(parameter)).collect();
    assert!(
        (mean(&parameters) - mean_loss).abs() < 1e-6,
        "{name}: loss {mean_loss}, not {}",
        mean(&parameters)
    );
    // Of large networks every so many: 13 has no factor in common with widths and numbers of inputs.
    let every = if parameters.len() > 1000 { 13 } else { 1 };
    for (index, expected) in twin::slopes(&parameters, every, mean) {
        let got = gradient[index];
        assert!((got - expected).abs() < 2e-6, "{name}: slope {index} is {got}, not {expected}");
    }
}

/// Widths on both sides of what is computed at once (4, 16, 64), and more inputs than a word has bits.
#[test]
fn hidden_layers_of_every_kind() {
    for (seed, activation) in (0..).zip(Activation::ALL) {
        for is_of_bits in [true, false] {
            let shape = Shape::logit(9, &[21, 7], activation);
            check(&shape, Loss::CrossEntropy, is_of_bits, 13, 10 + seed);
            let shape = Shape::logit(70, &[86], activation);
            check(&shape, Loss::CrossEntropy, is_of_bits, 3, 20 + seed);
        }
    }
}

#[test]
fn outputs_and_losses_of_every_kind() {
    for (seed, activation) in (0..).zip(Activation::ALL) {
        let output = Layer { units: 1, activation };
        let hidden = Layer { units: 6, activation: Activation::Tanh };
        let shape = Shape { n_inputs: 5, layers: vec![hidden, output] };
        let is_share = matches!(activation, Activation::Linear | Activation::Logistic);
        for loss in [Loss::CrossEntropy, Loss::Squared, Loss::Absolute] {
            if loss != Loss::CrossEntropy || is_share {
                check(&shape, loss, true, 17, 30 + seed);
            }
        }
        check(&Shape { n_inputs: 5, layers: vec![output] }, Loss::Squared, true, 17, 40 + seed);
    }
}

/// More examples than one block and one shard, and the last of both not full.
#[test]
fn many_examples() {
    for is_of_bits in [true, false] {
        check(&Shape::logit(6, &[5], Activation::Tanh), Loss::CrossEntropy, is_of_bits, 1000, 50);
    }
}

/// One example alone through the network gives what the training's code gives for many, and what the twin
/// gives.
#[test]
fn inference_agrees_with_training() {
    for (seed, activation) in (0..).zip(Activation::ALL) {
        for is_of_bits in [true, false] {
            let shape = Shape::logit(75, &[64, 33, 8], activation);
            let network = Network::start(shape.clone(), Start::Uniform, seed).expect("a shape");
            let data = random_data(75, 50, is_of_bits, seed);
            let logits = zermelo_learn::prediction::logits(&network, &data, 2).expect("data that fit");
            let parameters: Vec<f64> = network.parameters().iter().map(|&p| f64::from(p)).collect();
            let mut scratch = Scratch::default();
            for (index, &logit) in logits.iter().enumerate() {
                let alone = network.logit(data.input(index), &mut scratch).expect("an input that fits");
                assert!((alone - logit).abs() < 1e-5, "{activation:?} {index}: {alone}, together {logit}");
                let slow = twin::outputs(&shape, &parameters, &numbers(&data, index))[0];
                assert!(
                    (f64::from(alone) - slow).abs() < 1e-5,
                    "{activation:?} {index}: {alone}, slowly {slow}"
                );
            }
        }
    }
}
