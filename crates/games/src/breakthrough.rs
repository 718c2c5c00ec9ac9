//! Breakthrough: pawns step forward, straight or diagonally, to an empty cell, and capture diagonally only.
//! Reaching the far row or taking every enemy pawn wins.
//!
//! Boards of up to 8 x 8 cells live in 64 bits with eight bits a row, row 1 (White's) first, as in `isolation`:
//! a cell outside a smaller board is never empty and never anyone's, so no step can lead there.
//!
//! ```text
//! 4 x 3 board   4     24  25  26  | 27 .. 31
//!               3     16  17  18  | 19 .. 23
//!               2      8   9  10  | 11 .. 15
//!               1      0   1   2  |  3 ..  7
//!                      a   b   c
//! ```
//!
//! White steps by 7, 8 and 9 bits: from b2 (9) to a3 (16), b3 (17) and c3 (18).

use std::fmt::{self, Debug};

use zermelo_game::grid::{self, GridText};
use zermelo_game::notation::Reader;
use zermelo_game::symmetry::Turn;
use zermelo_game::{
    About, Cell, Ending, Family, Game, GameVisitor, MoveError, MoveView, Outcome, Parameter, ParameterError,
    Parameters, Piece, Player, Position, PositionError, Symmetry, Tint, View, zobrist,
};

use crate::bits::Bits;

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
        let (rows, cols) = parameters.size(2..=8, (8, 8))?;
        parameters.finish()?;
        if rows < 4 {
            let problem = format!("`{rows}x{cols}`: two rows of pawns for each player need at least 4 rows");
            return Err(ParameterError::new(problem));
        }
        Ok(visitor.visit(Rules { rows, cols }))
    }
}

/// A step from one cell (bit) to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

/// A position of Breakthrough.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The cells of the white and of the black pawns.
    pawns: [u64; 2],
    empty: u64,
    key: u64,
    rows: u8,
    to_move: Player,
}

/// The players' letters in position texts.
const LETTERS: [char; 2] = ['w', 'b'];

static KEYS: [[u64; 64]; 2] = [zobrist::table(0), zobrist::table(1)];

const FIRST_ROW: u64 = 0xFF;
const NOT_FIRST_COLUMN: u64 = !0x0101_0101_0101_0101;
const NOT_LAST_COLUMN: u64 = !0x8080_8080_8080_8080;

/// Where pawns can go, by direction. Turned by half a turn for Black, so "left" is the same direction as seen
/// by each player.
struct Targets {
    left: u64,
    straight: u64,
    right: u64,
}

const LEFT: usize = 7;
const STRAIGHT: usize = 8;
const RIGHT: usize = 9;

impl Board {
    fn new(rows: usize, cells: u64, pawns: [u64; 2], to_move: Player) -> Self {
        let mut key = if to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        for (keys, pawns) in KEYS.iter().zip(pawns) {
            key = pawns.cells().fold(key, |key, cell| key ^ keys[cell]);
        }
        Board { pawns, empty: cells & !(pawns[0] | pawns[1]), key, rows: rows as u8, to_move }
    }

