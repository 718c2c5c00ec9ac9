//! Who tables are measured against: a blind player, and the rule-based one of the tic-tac-toe study in three
//! readings.
//!
//! All choose uniformly from a set of cells that the board alone decides, so one call tells the whole
//! distribution. The rules, with c the number of the own move:
//!
//! 1. c = 1: the centre if it is empty, else any empty corner.
//! 2. Complete a line; the first of a fixed list of lines.
//! 3. Stop a line; the same list.
//! 4. c = 2 and the centre is taken: any empty corner.
//! 5. The opponent has an edge: any empty corner.
//! 6. No edge is empty: any empty corner.
//! 7. Any empty edge.

use zermelo_game::Player;

use crate::board::{Board, Cells};

/// An opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Any empty cell.
    Random,
    /// The rules as Barrat wrote them: rule 4 only if the opponent has the centre, rule 5 also where no
    /// corner is empty. Then there is no move, which counts as a draw.
    Barrat,
    /// The rules as the study ported them: rule 4 whoever has the centre, rule 5 only where a corner is
    /// empty.
    Port,
    /// The port as the study ran it: c goes on from game to game, so that rules 1 and 4 apply in the very
    /// first only (see [`in_game`](Opponent::in_game)). What is said of this opponent without naming a game
    /// is said of later ones.
    NeverReset,
}

const CORNERS: Cells = Cells::of(&[0, 2, 6, 8]);
const EDGES: Cells = Cells::of(&[1, 3, 5, 7]);
const CENTRE: Cells = Cells::of(&[4]);

const ROWS: [Cells; 3] = [Cells::of(&[0, 1, 2]), Cells::of(&[3, 4, 5]), Cells::of(&[6, 7, 8])];
const COLUMNS: [Cells; 3] = [Cells::of(&[0, 3, 6]), Cells::of(&[1, 4, 7]), Cells::of(&[2, 5, 8])];
const DIAGONALS: [Cells; 2] = [Cells::of(&[0, 4, 8]), Cells::of(&[2, 4, 6])];

impl Opponent {
    /// All of them.
    pub const ALL: [Opponent; 4] = [Opponent::Random, Opponent::Barrat, Opponent::Port, Opponent::NeverReset];

    /// The name in texts and files.
    pub const fn id(self) -> &'static str {
        match self {
            Opponent::Random => "random",
            Opponent::Barrat => "barrat",
            Opponent::Port => "port",
            Opponent::NeverReset => "never-reset",
        }
    }

    /// As whom this opponent plays its `number`th game, counted from 0.
    pub const fn in_game(self, number: u64) -> Opponent {
        match self {
            Opponent::NeverReset if number == 0 => Opponent::Port,
            other => other,
        }
    }

    /// Whether all sides of the board are the same to it.
    pub const fn is_symmetric(self) -> bool {
        matches!(self, Opponent::Random)
    }

    /// The cells it plays on this board, each as likely as the others. None once the game is over, and where
    /// its rules have no answer.
    pub fn choices(self, board: Board) -> Cells {
        if board.outcome().is_some() {
            return Cells::NONE;
        }
        match self {
            Opponent::Random => board.empty(),
            _ => self.by_rules(board),
        }
    }

    /// The same as cells with their probabilities.
    pub fn distribution(self, board: Board) -> impl Iterator<Item = (u8, f64)> {
        let cells = self.choices(board);
        cells.iter().map(move |cell| (cell, 1.0 / cells.len() as f64))
    }

    fn by_rules(self, board: Board) -> Cells {
        let me: Player = board.to_move();
        let (mine, theirs, empty) = (board.stones(me), board.stones(me.other()), board.empty());
        let (corners, edges) = (empty.and(CORNERS), empty.and(EDGES));
        let number = if self == Opponent::NeverReset { usize::MAX } else { mine.len() + 1 };
        let is_barrat = self == Opponent::Barrat;
        if number == 1 {
            return if empty.and(CENTRE).is_empty() { corners } else { CENTRE };
        }
        let completing =
            |stones| if is_barrat { barrats_first(stones, empty) } else { ports_first(stones, empty) };
        if let Some(cell) = completing(mine).or_else(|| completing(theirs)) {
            return cell;
        }
        let guards = if is_barrat { theirs } else { empty.rest() };
        if number == 2 && !guards.and(CENTRE).is_empty() {
            return corners;
        }
        if !theirs.and(EDGES).is_empty() && (is_barrat || !corners.is_empty()) {
            return corners;
        }
        if edges.is_empty() { corners } else { edges }
    }
}

/// The empty cell of the first line that lacks nothing else, in the port's order.
fn ports_first(stones: Cells, empty: Cells) -> Option<Cells> {
    first_lacking_one(ROWS.into_iter().chain(DIAGONALS).chain(COLUMNS), stones, empty)
}

/// The same in Barrat's order.
fn barrats_first(stones: Cells, empty: Cells) -> Option<Cells> {
    first_lacking_one(COLUMNS.into_iter().chain(ROWS).chain(DIAGONALS), stones, empty)
}

fn first_lacking_one(mut lines: impl Iterator<Item = Cells>, stones: Cells, empty: Cells) -> Option<Cells> {
    let line = lines.find(|line| line.and(stones).len() == 2 && line.and(empty).len() == 1)?;
    Some(line.and(empty))
}
