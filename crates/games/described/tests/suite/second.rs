//! Games of the second tier against counts and positions from outside.

use std::collections::BTreeSet;

use zermelo_described::{Cells, Described, Visitor, open_with, shelf};
use zermelo_game::perft::perft;
use zermelo_game::{Game, Position};
use zermelo_testkit::cases::{Case, read_folder};

/// Looks at one position: its moves, and how many sequences of moves follow.
struct Look<'a> {
    position: &'a str,
    depth: usize,
}

/// The texts of all moves, and the counts of sequences.
type Seen = (BTreeSet<String>, Vec<u64>);

impl Visitor for Look<'_> {
    type Output = Seen;
    fn visit<B: Cells>(self, game: Described<B>) -> Seen {
        let pos = game.read_position(self.position).unwrap_or_else(|error| panic!("{error}"));
        let mut texts = BTreeSet::new();
        pos.each_move(|mv| {
            texts.insert(game.write_move(&pos, mv));
        });
        (texts, perft(&pos, self.depth))
    }
}

fn look(text: &str, position: &str, depth: usize) -> Seen {
    open_with(text, "", Look { position, depth }).expect("a valid text")
}

/// Amazons on the board of a position; what are arrows there are holes.
fn amazons_on(position: &str) -> String {
    let rows = position.split_whitespace().next().unwrap_or_default().replace('#', ".");
    let rows: Vec<&str> = rows.split('/').collect();
    format!(
        "game Amazons\nplayers white, black\nboard {}x{} squares\n  {}\npiece queen w b\n  slide any to empty, then \
         hole by slide any to empty\nwin opponent cannot move\n",
        rows[0].len(),
        rows.len(),
        rows.join("\n  ")
    )
}

fn check(case: &Case) {
    let position = case.position.as_deref().expect("a position");
    let text = match case.game.as_str() {
        "amazons" => amazons_on(position),
        name => shelf::find(name).expect("a game of the shelf").to_owned(),
    };
    let facts = |wanted: &'static str| case.facts.iter().filter(move |(key, _)| key == wanted);
    let counts: Vec<u64> = facts("perft").map(|(_, values)| values[1].parse().expect("a count")).collect();
    let (texts, found) = look(&text, position, counts.len());
    assert_eq!(counts, found, "{}: {position}", case.place);
    let legal: BTreeSet<String> = facts("legal").flat_map(|(_, moves)| moves.clone()).collect();
    // Where each player has one piece, a move does not name the cell that it leaves.
    let is_single = position.matches('w').count() == 2 && case.game == "amazons";
    if !is_single {
        // Of several paths with the same result one is written.
        assert!(texts.is_subset(&legal), "{}: {texts:?} are not all in {legal:?}", case.place);
    }
    assert!(texts.len() == legal.len() || case.game.ends_with("draughts"), "{}: {texts:?}", case.place);
}

#[test]
fn edge_positions_are_as_two_other_programs_see_them() {
    let cases = read_folder("described-edges");
    assert!(cases.len() > 25, "{} positions", cases.len());
    cases.iter().for_each(check);
}

/// Konane begins with two stones taken off: here those counts are added up that follow each such beginning.
#[test]
fn konane_is_counted_as_elsewhere_from_all_beginnings() {
    let konane = shelf::find("konane").expect("a game of the shelf");
    // The first player's stones stand where column and row add up to an even number, counted from 0 at a1.
    let full = |col: usize, row: usize| if (col + row).is_multiple_of(2) { 'b' } else { 'w' };
    let mut sums = vec![0; 6];
    let mut n_beginnings = 0;
    for gap in [(0_usize, 0_usize), (5, 5), (2, 2), (3, 3)] {
        let all = (0..6).flat_map(|col| (0..6).map(move |row| (col, row)));
        let is_beside = |&(col, row): &(usize, usize)| gap.0.abs_diff(col) + gap.1.abs_diff(row) == 1;
        for (col, row) in all.filter(is_beside) {
            let letter =
                |at: (usize, usize)| if at == gap || at == (col, row) { '.' } else { full(at.0, at.1) };
            let rows = (0..6).rev().map(|row| (0..6).map(|col| letter((col, row))).collect::<String>());
            let position = format!("{} b", rows.collect::<Vec<_>>().join("/"));
            let (_, counts) = look(konane, &position, sums.len());
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            n_beginnings += 1;
        }
    }
    // A separate Rust program: 4, 12, 28, 156, 668, 4192, 22676, 162288 from the full board.
    assert_eq!((n_beginnings, sums), (12, vec![28, 156, 668, 4192, 22676, 162_288]));
}

/// Why a text is no move at the start.
struct WhyNot<'a>(&'a str);

impl Visitor for WhyNot<'_> {
    type Output = String;
    fn visit<B: Cells>(self, game: Described<B>) -> String {
        game.read_move(&game.start(), self.0).expect_err("no legal move").to_string()
    }
}

#[test]
fn reversi_says_why_a_disc_cannot_be_placed() {
    let text = shelf::find("reversi").expect("a game of the shelf");
    for cell in ["a1", "d3", "h1"] {
        let told = open_with(text, "", WhyNot(cell)).expect("a valid text");
        assert!(told.contains(&format!("a piece on {cell} would turn nothing over")), "{told}");
    }
}

#[test]
fn a_jump_onto_an_enemy_is_said_in_order() {
    let text = "game Leapers\nplayers a, b\nboard 6x6 squares\nstart man on near row\npiece man\n  step forward to empty\n  jump \
                forward-diagonal over enemy to enemy, taking it\nwin opponent cannot move\n";
    let words = zermelo_described::compile(text).expect("a valid text").in_words();
    let said = "over an enemy beside it, which it takes, onto an enemy behind that, taking it as well";
    assert!(words.contains(said), "{words}");
}
