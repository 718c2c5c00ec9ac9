//! `cargo bench -p zermelo-benches --bench learn`: examples a second in training, and values a second of
//! networks in 16 bits.
//!
//! Examples have a third of 74 inputs on, as positions of Milestone have. Networks are named by their layers.

use std::ops::ControlFlow;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use zermelo_game::stream;
use zermelo_learn::training::{Data, Settings};
use zermelo_learn::{
    Accumulator, Activation, Dataset, Input, Label, Network, Quantised, Scratch, Shape, Start, Training,
};

fn main() {
    divan::main();
}

const N_INPUTS: usize = 74;

/// Random sets of inputs with random targets: the time does not hang on what there is to learn.
fn examples(n: u32, is_of_bits: bool) -> Dataset {
    let mut chance = stream(1, "examples", 0);
    let mut data = if is_of_bits { Dataset::of_bits(N_INPUTS) } else { Dataset::of_numbers(N_INPUTS) };
    for group in 0..n {
        let on: Vec<usize> = (0..N_INPUTS).filter(|_| chance.below(3) == 0).collect();
        let label = Label { target: chance.below(2) as f32, weight: 1.0, group };
        if is_of_bits {
            data.push_indices(&on, label).expect("inputs within range");
        } else {
            let mut numbers = [0.0; N_INPUTS];
            on.iter().for_each(|&input| numbers[input] = 1.0);
            data.push_numbers(&numbers, label).expect("as many as inputs");
        }
    }
    data
}

fn network(hidden: &[usize]) -> Network {
    let shape = Shape::logit(N_INPUTS, hidden, Activation::ClippedRelu);
    Network::start(shape, Start::Uniform, 1).expect("a shape")
}

fn train(bencher: Bencher, hidden: &[usize], batch: usize, is_of_bits: bool, threads: usize) {
    let train = examples(65_536, is_of_bits);
    let data = Data { train: &train, validation: None };
    let settings = Settings { batch, passes: 1, ..Settings::default() };
    bencher.counter(ItemsCount::new(train.len())).bench(|| {
        let mut training = Training::new(network(black_box(hidden)), settings, data).expect("data that fit");
        training.run(data, threads, |_, _| ControlFlow::Continue(())).expect("finite losses")
    });
}

/// One pass over 65,536 examples.
#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod training {
    use super::*;

    #[divan::bench]
    fn of_256_in_batches_of_512(bencher: Bencher) {
        train(bencher, &[256], 512, true, 1);
    }

    #[divan::bench]
    fn of_256_in_batches_of_512_on_2_threads(bencher: Bencher) {
        train(bencher, &[256], 512, true, 2);
    }

    #[divan::bench]
    fn of_32_in_batches_of_512(bencher: Bencher) {
        train(bencher, &[32], 512, true, 1);
    }

    #[divan::bench]
    fn of_256_32_in_batches_of_512(bencher: Bencher) {
        train(bencher, &[256, 32], 512, true, 1);
    }

    #[divan::bench]
    fn of_256_64_in_batches_of_4096(bencher: Bencher) {
        train(bencher, &[256, 64], 4096, true, 1);
    }

    #[divan::bench]
    fn of_256_64_in_batches_of_4096_from_numbers(bencher: Bencher) {
        train(bencher, &[256, 64], 4096, false, 1);
    }
}

/// Sets of inputs that differ as positions do after a move: one piece goes elsewhere, and sometimes takes
/// another.
fn moves(n: usize) -> Vec<[u64; 2]> {
    let mut chance = stream(1, "moves", 0);
    let mut set = [0_u64; 2];
    (0..24).for_each(|input| set[input * 3 / 64] |= 1 << (input * 3 % 64));
    let mut sets = Vec::with_capacity(n);
    while sets.len() < n {
        let is_on = |set: &[u64; 2], input: usize| set[input / 64] >> (input % 64) & 1 == 1;
        let mut find = |set: &[u64; 2], wanted: bool| {
            loop {
                let input = chance.below(N_INPUTS);
                if is_on(set, input) == wanted {
                    break input;
                }
            }
        };
        let (from, to, other) = (find(&set, true), find(&set, false), find(&set, sets.len() % 8 == 0));
        let changes = if sets.len() % 4 == 0 { vec![from, to, other] } else { vec![from, to] };
        for input in changes {
            set[input / 64] ^= 1 << (input % 64);
        }
        sets.push(set);
    }
    sets
}

/// A walk of 4,096 moves, the value after each.
#[divan::bench_group(sample_count = 20, sample_size = 10)]
mod values {
    use super::*;

    fn walk(bencher: Bencher, hidden: &[usize]) {
        let quantised = Quantised::new(&network(hidden), None).expect("small weights");
        let sets = moves(4096);
        bencher.counter(ItemsCount::new(sets.len())).bench(|| {
            let mut accumulator = Accumulator::new(&quantised);
            let mut total = 0.0;
            for set in &sets {
                accumulator.go(&quantised, black_box(set));
                total += accumulator.value(&quantised);
            }
            total
        });
    }

    #[divan::bench]
    fn by_differences_32(bencher: Bencher) {
        walk(bencher, &[32]);
    }

    #[divan::bench]
    fn by_differences_128(bencher: Bencher) {
        walk(bencher, &[128]);
    }

    #[divan::bench]
    fn by_differences_256(bencher: Bencher) {
        walk(bencher, &[256]);
    }

    #[divan::bench]
    fn by_differences_256_32(bencher: Bencher) {
        walk(bencher, &[256, 32]);
    }

    #[divan::bench]
    fn from_scratch_256(bencher: Bencher) {
        let quantised = Quantised::new(&network(&[256]), None).expect("small weights");
        let sets = moves(4096);
        bencher
            .counter(ItemsCount::new(sets.len()))
            .bench(|| sets.iter().map(|set| quantised.value(black_box(set))).sum::<f32>());
    }

    #[divan::bench]
    fn in_floating_point_256(bencher: Bencher) {
        let network = network(&[256]);
        let sets = moves(4096);
        bencher.counter(ItemsCount::new(sets.len())).bench(|| {
            let mut scratch = Scratch::default();
            let logits = sets.iter().map(|set| network.logit(Input::Bits(black_box(set)), &mut scratch));
            logits.map(|logit| logit.expect("inputs that fit")).sum::<f32>()
        });
    }
}
