//! What m,n,k games and drop games share: stones that never move, and a line of `k` that wins.
//!
//! A board of `lines` lines of `length` cells keeps one empty bit behind each line, so that no row, column or
//! diagonal can run over an edge unseen: cell `i` of line `j` is bit `j * (length + 1) + i`, and the four
//! directions are strides of 1, `length`, `length + 1` and `length + 2`. Tic-tac-toe, `-` for the spare bits:
//!
//! ```text
//! 0  1  2  -        a line of the board is a row here, and a column in drop games
//! 4  5  6  -
//! 8  9 10  -
//! ```
//!
//! Empty cells are kept as a set of their own. That makes "all empty cells" and "the lowest empty cell of each
//! line" one or three operations, and spares the position all knowledge of the board's size.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use zermelo_game::grid::GridText;
use zermelo_game::{
    Game, Hints, Inputs, Line, Outcome, Piece, Plane, Player, Position, PositionError, Stream, Symmetry,
    zobrist,
};

use crate::bits::{Bits, LONGEST_COMPLETED};
use crate::squeeze::{InputWriter, Squeeze};

/// The players' letters in position texts.
pub const LETTERS: [char; 2] = ['x', 'o'];
/// What a piece is called.
pub const STONE: &str = "stone";

/// Raised when the inputs change their meaning.
const INPUTS_VERSION: u32 = 1;

/// Which empty cells may be played.
pub trait Targets: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The cells that may be played when these are empty.
    fn of<B: Bits>(empty: B) -> B;

    /// Those of `targets` that do not open one of the `dreaded` cells to the other side.
    fn not_opening<B: Bits>(targets: B, dreaded: B) -> B;

    /// One of those cells, each as likely as the others, when at least one of `lines` lines of `stride` bits has one.
    fn draw<B: Bits>(empty: B, lines: usize, stride: usize, chance: &mut Stream) -> usize;
}

/// Every empty cell may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Anywhere;

impl Targets for Anywhere {
    #[inline]
    fn of<B: Bits>(empty: B) -> B {
        empty
    }

    #[inline]
    fn not_opening<B: Bits>(targets: B, _dreaded: B) -> B {
        targets
    }

    #[inline]
    fn draw<B: Bits>(empty: B, _lines: usize, _stride: usize, chance: &mut Stream) -> usize {
        empty.nth(chance.below(empty.count()))
    }
}

/// Only the first empty cell of each line may be played: the others have an empty cell below them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lowest;

impl Targets for Lowest {
    #[inline]
    fn of<B: Bits>(empty: B) -> B {
        empty & !empty.raised()
    }

    // A cell opens the one above it.
    #[inline]
    fn not_opening<B: Bits>(targets: B, dreaded: B) -> B {
        targets & !dreaded.lowered_by(1)
    }

    // Every open line has one cell, so any line is drawn until it is an open one: most are, until late.
    #[inline]
    fn draw<B: Bits>(empty: B, lines: usize, stride: usize, chance: &mut Stream) -> usize {
        loop {
            let line = chance.below(lines);
            if let Some(cell) = empty.first_in(line * stride, stride) {
                return cell;
            }
        }
    }
}

/// A position: stones of two players, and the line that wins. A move is the bit of the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones<B: Bits, T: Targets> {
    /// The stones of the side to move, and of the other. They change places with every move, so that no code
    /// needs to ask whose they are.
    mine: B,
    theirs: B,
    empty: B,
    key: u64,
    lines: u16,
    stride: u16,
    win: u16,
    to_move: Player,
    outcome: Option<Outcome>,
    targets: PhantomData<T>,
}

static KEYS: [[u64; 512]; 2] = [zobrist::table(0), zobrist::table(1)];

impl<B: Bits, T: Targets> Stones<B, T> {
    /// A player's stones.
    fn stones(&self, player: Player) -> B {
        if player == self.to_move { self.mine } else { self.theirs }
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones(player).has(cell))
    }

    /// The stones of the side to move, and of the other.
    pub fn sides(&self) -> (B, B) {
        (self.mine, self.theirs)
    }

    /// Whether a stone may be put on a cell.
    #[inline]
    pub fn may_play(&self, cell: usize) -> bool {
        self.outcome.is_none() && T::of(self.empty).has(cell)
    }

    /// The board it stands on.
    pub fn frame(&self) -> Frame {
        let [lines, stride, win] = [self.lines, self.stride, self.win].map(usize::from);
        Frame { lines, length: stride - 1, win }
    }

    /// The empty cells that would complete a line of these stones, whether they may be played yet or not.
    #[inline]
    fn threats(&self, stones: B) -> B {
        threats(stones, usize::from(self.stride), usize::from(self.win)) & self.empty
    }

    /// The letter of a cell in position texts.
    pub fn letter(&self, cell: usize) -> char {
        self.stone(cell).map_or('.', |player| LETTERS[player.index()])
    }
}

