//! Goals: what ends the game, and what no goal says.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use super::Context;
use crate::problem::{Place, Problem};
use crate::rules::{Goal, GoalResult, Rules, Test};
use crate::shape::{Set, Shape};
use crate::tree::{self, Condition, Name};

impl Context<'_> {
    pub(super) fn goals(&mut self, rules: &mut Rules) {
        let tree = self.tree;
        for written in &tree.goals {
            let subject = match &written.player {
                None => None,
                Some(name) => match self.player(name) {
                    Some(player) => Some(player),
                    None => continue,
                },
            };
            let result = match &written.result {
                tree::GoalResult::Win => GoalResult::Win,
                tree::GoalResult::Lose => GoalResult::Lose,
                tree::GoalResult::Draw => GoalResult::Draw,
                tree::GoalResult::MostPieces(kind) => match self.maybe_kind(kind.as_ref()) {
                    Some(kind) => GoalResult::MostPieces(kind),
                    None => continue,
                },
            };
            if let Some(test) = self.test(&written.condition, rules, written.place) {
                rules.goals.push(Goal { subject, result, test, place: written.place });
            }
        }
        let decides = |goal: &Goal| goal.result != GoalResult::Draw;
        let limit_decides = tree.limits.iter().any(|limit| limit.winner.is_some());
        if self.problems.is_empty() && !self.is_partial && !rules.goals.iter().any(decides) && !limit_decides
        {
            let message = "nobody can win: add a goal such as `win opponent cannot move`";
            self.problem(tree.title.as_ref().map_or(Place::line(1), |title| title.place), message);
        }
    }

    fn test(&mut self, condition: &Condition, rules: &Rules, place: Place) -> Option<Test> {
        match condition {
            Condition::Reach { zones, with } => {
                let kind = self.maybe_kind(with.as_ref())?;
                let what = self.zoned(zones);
                Some(Test::Reach { zones: self.zones(zones), kind, what })
            }
            Condition::Line { length, exactly, of, by_anyone } => {
                let kind = self.maybe_kind(of.as_ref())?;
                let n = self.value(length);
                if n == 0 || !has_room(&self.shape, n) {
                    self.problem(length.place(), format!("a line of {n} does not fit on the board"));
                    return None;
                }
                if *by_anyone && kind.is_none() && rules.kinds.len() > 1 {
                    self.problem(
                        place,
                        "`by anyone` needs a kind of piece, as in `line 4 of round by anyone`",
                    );
                }
                Some(Test::Line { length: n, exactly: *exactly, kind, by_anyone: *by_anyone })
            }
            Condition::Connect { sides } => {
                let cells = [self.side(&sides[0]), self.side(&sides[1])];
                if sides[0].text == sides[1].text {
                    self.problem(sides[1].place, "these are the same side");
                }
                let [Some(first), Some(second)] = cells else { return None };
                let names = [sides[0].text.clone(), sides[1].text.clone()];
                Some(Test::Connect { sides: [first, second], names })
            }
            Condition::CannotMove => Some(Test::CannotMove),
            Condition::BothCannotMove => Some(Test::BothCannotMove),
            Condition::NoPieces => Some(Test::Fewer { than: [1; 2], kind: None, is_taken: false }),
            Condition::NoKind(name) => {
                let kind = self.kind(name)?;
                Some(Test::Fewer { than: [1; 2], kind: Some(kind), is_taken: false })
            }
            Condition::Fewer { than, kind } => {
                let kind = self.maybe_kind(kind.as_ref())?;
                let place = than.place();
                let than = self.value(than);
                if than == 0 {
                    self.problem(place, "nobody has fewer than 0 pieces: expected 1 or more");
                }
                Some(Test::Fewer { than: [than; 2], kind, is_taken: false })
            }
            Condition::Takes(name) => {
                let kind = self.kind(name)?;
                let changes = rules.kinds.iter().enumerate().any(|(index, other)| {
                    let is_changed = index == kind && !other.becomes.is_empty();
                    is_changed || other.becomes.iter().any(|promotion| promotion.kind == kind)
                });
                if changes || rules.is_unlimited(kind) {
                    let message =
                        format!("not yet: `takes {}` for a kind whose number changes otherwise", name.raw);
                    self.problem(name.place, message);
                    return None;
                }
                let than = Player::BOTH.map(|player| rules.supply(player, kind));
                Some(Test::Fewer { than, kind: Some(kind), is_taken: true })
            }
            Condition::AllOn(zones) => Some(Test::AllOn { zones: self.zones(zones) }),
            Condition::BoardFull => Some(Test::BoardFull),
        }
    }

    /// A kind that may be left out: `Some(None)` if it is, `None` after a problem.
    fn maybe_kind(&mut self, name: Option<&Name>) -> Option<Option<usize>> {
        match name {
            None => Some(None),
            Some(name) => self.kind(name).map(Some),
        }
    }

    fn side(&mut self, name: &Name) -> Option<Set> {
        let side = self.shape.side(&name.text);
        if side.is_none() {
            let sides = self.shape.sides().iter().copied();
            self.report(Problem::unknown(name.place, "side", &name.raw, sides));
        }
        side
    }
}

/// Whether so many cells in a row are anywhere on the board.
fn has_room(shape: &Shape, length: usize) -> bool {
    shape.axes().into_iter().any(|delta| {
        let mut begins = shape.board;
        for _ in 1..length {
            let goes_on = |bit: &usize| shape.neighbour(*bit, delta).is_some_and(|next| begins.has(next));
            begins = begins.cells().filter(goes_on).fold(Set::EMPTY, |set, bit| set | Set::one(bit));
        }
        !begins.is_empty()
    })
}