    /// The player who stands on the far row.
    #[inline]
    fn arrived(&self) -> Option<Player> {
        if self.pawns[0] >> (8 * (self.rows - 1)) != 0 {
            Some(Player::First)
        } else if self.pawns[1] & FIRST_ROW != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    #[inline]
    fn targets(&self) -> Targets {
        let [white, black] = self.pawns;
        match self.to_move {
            Player::First => Targets {
                left: (white & NOT_FIRST_COLUMN) << LEFT & (self.empty | black),
                straight: white << STRAIGHT & self.empty,
                right: (white & NOT_LAST_COLUMN) << RIGHT & (self.empty | black),
            },
            Player::Second => Targets {
                left: (black & NOT_LAST_COLUMN) >> LEFT & (self.empty | white),
                straight: black >> STRAIGHT & self.empty,
                right: (black & NOT_FIRST_COLUMN) >> RIGHT & (self.empty | white),
            },
        }
    }
}

impl Position for Board {
    type Move = Step;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    // A player with a pawn can always move: nothing but an own pawn blocks a diagonal step, and the foremost
    // pawn has none in front of it.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let without = || Player::BOTH.into_iter().find(|player| self.pawns[player.index()] == 0);
        self.arrived().or_else(|| without().map(Player::other)).map(Outcome::Win)
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Step)) {
        if self.outcome().is_some() {
            return;
        }
        let targets = self.targets();
        let directions = [(targets.left, LEFT), (targets.straight, STRAIGHT), (targets.right, RIGHT)];
        match self.to_move {
            Player::First => {
                for (mut cells, by) in directions {
                    while let Some(to) = cells.pop() {
                        visit(Step { from: (to - by) as u8, to: to as u8 });
                    }
                }
            }
            Player::Second => {
                for (mut cells, by) in directions {
                    while let Some(to) = cells.pop_high() {
                        visit(Step { from: (to + by) as u8, to: to as u8 });
                    }
                }
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        let targets = self.targets();
        targets.left.count() + targets.straight.count() + targets.right.count()
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let (us, them) = (self.to_move.index(), self.to_move.other().index());
        let target = 1 << to;
        if self.pawns[them] & target != 0 {
            self.pawns[them] ^= target;
            self.key ^= KEYS[them][to];
        }
        self.pawns[us] ^= 1 << from | target;
        self.empty = (self.empty | 1 << from) & !target;
        self.key ^= KEYS[us][from] ^ KEYS[us][to] ^ zobrist::SECOND_TO_MOVE;
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.pawns.map(|pawns| pawns.cells().collect::<Vec<_>>());
        write!(f, "Breakthrough({:?} to move, white {white:?}, black {black:?})", self.to_move)
    }
}

/// Breakthrough on one board.
#[derive(Clone, Debug)]
pub struct Rules {
    rows: usize,
    cols: usize,
}

impl Rules {
    fn cells(&self) -> u64 {
        let cells = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| 8 * row + col));
        cells.fold(0, |set, cell| set | 1 << cell)
    }

    /// The cell's number on screen, row by row from the top.
    fn index(&self, bit: usize) -> usize {
        (self.rows - 1 - bit / 8) * self.cols + bit % 8
    }

    fn map(&self, symmetry: &Symmetry, bit: usize) -> usize {
        let (row, col) = symmetry.turn.apply(self.rows, self.cols, (bit / 8, bit % 8));
        8 * row + col
    }

    fn cell_name(bit: usize) -> String {
        grid::cell_name(bit / 8, bit % 8)
    }
}

impl Game for Rules {
    type Position = Board;

    fn id(&self) -> String {
        let size = format!("{}x{}", self.rows, self.cols);
        Breakthrough::ABOUT.canonical_id(if size == "8x8" { "" } else { &size })
    }

    fn players(&self) -> [&'static str; 2] {
        Breakthrough::ABOUT.players
    }

    fn start(&self) -> Board {
        let cells = self.cells();
        let white = cells & 0xFFFF;
        let black = cells & 0xFFFF << (8 * (self.rows - 2));
        Board::new(self.rows, cells, [white, black], Player::First)
    }

    // Every step brings a pawn one row forward, and no pawn ever goes back.
    fn max_plies(&self) -> usize {
        2 * self.cols * ((self.rows - 1) + (self.rows - 2))
    }

