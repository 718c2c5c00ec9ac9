//! Breakthrough: pawns step forward, straight or diagonally, to an empty cell, and capture diagonally only. Reaching
//! the far row or taking every enemy pawn wins.
//!
//! A player with a pawn can always move, since nothing but an own pawn blocks a diagonal step and the foremost pawn has
//! none in front of it: to be stuck is to have no pawn left. The board and its bits are in [`crate::pawns`].

use zermelo_game::{
    About, Family, Game, GameVisitor, MoveError, MoveView, Parameter, ParameterError, Parameters,
    PositionError, Symmetry, Tint, View,
};

use crate::pawns::{Field, Pawns, Step};

/// The family `breakthrough`.
pub struct Breakthrough;

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
        let (rows, cols) = parameters.size(4..=8, 2..=8, (8, 8))?;
        parameters.finish()?;
        Ok(visitor.visit(Rules(Field { rows, cols })))
    }
}

/// How many rows of pawns each player has at the start.
const PAWN_ROWS: usize = 2;

/// Breakthrough on one board.
#[derive(Clone, Debug)]
pub struct Rules(Field);

impl Game for Rules {
    type Position = Pawns<true>;

    fn id(&self) -> String {
        let size = format!("{}x{}", self.0.rows, self.0.cols);
        Breakthrough::ABOUT.canonical_id(if size == "8x8" { "" } else { &size })
    }

    fn about(&self) -> &'static About {
        &Breakthrough::ABOUT
    }

    fn start(&self) -> Self::Position {
        self.0.start(PAWN_ROWS)
    }

    fn max_plies(&self) -> usize {
        self.0.max_plies(PAWN_ROWS)
    }

    fn reason(&self, pos: &Self::Position) -> Option<&'static str> {
        zermelo_game::Position::outcome(pos)?;
        Some(if pos.arrived().is_some() { "far-row" } else { "no-pieces" })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        match reason {
            "far-row" => "reached the far row".to_owned(),
            _ => "the opponent has no pawn left".to_owned(),
        }
    }

    fn write_move(&self, pos: &Self::Position, mv: Step) -> String {
        self.0.write_move(pos, mv)
    }

    fn explain(&self, pos: &Self::Position, text: &str) -> MoveError {
        self.0.explain(pos, text, self.players())
    }

    fn write_position(&self, pos: &Self::Position) -> String {
        self.0.write_position(pos)
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        self.0.read_position(text)
    }

    fn view(&self, pos: &Self::Position) -> View {
        self.0.view(self, pos)
    }

    fn move_view(&self, pos: &Self::Position, mv: Step) -> MoveView {
        self.0.move_view(pos, mv)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Field::symmetries()
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Self::Position) -> Self::Position {
        self.0.transform(symmetry, pos)
    }

    fn transform_move(&self, symmetry: &Symmetry, mv: Step) -> Step {
        self.0.transform_move(symmetry, mv)
    }
}
