//! The symmetries of a description, found by trying: a turn of the board, with or without exchanging the players, is one if it
//! takes every motion, placing and goal to another of the same rules. The start is not asked for.

use std::collections::HashSet;

use zermelo_board::bits::Bits;
use zermelo_game::{Outcome, Player, Symmetry, Turn};

use crate::judge::{cases_when_stuck, due_after_move};
use crate::reasons;
use crate::rules::{Motion, Rules, Test, Whither};
use crate::second::{Chain, Jump, Over, Shot};
use crate::shape::{Delta, Set, turned_delta};

const TURNS: [Turn; 7] = [
    Turn::Mirror,
    Turn::Flip,
    Turn::Rotate180,
    Turn::Transpose,
    Turn::AntiTranspose,
    Turn::Rotate90,
    Turn::Rotate270,
];

/// All symmetries: those that leave the players first.
pub fn find(rules: &Rules) -> Vec<Symmetry> {
    let mut found = Vec::new();
    let owned =
        Player::BOTH.map(|player| (0..rules.kinds.len()).map(|kind| rules.can_own(player, kind)).collect());
    let motions: HashSet<MotionKey> = rules.motions.iter().map(MotionKey::of).collect();
    let jumps: HashSet<JumpKey> = rules.jumps.iter().map(JumpKey::of).collect();
    for swaps_players in [false, true] {
        for turn in TURNS {
            let Some(image) = rules.shape.turned(turn) else { continue };
            let map =
                Map { rules, image, turn, swaps_players, owned: &owned, motions: &motions, jumps: &jumps };
            if map.keeps_rules() {
                found.push(Symmetry { turn, swaps_players });
            }
        }
    }
    // How the second player sees the board must not depend on how the board lies: half a turn agrees with every other turn, and
    // without it only those turns count that agree with all.
    if !found.contains(&Symmetry::swapping(Turn::Rotate180)) {
        let staying: Vec<Turn> =
            found.iter().filter(|found| !found.swaps_players).map(|found| found.turn).collect();
        found.retain(|one| !one.swaps_players || staying.iter().all(|&turn| commute(one.turn, turn)));
    }
    found
}

/// Whether the order of two turns does not matter.
fn commute(one: Turn, other: Turn) -> bool {
    let after = |first: Turn, second: Turn| turned_delta(second, turned_delta(first, (1, 2)));
    after(one, other) == after(other, one)
}

/// Whether a symmetry also takes the start to itself.
pub fn keeps_start(rules: &Rules, symmetry: &Symmetry) -> bool {
    let Some(image) = rules.shape.turned(symmetry.turn) else { return false };
    rules.start.iter().all(|stone| {
        let player = if symmetry.swaps_players { stone.player.other() } else { stone.player };
        let wanted = (player, stone.kind, image[stone.bit]);
        rules.start.iter().any(|other| (other.player, other.kind, other.bit) == wanted)
    })
}

struct Map<'a> {
    rules: &'a Rules,
    image: Vec<usize>,
    turn: Turn,
    swaps_players: bool,
    /// Which kinds each player can have.
    owned: &'a [Vec<bool>; 2],
    motions: &'a HashSet<MotionKey>,
    jumps: &'a HashSet<JumpKey>,
}

/// Everything that tells motions apart.
#[derive(PartialEq, Eq, Hash)]
struct MotionKey {
    kind: usize,
    player: Player,
    delta: Delta,
    least: usize,
    reach: usize,
    to_empty: Set,
    to_enemy: Set,
    leaves_hole: bool,
    shot: Option<Shot>,
}

impl MotionKey {
    fn of(motion: &Motion) -> MotionKey {
        let Motion { kind, player, delta, least, reach, to_empty, to_enemy, leaves_hole, .. } = *motion;
        let shot = motion.shot.clone();
        MotionKey { kind, player, delta, least, reach, to_empty, to_enemy, leaves_hole, shot }
    }
}

/// Everything that tells jumps apart.
#[derive(PartialEq, Eq, Hash)]
struct JumpKey {
    kind: usize,
    player: Player,
    delta: Delta,
    reach: usize,
    over: Over,
    to_empty: Set,
    to_enemy: Set,
    takes: bool,
    chain: Chain,
}

impl JumpKey {
    fn of(jump: &Jump) -> JumpKey {
        let Jump { kind, player, delta, reach, over, to_empty, to_enemy, takes, chain, .. } = *jump;
        JumpKey { kind, player, delta, reach, over, to_empty, to_enemy, takes, chain }
    }
}

