//! What the rules say about kinds and cells before anything is played.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use crate::rules::{Goal, GoalResult, Rules, Test, Whither};
use crate::shape::Set;

/// Whether a player never has more than one piece.
pub fn is_single(rules: &Rules, player: Player) -> bool {
    let kinds = 0..rules.kinds.len();
    let supply: usize = kinds.clone().map(|kind| rules.supply(player, kind)).sum();
    supply <= 1 && kinds.into_iter().all(|kind| !rules.is_unlimited(kind))
}

/// The cells that a kind reaches from a cell of the empty board, on average.
pub fn mean_reach(rules: &Rules, kind: usize) -> f64 {
    let shape = &rules.shape;
    let own = rules.motions.iter().filter(|motion| motion.kind == kind && motion.player == Player::First);
    let mut n_reached = 0;
    for motion in own {
        for bit in shape.board.cells() {
            let mut at = bit;
            for _ in 0..motion.reach {
                let Some(next) = shape.neighbour(at, motion.delta) else { break };
                n_reached += usize::from(motion.to_empty.has(next) || motion.to_enemy.has(next));
                at = next;
            }
        }
    }
    n_reached as f64 / shape.board.count() as f64
}

/// Where each player wants to be: the zones of goals that win by reaching them or by having all pieces there.
pub fn goal_zones(rules: &Rules) -> Option<[Set; 2]> {
    let mut zones = [Set::EMPTY; 2];
    for goal in rules.goals.iter().filter(|goal| goal.result == GoalResult::Win) {
        if let Test::Reach { zones: goal_zones, .. } | Test::AllOn { zones: goal_zones, .. } = &goal.test {
            for player in Player::BOTH {
                if goal.subject.is_none_or(|subject| subject == player) {
                    zones[player.index()] |= goal_zones[player.index()];
                }
            }
        }
    }
    zones.iter().any(|zone| !zone.is_empty()).then_some(zones)
}

/// Whether a zone must be reached, and who comes there can be taken on the way.
pub fn has_guards(rules: &Rules) -> bool {
    let wins = |goal: &Goal| goal.result == GoalResult::Win && matches!(goal.test, Test::Reach { .. });
    rules.can_take() && rules.goals.iter().any(wins)
}

/// Whether every move takes a piece: then the number of moves says what is left.
pub fn always_takes(rules: &Rules) -> bool {
    let jumps_take = rules.jumps.iter().all(|jump| jump.takes);
    rules.placings.is_empty() && jumps_take && rules.motions.iter().all(|motion| motion.to_empty.is_empty())
}

/// The cells on which a piece cannot be turned over: on every line through them one side has no cell.
pub fn safe_cells(rules: &Rules) -> Set {
    let shape = &rules.shape;
    let ends = |bit: usize, (down, right): (isize, isize)| {
        shape.neighbour(bit, (down, right)).is_none() || shape.neighbour(bit, (-down, -right)).is_none()
    };
    let axes = shape.axes();
    let is_safe = |bit: &usize| axes.iter().all(|&delta| ends(*bit, delta));
    shape.board.cells().filter(is_safe).fold(Set::EMPTY, |set, bit| set | Set::one(bit))
}

/// What pieces that are so near to the enemy's goal are worth there: half as much for each step away.
pub fn guarding(nearness: &[f64]) -> Vec<f64> {
    let nearest = nearness.iter().copied().fold(0.0, f64::max) as i32;
    let worth =
        |near: i32| if near > 0 { (0..nearest - near).fold(8.0, |worth, _| worth / 2.0) } else { 0.0 };
    nearness.iter().map(|&near| worth(near as i32)).collect()
}

/// Where pieces only fall in columns: the cells that are filled last but one, last but three and so on, each in its column.
pub fn filled_evenly(rules: &Rules) -> Option<Set> {
    let fall = rules.placings.iter().all(|placing| placing.whither == Whither::Columns);
    if !rules.motions.is_empty() || rules.placings.is_empty() || !fall {
        return None;
    }
    let shape = &rules.shape;
    let n_above = |bit: usize| {
        std::iter::successors(shape.neighbour(bit, (-1, 0)), |&at| shape.neighbour(at, (-1, 0))).count()
    };
    let cells = shape.board.cells().filter(|&bit| n_above(bit) % 2 == 1);
    Some(cells.fold(Set::EMPTY, |set, bit| set | Set::one(bit)))
}

/// How many moves each cell is nearer to a zone than the farthest cell from which pieces come there; where pieces do not move,
/// how many cells.
pub fn nearness(rules: &Rules, player: Player, zone: Set) -> Vec<f64> {
    let shape = &rules.shape;
    let leads_to = |bit: usize, set: Set| {
        let mut motions = rules.motions.iter().filter(|motion| motion.player == player);
        motions.any(|motion| {
            let mut next = shape.neighbour(bit, motion.delta);
            for _ in 0..motion.reach {
                let Some(at) = next else { break };
                if set.has(at) && (motion.to_empty.has(at) || motion.to_enemy.has(at)) {
                    return true;
                }
                next = shape.neighbour(at, motion.delta);
            }
            false
        })
    };
    let (mut reached, mut rings) = (zone, vec![zone]);
    loop {
        let last = rings[rings.len() - 1];
        let before = if rules.motions.is_empty() {
            crate::resolve::beside(shape, last)
        } else {
            let cells = shape.board.cells().filter(|&bit| !reached.has(bit) && leads_to(bit, last));
            cells.fold(Set::EMPTY, |set, bit| set | Set::one(bit))
        };
        let next = before & !reached;
        if next.is_empty() {
            break;
        }
        rings.push(next);
        reached |= next;
    }
    let mut worth = vec![0.0; shape.n_bits()];
    for (steps, ring) in rings.iter().enumerate() {
        ring.cells().for_each(|bit| worth[bit] = (rings.len() - 1 - steps) as f64);
    }
    worth
}

/// The sides that each player wants to connect.
pub fn connected_sides(rules: &Rules) -> Option<[[Set; 2]; 2]> {
    let sides = |player: Player| {
        rules.goals.iter().find_map(|goal| match &goal.test {
            Test::Connect { sides, .. } if goal.subject.is_none_or(|subject| subject == player) => {
                Some(*sides)
            }
            _ => None,
        })
    };
    Some([sides(Player::First)?, sides(Player::Second)?])
}

/// How near each cell is to the middle, in cell widths.
pub fn centrality(rules: &Rules) -> Vec<f64> {
    let shape = &rules.shape;
    let points: Vec<(f64, f64)> = shape.board.cells().map(|bit| shape.point(bit)).collect();
    let extent = |part: &dyn Fn(&(f64, f64)) -> f64| {
        let values = points.iter().map(part);
        values.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (top, bottom)) = (extent(&|point| point.0), extent(&|point| point.1));
    let away = |(x, y): (f64, f64)| libm::hypot(x - (left + right) / 2.0, y - (top + bottom) / 2.0);
    let farthest = points.iter().map(|&point| away(point)).fold(0.0, f64::max);
    let mut worth = vec![0.0; shape.n_bits()];
    shape.board.cells().zip(&points).for_each(|(bit, &point)| worth[bit] = farthest - away(point));
    worth
}
