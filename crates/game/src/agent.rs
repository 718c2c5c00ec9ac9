//! Players as the program sees them: something that judges positions, something that chooses moves, and how much
//! it may spend on it.

use std::time::Duration;

use crate::{Player, Position, Score, Stream};

/// A judgement of positions. Asked only about positions in which the game goes on.
///
/// It speaks for one player, whoever is to move: some published evaluations are not zero-sum, and mean the player who
/// searches. A search asks about that player throughout.
pub trait Evaluator<P: Position>: Send + Sync {
    /// How good the position is for `player`; finite.
    fn value(&self, pos: &P, player: Player) -> f64;
}

/// A function from the side to move, taken as zero-sum.
impl<P: Position, F: Fn(&P) -> f64 + Send + Sync> Evaluator<P> for F {
    fn value(&self, pos: &P, player: Player) -> f64 {
        if pos.to_move() == player { self(pos) } else { -self(pos) }
    }
}

/// How much an agent may spend on one move. Whatever is `None` does not limit it; the first limit reached ends the
/// search. However small the budget, the agent has a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time to take.
    pub time: Option<Duration>,
}

impl Budget {
    /// Looks so many plies ahead, however long it takes.
    pub const fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), nodes: None, time: None }
    }

    /// Looks at so many positions.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { depth: None, nodes: Some(nodes), time: None }
    }
}

/// A choice, and what is behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What it is worth to the side to move, as far as was seen.
    pub score: Score,
    /// How many plies were looked ahead in full.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The line that is expected, the move first; empty if the agent expects nothing.
    pub line: Vec<M>,
}

/// A player: chooses one of the legal moves of a position in which the game goes on.
pub trait Agent<P: Position>: Send {
    /// Chooses.
    fn choose(&mut self, pos: &P, budget: Budget) -> Choice<P::Move>;

    /// Forgets everything, so that its moves do not depend on earlier games; whatever it leaves to chance comes from
    /// this stream from now on. Called for every game of a match, so it should be quick.
    fn new_game(&mut self, chance: Stream);
}
