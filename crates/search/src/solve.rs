//! Exact solving: who wins with best play, in how many plies, and how.
//!
//! First the value, by proof numbers or by alpha-beta to the ends of the game, whichever suits the game; then the
//! distance, by alpha-beta that asks for nearer wins first. Each has its own budget, and what was not found within it is
//! not claimed.

use zermelo_game::{Budget, Game, Hints, MoveOf, Position};

use crate::budget::Meter;
use crate::canonical::CanonicalKeys;
use crate::exact::{Exact, Value, WIN};
use crate::proof::ProofSearch;
use crate::proof_table::ProofTable;

/// What a position is worth to the side to move with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It wins.
    Win,
    /// Nobody can do better.
    Draw,
    /// It loses.
    Loss,
}

impl Worth {
    /// `win`, `draw` or `loss`: the word in every output.
    pub const fn id(self) -> &'static str {
        match self {
            Worth::Win => "win",
            Worth::Draw => "draw",
            Worth::Loss => "loss",
        }
    }
}

/// How to find the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// What suits the game: proof numbers or alpha-beta.
    Auto,
    /// Depth-first proof-number search.
    Proof,
    /// Alpha-beta with bounds and the game's hints.
    AlphaBeta,
    /// Alpha-beta by the rules alone: slow, and with nothing to go wrong but the rules.
    Plain,
}

