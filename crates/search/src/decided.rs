//! Whether a position is decided soon: a short search by exact bounds, with no evaluator and no clock.
//!
//! Two closed questions are asked: "does the side to move win within so many plies?" and "does it lose within so many?",
//! first for the next plies, then for two more, and so on: what is near is found for next to nothing, and bounds that were
//! found help later. Every line that takes longer is cut off. Only proofs count: where the nodes do not suffice, nothing is
//! claimed.

use zermelo_game::{Budget, Game};

use crate::ProofTable;
use crate::budget::Meter;
use crate::canonical::CanonicalKeys;
use crate::exact::{Exact, Value, WIN};
use crate::solve::Worth;

/// How far to look, and at how many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// How many plies the end may be away.
    pub plies: u32,
    /// How many positions may be looked at in all.
    pub nodes: u64,
}

/// `Win` or `Loss` for the side to move if one of them is proved within the horizon, else `None`: a draw is never told.
/// What is in the table is forgotten.
pub fn decided<G: Game>(
    table: &mut ProofTable,
    game: &G,
    pos: &G::Position,
    horizon: Horizon,
) -> Option<Worth> {
    table.clear();
    let budget = Budget::nodes(horizon.nodes);
    let canonical = CanonicalKeys::new(game, pos);
    let mut report = |_| {};
    let mut exact = Exact::new(table, true, Meter::new(&budget), &canonical, &mut report);
    let nearest = 2 - horizon.plies % 2;
    for plies in (nearest..=horizon.plies).step_by(2) {
        // A value of at least this is a win that is near enough; minus it, such a loss.
        let near = WIN - Value::try_from(plies).unwrap_or(WIN).min(WIN);
        if exact.above(pos, near - 1)? >= near {
            return Some(Worth::Win);
        }
        if exact.above(pos, -near)? <= -near {
            return Some(Worth::Loss);
        }
    }
    None
}
