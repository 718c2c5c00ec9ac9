//! How moves are numbered for learners, in known positions, and without the type of the game. The laws of all numbers are checked
//! with those of the games.

use zermelo_catalog::catalog;
use zermelo_game::{Family, Game, GameVisitor, Plays, Position};
use zermelo_pawns::hexapawn::Hexapawn;
use zermelo_testkit::play_laws::PlayLaws;

/// What the numbers mean, and the text and number of every move in a position given as text (the start if empty).
fn told(game: &str, position: &str) -> (String, Vec<(String, usize)>) {
    let game = catalog::open(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    let plays = game.plays();
    let pos = if position.is_empty() { Ok(game.start()) } else { game.read_position(position) };
    let pos = pos.unwrap_or_else(|error| panic!("{position}: {error}"));
    let mut mask = vec![false; plays.count()];
    plays.mark(&pos, &mut mask);
    let mut numbered = Vec::new();
    for mv in pos.moves() {
        let number = plays.number(&pos, mv);
        assert_eq!(plays.find(&pos, number), Some(mv));
        assert!(std::mem::take(&mut mask[number]), "marked, and nothing else has its number");
        numbered.push((game.write_move(&pos, mv), number));
    }
    assert!(!mask.contains(&true), "nothing else is marked");
    assert_eq!(plays.find(&pos, plays.count()), None);
    numbered.sort_by_key(|&(_, number)| number);
    (plays.signature(), numbered)
}

fn signature(game: &str) -> String {
    told(game, "").0
}

#[track_caller]
fn numbers(game: &str, position: &str, expected: &[(&str, usize)]) {
    let (_, moves) = told(game, position);
    let moves: Vec<(&str, usize)> = moves.iter().map(|(text, number)| (text.as_str(), *number)).collect();
    assert_eq!(moves, expected, "{game} in {position}");
}

#[test]
fn no_family_has_more_numbers_than_its_moves_need() {
    for (game, expected) in [
        ("mnk", "v1, cell 9"),
        ("gomoku", "v1, cell 225"),
        ("connect4", "v1, column 7"),
        ("isolation", "v1, cell 49"),
        ("milestone", "v1, hex and direction 90"),
        ("breakthrough", "v1, cell and direction 168"),
        ("hexapawn", "v1, cell and direction 18"),
        ("simplexity", "v1, column and shape, own or theirs 14"),
    ] {
        assert_eq!(signature(game), expected, "{game}");
    }
}

#[test]
fn nor_has_a_described_game() {
    for (game, expected) in [
        ("hex", "v1, cell 121"),
        ("foxandhounds", "v1, cells from and to 98"),
        ("clobber", "v1, cells from and to 98"),
        ("knightthrough", "v1, cells from and to 168"),
        ("achi", "v1, cell, or cells from and to 41"),
        ("fourinarow", "v1, column 7"),
        ("roundandsquare", "v1, column and kind 14"),
        ("wildtictactoe", "v1, cell and kind 18"),
        ("isolation.game", "v1, cell 49"),
        ("breakthrough.game", "v1, cells from and to 154"),
    ] {
        assert_eq!(signature(game), expected, "{game}");
    }
}

/// Left, straight and right as the mover sees them, from the own side.
#[test]
fn pawns_count_from_their_own_side() {
    let board = "bb./..w/w..";
    numbers("hexapawn", &format!("{board} w"), &[("a1-a2", 1), ("c2xb3", 15), ("c2-c3", 16)]);
    numbers("hexapawn", &format!("{board} b"), &[("b3xc2", 3), ("b3-b2", 4), ("a3-a2", 7)]);
}

/// From and to as a screen counts cells is not the same to both players.
#[test]
#[should_panic(expected = "both players count alike")]
fn numbers_that_favour_a_player_are_refused() {
    struct Unturned;

    impl GameVisitor for Unturned {
        type Output = ();

        fn visit<G: Game>(self, game: G) {
            let screen = game.clone();
            let plays = Plays::new(1, "cells", 81, move |pos: &G::Position, mv| {
                let seen = screen.move_view(pos, mv);
                9 * seen.from.expect("a step") + seen.to.expect("a step")
            });
            let pos = game.start();
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            PlayLaws::new(&game, plays).check(&pos, &moves, &moves, &game.write_position(&pos));
        }
    }

    Hexapawn::open("3x3", Unturned).expect("a size");
}