impl Map<'_> {
    fn player(&self, player: Player) -> Player {
        if self.swaps_players { player.other() } else { player }
    }

    fn set(&self, set: Set) -> Set {
        // The turn takes the whole board to itself.
        if set == self.rules.shape.board {
            return set;
        }
        set.cells().fold(Set::EMPTY, |image, bit| image | Set::one(self.image[bit]))
    }

    fn delta(&self, delta: Delta) -> Delta {
        turned_delta(self.turn, delta)
    }

    /// Whether each player's set goes to the set of the player in its place.
    fn keeps_sets(&self, from: &[Set; 2], to: &[Set; 2]) -> bool {
        Player::BOTH
            .into_iter()
            .all(|player| self.set(from[player.index()]) == to[self.player(player).index()])
    }

    fn keeps_rules(&self) -> bool {
        self.keeps_directions()
            && self.keeps_supplies()
            && self.keeps_motions()
            && self.keeps_jumps()
            && self.keeps_placings()
            && self.keeps_goals()
    }

    fn keeps_supplies(&self) -> bool {
        let rules = self.rules;
        let limit = rules.limit.as_ref();
        let limit_stays = limit.is_none_or(|limit| limit.winner.is_none() || !self.swaps_players);
        let kinds = 0..rules.kinds.len();
        let supplies_stay = kinds.into_iter().filter(|&kind| rules.kinds[kind].hand.is_some()).all(|kind| {
            let supply = |player: Player| rules.supply(player, kind);
            supply(Player::First) == supply(self.player(Player::First))
        });
        let becomes_stay = rules
            .kinds
            .iter()
            .all(|kind| kind.becomes.iter().all(|one| self.keeps_sets(&one.zones, &one.zones)));
        limit_stays && supplies_stay && becomes_stay
    }

    fn keeps_motions(&self) -> bool {
        let motions = &self.rules.motions;
        motions.iter().all(|motion| {
            // A piece that nobody ever has moves nowhere.
            let owns = |player: Player| self.owned[player.index()][motion.kind];
            if !owns(motion.player) && !owns(self.player(motion.player)) {
                return true;
            }
            self.motions.contains(&MotionKey {
                kind: motion.kind,
                player: self.player(motion.player),
                delta: self.delta(motion.delta),
                least: motion.least,
                reach: motion.reach,
                to_empty: self.set(motion.to_empty),
                to_enemy: self.set(motion.to_enemy),
                leaves_hole: motion.leaves_hole,
                shot: motion
                    .shot
                    .as_ref()
                    .map(|shot| shot.mapped(|cells| self.set(cells), |delta| self.delta(delta))),
            })
        })
    }

    fn keeps_jumps(&self) -> bool {
        self.rules.jumps.iter().all(|jump| {
            let owns = |player: Player| self.owned[player.index()][jump.kind];
            if !owns(jump.player) && !owns(self.player(jump.player)) {
                return true;
            }
            self.jumps.contains(&JumpKey {
                player: self.player(jump.player),
                delta: self.delta(jump.delta),
                to_empty: self.set(jump.to_empty),
                to_enemy: self.set(jump.to_enemy),
                ..JumpKey::of(jump)
            })
        })
    }

    /// Neighbours stay neighbours, whether the rules ask for them or not.
    fn keeps_directions(&self) -> bool {
        let directions = self.rules.shape.directions();
        directions.iter().all(|&(_, delta)| directions.iter().any(|&(_, other)| other == self.delta(delta)))
    }

    fn keeps_adjacency(&self) -> bool {
        let adjacent = self.rules.shape.adjacent();
        adjacent.iter().all(|&delta| adjacent.contains(&self.delta(delta)))
    }

    fn keeps_axes(&self) -> bool {
        let axes = self.rules.shape.axes();
        axes.iter().all(|&delta| {
            let (down, right) = self.delta(delta);
            axes.contains(&(down, right)) || axes.contains(&(-down, -right))
        })
    }

    fn keeps_placings(&self) -> bool {
        let placings = &self.rules.placings;
        placings.iter().all(|placing| match &placing.whither {
            Whither::Columns => self.delta((1, 0)) == (1, 0),
            Whither::NextTo(_) => self.keeps_adjacency(),
            Whither::On(zones) => placings.iter().any(|other| match &other.whither {
                Whither::On(others) => other.kind == placing.kind && self.keeps_sets(zones, others),
                _ => false,
            }),
        })
    }

    /// After a move of either player the same goals are tried in the same order.
    fn keeps_goals(&self) -> bool {
        let outcome = |outcome: Option<Outcome>| {
            outcome.map(|outcome| if self.swaps_players { outcome.swapped() } else { outcome })
        };
        Player::BOTH.into_iter().all(|moved| {
            let here = due_after_move(self.rules, moved);
            let there = due_after_move(self.rules, self.player(moved));
            let keeps = here.len() == there.len()
                && here.iter().zip(&there).all(|(here, there)| {
                    outcome(here.outcome) == there.outcome
                        && (here.outcome.is_some() || here.goal.result == there.goal.result)
                        && self.player(here.subject) == there.subject
                        && reasons::word(self.rules, here.index) == reasons::word(self.rules, there.index)
                        && self.keeps_test(&here.goal.test, &there.goal.test)
                });
            let [here, there] =
                [moved, self.player(moved)].map(|player| cases_when_stuck(self.rules, player));
            let is_same = here.len() == there.len()
                && here.iter().zip(&there).all(|((both, here), (others_both, there))| {
                    both == others_both && outcome(here.outcome) == there.outcome
                });
            keeps && is_same
        })
    }

    fn keeps_test(&self, here: &Test, there: &Test) -> bool {
        match (here, there) {
            (Test::Reach { zones, kind, .. }, Test::Reach { zones: others, kind: other, .. }) => {
                kind == other && self.keeps_sets(zones, others)
            }
            (Test::AllOn { zones, .. }, Test::AllOn { zones: others, .. }) => self.keeps_sets(zones, others),
            (Test::Connect { sides, .. }, Test::Connect { sides: others, .. }) => {
                let [first, second] = sides.map(|side| self.set(side));
                self.keeps_adjacency() && ([first, second] == *others || [second, first] == *others)
            }
            (Test::Line { .. }, Test::Line { .. }) => here == there && self.keeps_axes(),
            (Test::Fewer { than, kind, .. }, Test::Fewer { than: others, kind: other, .. }) => {
                let stays = |player: Player| than[player.index()] == others[self.player(player).index()];
                kind == other && Player::BOTH.into_iter().all(stays)
            }
            _ => here == there,
        }
    }
}
