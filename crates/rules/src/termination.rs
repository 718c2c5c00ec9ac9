//! Proof that a game ends. Every move must use something up: a piece in hand, an empty cell, a cell that becomes a hole, a piece
//! that is taken, or the way that lies before a piece. Otherwise the game needs a limit.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use crate::problem::{Place, Problem};
use crate::rules::{Limit, Motion, Placing, Rules};
use crate::second::{Jump, Passes, Without};
use crate::shape::Shape;

/// No game has more plies than this, or what keeps the game from being proved finite. `source` is the description.
pub fn bound(rules: &Rules, source: &str) -> Result<usize, Problem> {
    let proved = proved_bound(rules);
    let limited = match &rules.limit {
        None => None,
        Some(Limit { plies, without: None, .. }) => Some(*plies),
        Some(Limit { plies, without: Some(without), .. }) => {
            let resets = resets(rules, without).map_err(|(place, why)| {
                let clause = quoted(source, place);
                let message =
                    format!("`{clause}` {why}: then the limit is never reached. Leave it out of the limit.");
                Problem::new(place, message)
            })?;
            Some(plies * (resets + 1))
        }
    };
    match (limited, proved) {
        (Some(limit), Ok(bound)) => Ok(limit.min(bound)),
        (Some(limit), Err(_)) => Ok(limit),
        (None, Ok(bound)) => Ok(bound),
        (None, Err((place, why))) => {
            let clause = quoted(source, place);
            let lines = rules.goals.iter().map(|goal| goal.place.line);
            let last = lines.max().unwrap_or(place.line);
            let message = format!(
                "this game may never end: `{clause}` (line {}) {why}. Add `limit 200 plies: draw`.",
                place.line
            );
            Err(Problem::new(Place::line(last), message))
        }
    }
}

/// How often the count of a limit can begin anew.
fn resets(rules: &Rules, without: &Without) -> Result<usize, (Place, &'static str)> {
    let in_hand: usize = 2 * rules.kinds.iter().filter_map(|kind| kind.hand).sum::<usize>();
    let unlimited = rules.placings.iter().find(|placing| rules.is_unlimited(placing.kind));
    let cells = rules.shape.board.count();
    let placings = match unlimited {
        Some(placing) if rules.can_take() => return Err((placing.place, "can put back what is taken")),
        Some(_) => cells,
        None => in_hand,
    };
    let captures = if rules.can_take() { rules.start.len() + in_hand } else { 0 };
    let holes = if rules.makes_holes() { cells } else { 0 };
    let leads_back = |kind: usize| {
        // What another kind does first, it may do again.
        let others = rules.kinds.iter().enumerate().filter(|(other, _)| !without.kinds.contains(other));
        others.flat_map(|(_, other)| &other.becomes).any(|promotion| promotion.kind == kind)
    };
    for &kind in &without.kinds {
        if leads_back(kind) {
            return Err((rules.kinds[kind].place, "can come back by promotion"));
        }
        let mut walks = rules.motions.iter().filter(|motion| {
            let uses_up = motion.leaves_hole || motion.shot.is_some() || motion.to_empty.is_empty();
            motion.kind == kind && !uses_up
        });
        if let Some(motion) = walks.find(|motion| !is_forward(motion)) {
            return Err((motion.places[0], "can be taken back"));
        }
    }
    let counts = |jump: &&Jump| without.jumps || without.kinds.contains(&jump.kind);
    let mut jumps = rules.jumps.iter().filter(counts);
    if let Some(jump) = jumps.find(|jump| !jump.takes && Shape::advance(jump.delta, jump.player) <= 0) {
        return Err((jump.place, "can be taken back"));
    }
    let pieces = rules.start.len() + placings;
    let walks = !without.kinds.is_empty() || without.jumps;
    let steps = if walks { (pieces + captures + holes) * (rules.shape.rows - 1) } else { 0 };
    Ok(captures + placings + holes + steps)
}

/// The words of a clause, as far as they stand on its first line.
fn quoted(source: &str, place: Place) -> String {
    let line = source.lines().nth(place.line.wrapping_sub(1)).unwrap_or_default();
    line.chars().skip(place.column.saturating_sub(1)).take(place.length).collect()
}

fn is_forward(motion: &Motion) -> bool {
    Shape::advance(motion.delta, motion.player) > 0
}

/// How often a player can do what uses something up.
#[derive(Clone, Copy)]
struct Uses {
    placings: usize,
    holes: usize,
    captures: usize,
    steps: usize,
}

impl Uses {
    fn total(self) -> usize {
        self.placings + self.holes + self.captures + self.steps
    }
}

