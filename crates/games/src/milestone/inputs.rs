//! What a network sees of Milestone: the own pawns and theirs, the board turned so that the own move up. 74 inputs on the
//! published board, as in document 000.

use zermelo_game::{Inputs, Plane, Player};

use super::{Board, Layout, Rules};
use crate::bits::Bits;
use crate::squeeze::Squeeze;

/// Raised when the inputs change their meaning.
const VERSION: u32 = 1;

pub fn inputs<L: Layout>(rules: &Rules<L>) -> Inputs<Board<L>> {
    let mut planes = vec![Plane::cells("own pawn"), Plane::cells("their pawn")];
    if L::HAS_QUIRK {
        // The published slip is one colour's only, so it matters who is to move.
        planes.push(Plane::levels("second to move", 1));
    }
    let squeeze = Squeeze::new(L::HEXES);
    let write = move |pos: &Board<L>, words: &mut [u64]| {
        let (own, theirs) = pos.seen_by_mover();
        let mut all = squeeze.apply(own) | squeeze.apply(theirs) << squeeze.count();
        if L::HAS_QUIRK && pos.to_move == Player::Second {
            all |= 1 << (2 * squeeze.count());
        }
        words.iter_mut().zip([all as u64, (all >> 64) as u64]).for_each(|(word, bits)| *word = bits);
    };
    Inputs::new(rules, VERSION, L::HEXES.cells().map(Rules::<L>::on_screen).collect(), planes, write)
}
