//! Arbitrary text as the id of a game.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use zermelo_fuzz::{laws, lossy, mutate, valid_input};

fuzz_target!(|data: &[u8]| laws::game_id(&lossy(data)));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    // The text alone: there is no byte that chooses a game.
    mutate(data, size, max_size, seed, |seed| valid_input(seed, |game, _| game.id()).split_off(1))
});
