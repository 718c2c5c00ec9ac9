//! What happens when a player cannot move: a goal says it, or it cannot happen, or the description is refused.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use crate::judge::cases_when_stuck;
use crate::problem::{Place, Problem};
use crate::rules::{Motion, Rules, Test, Whither};
use crate::second::Passes;
use crate::shape::{Form, Shape};

/// Whether a player who is to move may be unable to: then somebody has to look after every move.
pub fn can_be_stuck(rules: &Rules) -> Result<bool, Problem> {
    let stuck: Vec<Player> =
        Player::BOTH.into_iter().filter(|&player| !always_has_a_move(rules, player)).collect();
    let says = |player: Player| {
        let mut cases = cases_when_stuck(rules, player).into_iter();
        match rules.passes {
            // A player passes while the opponent has a move, so something must be said of the case that both have none.
            Passes::IfStuck => cases.next().is_some(),
            Passes::Always => true,
            Passes::Never => cases.any(|(needs_both, _)| !needs_both),
        }
    };
    let Some(&player) = stuck.iter().find(|&&player| !says(player)) else {
        return Ok(!stuck.is_empty());
    };
    let lines = rules.goals.iter().map(|goal| goal.place.line);
    let last = lines.max().unwrap_or(1);
    if rules.passes == Passes::IfStuck {
        let message = "nothing says what happens when neither player can move. Add `end both cannot move: most pieces`.";
        return Err(Problem::new(Place::line(last), message));
    }
    let fills = !rules.can_move_pieces()
        && rules
            .placings
            .iter()
            .any(|placing| is_everywhere(rules, &placing.whither) && !placing.turns_lines);
    let advice = if fills { "draw board full" } else { "win opponent cannot move" };
    let who = if stuck.len() == 2 { "a player".to_owned() } else { rules.players[player.index()].clone() };
    let message = format!("nothing says what happens when {who} cannot move. Add `{advice}`.");
    Err(Problem::new(Place::line(last), message))
}

/// Whether a player can be proved to have a move whenever the game goes on.
fn always_has_a_move(rules: &Rules, player: Player) -> bool {
    can_always_place(rules, player) || can_always_advance(rules, player)
}

fn is_everywhere(rules: &Rules, whither: &Whither) -> bool {
    match whither {
        Whither::On(zones) => zones.iter().all(|&zone| zone == rules.shape.board),
        Whither::Columns => true,
        Whither::NextTo(_) => false,
    }
}

/// There is an empty cell while the board is not full, and a piece to put there.
fn can_always_place(rules: &Rules, player: Player) -> bool {
    let ends_when_full = rules.goals.iter().any(|goal| goal.test == Test::BoardFull) || is_hex(rules);
    if !ends_when_full {
        return false;
    }
    let is_free =
        |placing: &&crate::rules::Placing| is_everywhere(rules, &placing.whither) && !placing.turns_lines;
    let mut placings = rules.placings.iter().filter(is_free);
    if placings.clone().any(|placing| rules.is_unlimited(placing.kind)) {
        return true;
    }
    // Where pieces are only placed, players take turns to fill the empty cells: enough in hand is half of them.
    let n_empty = rules.shape.board.count() - rules.start.len();
    let needed = if player == Player::First { n_empty.div_ceil(2) } else { n_empty / 2 };
    let all_everywhere = placings.clone().count() == rules.placings.len();
    let in_hand: usize = {
        let mut kinds: Vec<usize> = placings.by_ref().map(|placing| placing.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().filter_map(|kind| rules.kinds[kind].hand).sum()
    };
    !rules.can_move_pieces() && all_everywhere && in_hand >= needed
}

/// A full rhombus of hexes has a chain for exactly one of the players (the Hex theorem).
fn is_hex(rules: &Rules) -> bool {
    let whole = Shape::new(Form::Rhombus, rules.shape.side, rules.shape.side);
    let is_whole =
        rules.shape.form == Form::Rhombus && whole.is_some_and(|whole| whole.board == rules.shape.board);
    let connects = |player: Player, wanted: [&str; 2]| {
        rules.goals.iter().any(|goal| match &goal.test {
            Test::Connect { names, .. } => {
                let is_pair = wanted.iter().all(|&side| names.iter().any(|name| name == side));
                is_pair && goal.subject.is_none_or(|subject| subject == player)
            }
            _ => false,
        })
    };
    let (upright, level) = (["top", "bottom"], ["left", "right"]);
    is_whole
        && (connects(Player::First, upright) && connects(Player::Second, level)
            || connects(Player::First, level) && connects(Player::Second, upright))
}

/// The foremost piece has no own piece before it. If from every cell on which the game goes on some step leads forward to a
/// cell that may be empty or an enemy's, that piece can take it.
fn can_always_advance(rules: &Rules, player: Player) -> bool {
    let has_holes = rules.makes_holes() || rules.can_turn();
    let starts = rules.start.iter().any(|stone| stone.player == player);
    // A player without pieces has lost, or pieces are never taken.
    let bare_ends = rules.goals.iter().any(|goal| {
        let concerns = goal.subject.is_none_or(|subject| subject == player.other());
        concerns && matches!(goal.test, Test::Fewer { kind: None, than, .. } if than[player.index()] >= 1)
    });
    // Pieces on the board must not move while others wait in hand, for which there may be no cell.
    let waits = rules.kinds.iter().any(|kind| kind.placed_first);
    if has_holes || !starts || waits || (rules.can_take() && !bare_ends) {
        return false;
    }
    let kinds = (0..rules.kinds.len()).filter(|&kind| rules.can_own(player, kind));
    let shape = &rules.shape;
    kinds.into_iter().all(|kind| {
        let ends_on = |bit: usize| {
            rules.goals.iter().any(|goal| match &goal.test {
                Test::Reach { zones, kind: wanted, .. } => {
                    let concerns = goal.subject.is_none_or(|subject| subject == player);
                    concerns && wanted.is_none_or(|wanted| wanted == kind) && zones[player.index()].has(bit)
                }
                _ => false,
            })
        };
        let advances = |motion: &&Motion| {
            let is_own = motion.kind == kind && motion.player == player && motion.least == 1;
            is_own && Shape::advance(motion.delta, player) > 0
        };
        let can_leave = |bit: usize| {
            rules.motions.iter().filter(advances).any(|motion| {
                let to = shape.neighbour(bit, motion.delta);
                to.is_some_and(|to| motion.to_empty.has(to) && motion.to_enemy.has(to))
            })
        };
        shape.board.cells().all(|bit| ends_on(bit) || can_leave(bit))
    })
}
