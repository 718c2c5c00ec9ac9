//! Everything that reads text, given text nobody would write: the laws of the fuzz targets, held on a fixed
//! set of random texts, so that every run of the tests checks them without a fuzzer.
//!
//! Most of the texts are valid ones with a few characters changed: random letters alone would hardly ever get
//! beyond the first line of a parser. The laws and the valid texts are those of the folder `fuzz`.

#[path = "../../../../fuzz/src/experiments.rs"]
mod experiments;
#[path = "../../../../fuzz/src/laws.rs"]
mod laws;
#[path = "../../../../fuzz/src/texts.rs"]
mod texts;

use proptest::prelude::*;
use proptest::sample::Index;
use zermelo_catalog::OpenGame;

/// Characters of one notation or another: they go further than others.
const NOTATION: &str = "xobwrs12.#/:-=, \n\t\"0123456789abcdefghXO";

/// A small change at some place of a text.
#[derive(Clone, Copy, Debug)]
enum Edit {
    /// Changes places with another character: pieces move about, but none is lost.
    Swap(Index),
    /// Becomes what another character is.
    Copy(Index),
    Replace(char),
    Insert(char),
    Delete,
    /// A piece of so many characters comes so many times more: numbers that no word holds, words without end.
    Repeat(usize, usize),
    /// Leaves out everything from here on.
    Cut,
}

impl Edit {
    fn apply(self, text: &mut Vec<char>, place: Index) {
        if text.is_empty() {
            return;
        }
        let n_chars = text.len();
        let at = place.index(n_chars);
        match self {
            Edit::Swap(other) => text.swap(at, other.index(n_chars)),
            Edit::Copy(other) => text[at] = text[other.index(n_chars)],
            Edit::Replace(c) => text[at] = c,
            Edit::Insert(c) => text.insert(at, c),
            Edit::Delete => {
                text.remove(at);
            }
            Edit::Repeat(length, times) => {
                let piece = &text[at..n_chars.min(at + length)];
                text.splice(at..at, piece.repeat(times));
            }
            Edit::Cut => text.truncate(at),
        }
    }
}

fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::sample::select(NOTATION.chars().collect::<Vec<_>>()),
        1 => any::<char>(),
    ]
}

fn edits() -> impl Strategy<Value = Vec<(Edit, Index)>> {
    let edit = prop_oneof![
        8 => any::<Index>().prop_map(Edit::Swap),
        4 => any::<Index>().prop_map(Edit::Copy),
        2 => character().prop_map(Edit::Replace),
        2 => character().prop_map(Edit::Insert),
        2 => Just(Edit::Delete),
        2 => (1_usize..5, 1_usize..30).prop_map(|(length, times)| Edit::Repeat(length, times)),
        1 => Just(Edit::Cut),
    ];
    prop::collection::vec((edit, any::<Index>()), 0..4)
}

/// Any text at all, or one of characters that mean something.
fn anything() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), prop::collection::vec(character(), 0..60).prop_map(String::from_iter)]
}

/// A game, and a text for it: a valid one with a few edits, or anything.
fn game_and_text(valid: fn(&OpenGame, u64) -> String) -> impl Strategy<Value = (String, String)> {
    let edited = (any::<Index>(), any::<u64>(), edits()).prop_map(move |(index, seed, edits)| {
        let game = index.get(texts::games());
        let mut text: Vec<char> = valid(game, seed).chars().collect();
        edits.iter().for_each(|&(edit, place)| edit.apply(&mut text, place));
        (game.id(), text.into_iter().collect())
    });
    let random =
        (any::<Index>(), anything()).prop_map(|(index, text)| (index.get(texts::games()).id(), text));
    prop_oneof![3 => edited, 1 => random]
}

/// A text as in [`game_and_text`], for readers that need no game.
fn text(valid: fn(&OpenGame, u64) -> String) -> impl Strategy<Value = String> {
    game_and_text(valid).prop_map(|(_, text)| text)
}

fn game(id: &str) -> OpenGame {
    zermelo_catalog::open(id).expect("a game of the catalog opens")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn positions((id, text) in game_and_text(texts::position)) {
        laws::position(&game(&id), &text);
    }

    #[test]
    fn moves((id, text) in game_and_text(texts::moves)) {
        laws::moves(&game(&id), &text);
    }

    #[test]
    fn expressions((id, text) in game_and_text(texts::expression)) {
        laws::expression(&game(&id), &text);
    }

    #[test]
    fn game_ids(text in text(|game, _| game.id())) {
        laws::game_id(&text);
    }

    #[test]
    fn experiments(bytes in prop::collection::vec(any::<u8>(), 4..40)) {
        let _ = experiments::experiment(&experiments::hostile(&bytes));
    }

    #[test]
    fn descriptions(bytes in prop::collection::vec(any::<u8>(), 1..20)) {
        laws::description(&texts::description(&bytes));
    }

    #[test]
    fn game_files(text in text(texts::game_file)) {
        laws::game_file(&text);
    }
}
