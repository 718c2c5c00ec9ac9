//! Outputs, gradients and whole trainings beside PyTorch's (`tests/data/learn/reference.py`).

use std::ops::ControlFlow;

use serde_json::Value;
use zermelo_learn::optimiser::Method;
use zermelo_learn::q_learning::{QLearner, QSettings};
use zermelo_learn::replay::{Experience, Replay};
use zermelo_learn::training::{Data, Schedule, Settings};
use zermelo_learn::{Activation, Dataset, Input, Label, Layer, Loss, Network, Scratch, Shape, Training};

use crate::gradients::gradient;

fn reference() -> Value {
    let text = include_str!("../../../../tests/data/learn/reference.json");
    serde_json::from_str(text).expect("JSON")
}

fn cases(name: &str) -> Vec<Value> {
    reference()[name].as_array().expect("a list of cases").clone()
}

fn numbers(value: &Value) -> Vec<f32> {
    value.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number") as f32).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn loss(case: &Value) -> Loss {
    serde_json::from_value(case["loss"].clone()).expect("a loss")
}

fn network(case: &Value, parameters: &str) -> Network {
    let units = case["units"].as_array().expect("sizes").iter().map(|n| n.as_u64().expect("a size") as usize);
    let names = case["activations"].as_array().expect("names").iter();
    let activations = names.map(|name| Activation::named(text(name)).expect("an activation"));
    let layers = units.zip(activations).map(|(units, activation)| Layer { units, activation }).collect();
    let n_inputs = case["n_inputs"].as_u64().expect("a size") as usize;
    Network::new(Shape { n_inputs, layers }, numbers(&case[parameters])).expect("a network")
}

fn dataset(case: &Value, prefix: &str, is_of_bits: bool) -> Dataset {
    let column = |name: &str| case[format!("{prefix}{name}")].clone();
    let n_inputs = case["n_inputs"].as_u64().expect("a size") as usize;
    let mut data = if is_of_bits { Dataset::of_bits(n_inputs) } else { Dataset::of_numbers(n_inputs) };
    let (targets, weights) = (numbers(&column("targets")), numbers(&column("weights")));
    for (index, row) in column("inputs").as_array().expect("rows").iter().enumerate() {
        let label = Label { target: targets[index], weight: weights[index], group: index as u32 };
        let row = numbers(row);
        if is_of_bits {
            let on: Vec<usize> = (0..row.len()).filter(|&input| row[input] == 1.0).collect();
            data.push_indices(&on, label).expect("inputs within range");
        } else {
            data.push_numbers(&row, label).expect("as many as inputs");
        }
    }
    data
}

fn assert_near(name: &str, got: &[f64], expected: &[f32], tolerance: f64) {
    assert_eq!(got.len(), expected.len(), "{name}");
    for (index, (got, expected)) in got.iter().zip(expected).enumerate() {
        let error = (got - f64::from(*expected)).abs();
        assert!(error < tolerance, "{name}, number {index}: {got}, not {expected}");
    }
}

#[test]
fn outputs_and_gradients() {
    let cases = cases("gradients");
    assert!(cases.len() > 20);
    for case in &cases {
        let name = format!("{} {} {}", case["units"], case["activations"], case["loss"]);
        let network = network(case, "parameters");
        let data = dataset(case, "", case["is_of_bits"].as_bool().expect("true or false"));
        let mut scratch = Scratch::default();
        for (index, expected) in case["outputs"].as_array().expect("rows").iter().enumerate() {
            let outputs = network.outputs(data.input(index), &mut scratch).expect("an input that fits");
            let outputs: Vec<f64> = outputs.iter().map(|&output| f64::from(output)).collect();
            assert_near(&name, &outputs, &numbers(expected), 2e-6);
        }
        let (gradient, mean_loss) = if network.shape().n_outputs() == 1 {
            gradient(&network, &data, loss(case))
        } else {
            gradient_of_choices(&network, &data, case)
        };
        assert_near(&name, &[mean_loss], &[case["mean_loss"].as_f64().expect("a number") as f32], 2e-6);
        assert_near(&name, &gradient, &numbers(&case["gradient"]), 2e-6);
    }
}

/// The same for a network with several outputs: games that end at once, so that rewards are the targets.
fn gradient_of_choices(network: &Network, data: &Dataset, case: &Value) -> (Vec<f64>, f64) {
    let n_outputs = network.shape().n_outputs();
    let mut replay = Replay::new(data.n_inputs(), n_outputs, data.len()).expect("sizes");
    for (index, action) in case["choices"].as_array().expect("choices").iter().enumerate() {
        let Input::Bits(state) = data.input(index) else { panic!("choices are tested with bits") };
        let action = action.as_u64().expect("an output") as u16;
        let reward = data.label(index).target;
        replay.push(Experience { state, action, reward, next: None }).expect("an experience");
    }
    let settings = QSettings { loss: loss(case), method: Method::Sgd, step: 1.0, ..QSettings::default() };
    let mut learner = QLearner::new(network.clone(), settings, 1).expect("settings");
    let mean_loss = learner.step(&replay).expect("finite losses");
    let pairs = network.parameters().iter().zip(learner.network().parameters());
    (pairs.map(|(before, after)| f64::from(*before) - f64::from(*after)).collect(), mean_loss)
}

#[test]
fn whole_trainings() {
    let cases = cases("trainings");
    assert!(cases.len() >= 9);
    for case in &cases {
        let name = format!("{} {} {} {}", case["units"], case["method"], case["schedule"], case["l2"]);
        let (train, validation) = (dataset(case, "", true), dataset(case, "validation_", true));
        let data = Data { train: &train, validation: Some(&validation) };
        let number = |name: &str| case[name].as_f64().expect("a number");
        let settings = Settings {
            loss: loss(case),
            method: if case["method"] == "adam" { Method::default() } else { Method::Sgd },
            step: number("step") as f32,
            schedule: if case["schedule"] == "cosine" { Schedule::Cosine } else { Schedule::Constant },
            batch: train.len(),
            passes: number("passes") as usize,
            l2: number("l2") as f32,
            ..Settings::default()
        };
        let mut training = Training::new(network(case, "start"), settings, data).expect("data that fit");
        training.run(data, 1, |_, _| ControlFlow::Continue(())).expect("finite losses");
        let losses: Vec<f64> = training.history().iter().map(|report| report.training_loss).collect();
        assert_near(&name, &losses, &numbers(&case["training_losses"]), 5e-6);
        let losses: Vec<f64> =
            training.history().iter().filter_map(|report| report.validation_loss).collect();
        assert_near(&name, &losses, &numbers(&case["validation_losses"]), 5e-6);
        let end: Vec<f64> = training.network().parameters().iter().map(|&p| f64::from(p)).collect();
        assert_near(&name, &end, &numbers(&case["end"]), 5e-5);
    }
}
