//! Hexapawn (Martin Gardner, 1962): chess pawns on a small board. They step straight ahead to an empty cell and capture
//! diagonally. Reaching the far row wins, and so does leaving the opponent without a move.
//!
//! Gardner's game is 3 x 3, and its second player wins. The board and its bits are in [`crate::pawns`].

use zermelo_game::{
    About, Family, Game, GameVisitor, MoveError, MoveView, Parameter, ParameterError, Parameters,
    PositionError, Symmetry, Tint, View,
};

use crate::pawns::{Field, Pawns, Step};

/// The family `hexapawn`.
pub struct Hexapawn;

impl Family for Hexapawn {
    const ABOUT: About = About {
        id: "hexapawn",
        title: "Hexapawn",
        summary: "Chess pawns only: reach the far row, or leave the opponent without a move.",
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
        let (rows, cols) = parameters.size(3..=8, 2..=8, (3, 3))?;
        parameters.finish()?;
        Ok(visitor.visit(Rules(Field { rows, cols })))
    }
}

/// How many rows of pawns each player has at the start.
const PAWN_ROWS: usize = 1;

/// Hexapawn on one board.
#[derive(Clone, Debug)]
pub struct Rules(Field);

impl Game for Rules {
    type Position = Pawns<false>;

    fn id(&self) -> String {
        let size = format!("{}x{}", self.0.rows, self.0.cols);
        Hexapawn::ABOUT.canonical_id(if size == "3x3" { "" } else { &size })
    }

    fn about(&self) -> &'static About {
        &Hexapawn::ABOUT
    }

    fn start(&self) -> Self::Position {
        self.0.start(PAWN_ROWS)
    }

    fn max_plies(&self) -> usize {
        self.0.max_plies(PAWN_ROWS)
    }

    fn reason(&self, pos: &Self::Position) -> Option<&'static str> {
        zermelo_game::Position::outcome(pos)?;
        Some(if pos.arrived().is_some() { "far-row" } else { "no-move" })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        match reason {
            "far-row" => "reached the far row".to_owned(),
            _ => "the opponent has no move left".to_owned(),
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
