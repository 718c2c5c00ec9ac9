//! Hexapawn (Martin Gardner, 1962): chess pawns on a small board. They step straight ahead to an empty cell and capture
//! diagonally. Reaching the far row wins, and so does leaving the opponent without a move.
//!
//! Gardner's game is 3 x 3, and its second player wins. The board and its bits are in the file `pawns`.

use zermelo_any::{FamilyEntry, open_family};
use zermelo_game::{About, Family, GameVisitor, Parameter, ParameterError, Parameters, Tint};

use crate::pawns::{Gait, Rules};

/// The family `hexapawn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hexapawn;

/// The family as the catalog lists it: everything generic is compiled here, beside the rules.
pub static FAMILY: FamilyEntry = FamilyEntry { about: &Hexapawn::ABOUT, open: open_family::<Hexapawn> };

impl Family for Hexapawn {
    const ABOUT: About = About {
        id: "hexapawn",
        title: "Hexapawn",
        summary: "Chess with pawns only: reach the far row, or leave the opponent without a legal move.",
        players: ["white", "black"],
        tints: [Tint::White, Tint::Black],
        rules_version: 1,
        parameters: &[Parameter { form: "3x3", meaning: "rows (3 to 8) x columns (2 to 8)" }],
        move_help: "A move is from-to: `b1-b2`; a capture is `a1xb2` (row 1 is White's, at the bottom).",
        presets: &[],
        samples: &["", "3x2", "4x4", "5x3", "3x8", "8x2", "8x8"],
    };

    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError> {
        let mut parameters = Parameters::read(parameters)?;
        let (rows, cols) = parameters.size(3..=8, 2..=8, Self::USUAL_SIZE)?;
        parameters.finish()?;
        Ok(visitor.visit(Rules::<Self>::new(rows, cols)))
    }
}

impl Gait for Hexapawn {
    const QUIET_DIAGONALS: bool = false;
    const PAWN_ROWS: usize = 1;
    const USUAL_SIZE: (usize, usize) = (3, 3);
    const STUCK: (&'static str, &'static str) = ("no-move", "the opponent has no move left");
}
