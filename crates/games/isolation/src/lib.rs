//! Isolation with knight moves: each player has one token; every cell ever stood on is gone; who cannot move
//! has lost.
//!
//! The first move of each player places its token on any free cell. The board needs no walls: a position
//! keeps the set of free cells, and a cell outside the board is simply never free. Boards of up to 8 x 8 cells
//! live in 64 bits with eight bits a row, whatever their size, so that one table of knight moves serves all:
//!
//! ```text
//! 5 x 4 board         a   b   c   d
//!              1      0   1   2   3  | 4 .. 7 never free
//!              2      8   9  10  11  | 12 .. 15 never free
//!              3     16  17  18  19  |
//!              4     24  25  26  27  |
//!              5     32  33  34  35  | 40 .. 63 never free
//! ```
//!
//! A token on c3 (18) reaches 1, 3, 8, 24, 33 and 35: the table also says 12 and 28 (18 - 6, 18 + 10), which are
//! never free.
//! Larger boards, up to 128 cells, are packed row by row.

mod evaluators;
mod policies;
mod quantities;

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::sync::Arc;

use zermelo_any::{FamilyEntry, open_family};
use zermelo_game::Reader;
use zermelo_game::grid::{self, GridText};
use zermelo_game::{
    About, Actions, Arrangement, Cell, EvaluatorInfo, Family, FeatureInfo, Game, GameVisitor, Gauge, Hints,
    Inputs, MoveError, MoveView, Opened, OpenedPolicy, Outcome, Parameter, ParameterError, Parameters, Piece,
    Plane, Player, Plays, PolicyInfo, Position, PositionError, QuantityInfo, Swatch, Symmetry, Tint, View,
    zobrist,
};

use zermelo_board::bits::Bits;
use zermelo_board::squeeze::{InputWriter, Squeeze};

/// The family `isolation`.
pub struct Isolation;

/// The family as the catalog lists it: everything generic is compiled here, beside the rules.
pub static FAMILY: FamilyEntry = FamilyEntry { about: &Isolation::ABOUT, open: open_family::<Isolation> };

impl Family for Isolation {
    const ABOUT: About = About {
        id: "isolation",
        title: "Isolation",
        summary: "Jump like a chess knight; used cells are blocked for the rest of the game. A player who cannot \
                  move loses.",
        players: ["player 1", "player 2"],
        tints: [Tint::Blue, Tint::Red],
        rules_version: 1,
        parameters: &[Parameter { form: "7x7", meaning: "height x width of the board, at most 128 cells" }],
        move_help: "A move is the cell to go to: `d4` (column letter, row number from the top).",
        presets: &[],
        samples: &["", "1x1", "3x3", "4x5", "8x8", "1x6", "9x9", "10x12", "2x64", "64x2", "5x25"],
    };

    fn open<V: GameVisitor>(parameters: &str, visitor: V) -> Result<V::Output, ParameterError> {
        let mut parameters = Parameters::read(parameters)?;
        let (rows, cols) = parameters.size(1..=128, 1..=128, (7, 7))?;
        parameters.finish()?;
        if rows * cols > 128 {
            let problem = format!("`{rows}x{cols}` has {} cells: at most 128 are possible", rows * cols);
            return Err(ParameterError::new(problem));
        }
        Ok(if rows <= 8 && cols <= 8 {
            visitor.visit(Rules { board: Small, rows, cols })
        } else {
            visitor.visit(Rules { board: Large { rows: rows as u8, cols: cols as u8 }, rows, cols })
        })
    }
}

/// A way to lay a board out in bits.
pub trait Layout: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A set of cells.
    type Cells: Bits;

    /// The bit of a cell.
    fn bit(self, row: usize, col: usize) -> usize;
    /// Row and column of a bit.
    fn place(self, bit: usize) -> (usize, usize);
    /// Where a knight on this bit attacks; cells outside the board may be among them.
    fn knight(self, bit: usize) -> Self::Cells;
}

/// Boards of at most 8 x 8 cells: eight bits a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Small;

/// Boards of at most 128 cells: packed row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Large {
    rows: u8,
    cols: u8,
}

/// Where a knight attacks on an 8 x 8 board.
static KNIGHT: [u64; 64] = knight_table();

