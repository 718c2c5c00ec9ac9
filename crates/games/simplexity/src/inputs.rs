//! What a network sees of Simplexity: colours and shapes as planes of their own, because lines count by either, and the
//! pieces in hand. "Own" shape is the one whose lines win for the side to move, so that both players see alike.

use zermelo_game::{Inputs, Plane};

use super::{Board, Rules, Shape};
use zermelo_board::bits::Bits;
use zermelo_board::squeeze::{InputWriter, Squeeze};

/// Raised when the inputs change their meaning.
const VERSION: u32 = 1;
/// A hand of more pieces than this looks like one of this many: hands matter when they become empty.
const MOST_LEVELS: usize = 16;

pub fn inputs<B: Bits>(rules: &Rules<B>) -> Inputs<Board<B>> {
    let (frame, size) = (rules.frame(), rules.size);
    let bits = || (0..frame.n_bits()).filter(|&bit| frame.place(bit).1 < frame.length);
    let squeeze = Squeeze::new(bits().fold(B::EMPTY, |set, bit| set | B::one(bit)));
    let cells = bits().map(|bit| {
        let (col, height) = frame.place(bit);
        (size.rows - 1 - height, col)
    });
    // Either player's own shape may be the one with more pieces.
    let n_levels = size.pieces[0].max(size.pieces[1]).min(MOST_LEVELS);
    let mut planes = ["own color", "their color", "own shape", "their shape"].map(Plane::cells).to_vec();
    for hand in ["own hand", "their hand"] {
        planes.extend(
            ["own", "their"].map(|whose| Plane::levels(format!("{whose} shape in {hand}"), n_levels)),
        );
    }
    Inputs::new(rules, VERSION, cells.collect(), planes, move |pos, words| {
        let shapes = [pos.to_move, pos.to_move.other()].map(|player| Shape::BOTH[player.index()]);
        let mut writer = InputWriter::new(words);
        for set in [pos.mine, pos.theirs, pos.of_shape(shapes[0]), pos.of_shape(shapes[1])] {
            writer.push_cells(&squeeze, set);
        }
        for hand in [pos.my_left, pos.their_left] {
            for shape in shapes {
                writer.push_levels(usize::from(hand[shape as usize]), n_levels);
            }
        }
        writer.finish();
    })
}
