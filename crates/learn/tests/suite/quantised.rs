//! Networks in whole numbers: exact by differences, near to floating point, and never beyond their range.

use std::ops::ControlFlow;

use proptest::prelude::*;
use zermelo_game::stream;
use zermelo_learn::training::{Data, Settings};
use zermelo_learn::{
    Accumulator, Activation, Dataset, Input, Layer, LearnError, Network, Quantised, Scratch, Shape, Start,
    Training,
};

use crate::examples::noisy_pairs;
use crate::twin;

fn random(n_inputs: usize, hidden: &[usize], width: f32) -> Network {
    let shape = Shape::logit(n_inputs, hidden, Activation::ClippedRelu);
    Network::start(shape, Start::Normal(width), 1).expect("a shape")
}

fn trained(train: &Dataset, hidden: &[usize]) -> Network {
    let shape = Shape::logit(train.n_inputs(), hidden, Activation::ClippedRelu);
    let network = Network::start(shape, Start::Uniform, 1).expect("a shape");
    let data = Data { train, validation: None };
    let settings = Settings { passes: 8, batch: 128, step: 0.005, ..Settings::default() };
    let mut training = Training::new(network, settings, data).expect("data");
    training.run(data, 2, |_, _| ControlFlow::Continue(())).expect("finite losses");
    training.best().clone()
}

/// The same from the definition: sums of the first layer in 64-bit whole numbers, the rest in floating point.
fn slow_value(network: &Network, quantised: &Quantised, bits: &[u64]) -> f64 {
    let units = quantised.n_units();
    let scale = quantised.scale();
    let whole = |value: f32| (f64::from(value) * f64::from(scale)).round() as i64;
    let mut values = Vec::new();
    for unit in 0..units {
        let mut sum = whole(network.biases(0)[unit]);
        for input in 0..quantised.n_inputs() {
            if bits[input / 64] >> (input % 64) & 1 == 1 {
                sum += whole(network.weights(0)[input * units + unit]);
            }
        }
        values.push(sum.clamp(0, i64::from(scale)) as f64 / f64::from(scale));
    }
    let n_layers = network.shape().layers.len();
    let later = Shape { n_inputs: units, layers: network.shape().layers[1..].to_vec() };
    let parameters =
        (1..n_layers).flat_map(|layer| network.weights(layer).iter().chain(network.biases(layer)));
    let parameters: Vec<f64> = parameters.map(|&parameter| f64::from(parameter)).collect();
    twin::outputs(&later, &parameters, &values)[0]
}

/// What a trained network loses: weights are rounded to 1/256, and twenty to thirty of them are summed.
#[test]
fn the_loss_of_precision_is_small() {
    let train = noisy_pairs(74, 20_000, 2.0, 1);
    for hidden in [&[32][..], &[256], &[128, 16]] {
        let network = trained(&train, hidden);
        let quantised = Quantised::new(&network, None).expect("small weights");
        assert_eq!(quantised.scale(), 256);
        let mut scratch = Scratch::default();
        let mut errors = Vec::new();
        let mut size = 0.0;
        for index in 0..2000 {
            let Input::Bits(bits) = train.input(index) else { panic!("numbers instead of bits") };
            let logit = network.logit(Input::Bits(bits), &mut scratch).expect("an input that fits");
            errors.push((quantised.value(bits) - logit).abs());
            size += logit.abs() / 2000.0;
            if index < 100 {
                let slow = slow_value(&network, &quantised, bits);
                assert!((f64::from(quantised.value(bits)) - slow).abs() < 1e-3, "example {index}");
            }
        }
        let mean = errors.iter().sum::<f32>() / errors.len() as f32;
        let most = errors.iter().copied().fold(0.0, f32::max);
        println!("{hidden:?}: mean error {mean:.4}, most {most:.4}, mean size of a logit {size:.2}");
        assert!(size > 1.0, "the network has learnt something");
        assert!(mean < 0.02, "{hidden:?}: mean error {mean}");
        assert!(most < 0.2, "{hidden:?}: error {most}");
    }
}