const fn knight_table() -> [u64; 64] {
    const STEPS: [(isize, isize); 8] =
        [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut step = 0;
        while step < 8 {
            let row = cell as isize / 8 + STEPS[step].0;
            let col = cell as isize % 8 + STEPS[step].1;
            if 0 <= row && row < 8 && 0 <= col && col < 8 {
                table[cell] |= 1 << (8 * row + col);
            }
            step += 1;
        }
        cell += 1;
    }
    table
}

impl Layout for Small {
    type Cells = u64;

    #[inline]
    fn bit(self, row: usize, col: usize) -> usize {
        8 * row + col
    }

    #[inline]
    fn place(self, bit: usize) -> (usize, usize) {
        (bit / 8, bit % 8)
    }

    #[inline]
    fn knight(self, bit: usize) -> u64 {
        KNIGHT[bit]
    }
}

impl Layout for Large {
    type Cells = u128;

    #[inline]
    fn bit(self, row: usize, col: usize) -> usize {
        row * usize::from(self.cols) + col
    }

    #[inline]
    fn place(self, bit: usize) -> (usize, usize) {
        (bit / usize::from(self.cols), bit % usize::from(self.cols))
    }

    // The attacked cells of a row are the same for two rows: one column aside in the rows two away, two
    // columns aside in the rows next to the knight.
    fn knight(self, bit: usize) -> u128 {
        let (row, col) = self.place(bit);
        let (rows, cols) = (usize::from(self.rows), usize::from(self.cols));
        let here = 1_u128 << col;
        let whole_row = u128::MAX >> (128 - cols);
        let aside = |columns: u32| (here.checked_shl(columns).unwrap_or(0) | here >> columns) & whole_row;
        let (near, far) = (aside(1), aside(2));
        let mut attacked = 0;
        for (step, cells) in [(1, far), (2, near)] {
            if let Some(above) = row.checked_sub(step) {
                attacked |= cells << (above * cols);
            }
            if row + step < rows {
                attacked |= cells << ((row + step) * cols);
            }
        }
        attacked
    }
}

/// Raised when the inputs change their meaning.
const INPUTS_VERSION: u32 = 1;

/// The steps of a knight in rows and columns, as the first Isolation study numbers its network's outputs.
const ACTION_STEPS: [(isize, isize); 8] =
    [(2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2)];
/// Raised when the actions change their meaning.
const ACTIONS_VERSION: u32 = 1;
/// Raised when the numbers of moves change their meaning.
const PLAYS_VERSION: u32 = 1;

/// The players' letters in position texts.
const LETTERS: [char; 2] = ['1', '2'];

/// A token that is not on the board yet.
const UNPLACED: u8 = u8::MAX;

/// A position of Isolation. A move is the bit of the target cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<L: Layout> {
    free: L::Cells,
    key: u64,
    /// The tokens of the side to move and of the other. They change places with every move, so that no code
    /// needs to ask whose they are.
    mine: u8,
    theirs: u8,
    to_move: Player,
    layout: L,
}

/// Kinds of things in a key: the token of player 0 or 1 on a cell, a cell that is not free.
static KEYS: [[u64; 128]; 3] = [zobrist::table(0), zobrist::table(1), zobrist::table(2)];
const USED: usize = 2;

impl<L: Layout> Board<L> {
    /// A position in which these cells of the board (`cells`) are still free.
    fn new(layout: L, cells: L::Cells, free: L::Cells, tokens: [u8; 2], to_move: Player) -> Self {
        let mut key = if to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        for cell in (cells & !free).cells() {
            key ^= KEYS[USED][cell];
        }
        for (player, &token) in tokens.iter().enumerate().filter(|&(_, &token)| token != UNPLACED) {
            key ^= KEYS[player][usize::from(token)];
        }
        let [mine, theirs] = [to_move, to_move.other()].map(|player| tokens[player.index()]);
        Board { free, key, mine, theirs, to_move, layout }
    }

    /// The tokens of the first and the second player.
    fn tokens(&self) -> [u8; 2] {
        if self.to_move == Player::First { [self.mine, self.theirs] } else { [self.theirs, self.mine] }
    }

    #[inline]
    fn targets(&self) -> L::Cells {
        match self.mine {
            UNPLACED => self.free,
            token => self.layout.knight(usize::from(token)) & self.free,
        }
    }
}

