//! Drawings of the last move.

use zermelo_catalog::{Permission, Start, catalog, described_entries, entries, svg};
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
fn kings_have_a_crown_and_men_nothing() {
    let game = catalog::open("englishdraughts").expect("a game");
    let drawn = |position: &str| {
        let start = Start { position: Some(position.to_owned()), ..Start::default() };
        let session = game.session(&start).expect("a position");
        let drawn = svg::draw(&session.view(), "", false);
        let crown = "<polygon points=\"";
        let n_cells = session.view().cells.len();
        (drawn.matches("<circle").count(), drawn.matches(crown).count() - n_cells)
    };
    assert_eq!(drawn("...m/..../..../..../.m../.M../..../.... b 0"), (3, 0));
    assert_eq!(drawn("...m/..../..../..../.k../.K../..../.... b 0"), (3, 2));
    // Also where nothing but kings is left.
    assert_eq!(drawn("...k/..../..../..../..../.K../..../.... b 0"), (2, 2));
}

#[test]
fn all_moves_are_spoken_as_each_is() {
    for game in entries().into_iter().chain(described_entries().0) {
        let session = catalog::open_for(&game.id, Permission::terminal())
            .expect("a game")
            .session(&Start::default())
            .expect("the start");
        for (mv, sentence) in session.spoken_moves().into_iter().take(20) {
            assert_eq!(Ok(sentence), session.speak_move(&mv.text), "{}", game.id);
        }
    }
}

#[test]
fn a_drawing_shows_all_that_the_last_move_changed() {
    assert_eq!(marks(Toy::Jumps, "xo../..o./..../o... x", "a1-c3xb1xc2"), (4, 2, 0, true));
    assert_eq!(marks(Toy::Turns, ".oox/o.../x.../.... x", "a1"), (4, 0, 0, false));
    assert_eq!(marks(Toy::Arrows, "..../.x../..../o... x", "b2-c3/d4"), (2, 1, 1, false));
    assert_eq!(marks(Toy::Turns, "xo../..../..../.... o", "pass"), (0, 0, 0, false));
}
