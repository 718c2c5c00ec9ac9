//! Positions to solve, as work.

use serde::{Deserialize, Serialize};
use zermelo_catalog::{OpenGame, RequestError, Start};
use zermelo_game::{Budget, Outcome, Stop};
use zermelo_search::{Method, SolvePlan};

use super::{Surroundings, WorkGame};

/// Positions to solve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolveWork {
    /// The game.
    pub game: WorkGame,
    /// The moves from the start to each position, and how many positions may be looked at for it.
    pub positions: Vec<(String, u64)>,
}

/// Memory for solving one position.
const MEGABYTES: usize = 32;

/// Who wins from an opening with best play, if that can be found by looking at so many positions. Without positions nobody
/// looks.
pub fn solve(
    game: &OpenGame,
    opening: &str,
    nodes: u64,
    stop: &Stop,
) -> Result<Option<Outcome>, RequestError> {
    if nodes == 0 {
        return Ok(None);
    }
    let pos = Start { position: None, moves: opening.to_owned() }.position_in(game)?;
    if let Some(outcome) = pos.outcome() {
        return Ok(Some(outcome));
    }
    let budget = Budget { stop: Some(stop.clone()), ..Budget::nodes(nodes) };
    let plan = SolvePlan { method: Method::Auto, budget, distance: None, megabytes: MEGABYTES };
    Ok(game.proved_outcome(&pos, &plan))
}

/// Solves all positions; `None` if it was stopped.
pub(super) fn carry_out(
    work: &SolveWork,
    here: &Surroundings,
) -> Result<Option<Vec<Option<String>>>, RequestError> {
    let game = work.game.open(here.permission)?;
    let mut found = Vec::new();
    for (opening, nodes) in &work.positions {
        let outcome = solve(&game, opening, *nodes, here.stop)?;
        if here.stop.is_stopped() {
            return Ok(None);
        }
        found.push(outcome.map(|outcome| outcome.id().to_owned()));
        (here.on_progress)();
    }
    Ok(Some(found))
}