impl<L: Layout> Position for Board<L> {
    type Move = u8;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.targets().is_empty().then_some(Outcome::Win(self.to_move.other()))
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(u8)) {
        let mut targets = self.targets();
        while let Some(cell) = targets.pop() {
            visit(cell as u8);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.targets().count()
    }

    #[inline]
    fn play(&mut self, mv: u8) {
        let (us, cell) = (self.to_move.index(), usize::from(mv));
        if self.mine != UNPLACED {
            self.key ^= KEYS[us][usize::from(self.mine)];
        }
        self.key ^= KEYS[us][cell] ^ KEYS[USED][cell] ^ zobrist::SECOND_TO_MOVE;
        (self.mine, self.theirs) = (self.theirs, mv);
        self.free ^= L::Cells::one(cell);
        self.to_move = self.to_move.other();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl<L: Layout> Hints for Board<L> {
    // The opponent is stuck after our move if no cell is left to it but, perhaps, the one we take.
    #[inline]
    fn winning_move(&self) -> Option<u8> {
        if self.mine == UNPLACED || self.theirs == UNPLACED {
            return None;
        }
        let mut targets = self.targets();
        let mut theirs = self.layout.knight(usize::from(self.theirs)) & self.free;
        let last = theirs.pop();
        match last {
            _ if !theirs.is_empty() => None,
            Some(cell) => targets.has(cell).then_some(cell as u8),
            None => targets.pop().map(|cell| cell as u8),
        }
    }

    // A cell is unsafe if what is left to us from there is nothing, or one cell that the opponent can take.
    #[inline]
    fn each_safe_move(&self, mut visit: impl FnMut(u8)) {
        if self.mine == UNPLACED || self.theirs == UNPLACED {
            return self.each_move(visit);
        }
        let theirs = self.layout.knight(usize::from(self.theirs)) & self.free;
        let mut targets = self.targets();
        while let Some(cell) = targets.pop() {
            let mut left = self.layout.knight(cell) & self.free;
            let last = left.pop();
            let is_safe = !left.is_empty() || last.is_some_and(|last| !theirs.has(last));
            if is_safe {
                visit(cell as u8);
            }
        }
    }

    #[inline]
    fn sees_ends(&self) -> bool {
        self.mine != UNPLACED && self.theirs != UNPLACED
    }

    /// Leaves the opponent little and the mover much, now and one jump later. The second token wants a cell of the other colour: its player is
    /// then the one who can take cells from the other, and that is nearly always a win.
    #[inline]
    fn move_score(&self, mv: u8) -> i32 {
        let free = self.free & !L::Cells::one(usize::from(mv));
        let own = (self.layout.knight(usize::from(mv)) & free).count() as i32;
        if self.theirs == UNPLACED {
            return own;
        }
        let theirs = usize::from(self.theirs);
        if self.mine == UNPLACED {
            let colour = |bit: usize| {
                let (row, col) = self.layout.place(bit);
                (row + col) % 2
            };
            return own + if colour(usize::from(mv)) == colour(theirs) { 0 } else { 64 };
        }
        let left = self.layout.knight(usize::from(mv)) & free;
        let beyond = left.cells().fold(L::Cells::EMPTY, |set, cell| set | self.layout.knight(cell)) & free;
        2 * own - 4 * (self.layout.knight(theirs) & free).count() as i32 + beyond.count() as i32
    }
}

impl<L: Layout> Debug for Board<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let free: Vec<usize> = self.free.cells().collect();
        write!(f, "Isolation({:?} to move, tokens {:?}, free {free:?})", self.to_move, self.tokens())
    }
}

/// Isolation on one board.
#[derive(Clone, Debug)]
pub struct Rules<L: Layout> {
    board: L,
    rows: usize,
    cols: usize,
}

impl<L: Layout> Rules<L> {
    /// All cells of the board as (row, column).
    fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let cols = self.cols;
        (0..self.rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    fn all_cells(&self) -> L::Cells {
        self.places().fold(L::Cells::EMPTY, |set, (row, col)| set | L::Cells::one(self.board.bit(row, col)))
    }

    /// The cell's number on screen, row by row.
    fn index(&self, bit: usize) -> usize {
        let (row, col) = self.board.place(bit);
        row * self.cols + col
    }

    fn map(&self, symmetry: &Symmetry, bit: usize) -> usize {
        let (row, col) = symmetry.turn.apply(self.rows, self.cols, self.board.place(bit));
        self.board.bit(row, col)
    }
}

impl<L: Layout> Game for Rules<L> {
    type Position = Board<L>;

