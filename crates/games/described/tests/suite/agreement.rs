//! Random descriptions: the engine and the naive interpreter agree on every move and every end, and the laws hold.

use zermelo_described::{Cells, Described, Visitor, compile, open_with, shelf::SHELF, syntax};
use zermelo_game::{Game, Outcome, Player, Position, stream};

use crate::generator;
use crate::interpreter::{Interpreter, Result};

/// Walks end where there are more moves: Amazons has its own test.
const MOST_MOVES: usize = 250;

struct Walks<'a> {
    text: &'a str,
    seed: u64,
    n_walks: u64,
}

impl Visitor for Walks<'_> {
    type Output = usize;

    fn visit<B: Cells>(self, game: Described<B>) -> usize {
        let (tree, _) = syntax::read(self.text);
        let interpreter = Interpreter::new(&tree);
        let mut n_positions = 0;
        for walk in 0..self.n_walks {
            let mut chance = stream(self.seed, "walk", walk);
            let (mut pos, mut state) = (game.start(), interpreter.start());
            let mut line: Vec<String> = Vec::new();
            loop {
                let told =
                    || format!("{}\nafter {}\n{}", self.text, line.join(" "), game.write_position(&pos));
                n_positions += 1;
                let outcome = pos.outcome().map(|outcome| match outcome {
                    Outcome::Win(player) => Result::Wins(player.index()),
                    Outcome::Draw => Result::Draw,
                });
                if interpreter.is_lost.get() {
                    return n_positions;
                }
                assert_eq!(state.result, outcome, "the result differs in\n{}", told());
                assert_eq!(state.to_move, usize::from(pos.to_move() == Player::Second), "{}", told());
                // The interpreter plays every move to see whether the next player has one.
                if pos.count_moves() > MOST_MOVES {
                    break;
                }
                let mut expected = interpreter.moves(&state);
                if interpreter.is_lost.get() {
                    return n_positions;
                }
                let mut moves = Vec::new();
                pos.each_move(|mv| moves.push((game.write_move(&pos, mv), mv)));
                moves.sort();
                // A chain of jumps may be told by any of its paths: the engine's stands for it.
                for (texts, _) in &mut expected {
                    let own = moves.iter().find(|(text, _)| texts.contains(text));
                    texts.sort();
                    texts[0] = own.map_or(texts[0].clone(), |(text, _)| text.clone());
                }
                expected.sort_by(|one, other| one.0[0].cmp(&other.0[0]));
                let texts =
                    |moves: &[(String, _)]| moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
                let expected_texts: Vec<String> =
                    expected.iter().map(|(texts, _)| texts[0].clone()).collect();
                assert_eq!(expected_texts, texts(&moves), "the moves differ in\n{}", told());
                if moves.is_empty() || line.len() >= 60 {
                    break;
                }
                let index = chance.below(moves.len());
                line.push(moves[index].0.clone());
                pos.play(moves[index].1);
                state = expected.swap_remove(index).1;
            }
        }
        n_positions
    }
}

struct Laws;

impl Visitor for Laws {
    type Output = ();
    fn visit<B: Cells>(self, game: Described<B>) {
        zermelo_testkit::check_game(&game, 3, 2);
    }
}

/// The first so many random texts of the second tier that are valid.
pub fn valid_second_texts(n: usize) -> impl Iterator<Item = (u64, String)> {
    let texts = (0..).map(|seed| (seed, generator::second_text(seed)));
    texts.filter(|(_, text)| compile(text).is_ok()).take(n)
}

/// The first so many random texts that are valid.
pub fn valid_texts(n: usize) -> impl Iterator<Item = (u64, String)> {
    let texts = (0..).map(|seed| (seed, generator::text(seed)));
    texts.filter(|(_, text)| compile(text).is_ok()).take(n)
}

#[test]
fn random_descriptions_agree_with_the_interpreter() {
    // `DESCRIPTIONS=1900` compares more of them; a program opens at most 2,000 games.
    let wanted = std::env::var("DESCRIPTIONS").ok().and_then(|number| number.parse().ok());
    let mut n_positions = 0;
    for (seed, text) in valid_texts(wanted.unwrap_or(600)) {
        n_positions += open_with(&text, "", Walks { text: &text, seed, n_walks: 3 }).expect("a valid text");
    }
    println!("{n_positions} positions were compared");
    assert!(n_positions > 10_000, "only {n_positions} positions were compared");
}

#[test]
fn random_descriptions_of_the_second_tier_agree_with_the_interpreter() {
    let wanted = std::env::var("DESCRIPTIONS").ok().and_then(|number| number.parse().ok());
    let mut n_positions = 0;
    for (seed, text) in valid_second_texts(wanted.unwrap_or(400)) {
        n_positions += open_with(&text, "", Walks { text: &text, seed, n_walks: 3 }).expect("a valid text");
    }
    println!("{n_positions} positions were compared");
    assert!(n_positions > 8_000, "only {n_positions} positions were compared");
}

#[test]
fn random_descriptions_of_the_second_tier_obey_the_laws() {
    for (_, text) in valid_second_texts(120) {
        open_with(&text, "", Laws).expect("a valid text");
    }
}

#[test]
fn random_descriptions_obey_the_laws() {
    for (_, text) in valid_texts(150) {
        open_with(&text, "", Laws).expect("a valid text");
    }
}

#[test]
fn the_shelf_agrees_with_the_interpreter() {
    for (name, text) in SHELF {
        let n_walks = if text.contains("15, from") || *name == "hex" { 1 } else { 4 };
        open_with(text, "", Walks { text, seed: 1, n_walks }).expect("a game of the shelf");
    }
}