/// What to do, and what it may cost.
#[derive(Clone, Debug)]
pub struct SolvePlan {
    /// How to find the value.
    pub method: Method,
    /// For the value.
    pub budget: Budget,
    /// For the distance, if the value is won or lost; not looked for if it is `None`.
    pub distance: Option<Budget>,
    /// For each table.
    pub megabytes: usize,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The value; `None` if it could not be found within the budget.
    pub worth: Option<Worth>,
    /// The plies to the end with best play, if they were found: the winner hurries, the loser delays.
    pub plies: Option<u32>,
    /// The best line if the distance is known, else as much of it as is proved.
    pub line: Vec<M>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Solves a position. `report` is told from time to time what is being done and how many nodes that took.
pub fn solve<G: Game>(
    game: &G,
    pos: &G::Position,
    plan: &SolvePlan,
    report: &mut dyn FnMut(&str, u64),
) -> Solution<MoveOf<G>> {
    solve_in(&mut ProofTable::new(plan.megabytes), game, pos, plan, report)
}

/// The same, in memory that was used before: to solve many positions one after the other. What was found before is
/// forgotten.
pub fn solve_in<G: Game>(
    table: &mut ProofTable,
    game: &G,
    pos: &G::Position,
    plan: &SolvePlan,
    report: &mut dyn FnMut(&str, u64),
) -> Solution<MoveOf<G>> {
    table.clear();
    if let Some(outcome) = pos.outcome() {
        let worth = match outcome.winner() {
            None => Worth::Draw,
            Some(player) if player == pos.to_move() => Worth::Win,
            Some(_) => Worth::Loss,
        };
        return Solution { worth: Some(worth), plies: Some(0), line: Vec::new(), nodes: 0 };
    }
    let canonical = CanonicalKeys::new(game, pos);
    let method = match plan.method {
        Method::Auto if game.suits_proof_numbers() => Method::Proof,
        Method::Auto => Method::AlphaBeta,
        method => method,
    };
    if method == Method::Proof {
        return by_proof(table, game, pos, plan, &canonical, report);
    }
    let mut tell = |nodes| report("value", nodes);
    let meter = Meter::new(&plan.budget);
    let mut exact = Exact::new(table, method != Method::Plain, meter, &canonical, &mut tell);
    let Some((worth, low, high)) = sign(&mut exact, pos) else {
        return Solution { worth: None, plies: None, line: Vec::new(), nodes: exact.meter.nodes() };
    };
    // A move is held before the distance is looked for: one that keeps the win, however long it takes.
    let line = match worth {
        Worth::Draw => exact.line(pos, 0),
        Worth::Win | Worth::Loss => {
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            moves.sort_by_key(|&mv| std::cmp::Reverse(pos.move_score(mv)));
            let mut keeps = |mv: MoveOf<G>| {
                worth == Worth::Loss || exact.above(&pos.after(mv), -1).is_some_and(|value| value < 0)
            };
            moves.into_iter().find(|&mv| keeps(mv)).into_iter().collect()
        }
    };
    let mut solution = Solution { worth: Some(worth), plies: None, line, nodes: exact.meter.nodes() };
    if let Some(budget) = plan.distance.as_ref().filter(|_| worth != Worth::Draw) {
        exact.meter = Meter::new(budget);
        refine(&mut exact, pos, (low, high), &mut solution);
        solution.nodes += exact.meter.nodes();
    }
    solution
}

/// The value by proof numbers, then the distance by alpha-beta.
fn by_proof<G: Game>(
    table: &mut ProofTable,
    game: &G,
    pos: &G::Position,
    plan: &SolvePlan,
    canonical: &CanonicalKeys<G::Position>,
    report: &mut dyn FnMut(&str, u64),
) -> Solution<MoveOf<G>> {
    let mut solution = Solution { worth: None, plies: None, line: Vec::new(), nodes: 0 };
    {
        let mut tell = |nodes| report("value", nodes);
        let mut proof = ProofSearch::new(plan.megabytes, Meter::new(&plan.budget), canonical, &mut tell);
        solution.worth = match proof.wins(pos) {
            Some(true) => Some(Worth::Win),
            Some(false) if !game.can_draw() => Some(Worth::Loss),
            Some(false) => proof.holds(pos).map(|holds| if holds { Worth::Draw } else { Worth::Loss }),
            None => None,
        };
        match solution.worth {
            Some(Worth::Win) => solution.line.extend(proof.winning_move(pos)),
            Some(Worth::Draw) => {
                let mut moves = Vec::new();
                pos.moves(&mut moves);
                let keeps = |&mv: &MoveOf<G>| proof.wins(&pos.after(mv)) == Some(false);
                solution.line.extend(moves.into_iter().find(keeps));
            }
            Some(Worth::Loss) | None => {}
        }
        solution.nodes = proof.meter.nodes();
    }
    if !matches!(solution.worth, Some(Worth::Win | Worth::Loss)) {
        return solution;
    }
    if let Some(budget) = &plan.distance {
        let nodes = solution.nodes;
        let mut tell = |more| report("distance", nodes + more);
        let mut exact = Exact::new(table, true, Meter::new(budget), canonical, &mut tell);
        // To find the sign again is worth it: it leaves bounds all over the tree.
        if let Some((_, low, high)) = sign(&mut exact, pos) {
            refine(&mut exact, pos, (low, high), &mut solution);
        }
        solution.nodes += exact.meter.nodes();
    }
    if solution.line.is_empty() {
        let mut moves = Vec::new();
        pos.moves(&mut moves);
        solution.line.extend(moves.first());
    }
    solution
}

/// Won, drawn or lost, and between which values.
fn sign<P: Hints>(exact: &mut Exact<P>, pos: &P) -> Option<(Worth, Value, Value)> {
    let value = exact.above(pos, 0)?;
    if value > 0 {
        return Some((Worth::Win, value, WIN - 1));
    }
    let most = value;
    let value = exact.above(pos, -1)?;
    Some(if value >= 0 { (Worth::Draw, 0, 0) } else { (Worth::Loss, -(WIN - 1), most.min(value)) })
}

/// The distance and the best line.
fn refine<P: Hints>(
    exact: &mut Exact<P>,
    pos: &P,
    (low, high): (Value, Value),
    solution: &mut Solution<P::Move>,
) {
    let Some(value) = exact.value_between(pos, low, high) else { return };
    solution.plies = Some((WIN - value.abs()) as u32);
    let line = exact.line(pos, value);
    // The budget may have run out on the way: then what was held before is as good.
    if !line.is_empty() {
        solution.line = line;
    }
}
