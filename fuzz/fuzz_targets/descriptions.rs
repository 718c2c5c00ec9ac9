//! Arbitrary text as the description of a game. Half of the inputs are clauses of the shelf's games, mixed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_fuzz::{laws, lossy, texts};

fuzz_target!(|data: &[u8]| {
    let text = match data.split_first() {
        Some((choice, rest)) if choice % 2 == 1 => texts::description(rest),
        _ => lossy(data),
    };
    laws::description(&text);
});
