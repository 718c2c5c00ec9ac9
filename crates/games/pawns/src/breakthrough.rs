//! Breakthrough: pawns step forward, straight or diagonally, to an empty cell, and capture diagonally only. Reaching
//! the far row or taking every enemy pawn wins.
//!
//! A player with a pawn can always move, since nothing but an own pawn blocks a diagonal step and the foremost pawn has
//! none in front of it: to be stuck is to have no pawn left. The board and its bits are in the file `pawns`.

use zermelo_any::{FamilyEntry, open_family};
use zermelo_game::{About, Family, GameVisitor, Parameter, ParameterError, Parameters, Tint};

use crate::pawns::{Gait, Rules};

/// The family `breakthrough`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough;

/// The family as the catalog lists it: everything generic is compiled here, beside the rules.
pub static FAMILY: FamilyEntry =
    FamilyEntry { about: &Breakthrough::ABOUT, open: open_family::<Breakthrough> };

impl Family for Breakthrough {
    const ABOUT: About = About {
        id: "breakthrough",
        title: "Breakthrough",
        summary: "Step forward, capture diagonally, and be the first to reach the far row.",
        players: ["white", "black"],
        tints: [Tint::White, Tint::Black],
        rules_version: 1,
        parameters: &[Parameter { form: "8x8", meaning: "rows (4 to 8) x columns (2 to 8)" }],
        move_help: "A move is from-to: `b2-b3`; a capture is `b2xc3` (row 1 is White's, at the bottom).",
        presets: &[],
        samples: &["", "6x6", "4x2", "5x4", "4x8", "8x3"],
    };

    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError> {
        let mut parameters = Parameters::read(parameters)?;
        let (rows, cols) = parameters.size(4..=8, 2..=8, Self::USUAL_SIZE)?;
        parameters.finish()?;
        Ok(visitor.visit(Rules::<Self>::new(rows, cols)))
    }
}

impl Gait for Breakthrough {
    const QUIET_DIAGONALS: bool = true;
    const PAWN_ROWS: usize = 2;
    const USUAL_SIZE: (usize, usize) = (8, 8);
    const STUCK: (&'static str, &'static str) = ("no-pieces", "the opponent has no pawn left");
}
