//! Hexapawn (Martin Gardner 1962): chess pawns and nothing else. A pawn steps straight ahead to an empty cell or
//! captures diagonally ahead; reaching the far row wins, and so does leaving the opponent without a move.
//!
//! Boards of up to 8 x 8 cells live in 64 bits with eight bits a row, row 1 (White's) first:
//!
//! ```text
//! 3 x 3 board   3     16  17  18  | 19 .. 23
//!               2      8   9  10  | 11 .. 15
//!               1      0   1   2  |  3 ..  7
//!                      a   b   c
//! ```
//!
//! White steps by 8 bits, from b1 (1) to b2 (9), and captures by 7 and 9, on a2 (8) and c2 (10). No set of the
//! board's cells is needed: a step stays in its column, a pawn on the far row has won and steps no more, and
//! captures end where a pawn stands.

use zermelo_game::grid::{self, GridText};
use zermelo_game::notation::Reader;
use zermelo_game::symmetry::Turn;
use zermelo_game::{
    About, Cell, Ending, Family, Game, GameVisitor, MoveError, MoveView, Outcome, Parameter, ParameterError,
    Parameters, Piece, Player, Position, PositionError, Symmetry, Tint, View, zobrist,
};

use crate::bits::Bits;

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
        let (rows, cols) = parameters.size(2..=8, (3, 3))?;
        parameters.finish()?;
        if rows < 3 {
            let problem = format!("`{rows}x{cols}`: pawns need a row between them, so at least 3 rows");
            return Err(ParameterError::new(problem));
        }
        Ok(visitor.visit(Rules { rows, cols }))
    }
}

/// A step from one cell (bit) to another: straight ahead, or a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Step {
    #[inline]
    fn bits(self) -> (usize, usize) {
        (usize::from(self.from), usize::from(self.to))
    }

    fn is_capture(self) -> bool {
        self.from % 8 != self.to % 8
    }
}

/// A position of Hexapawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The cells of the white and of the black pawns.
    pawns: [u64; 2],
    key: u64,
    rows: u8,
    to_move: Player,
}

static KEYS: [[u64; 64]; 2] = [zobrist::table(0), zobrist::table(1)];

const FIRST_ROW: u64 = 0xFF;
const NOT_COLUMN_A: u64 = !0x0101_0101_0101_0101;
const NOT_COLUMN_H: u64 = !0x8080_8080_8080_8080;

impl Board {
    fn new(rows: usize, pawns: [u64; 2], to_move: Player) -> Self {
        let mut key = if to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        for (keys, pawns) in KEYS.iter().zip(pawns) {
            key = pawns.cells().fold(key, |key, cell| key ^ keys[cell]);
        }
        Board { pawns, key, rows: rows as u8, to_move }
    }

    /// The player who stands on the far row.
    #[inline]
    fn arrived(&self) -> Option<Player> {
        let [white, black] = self.pawns;
        if white >> (8 * (self.rows - 1)) != 0 {
            Some(Player::First)
        } else if black & FIRST_ROW != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// Where pawns can go, and by how many bits: to the left, straight and to the right as the player to move
    /// sees it; nowhere once a pawn has arrived.
    #[inline]
    fn targets(&self) -> [(u64, usize); 3] {
        let [white, black] = self.pawns;
        let empty = !(white | black);
        let [left, straight, right] = match (self.arrived(), self.to_move) {
            (Some(_), _) => [0; 3],
            (None, Player::First) => {
                [(white & NOT_COLUMN_A) << 7 & black, white << 8 & empty, (white & NOT_COLUMN_H) << 9 & black]
            }
            (None, Player::Second) => {
                [(black & NOT_COLUMN_H) >> 7 & white, black >> 8 & empty, (black & NOT_COLUMN_A) >> 9 & white]
            }
        };
        [(left, 7), (straight, 8), (right, 9)]
    }
}

impl Position for Board {
    type Move = Step;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let winner_if_stuck = || (self.count_moves() == 0).then_some(self.to_move.other());
        self.arrived().or_else(winner_if_stuck).map(Outcome::Win)
    }

