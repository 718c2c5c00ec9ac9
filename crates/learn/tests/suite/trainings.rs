//! Trainings: the same on any number of threads and after any interruption, what they can learn, when they
//! end, and what they refuse.

use std::ops::ControlFlow;

use zermelo_learn::network_file::About;
use zermelo_learn::training::{Data, Ending, Progress, Schedule, Settings};
use zermelo_learn::{Activation, Dataset, LearnError, Loss, Network, Shape, Start, Training, prediction};

use crate::examples::{label, noisy_pairs, random_sets};

fn network(n_inputs: usize, hidden: &[usize], seed: u64) -> Network {
    Network::start(Shape::logit(n_inputs, hidden, Activation::ClippedRelu), Start::Uniform, seed)
        .expect("a shape")
}

fn on(_: &Training, _: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn settings() -> Settings {
    Settings { batch: 300, passes: 4, seed: 7, ..Settings::default() }
}

/// Batches of several shards, the last one smaller, with mirror images.
#[test]
fn threads_change_nothing() {
    let mut train = noisy_pairs(70, 1000, 1.0, 1);
    train.add_symmetry((0..70).rev().collect()).expect("a symmetry");
    let validation = noisy_pairs(70, 700, 1.0, 2);
    let data = Data { train: &train, validation: Some(&validation) };
    for hidden in [&[48][..], &[32, 20]] {
        let bytes = [1, 2, 3].map(|threads| {
            let mut training = Training::new(network(70, hidden, 3), settings(), data).expect("data");
            training.run(data, threads, on).expect("finite losses");
            (training.to_bytes(), training.best().to_bytes(&About::new("game", "inputs")))
        });
        assert_eq!(bytes[0], bytes[1]);
        assert_eq!(bytes[0], bytes[2]);
    }
    let logits = [1, 2, 3].map(|threads| prediction::logits(&network(70, &[48], 3), &train, threads));
    assert_eq!(logits[0], logits[1]);
    assert_eq!(logits[0], logits[2]);
}

/// Stopped after every event, within passes and after them, written, read, and continued on other threads.
#[test]
fn interruptions_change_nothing() {
    // More batches than lie between two looks at whether to stop.
    let train = noisy_pairs(20, 1000, 1.0, 1);
    let validation = noisy_pairs(20, 300, 1.0, 2);
    let data = Data { train: &train, validation: Some(&validation) };
    let settings = Settings { batch: 10, ..settings() };
    let start = || Training::new(network(20, &[16], 3), settings, data).expect("data");
    let mut whole = start();
    assert_eq!(whole.run(data, 1, on), Ok(Ending::Finished));
    let mut bytes = start().to_bytes();
    let mut n_stops = 0;
    loop {
        let mut part = Training::from_bytes(&bytes, &settings, data).expect("what was written");
        assert_eq!(part.to_bytes(), bytes);
        let ending = part.run(data, 1 + n_stops % 2, |_, _| ControlFlow::Break(())).expect("finite losses");
        bytes = part.to_bytes();
        if ending == Ending::Finished {
            break;
        }
        n_stops += 1;
    }
    assert_eq!(
        n_stops, 11,
        "two within each of four passes, one at the end of each, the last of which is the end"
    );
    assert_eq!(bytes, whole.to_bytes());
    assert_eq!(whole.run(data, 1, on), Ok(Ending::Finished));
}

#[test]
fn what_was_begun_otherwise_is_not_continued() {
    let (train, other) = (noisy_pairs(20, 100, 1.0, 1), noisy_pairs(20, 101, 1.0, 1));
    let data = Data { train: &train, validation: None };
    let bytes = Training::new(network(20, &[16], 3), settings(), data).expect("data").to_bytes();
    let continued = |settings: Settings, data| Training::from_bytes(&bytes, &settings, data).map(|_| ());
    assert_eq!(continued(settings(), data), Ok(()));
    for result in [
        continued(Settings { seed: 8, ..settings() }, data),
        continued(settings(), Data { train: &other, validation: None }),
        continued(settings(), Data { train: &train, validation: Some(&other) }),
    ] {
        assert!(matches!(result, Err(LearnError::OtherTraining { .. })), "{result:?}");
    }
    for n in 0..bytes.len() {
        assert!(Training::from_bytes(&bytes[..n], &settings(), data).is_err(), "cut after {n} bytes");
    }
}

/// No sum of single inputs tells whether exactly one of two is on.
#[test]
fn exclusive_or_is_learnt() {
    for activation in [Activation::ClippedRelu, Activation::Relu, Activation::Elu, Activation::Tanh] {
        let train = random_sets(6, 2000, 1, |on, _| f32::from(on[1] != on[4]));
        let fresh = random_sets(6, 500, 2, |on, _| f32::from(on[1] != on[4]));
        let shape = Shape::logit(6, &[16], activation);
        let network = Network::start(shape, Start::Uniform, 1).expect("a shape");
        let settings = Settings { batch: 50, passes: 40, step: 0.01, ..Settings::default() };
        let data = Data { train: &train, validation: None };
        let mut training = Training::new(network, settings, data).expect("data");
        training.run(data, 2, on).expect("finite losses");
        let loss = prediction::mean_loss(training.best(), &fresh, Loss::CrossEntropy, 1).expect("data");
        assert!(loss < 0.02, "{}: {loss}", activation.name());
    }
}

/// Pure luck: the longer it is learnt by heart, the worse for what is to come.
#[test]
fn learning_by_heart_ends_early() {
    let luck = |n, seed| random_sets(30, n, seed, |_, chance| chance.below(2) as f32);
    let (train, validation) = (luck(200, 1), luck(2000, 2));
    let data = Data { train: &train, validation: Some(&validation) };
    let settings = Settings {
        batch: 20,
        passes: 100,
        step: 0.01,
        schedule: Schedule::Constant,
        patience: Some(3),
        ..Settings::default()
    };
    let mut training = Training::new(network(30, &[64], 1), settings, data).expect("data");
    let mut reports = Vec::new();
    let ending = training.run(data, 1, |_, progress| {
        if let Progress::Pass(report) = progress {
            reports.push(*report);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(ending, Ok(Ending::Patience));
    assert_eq!(reports, training.history());
    let losses: Vec<f64> = reports.iter().filter_map(|report| report.validation_loss).collect();
    let best = (0..losses.len()).min_by(|&i, &j| losses[i].total_cmp(&losses[j])).expect("a pass");
    assert_eq!(losses.len(), best + 1 + 3, "three passes after the best");
    assert!(reports[best].is_best && reports[best + 1..].iter().all(|report| !report.is_best));
    let measure = |network| prediction::mean_loss(network, &validation, Loss::CrossEntropy, 1).expect("data");
    assert_eq!(measure(training.best()), losses[best], "the best network is kept");
    assert!(measure(training.network()) > losses[best] + 0.01, "the last one is worse");
    assert!(reports.last().expect("a pass").training_loss < 0.6, "it did learn by heart");
}

/// A mirror image that training never shows is known, if training is told of it.
#[test]
fn symmetries_are_learnt_from() {
    let left = |n, seed| {
        // Whoever has the first input wins, seen only where the middle tells that nothing is mirrored.
        random_sets(9, n, seed, |on, _| f32::from(on[0]))
    };
    let mut train = left(3000, 1);
    train.add_symmetry((0..9).rev().collect()).expect("a symmetry");
    let mirrored = random_sets(9, 1000, 2, |on, _| f32::from(on[8]));
    let settings = Settings { batch: 100, passes: 10, step: 0.01, ..Settings::default() };
    let data = Data { train: &train, validation: None };
    let mut training = Training::new(network(9, &[16], 1), settings, data).expect("data");
    training.run(data, 1, on).expect("finite losses");
    let loss = |data| prediction::mean_loss(training.best(), data, Loss::CrossEntropy, 1).expect("data");
    // Both views are right half of the time: where the two inputs agree it knows, elsewhere it must toss a
    // coin.
    let expected = 0.48 * 0.5 * std::f64::consts::LN_2 * 2.0;
    assert!((loss(&mirrored) - expected).abs() < 0.03, "{}, not {expected}", loss(&mirrored));
    assert!((loss(&mirrored) - loss(&left(1000, 3))).abs() < 0.03);
}

/// An L2 penalty makes weights small and leaves biases alone: of all-equal targets only the bias learns.
#[test]
fn a_penalty_is_on_weights_alone() {
    let train = random_sets(5, 400, 1, |_, _| 0.9);
    let settings = Settings {
        batch: 40,
        passes: 60,
        step: 0.05,
        l2: 1.0,
        schedule: Schedule::Cosine,
        ..Settings::default()
    };
    let shape = Shape::logit(5, &[], Activation::Relu);
    let network = Network::start(shape, Start::Uniform, 1).expect("a shape");
    let data = Data { train: &train, validation: None };
    let mut training = Training::new(network, settings, data).expect("data");
    training.run(data, 1, on).expect("finite losses");
    let (weights, bias) = (training.best().weights(0), training.best().biases(0)[0]);
    assert!(weights.iter().all(|weight| weight.abs() < 0.01), "{weights:?}");
    assert!((f64::from(bias) - 9.0_f64.ln()).abs() < 0.05, "{bias}");
}

/// An example of twice the weight counts as two.
#[test]
fn weights_are_counts() {
    let mut twice = Dataset::of_bits(3);
    let mut heavy = Dataset::of_bits(3);
    for (on, target, n) in [(vec![0], 1.0, 2), (vec![1, 2], 0.0, 1), (vec![0, 2], 0.5, 3)] {
        let mut label = label(target, 0);
        for _ in 0..n {
            twice.push_indices(&on, label).expect("inputs within range");
        }
        label.weight = n as f32;
        heavy.push_indices(&on, label).expect("inputs within range");
    }
    let end = |data: &Dataset| {
        let settings = Settings { batch: 10, passes: 50, step: 0.05, ..Settings::default() };
        let data = Data { train: data, validation: None };
        let mut training = Training::new(network(3, &[16], 1), settings, data).expect("data");
        training.run(data, 1, on).expect("finite losses");
        training.best().parameters().to_vec()
    };
    let (twice, heavy) = (end(&twice), end(&heavy));
    let furthest = twice.iter().zip(&heavy).map(|(left, right)| (left - right).abs()).fold(0.0, f32::max);
    assert!(furthest < 1e-4, "{furthest}");
}

#[test]
fn what_cannot_be_learnt_is_refused() {
    let (train, empty) = (noisy_pairs(20, 50, 1.0, 1), Dataset::of_bits(20));
    let refused = |network: Network, settings: Settings, train: &Dataset, validation: Option<&Dataset>| {
        Training::new(network, settings, Data { train, validation }).map(|_| ()).expect_err("an error")
    };
    let net = || network(20, &[16], 1);
    assert!(matches!(refused(net(), settings(), &empty, None), LearnError::Empty { what: "training data" }));
    assert!(matches!(
        refused(net(), settings(), &train, Some(&empty)),
        LearnError::Empty { what: "validation data" }
    ));
    assert!(matches!(
        refused(network(21, &[16], 1), settings(), &train, None),
        LearnError::WrongSize { expected: 21, got: 20, .. }
    ));
    let measured = prediction::mean_loss(&net(), &empty, Loss::CrossEntropy, 1);
    assert!(matches!(measured, Err(LearnError::Empty { .. })));
    assert!(prediction::mean_loss(&network(21, &[16], 1), &train, Loss::CrossEntropy, 1).is_err());
    let mut outside = noisy_pairs(20, 5, 1.0, 1);
    outside.push_indices(&[1], label(1.5, 9)).expect("finite targets may be anything");
    assert!(matches!(
        refused(net(), settings(), &outside, None),
        LearnError::BadExample { what: "the target", index: 5, .. }
    ));
    let bad = [
        Settings { step: f32::NAN, ..settings() },
        Settings { step: 0.0, ..settings() },
        Settings { batch: 0, ..settings() },
        Settings { passes: 0, ..settings() },
        Settings { l2: -1.0, ..settings() },
        Settings { patience: Some(0), ..settings() },
    ];
    for settings in bad {
        assert!(
            matches!(refused(net(), settings, &train, None), LearnError::BadSetting { .. }),
            "{settings:?}"
        );
    }
    let shape = Shape::logit(20, &[4], Activation::Relu);
    let mut tanh = shape.clone();
    tanh.layers[1].activation = Activation::Tanh;
    let tanh = Network::start(tanh, Start::Uniform, 1).expect("a shape");
    assert!(matches!(refused(tanh, settings(), &train, None), LearnError::BadShape { .. }));
    let mut two = shape;
    two.layers[1].units = 2;
    let two = Network::start(two, Start::Uniform, 1).expect("a shape");
    assert!(matches!(
        refused(two, settings(), &train, None),
        LearnError::WrongSize { expected: 1, got: 2, .. }
    ));
    let data = Data { train: &train, validation: None };
    let mut training = Training::new(net(), settings(), data).expect("data");
    assert!(matches!(training.run(data, 0, on), Err(LearnError::BadSetting { name: "threads", .. })));
}

#[test]
fn a_training_that_diverges_says_so() {
    let train = random_sets(20, 500, 1, |on, _| 1e6 * f32::from(on[0]));
    let settings = Settings {
        loss: Loss::Squared,
        method: zermelo_learn::optimiser::Method::Sgd,
        step: 1e6,
        batch: 10,
        ..Settings::default()
    };
    let network =
        Network::start(Shape::logit(20, &[16], Activation::Relu), Start::Uniform, 1).expect("a shape");
    let data = Data { train: &train, validation: None };
    let mut training = Training::new(network, settings, data).expect("data");
    let error = training.run(data, 1, on).expect_err("it diverges");
    assert!(matches!(error, LearnError::Diverged { pass: 1, .. }), "{error}");
}

#[test]
fn impossible_networks_are_refused() {
    let start = |n_inputs, hidden: &[usize]| {
        Network::start(Shape::logit(n_inputs, hidden, Activation::Relu), Start::Uniform, 1).map(|_| ())
    };
    assert!(start(0, &[4]).is_err() && start(3, &[4, 0]).is_err() && start(1 << 20, &[1 << 20]).is_err());
    assert!(start(usize::MAX, &[usize::MAX, usize::MAX]).is_err());
    let shape = Shape { n_inputs: 3, layers: Vec::new() };
    assert!(Network::start(shape, Start::Uniform, 1).is_err());
    let shape = Shape::logit(2, &[], Activation::Relu);
    assert!(Network::new(shape.clone(), vec![0.0; 4]).is_err());
    assert!(Network::new(shape.clone(), vec![0.0, f32::NAN, 0.0]).is_err());
    assert!(Network::new(shape, vec![0.0; 3]).is_ok());
}