    fn reason(&self, pos: &Board) -> Option<&'static str> {
        pos.outcome()?;
        Some(if pos.arrived().is_some() { "far-row" } else { "no-pieces" })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        match reason {
            "far-row" => "reached the far row".to_owned(),
            _ => "the opponent has no pawn left".to_owned(),
        }
    }

    fn write_move(&self, pos: &Board, mv: Step) -> String {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let sign = if pos.empty.has(to) { '-' } else { 'x' };
        format!("{}{sign}{}", Self::cell_name(from), Self::cell_name(to))
    }

    fn explain(&self, pos: &Board, text: &str) -> MoveError {
        let mut reader = Reader::new(text);
        let read = (|| {
            // `x` is the capture sign here and never a column: boards end at h.
            let from = grid::read_cell(&mut reader, text, self.rows, self.cols)?;
            let sign = reader.take_any(&['-', 'x']).ok_or_else(|| reader.move_error("`-` or `x`"))?;
            let to = grid::read_cell(&mut reader, text, self.rows, self.cols)?;
            if reader.is_done() { Ok((from, sign, to)) } else { Err(reader.move_error("nothing more")) }
        })();
        let ((from_row, from_col), sign, (to_row, to_col)) = match read {
            Ok(read) => read,
            Err(error) => return error,
        };
        let (from, to) = (8 * from_row + from_col, 8 * to_row + to_col);
        let (us, them) = (pos.to_move.index(), pos.to_move.other().index());
        let (name, other) = (self.players()[us], self.players()[them]);
        let (from_name, to_name) = (Self::cell_name(from), Self::cell_name(to));
        let is_forward = if us == 0 { to_row == from_row + 1 } else { to_row + 1 == from_row };
        let why = if !pos.pawns[us].has(from) {
            format!("{name} has no pawn on {from_name}")
        } else if !is_forward || from_col.abs_diff(to_col) > 1 {
            format!(
                "a pawn steps one row forward, straight or diagonally, and {to_name} is not there from {from_name}"
            )
        } else if pos.pawns[us].has(to) {
            format!("{to_name} is occupied by an own pawn")
        } else if pos.pawns[them].has(to) && from_col == to_col {
            format!("captures are diagonal only, and a {other} pawn is on {to_name}")
        } else if sign == '-' {
            format!("it captures the pawn on {to_name}, so write `{from_name}x{to_name}`")
        } else {
            format!("there is no {other} pawn on {to_name} to capture; write `{from_name}-{to_name}`")
        };
        MoveError::illegal(text, why)
    }

    fn write_position(&self, pos: &Board) -> String {
        let letter = |row: usize, col: usize| {
            let bit = 8 * (self.rows - 1 - row) + col;
            pos.pawns.iter().position(|pawns| pawns.has(bit)).map_or('.', |player| LETTERS[player])
        };
        grid::write_rows(self.rows, self.cols, letter, LETTERS[pos.to_move.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board, PositionError> {
        let text = GridText::read(text, (self.rows, self.cols), "wb.", LETTERS)?;
        let mut pawns = [0_u64; 2];
        for (row, col, letter) in text.cells().filter(|&(_, _, letter)| letter != '.') {
            pawns[usize::from(letter == 'b')] |= 1 << (8 * (self.rows - 1 - row) + col);
        }
        let pos = Board::new(self.rows, self.cells(), pawns, text.to_move);
        if pos.arrived() == Some(Player::First) && pawns[1] & FIRST_ROW != 0 {
            return Err(text.error("both players stand on the far row, so both have won"));
        }
        if pawns == [0, 0] {
            return Err(text.error("there is no pawn on the board, so both have lost"));
        }
        Ok(pos)
    }

    fn view(&self, pos: &Board) -> View {
        let cells = (0..self.rows * self.cols).map(|index| {
            let (row, col) = (index / self.cols, index % self.cols);
            let from_bottom = self.rows - 1 - row;
            let home = match from_bottom {
                0 => Some(Player::First),
                row if row + 1 == self.rows => Some(Player::Second),
                _ => None,
            };
            Cell { home, ..Cell::square(grid::cell_name(from_bottom, col), row, col) }
        });
        let pieces = Player::BOTH
            .into_iter()
            .flat_map(|owner| pos.pawns[owner.index()].cells().map(move |bit| (self.index(bit), owner)));
        View {
            cells: cells.collect(),
            columns: (0..self.cols).map(grid::column_name).collect(),
            rows: (1..=self.rows).rev().map(|row| row.to_string()).collect(),
            pieces: pieces
                .map(|(cell, owner)| Piece {
                    id: cell,
                    cell,
                    kind: "pawn",
                    letter: LETTERS[owner.index()],
                    owner,
                })
                .collect(),
            trays: Vec::new(),
            last: None,
            line: None,
            has_sides: true,
            tints: Breakthrough::ABOUT.tints,
            to_move: pos.to_move,
            ending: Ending::of(self, pos),
        }
    }

    fn move_view(&self, pos: &Board, mv: Step) -> MoveView {
        let to = usize::from(mv.to);
        MoveView {
            text: self.write_move(pos, mv),
            from: Some(self.index(usize::from(mv.from))),
            to: self.index(to),
            column: None,
            kind: None,
            captures: (!pos.empty.has(to)).then(|| self.index(to)),
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::of(Turn::Mirror), Symmetry::swapping(Turn::Rotate180), Symmetry::swapping(Turn::Flip)]
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Board) -> Board {
        let mut pawns =
            pos.pawns.map(|pawns| pawns.cells().fold(0, |set, cell| set | 1 << self.map(symmetry, cell)));
        let mut to_move = pos.to_move;
        if symmetry.swaps_players {
            pawns.swap(0, 1);
            to_move = to_move.other();
        }
        Board::new(self.rows, self.cells(), pawns, to_move)
    }

    fn transform_move(&self, symmetry: &Symmetry, mv: Step) -> Step {
        let map = |cell: u8| self.map(symmetry, usize::from(cell)) as u8;
        Step { from: map(mv.from), to: map(mv.to) }
    }
}
