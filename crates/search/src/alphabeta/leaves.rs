//! Where lines end: the last ply before the leaves, what a leaf is worth, and captures beyond it.

use zermelo_game::{Hints, Player, Score};

use super::{OTHER_SEARCHES, Search, Switches, proved};

/// So many captures in a row are looked at beyond the depth. Where everything can capture everything, following them all
/// would take longer than the search itself.
const MOST_CAPTURES: u32 = 4;

impl<P: Hints> Search<'_, P> {
    /// The value of a position whose children are the last to be looked at: first at the one that has been best elsewhere, then
    /// at the others in their own order, because sorting them would cost more than it saves.
    pub(super) fn last_ply(&mut self, pos: &P, ply: usize, alpha: Score, beta: Score) -> Score {
        let (mut best, mut best_move) = (Score::WORST, None);
        let mut low = alpha;
        let Switches { pruning: is_pruning, killers: uses_killers, history: uses_history, .. } =
            self.switches;
        let side = usize::from(pos.to_move() != self.root);
        let killer = if uses_killers { self.memory.killers(ply)[0] } else { None };
        let base = self.stack.len();
        let (mut first, mut most) = (base, 0);
        let (memory, stack) = (&*self.memory, &mut self.stack);
        pos.each_move(|mv| {
            let promise = match killer == Some(mv) {
                true => u32::MAX,
                false if uses_history => memory.history(side, pos.move_slot(mv)),
                false => 0,
            };
            if promise > most {
                (first, most) = (stack.len(), promise);
            }
            stack.push((promise, 0, mv));
        });
        self.stack.swap(base, first);
        for at in base..self.stack.len() {
            let (_, _, mv) = self.stack[at];
            let child = pos.after(mv);
            if self.meter.spend() {
                break;
            }
            let score = match child.outcome() {
                Some(outcome) => Score::of_outcome(outcome, child.to_move()),
                None if is_pruning => self.judge(&child, (-beta).nearer(1), (-low).nearer(1)),
                None => self.judge(&child, Score::WORST, Score::BEST),
            };
            let score = (-score).farther(1);
            if score > best {
                best = score;
                best_move = Some(mv);
                low = low.max(best);
                if is_pruning && best >= beta {
                    self.memory.refuted(ply, side, mv, pos.move_slot(mv), 1);
                    break;
                }
            }
        }
        self.stack.truncate(base);
        if self.meter.is_spent() {
            return low;
        }
        if let Some(mv) = best_move
            && best > alpha
            && alpha.next_up() < beta
        {
            self.set_line(ply, mv, false);
        }
        best
    }

    /// What a last position is worth: proved, judged, or judged after captures.
    #[inline]
    pub(super) fn judge(&mut self, pos: &P, alpha: Score, beta: Score) -> Score {
        // What both players would say of a position need not be the same.
        let key = if self.root == Player::First { pos.key() } else { pos.key() ^ OTHER_SEARCHES };
        let score = self.eval_cache.get_or(key, || {
            if self.switches.proofs
                && let Some(verdict) = pos.verdict()
            {
                return proved(verdict);
            }
            let value = self.evaluator.value_with(self.scratch, pos, self.root);
            Score::judged(if pos.to_move() == self.root { value } else { -value })
        });
        if score.proved().is_some() {
            return score;
        }
        self.n_judged += 1;
        let may_capture = self.switches.quiescence && self.n_captures < MOST_CAPTURES;
        if may_capture && (score < beta || !self.switches.pruning) {
            self.quiesce(pos, score, alpha, beta)
        } else {
            score
        }
    }

    /// The best of standing still, at `still`, and of all captures.
    fn quiesce(&mut self, pos: &P, still: Score, alpha: Score, beta: Score) -> Score {
        let mut best = still;
        let base = self.stack.len();
        pos.each_capture(|mv| self.stack.push((0, 0, mv)));
        for at in base..self.stack.len() {
            let (_, _, mv) = self.stack[at];
            let child = pos.after(mv);
            let (child_alpha, child_beta) = if self.switches.pruning {
                ((-beta).nearer(1), (-best.max(alpha)).nearer(1))
            } else {
                (Score::WORST, Score::BEST)
            };
            self.n_captures += 1;
            let score = (-self.visit(&child, 0, usize::MAX, child_alpha, child_beta)).farther(1);
            self.n_captures -= 1;
            best = best.max(score);
            if self.meter.is_spent() || (best >= beta && self.switches.pruning) {
                break;
            }
        }
        self.stack.truncate(base);
        best
    }
}