/// Long random walks with small and large steps, in place and from parent to child.
#[test]
fn differences_are_exact_on_long_walks() {
    for (n_inputs, hidden) in [
        (10, &[16][..]),
        (64, &[32]),
        (74, &[256]),
        (147, &[144]),
        (300, &[400]),
        (74, &[16, 8]),
        (74, &[256, 32]),
        (74, &[144, 56]),
    ] {
        let network = random(n_inputs, hidden, 0.2);
        let quantised = Quantised::new(&network, None).expect("small weights");
        let mut chance = stream(1, "walk", n_inputs as u64);
        let mut bits = vec![0_u64; n_inputs.div_ceil(64)];
        let mut walker = Accumulator::new(&quantised);
        let mut child = Accumulator::new(&quantised);
        let mut lazy = Accumulator::new(&quantised);
        let mut n_stayed = 0;
        for step in 0..1000 {
            for _ in 0..chance.below(if step % 50 == 0 { n_inputs } else { 5 }) {
                let input = chance.below(n_inputs);
                bits[input / 64] ^= 1 << (input % 64);
            }
            child.follow(&quantised, &walker, &bits);
            walker.go(&quantised, &bits);
            let mut fresh = Accumulator::new(&quantised);
            fresh.refresh(&quantised, &bits);
            assert_eq!(walker, fresh, "{n_inputs} inputs, {hidden:?}, step {step}");
            assert_eq!(child, fresh, "{n_inputs} inputs, {hidden:?}, step {step}");
            assert_eq!(walker.bits(), bits);
            // One that stays where it is while little differs says the same.
            let value = match *bits.as_slice() {
                [a] => lazy.value_at(&quantised, [a]),
                [a, b] => lazy.value_at(&quantised, [a, b]),
                [a, b, c] => lazy.value_at(&quantised, [a, b, c]),
                [a, b, c, d, e] => lazy.value_at(&quantised, [a, b, c, d, e]),
                _ => panic!("no case for {} words", bits.len()),
            };
            assert_eq!(value, fresh.value(&quantised), "{n_inputs} inputs, {hidden:?}, step {step}");
            n_stayed += usize::from(lazy.bits() != bits);
            if step % 100 == 0 {
                let slow = slow_value(&network, &quantised, &bits);
                let error = (f64::from(walker.value(&quantised)) - slow).abs();
                assert!(error < 2e-3, "{n_inputs} inputs, {hidden:?}, step {step}: off by {error}");
            }
        }
        assert_eq!(
            hidden.len() == 1,
            n_stayed > 100,
            "{n_inputs} inputs, {hidden:?}: stayed {n_stayed} times"
        );
    }
}

proptest! {
    #[test]
    fn differences_are_exact_between_any_sets(
        sets in proptest::collection::vec((any::<u64>(), 0..1_u64 << 36, 0..4_usize), 1..20),
        units in 1..12_usize,
    ) {
        let quantised = Quantised::new(&random(100, &[16 * units], 0.5), None).expect("small weights");
        let mut walker = Accumulator::new(&quantised);
        let mut bits = [0, 0];
        for (low, high, how) in sets {
            match how {
                0 => bits = [low, high],
                1 => bits[0] ^= low & low >> 7 & low >> 13 & low >> 29,
                2 => bits[1] ^= high & high >> 7,
                _ => {}
            }
            walker.go(&quantised, &bits);
            let mut fresh = Accumulator::new(&quantised);
            fresh.refresh(&quantised, &bits);
            prop_assert_eq!(&walker, &fresh);
            prop_assert_eq!(walker.value(&quantised), quantised.value(&bits));
        }
    }
}

