//! What a network sees of Milestone: the own pawns and theirs, the board turned so that the own move up. 74 inputs on
//! the published board, as in the Milestone study.

use zermelo_game::{Inputs, Plane, Player};

use super::{Board, Layout, Rules};
use zermelo_board::bits::Bits;

/// Raised when the inputs change their meaning.
const VERSION: u32 = 1;

pub fn inputs<L: Layout>(rules: &Rules<L>) -> Inputs<Board<L>> {
    let map = rules.board_map();
    let mut planes = vec![Plane::cells("own pawn"), Plane::cells("their pawn")];
    if map.has_quirk {
        // The published slip is one colour's only, so it matters who is to move.
        planes.push(Plane::levels("second to move", 1));
    }
    let write = move |pos: &Board<L>, words: &mut [u64]| {
        let (own, theirs) = pos.seen_by_mover();
        // The position's own map, not one from outside: where its type says it all, the shifts are cheap.
        let map = pos.map();
        let n_hexes = map.n_hexes();
        let mut all = numbers(pos.layout, own) | numbers(pos.layout, theirs) << n_hexes;
        if map.has_quirk && pos.to_move == Player::Second {
            all |= 1 << (2 * n_hexes);
        }
        match words {
            [first] => *first = all as u64,
            [first, second] => (*first, *second) = (all as u64, (all >> 64) as u64),
            _ => debug_assert!(false, "one word or two"),
        }
    };
    Inputs::new(rules, VERSION, map.hexes.cells().map(|cell| rules.on_screen(cell)).collect(), planes, write)
}

/// The numbers of the hexes of a set.
#[inline]
fn numbers<L: Layout>(layout: L, cells: L::Cells) -> u128 {
    let cells = layout.by_number(cells);
    u128::from(cells.word(0)) | u128::from(cells.word(1)) << 64
}