    // Black takes the cells from the other end: the board turned by half a turn, with colours swapped, lists the
    // turned moves in the same order.
    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Step)) {
        let is_white = self.to_move == Player::First;
        for (mut cells, by) in self.targets() {
            while let Some(to) = if is_white { cells.pop() } else { cells.pop_high() } {
                let from = if is_white { to - by } else { to + by };
                visit(Step { from: from as u8, to: to as u8 });
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.targets().iter().map(|(cells, _)| cells.count()).sum()
    }

    #[inline]
    fn play(&mut self, mv: Step) {
        let (from, to) = mv.bits();
        let (us, them) = (self.to_move.index(), self.to_move.other().index());
        if self.pawns[them].has(to) {
            self.pawns[them] ^= 1 << to;
            self.key ^= KEYS[them][to];
        }
        self.pawns[us] ^= 1 << from | 1 << to;
        self.key ^= KEYS[us][from] ^ KEYS[us][to] ^ zobrist::SECOND_TO_MOVE;
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// The players' letters in position texts.
const LETTERS: [char; 2] = ['w', 'b'];

/// Hexapawn on one board.
#[derive(Clone, Debug)]
pub struct Rules {
    rows: usize,
    cols: usize,
}

impl Rules {
    /// The bit of a cell of the screen and of texts, where rows count from the top.
    fn bit(&self, row: usize, col: usize) -> usize {
        8 * (self.rows - 1 - row) + col
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

    /// The bits of the two cells in a text that is written like a move, legal or not.
    fn read_step(&self, text: &str) -> Result<(usize, usize), MoveError> {
        let mut reader = Reader::new(text);
        let from = grid::read_cell(&mut reader, self.rows, self.cols)?;
        reader.take_any(&['-', 'x']).ok_or_else(|| reader.move_error("`-` or `x`"))?;
        let to = grid::read_cell(&mut reader, self.rows, self.cols)?;
        if !reader.is_done() {
            return Err(reader.move_error("nothing more"));
        }
        Ok((8 * from.0 + from.1, 8 * to.0 + to.1))
    }
}

impl Game for Rules {
    type Position = Board;

    fn id(&self) -> String {
        let size = format!("{}x{}", self.rows, self.cols);
        Hexapawn::ABOUT.canonical_id(if size == "3x3" { "" } else { &size })
    }

    fn players(&self) -> [&'static str; 2] {
        Hexapawn::ABOUT.players
    }

    fn start(&self) -> Board {
        let white = FIRST_ROW >> (8 - self.cols);
        let black = white << (8 * (self.rows - 1));
        Board::new(self.rows, [white, black], Player::First)
    }

    // Every move brings a pawn one row forward, and no pawn ever goes back.
    fn max_plies(&self) -> usize {
        2 * self.cols * (self.rows - 1)
    }

    fn reason(&self, pos: &Board) -> Option<&'static str> {
        pos.outcome()?;
        Some(if pos.arrived().is_some() { "far-row" } else { "no-move" })
    }

    fn reason_in_words(&self, reason: &str) -> String {
        match reason {
            "far-row" => "reached the far row".to_owned(),
            _ => "the opponent has no move left".to_owned(),
        }
    }

    fn write_move(&self, _pos: &Board, mv: Step) -> String {
        let (from, to) = mv.bits();
        let sign = if mv.is_capture() { 'x' } else { '-' };
        format!("{}{sign}{}", Self::cell_name(from), Self::cell_name(to))
    }

    fn explain(&self, pos: &Board, text: &str) -> MoveError {
        let (from, to) = match self.read_step(text) {
            Ok(bits) => bits,
            Err(error) => return error,
        };
        let (from_name, to_name) = (Self::cell_name(from), Self::cell_name(to));
        let (us, them) = (pos.to_move, pos.to_move.other());
        let [mine, theirs] = [us, them].map(|player| pos.pawns[player.index()]);
        let is_ahead = if us == Player::First { to / 8 == from / 8 + 1 } else { to / 8 + 1 == from / 8 };
        let aside = (from % 8).abs_diff(to % 8);
        // Where the cells are right, only the sign between them can be wrong.
        let why = if !mine.has(from) {
            format!("{} has no pawn on {from_name}", self.name(us))
        } else if !is_ahead || aside > 1 {
            format!("a pawn goes one row ahead, and {to_name} is not there from {from_name}")
        } else if aside == 0 && (mine | theirs).has(to) {
            format!("{to_name} is occupied, and a pawn captures diagonally only")
        } else if aside == 0 {
            format!("there is no pawn on {to_name} to capture; write `{from_name}-{to_name}`")
        } else if !theirs.has(to) {
            format!("a pawn goes diagonally only to capture, and no {} pawn is on {to_name}", self.name(them))
        } else {
            format!("it captures the pawn on {to_name}, so write `{from_name}x{to_name}`")
        };
        MoveError::illegal(text, why)
    }

    fn write_position(&self, pos: &Board) -> String {
        let letter = |row, col| {
            let owner = pos.pawns.iter().position(|pawns| pawns.has(self.bit(row, col)));
            owner.map_or('.', |owner| LETTERS[owner])
        };
        grid::write_rows(self.rows, self.cols, letter, LETTERS[pos.to_move.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board, PositionError> {
        let text = GridText::read(text, (self.rows, self.cols), "wb.", LETTERS)?;
        let pawns = LETTERS.map(|wanted| {
            let cells = text.cells().filter(|&(_, _, letter)| letter == wanted);
            cells.fold(0, |set, (row, col, _)| set | 1 << self.bit(row, col))
        });
        let pos = Board::new(self.rows, pawns, text.to_move);
        if pos.arrived() == Some(Player::First) && pawns[1] & FIRST_ROW != 0 {
            return Err(text.error("both players stand on the far row, so both have won"));
        }
        Ok(pos)
    }

    fn view(&self, pos: &Board) -> View {
        let cells = (0..self.rows * self.cols).map(|index| {
            let (row, col) = (index / self.cols, index % self.cols);
            let home = match row {
                0 => Some(Player::Second),
                row if row + 1 == self.rows => Some(Player::First),
                _ => None,
            };
            Cell { home, ..Cell::square(grid::cell_name(self.rows - 1 - row, col), row, col) }
        });
        let pieces = Player::BOTH.into_iter().flat_map(|owner| {
            pos.pawns[owner.index()].cells().map(move |bit| Piece {
                id: bit,
                cell: self.index(bit),
                kind: "pawn",
                letter: LETTERS[owner.index()],
                owner,
            })
        });
        View {
            cells: cells.collect(),
            columns: (0..self.cols).map(grid::column_name).collect(),
            rows: (1..=self.rows).rev().map(|row| row.to_string()).collect(),
            pieces: pieces.collect(),
            trays: Vec::new(),
            last: None,
            line: None,
            tints: Hexapawn::ABOUT.tints,
            to_move: pos.to_move,
            ending: Ending::of(self, pos),
        }
    }

    fn move_view(&self, pos: &Board, mv: Step) -> MoveView {
        let (from, to) = mv.bits();
        MoveView {
            text: self.write_move(pos, mv),
            from: Some(self.index(from)),
            to: self.index(to),
            column: None,
            kind: None,
            captures: mv.is_capture().then(|| self.index(to)),
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::of(Turn::Mirror), Symmetry::swapping(Turn::Rotate180), Symmetry::swapping(Turn::Flip)]
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Board) -> Board {
        let turned = |pawns: u64| pawns.cells().fold(0, |set, bit| set | 1 << self.map(symmetry, bit));
        match (pos.pawns.map(turned), symmetry.swaps_players) {
            ([white, black], true) => Board::new(self.rows, [black, white], pos.to_move.other()),
            (pawns, false) => Board::new(self.rows, pawns, pos.to_move),
        }
    }

    fn transform_move(&self, symmetry: &Symmetry, mv: Step) -> Step {
        let (from, to) = mv.bits();
        Step { from: self.map(symmetry, from) as u8, to: self.map(symmetry, to) as u8 }
    }
}
