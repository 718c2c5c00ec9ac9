//! Who has won: the goals of the rules looked up on a whole board, slowly and plainly. Positions read from texts are judged
//! here; `play` finds the same by looking only at what a move changed.
//!
//! A goal is about the board after a move, not about the move: so a position is all that is needed to know how it ended.

use zermelo_board::bits::Bits;
use zermelo_game::{Outcome, Player};

use crate::english::{counted, joined};
use crate::resolve::beside;
use crate::rules::{Goal, GoalResult, Motion, Placing, Rules, Test, Whither};
use crate::shape::{Delta, Set};
use crate::tree::Neighbour;

/// Pieces on a board and in hand.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// Each player's pieces.
    pub own: [Set; 2],
    /// The pieces of each kind.
    pub kinds: Vec<Set>,
    /// How many of each kind each player has in hand; 0 where they are not counted.
    pub hands: [Vec<usize>; 2],
    /// The cells on which nothing stands and which are no holes.
    pub empty: Set,
}

/// A goal as it concerns the player who moved.
#[derive(Clone, Copy, Debug)]
pub struct Due<'a> {
    /// Its place among the goals.
    pub index: usize,
    /// The goal.
    pub goal: &'a Goal,
    /// Whom it is about.
    pub subject: Player,
    /// How the game ends if it holds.
    pub outcome: Outcome,
}

/// The goals that must be looked at when this player has moved, in order; those about having no move are not among them.
pub fn due_after_move(rules: &Rules, moved: Player) -> Vec<Due<'_>> {
    let due = rules.goals.iter().enumerate().filter_map(|(index, goal)| {
        let subject = goal.subject.unwrap_or(moved);
        // The other player's zones, lines and chains do not change with this move, and would have ended the game before.
        let may_change = match &goal.test {
            Test::CannotMove => false,
            Test::Reach { .. } | Test::Connect { .. } => subject == moved,
            Test::Line { by_anyone, exactly, .. } => subject == moved || *by_anyone || *exactly,
            // Pieces that are placed without limit never run out.
            Test::Fewer { kind, .. } => {
                (subject == moved || rules.can_change()) && !never_runs_out(rules, *kind)
            }
            Test::AllOn { .. } => subject == moved || rules.can_take(),
            Test::BoardFull => true,
        };
        may_change.then(|| Due { index, goal, subject, outcome: outcome_for(goal.result, subject) })
    });
    due.collect()
}

/// The goal that says what happens when this player, who is to move, cannot.
pub fn due_when_stuck(rules: &Rules, stuck: Player) -> Option<Due<'_>> {
    let subject = stuck.other();
    let concerns =
        |goal: &Goal| goal.test == Test::CannotMove && goal.subject.is_none_or(|named| named == subject);
    let (index, goal) = rules.goals.iter().enumerate().find(|(_, goal)| concerns(goal))?;
    Some(Due { index, goal, subject, outcome: outcome_for(goal.result, subject) })
}

/// Whether a player can always place another piece of a kind, or of any.
fn never_runs_out(rules: &Rules, kind: Option<usize>) -> bool {
    kind.map_or_else(
        || (0..rules.kinds.len()).any(|kind| rules.is_unlimited(kind)),
        |kind| rules.is_unlimited(kind),
    )
}

fn outcome_for(result: GoalResult, subject: Player) -> Outcome {
    match result {
        GoalResult::Win => Outcome::Win(subject),
        GoalResult::Lose => Outcome::Win(subject.other()),
        GoalResult::Draw => Outcome::Draw,
    }
}

impl Pieces {
    /// Pieces of a player, of one kind or of all.
    fn of(&self, player: Player, kind: Option<usize>) -> Set {
        self.own[player.index()] & self.of_kind(kind)
    }

    fn of_kind(&self, kind: Option<usize>) -> Set {
        kind.map_or(self.own[0] | self.own[1], |kind| self.kinds[kind])
    }

    /// Whether a test holds for a player. That somebody cannot move is not decided here.
    pub fn pass(&self, rules: &Rules, test: &Test, subject: Player) -> bool {
        match test {
            Test::Reach { zones, kind, .. } => !(self.of(subject, *kind) & zones[subject.index()]).is_empty(),
            Test::Line { length, exactly, kind, by_anyone } => {
                let cells = if *by_anyone { self.of_kind(*kind) } else { self.of(subject, *kind) };
                find_line(rules, cells, *length, *exactly).is_some()
            }
            Test::Connect { sides, .. } => {
                let own = self.own[subject.index()];
                let mut reached = own & sides[0];
                loop {
                    let next = (reached | beside(&rules.shape, reached)) & own;
                    if next == reached {
                        return !(reached & sides[1]).is_empty();
                    }
                    reached = next;
                }
            }
            Test::CannotMove => false,
            Test::Fewer { kind, .. } if never_runs_out(rules, *kind) => false,
            Test::Fewer { than, kind, .. } => {
                let player = subject.other();
                let hands = &self.hands[player.index()];
                let in_hand = kind.map_or_else(|| hands.iter().sum(), |kind| hands[kind]);
                self.of(player, *kind).count() + in_hand < than[player.index()]
            }
            Test::AllOn { zones, .. } => {
                let own = self.own[subject.index()];
                let in_hand: usize = self.hands[subject.index()].iter().sum();
                !own.is_empty() && in_hand == 0 && (own & !zones[subject.index()]).is_empty()
            }
            Test::BoardFull => self.empty.is_empty(),
        }
    }
}

