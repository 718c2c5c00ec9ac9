//! Rules of the second tier: jumps and chains of them, a hole shot after a move, lines turned over, captures between two pieces,
//! and passes.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use crate::problem::Place;
use crate::shape::{Delta, Set};

/// A piece of one kind and player goes over empty cells to one other piece, over it, and on over empty cells.
#[derive(Clone, Debug)]
pub struct Jump {
    /// The kind of piece.
    pub kind: usize,
    /// Whose.
    pub player: Player,
    /// The difference of one cell.
    pub delta: Delta,
    /// The most cells it goes in all; 2 is a short jump, over a neighbour to the cell behind it.
    pub reach: usize,
    /// Whose pieces it goes over.
    pub over: Over,
    /// Where it may end on an empty cell.
    pub to_empty: Set,
    /// Where it may end on an enemy, which is taken.
    pub to_enemy: Set,
    /// Whether the piece that it goes over is taken.
    pub takes: bool,
    /// Whether it may be followed by another.
    pub chain: Chain,
    /// The clause.
    pub place: Place,
}

/// Whose pieces a jump goes over, as the player who jumps sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Over {
    Own,
    Enemy,
    Any,
}

/// Whether a jump may be followed by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chain {
    /// It is a move of its own.
    Once,
    /// By any jump of the piece that may be followed itself.
    Again,
    /// By one in the same direction.
    StraightOn,
}

/// A hole that is made after a motion, seen from the cell to which it led.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// In which directions, and how far over empty cells.
    pub ways: Vec<(Delta, usize)>,
    /// On which cells: those on a way, or all of them if there is none.
    pub cells: Set,
}

/// Who may pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passes {
    /// Nobody.
    #[default]
    Never,
    /// A player who has no other move, while the opponent has one.
    IfStuck,
    /// Everybody, always.
    Always,
}

/// Whether a jump must be made if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MustJump {
    /// Only those moves count that take the most.
    pub most: bool,
}

/// What begins the count of a limit anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Without {
    /// A move that takes a piece.
    pub captures: bool,
    /// A jump.
    pub jumps: bool,
    /// A piece that is placed.
    pub placings: bool,
    /// A move of one of these kinds.
    pub kinds: Vec<usize>,
}

impl Jump {
    /// Whether it can take a piece.
    pub fn can_take(&self) -> bool {
        self.takes || !self.to_enemy.is_empty()
    }
}

impl Shot {
    /// The same after a change of cells and of differences.
    #[must_use]
    pub fn mapped(&self, set: impl Fn(Set) -> Set, delta: impl Fn(Delta) -> Delta) -> Shot {
        let mut ways: Vec<(Delta, usize)> = self.ways.iter().map(|&(one, far)| (delta(one), far)).collect();
        ways.sort_unstable();
        Shot { ways, cells: set(self.cells) }
    }
}
