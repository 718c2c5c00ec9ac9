//! Every game of the shelf obeys the laws of all games.

use zermelo_described::shelf::SHELF;
use zermelo_described::{Cells, Described, Visitor, open_with, render_all};

struct Laws {
    n_walks: u64,
}

impl Visitor for Laws {
    type Output = ();
    fn visit<B: Cells>(self, game: Described<B>) {
        zermelo_testkit::check_game(&game, 7, self.n_walks);
    }
}

/// Checks the laws on a text.
pub fn check(name: &str, text: &str, parameters: &str, n_walks: u64) {
    let opened = open_with(text, parameters, Laws { n_walks });
    opened.unwrap_or_else(|problems| panic!("{}", render_all(&problems, name, text)));
}

#[test]
fn the_shelf_obeys_the_laws() {
    for (name, text) in SHELF {
        // Those of many cells or moves take long.
        let is_large = text.contains("15, from") || ["amazons", "halma"].contains(name);
        let n_walks = if is_large { 1 } else { 6 };
        check(name, text, "", n_walks);
    }
}

#[test]
fn other_sizes_obey_the_laws() {
    let sizes = [
        ("breakthrough", "size=5"),
        ("breakthrough", "size=9"),
        ("breakthrough", "size=12"),
        ("hex", "size=3"),
        ("hex", "size=7"),
        ("hex", "size=13"),
        ("milestone", "size=2"),
        ("milestone", "size=5"),
        ("milestone", "size=7"),
        ("isolation", "size=4"),
        ("isolation", "size=10"),
        ("gomoku", "size=6"),
        ("gomoku", "size=9"),
        ("exactgomoku", "size=8"),
        ("fournotthree", "size=4"),
        ("fournotthree", "size=8"),
        ("knightthrough", "size=6"),
    ];
    for (name, parameters) in sizes {
        let text = zermelo_described::shelf::find(name).expect("a game of the shelf");
        check(name, text, parameters, 2);
    }
}
