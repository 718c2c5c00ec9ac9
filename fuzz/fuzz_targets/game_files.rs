//! Arbitrary text as a game file.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use zermelo_fuzz::{laws, lossy, mutate, texts, valid_input};

fuzz_target!(|data: &[u8]| laws::game_file(&lossy(data)));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    // The text alone: there is no byte that chooses a game.
    mutate(data, size, max_size, seed, |seed| valid_input(seed, texts::game_file).split_off(1))
});
