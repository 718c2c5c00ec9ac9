//! Data sets: what they take, how they split and merge, and that they come back from files.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use zermelo_game::stream;
use zermelo_learn::dataset::{Shares, key_of_bits};
use zermelo_learn::{Dataset, Input, Label, LearnError};

use crate::examples::{label, random_sets};

fn bits(data: &Dataset, index: usize) -> &[u64] {
    match data.input(index) {
        Input::Bits(bits) => bits,
        Input::Dense(_) => panic!("numbers instead of bits"),
    }
}

/// Games of 20 positions each, out of so few that many come up again in other games.
fn games(n_games: u32) -> Dataset {
    let mut chance = stream(5, "games", 0);
    let mut data = Dataset::of_bits(12);
    for game in 0..n_games {
        for _ in 0..20 {
            let set = chance.bits() & chance.bits() & 0xFFF;
            data.push(&[set], label(chance.below(3) as f32 / 2.0, game)).expect("twelve bits");
        }
    }
    data
}

#[test]
fn parts_share_no_game_and_no_position_of_training() {
    let data = games(2000);
    let shares = Shares { train: 0.7, validation: 0.2, test: 0.1 };
    let split = data.split(shares, 3, |index| data.key(index)).expect("shares");
    let groups =
        |part: &Dataset| (0..part.len()).map(|index| part.label(index).group).collect::<HashSet<u32>>();
    let parts = [&split.train, &split.validation, &split.test];
    let [train, validation, test] = parts.map(groups);
    assert!(train.is_disjoint(&validation) && train.is_disjoint(&test) && validation.is_disjoint(&test));
    let keys: HashSet<&[u64]> = (0..split.train.len()).map(|index| bits(&split.train, index)).collect();
    for part in [&split.validation, &split.test] {
        assert!((0..part.len()).all(|index| !keys.contains(bits(part, index))));
    }
    // Nothing is lost but what training has.
    let n_seen = split.n_seen_validation + split.n_seen_test;
    assert!(n_seen > 1000, "{n_seen} were left out: there was nothing to test");
    assert_eq!(split.train.len() + split.validation.len() + split.test.len() + n_seen, data.len());
    // Shares of games within five standard errors: sqrt(0.7 * 0.3 / 2000) = 0.0102.
    let n_train = split.train.len() as f64 / 20.0 / 2000.0;
    assert!((n_train - 0.7).abs() < 0.051, "{n_train}");
    let n_validation = (split.validation.len() + split.n_seen_validation) as f64 / 20.0 / 2000.0;
    assert!((n_validation - 0.2).abs() < 0.045, "{n_validation}");
}

/// More games leave those that were there in the part they were in.
#[test]
fn a_split_hangs_on_seed_and_game_alone() {
    let train = |data: &Dataset, seed| {
        let split = data.split(Shares::default(), seed, |index| data.key(index)).expect("shares");
        (0..split.train.len()).map(|index| split.train.label(index).group).collect::<HashSet<u32>>()
    };
    let (some, more) = (games(100), games(200));
    let first: HashSet<u32> = train(&more, 1).into_iter().filter(|&game| game < 100).collect();
    assert_eq!(train(&some, 1), first);
    assert_ne!(train(&some, 1), train(&some, 2));
    for shares in [(0.0, 1.0, 0.0), (-1.0, 1.0, 1.0), (f64::NAN, 0.0, 0.0)] {
        let shares = Shares { train: shares.0, validation: shares.1, test: shares.2 };
        assert!(some.split(shares, 1, |index| some.key(index)).is_err());
    }
}

/// Keys that are the same for mirror images leave out the images too.
#[test]
fn mirror_images_are_left_out_by_their_key() {
    let data = games(300);
    let folded = |index: usize| {
        let set = bits(&data, index)[0];
        key_of_bits(&[set.min(set.reverse_bits() >> 52)])
    };
    let split = data.split(Shares::default(), 1, folded).expect("shares");
    let train: HashSet<u64> = (0..split.train.len()).map(|index| bits(&split.train, index)[0]).collect();
    for index in 0..split.validation.len() {
        let set = bits(&split.validation, index)[0];
        assert!(!train.contains(&set) && !train.contains(&(set.reverse_bits() >> 52)));
    }
}

