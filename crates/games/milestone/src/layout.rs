//! The bits of a Milestone board.
//!
//! Half-rows are padded to `n` or `n - 1` bits in turn, so that on every row the three steps are shifts by
//! `n - 1`, `n` and `2n - 1`. Side 4, bits as numbers, real hexes in brackets, Black's home at the top:
//!
//! ```text
//! r = 0            0   [ 1]   2            only bit 1 is a hex: Black's home, number 0
//! r = 1         3   [ 4]  [ 5]   6         numbers 1 and 2
//! r = 2           [ 7]  [ 8]  [ 9]         numbers 3 to 5
//! r = 3        [10]  [11]  [12]  [13]      numbers 6 to 9
//! r = 4           [14]  [15]  [16]         numbers 10 to 12
//!                      ...
//! r = 12          42   [43]   44           White's home, number 36
//! ```
//!
//! From bit 8 (number 4): left diagonal 8 + 3 = 11 (number 7), right diagonal 8 + 4 = 12 (number 8), straight
//! 8 + 7 = 15 (number 11). From bit 10 (number 6, the left edge) the left diagonal would be 13, on the same
//! half-row: `not_left` and `not_right` stop such steps. Turning the board by half a turn reverses the bits.
//!
//! The steps and sets of a board are worked out when the program is compiled, as its [`BoardMap`]. The published board and
//! that of side 5 have a type of their own, so that the compiler knows every mask and every shift; the others share one
//! type, which looks its map up.

use std::fmt::Debug;
use std::hash::Hash;

use zermelo_game::Player;

use super::tally::{self, Tallies, Tally};
use zermelo_board::bits::Bits;

/// Which board a position is on. It takes no room where its type says it all.
pub trait Layout: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A set of (padded) cells.
    type Cells: HexCells;

    /// The board's map.
    fn map(self) -> &'static BoardMap<Self::Cells>;

    // What follows is here and not with the map, so that each layout has its own copy, made for its map.

    /// What a player's pawns count for.
    #[inline]
    fn tally(self, player: Player, pawns: Self::Cells) -> Tally {
        let map = self.map();
        let tallies = &map.tallies[player.index()];
        let mut sum = Tally::NOTHING;
        for index in 0..map.n_bits.div_ceil(tally::CELLS) {
            sum = sum.and(tallies.part(index, pawns.down(index * tally::CELLS).word(0) as usize));
        }
        sum
    }

    /// The hexes without the padding: the bit of each is its number.
    #[inline]
    fn by_number(self, cells: Self::Cells) -> Self::Cells {
        self.map()
            .runs
            .iter()
            .fold(Self::Cells::EMPTY, |numbers, &(padding, run)| numbers | cells.down(padding) & run)
    }

    /// The board turned by half a turn.
    #[inline]
    fn turned(self, cells: Self::Cells) -> Self::Cells {
        cells.reversed(self.map().n_bits)
    }

    /// The board in a mirror: every column goes to the other side.
    fn mirrored(self, cells: Self::Cells) -> Self::Cells {
        let map = self.map();
        let last = 2 * map.side - 2;
        let mut image = Self::Cells::EMPTY;
        for (column, &hexes) in map.each_column[..=last].iter().enumerate() {
            let here = cells & hexes;
            let other = last - column;
            // Neighbours in a half-row are two columns apart.
            image |=
                if other >= column { here.up((other - column) / 2) } else { here.down((column - other) / 2) };
        }
        image
    }
}

/// A set of cells that can be moved and turned as a whole.
pub trait HexCells: Bits {
    /// The cells moved towards White's home by a number of bits.
    fn up(self, by: usize) -> Self;
    /// The cells moved towards Black's home by a number of bits.
    fn down(self, by: usize) -> Self;
    /// The lowest `n_bits` cells in reverse order.
    fn reversed(self, n_bits: usize) -> Self;
}

