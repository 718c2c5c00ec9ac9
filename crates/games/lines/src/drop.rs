//! Drop games: a stone falls to the lowest empty cell of its column; `k` or more in a row win. Connect Four is
//! 7,6,4. The board and its bits are in the file `in_a_row`; a line of that board is a column here, bottom
//! first, so that "the lowest empty cell of every column" is three operations:
//!
//! ```text
//!  -  -  -  -  -  -  -     the spare bit above each column, never empty and never filled
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

use std::sync::Arc;

use zermelo_any::{FamilyEntry, open_family};
use zermelo_game::Reader;
use zermelo_game::Turn;
use zermelo_game::grid::{self, GridText};
use zermelo_game::{
    About, Arrangement, Cell, EvaluatorInfo, Family, FeatureInfo, Game, GameVisitor, Inputs, MoveError,
    MoveView, Opened, Parameter, ParameterError, Parameters, Plays, Position, PositionError, Preset, Swatch,
    Symmetry, Tint, View, Weights,
};

use zermelo_board::bits::{Bits, Words};
use zermelo_board::in_a_row::{self, Frame, LETTERS, Lowest, STONE, Stones};
use zermelo_board::windows;

use threats::Threats;

mod threats;

/// The family `drop`.
pub struct Drop;

/// The family as the catalog lists it: everything generic is compiled here, beside the rules.
pub static FAMILY: FamilyEntry = FamilyEntry { about: &Drop::ABOUT, open: open_family::<Drop> };

impl Family for Drop {
    const ABOUT: About = About {
        id: "drop",
        title: "Drop game",
        summary: "Drop a stone into a column; k or more of your own in a row win.",
        players: ["X", "O"],
        tints: [Tint::Yellow, Tint::Red],
        rules_version: 1,
        parameters: &[Parameter {
            form: "7,6,4",
            meaning: "columns, rows and the number in a row that wins; (rows + 1) x columns at most 512",
        }],
        move_help: "A move is a column, numbered from 1 at the left: `4`.",
        presets: &[Preset {
            id: "connect4",
            title: "Connect Four",
            summary: "Drop stones into a grid of seven columns and six rows; four in a row win.",
            parameters: "7,6,4",
        }],
        samples: &["7,6,4", "3,3,3", "5,4,3", "1,7,2", "9,1,3", "8,8,4", "11,10,5", "15,14,5", "22,18,9"],
    };

    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError> {
        let mut parameters = Parameters::read(parameters)?;
        let [cols, rows, win] = parameters.numbers(1..=511, [7, 6, 4])?;
        parameters.finish()?;
        if win > rows && win > cols {
            return Err(ParameterError::new(format!(
                "a row of {win} does not fit on {cols} columns and {rows} rows"
            )));
        }
        let frame = Frame { lines: cols, length: rows, win };
        match frame.n_bits() {
            0..=64 => Ok(visitor.visit(Rules::<u64>::new(frame))),
            65..=512 => Ok(visitor.visit(Rules::<Words<8>>::new(frame))),
            n_bits => Err(ParameterError::new(format!(
                "{cols} columns and {rows} rows are too many: (rows + 1) x columns is {n_bits}, at most 512 are possible"
            ))),
        }
    }
}

/// Raised when the numbers of moves change their meaning.
const PLAYS_VERSION: u32 = 1;

/// A drop game on one board.
#[derive(Clone, Debug)]
pub struct Rules<B: Bits> {
    frame: Frame,
    threats: Threats<B>,
}

impl<B: Bits> Rules<B> {
    fn new(frame: Frame) -> Self {
        Rules { frame, threats: Threats::new(&frame) }
    }

    fn rows(&self) -> usize {
        self.frame.length
    }

    fn cols(&self) -> usize {
        self.frame.lines
    }
}

impl<B: Bits> Game for Rules<B> {
    type Position = Stones<B, Lowest>;

    fn id(&self) -> String {
        Drop::ABOUT.canonical_id(&format!("{},{},{}", self.cols(), self.rows(), self.frame.win))
    }

