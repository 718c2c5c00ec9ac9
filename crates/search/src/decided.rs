//! Whether a position is decided soon: a short search by exact bounds, with no evaluator and no clock.
//!
//! Two closed questions are asked: "does the side to move win within so many plies?" and "does it lose within so many?".
//! Each cuts off every line that takes longer, so the cost is that of a shallow search. Only proofs count: where the
//! nodes do not suffice, nothing is claimed.

use zermelo_game::{Budget, Game};

use crate::Ledger;
use crate::budget::Meter;
use crate::exact::{Exact, Value, WIN};
use crate::fold::Fold;
use crate::solve::Worth;

/// How far to look, and at how many positions for each of the two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// How many plies the end may be away.
    pub plies: u32,
    /// How many positions each question may cost.
    pub nodes: u64,
}

/// `Win` or `Loss` for the side to move if one of them is proved within the horizon, else `None`: a draw is never told.
/// What is in the ledger is forgotten.
pub fn decided<G: Game>(ledger: &mut Ledger, game: &G, pos: &G::Position, horizon: Horizon) -> Option<Worth> {
    ledger.clear();
    let budget = Budget::nodes(horizon.nodes);
    let fold = Fold::new(game, pos);
    // A value of at least this is a win that is near enough; minus it, such a loss.
    let near = WIN - Value::try_from(horizon.plies).unwrap_or(WIN).clamp(0, WIN);
    let mut report = |_| {};
    let mut exact = Exact::new(ledger, true, Meter::new(&budget), &fold, &mut report);
    if exact.above(pos, near - 1).is_some_and(|value| value >= near) {
        return Some(Worth::Win);
    }
    exact.meter = Meter::new(&budget);
    let is_lost = exact.above(pos, -near).is_some_and(|value| value <= -near);
    is_lost.then_some(Worth::Loss)
}
