//! Learning what actions are worth: targets by hand, a small game learnt whole, and what is refused.

use std::collections::BTreeMap;

use zermelo_game::stream;
use zermelo_learn::optimiser::Method;
use zermelo_learn::q_learning::{QLearner, QSettings, best_legal, minimax_target};
use zermelo_learn::replay::{Experience, Next, Replay};
use zermelo_learn::{Activation, Input, Layer, LearnError, Loss, Network, Scratch, Shape, Start};

fn network(n_inputs: usize, n_outputs: usize, hidden: usize) -> Network {
    let layers = vec![
        Layer { units: hidden, activation: Activation::Elu },
        Layer { units: n_outputs, activation: Activation::Linear },
    ];
    Network::start(Shape { n_inputs, layers }, Start::Normal(0.4), 1).expect("a shape")
}

#[test]
fn targets_are_those_of_minimax() {
    let settings = QSettings { discount: 0.5, ..QSettings::default() };
    assert_eq!(minimax_target(&settings, 1.0, None), 1.0);
    assert_eq!(minimax_target(&settings, 0.0, Some(0.8)), -0.4);
    assert_eq!(minimax_target(&settings, 0.0, Some(-0.8)), 0.4);
    assert_eq!(minimax_target(&settings, 0.0, Some(-7.0)), 1.0);
    assert_eq!(minimax_target(&settings, -3.0, None), -1.0);
    assert_eq!(best_legal(&[0.5, 2.0, 0.7, 0.7], [0, 2, 3]), Some((2, 0.7)));
    assert_eq!(best_legal(&[0.5], []), None);
    // The golden ratio to the power of -1/49, as the first Isolation study has it.
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    assert!((f64::from(QSettings::default().discount) - golden.powf(-1.0 / 49.0)).abs() < 1e-7);
}

/// Take one, two or three from a heap; whoever takes the last wins. Heaps of a multiple of four are lost.
#[test]
fn a_small_game_is_learnt() {
    const HEAP: usize = 7;
    let state = |heap: usize| [1_u64 << heap];
    let legal = |heap: usize| (0..heap.min(3) as u16).collect::<Vec<u16>>();
    let mut replay = Replay::new(HEAP + 1, 3, 1000).expect("sizes");
    for heap in 1..=HEAP {
        for action in legal(heap) {
            let rest = heap - 1 - usize::from(action);
            let (next_state, next_legal) = (state(rest), legal(rest));
            let next = (rest > 0).then_some(Next { state: &next_state, legal: &next_legal });
            let reward = f32::from(rest == 0);
            replay.push(Experience { state: &state(heap), action, reward, next }).expect("an experience");
        }
    }
    for (loss, refresh) in [(Loss::Absolute, 1), (Loss::Squared, 10)] {
        let settings = QSettings { loss, refresh, discount: 0.9, step: 0.003, ..QSettings::default() };
        let mut ends = Vec::new();
        for threads in [1, 2] {
            let mut learner = QLearner::new(network(HEAP + 1, 3, 32), settings, threads).expect("settings");
            for _ in 0..1500 {
                learner.step(&replay).expect("finite losses");
            }
            assert_eq!(learner.n_steps(), 1500);
            ends.push(learner.network().clone());
        }
        assert_eq!(ends[0], ends[1], "threads change nothing");
        // Exact worths, from small heaps to large ones.
        let mut worths: Vec<f32> = vec![0.0];
        let mut scratch = Scratch::default();
        for heap in 1..=HEAP {
            let exact = |action: u16| {
                let rest = heap - 1 - usize::from(action);
                if rest == 0 { 1.0 } else { -0.9 * worths[rest] }
            };
            let best = legal(heap).into_iter().map(exact).fold(f32::MIN, f32::max);
            let outputs =
                ends[0].outputs(Input::Bits(&state(heap)), &mut scratch).expect("an input that fits");
            for action in legal(heap) {
                let learnt = outputs[usize::from(action)];
                assert!(
                    (learnt - exact(action)).abs() < 0.1,
                    "{loss:?}, {heap} - {action}: {learnt}, not {}",
                    exact(action)
                );
            }
            worths.push(best);
        }
        assert!(worths[4] < 0.0 && worths[7] > 0.0);
    }
}