impl Pieces {
    /// Whether a player has a move.
    pub fn have_move(&self, rules: &Rules, player: Player) -> bool {
        let (own, enemy) = (self.own[player.index()], self.own[player.other().index()]);
        let in_hand = |kind: usize| self.hands[player.index()][kind] > 0;
        let can_place = |placing: &Placing| {
            let cells = match &placing.whither {
                Whither::On(zones) => zones[player.index()],
                Whither::Columns => rules.shape.board,
                Whither::NextTo(Neighbour::Own) => beside(&rules.shape, own),
                Whither::NextTo(Neighbour::Enemy) => beside(&rules.shape, enemy),
                Whither::NextTo(Neighbour::Any) => beside(&rules.shape, own | enemy),
            };
            let has_some = rules.kinds[placing.kind].hand.is_none() || in_hand(placing.kind);
            has_some && !(cells & self.empty).is_empty()
        };
        let waits = (0..rules.kinds.len()).any(|kind| rules.kinds[kind].placed_first && in_hand(kind));
        let can_go = |motion: &Motion, from: usize| {
            let mut at = from;
            for steps in 1..=motion.reach {
                let Some(next) = rules.shape.neighbour(at, motion.delta) else { return false };
                let ends = (self.empty & motion.to_empty) | (enemy & motion.to_enemy);
                if steps >= motion.least && ends.has(next) {
                    return true;
                }
                if !self.empty.has(next) {
                    return false;
                }
                at = next;
            }
            false
        };
        let mut motions = rules.motions.iter().filter(|motion| motion.player == player && !waits);
        rules.placings.iter().any(can_place)
            || motions
                .any(|motion| self.of(player, Some(motion.kind)).cells().any(|from| can_go(motion, from)))
    }

    /// Why a test holds for a player, in words.
    pub fn why(&self, rules: &Rules, test: &Test, subject: Player) -> String {
        let names = |cells: &mut dyn Iterator<Item = usize>| {
            let names: Vec<String> = cells.map(|bit| rules.shape.name(bit, rules.counts_from_top)).collect();
            joined(&names, "and")
        };
        let own = self.own[subject.index()];
        match test {
            Test::Reach { zones, kind, .. } => {
                let there = self.of(subject, *kind) & zones[subject.index()];
                format!("a piece stands on {}", names(&mut there.cells().take(1)))
            }
            Test::Line { length, exactly, kind, by_anyone } => {
                let cells = if *by_anyone { self.of_kind(*kind) } else { self.of(subject, *kind) };
                let line = find_line(rules, cells, *length, *exactly).unwrap_or_default();
                format!("the pieces on {} stand in a line", names(&mut line.into_iter().take(*length)))
            }
            Test::Connect { names: [one, other], .. } => {
                format!("a chain of pieces joins the {one} and {other} sides")
            }
            Test::Fewer { than, kind, .. } => {
                let player = subject.other();
                let hands = &self.hands[player.index()];
                let in_hand = kind.map_or_else(|| hands.iter().sum(), |kind| hands[kind]);
                let count = self.of(player, *kind).count() + in_hand;
                let least = than[player.index()];
                let opponent = &rules.players[player.index()];
                let what = kind.map_or("piece", |kind| rules.kinds[kind].name.as_str());
                format!("{opponent} has {}, which is fewer than {least}", counted(count, what))
            }
            Test::AllOn { .. } => format!("all pieces stand there ({})", names(&mut own.cells().take(8))),
            Test::BoardFull => "no cell is empty".to_owned(),
            Test::CannotMove => "there is no move".to_owned(),
        }
    }
}

/// The cells of a line of so many, if there is one.
pub fn find_line(rules: &Rules, cells: Set, length: usize, exactly: bool) -> Option<Vec<usize>> {
    let shape = &rules.shape;
    let back = |(down, right): Delta| (-down, -right);
    for delta in shape.axes() {
        let goes_on = |bit: usize, delta: Delta| shape.neighbour(bit, delta).filter(|&next| cells.has(next));
        for first in cells.cells().filter(|&bit| goes_on(bit, back(delta)).is_none()) {
            let mut line = vec![first];
            while let Some(next) = goes_on(line[line.len() - 1], delta) {
                line.push(next);
            }
            if line.len() == length || line.len() > length && !exactly {
                return Some(line);
            }
        }
    }
    None
}