    fn about(&self) -> &'static About {
        &Drop::ABOUT
    }

    fn start(&self) -> Self::Position {
        self.frame.start()
    }

    fn max_plies(&self) -> usize {
        self.rows() * self.cols()
    }

    fn reason(&self, pos: &Self::Position) -> Option<&'static str> {
        in_a_row::reason(pos.outcome())
    }

    fn reason_in_words(&self, reason: &str) -> String {
        in_a_row::reason_in_words(reason, self.frame.win)
    }

    fn write_move(&self, _pos: &Self::Position, mv: u16) -> String {
        (self.frame.place(usize::from(mv)).0 + 1).to_string()
    }

    fn explain(&self, _pos: &Self::Position, text: &str) -> MoveError {
        let mut reader = Reader::new(text);
        let start = reader.clone();
        match reader.number() {
            None => start.move_error(&format!("a column from 1 to {}", self.cols())),
            Some(_) if !reader.is_done() => reader.move_error("nothing more"),
            Some(col) => MoveError::illegal(text, self.frame.why_not_column(col)),
        }
    }

    fn write_position(&self, pos: &Self::Position) -> String {
        let letter = |row, col| pos.letter(self.frame.bit_from_top(row, col));
        grid::write_rows(self.rows(), self.cols(), letter, LETTERS[pos.to_move().index()])
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let text = GridText::read(text, (self.rows(), self.cols()), "xo.", LETTERS)?;
        let floats = |row: usize, col: usize| row + 1 < self.rows() && text.letter(row + 1, col) == '.';
        if let Some((row, col, _)) =
            text.cells().find(|&(row, col, letter)| letter != '.' && floats(row, col))
        {
            return Err(text.error_at(row, col, "this stone floats: the cell below it is empty"));
        }
        self.frame.read(&text, |row, col| (col, self.rows() - 1 - row))
    }

    fn view(&self, pos: &Self::Position) -> View {
        let cells = (0..self.max_plies()).map(|index| {
            let (row, col) = (index / self.cols(), index % self.cols());
            Cell::square(grid::cell_name(self.rows() - 1 - row, col), row, col)
        });
        let index = |bit| self.frame.index_from_top(bit);
        View {
            columns: (1..=self.cols()).map(|col| col.to_string()).collect(),
            line: self.frame.winning_line(pos, index),
            ..View::of(self, pos, cells, self.frame.pieces(pos, index))
        }
    }

    fn move_view(&self, pos: &Self::Position, mv: u16) -> MoveView {
        let (column, _) = self.frame.place(usize::from(mv));
        MoveView::drop(self.write_move(pos, mv), column, self.frame.index_from_top(usize::from(mv)))
    }

    fn palette(&self) -> Vec<Swatch> {
        Swatch::of_both(LETTERS, STONE).into()
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        grid::write_arrangement(arrangement, self.cols(), LETTERS)
    }

    fn features(&self) -> &'static [FeatureInfo] {
        &threats::ALL_FEATURES
    }

    fn measure(&self, pos: &Self::Position, values: &mut [f64]) {
        let (common, own) = values.split_at_mut(windows::FEATURES.len());
        windows::measure(&self.frame, pos, common);
        self.threats.measure(pos, own);
    }

    fn feature_ranges(&self) -> Vec<[f64; 2]> {
        [windows::ranges(&self.frame), self.threats.ranges().to_vec()].concat()
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &threats::EVALUATORS
    }

    fn evaluator(&self, name: &str, parameters: Parameters) -> Option<Opened<Self::Position>> {
        match name {
            "default" | "threats" => Some(threats::evaluator(self.threats, parameters)),
            // From before there were others: two weights are those of the first two features.
            "weights" => {
                let weights = Weights::read_at_least(self, windows::FEATURES.len(), parameters);
                Some(weights.map(|weights| Arc::new(weights) as _))
            }
            _ => windows::evaluator(self, &self.frame, name, parameters),
        }
    }

    fn inputs(&self) -> Inputs<Self::Position> {
        self.frame.inputs(self, |col, height| (self.rows() - 1 - height, col))
    }

    fn plays(&self) -> Plays<Self::Position> {
        let frame = self.frame;
        Plays::new(PLAYS_VERSION, "column", self.cols(), move |_, mv| frame.place(usize::from(mv)).0)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::of(Turn::Mirror)]
    }

    fn transform(&self, _mirror: &Symmetry, pos: &Self::Position) -> Self::Position {
        self.frame.transform(pos, |bit| self.frame.mirrored(bit))
    }

    fn transform_move(&self, _mirror: &Symmetry, _pos: &Self::Position, mv: u16) -> u16 {
        self.frame.mirrored(usize::from(mv)) as u16
    }
}
