//! m,n,k games: put a stone on any empty cell; `k` or more of your own in a row win. Tic-tac-toe is 3,3,3 and
//! gomoku 15,15,5. The board and its bits are in the file `in_a_row`; a line of that board is a row here.

use std::marker::PhantomData;
use std::sync::Arc;

use zermelo_any::{FamilyEntry, open_family};
use zermelo_game::Reader;
use zermelo_game::grid::{self, GridText};
use zermelo_game::{
    About, Arrangement, Cell, EvaluatorInfo, Family, FeatureInfo, Game, GameVisitor, Inputs, MoveError,
    MoveView, Opened, Parameter, ParameterError, Parameters, Player, Plays, Position, PositionError, Preset,
    Swatch, Symmetry, Tint, View,
};

use zermelo_board::bits::{Bits, Words};
use zermelo_board::in_a_row::{self, Anywhere, Frame, LETTERS, STONE, Stones};
use zermelo_board::windows;

/// The family `mnk`.
pub struct Mnk;

/// The family as the catalog lists it: everything generic is compiled here, beside the rules.
pub static FAMILY: FamilyEntry = FamilyEntry { about: &Mnk::ABOUT, open: open_family::<Mnk> };

impl Family for Mnk {
    const ABOUT: About = About {
        id: "mnk",
        title: "m,n,k game",
        summary: "Place a stone on any empty cell; k or more of your own in a row win.",
        players: ["X", "O"],
        tints: [Tint::Blue, Tint::Red],
        rules_version: 1,
        parameters: &[Parameter {
            form: "3,3,3",
            meaning: "columns, rows (each at most 19) and the number in a row that wins",
        }],
        move_help: "A move is a cell: `b2` (column letter, row number from the top).",
        presets: &[
            Preset {
                id: "tictactoe",
                title: "Tic-tac-toe",
                summary: "Three in a row on a 3x3 board.",
                parameters: "3,3,3",
            },
            Preset {
                id: "gomoku",
                title: "Gomoku",
                summary: "Five or more in a row on a 15x15 board.",
                parameters: "15,15,5",
            },
        ],
        samples: &["3,3,3", "4,3,3", "7,7,4", "5,9,1", "9,1,2", "10,10,5", "15,15,5", "19,19,5", "19,18,19"],
    };

    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError> {
        let mut parameters = Parameters::read(parameters)?;
        let [cols, rows, win] = parameters.numbers(1..=19, [3, 3, 3])?;
        parameters.finish()?;
        if win > rows && win > cols {
            return Err(ParameterError::new(format!(
                "a row of {win} does not fit on {cols} columns and {rows} rows"
            )));
        }
        let frame = Frame { lines: rows, length: cols, win };
        Ok(match frame.n_bits() {
            0..=64 => visitor.visit(Rules::<u64>::new(frame)),
            // Gomoku is among these. On six words, what a search asks of a move takes half as long again.
            65..=256 => visitor.visit(Rules::<Words<4>>::new(frame)),
            _ => visitor.visit(Rules::<Words<6>>::new(frame)),
        })
    }
}

/// Raised when the numbers of moves change their meaning.
const PLAYS_VERSION: u32 = 1;

/// An m,n,k game on one board.
#[derive(Clone, Debug)]
pub struct Rules<B: Bits> {
    frame: Frame,
    bits: PhantomData<B>,
}

impl<B: Bits> Rules<B> {
    fn new(frame: Frame) -> Self {
        Rules { frame, bits: PhantomData }
    }

    /// The cell's number on screen, row by row.
    fn index(&self, bit: usize) -> usize {
        let (row, col) = self.frame.place(bit);
        row * self.frame.length + col
    }
}

impl<B: Bits> Game for Rules<B> {
    type Position = Stones<B, Anywhere>;

    fn id(&self) -> String {
        let Frame { lines, length, win } = self.frame;
        Mnk::ABOUT.canonical_id(&format!("{length},{lines},{win}"))
    }

