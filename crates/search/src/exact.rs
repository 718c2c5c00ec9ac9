//! Exact values by alpha-beta to the ends of the game: won, drawn or lost, and in how many plies.
//!
//! The only question ever asked is "better than this?" (a closed window), so that what is remembered of a position is a
//! lower and an upper bound. Distances are part of the value: asking whether a win within `n` plies exists cuts off
//! everything that takes longer, so a search for the nearest win is iterative deepening in disguise.

use zermelo_game::{Hints, Outcome, Player, Verdict};

use crate::budget::{Meter, WORK_INTERVAL};
use crate::canonical::CanonicalKeys;
use crate::order::Memory;
use crate::proof_table::ProofTable;

/// A value from the side to move: `WIN - n` for a win in `n` plies, minus that for a loss, 0 for a draw.
pub type Value = i32;

/// A win on the spot.
pub const WIN: Value = 30_000;

/// A value seen from one ply earlier, by the other side: the sign turns, and a win or loss is one ply farther.
#[inline]
pub const fn from_child(value: Value) -> Value {
    -value + value.signum()
}

/// What a child's value must be compared with, for its parent's value to be compared with `value`.
#[inline]
pub const fn to_child(value: Value) -> Value {
    -value - value.signum()
}

/// A finished game as the player who would be next sees it.
#[inline]
pub fn of_outcome<P: Hints>(pos: &P, outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win(player) if player == pos.to_move() => WIN,
        Outcome::Win(_) => -WIN,
        Outcome::Draw => 0,
    }
}

/// The search.
pub struct Exact<'a, P: Hints> {
    table: &'a mut ProofTable,
    /// What it may spend, and has spent.
    pub meter: Meter<'a>,
    /// The moves of all plies with how promising they look, and their number in the position's order.
    stack: Vec<(i64, u16, P::Move)>,
    /// Which moves have been good.
    memory: Memory<P::Move>,
    /// Whether to use what the game knows beyond its rules.
    has_hints: bool,
    canonical: &'a CanonicalKeys<P>,
    report: &'a mut dyn FnMut(u64),
}

impl<'a, P: Hints> Exact<'a, P> {
    /// A search that remembers in this table, which must be empty. `report` is told from time to time how many nodes have been looked
    /// at.
    pub fn new(
        table: &'a mut ProofTable,
        has_hints: bool,
        meter: Meter<'a>,
        canonical: &'a CanonicalKeys<P>,
        report: &'a mut dyn FnMut(u64),
    ) -> Self {
        Exact { table, meter, stack: Vec::new(), memory: Memory::new(), has_hints, canonical, report }
    }

    /// Whether the value is larger than `alpha`: a value above it that the position reaches at least, or one up to it that
    /// it reaches at most. `None` if the budget ran out.
    pub fn above(&mut self, pos: &P, alpha: Value) -> Option<Value> {
        let value = match pos.outcome() {
            Some(outcome) => of_outcome(pos, outcome),
            None => self.visit(pos, 0, alpha),
        };
        (!self.meter.is_spent()).then_some(value)
    }

    /// The value, if it is known to be between `low` and `high`.
    pub fn value_between(&mut self, pos: &P, mut low: Value, mut high: Value) -> Option<Value> {
        // Nearer results are cheaper to look for: come from the end that has them.
        while low < high {
            let asked = if low >= 0 { high - 1 } else { low };
            let value = self.above(pos, asked)?;
            if value > asked {
                low = value;
            } else {
                high = value;
            }
        }
        Some(low)
    }

    /// The best line of a position whose value is known.
    pub fn line(&mut self, pos: &P, value: Value) -> Vec<P::Move> {
        let (mut pos, mut value) = (pos.clone(), value);
        let mut line = Vec::new();
        while pos.outcome().is_none() {
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            let wanted = to_child(value);
            // A move that keeps the value: the child is worth no more to the opponent than it should be.
            let keeps = |search: &mut Self, mv: P::Move| {
                let child = pos.after(mv);
                Some(search.above(&child, wanted)? <= wanted)
            };
            let Some(mv) = moves.into_iter().find(|&mv| keeps(self, mv) == Some(true)) else { break };
            line.push(mv);
            pos.play(mv);
            value = wanted;
        }
        line
    }

