//! Opening a text: ids, parameters, and clauses that are never used.

use zermelo_described::{Cells, Described, Visitor, compile, open, open_with, shelf};
use zermelo_game::stream;

fn text(name: &str) -> &'static str {
    shelf::find(name).expect("a game of the shelf")
}

#[test]
fn an_id_is_a_name_and_a_hash_of_the_rules() {
    let id = |text: &str| compile(text).expect("a valid text").rules.id();
    let plain = text("breakthrough");
    assert_eq!(id(plain), "breakthrough~d4ad33a0");
    let commented = plain.replace("win reach", "# a comment\n\nWIN   reach");
    assert_eq!(id(&commented), id(plain), "comments, blank lines, spaces and capitals do not matter");
    let other = plain.replace("near rows pawns", "near rows 1");
    assert_ne!(id(&other), id(plain), "rules do");
    assert!(id(&plain.replace("game Breakthrough", "game Last Night!")).starts_with("lastnight~"));
}

#[test]
fn parameters_are_chosen_and_checked() {
    let opened = open(text("breakthrough"), "size=6").expect("a smaller board");
    let mut counts = [0; 2];
    opened.perft(&opened.start(), &mut counts);
    assert_eq!(counts, [16, 256]);
    let told = |parameters: &str| {
        let problems = open(text("breakthrough"), parameters).err().expect("a wrong parameter");
        problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(told("size=99"), "`size=99`: expected a number from 5 to 12");
    assert_eq!(told("sise=6"), "unknown parameter `sise`; did you mean `size`? Expected `size` or `pawns`");
    assert_eq!(
        told("size"),
        "cannot read the parameter `size`: expected a name and a number, as in `size=6`"
    );
    assert_eq!(told("size=6,size=7"), "`size` is given twice");
}

#[test]
fn one_text_is_opened_once() {
    let about = || open(text("hexapawn"), "").expect("a game of the shelf").about().title.as_ptr();
    assert_eq!(about(), about(), "the same tables");
}

#[test]
fn clauses_that_are_never_used_are_found() {
    struct Unused;

    impl Visitor for Unused {
        type Output = Vec<usize>;
        fn visit<B: Cells>(self, game: Described<B>) -> Vec<usize> {
            let (_, unused) = game.unused_clauses(200, &mut stream(1, "unused", 0), &|| true);
            unused.into_iter().map(|place| place.line).collect()
        }
    }

    let text = "game Dead Clauses\nboard 5x5 squares\nstart pawn on near row\npiece pawn\n  step forward to empty\n  \
                step back to enemy\n  leap 4,4 to empty, leaving a hole\nwin reach far row\nwin line 5 exactly of pawn\n\
                win opponent cannot move\n";
    let dead = text.replace("win line 5 exactly of pawn\n", "");
    let lines = open_with(&dead, "", Unused).expect("a valid text");
    assert!(lines.contains(&6), "no pawn is ever behind an enemy that it could take: {lines:?}");
    assert!(!lines.contains(&5) && !lines.contains(&8), "{lines:?}");
}