/// Worths are biases alone here: the best reply is worth 5, the best legal one 0.25.
#[test]
fn illegal_replies_count_for_nothing() {
    let shape = Shape { n_inputs: 2, layers: vec![Layer { units: 3, activation: Activation::Linear }] };
    let network =
        Network::new(shape, vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 0.25, 0.125]).expect("a network");
    let mut replay = Replay::new(2, 3, 4).expect("sizes");
    let next = Some(Next { state: &[2], legal: &[2, 1] });
    replay.push(Experience { state: &[1], action: 2, reward: 0.5, next }).expect("an experience");
    let settings = QSettings { discount: 0.5, ..QSettings::default() };
    let mut learner = QLearner::new(network, settings, 1).expect("settings");
    // 0.125 for 0.5 - 0.5 * 0.25.
    assert_eq!(learner.step(&replay), Ok(0.25));
}

/// Only the chosen output learns: with one layer, the others' weights stay as they are.
#[test]
fn other_outputs_are_left_alone() {
    let shape = Shape { n_inputs: 5, layers: vec![Layer { units: 4, activation: Activation::Linear }] };
    let start = Network::start(shape, Start::Normal(0.4), 1).expect("a shape");
    let mut replay = Replay::new(5, 4, 10).expect("sizes");
    replay.push(Experience { state: &[3], action: 2, reward: 1.0, next: None }).expect("an experience");
    let mut learner = QLearner::new(start.clone(), QSettings::default(), 1).expect("settings");
    learner.step(&replay).expect("finite losses");
    for (index, (before, after)) in start.parameters().iter().zip(learner.network().parameters()).enumerate()
    {
        let (input, output) = (index / 4, index % 4);
        let moves = output == 2 && (input < 2 || input == 5);
        assert_eq!(before != after, moves, "weight of input {input} in output {output}");
    }
}

#[test]
fn the_memory_forgets_the_oldest() {
    let mut replay = Replay::new(8, 2, 3).expect("sizes");
    for state in 0..5 {
        assert_eq!(replay.len(), 3.min(state as usize));
        replay
            .push(Experience { state: &[state], action: 1, reward: 0.5, next: None })
            .expect("an experience");
    }
    let mut fresh = Replay::new(8, 2, 3).expect("sizes");
    for state in [3, 4, 2] {
        fresh
            .push(Experience { state: &[state], action: 1, reward: 0.5, next: None })
            .expect("an experience");
    }
    // The same but for the place of the oldest: steps on both are equal.
    let step = |replay: &Replay| {
        let mut learner = QLearner::new(network(8, 2, 5), QSettings::default(), 1).expect("settings");
        (learner.step(replay), learner.network().clone())
    };
    assert_eq!(step(&replay), step(&fresh));
    let mut learner = QLearner::new(network(8, 2, 5), QSettings::default(), 1).expect("settings");
    let of_one = learner.step_on(&replay, &[1]).expect("finite losses");
    assert!(of_one.is_finite());
    assert!(learner.step_on(&replay, &[3]).is_err());
}

/// The frozen copy is taken anew every so often.
#[test]
fn the_frozen_copy_keeps_still() {
    let mut replay = Replay::new(8, 2, 3).expect("sizes");
    let mut chance = stream(1, "states", 0);
    for _ in 0..3 {
        let (state, next) = ([chance.bits() & 255], [chance.bits() & 255]);
        let next = Some(Next { state: &next, legal: &[0, 1] });
        replay.push(Experience { state: &state, action: 0, reward: 0.0, next }).expect("an experience");
    }
    let settings = QSettings { refresh: 3, ..QSettings::default() };
    let mut learner = QLearner::new(network(8, 2, 5), settings, 1).expect("settings");
    let start = learner.network().clone();
    for _ in 0..3 {
        learner.step(&replay).expect("finite losses");
        assert_eq!(learner.frozen(), &start);
        assert_ne!(learner.network(), &start);
    }
    let third = learner.network().clone();
    learner.step(&replay).expect("finite losses");
    assert_eq!(learner.frozen(), &third);
}

