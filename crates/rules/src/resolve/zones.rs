//! Sets of cells, as each player sees them.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use super::Context;
use crate::problem::{Place, Problem};
use crate::rules::Zoned;
use crate::shape::Set;
use crate::tree::{Action, Condition, Motion, TargetKind, Zone};

/// The words for directions that mean the same to both players.
const NOBODYS: [&str; 4] = ["orthogonal", "diagonal", "sideways", "any"];

/// What a zone may be beside cells and names.
const ZONE_WORDS: [&str; 8] =
    ["near row", "far row", "near rows N", "far rows N", "near corner", "far corner", "centre", "edge"];

impl Context<'_> {
    /// The cells of some zones, for the first and for the second player.
    pub(super) fn zones(&mut self, zones: &[Zone]) -> [Set; 2] {
        let mut sets = [Set::EMPTY; 2];
        for zone in zones {
            let cells = self.zone(zone);
            for (set, cells) in sets.iter_mut().zip(cells) {
                *set |= cells;
            }
        }
        let is_empty = sets.iter().any(|set| set.is_empty());
        if let Some(zone) = zones.first().filter(|_| is_empty && self.problems.is_empty()) {
            self.problem(zone.place(), "this zone has no cells");
        }
        sets
    }

    /// The empty cells of some zones as a target. Most words that name no zone there were meant to be `empty` or `enemy`.
    pub(super) fn target_zones(&mut self, zones: &[Zone], others: &[&str]) -> [Set; 2] {
        if let [Zone::Named(name)] = zones
            && !self.knows_zone(&name.text)
        {
            let tree = self.tree;
            let named = tree.zones.iter().map(|(known, _)| known.text.as_str());
            let options = others.iter().copied().chain(ZONE_WORDS).chain(named);
            self.report(Problem::unknown(name.place, "target", &name.raw, options));
            return [Set::EMPTY; 2];
        }
        self.zones(zones)
    }

    fn knows_zone(&self, name: &str) -> bool {
        self.tree.zones.iter().take(self.known_zones.len()).any(|(known, _)| known.text == name)
    }

    /// One zone, which may use the named zones that are known so far.
    fn zone(&mut self, zone: &Zone) -> [Set; 2] {
        match zone {
            Zone::Rows { near, count, place } => {
                let count = self.value(count);
                if !(1..=self.shape.rows).contains(&count) {
                    let rows = self.shape.rows;
                    self.problem(*place, format!("the board has {rows} rows: expected 1 to {rows}"));
                }
                Player::BOTH.map(|player| self.rows(player, *near, count))
            }
            Zone::Corner { near, .. } => Player::BOTH.map(|player| {
                let row: Vec<usize> = self.rows(player, *near, 1).cells().collect();
                let ends = [row.first(), row.last()].into_iter().flatten();
                ends.fold(Set::EMPTY, |set, &bit| set | Set::one(bit))
            }),
            Zone::Centre(_) => [self.centre; 2],
            Zone::Edge(_) => [self.edge; 2],
            Zone::Cell(name) => {
                let found = self.names.get(&name.text).copied();
                if found.is_none() {
                    let board = self.shape.board;
                    let ends = [board.cells().last(), board.cells().next()].into_iter().flatten();
                    let examples: Vec<String> = ends.map(|bit| self.shape.name(bit, false)).collect();
                    let message = format!(
                        "there is no cell `{}`: cells are named like {}",
                        name.raw,
                        examples.join(" and ")
                    );
                    self.problem(name.place, message);
                }
                [found.map_or(Set::EMPTY, Set::one); 2]
            }
            Zone::Named(name) => {
                let tree = self.tree;
                let n_known = self.known_zones.len();
                let mut known = tree.zones.iter().take(n_known);
                if let Some(index) = known.position(|(known, _)| known.text == name.text) {
                    return self.known_zones[index];
                }
                let names = tree.zones.iter().take(n_known).map(|(known, _)| known.text.as_str());
                let options = ZONE_WORDS.into_iter().chain(names).chain(["CELLS"]);
                self.report(Problem::unknown(name.place, "zone", &name.raw, options));
                [Set::EMPTY; 2]
            }
        }
    }

    /// Works out the named zones in their order: each may use those before it.
    pub(super) fn name_zones(&mut self) {
        for (_, zones) in &self.tree.zones {
            let sets = self.zones(zones);
            self.known_zones.push(sets);
        }
    }

    /// The rows nearest to a player, or farthest from it.
    fn rows(&self, player: Player, near: bool, count: usize) -> Set {
        let side = if near { player } else { player.other() };
        let belongs = |bit: &usize| self.shape.height(*bit, side) < count;
        self.shape.board.cells().filter(belongs).fold(Set::EMPTY, |set, bit| set | Set::one(bit))
    }

    /// What reaching some zones is called.
    pub(super) fn zoned(&mut self, zones: &[Zone]) -> Zoned {
        match zones {
            [Zone::Rows { near: false, count, .. }] if self.value(count) == 1 => Zoned::FarRow,
            [Zone::Corner { near: false, .. }] => Zoned::FarCorner,
            _ => Zoned::Other,
        }
    }

    /// Whether the description speaks of sides: near and far, forward and back.
    pub(super) fn has_sides(&self) -> bool {
        let is_side = |zone: &Zone| matches!(zone, Zone::Rows { .. } | Zone::Corner { .. });
        self.each_zone().any(is_side)
            || self.tree.pieces.iter().any(|piece| piece.motions.iter().any(has_own_direction))
    }

    /// Whether the description names a cell.
    pub(super) fn names_cells(&self) -> bool {
        self.each_zone().any(|zone| matches!(zone, Zone::Cell(_)))
    }

    /// Every zone that is written somewhere.
    fn each_zone(&self) -> impl Iterator<Item = &Zone> {
        let tree = self.tree;
        let starts = tree.starts.iter().flat_map(|start| &start.zones);
        let named = tree.zones.iter().flat_map(|(_, zones)| zones);
        let pieces = tree.pieces.iter();
        let becomes = pieces.clone().flat_map(|piece| &piece.becomes).flat_map(|becomes| &becomes.zones);
        let motions = pieces.flat_map(|piece| &piece.motions).flat_map(target_zones);
        let goals = tree.goals.iter().flat_map(|goal| match &goal.condition {
            Condition::Reach { zones, .. } | Condition::AllOn(zones) => zones.as_slice(),
            _ => &[],
        });
        starts.chain(named).chain(becomes).chain(motions).chain(goals)
    }
}

fn target_zones(motion: &Motion) -> &[Zone] {
    match &motion.action {
        Action::Step { to, .. }
        | Action::Slide { to, .. }
        | Action::Leap { to, .. }
        | Action::Jump { to, .. } => match &to.what {
            TargetKind::Zone(zones) => zones,
            _ => &[],
        },
        Action::PlaceOn(target) => match &target.what {
            TargetKind::Zone(zones) => zones,
            _ => &[],
        },
        Action::PlaceInColumns | Action::PlaceNextTo(_) => &[],
    }
}

fn has_own_direction(motion: &Motion) -> bool {
    let directions = match &motion.action {
        Action::Step { directions, .. }
        | Action::Slide { directions, .. }
        | Action::Leap { directions, .. }
        | Action::Jump { directions, .. } => directions.as_slice(),
        _ => &[],
    };
    directions.iter().any(|name| !NOBODYS.contains(&name.text.as_str()))
}

/// Where a problem with several clauses is reported: the second of them.
pub(super) fn lines(first: Place, second: Place) -> String {
    if first.line == second.line {
        format!("line {} gives", first.line)
    } else {
        format!("lines {} and {} give", first.line.min(second.line), first.line.max(second.line))
    }
}