/// Everything about a board that is known when the program is compiled.
#[derive(Debug)]
pub struct BoardMap<C> {
    /// Hexes along a side.
    pub side: usize,
    /// Whether Black's row for hex 7 is the published program's defective one.
    pub has_quirk: bool,
    /// All bits, padding included.
    pub n_bits: usize,
    /// How many bits a step to the left is, as its player sees it.
    pub left: usize,
    /// How many bits a step to the right is.
    pub right: usize,
    /// How many bits a step straight ahead is.
    pub straight: usize,
    /// The targets of steps to the right that the defective row lacks.
    pub barred_right: C,
    /// The targets of steps straight ahead that the defective row lacks.
    pub barred_straight: C,
    /// The cells that are hexes.
    pub hexes: C,
    /// The cells from which the step to the left (smaller `x`) stays on the board's rectangle.
    pub not_left: C,
    /// The cells from which the step to the right stays on the board's rectangle.
    pub not_right: C,
    /// Black's home.
    pub black_home: C,
    /// White's home.
    pub white_home: C,
    /// The hexes at most 0, 1, .. steps from the middle hex, from Black's home and from White's home.
    pub disks: [[C; 8]; 3],
    /// The hexes 0, 1 and 2 columns from the middle column.
    pub columns: [C; 3],
    /// The hexes of each column, from the left; empty beyond the last.
    pub each_column: [C; 9],
    /// The hexes on the two edges that meet in Black's home.
    pub home_edges: C,
    /// The runs of neighbouring hexes: how much padding is below each, and which numbers its hexes have.
    runs: [(usize, C); geometry::MOST_RUNS],
    /// What the pawns of each player count for.
    tallies: [Tallies; 2],
}

impl<C: HexCells> BoardMap<C> {
    /// How many hexes there are.
    #[inline]
    pub const fn n_hexes(&self) -> usize {
        3 * self.side * (self.side - 1) + 1
    }

    /// The bit of a hex number. Numbers run in the order of the bits, padding left out.
    pub fn cell_of(&self, number: usize) -> usize {
        self.hexes.cells().nth(number).expect("a hex number on this board")
    }

    /// The hex number of a bit.
    pub fn number_of(&self, cell: usize) -> usize {
        self.hexes.cells().take_while(|&other| other < cell).count()
    }

    /// The bits of the hexes of a half-row, left to right.
    pub fn row_hexes(&self, r: usize) -> impl Iterator<Item = usize> {
        let (first, count) = geometry::row(self.side, r);
        (first..first + count).filter(|&bit| self.hexes.has(bit))
    }
}

/// Where the bits of a board of side `n` lie.
pub mod geometry {
    /// The number of half-rows.
    pub const fn n_rows(n: usize) -> usize {
        4 * n - 3
    }

    /// The bits of half-row `r`: the first one, and how many.
    pub const fn row(n: usize, r: usize) -> (usize, usize) {
        // The middle column x = 0 is on the even rows, which therefore have an odd number of cells.
        let (even, odd) = if n % 2 == 1 { (n, n - 1) } else { (n - 1, n) };
        let pairs = r / 2 * (2 * n - 1);
        if r.is_multiple_of(2) { (pairs, even) } else { (pairs + even, odd) }
    }

    /// All bits, padding included.
    pub const fn n_bits(n: usize) -> usize {
        let (first, count) = row(n, n_rows(n) - 1);
        first + count
    }

    /// Half-row and column (from 0) of a bit.
    pub const fn place(n: usize, bit: usize) -> (usize, usize) {
        // Two half-rows, an even and an odd one, are always 2n - 1 bits.
        let (pair, rest) = (bit / (2 * n - 1), bit % (2 * n - 1));
        let (_, even) = row(n, 0);
        let r = 2 * pair + (rest >= even) as usize;
        let (first, count) = row(n, r);
        (r, 2 * (bit - first) + (n - count))
    }

    /// The bit at a half-row and column.
    pub const fn bit(n: usize, r: usize, col: usize) -> usize {
        let (first, count) = row(n, r);
        first + (col - (n - count)) / 2
    }

