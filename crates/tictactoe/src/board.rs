//! A board of three by three as two sets of cells, and as a number in base three.
//!
//! ```text
//! 0 1 2        cell i is bit i of a set; in the code, an X on it counts 3^i and an O 2 * 3^i
//! 3 4 5
//! 6 7 8
//! ```

use std::fmt;

use zermelo_game::Turn;
use zermelo_game::{Outcome, Player, Stream};

/// How many codes there are: 3^9, reachable or not.
pub const N_CODES: usize = 19_683;

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Cells(u16);

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);
    /// All nine.
    pub const ALL: Cells = Cells(0b111_111_111);

    /// The set of these cells, each below 9.
    pub const fn of(cells: &[u8]) -> Cells {
        let (mut bits, mut index) = (0, 0);
        while index < cells.len() {
            bits |= 1 << cells[index];
            index += 1;
        }
        Cells(bits)
    }

    /// Whether the cell is in the set; no number above 8 is.
    #[inline]
    pub const fn has(self, cell: u8) -> bool {
        cell < 9 && self.0 >> cell & 1 == 1
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }

    /// Those in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }

    /// Those that are not in the set.
    #[inline]
    #[must_use]
    pub const fn rest(self) -> Cells {
        Cells(!self.0 & Cells::ALL.0)
    }

    /// The cells in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let cell = bits.trailing_zeros() as u8;
            let is_left = bits != 0;
            bits &= bits.wrapping_sub(1);
            is_left.then_some(cell)
        })
    }

    /// One of the cells, each as likely as the others; `None` of none.
    #[inline]
    pub fn draw(self, chance: &mut Stream) -> Option<u8> {
        if self.is_empty() { None } else { self.iter().nth(chance.below(self.len())) }
    }
}

/// The eight lines that win: rows, columns, diagonals.
pub const LINES: [Cells; 8] = [
    Cells::of(&[0, 1, 2]),
    Cells::of(&[3, 4, 5]),
    Cells::of(&[6, 7, 8]),
    Cells::of(&[0, 3, 6]),
    Cells::of(&[1, 4, 7]),
    Cells::of(&[2, 5, 8]),
    Cells::of(&[0, 4, 8]),
    Cells::of(&[2, 4, 6]),
];

/// Whether a set holds a line, for all 512 sets.
static HAS_LINE: [bool; 512] = {
    let mut has_line = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            has_line[set] |= LINES[line].0 & set as u16 == LINES[line].0;
            line += 1;
        }
        set += 1;
    }
    has_line
};

/// What a set of X stones adds to the code.
static CODES: [u16; 512] = {
    let mut codes = [0; 512];
    let mut set = 1;
    while set < 512 {
        let highest = (set as u32).ilog2();
        codes[set] = codes[set - (1 << highest)] + 3_u16.pow(highest);
        set += 1;
    }
    codes
};

/// A position: the stones of both. X moves first, so the stones tell who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    stones: [Cells; 2],
}

impl Board {
    /// The board before the first move.
    pub const EMPTY: Board = Board { stones: [Cells::NONE; 2] };

    /// The board with these stones of X and O; `None` if a cell holds both or X is neither level nor one
    /// ahead.
    pub fn new(x: Cells, o: Cells) -> Option<Board> {
        let is_board = x.and(o).is_empty() && (x.len() == o.len() || x.len() == o.len() + 1);
        is_board.then_some(Board { stones: [x, o] })
    }

    /// Reads nine digits, cell by cell: 0 empty, 1 X, 2 O.
    pub fn read(text: &str) -> Option<Board> {
        let mut stones = [0_u16; 2];
        if text.len() != 9 {
            return None;
        }
        for (cell, digit) in text.bytes().enumerate() {
            match digit {
                b'0' => {}
                b'1' | b'2' => stones[usize::from(digit - b'1')] |= 1 << cell,
                _ => return None,
            }
        }
        Board::new(Cells(stones[0]), Cells(stones[1]))
    }

    /// A player's stones.
    #[inline]
    pub const fn stones(self, player: Player) -> Cells {
        self.stones[player.index()]
    }

    /// The cells without a stone.
    #[inline]
    pub const fn empty(self) -> Cells {
        self.stones[0].or(self.stones[1]).rest()
    }

    /// How many stones there are.
    #[inline]
    pub const fn n_stones(self) -> usize {
        self.stones[0].len() + self.stones[1].len()
    }

    /// Whose turn it is; in a finished game, who would be next.
    #[inline]
    pub const fn to_move(self) -> Player {
        if self.stones[0].len() == self.stones[1].len() { Player::First } else { Player::Second }
    }

    /// The result, or `None` while the game goes on.
    #[inline]
    pub const fn outcome(self) -> Option<Outcome> {
        if HAS_LINE[self.stones[0].0 as usize] {
            Some(Outcome::Win(Player::First))
        } else if HAS_LINE[self.stones[1].0 as usize] {
            Some(Outcome::Win(Player::Second))
        } else if self.empty().is_empty() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The board after a stone of the side to move on this cell, which must be empty.
    #[inline]
    #[must_use]
    pub const fn after(self, cell: u8) -> Board {
        debug_assert!(self.empty().has(cell), "a cell is taken once");
        let mut stones = self.stones;
        stones[self.to_move().index()].0 |= 1 << cell;
        Board { stones }
    }

    /// Its number, below [`N_CODES`].
    #[inline]
    pub fn code(self) -> usize {
        usize::from(CODES[usize::from(self.stones[0].0)])
            + 2 * usize::from(CODES[usize::from(self.stones[1].0)])
    }

    /// All positions that a game can lead to, breadth first: fewer stones before more, lower cells before
    /// higher.
    pub fn reachable() -> Vec<Board> {
        let mut is_seen = vec![false; N_CODES];
        let mut boards = vec![Board::EMPTY];
        let mut next = 0;
        while let Some(&board) = boards.get(next) {
            next += 1;
            let targets = if board.outcome().is_none() { board.empty() } else { Cells::NONE };
            for after in targets.iter().map(|cell| board.after(cell)) {
                if !std::mem::replace(&mut is_seen[after.code()], true) {
                    boards.push(after);
                }
            }
        }
        boards
    }

    /// The board turned or mirrored.
    #[must_use]
    pub fn turned(self, turn: Turn) -> Board {
        let turn_set = |set: Cells| Cells(set.iter().fold(0, |bits, cell| bits | 1 << turned(turn, cell)));
        Board { stones: self.stones.map(turn_set) }
    }
}

/// Where a turn takes a cell.
pub const fn turned(turn: Turn, cell: u8) -> u8 {
    let (row, col) = turn.apply(3, 3, (cell as usize / 3, cell as usize % 3));
    (3 * row + col) as u8
}

/// Nine digits, as [`Board::read`] reads them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..9).try_for_each(|cell| {
            let digit = u8::from(self.stones[0].has(cell)) + 2 * u8::from(self.stones[1].has(cell));
            write!(f, "{digit}")
        })
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}