/// The cells, on the board or not, that would complete a line of `win` cells of the set.
#[inline]
pub fn threats<B: Bits>(cells: B, stride: usize, win: usize) -> B {
    match win {
        4 => threats_of::<B, 4>(cells, stride, win),
        _ => threats_of::<B, 0>(cells, stride, win),
    }
}

/// The cells that would complete a line, for a length known to the compiler, or for any if it is 0.
#[inline]
fn threats_of<B: Bits, const WIN: usize>(stones: B, stride: usize, win: usize) -> B {
    let win = if WIN == 0 { win } else { WIN };
    stones.completing(1, win)
        | stones.completing(stride - 1, win)
        | stones.completing(stride, win)
        | stones.completing(stride + 1, win)
}

/// Whether a line of `win` cells of the set runs through `through`, in any of the four directions.
#[inline]
pub fn has_line<B: Bits>(cells: B, through: usize, stride: usize, win: usize) -> bool {
    match win {
        3 => has_line_of::<B, 3>(cells, through, stride, win),
        4 => has_line_of::<B, 4>(cells, through, stride, win),
        5 => has_line_of::<B, 5>(cells, through, stride, win),
        _ => has_line_of::<B, 0>(cells, through, stride, win),
    }
}

/// The same for a length known to the compiler, or for any if it is 0. A closure that is called for each length would be compiled
/// once, for any (measured: a move of Connect Four then takes twice as many instructions).
#[inline]
fn has_line_of<B: Bits, const WIN: usize>(cells: B, through: usize, stride: usize, win: usize) -> bool {
    let win = if WIN == 0 { win } else { WIN };
    cells.has_row(through, 1, win)
        || cells.has_row(through, stride - 1, win)
        || cells.has_row(through, stride, win)
        || cells.has_row(through, stride + 1, win)
}

/// The first line of at least `win` cells of the set, whole.
pub fn find_line<B: Bits>(cells: B, stride: usize, win: usize) -> Option<Vec<usize>> {
    for start in cells.cells() {
        for direction in [1, stride - 1, stride, stride + 1] {
            let line = (start..B::CAPACITY).step_by(direction.max(1)).take_while(|&cell| cells.has(cell));
            let line: Vec<usize> = line.collect();
            if line.len() >= win {
                return Some(line);
            }
        }
    }
    None
}