    /// Whether a bit is a hex.
    pub const fn is_hex(n: usize, bit: usize) -> bool {
        let (r, col) = place(n, bit);
        let x = col.abs_diff(n - 1);
        x <= r && x <= n_rows(n) - 1 - r
    }

    /// The steps from a hex to the one in the middle column and half-row `center`.
    pub const fn distance(n: usize, bit: usize, center: usize) -> usize {
        let (r, col) = place(n, bit);
        let (dx, dr) = (col.abs_diff(n - 1), r.abs_diff(center));
        // A step changes the half-row by two, or column and half-row by one.
        if dr <= dx { dx } else { (dx + dr) / 2 }
    }

    /// The bit of the hex with a number. Numbers run in the order of the bits, padding left out.
    pub const fn bit_of_number(n: usize, number: usize) -> usize {
        let (mut bit, mut n_before) = (0, 0);
        while n_before < number || !is_hex(n, bit) {
            n_before += is_hex(n, bit) as usize;
            bit += 1;
        }
        bit
    }

    /// The bits that are hexes.
    pub const fn hexes(n: usize) -> u128 {
        let mut set = 0;
        let mut bit = 0;
        while bit < n_bits(n) {
            if is_hex(n, bit) {
                set |= 1 << bit;
            }
            bit += 1;
        }
        set
    }

    /// The most runs of neighbouring hexes that a board has, the padding between them left out.
    pub const MOST_RUNS: usize = 8;

    /// The runs of neighbouring hexes: how much padding is below each, and which numbers its hexes have.
    pub const fn runs(n: usize) -> [(usize, u128); MOST_RUNS] {
        let mut runs = [(0, 0); MOST_RUNS];
        let (mut run, mut padding, mut bit) = (0, 0, 0);
        while bit < n_bits(n) {
            if is_hex(n, bit) {
                runs[run].0 = padding;
                runs[run].1 |= 1 << (bit - padding);
            } else {
                padding += 1;
                if runs[run].1 != 0 {
                    run += 1;
                }
            }
            bit += 1;
        }
        runs
    }

    /// The hexes at most `radius` steps from the hex in the middle column and half-row `center`.
    pub const fn disk(n: usize, center: usize, radius: usize) -> u128 {
        let mut set = 0;
        let mut bit = 0;
        while bit < n_bits(n) {
            if is_hex(n, bit) && distance(n, bit, center) <= radius {
                set |= 1 << bit;
            }
            bit += 1;
        }
        set
    }

    /// The hexes so many columns from the middle one.
    pub const fn columns(n: usize, away: usize) -> u128 {
        let mut set = 0;
        let mut bit = 0;
        while bit < n_bits(n) {
            if is_hex(n, bit) && place(n, bit).1.abs_diff(n - 1) == away {
                set |= 1 << bit;
            }
            bit += 1;
        }
        set
    }

    /// The hexes of one column, counted from the left.
    pub const fn column(n: usize, column: usize) -> u128 {
        hexes(n) & !not_column(n, column)
    }

    /// The hexes on the edges that meet in Black's home: as many columns from the middle as half-rows from home.
    pub const fn home_edges(n: usize) -> u128 {
        let mut set = 0;
        let mut bit = 0;
        while bit < n_bits(n) {
            let (r, col) = place(n, bit);
            if is_hex(n, bit) && col.abs_diff(n - 1) == r {
                set |= 1 << bit;
            }
            bit += 1;
        }
        set
    }

    /// The bits that are not in this column.
    pub const fn not_column(n: usize, excluded: usize) -> u128 {
        let mut set = 0;
        let mut bit = 0;
        while bit < n_bits(n) {
            if place(n, bit).1 != excluded {
                set |= 1 << bit;
            }
            bit += 1;
        }
        set
    }
}

/// The hex whose black move row is defective in the published program: it lacks the steps to the right (11)
/// and straight ahead (14).
const QUIRK_HEX: usize = 7;

