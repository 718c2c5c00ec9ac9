//! Drawings of the last move.

use zermelo_catalog::svg;
use zermelo_game::{Game, Position};
use zermelo_testkit::toys::Toy;

/// How many cells are tinted, crossed out and dark, and whether a way is drawn.
fn marks(toy: Toy, position: &str, text: &str) -> (usize, usize, usize, bool) {
    let pos = toy.read_position(position).expect("a position");
    let mv = toy.read_move(&pos, text).expect("a move");
    let mut view = toy.view(&pos.after(mv));
    view.follow(&toy.view(&pos), &toy.move_view(&pos, mv));
    let drawn = svg::draw(&view, text, false);
    let count = |what: &str| drawn.matches(what).count();
    (count("fill=\"#f3dd9a\""), count("<path"), count("fill=\"#8d867a\""), drawn.contains("<polyline"))
}

#[test]
fn a_drawing_shows_all_that_the_last_move_changed() {
    assert_eq!(marks(Toy::Jumps, "xo../..o./..../o... x", "a1-c3xb1xc2"), (4, 2, 0, true));
    assert_eq!(marks(Toy::Turns, ".oox/o.../x.../.... x", "a1"), (4, 0, 0, false));
    assert_eq!(marks(Toy::Arrows, "..../.x../..../o... x", "b2-c3/d4"), (2, 0, 1, false));
    assert_eq!(marks(Toy::Turns, "xo../..../..../.... o", "pass"), (0, 0, 0, false));
}
