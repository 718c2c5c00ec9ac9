//! The weights of the default evaluator: a function of the rules, finite, and right where it is known what decides.

use zermelo_described::{Cells, Described, Visitor, open_with, shelf};

use crate::agreement::valid_texts;

struct Weights;

impl Visitor for Weights {
    type Output = Vec<(&'static str, f64)>;
    fn visit<B: Cells>(self, game: Described<B>) -> Self::Output {
        game.default_weights()
    }
}

fn weights(text: &str, parameters: &str) -> Vec<(&'static str, f64)> {
    open_with(text, parameters, Weights).expect("a valid text")
}

#[test]
fn weights_depend_on_the_rules_alone() {
    let text = shelf::find("hexapawn").expect("a game of the shelf");
    let first = weights(text, "size=4");
    weights(shelf::find("tictactoe").expect("a game of the shelf"), "");
    // Under another title the game is opened anew.
    let again = weights(&text.replace("game Hexapawn", "game Other Pawns"), "size=4");
    assert_eq!(first, again);
}

#[test]
fn weights_are_finite() {
    for (_, text) in valid_texts(60).filter(|(_, text)| !text.contains("limit")).take(12) {
        for (name, weight) in weights(&text, "") {
            assert!(weight.is_finite(), "{name} {weight} in\n{text}");
        }
    }
}

#[test]
fn what_decides_gets_its_weight() {
    let text = "game Skirmish\nplayers white, black\nboard 5x5 squares\nstart man on near rows 2\npiece man\n  \
                step orthogonal to empty\n  step diagonal to enemy\nwin opponent has fewer than 5 man\n\
                win opponent cannot move\nlimit 80 plies: draw\n";
    let weights = weights(text, "");
    let weight = |wanted: &str| weights.iter().find(|(name, _)| *name == wanted).map(|(_, weight)| *weight);
    assert!(weight("material") > Some(0.0), "{weights:?}");
}

#[test]
fn players_who_differ_have_weights_of_their_own() {
    let weights = weights(shelf::find("foxandhounds").expect("a game of the shelf"), "");
    let names: Vec<&str> = weights.iter().map(|(name, _)| *name).collect();
    assert!(names.contains(&"mobility-first") && names.contains(&"mobility-second"), "{names:?}");
    assert!(
        names.contains(&"advance-first") && !names.contains(&"advance-second"),
        "only the fox has a goal"
    );
}

#[test]
fn games_in_which_players_pass_have_weights() {
    let weights = weights(shelf::find("reversi4").expect("a game of the shelf"), "");
    assert!(weights.iter().all(|(_, weight)| weight.is_finite()), "{weights:?}");
}
