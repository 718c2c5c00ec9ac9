//! What the fuzz targets share. To run one for a minute, from the repository's root:
//!
//! ```text
//! cargo install cargo-fuzz
//! RUSTC_BOOTSTRAP=1 cargo fuzz run -s none positions -- -max_total_time=60 -len_control=0 -timeout=10
//! ```
//!
//! `-s none` leaves out the address sanitizer: there is no unsafe code of ours for it to watch, and without
//! it four times as many texts are tried. `-len_control=0` lets texts be long from the beginning, as those of
//! large boards are, and `-timeout=10` reports a text that takes that many seconds.
//!
//! The targets are `positions`, `moves`, `game_ids`, `game_files`, `expressions` and `experiments`. Nobody keeps a corpus: the mutator now
//! and then begins anew with a valid text made by random play, so every game of the catalog, a new one
//! included, is reached beyond its parser from the first second. The laws themselves are in [`laws`], and
//! hold for the property tests of `zermelo-experiments` too.

pub mod experiments;
pub mod laws;
pub mod texts;

use libfuzzer_sys::fuzzer_mutate;
use zermelo_catalog::OpenGame;

/// One mutation in so many is a new beginning. The steps of libFuzzer's chains (five mutations by default)
/// then start from a valid text about as often as from the corpus.
const FRESH_EVERY: u32 = 8;

/// The game the first byte chooses, and the text behind it.
pub fn game_and_text(data: &[u8]) -> Option<(&'static OpenGame, String)> {
    let (&choice, text) = data.split_first()?;
    let games = texts::games();
    Some((&*games[usize::from(choice) % games.len()], lossy(text)))
}

/// Bytes as text, whatever they are.
pub fn lossy(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// A valid input of a target that takes a game and a text.
pub fn valid_input(seed: u32, text: impl Fn(&OpenGame, u64) -> String) -> Vec<u8> {
    let games = texts::games();
    let choice = (seed / FRESH_EVERY) as usize % games.len();
    let mut input = vec![u8::try_from(choice).expect("a byte chooses among all games")];
    input.extend_from_slice(text(&*games[choice], u64::from(seed)).as_bytes());
    input
}

/// libFuzzer's own mutation, or a new beginning with what `valid` makes of the seed.
pub fn mutate(
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    valid: impl Fn(u32) -> Vec<u8>,
) -> usize {
    if seed.is_multiple_of(FRESH_EVERY) {
        let fresh = valid(seed);
        if fresh.len() <= max_size {
            data[..fresh.len()].copy_from_slice(&fresh);
            return fresh.len();
        }
    }
    fuzzer_mutate(data, size, max_size)
}
