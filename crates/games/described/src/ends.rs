//! How a position ended the game: found by the rules on a whole board, or after a move by what it changed.

use crate::cells::Cells;
use crate::end::End;
use crate::judge::{Pieces, due_after_move};
use crate::position::Board;
use crate::rules::MOST_HANDS;
use crate::second::{Ending, end_when_stuck};
use crate::tables::{Check, CheckKind, NewLine, Ray};

impl<B: Cells> Board<B> {
    /// The pieces as the rules see them.
    pub(crate) fn pieces(&self) -> Pieces {
        let n_kinds = self.tables.rules.kinds.len();
        let all = self.own[0] | self.own[1];
        let hand = |player: usize, kind: usize| {
            self.tables.hand_of[kind].map_or(0, |slot| usize::from(self.hands[player][slot]))
        };
        Pieces {
            own: self.own.map(Cells::widened),
            kinds: (0..n_kinds).map(|kind| (all & self.of_kind(kind as u8)).widened()).collect(),
            hands: [0, 1].map(|player| (0..n_kinds).map(|kind| hand(player, kind)).collect()),
            empty: self.empty.widened(),
        }
    }

    /// How the game has ended, found by the rules on the whole board.
    pub(crate) fn judged(&self) -> End {
        let rules = &self.tables.rules;
        let pieces = self.pieces();
        let moved = self.to_move.other();
        let due = due_after_move(rules, moved);
        let met = due.iter().find(|due| pieces.pass(rules, &due.goal.test, due.subject));
        let without_move = match &self.tables.second {
            Some(second) if met.is_none() => self.end_without_move(second),
            None if met.is_none() && !self.can_move() => Some(end_when_stuck(rules, self.to_move)),
            _ => None,
        };
        match (met, self.tables.limit) {
            (Some(due), _) => self.ended(Ending::of(due)),
            (None, _) if without_move.is_some() => without_move.unwrap_or(End::NONE),
            (None, Some((plies, end))) if self.clock >= plies => end,
            (None, _) => End::NONE,
        }
    }

    /// Whether the cells have so many in a row through this one.
    #[inline]
    fn has_line(&self, cells: &B, through: usize, line: &NewLine<B>) -> bool {
        let length = usize::from(line.length);
        if !B::IS_WIDE && !line.exactly {
            // In a short game most moves come before there are enough pieces.
            if cells.count() < length {
                return false;
            }
            let laid = |begins: B, ray: &Ray<B>| begins & ray.from & begins.moved(ray.shift);
            // Rows of three and four are the usual ones: two folds an axis, and one question at the end instead of four.
            if line.folds.of_axis == 2 {
                let (pairs, _) = line.folds.rays.as_chunks::<2>();
                let begins = |found: B, [short, long]: &[Ray<B>; 2]| found | laid(laid(*cells, short), long);
                return !pairs.iter().fold(B::EMPTY, begins).is_empty();
            }
            let mut axes = line.folds.rays.chunks_exact(line.folds.of_axis);
            return axes.any(|rays| !rays.iter().fold(*cells, laid).is_empty());
        }
        self.tables.ways_on.iter().any(|[up, down]| {
            let mut count = 1;
            for next in [up, down] {
                let mut at = usize::from(next[through]);
                while cells.holds(at) {
                    count += 1;
                    at = usize::from(next[at]);
                }
            }
            count == length || count > length && !line.exactly
        })
    }

    /// Whether the chain through a cell touches both sides.
    #[inline]
    fn connects(&self, own: B, through: usize, sides: &[B; 2], least: usize) -> bool {
        // The stone that connects has two neighbours, or is on a side and has one, or is on both.
        let n_sides = sides.iter().filter(|side| side.has(through)).count();
        if own.count() < least || n_sides < 2 && n_sides + (self.tables.neighbours[through] & own).count() < 2
        {
            return false;
        }
        let stone = B::one(through);
        let chain = self.linked(own, stone, stone);
        !(chain & sides[0]).is_empty() && !(chain & sides[1]).is_empty()
    }

    /// The own cells that are already linked, with those that hang together with the cells `ahead` of them.
    #[inline]
    pub(crate) fn linked(&self, own: B, linked: B, ahead: B) -> B {
        let (mut linked, mut ahead) = (linked | ahead, ahead);
        while let Some(cell) = ahead.pop() {
            let next = self.tables.neighbours[cell] & own & !linked;
            linked |= next;
            ahead |= next;
        }
        linked
    }

    /// A new stone is linked to a player's side, and so is what hangs together with it. Every stone is looked at once in a game.
    #[inline]
    pub(crate) fn link(&mut self, us: usize, to: usize, side: &B) {
        let linked = self.planes[us];
        if side.has(to) || !(self.tables.neighbours[to] & linked).is_empty() {
            self.planes[us] = self.linked(self.own[us], linked, B::one(to));
        }
    }

    #[inline]
    pub(crate) fn holds(&self, check: &Check<B>, to: usize) -> bool {
        match &check.what {
            CheckKind::Reach { zone, kind, who } => {
                let arrived = self.own[*who] & *zone;
                match kind {
                    None => !arrived.is_empty(),
                    Some(kind) => !(arrived & self.of_kind(*kind)).is_empty(),
                }
            }
            CheckKind::NewLine(line) => match (line.by_anyone, line.kind) {
                (false, None) => {
                    let own = &self.own[line.who];
                    own.holds(to) && self.has_line(own, to, line)
                }
                (by_anyone, kind) => {
                    let all = if by_anyone { self.own[0] | self.own[1] } else { self.own[line.who] };
                    let cells = kind.map_or(all, |kind| all & self.of_kind(kind));
                    cells.holds(to) && self.has_line(&cells, to, line)
                }
            },
            CheckKind::Connect { sides, least, who } => self.connects(self.own[*who], to, sides, *least),
            CheckKind::Linked { side, who } => !(self.planes[*who] & *side).is_empty(),
            CheckKind::Fewer { than, kind, who } => {
                let own = self.own[*who];
                let (on_board, in_hand) = match kind {
                    None => (own, self.hands[*who].iter().map(|&count| usize::from(count)).sum()),
                    Some(kind) => {
                        let slot = self.tables.hand_of[usize::from(*kind)];
                        let in_hand = slot.map_or(0, |slot| usize::from(self.hands[*who][slot]));
                        (own & self.of_kind(*kind), in_hand)
                    }
                };
                on_board.count() + in_hand < *than
            }
            CheckKind::AllOn { zone, who } => {
                let own = self.own[*who];
                !own.is_empty() && (own & !*zone).is_empty() && self.hands[*who] == [0; MOST_HANDS]
            }
            CheckKind::BoardFull => self.empty.is_empty(),
            CheckKind::ByRules { goal, who } => {
                let rules = &self.tables.rules;
                self.pieces().pass(rules, &rules.goals[*goal].test, *who)
            }
        }
    }
}
