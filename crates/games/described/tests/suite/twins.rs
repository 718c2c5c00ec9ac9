//! Games that exist in Rust too: the same move texts, ends and move counts on random walks.

use zermelo_any::{AnyGame, MoveIndex};
use zermelo_described::{open, render_all, shelf};
use zermelo_game::{ParameterError, stream};

type Opener = fn(&str) -> Result<Box<dyn AnyGame>, ParameterError>;

fn native(open: Opener, parameters: &str) -> Box<dyn AnyGame> {
    open(parameters).expect("a native game")
}

fn described(text: &str, parameters: &str) -> Box<dyn AnyGame> {
    open(text, parameters).unwrap_or_else(|problems| panic!("{}", render_all(&problems, "twin", text)))
}

/// Walks both games side by side.
fn compare(native: &dyn AnyGame, described: &dyn AnyGame, n_walks: u64, depth: usize) {
    for walk in 0..n_walks {
        let mut chance = stream(5, "twins", walk);
        let (mut one, mut other) = (native.start(), described.start());
        let mut line: Vec<String> = Vec::new();
        loop {
            let told = || format!("{} after {}", native.id(), line.join(" "));
            let texts = |game: &dyn AnyGame, pos: &zermelo_any::AnyPosition| {
                let places = pos.moves();
                let mut texts: Vec<(String, MoveIndex)> =
                    places.map(|index| (game.write_move(pos, index), index)).collect();
                texts.sort_by(|one, other| one.0.cmp(&other.0));
                texts
            };
            let (here, there) = (texts(native, &one), texts(described, &other));
            let words = |texts: &[(String, MoveIndex)]| {
                texts.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>()
            };
            assert_eq!(words(&here), words(&there), "{}", told());
            assert_eq!(one.outcome(), other.outcome(), "{}", told());
            assert_eq!(native.reason(&one), described.reason(&other), "{}", told());
            if here.is_empty() {
                break;
            }
            let index = chance.below(here.len());
            line.push(here[index].0.clone());
            one.play(here[index].1);
            other.play(there[index].1);
        }
    }
    let (mut here, mut there) = (vec![0; depth], vec![0; depth]);
    native.perft(&native.start(), &mut here);
    described.perft(&described.start(), &mut there);
    assert_eq!(here, there, "perft of {}", native.id());
}

/// The described twin of a native game is on the shelf.
fn twin(open: Opener, parameters: &str, name: &str, own: &str, depth: usize) {
    let text = shelf::find(name).expect("a game of the shelf");
    compare(&*native(open, parameters), &*described(text, own), 60, depth);
}

#[test]
fn pawns_have_twins() {
    twin(zermelo_pawns::breakthrough::FAMILY.open, "", "breakthrough", "", 4);
    twin(zermelo_pawns::breakthrough::FAMILY.open, "6x6", "breakthrough", "size=6", 5);
    twin(zermelo_pawns::hexapawn::FAMILY.open, "", "hexapawn", "", 8);
    twin(zermelo_pawns::hexapawn::FAMILY.open, "5x5", "hexapawn", "size=5", 6);
}

#[test]
fn lines_have_twins() {
    twin(zermelo_lines::mnk::FAMILY.open, "3,3,3", "tictactoe", "", 9);
    twin(zermelo_lines::mnk::FAMILY.open, "15,15,5", "gomoku", "", 2);
    twin(zermelo_lines::mnk::FAMILY.open, "7,7,5", "gomoku", "size=7", 3);
    twin(zermelo_lines::drop::FAMILY.open, "7,6,4", "fourinarow", "", 7);
}

#[test]
fn milestone_has_a_twin() {
    for (side, depth) in [(2, 8), (3, 6), (4, 5), (5, 4)] {
        let (native, own) = (format!("side={side}"), format!("size={side}"));
        twin(zermelo_milestone::FAMILY.open, &native, "milestone", &own, depth);
    }
}

#[test]
fn isolation_has_a_twin() {
    for (size, depth) in [(4, 5), (7, 3), (10, 2)] {
        let (native, own) = (format!("{size}x{size}"), format!("size={size}"));
        twin(zermelo_isolation::FAMILY.open, &native, "isolation", &own, depth);
    }
}

#[test]
fn simplexity_has_a_twin() {
    twin(zermelo_simplexity::FAMILY.open, "", "roundandsquare", "", 4);
}
