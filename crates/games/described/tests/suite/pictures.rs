//! What screens are told of moves of the second tier, and of ends that count pieces.

use zermelo_described::{Cells, Described, Visitor, open_with, shelf};
use zermelo_game::{Ending, Game, Position};

/// Tells a position, or a move in it.
struct Tell<'a> {
    position: &'a str,
    mv: &'a str,
}

impl Visitor for Tell<'_> {
    type Output = String;
    fn visit<B: Cells>(self, game: Described<B>) -> String {
        let pos = game.read_position(self.position).unwrap_or_else(|error| panic!("{error}"));
        let view = game.view(&pos);
        if self.mv.is_empty() {
            let sentence = Ending::of(&game, &pos).map(|ending| ending.sentence);
            return format!("{:?} {}", view.counts, sentence.unwrap_or_default());
        }
        let mv = game.read_move(&pos, self.mv).unwrap_or_else(|error| panic!("{error}"));
        let names = |cells: &[usize]| {
            cells.iter().map(|&cell| view.cells[cell].name.as_str()).collect::<Vec<_>>().join(",")
        };
        let seen = game.move_view(&pos, mv);
        let parts = [&seen.path, &seen.captured, &seen.turned, &seen.holes].map(|cells| names(cells));
        let over = pos.after(mv).is_over();
        format!("{}: {}{}", game.speak_move(&pos, mv), parts.join("/"), if over { " end" } else { "" })
    }
}

fn tell(game: &str, position: &str, mv: &str) -> String {
    let text = shelf::find(game).expect("a game of the shelf");
    open_with(text, "", Tell { position, mv }).expect("a valid text")
}

#[test]
fn a_chain_names_what_it_takes_in_the_order_of_its_way() {
    // A man goes round four others and comes back, and a king flies there and back again.
    let round = "....m/...../...../...../.mm../...../.mm../..M../...../...K. w 0";
    assert_eq!(
        tell("internationaldraughts", round, "e3xc5xe7xg5xe3"),
        "white e3 and back, takes 4 on d4, d6, f6, f4: c5,e7,g5/d4,d6,f6,f4//"
    );
    let up = "...m/..../..m./..../.m../.M../..../.... b 0";
    assert_eq!(tell("englishdraughts", up, "c3xe5xg7"), "black c3 to g7, takes 2 on d4, f6: e5/d4,f6//");
    let down = "..../..k./..M./..../.M../..../..../M... w 0";
    assert_eq!(tell("englishdraughts", down, "e7xg5"), "white e7 to g5, takes f6: /f6//");
    let straight = "....../....../....../....../....../bw.w.. b";
    assert_eq!(tell("konane", straight, "a1xc1xe1"), "black a1 to e1, takes 2 on b1, d1: c1/b1,d1// end");
}

#[test]
fn flips_arrows_and_captures_between_are_told() {
    assert_eq!(tell("reversi4", "..../.wb./.bw./.... b", "b4"), "black on b4, turns b3 over: //b3/");
    let arrow = "..b.../....../....../....../....../..w... w";
    assert_eq!(tell("amazons6", arrow, "c1-c3/c5"), "white c1 to c3, blocks c5: ///c5");
    assert_eq!(tell("amazons6", arrow, "c1-c3/c1"), "white c1 to c3, blocks c1: ///c1");
    let between =
        "........./........./........./........./........./b......../w......../w......../..b...b.. b 0";
    assert_eq!(tell("hasamishogi", between, "c1-a1"), "black c1 to a1, takes 2 on a3, a2: /a3,a2// end");
}

#[test]
fn an_end_by_count_tells_the_count() {
    assert_eq!(
        tell("reversi4", "bbbb/bbbb/bbbb/wwww b", ""),
        "Some([12, 4]) black wins: neither player can move, 12 discs to 4"
    );
    assert_eq!(
        tell("reversi4", "bbbb/bbbb/wwww/wwww b", ""),
        "Some([8, 8]) a draw: neither player can move, 8 discs each"
    );
    assert_eq!(tell("reversi4", "..../.wb./.bw./.... b", ""), "Some([2, 2]) ");
}
