//! Ways to turn, mirror or recolour a board that leave the rules as they are.

/// A symmetry of a game's rules: positions and moves can be carried across it, and play goes on the same.
///
/// Used for canonical forms, for openings that differ only by a turn of the board, to make more training
/// data out of one position, and to test that no search or heuristic favours a side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// What happens to the board.
    pub turn: Turn,
    /// Whether the players change places too, so that a win for one becomes a win for the other.
    pub swaps_players: bool,
}

/// A way to lay a rectangle on itself, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Left and right change places.
    Mirror,
    /// Top and bottom change places.
    Flip,
    /// Half a turn.
    Rotate180,
    /// Rows and columns change places. Squares only, like all that follow.
    Transpose,
    /// The mirror image at the other diagonal.
    AntiTranspose,
    /// A quarter turn clockwise.
    Rotate90,
    /// A quarter turn the other way.
    Rotate270,
}

impl Symmetry {
    /// A turn that leaves the players as they are.
    pub const fn of(turn: Turn) -> Symmetry {
        Symmetry { turn, swaps_players: false }
    }

    /// A turn that exchanges the players.
    pub const fn swapping(turn: Turn) -> Symmetry {
        Symmetry { turn, swaps_players: true }
    }

    /// The turns of a board on which no direction is special: seven of a square, three of another rectangle.
    pub fn of_rectangle(rows: usize, cols: usize) -> Vec<Symmetry> {
        use Turn::{AntiTranspose, Flip, Mirror, Rotate90, Rotate180, Rotate270, Transpose};
        let turns: &[Turn] = if rows == cols {
            &[Mirror, Flip, Rotate180, Transpose, AntiTranspose, Rotate90, Rotate270]
        } else {
            &[Mirror, Flip, Rotate180]
        };
        turns.iter().copied().map(Symmetry::of).collect()
    }
}

impl Turn {
    /// Where the cell in this row and column of a `rows` x `cols` rectangle comes to lie.
    pub const fn apply(self, rows: usize, cols: usize, (row, col): (usize, usize)) -> (usize, usize) {
        let (below, right) = (rows - 1 - row, cols - 1 - col);
        match self {
            Turn::Mirror => (row, right),
            Turn::Flip => (below, col),
            Turn::Rotate180 => (below, right),
            Turn::Transpose => (col, row),
            Turn::AntiTranspose => (right, below),
            Turn::Rotate90 => (col, below),
            Turn::Rotate270 => (right, row),
        }
    }

    /// The turn that takes everything back.
    pub const fn inverse(self) -> Turn {
        match self {
            Turn::Rotate90 => Turn::Rotate270,
            Turn::Rotate270 => Turn::Rotate90,
            other => other,
        }
    }
}
