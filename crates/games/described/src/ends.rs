//! How a position ended the game: found by the rules on a whole board, or after a move by what it changed.

use crate::cells::Cells;
use crate::end::{End, end_when_stuck};
use crate::judge::{Pieces, due_after_move};
use crate::position::Board;
use crate::tables::{Check, CheckKind, Folds};

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
        match (met, self.tables.limit) {
            (Some(due), _) => End::by_goal(due),
            (None, _) if !self.can_move() => end_when_stuck(rules, self.to_move),
            (None, Some((plies, end))) if self.clock >= plies => end,
            (None, _) => End::NONE,
        }
    }

    /// Whether the cells have so many in a row through this one.
    #[inline]
    pub(crate) fn has_line(&self, cells: B, through: usize, length: usize, folds: &Folds<B>) -> bool {
        if !B::IS_WIDE {
            return folds.rays.chunks_exact(folds.of_axis).any(|rays| {
                let begins =
                    rays.iter().fold(cells, |begins, ray| begins & ray.from & begins.moved(ray.shift));
                !begins.is_empty()
            });
        }
        self.tables.axes.iter().any(|axis| {
            let mut count = 1;
            for ray in axis {
                let mut at = through;
                while ray.from.has(at) {
                    at = (at as i32 + ray.shift) as usize;
                    if !cells.has(at) {
                        break;
                    }
                    count += 1;
                }
            }
            count >= length
        })
    }

    /// Whether the chain through a cell touches both sides.
    #[inline]
    pub(crate) fn connects(&self, own: B, through: usize, sides: &[B; 2], least: usize) -> bool {
        let stone = B::one(through);
        // The stone that connects has two neighbours, or is on a side and has one, or is on both.
        let n_sides = sides.iter().filter(|side| side.has(through)).count();
        if own.count() < least || n_sides < 2 && n_sides + (self.tables.neighbours[through] & own).count() < 2
        {
            return false;
        }
        let (mut chain, mut ahead) = (stone, stone);
        while let Some(cell) = ahead.pop() {
            let next = self.tables.neighbours[cell] & own & !chain;
            chain |= next;
            ahead |= next;
        }
        !(chain & sides[0]).is_empty() && !(chain & sides[1]).is_empty()
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
            CheckKind::NewLine { length, folds, kind, by_anyone, who } => {
                let mut cells = if *by_anyone { self.own[0] | self.own[1] } else { self.own[*who] };
                if let Some(kind) = kind {
                    cells = cells & self.of_kind(*kind);
                }
                cells.has(to) && self.has_line(cells, to, usize::from(*length), folds)
            }
            CheckKind::Connect { sides, least, who } => self.connects(self.own[*who], to, sides, *least),
            CheckKind::NoneLeft { who } => self.own[*who].is_empty(),
            CheckKind::AllOn { zone, who } => {
                let own = self.own[*who];
                !own.is_empty() && (own & !*zone).is_empty()
            }
            CheckKind::BoardFull => self.empty.is_empty(),
            CheckKind::ByRules { goal, who } => {
                let rules = &self.tables.rules;
                self.pieces().pass(rules, &rules.goals[*goal].test, *who)
            }
        }
    }
}
