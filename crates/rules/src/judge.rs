//! Who has won: the goals of the rules looked up on a whole board, slowly and plainly. Positions read from texts are judged
//! here; `play` finds the same by looking only at what a move changed.
//!
//! A goal is about the board after a move, not about the move: so a position is all that is needed to know how it ended.

use std::cmp::Ordering;

use zermelo_board::bits::Bits;
use zermelo_game::{Outcome, Player};

use crate::english::{counted, joined};
use crate::resolve::beside;
use crate::rules::{Goal, GoalResult, Motion, Placing, Rules, Test, Whither};
use crate::second::{Jump, Over, Shot};
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
    /// How the game ends if it holds; nothing if the pieces have to be counted.
    pub outcome: Option<Outcome>,
}

/// The goals that must be looked at when this player has moved, in order; those about having no move are not among them.
pub fn due_after_move(rules: &Rules, moved: Player) -> Vec<Due<'_>> {
    let due = rules.goals.iter().enumerate().filter_map(|(index, goal)| {
        let subject = goal.subject.unwrap_or(moved);
        // The other player's zones, lines and chains do not change with this move, and would have ended the game before.
        let may_change = match &goal.test {
            Test::CannotMove | Test::BothCannotMove => false,
            Test::Reach { .. } | Test::Connect { .. } => subject == moved,
            Test::Line { by_anyone, exactly, .. } => subject == moved || *by_anyone || *exactly,
            // Pieces that are placed without limit never run out.
            Test::Fewer { kind, .. } => {
                (subject == moved || rules.can_change()) && !never_runs_out(rules, *kind)
            }
            Test::AllOn { .. } => subject == moved || rules.can_take() || rules.can_turn(),
            Test::BoardFull => true,
        };
        may_change.then(|| Due { index, goal, subject, outcome: outcome_for(goal.result, subject) })
    });
    due.collect()
}

/// The goals that may say what happens when this player, who is to move, cannot, in order; and whether each needs that the
/// opponent cannot move either.
pub fn cases_when_stuck(rules: &Rules, stuck: Player) -> Vec<(bool, Due<'_>)> {
    let subject = stuck.other();
    let cases = rules.goals.iter().enumerate().filter_map(|(index, goal)| {
        let (needs_both, subject) = match goal.test {
            Test::CannotMove if goal.subject.is_none_or(|named| named == subject) => (false, subject),
            Test::BothCannotMove => (true, goal.subject.unwrap_or(subject)),
            _ => return None,
        };
        Some((needs_both, Due { index, goal, subject, outcome: outcome_for(goal.result, subject) }))
    });
    cases.collect()
}

/// How the game ends when this player, who is to move, cannot; a draw where no goal says it, as on a board that was set up.
pub fn outcome_when_stuck(rules: &Rules, stuck: Player) -> Outcome {
    let cases = cases_when_stuck(rules, stuck);
    let own = cases.iter().find(|(needs_both, _)| !needs_both);
    own.and_then(|(_, due)| due.outcome).unwrap_or(Outcome::Draw)
}

/// Whether a player can always place another piece of a kind, or of any.
fn never_runs_out(rules: &Rules, kind: Option<usize>) -> bool {
    kind.map_or_else(
        || (0..rules.kinds.len()).any(|kind| rules.is_unlimited(kind)),
        |kind| rules.is_unlimited(kind),
    )
}

fn outcome_for(result: GoalResult, subject: Player) -> Option<Outcome> {
    match result {
        GoalResult::Win => Some(Outcome::Win(subject)),
        GoalResult::Lose => Some(Outcome::Win(subject.other())),
        GoalResult::Draw => Some(Outcome::Draw),
        GoalResult::MostPieces(_) => None,
    }
}

/// Who has more of something.
pub fn by_count(counts: [usize; 2]) -> Outcome {
    match counts[0].cmp(&counts[1]) {
        Ordering::Greater => Outcome::Win(Player::First),
        Ordering::Less => Outcome::Win(Player::Second),
        Ordering::Equal => Outcome::Draw,
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
            Test::CannotMove | Test::BothCannotMove => false,
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
            let mut cells = (cells & self.empty).cells();
            has_some && cells.any(|cell| !placing.turns_lines || self.turn_some(rules, player, cell))
        };
        let waits = (0..rules.kinds.len()).any(|kind| rules.kinds[kind].placed_first && in_hand(kind));
        let can_go = |motion: &Motion, from: usize| {
            let mut at = from;
            for steps in 1..=motion.reach {
                let Some(next) = rules.shape.neighbour(at, motion.delta) else { return false };
                let ends = (self.empty & motion.to_empty) | (enemy & motion.to_enemy);
                let has_shot =
                    || motion.shot.as_ref().is_none_or(|shot| self.can_shoot(rules, shot, from, next));
                if steps >= motion.least && ends.has(next) && has_shot() {
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
        let mut jumps = rules.jumps.iter().filter(|jump| jump.player == player && !waits);
        rules.placings.iter().any(can_place)
            || motions
                .any(|motion| self.of(player, Some(motion.kind)).cells().any(|from| can_go(motion, from)))
            || jumps.any(|jump| {
                self.of(player, Some(jump.kind)).cells().any(|from| self.can_jump(rules, jump, from))
            })
    }

    /// Whether a piece placed here turns something over.
    fn turn_some(&self, rules: &Rules, player: Player, cell: usize) -> bool {
        let (own, enemy) = (self.own[player.index()], self.own[player.other().index()]);
        rules.shape.directions().iter().any(|&(_, delta)| {
            let mut at = cell;
            let mut n_enemies = 0;
            while let Some(next) = rules.shape.neighbour(at, delta) {
                if !enemy.has(next) {
                    return n_enemies > 0 && own.has(next);
                }
                (at, n_enemies) = (next, n_enemies + 1);
            }
            false
        })
    }

    /// Whether a piece that has gone from a cell to another can make a hole from there.
    fn can_shoot(&self, rules: &Rules, shot: &Shot, from: usize, to: usize) -> bool {
        let free = (self.empty | Set::one(from)) & !Set::one(to);
        if shot.ways.is_empty() {
            return !(free & shot.cells).is_empty();
        }
        shot.ways.iter().any(|&(delta, reach)| {
            let mut at = to;
            for _ in 0..reach {
                match rules.shape.neighbour(at, delta).filter(|&next| free.has(next)) {
                    Some(next) if shot.cells.has(next) => return true,
                    Some(next) => at = next,
                    None => return false,
                }
            }
            false
        })
    }

    /// Whether a piece can make a jump.
    fn can_jump(&self, rules: &Rules, jump: &Jump, from: usize) -> bool {
        let (own, enemy) = (self.own[jump.player.index()], self.own[jump.player.other().index()]);
        let over = match jump.over {
            Over::Own => own,
            Over::Enemy => enemy,
            Over::Any => own | enemy,
        };
        let (mut at, mut crossed) = (from, false);
        for _ in 0..jump.reach {
            let Some(next) = rules.shape.neighbour(at, jump.delta) else { return false };
            let ends = (self.empty & jump.to_empty) | (enemy & jump.to_enemy);
            if crossed && ends.has(next) {
                return true;
            }
            if !self.empty.has(next) {
                if crossed || !over.has(next) {
                    return false;
                }
                crossed = true;
            }
            at = next;
        }
        false
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
            Test::CannotMove | Test::BothCannotMove => "there is no move".to_owned(),
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