/// A learner that is kept as bytes goes on as if nothing had happened: network, moments, frozen copy, memory and step.
#[test]
fn a_learner_goes_on_to_the_bit() {
    let mut chance = stream(1, "states", 0);
    let mut experience = |replay: &mut Replay| {
        let (state, next) = ([chance.bits() & 255], [chance.bits() & 255]);
        let next = (chance.below(4) > 0).then_some(Next { state: &next, legal: &[1] });
        let action = chance.below(2) as u16;
        replay.push(Experience { state: &state, action, reward: 0.5, next }).expect("an experience");
    };
    for method in [Method::default(), Method::Sgd] {
        let settings = QSettings { refresh: 3, method, ..QSettings::default() };
        let mut learner = QLearner::new(network(8, 2, 5), settings, 1).expect("settings");
        let mut replay = Replay::new(8, 2, 7).expect("sizes");
        let mut grow = |learner: &mut QLearner, replay: &mut Replay| {
            experience(replay);
            learner.step(replay).expect("finite losses");
        };
        (0..10).for_each(|_| grow(&mut learner, &mut replay));
        learner.set_step(0.01).expect("a step");
        let notes = BTreeMap::from([("place".to_owned(), "here".to_owned())]);
        let bytes = learner.to_bytes(&replay, &notes);
        assert_eq!(bytes, learner.to_bytes(&replay, &notes));
        let (mut other, mut memory, read) =
            QLearner::from_bytes(&bytes, &settings, 2).expect("what was written");
        assert_eq!((read, &memory), (notes, &replay));
        assert_eq!(other.n_steps(), 10);
        for _ in 0..10 {
            let states = [[chance_free(other.n_steps())], [chance_free(other.n_steps() + 99)]];
            for (learner, replay) in [(&mut learner, &mut replay), (&mut other, &mut memory)] {
                let next = Some(Next { state: &states[1], legal: &[0, 1] });
                let one = Experience { state: &states[0], action: 1, reward: 0.0, next };
                replay.push(one).expect("an experience");
                learner.step(replay).expect("finite losses");
            }
            assert_eq!(learner.network(), other.network());
            assert_eq!(learner.frozen(), other.frozen());
        }
        for n in 0..bytes.len() {
            assert!(QLearner::from_bytes(&bytes[..n], &settings, 1).is_err(), "cut after {n} bytes");
        }
        let others = QSettings { discount: 0.5, ..settings };
        assert!(matches!(QLearner::from_bytes(&bytes, &others, 1), Err(LearnError::OtherTraining { .. })));
        assert!(learner.set_step(0.0).is_err());
    }
}

/// Some state that hangs on nothing but a number.
fn chance_free(number: u64) -> u64 {
    stream(2, "later states", number).bits() & 255
}

#[test]
fn bad_experiences_and_settings_are_refused() {
    let mut replay = Replay::new(8, 2, 3).expect("sizes");
    let good = Experience { state: &[1], action: 1, reward: 0.5, next: None };
    let nowhere = Next { state: &[1], legal: &[] };
    let beyond = Next { state: &[256], legal: &[0] };
    let unknown = Next { state: &[1], legal: &[2] };
    for bad in [
        Experience { state: &[256], ..good },
        Experience { state: &[1, 1], ..good },
        Experience { action: 2, ..good },
        Experience { reward: f32::NAN, ..good },
        Experience { next: Some(nowhere), ..good },
        Experience { next: Some(beyond), ..good },
        Experience { next: Some(unknown), ..good },
    ] {
        assert!(replay.push(bad).is_err(), "{bad:?}");
    }
    assert!(replay.is_empty());
    let mut learner = QLearner::new(network(8, 2, 5), QSettings::default(), 1).expect("settings");
    assert!(matches!(learner.step(&replay), Err(LearnError::Empty { .. })));
    replay.push(good).expect("an experience");
    let mut other = QLearner::new(network(8, 3, 5), QSettings::default(), 1).expect("settings");
    assert!(matches!(other.step(&replay), Err(LearnError::WrongSize { expected: 3, got: 2, .. })));
    for bad in [
        QSettings { discount: 1.5, ..QSettings::default() },
        QSettings { bound: 0.0, ..QSettings::default() },
        QSettings { step: -1.0, ..QSettings::default() },
        QSettings { refresh: 0, ..QSettings::default() },
        QSettings { loss: Loss::CrossEntropy, ..QSettings::default() },
    ] {
        assert!(QLearner::new(network(8, 2, 5), bad, 1).is_err(), "{bad:?}");
    }
    assert!(Replay::new(8, 2, 0).is_err() && Replay::new(0, 2, 1).is_err() && Replay::new(8, 0, 1).is_err());
}
