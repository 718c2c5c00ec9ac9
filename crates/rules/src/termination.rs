//! Proof that a game ends. Every move must use something up: a piece in hand, an empty cell, a cell that becomes a hole, a piece
//! that is taken, or the way that lies before a piece. Otherwise the game needs a limit.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use crate::problem::{Place, Problem};
use crate::rules::{Motion, Placing, Rules};
use crate::shape::Shape;

/// No game has more plies than this, or what keeps the game from being proved finite. `source` is the description.
pub fn bound(rules: &Rules, source: &str) -> Result<usize, Problem> {
    let proved = proved_bound(rules);
    match (rules.limit, proved) {
        (Some(limit), Ok(bound)) => Ok(limit.plies.min(bound)),
        (Some(limit), Err(_)) => Ok(limit.plies),
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
            Ok(all.min(2 * first.total()).min(2 * second.total() + 1))
        }
        [Ok(first), Err(_)] => Ok(2 * first.total()),
        [Err(_), Ok(second)] => Ok(2 * second.total() + 1),
        [Err(endless), Err(_)] => Err(endless),
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
    let takes_only = |motion: &&Motion| {
        !motion.leaves_hole && motion.to_empty.is_empty() && !(counts_steps && is_forward(motion))
    };
    let walks = |motion: &&Motion| !motion.leaves_hole && !takes_only(motion);
    if let Some(motion) = motions().filter(walks).find(|motion| !is_forward(motion)) {
        return Err((motion.places[0], "can be taken back"));
    }
    let n_empty = cells - rules.start.len();
    let in_hand: usize = rules.kinds.iter().filter_map(|kind| kind.hand).sum();
    let placings = match (unlimited.is_some(), rules.can_take()) {
        (true, _) => n_empty,
        (false, true) => in_hand,
        (false, false) => in_hand.min(n_empty),
    };
    let holes = if motions().any(|motion| motion.leaves_hole) { cells } else { 0 };
    let enemies = rules.start.iter().filter(|stone| stone.player != player).count() + in_hand;
    let captures = if motions().any(|motion| takes_only(&motion)) { enemies } else { 0 };
    // The way that lies before each piece, in rows; a piece that is moved otherwise may get all of it back.
    let strides = motions().filter(walks).map(|motion| Shape::advance(motion.delta, player));
    let steps = strides.min().map_or(0, |stride| {
        let (longest, stride) = (rules.shape.rows - 1, stride as usize);
        let own = rules.start.iter().filter(|stone| stone.player == player);
        let ahead = own.map(|stone| (longest - rules.shape.height(stone.bit, player)) / stride);
        ahead.sum::<usize>() + (placings + holes + captures) * (longest / stride)
    });
    Ok(Uses { placings, holes, captures, steps })
}
