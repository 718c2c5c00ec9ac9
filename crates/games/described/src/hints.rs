//! What a described game can tell a search without one: wins on the spot by reaching a zone or completing a line; where stones are
//! only placed, all moves that lose on the spot; and races that are won (`race.rs`).

use zermelo_game::{Hints, MOVE_SLOTS, Player, Position, Verdict};

use crate::cells::Cells;
use crate::moves::Move;
use crate::position::Board;
use crate::ways::{JUMPED, TAKEN};

/// No longer lines are completed at a glance.
const LONGEST_LINE: usize = 12;

impl<B: Cells> Board<B> {
    /// The empty cells that would complete a line of these pieces.
    pub(crate) fn completing(&self, cells: B, length: usize) -> B {
        let mut found = B::EMPTY;
        if length > LONGEST_LINE {
            return found;
        }
        for [up, down] in &self.tables.axes {
            // `befores[n]`: the n cells before a cell are all in the set.
            let mut befores = [!B::EMPTY; LONGEST_LINE];
            for n in 1..length {
                befores[n] = (befores[n - 1] & cells & up.from).moved(up.shift);
            }
            let mut after = !B::EMPTY;
            for n in 0..length {
                if n > 0 {
                    after = (after & cells & down.from).moved(down.shift);
                }
                found |= after & befores[length - 1 - n];
            }
        }
        found & self.empty
    }

    /// The cell as its player sees it: turned where the players can be exchanged.
    #[inline]
    fn seen(&self, cell: usize) -> usize {
        let is_turned = self.tables.swaps && self.to_move == Player::Second;
        if is_turned { self.tables.turn_sum - cell } else { cell }
    }
}

impl<B: Cells> Hints for Board<B> {
    #[inline]
    fn search_key(&self) -> u64 {
        self.mover_key()
    }

    #[inline]
    fn move_slot(&self, mv: Move) -> usize {
        if mv.is_pass() {
            return 0;
        }
        let from = mv.from().map_or(511, |from| self.seen(from));
        let to = self.seen(mv.to());
        // Of jumps the rank tells them apart, of others the hole.
        let third = mv.hole().map_or(if mv.is_jump() { mv.rank() } else { 0 }, |cell| self.seen(cell) + 1);
        let mixed =
            ((third << 21 | from << 12 | to << 3 | mv.kind()) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 54) as usize % MOVE_SLOTS
    }

    #[inline]
    fn winning_move(&self) -> Option<Move> {
        if self.end.is_over() {
            return None;
        }
        let us = self.to_move.index();
        let mut found = None;
        if let Some(zone) = self.tables.hints.winning_zone[us] {
            self.each_way(us, |targets, by, stamp| {
                let mut arriving = targets & zone;
                found = self.pop(&mut arriving).map(|to| Self::move_to(to, by, stamp));
                found.is_some()
            });
        }
        if found.is_none()
            && let Some(length) = self.tables.hints.winning_line
        {
            let completing = self.completing(self.own[us], length);
            for placing in self.tables.placings[us].iter().filter(|_| !completing.is_empty()) {
                let mut cells = self.placing_targets(us, placing) & completing;
                if let Some(to) = self.pop(&mut cells) {
                    return Some(Move::place(to, placing.stamp));
                }
            }
        }
        found
    }

    fn each_safe_move(&self, mut visit: impl FnMut(Move)) {
        let hints = &self.tables.hints;
        let (true, Some(length)) = (self.sees_ends(), hints.winning_line) else {
            return self.each_move(visit);
        };
        let us = self.to_move.index();
        let placing = &self.tables.placings[us][0];
        let targets = self.placing_targets(us, placing);
        let dreaded = self.completing(self.own[1 - us], length);
        let threats = dreaded & targets;
        // One threat must be met, two cannot.
        let mut safe = match threats.count() {
            0 => targets,
            1 => threats,
            _ => B::EMPTY,
        };
        if let Some(below) = placing.columns {
            safe = safe & !(dreaded & self.beneath_something()).moved(below.shift);
        }
        while let Some(to) = self.pop(&mut safe) {
            visit(Move::place(to, placing.stamp));
        }
    }

    #[inline]
    fn sees_ends(&self) -> bool {
        self.tables.hints.sees_lines
            && self.tables.hints.winning_line.is_some_and(|length| length <= LONGEST_LINE)
    }

    #[inline]
    fn verdict(&self) -> Option<Verdict> {
        self.tables.hints.race.as_ref().and_then(|race| self.race(race))
    }

    fn each_capture(&self, mut visit: impl FnMut(Move)) {
        if self.end.is_over() {
            return;
        }
        let us = self.to_move.index();
        let enemy = self.own[1 - us];
        if let Some(second) = &self.tables.second {
            if second.can_take {
                self.each_way(us, |mut targets, by, stamp| {
                    let is_known = by == TAKEN;
                    while by != JUMPED
                        && let Some(to) = self.pop(&mut targets)
                    {
                        let mv = Self::move_to(to, by, stamp);
                        if is_known || !self.taken_by(us, mv).is_empty() {
                            visit(mv);
                        }
                    }
                    false
                });
            }
            return;
        }
        self.each_way(us, |targets, by, stamp| {
            let mut taken = targets & enemy;
            while let Some(to) = self.pop(&mut taken) {
                visit(Self::move_to(to, by, stamp));
            }
            false
        });
    }
}

impl<B: Cells> Board<B> {
    /// The cells that have one below them.
    fn beneath_something(&self) -> B {
        self.tables.placings[0]
            .iter()
            .find_map(|placing| placing.columns)
            .map_or(B::EMPTY, |below| below.from)
    }
}
