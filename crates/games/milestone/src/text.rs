//! Boards of Milestone as text: the side to move, then half-rows from Black's home, runs of empty hexes as numbers.

use zermelo_game::Player;

use super::layout::{BoardMap, HexCells, Layout, geometry};
use super::{Board, LETTERS};
use zermelo_board::bits::Bits;

/// The text of a board.
pub(super) fn write_board<L: Layout>(board: &Board<L>) -> String {
    let letter = |cell: usize| Some(LETTERS[board.pawns.iter().position(|pawns| pawns.has(cell))?]);
    write_hexes(board.map(), letter, board.to_move)
}

/// The text of a board with these letters on its hexes (bits), where there are any.
pub(super) fn write_hexes<C: HexCells>(
    map: &BoardMap<C>,
    letter: impl Fn(usize) -> Option<char>,
    to_move: Player,
) -> String {
    let n_rows = geometry::n_rows(map.side);
    let mut text = String::with_capacity(map.n_hexes() + n_rows + 2);
    text.extend([LETTERS[to_move.index()], ':']);
    for r in 0..n_rows {
        if r > 0 {
            text.push('/');
        }
        let mut n_empty = 0;
        for cell in map.row_hexes(r) {
            let Some(letter) = letter(cell) else {
                n_empty += 1;
                continue;
            };
            push_count(&mut text, n_empty);
            n_empty = 0;
            text.push(letter);
        }
        push_count(&mut text, n_empty);
    }
    text
}

/// Writes how many hexes are empty, if any. Exports write millions of boards, and a text for each digit takes longer
/// than all the rest.
fn push_count(text: &mut String, n_empty: u32) {
    match n_empty {
        0 => {}
        1..=9 => text.extend(char::from_digit(n_empty, 10)),
        _ => text.push_str(&n_empty.to_string()),
    }
}
