//! Arbitrary text as an expression over the quantities of any game.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use zermelo_fuzz::{game_and_text, laws, mutate, texts, valid_input};

fuzz_target!(|data: &[u8]| {
    if let Some((game, text)) = game_and_text(data) {
        laws::expression(game, &text);
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed, |seed| valid_input(seed, texts::expression))
});