    fn id(&self) -> String {
        let size = format!("{}x{}", self.rows, self.cols);
        Isolation::ABOUT.canonical_id(if size == "7x7" { "" } else { &size })
    }

    fn about(&self) -> &'static About {
        &Isolation::ABOUT
    }

    fn start(&self) -> Board<L> {
        Board::new(self.board, self.all_cells(), self.all_cells(), [UNPLACED; 2], Player::First)
    }

    fn max_plies(&self) -> usize {
        self.rows * self.cols
    }

    fn can_draw(&self) -> bool {
        false
    }

    fn reason(&self, pos: &Board<L>) -> Option<&'static str> {
        pos.outcome().map(|_| "no-move")
    }

    fn reason_in_words(&self, _reason: &str) -> String {
        "the opponent has no move left".to_owned()
    }

    fn write_move(&self, _pos: &Board<L>, mv: u8) -> String {
        let (row, col) = self.board.place(usize::from(mv));
        grid::cell_name(row, col)
    }

    fn explain(&self, pos: &Board<L>, text: &str) -> MoveError {
        let mut reader = Reader::new(text);
        let cell = grid::read_cell(&mut reader, text, self.rows, self.cols);
        let (row, col) = match cell {
            Ok(cell) if reader.is_done() => cell,
            Ok(_) => return reader.move_error("nothing more"),
            Err(error) => return error,
        };
        let cell = self.board.bit(row, col);
        let why = if !pos.free.has(cell) || pos.mine == UNPLACED {
            format!("{text} has been used")
        } else {
            let from = self.write_move(pos, pos.mine);
            format!("it is not a knight's jump from {from}")
        };
        MoveError::illegal(text, why)
    }

    fn write_position(&self, pos: &Board<L>) -> String {
        let letter = |row, col| {
            let bit = self.board.bit(row, col);
            match pos.tokens().iter().position(|&token| usize::from(token) == bit) {
                Some(player) => LETTERS[player],
                None if pos.free.has(bit) => '.',
                None => '#',
            }
        };
        grid::write_rows(self.rows, self.cols, letter, LETTERS[pos.to_move.index()])
    }

    fn read_position(&self, text: &str) -> Result<Board<L>, PositionError> {
        let read = GridText::read(text, (self.rows, self.cols), ".#12", LETTERS)?;
        let mut tokens = [UNPLACED; 2];
        let mut free = L::Cells::EMPTY;
        for (row, col, letter) in read.cells() {
            let bit = self.board.bit(row, col);
            match letter {
                '.' => free |= L::Cells::one(bit),
                '1' | '2' => {
                    let token = &mut tokens[usize::from(letter == '2')];
                    if *token != UNPLACED {
                        return Err(read.error_at(row, col, format!("player {letter} has two tokens")));
                    }
                    *token = bit as u8;
                }
                _ => {}
            }
        }
        // Player 1 places first, then player 2; from then on both are on the board.
        match (tokens.map(|token| token != UNPLACED), read.to_move) {
            ([true, true], _) | ([false, false], Player::First) | ([true, false], Player::Second) => {}
            ([false, false], Player::Second) => {
                return Err(read.error("no token is placed, so player 1 is to move"));
            }
            ([true, false], Player::First) => {
                return Err(read.error("player 2 has no token yet, so player 2 is to move"));
            }
            ([false, true], _) => return Err(read.error("player 1 places first, but has no token")),
        }
        Ok(Board::new(self.board, self.all_cells(), free, tokens, read.to_move))
    }

    fn view(&self, pos: &Board<L>) -> View {
        let cells = self.places().map(|(row, col)| {
            let bit = self.board.bit(row, col);
            let has_token = pos.tokens().iter().any(|&token| usize::from(token) == bit);
            let is_blocked = !pos.free.has(bit) && !has_token;
            Cell { is_blocked, ..Cell::square(grid::cell_name(row, col), row, col) }
        });
        let placed = Player::BOTH.into_iter().filter(|owner| pos.tokens()[owner.index()] != UNPLACED);
        let pieces = placed.map(|owner| {
            let cell = self.index(usize::from(pos.tokens()[owner.index()]));
            Piece { id: owner.index(), ..Piece::new(cell, "token", LETTERS[owner.index()], owner) }
        });
        View {
            columns: (0..self.cols).map(grid::column_name).collect(),
            rows: (1..=self.rows).map(|row| row.to_string()).collect(),
            ..View::of(self, pos, cells, pieces)
        }
    }

    fn move_view(&self, pos: &Board<L>, mv: u8) -> MoveView {
        let from = Some(pos.mine).filter(|&token| token != UNPLACED);
        let from = from.map(|token| self.index(usize::from(token)));
        let holes = from.into_iter().collect();
        MoveView { from, holes, ..MoveView::place(self.write_move(pos, mv), self.index(usize::from(mv))) }
    }

    fn palette(&self) -> Vec<Swatch> {
        let [first, second] = Swatch::of_both(LETTERS, "token");
        vec![first, second, Swatch::blocked('#')]
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        grid::write_arrangement(arrangement, self.cols, LETTERS)
    }

    fn features(&self) -> &'static [FeatureInfo] {
        &evaluators::FEATURES
    }

    fn measure(&self, pos: &Board<L>, values: &mut [f64]) {
        evaluators::measure(self, pos, values);
    }

    fn quantities(&self) -> Vec<QuantityInfo> {
        quantities::quantities(self)
    }

    fn gauge(&self, wanted: &[usize]) -> Arc<dyn Gauge<Board<L>>> {
        quantities::gauge(self, wanted)
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &evaluators::EVALUATORS
    }

    fn evaluator(&self, name: &str, parameters: Parameters) -> Option<Opened<Board<L>>> {
        evaluators::evaluator(self, name, parameters)
    }

    fn policies(&self) -> &'static [PolicyInfo] {
        &policies::POLICIES
    }

    fn policy(&self, name: &str, parameters: Parameters) -> Option<OpenedPolicy<Board<L>>> {
        policies::policy(self, name, parameters)
    }

    // The first Isolation study: three planes, row by row.
    fn inputs(&self) -> Inputs<Board<L>> {
        let squeeze = Squeeze::new(self.all_cells());
        let (cells, n_cells) = (self.places().collect(), self.rows * self.cols);
        let planes = ["free", "own token", "their token"].map(Plane::cells);
        let rules = self.clone();
        Inputs::new(self, INPUTS_VERSION, cells, planes.into(), move |pos: &Board<L>, words| {
            let cell = |token: u8| (token != UNPLACED).then(|| rules.index(usize::from(token)));
            let mut writer = InputWriter::new(words);
            writer.push_cells(&squeeze, pos.free);
            writer.push_one(cell(pos.mine), n_cells);
            writer.push_one(cell(pos.theirs), n_cells);
            writer.finish();
        })
    }

    // The first Isolation study: the eight steps of a knight. Placements are not learnt.
    fn actions(&self) -> Actions<Board<L>> {
        Actions::new(ACTIONS_VERSION, "knight steps", ACTION_STEPS.len(), |pos: &Board<L>, mv| {
            if pos.mine == UNPLACED {
                return None;
            }
            let [from, to] = [pos.mine, mv].map(|cell| pos.layout.place(usize::from(cell)));
            let step = (to.0.cast_signed() - from.0.cast_signed(), to.1.cast_signed() - from.1.cast_signed());
            ACTION_STEPS.iter().position(|&known| known == step)
        })
    }

    // A token is where it is, so that the cell it goes to says all.
    fn plays(&self) -> Plays<Board<L>> {
        let (board, cols, count) = (self.board, self.cols, self.rows * self.cols);
        let rules = self.clone();
        let number = move |_: &Board<L>, mv: u8| rules.index(usize::from(mv));
        Plays::new(PLAYS_VERSION, "cell", count, number).with_find(move |pos, number| {
            if number >= count {
                return None;
            }
            let bit = board.bit(number / cols, number % cols);
            pos.targets().has(bit).then_some(bit as u8)
        })
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::of_rectangle(self.rows, self.cols)
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Board<L>) -> Board<L> {
        let free = pos.free.cells().map(|bit| L::Cells::one(self.map(symmetry, bit)));
        let free = free.fold(L::Cells::EMPTY, |set, cell| set | cell);
        let tokens = pos.tokens().map(|token| match token {
            UNPLACED => UNPLACED,
            token => self.map(symmetry, usize::from(token)) as u8,
        });
        Board::new(self.board, self.all_cells(), free, tokens, pos.to_move)
    }

    fn transform_move(&self, symmetry: &Symmetry, _pos: &Self::Position, mv: u8) -> u8 {
        self.map(symmetry, usize::from(mv)) as u8
    }
}
