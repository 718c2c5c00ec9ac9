//! Networks as bytes: they come back, come from other programs, and damage is named.

use proptest::prelude::*;
use zermelo_learn::network_file::About;
use zermelo_learn::{Activation, Input, Layer, LearnError, Network, Scratch, Shape, Start};

const SEQUENTIAL: &[u8] = include_bytes!("../../../../tests/data/learn/sequential.safetensors");

fn network() -> Network {
    let layers = Activation::ALL.map(|activation| Layer { units: 5, activation });
    let shape = Shape { n_inputs: 7, layers: layers.to_vec() };
    Network::start(shape, Start::Normal(0.5), 1).expect("a shape")
}

fn about() -> About {
    let mut about = About::new("milestone:side=3", "cells 1");
    about.scale = 173.7;
    about.notes.insert("validation-loss".to_owned(), "0.41".to_owned());
    about
}

#[test]
fn networks_come_back() {
    let bytes = network().to_bytes(&about());
    assert_eq!(Network::from_bytes(&bytes), Ok((network(), about())));
    assert_eq!(network().to_bytes(&about()), bytes);
    for n in 0..bytes.len() {
        assert!(Network::from_bytes(&bytes[..n]).is_err(), "cut after {n} bytes");
    }
}

/// What judges moves says so; what judges positions is written as it was before there was anything else.
#[test]
fn outputs_are_named_if_they_are_worths() {
    let actions = About { actions: Some("v1, knight steps 8".to_owned()), ..about() };
    let bytes = network().to_bytes(&actions);
    assert_eq!(Network::from_bytes(&bytes), Ok((network(), actions)));
    let has = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(has(&bytes, "worths of v1, knight steps 8"));
    assert!(!has(&network().to_bytes(&about()), "outputs"));
    let told = changed("\"game\"", "\"outputs\":\"odds\",\"game\"");
    assert!(told.contains("the outputs are `odds`"), "{told}");
}

/// A `torch.nn.Sequential` with what PyTorch says about two inputs (`tests/data/learn/files.py`).
#[test]
fn networks_come_from_pytorch() {
    let (network, about) = Network::from_bytes(SEQUENTIAL).expect("a file by PyTorch");
    assert_eq!(about, About::new("milestone", "cells 1"));
    assert_eq!(network.shape(), &Shape::logit(5, &[4], Activation::ClippedRelu));
    let mut scratch = Scratch::default();
    for (bits, expected) in [(0, -0.504_367_1), (0b11001, -0.361_472_87)] {
        let logit = network.logit(Input::Bits(&[bits]), &mut scratch).expect("an input that fits");
        assert!((logit - expected).abs() < 1e-6, "{logit}, not {expected}");
    }
}

#[test]
fn a_network_for_something_else_is_refused() {
    assert_eq!(about().expect("milestone:side=3", "cells 1"), Ok(()));
    let error = about().expect("milestone", "cells 1").expect_err("another game");
    assert_eq!(error.to_string(), "the network is for game `milestone:side=3`, not for `milestone`");
    let error = about().expect("milestone:side=3", "cells 2").expect_err("other inputs");
    assert_eq!(error.to_string(), "the network is for inputs `cells 1`, not for `cells 2`");
}

/// A file with the same header but for one change.
fn changed(from: &str, to: &str) -> String {
    let length = u64::from_le_bytes(SEQUENTIAL[..8].try_into().expect("eight bytes")) as usize;
    let header = String::from_utf8(SEQUENTIAL[8..8 + length].to_vec()).expect("text");
    assert!(header.contains(from), "{header} lacks {from}");
    let header = header.replacen(from, to, 1);
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.bytes());
    bytes.extend(&SEQUENTIAL[8 + length..]);
    match Network::from_bytes(&bytes) {
        Err(error @ LearnError::BadFile { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn errors_name_what_is_wrong() {
    for (from, to, expected) in [
        (r#""activations":"#, r#""other":"#, "the metadata lacks `activations`"),
        (r#""game":"#, r#""gane":"#, "the metadata lacks `game`"),
        (r#""inputs":"#, r#""imputs":"#, "the metadata lacks `inputs`"),
        (
            "clipped-relu,linear",
            "clipped-relu,linaer",
            "unknown activation `linaer`; known are linear, relu,",
        ),
        ("clipped-relu,linear", "linear", "2 tensors of weights, but 1 activations"),
        (r#""cells 1""#, r#""cells 1","scale":"-3""#, "the scale is `-3`"),
        ("2.bias", "2.vies", "no tensor `2.bias`"),
        ("0.weight", "a.weight", "`a.weight` has no layer's number"),
        ("[4,5]", "[2,10]", "`0.bias` has shape [4], but must be [2]"),
        ("[1,4]", "[2,2]", "`2.weight` has 2 inputs, but the layer before has 4 units"),
        ("[1,4]", "[4]", "`2.weight` has shape [4], but must be units x inputs"),
        (r#""F32""#, r#""I32""#, "store it as F32"),
    ] {
        let error = changed(from, to);
        assert!(error.starts_with("network file: ") && error.contains(expected), "{error}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(place in 0..SEQUENTIAL.len(), byte in any::<u8>()) {
        let mut bytes = SEQUENTIAL.to_vec();
        bytes[place] = byte;
        let _ = Network::from_bytes(&bytes);
    }
}