/// A bound from what moves use up, or a clause that uses up nothing. Players take turns, so it is enough that the moves of one
/// of them are bounded.
fn proved_bound(rules: &Rules) -> Result<usize, (Place, &'static str)> {
    if let (Passes::Always, Some(place)) = (rules.passes, rules.pass_place) {
        return Err((place, "uses nothing up"));
    }
    // A capture forward is a step too: count it as what bounds the game better.
    let [one, other] = [false, true].map(|counts_steps| bound_by(rules, counts_steps));
    match (one, other) {
        (Ok(one), Ok(other)) => Ok(one.min(other)),
        (one, other) => one.or(other),
    }
}

fn bound_by(rules: &Rules, counts_steps: bool) -> Result<usize, (Place, &'static str)> {
    match Player::BOTH.map(|player| uses(rules, player, counts_steps)) {
        [Ok(first), Ok(second)] => {
            let mut filled = first.placings + first.holes + second.placings + second.holes;
            if !rules.can_take() {
                // Pieces and holes need a cell each.
                filled = filled.min(rules.shape.board.count() - rules.start.len());
            }
            let all = filled + first.captures + second.captures + first.steps + second.steps;
            if rules.passes != Passes::Never {
                // Nobody passes twice in a row.
                return Ok(2 * all);
            }
            Ok(all.min(2 * first.total()).min(2 * second.total() + 1))
        }
        [Ok(first), Err(_)] if rules.passes == Passes::Never => Ok(2 * first.total()),
        [Err(_), Ok(second)] if rules.passes == Passes::Never => Ok(2 * second.total() + 1),
        [Err(endless), _] | [_, Err(endless)] => Err(endless),
    }
}

fn uses(rules: &Rules, player: Player, counts_steps: bool) -> Result<Uses, (Place, &'static str)> {
    let cells = rules.shape.board.count();
    let owns = |motion: &&Motion| motion.player == player && rules.can_own(player, motion.kind);
    let motions = || rules.motions.iter().filter(owns);
    let is_unlimited = |placing: &&Placing| rules.is_unlimited(placing.kind);
    let unlimited = rules.placings.iter().find(is_unlimited);
    if let Some(placing) = unlimited.filter(|_| rules.can_take()) {
        return Err((placing.place, "can put back what is taken"));
    }
    let jumps = || {
        let owns = |jump: &&Jump| jump.player == player && rules.can_own(player, jump.kind);
        rules.jumps.iter().filter(owns)
    };
    let makes_hole = |motion: &&Motion| motion.leaves_hole || motion.shot.is_some();
    let takes_only = |motion: &&Motion| {
        !makes_hole(motion) && motion.to_empty.is_empty() && !(counts_steps && is_forward(motion))
    };
    let walks = |motion: &&Motion| !makes_hole(motion) && !takes_only(motion);
    // A jump that may take nothing is a walk.
    let strolls = |jump: &&Jump| !jump.takes && !jump.to_empty.is_empty();
    if let Some(motion) = motions().filter(walks).find(|motion| !is_forward(motion)) {
        return Err((motion.places[0], "can be taken back"));
    }
    if let Some(jump) = jumps().filter(strolls).find(|jump| Shape::advance(jump.delta, player) <= 0) {
        return Err((jump.place, "can be taken back"));
    }
    let n_empty = cells - rules.start.len();
    let in_hand: usize = rules.kinds.iter().filter_map(|kind| kind.hand).sum();
    let placings = match (unlimited.is_some(), rules.can_take()) {
        (true, _) => n_empty,
        (false, true) => in_hand,
        (false, false) => in_hand.min(n_empty),
    };
    let holes = if motions().any(|motion| makes_hole(&motion)) { cells } else { 0 };
    let is_enemy = |stone: &&crate::rules::Stone| stone.player != player || rules.can_turn();
    let enemies =
        rules.start.iter().filter(is_enemy).count() + if rules.can_turn() { 2 * in_hand } else { in_hand };
    let takes = motions().any(|motion| takes_only(&motion)) || jumps().any(Jump::can_take);
    let captures = if takes { enemies } else { 0 };
    // The way that lies before each piece, in rows; a piece that is moved otherwise may get all of it back.
    let strides = motions().filter(walks).map(|motion| Shape::advance(motion.delta, player));
    let strides = strides.chain(jumps().filter(strolls).map(|jump| Shape::advance(jump.delta, player)));
    let steps = strides.min().map_or(0, |stride| {
        let (longest, stride) = (rules.shape.rows - 1, stride as usize);
        let own = rules.start.iter().filter(|stone| stone.player == player || rules.can_turn());
        let ahead = own.map(|stone| (longest - rules.shape.height(stone.bit, player)) / stride);
        ahead.sum::<usize>() + (placings + holes + captures) * (longest / stride)
    });
    Ok(Uses { placings, holes, captures, steps })
}