/// One unit, all of whose weights add up: what does not fit is scaled down, and then refused.
#[test]
fn nothing_overflows() {
    let biased = |weight: f32, bias: f32, n_inputs: usize| {
        let shape = Shape::logit(n_inputs, &[16], Activation::ClippedRelu);
        let mut parameters = vec![0.0; shape.n_parameters()];
        parameters[..n_inputs * 16].fill(weight);
        parameters[n_inputs * 16..n_inputs * 16 + 16].fill(bias);
        parameters[n_inputs * 16 + 16..].fill(1000.0);
        Network::new(shape, parameters).expect("a network")
    };
    let heavy = |weight, n_inputs| biased(weight, 0.0, n_inputs);
    let scale = |weight, most_on| Quantised::new(&heavy(weight, 100), most_on).map(|network| network.scale());
    assert_eq!(scale(1.27, None), Ok(256));
    assert_eq!(scale(1.29, None), Ok(128));
    assert_eq!(scale(-1.29, None), Ok(128));
    assert_eq!(scale(-1.29, Some(50)), Ok(256));
    assert_eq!(scale(9.0, None), Ok(32));
    let with_bias =
        |weight, bias| Quantised::new(&biased(weight, bias, 100), None).map(|network| network.scale());
    assert_eq!([with_bias(1.27, 1.5), with_bias(1.27, -1.5)], [Ok(128), Ok(256)]);
    assert_eq!([with_bias(-1.27, -1.5), with_bias(-1.27, 1.5)], [Ok(128), Ok(256)]);
    assert_eq!([with_bias(0.0, 129.0), with_bias(1.0, -129.0)], [Ok(128), Ok(128)]);
    for weight in [11.0, -11.0] {
        let error = scale(weight, None).expect_err("beyond 16 bits");
        assert!(matches!(error, LearnError::TooLarge { unit: 0, .. }), "{error}");
    }
    // All inputs on, all units fully on: the largest sums there can be.
    for weight in [1.27, 9.0] {
        let network = heavy(weight, 100);
        let quantised = Quantised::new(&network, None).expect("it fits");
        let all = [u64::MAX, (1 << 36) - 1];
        let slow = slow_value(&network, &quantised, &all);
        assert!((f64::from(quantised.value(&all)) / slow - 1.0).abs() < 1e-3, "{slow}");
        let mut walker = Accumulator::new(&quantised);
        for n in 0..100 {
            let bits = [u64::MAX >> (63 - n.min(63)), if n < 64 { 0 } else { u64::MAX >> (127 - n) }];
            walker.go(&quantised, &bits);
            assert_eq!(walker.value(&quantised), quantised.value(&bits), "{n} inputs");
        }
    }
    // Many units: the output's scale gives way.
    let wide = random(20, &[4096], 3.0);
    let quantised = Quantised::new(&wide, None).expect("it fits");
    for bits in [0, 0xFFFFF, 0x5A5A5] {
        let slow = slow_value(&wide, &quantised, &[bits]);
        assert!((f64::from(quantised.value(&[bits])) - slow).abs() < 2.0, "{slow}");
    }
    assert!(slow_value(&wide, &quantised, &[0]).abs() > 50.0);
    // A second layer, all of whose sums add up.
    let shape = Shape::logit(5, &[512, 8], Activation::ClippedRelu);
    let mut parameters = vec![5.0; shape.n_parameters()];
    let n = parameters.len();
    parameters[n - 9 - 8..n - 9].fill(-2559.5);
    let network = Network::new(shape, parameters).expect("a network");
    let quantised = Quantised::new(&network, None).expect("it fits");
    let slow = slow_value(&network, &quantised, &[31]);
    assert!((slow - 25.0).abs() < 1e-6, "{slow}");
    assert!((f64::from(quantised.value(&[31])) - slow).abs() < 0.01, "{}", quantised.value(&[31]));
}

#[test]
fn other_networks_are_refused() {
    let refused = |hidden: &[usize], activation, output| {
        let mut shape = Shape::logit(10, hidden, activation);
        shape.layers.last_mut().expect("a layer").activation = output;
        let network = Network::start(shape, Start::Uniform, 1).expect("a shape");
        Quantised::new(&network, None).map(|_| ()).is_err()
    };
    assert!(!refused(&[16], Activation::ClippedRelu, Activation::Linear));
    assert!(!refused(&[48], Activation::ClippedRelu, Activation::Logistic));
    assert!(refused(&[17], Activation::ClippedRelu, Activation::Linear));
    assert!(refused(&[16], Activation::Relu, Activation::Linear));
    assert!(refused(&[16], Activation::ClippedRelu, Activation::Tanh));
    assert!(!refused(&[16, 8], Activation::ClippedRelu, Activation::Linear));
    assert!(refused(&[16, 12], Activation::ClippedRelu, Activation::Linear));
    assert!(refused(&[16, 16], Activation::Relu, Activation::Linear));
    assert!(refused(&[16, 16, 16], Activation::ClippedRelu, Activation::Linear));
    assert!(refused(&[], Activation::ClippedRelu, Activation::Linear));
    let layers =
        [Activation::ClippedRelu, Activation::Linear].map(|activation| Layer { units: 16, activation });
    let network =
        Network::start(Shape { n_inputs: 3, layers: layers.to_vec() }, Start::Uniform, 1).expect("a shape");
    assert!(Quantised::new(&network, None).is_err());
    assert!(Quantised::new(&random(3, &[16], 0.1), Some(0)).is_err());
}

/// Sets that do not belong to the network are cut to its inputs, and nothing panics.
#[test]
fn what_is_beyond_the_inputs_is_left_out() {
    let quantised = Quantised::new(&random(70, &[32], 0.1), None).expect("small weights");
    assert_eq!(quantised.value(&[7, u64::MAX, 3]), quantised.value(&[7, 63]));
    assert_eq!(quantised.value(&[7]), quantised.value(&[7, 0]));
    let mut walker = Accumulator::new(&quantised);
    for set in [&[7, 1 << 6 | 1][..], &[7], &[u64::MAX, u64::MAX, u64::MAX], &[], &[5, 0, u64::MAX], &[4, 4]]
    {
        walker.go(&quantised, set);
        assert_eq!(walker.value(&quantised), quantised.value(set), "{set:?}");
    }
    let small = Quantised::new(&random(40, &[16], 0.1), None).expect("small weights");
    let mut walker = Accumulator::new(&small);
    for set in [&[7, u64::MAX][..], &[3, u64::MAX, u64::MAX], &[u64::MAX], &[]] {
        walker.go(&small, set);
        assert_eq!(walker.value(&small), small.value(set), "{set:?}");
    }
}
