//! What a portrait will play: known before it begins, whatever comes of it.

use zermelo_game::Symmetry;

use super::file::AnalysisPlan;
use super::probe::{Draw, Probe};
use super::runner::{has_weights, seed_of};
use zermelo_catalog::OpenGame;

/// What a portrait will play.
pub(super) struct Schedule {
    /// The openings of games of players against themselves.
    pub openings: Vec<String>,
    /// The openings of every rung of the ladder.
    pub ladder: Vec<Vec<String>>,
    /// The first moves, and openings that begin with them.
    pub first_moves: Vec<FirstMoveKind>,
    /// The ways to copy.
    pub copies: Vec<Symmetry>,
    /// The openings of games without a heuristic; none if there are no heuristics.
    pub heuristics: Vec<String>,
    /// How many games there will be.
    pub n_games: u64,
}

/// A first move with its mirror images.
pub(super) struct FirstMoveKind {
    /// All of them.
    pub names: Vec<String>,
    /// Openings that begin with the first of them.
    pub openings: Vec<String>,
}

impl Schedule {
    /// Of a plan.
    pub fn of(plan: &AnalysisPlan, game: &OpenGame, probe: &Probe) -> Schedule {
        let draw = |after: &str, n: u32, is_even: bool, purpose: &str| {
            if n == 0 {
                return Vec::new();
            }
            let seed = seed_of(plan.common.seed, purpose);
            probe.openings(&Draw { after, n: n as usize, is_even, seed })
        };
        let openings = draw("", plan.games.games, true, "games");
        let rungs = 0..plan.ladder.doublings;
        let ladder: Vec<Vec<String>> = rungs
            .map(|rung| draw("", plan.ladder.games.div_ceil(2), true, &format!("rung {rung}")))
            .collect();
        let first_moves: Vec<FirstMoveKind> = (probe.first_moves().into_iter())
            .map(|names| {
                let first = names.first().map_or("", String::as_str);
                let openings = draw(first, plan.first_moves.games, false, &format!("after {first}"));
                FirstMoveKind { names, openings }
            })
            .collect();
        let copies = probe.copies();
        let n_heuristics = if has_weights(game) { game.features().len() } else { 0 };
        let heuristics = if n_heuristics > 0 {
            draw("", plan.heuristics.games.div_ceil(2), true, "heuristics")
        } else {
            Vec::new()
        };
        let n_levels = plan.games.nodes.len() as u64;
        let n_copies = if copies.is_empty() { 0 } else { 1 + copies.len() as u64 };
        let n_games = u64::from(plan.games.random)
            + n_levels * openings.len() as u64
            + ladder.iter().map(|openings| 2 * openings.len() as u64).sum::<u64>()
            + first_moves.iter().map(|kind| kind.openings.len() as u64).sum::<u64>()
            + n_copies * u64::from(plan.copying.games)
            + n_heuristics as u64 * 2 * heuristics.len() as u64;
        Schedule { openings, ladder, first_moves, copies, heuristics, n_games }
    }
}

impl AnalysisPlan {
    /// How many games there will be.
    pub fn n_games(&self) -> Option<u64> {
        let game = zermelo_catalog::catalog::open(&self.common.game).ok()?;
        Some(Schedule::of(self, &game, &Probe::new(&game)).n_games)
    }
}