impl<B: Bits, T: Targets> Position for Stones<B, T> {
    type Move = u16;

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(u16)) {
        if self.outcome.is_none() {
            let mut targets = T::of(self.empty);
            while let Some(cell) = targets.pop() {
                visit(cell as u16);
            }
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome.is_none() { T::of(self.empty).count() } else { 0 }
    }

    #[inline]
    fn random_move(&self, chance: &mut Stream) -> Option<u16> {
        if self.outcome.is_some() {
            return None;
        }
        let cell = T::draw(self.empty, usize::from(self.lines), usize::from(self.stride), chance);
        Some(cell as u16)
    }

    #[inline]
    fn play(&mut self, mv: u16) {
        let (us, cell) = (self.to_move, usize::from(mv));
        let stone = B::one(cell);
        (self.mine, self.theirs) = (self.theirs, self.mine | stone);
        self.empty ^= stone;
        self.key ^= KEYS[us.index()][cell] ^ zobrist::SECOND_TO_MOVE;
        self.to_move = us.other();
        if has_line(self.theirs, cell, usize::from(self.stride), usize::from(self.win)) {
            self.outcome = Some(Outcome::Win(us));
        } else if self.empty.is_empty() {
            self.outcome = Some(Outcome::Draw);
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl<B: Bits, T: Targets> Hints for Stones<B, T> {
    #[inline]
    fn winning_move(&self) -> Option<u16> {
        let mut cells = self.threats(self.mine) & T::of(self.empty);
        cells.pop().map(|cell| cell as u16)
    }

    // An open threat of theirs must be met, and two cannot be; a closed one must not be opened.
    #[inline]
    fn each_safe_move(&self, mut visit: impl FnMut(u16)) {
        let targets = T::of(self.empty);
        let dreaded = self.threats(self.theirs);
        let forced = targets & dreaded;
        let mut safe = match forced.count() {
            0 => targets,
            1 => forced,
            _ => return,
        };
        safe = T::not_opening(safe, dreaded);
        while let Some(cell) = safe.pop() {
            visit(cell as u16);
        }
    }

    #[inline]
    fn sees_ends(&self) -> bool {
        usize::from(self.win) <= LONGEST_COMPLETED
    }

    /// How many threats it makes; among equals, how near it is to the middle line.
    #[inline]
    fn move_score(&self, mv: u16) -> i32 {
        let threats = self.threats(self.mine | B::one(usize::from(mv))).count() as i32;
        let line = i32::from(mv / self.stride);
        256 * threats - (2 * line + 1 - i32::from(self.lines)).abs()
    }
}

/// A board of lines, and how its cells are named by line and place in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// How many lines there are.
    pub lines: usize,
    /// How many cells a line has.
    pub length: usize,
    /// How many in a row win.
    pub win: usize,
}

impl Frame {
    /// How many bits a board needs, spare ones included.
    pub const fn n_bits(&self) -> usize {
        self.lines * (self.length + 1)
    }

    /// The bit of a cell.
    pub const fn bit(&self, line: usize, place: usize) -> usize {
        line * (self.length + 1) + place
    }

    /// Line and place of a bit.
    pub const fn place(&self, bit: usize) -> (usize, usize) {
        (bit / (self.length + 1), bit % (self.length + 1))
    }

    /// The bit of a cell of a board with gravity, whose lines are columns, by its row from the top.
    pub const fn bit_from_top(&self, row: usize, col: usize) -> usize {
        self.bit(col, self.length - 1 - row)
    }

    /// The number of a bit on the screen of such a board, row by row from the top.
    pub const fn index_from_top(&self, bit: usize) -> usize {
        let (col, height) = self.place(bit);
        (self.length - 1 - height) * self.lines + col
    }

    /// The bit on the other side of such a board.
    pub const fn mirrored(&self, bit: usize) -> usize {
        let (col, height) = self.place(bit);
        self.bit(self.lines - 1 - col, height)
    }

    /// Why nothing can be dropped into a column, counted from 1.
    pub fn why_not_column(&self, column: usize) -> String {
        if (1..=self.lines).contains(&column) {
            format!("column {column} is full")
        } else {
            format!("there is no column {column}: columns are 1 to {}", self.lines)
        }
    }

    /// The empty board.
    pub fn start<B: Bits, T: Targets>(&self) -> Stones<B, T> {
        self.fill(|_, _| None, Player::First)
    }

    /// The board with these stones. Who has a line has won.
    pub fn fill<B: Bits, T: Targets>(
        &self,
        stone: impl Fn(usize, usize) -> Option<Player>,
        to_move: Player,
    ) -> Stones<B, T> {
        let mut stones = [B::EMPTY; 2];
        let mut empty = B::EMPTY;
        let mut key = if to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        for line in 0..self.lines {
            for place in 0..self.length {
                let cell = self.bit(line, place);
                match stone(line, place) {
                    None => empty |= B::one(cell),
                    Some(player) => {
                        stones[player.index()] |= B::one(cell);
                        key ^= KEYS[player.index()][cell];
                    }
                }
            }
        }
        let has_won = |player: &Player| self.find_line(stones[player.index()]).is_some();
        let outcome = match Player::BOTH.into_iter().find(has_won) {
            Some(player) => Some(Outcome::Win(player)),
            None => empty.is_empty().then_some(Outcome::Draw),
        };
        Stones {
            mine: stones[to_move.index()],
            theirs: stones[to_move.other().index()],
            empty,
            key,
            lines: self.lines as u16,
            stride: (self.length + 1) as u16,
            win: self.win as u16,
            to_move,
            outcome,
            targets: PhantomData,
        }
    }

    /// What a network sees: the own stones and theirs. `on_screen` is the row and column of a line's cell.
    pub fn inputs<B: Bits, T: Targets, G: Game<Position = Stones<B, T>>>(
        &self,
        game: &G,
        on_screen: impl Fn(usize, usize) -> (usize, usize),
    ) -> Inputs<Stones<B, T>> {
        let bits = || (0..self.n_bits()).filter(|&bit| self.place(bit).1 < self.length);
        let squeeze = Squeeze::new(bits().fold(B::EMPTY, |set, bit| set | B::one(bit)));
        let cells = bits().map(|bit| {
            let (line, place) = self.place(bit);
            on_screen(line, place)
        });
        let planes = vec![Plane::cells("own stone"), Plane::cells("their stone")];
        Inputs::new(game, INPUTS_VERSION, cells.collect(), planes, move |pos, words| {
            let mut writer = InputWriter::new(words);
            writer.push_cells(&squeeze, pos.mine);
            writer.push_cells(&squeeze, pos.theirs);
            writer.finish();
        })
    }

    /// The first winning line of a set of cells.
    fn find_line<B: Bits>(&self, cells: B) -> Option<Vec<usize>> {
        find_line(cells, self.length + 1, self.win)
    }

    /// Reads the text both kinds of game share; `at(row, col)` is the line and place of a cell of the text.
    pub fn read<B: Bits, T: Targets>(
        &self,
        text: &GridText,
        at: impl Fn(usize, usize) -> (usize, usize),
    ) -> Result<Stones<B, T>, PositionError> {
        let mut stones = vec![None; self.n_bits()];
        let mut counts = [0_usize; 2];
        for (row, col, letter) in text.cells() {
            let owner = match letter {
                'x' => Player::First,
                'o' => Player::Second,
                _ => continue,
            };
            let (line, place) = at(row, col);
            stones[self.bit(line, place)] = Some(owner);
            counts[owner.index()] += 1;
        }
        let due = if text.to_move == Player::First { counts[1] } else { counts[1] + 1 };
        if counts[0] != due {
            let problem = format!(
                "x has {} stones and o has {}: with {} to move, x must have {due}",
                counts[0],
                counts[1],
                ["x", "o"][text.to_move.index()]
            );
            return Err(text.error(problem));
        }
        let pos: Stones<B, T> = self.fill(|line, place| stones[self.bit(line, place)], text.to_move);
        if self.find_line(pos.mine).is_some() {
            let problem = match self.find_line(pos.theirs) {
                Some(_) => "both players have a winning line".to_owned(),
                None => {
                    format!("{0} has a winning line, so {0} is not to move", LETTERS[text.to_move.index()])
                }
            };
            return Err(text.error(problem));
        }
        Ok(pos)
    }

    /// The stones as pieces; `index` numbers the cells of the screen.
    pub fn pieces<B: Bits, T: Targets>(
        &self,
        pos: &Stones<B, T>,
        index: impl Fn(usize) -> usize,
    ) -> Vec<Piece> {
        let stones =
            Player::BOTH.into_iter().flat_map(|owner| pos.stones(owner).cells().map(move |bit| (bit, owner)));
        stones.map(|(bit, owner)| Piece::new(index(bit), STONE, LETTERS[owner.index()], owner)).collect()
    }

    /// The line that won, if one did.
    pub fn winning_line<B: Bits, T: Targets>(
        &self,
        pos: &Stones<B, T>,
        index: impl Fn(usize) -> usize,
    ) -> Option<Line> {
        let winner = pos.outcome?.winner()?;
        let bits = self.find_line(pos.stones(winner))?;
        Some(Line { cells: bits.into_iter().map(index).collect(), by: "line" })
    }

    /// The position with its cells moved by `map`.
    pub fn transform<B: Bits, T: Targets>(
        &self,
        pos: &Stones<B, T>,
        map: impl Fn(usize) -> usize,
    ) -> Stones<B, T> {
        let mut stones = vec![None; self.n_bits()];
        for line in 0..self.lines {
            for place in 0..self.length {
                let bit = self.bit(line, place);
                stones[map(bit)] = pos.stone(bit);
            }
        }
        self.fill(|line, place| stones[self.bit(line, place)], pos.to_move)
    }

    /// Where a symmetry takes a bit, on a board whose lines are rows.
    pub fn map(&self, symmetry: &Symmetry, bit: usize) -> usize {
        let (line, place) = symmetry.turn.apply(self.lines, self.length, self.place(bit));
        self.bit(line, place)
    }
}

/// Why a game of stones ended.
pub fn reason(outcome: Option<Outcome>) -> Option<&'static str> {
    match outcome? {
        Outcome::Win(_) => Some("line"),
        Outcome::Draw => Some("board-full"),
    }
}

/// The same in words.
pub fn reason_in_words(reason: &str, win: usize) -> String {
    match reason {
        "line" => format!("{win} in a row"),
        _ => "the board is full".to_owned(),
    }
}