    /// A lower bound above `alpha`, or an upper bound up to it. The game goes on here.
    fn visit(&mut self, pos: &P, ply: usize, alpha: Value) -> Value {
        if self.meter.spend() {
            return alpha;
        }
        if self.meter.nodes() & 0xF_FFFF == 0 {
            (self.report)(self.meter.nodes());
        }

        let key = self.canonical.key(pos, ply);
        self.table.prefetch(key);

        // A win on the spot is the best there is; where there is certainly none, a win takes three plies.
        if self.has_hints && pos.winning_move().is_some() {
            return WIN - 1;
        }
        let sees_ends = self.has_hints && pos.sees_ends();
        let most = if sees_ends { WIN - 3 } else { WIN - 1 };
        if most <= alpha {
            return most;
        }

        let (low, high, known_best) = self.table.get(key).map_or((-WIN, WIN, NO_MOVE), unpack);
        if low > alpha {
            return low;
        }
        if high <= alpha {
            return high;
        }
        if self.has_hints {
            match pos.verdict() {
                Some(Verdict::Win(plies)) if WIN - plies as Value > alpha => return WIN - plies as Value,
                Some(Verdict::Loss(plies)) if plies as Value - WIN <= alpha => return plies as Value - WIN,
                _ => {}
            }
        }

        let base = self.stack.len();
        self.list_moves(pos, known_best);
        if self.stack.len() == base {
            return -(WIN - 2);
        }
        // If the opponent does not win on the spot, a loss takes four plies.
        if sees_ends && alpha < -(WIN - 4) {
            self.stack.truncate(base);
            return -(WIN - 4);
        }

        let nodes_before = self.meter.nodes() - 1;
        let (mut best, mut best_index) = (-WIN, NO_MOVE);
        for at in base..self.stack.len() {
            let (_, index, mv) = self.stack[at];
            let child = pos.after(mv);
            let value = match child.outcome() {
                Some(outcome) => of_outcome(&child, outcome),
                // The child's value must be below what its parent needs.
                None => self.visit(&child, ply + 1, to_child(alpha) - 1),
            };
            if self.meter.is_spent() {
                break;
            }
            best = best.max(from_child(value));
            if best > alpha {
                best_index = index;
                let side = usize::from(pos.to_move() == Player::Second);
                let effort = (self.meter.nodes() - nodes_before).ilog2() + 1;
                self.memory.refuted(0, side, mv, pos.move_slot(mv), effort);
                let in_vain = self.stack[base..at].iter();
                in_vain.for_each(|&(_, _, mv)| self.memory.failed(side, pos.move_slot(mv), effort));
                break;
            }
        }
        self.stack.truncate(base);
        if self.meter.is_spent() {
            return alpha;
        }
        let best = best.min(most);
        let work = self.meter.nodes() - nodes_before;
        let finding = if best > alpha { (best, high, best_index) } else { (low, best, known_best) };
        let meter = &mut self.meter;
        self.table.put(key, pack(finding), work, &mut || !meter.work(WORK_INTERVAL));
        best
    }

    /// Puts the moves on the stack: what was best before, then what looks best to the game, then what was good elsewhere.
    fn list_moves(&mut self, pos: &P, known_best: u16) {
        let base = self.stack.len();
        let side = usize::from(pos.to_move() == Player::Second);
        let (stack, memory) = (&mut self.stack, &self.memory);
        let mut index = 0;
        let has_hints = self.has_hints;
        let list = |mv| {
            let promise = if has_hints { pos.move_score(mv) } else { 0 };
            let order = if index == known_best {
                i64::MAX
            } else {
                i64::from(promise) << 32 | i64::from(memory.history(side, pos.move_slot(mv)))
            };
            stack.push((order, index, mv));
            index = index.saturating_add(1).min(NO_MOVE - 1);
        };
        if has_hints {
            pos.each_safe_move(list);
        } else {
            pos.each_move(list);
        }
        sort_down(&mut self.stack[base..]);
    }
}

/// Sorts a few moves, the most promising first, equals in their order.
#[inline]
fn sort_down<M: Copy>(moves: &mut [(i64, u16, M)]) {
    for end in 1..moves.len() {
        let moved = moves[end];
        let mut at = end;
        while at > 0 && moves[at - 1].0 < moved.0 {
            moves[at] = moves[at - 1];
            at -= 1;
        }
        moves[at] = moved;
    }
}

/// Of a position none of whose moves stood out.
const NO_MOVE: u16 = u16::MAX;

/// A lower and an upper bound and the best move as a finding.
#[inline]
fn pack((low, high, best): (Value, Value, u16)) -> u64 {
    u64::from(low as i16 as u16) | u64::from(high as i16 as u16) << 16 | u64::from(best) << 32
}

#[inline]
fn unpack(finding: u64) -> (Value, Value, u16) {
    (Value::from(finding as u16 as i16), Value::from((finding >> 16) as u16 as i16), (finding >> 32) as u16)
}
