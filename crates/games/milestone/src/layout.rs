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
//! half-row: `NOT_LEFT` and `NOT_RIGHT` stop such steps. Turning the board by half a turn reverses the bits.

use std::fmt::Debug;
use std::hash::Hash;

use zermelo_game::Player;

use super::tally::{self, Tallies, Tally};
use zermelo_board::bits::Bits;

/// A board size: everything about it that is known when the program is compiled.
pub trait Layout: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// A set of (padded) cells.
    type Cells: Bits;
    /// Hexes along a side.
    const SIDE: usize;
    /// Whether Black's row for hex 7 is the published program's defective one.
    const HAS_QUIRK: bool;
    /// The cells that are hexes.
    const HEXES: Self::Cells;
    /// The cells from which the step to the left (smaller `x`) stays on the board's rectangle.
    const NOT_LEFT: Self::Cells;
    /// The cells from which the step to the right stays on the board's rectangle.
    const NOT_RIGHT: Self::Cells;
    /// Black's home.
    const BLACK_HOME: Self::Cells;
    /// White's home.
    const WHITE_HOME: Self::Cells;

    /// The hexes at most 0, 1, .. steps from the middle hex, from Black's home and from White's home.
    const DISKS: [[Self::Cells; 8]; 3];
    /// The hexes 0, 1 and 2 columns from the middle column.
    const COLUMNS: [Self::Cells; 3];

    /// The hexes of each column, from the left; empty beyond the last.
    const EACH_COLUMN: [Self::Cells; 9];
    /// The hexes on the two edges that meet in Black's home.
    const HOME_EDGES: Self::Cells;

    /// What a player's pawns count for.
    fn tally(player: Player, pawns: Self::Cells) -> Tally;
    /// The hexes without the padding: the bit of each is its number.
    fn by_number(cells: Self::Cells) -> Self::Cells;
    /// The board turned by half a turn.
    fn turned(cells: Self::Cells) -> Self::Cells;
    /// The cells moved towards White's home by a number of bits.
    fn up(cells: Self::Cells, by: usize) -> Self::Cells;
    /// The cells moved towards Black's home by a number of bits.
    fn down(cells: Self::Cells, by: usize) -> Self::Cells;
}

/// The board in a mirror: every column goes to the other side.
pub fn mirrored<L: Layout>(cells: L::Cells) -> L::Cells {
    let last = 2 * L::SIDE - 2;
    let mut image = L::Cells::EMPTY;
    for (column, &hexes) in L::EACH_COLUMN[..=last].iter().enumerate() {
        let here = cells & hexes;
        let other = last - column;
        // Neighbours in a half-row are two columns apart.
        image |= if other >= column {
            L::up(here, (other - column) / 2)
        } else {
            L::down(here, (column - other) / 2)
        };
    }
    image
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

macro_rules! layout {
    ($(#[$doc:meta])* $name:ident, $side:literal, $cells:ty, $quirk:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Layout for $name {
            type Cells = $cells;
            const SIDE: usize = $side;
            const HAS_QUIRK: bool = $quirk;
            const HEXES: $cells = geometry::hexes($side) as $cells;
            const NOT_LEFT: $cells = geometry::not_column($side, 0) as $cells;
            const NOT_RIGHT: $cells = geometry::not_column($side, 2 * $side - 2) as $cells;
            const BLACK_HOME: $cells = 1 << geometry::bit($side, 0, $side - 1);
            const WHITE_HOME: $cells = 1 << geometry::bit($side, geometry::n_rows($side) - 1, $side - 1);

            const DISKS: [[$cells; 8]; 3] = {
                let last = geometry::n_rows($side) - 1;
                let centers = [last / 2, 0, last];
                let mut disks = [[0; 8]; 3];
                let mut index = 0;
                while index < 24 {
                    let disk = geometry::disk($side, centers[index / 8], index % 8);
                    disks[index / 8][index % 8] = disk as $cells;
                    index += 1;
                }
                disks
            };
            const COLUMNS: [$cells; 3] = [
                geometry::columns($side, 0) as $cells,
                geometry::columns($side, 1) as $cells,
                geometry::columns($side, 2) as $cells,
            ];

            const EACH_COLUMN: [$cells; 9] = {
                let mut columns = [0; 9];
                let mut column = 0;
                while column < 2 * $side - 1 {
                    columns[column] = geometry::column($side, column) as $cells;
                    column += 1;
                }
                columns
            };
            const HOME_EDGES: $cells = geometry::home_edges($side) as $cells;

            #[inline]
            fn tally(player: Player, pawns: $cells) -> Tally {
                static TALLIES: [Tallies; 2] =
                    [Tallies::new($side, 0), Tallies::new($side, geometry::n_rows($side) - 1)];
                let tallies = &TALLIES[player.index()];
                let mut sum = Tally::NOTHING;
                for index in 0..geometry::n_bits($side).div_ceil(tally::CELLS) {
                    sum = sum.and(tallies.part(index, (pawns >> (index * tally::CELLS)) as usize));
                }
                sum
            }

            #[inline]
            fn by_number(cells: $cells) -> $cells {
                const RUNS: [(usize, u128); geometry::MOST_RUNS] = geometry::runs($side);
                RUNS.iter().fold(0, |numbers, &(padding, run)| numbers | cells >> padding & run as $cells)
            }

            #[inline]
            fn turned(cells: $cells) -> $cells {
                cells.reverse_bits() >> (<$cells>::BITS as usize - geometry::n_bits($side))
            }

            #[inline]
            fn up(cells: $cells, by: usize) -> $cells {
                cells << by
            }

            #[inline]
            fn down(cells: $cells, by: usize) -> $cells {
                cells >> by
            }
        }
    };
}

layout!(
    /// 7 hexes.
    Side2, 2, u64, false
);
layout!(
    /// 19 hexes.
    Side3, 3, u64, false
);
layout!(
    /// 37 hexes: the published game.
    Side4, 4, u64, false
);
layout!(
    /// 61 hexes.
    Side5, 5, u128, false
);
layout!(
    /// The published game with the published program's defective move row.
    Side4Hex7, 4, u64, true
);