macro_rules! hex_cells {
    ($cells:ty) => {
        impl HexCells for $cells {
            #[inline]
            fn up(self, by: usize) -> Self {
                self << by
            }

            #[inline]
            fn down(self, by: usize) -> Self {
                self >> by
            }

            #[inline]
            fn reversed(self, n_bits: usize) -> Self {
                self.reverse_bits() >> (<$cells>::BITS as usize - n_bits)
            }
        }

        impl BoardMap<$cells> {
            const fn new(side: usize, has_quirk: bool) -> Self {
                let (right, straight) = (side, 2 * side - 1);
                let last = geometry::n_rows(side) - 1;
                let centers = [last / 2, 0, last];
                let mut disks = [[0; 8]; 3];
                let mut index = 0;
                while index < 24 {
                    let disk = geometry::disk(side, centers[index / 8], index % 8);
                    disks[index / 8][index % 8] = disk as $cells;
                    index += 1;
                }
                let mut each_column = [0; 9];
                let mut column = 0;
                while column < 2 * side - 1 {
                    each_column[column] = geometry::column(side, column) as $cells;
                    column += 1;
                }
                let mut runs = [(0, 0); geometry::MOST_RUNS];
                let mut run = 0;
                while run < geometry::MOST_RUNS {
                    let (padding, numbers) = geometry::runs(side)[run];
                    runs[run] = (padding, numbers as $cells);
                    run += 1;
                }
                // A step in one direction to such a target can only come from that hex.
                let (barred_right, barred_straight) = if has_quirk {
                    let from = geometry::bit_of_number(side, QUIRK_HEX);
                    (1 << (from + right), 1 << (from + straight))
                } else {
                    (0, 0)
                };
                BoardMap {
                    side,
                    has_quirk,
                    n_bits: geometry::n_bits(side),
                    left: side - 1,
                    right,
                    straight,
                    barred_right,
                    barred_straight,
                    hexes: geometry::hexes(side) as $cells,
                    not_left: geometry::not_column(side, 0) as $cells,
                    not_right: geometry::not_column(side, 2 * side - 2) as $cells,
                    black_home: 1 << geometry::bit(side, 0, side - 1),
                    white_home: 1 << geometry::bit(side, last, side - 1),
                    disks,
                    columns: [
                        geometry::columns(side, 0) as $cells,
                        geometry::columns(side, 1) as $cells,
                        geometry::columns(side, 2) as $cells,
                    ],
                    each_column,
                    home_edges: geometry::home_edges(side) as $cells,
                    runs,
                    tallies: [Tallies::new(side, 0), Tallies::new(side, last)],
                }
            }
        }
    };
}

hex_cells!(u64);
hex_cells!(u128);

/// 37 hexes: the published game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side4;

impl Layout for Side4 {
    type Cells = u64;

    #[inline]
    fn map(self) -> &'static BoardMap<u64> {
        static MAP: BoardMap<u64> = BoardMap::<u64>::new(4, false);
        &MAP
    }
}

/// 61 hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side5;

impl Layout for Side5 {
    type Cells = u128;

    #[inline]
    fn map(self) -> &'static BoardMap<u128> {
        static MAP: BoardMap<u128> = BoardMap::<u128>::new(5, false);
        &MAP
    }
}

/// The boards that are rarely played. They share one type, which spares the compiler two more copies of every search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rare {
    /// 7 hexes.
    Side2,
    /// 19 hexes.
    Side3,
    /// The published game with the published program's defective move row.
    Side4Hex7,
}

impl Layout for Rare {
    type Cells = u64;

    #[inline]
    fn map(self) -> &'static BoardMap<u64> {
        static MAPS: [BoardMap<u64>; 3] =
            [BoardMap::<u64>::new(2, false), BoardMap::<u64>::new(3, false), BoardMap::<u64>::new(4, true)];
        &MAPS[self as usize]
    }
}