    fn about(&self) -> &'static About {
        &Mnk::ABOUT
    }

    fn start(&self) -> Self::Position {
        self.frame.start()
    }

    fn max_plies(&self) -> usize {
        self.frame.lines * self.frame.length
    }

    fn reason(&self, pos: &Self::Position) -> Option<&'static str> {
        in_a_row::reason(pos.outcome())
    }

    fn reason_in_words(&self, reason: &str) -> String {
        in_a_row::reason_in_words(reason, self.frame.win)
    }

    fn write_move(&self, _pos: &Self::Position, mv: u16) -> String {
        let (row, col) = self.frame.place(usize::from(mv));
        grid::cell_name(row, col)
    }

    fn explain(&self, pos: &Self::Position, text: &str) -> MoveError {
        let mut reader = Reader::new(text);
        match grid::read_cell(&mut reader, text, self.frame.lines, self.frame.length) {
            Err(error) => error,
            Ok(_) if !reader.is_done() => reader.move_error("nothing more"),
            Ok((row, col)) => {
                let owner = pos.stone(self.frame.bit(row, col)).unwrap_or(Player::First);
                MoveError::illegal(text, format!("{} has a stone there", self.name(owner)))
            }
        }
    }

    fn write_position(&self, pos: &Self::Position) -> String {
        let letter = |row, col| pos.letter(self.frame.bit(row, col));
        grid::write_rows(self.frame.lines, self.frame.length, letter, LETTERS[pos.to_move().index()])
    }

    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError> {
        let text = GridText::read(text, (self.frame.lines, self.frame.length), "xo.", LETTERS)?;
        self.frame.read(&text, |row, col| (row, col))
    }

    fn view(&self, pos: &Self::Position) -> View {
        let cells = (0..self.max_plies()).map(|index| {
            let (row, col) = (index / self.frame.length, index % self.frame.length);
            Cell::square(grid::cell_name(row, col), row, col)
        });
        View {
            columns: (0..self.frame.length).map(grid::column_name).collect(),
            rows: (1..=self.frame.lines).map(|row| row.to_string()).collect(),
            line: self.frame.winning_line(pos, |bit| self.index(bit)),
            ..View::of(self, pos, cells, self.frame.pieces(pos, |bit| self.index(bit)))
        }
    }

    fn move_view(&self, pos: &Self::Position, mv: u16) -> MoveView {
        MoveView::place(self.write_move(pos, mv), self.index(usize::from(mv)))
    }

    fn palette(&self) -> Vec<Swatch> {
        Swatch::of_both(LETTERS, STONE).into()
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        grid::write_arrangement(arrangement, self.frame.length, LETTERS)
    }

    fn features(&self) -> &'static [FeatureInfo] {
        &windows::FEATURES
    }

    fn measure(&self, pos: &Self::Position, values: &mut [f64]) {
        windows::measure(&self.frame, pos, values);
    }

    fn feature_ranges(&self) -> Vec<[f64; 2]> {
        windows::ranges(&self.frame)
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &windows::EVALUATORS
    }

    fn evaluator(&self, name: &str, parameters: Parameters) -> Option<Opened<Self::Position>> {
        windows::evaluator(self, &self.frame, name, parameters)
    }

    fn inputs(&self) -> Inputs<Self::Position> {
        self.frame.inputs(self, |row, col| (row, col))
    }

    // The cells as screens and networks count them, row by row from the top.
    fn plays(&self) -> Plays<Self::Position> {
        let (frame, count) = (self.frame, self.max_plies());
        let indices: Arc<[u16]> = (0..frame.n_bits()).map(|bit| self.index(bit) as u16).collect();
        let number = move |_: &Self::Position, mv: u16| usize::from(indices[usize::from(mv)]);
        Plays::new(PLAYS_VERSION, "cell", count, number).with_find(move |pos, number| {
            if number >= count {
                return None;
            }
            let bit = frame.bit(number / frame.length, number % frame.length);
            pos.may_play(bit).then_some(bit as u16)
        })
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of_rectangle(self.frame.lines, self.frame.length)
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Self::Position) -> Self::Position {
        self.frame.transform(pos, |bit| self.frame.map(symmetry, bit))
    }

    fn transform_move(&self, symmetry: &Symmetry, _pos: &Self::Position, mv: u16) -> u16 {
        self.frame.map(symmetry, usize::from(mv)) as u16
    }
}