#[test]
fn merging_is_the_weighted_mean() {
    let data = games(200);
    let mut totals: HashMap<&[u64], (f64, f64)> = HashMap::new();
    for index in 0..data.len() {
        let Label { target, weight, .. } = data.label(index);
        let total = totals.entry(bits(&data, index)).or_default();
        total.0 += f64::from(target * weight);
        total.1 += f64::from(weight);
    }
    let merged = data.merge();
    assert_eq!(merged.len(), totals.len());
    assert!(merged.len() < data.len() / 2);
    for index in 0..merged.len() {
        let (sum, weight) = totals[bits(&merged, index)];
        let label = merged.label(index);
        assert_eq!(f64::from(label.weight), weight);
        assert!((f64::from(label.target) - sum / weight).abs() < 1e-6);
    }
    let again = merged.merge();
    assert_eq!(again, merged);
}

#[test]
fn bad_examples_are_refused() {
    let mut data = Dataset::of_bits(70);
    let good = label(0.5, 0);
    assert_eq!(data.push(&[1, 1 << 5], good), Ok(()));
    let error = data.push(&[1, 1 << 6], good);
    assert_eq!(error, Err(LearnError::NoSuchInput { input: 70, n_inputs: 70 }));
    assert_eq!(data.push_indices(&[70], good), error);
    assert!(matches!(data.push(&[1], good), Err(LearnError::WrongSize { expected: 2, got: 1, .. })));
    assert!(matches!(data.push_numbers(&[0.0; 70], good), Err(LearnError::WrongInputs { .. })));
    for bad in [label(f32::NAN, 0), label(f32::INFINITY, 0), Label { weight: -1.0, ..good }] {
        assert!(matches!(data.push(&[0, 0], bad), Err(LearnError::BadExample { index: 1, .. })), "{bad:?}");
    }
    assert_eq!(data.len(), 1);
    let mut numbers = Dataset::of_numbers(2);
    assert!(numbers.push_numbers(&[0.0, f32::NAN], good).is_err());
    assert!(numbers.push_numbers(&[0.0], good).is_err());
    assert!(numbers.push(&[0], good).is_err());
    assert!(numbers.append(&data).is_err());
    assert!(numbers.is_empty());
    assert!(data.add_symmetry(vec![0; 70]).is_err() && data.add_symmetry(vec![0]).is_err());
    assert!(data.add_symmetry((1..=70).collect()).is_err());
}

fn written(data: &Dataset) -> Vec<u8> {
    let mut bytes = Vec::new();
    data.write_npy(&mut bytes).expect("memory takes everything");
    bytes
}

#[test]
fn data_come_back_from_files() {
    let bits = random_sets(75, 200, 1, |_, chance| chance.below(100) as f32 / 99.0);
    let mut numbers = Dataset::of_numbers(3);
    numbers.push_numbers(&[1.5, -2.0, 0.0], Label { target: 0.25, weight: 3.0, group: 7 }).expect("finite");
    for data in [&bits, &numbers, &Dataset::of_bits(5)] {
        let bytes = written(data);
        assert_eq!(Dataset::read_npy(&mut bytes.as_slice(), data.n_inputs()).as_ref(), Ok(data));
        for n in (0..bytes.len()).step_by(7) {
            assert!(Dataset::read_npy(&mut &bytes[..n], data.n_inputs()).is_err(), "cut after {n} bytes");
        }
    }
    let mut both = bits.clone();
    both.append(&bits).expect("the same kind");
    assert_eq!(both.len(), 400);
    let error = Dataset::read_npy(&mut written(&bits).as_slice(), 64).expect_err("another number of words");
    assert!(error.to_string().contains("('bits','<u8',(2,))"), "{error}");
    assert!(Dataset::read_npy(&mut written(&bits).as_slice(), 70).is_err(), "bits beyond the inputs");
}

/// Two records as `numpy.save` wrote them (NumPy 2.4.6): sets {0, 65} and {3}.
#[test]
fn numpy_files_are_read() {
    let bytes = include_bytes!("../../../../tests/data/learn/records.npy");
    let data = Dataset::read_npy(&mut bytes.as_slice(), 70).expect("a file by NumPy");
    assert_eq!(bits(&data, 0), [1, 2]);
    assert_eq!(bits(&data, 1), [8, 0]);
    assert_eq!(data.label(0), Label { target: 0.5, weight: 2.0, group: 11 });
    assert_eq!(data.label(1), Label { target: 1.0, weight: 1.0, group: 12 });
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(
        mut bytes in proptest::collection::vec(any::<u8>(), 0..300),
        place in 0..400_usize,
    ) {
        let _ = Dataset::read_npy(&mut bytes.as_slice(), 70);
        let mut good = include_bytes!("../../../../tests/data/learn/records.npy").to_vec();
        let place = place % good.len();
        good[place] = bytes.pop().unwrap_or(b'x');
        let _ = Dataset::read_npy(&mut good.as_slice(), 70);
    }
}
