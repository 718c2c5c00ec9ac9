//! Alpha-beta with iterative deepening, principal-variation search, aspiration windows, a transposition table and
//! move ordering, each of which can be switched off by name.
//!
//! To a fixed depth the value is that of plain minimax, whatever the switches: nothing is pruned that could change
//! it, and the table answers only for exactly the depth that is asked, or where every line came to the end of the game.
//! So every switch changes the cost, and none the truth.

use std::sync::Arc;

use zermelo_game::{Agent, Budget, Choice, Evaluator, Player, Position, Score, Stream, zobrist};

use crate::budget::Meter;
use crate::order::Memory;
use crate::table::{Bound, Entry, Table};

/// The parts of the search, each on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Cut what cannot change the result; off, it is minimax with deepening.
    pub pruning: bool,
    /// Look at all but the first move through a closed window first (principal-variation search).
    pub pvs: bool,
    /// Begin each iteration with a narrow window around the last score.
    pub aspiration: bool,
    /// Remember positions.
    pub table: bool,
    /// Look first at moves that refuted neighbouring positions.
    pub killers: bool,
    /// Look earlier at moves that have often been good.
    pub history: bool,
    /// Deepen ply by ply; off, search the full depth at once.
    pub deepening: bool,
}

impl Switches {
    /// Everything on.
    pub const ALL: Switches = Switches {
        pruning: true,
        pvs: true,
        aspiration: true,
        table: true,
        killers: true,
        history: true,
        deepening: true,
    };
}

/// Joined to the keys of a search by the second player.
const SECOND_SEARCHES: u64 = zobrist::number(usize::MAX >> 32, 0);

/// Nothing is searched deeper than this.
const MOST_DEPTH: u32 = 250;

/// The player.
pub struct AlphaBeta<P: Position> {
    evaluator: Arc<dyn Evaluator<P>>,
    switches: Switches,
    table: Table,
    memory: Memory<P::Move>,
}

impl<P: Position> AlphaBeta<P> {
    /// A player that judges by this evaluator and remembers in a table of so many megabytes.
    pub fn new(evaluator: Arc<dyn Evaluator<P>>, switches: Switches, megabytes: usize) -> Self {
        AlphaBeta {
            evaluator,
            switches,
            table: Table::new(if switches.table { megabytes } else { 0 }),
            memory: Memory::new(),
        }
    }
}

impl<P: Position> Agent<P> for AlphaBeta<P> {
    fn choose(&mut self, pos: &P, budget: Budget) -> Choice<P::Move> {
        self.table.next_search();
        self.memory.next_search();
        let mut root = Vec::new();
        pos.moves(&mut root);
        let fallback = *root.first().expect("an agent is asked only while the game goes on");
        // A legal move is held before the search starts: no budget is too small for it.
        let mut choice =
            Choice { mv: fallback, score: Score::EVEN, depth: 0, nodes: 0, line: vec![fallback] };
        let deepest = budget.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        let mut search = Search {
            evaluator: &*self.evaluator,
            root: pos.to_move(),
            switches: self.switches,
            table: &self.table,
            memory: &mut self.memory,
            meter: Meter::new(&budget),
            stack: Vec::new(),
            root_first: None,
            n_judged: 0,
        };
        let first = if self.switches.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            let n_judged_before = search.n_judged;
            if let Some((score, line)) = search.deepen(pos, depth, &choice) {
                choice = Choice { mv: line[0], score, depth, nodes: 0, line };
            }
            if search.meter.is_spent() {
                choice.depth = depth - 1;
                break;
            }
            // A win or loss within the depth just searched, or a game looked at to its ends, is exact: looking deeper
            // cannot change it.
            let is_settled = choice.score.proved().is_some_and(|plies| plies.unsigned_abs() <= depth)
                || search.n_judged == n_judged_before;
            if is_settled || root.len() == 1 && budget.depth.is_none() {
                break;
            }
            search.root_first = root.iter().position(|&mv| mv == choice.mv).map(|index| index as u16);
        }
        choice.nodes = search.meter.nodes();
        choice
    }

    fn new_game(&mut self, _chance: Stream) {
        self.table.clear();
        self.memory = Memory::new();
    }
}

/// One search from one position.
struct Search<'a, P: Position> {
    evaluator: &'a dyn Evaluator<P>,
    /// The player who searches.
    root: Player,
    switches: Switches,
    table: &'a Table,
    memory: &'a mut Memory<P::Move>,
    meter: Meter,
    /// The moves of all plies, each with its number in the position's order and how early to look at it.
    stack: Vec<(u32, u16, P::Move)>,
    /// The move to look at first at the root: the best one of the last iteration. So an iteration that is cut short
    /// has either confirmed that move or found a better one.
    root_first: Option<u16>,
    /// How often a line ended in a judgement, not in the end of the game.
    n_judged: u64,
}

impl<P: Position> Search<'_, P> {
    /// One iteration, with a window around the last score that is opened until the score is inside. `None` if the
    /// budget ran out before anything was known.
    fn deepen(&mut self, pos: &P, depth: u32, last: &Choice<P::Move>) -> Option<(Score, Vec<P::Move>)> {
        let (mut alpha, mut beta) = (Score::WORST, Score::BEST);
        let mut margin = aspiration_margin(last.score);
        let is_narrow = self.switches.aspiration && self.switches.pruning && depth > 3 && last.depth > 0;
        if is_narrow && last.score.proved().is_none() {
            (alpha, beta) = (last.score.plus(-margin), last.score.plus(margin));
        }
        loop {
            let mut line = Vec::new();
            let score = self.visit(pos, depth, 0, alpha, beta, &mut line);
            if self.meter.is_spent() {
                // A line is there only if its score rose above the window's lower end.
                return (!line.is_empty()).then_some((score, line));
            }
            margin *= 8.0;
            if score <= alpha && alpha > Score::WORST {
                alpha = if margin > 1e6 { Score::WORST } else { score.plus(-margin) };
            } else if score >= beta && beta < Score::BEST {
                beta = if margin > 1e6 { Score::BEST } else { score.plus(margin) };
            } else {
                return Some((score, line));
            }
        }
    }

    /// The value of a position from the side to move: exact inside the window, else a bound on the side it falls.
    fn visit(
        &mut self,
        pos: &P,
        depth: u32,
        ply: usize,
        alpha: Score,
        beta: Score,
        line: &mut Vec<P::Move>,
    ) -> Score {
        debug_assert!(alpha < beta, "an empty window");
        // Step 1. Spend a node; a finished game or a last position has its value.
        line.clear();
        if self.meter.spend() {
            return alpha;
        }
        if let Some(outcome) = pos.outcome() {
            return Score::of_outcome(outcome, pos.to_move());
        }
        if depth == 0 {
            self.n_judged += 1;
            let value = self.evaluator.value(pos, self.root);
            return Score::judged(if pos.to_move() == self.root { value } else { -value });
        }

        // Step 2. Look in the table.
        // What is remembered was judged for the player who searched: the other player's entries are kept apart.
        let key = if self.root == Player::First { pos.key() } else { pos.key() ^ SECOND_SEARCHES };
        let known = if self.switches.table { self.table.get(key) } else { None };
        let fits = |entry: &Entry| {
            let known_depth = u32::from(entry.depth);
            known_depth == depth || (entry.is_complete && known_depth <= depth)
        };
        if let Some(entry) = known.filter(|entry| fits(entry) && ply > 0 && self.switches.pruning) {
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.score >= beta,
                Bound::AtMost => entry.score <= alpha,
            };
            if decides {
                self.n_judged += u64::from(!entry.is_complete);
                return entry.score;
            }
        }

        let n_judged_before = self.n_judged;

        // Step 3. List the moves, best guesses first.
        let base = self.stack.len();
        let first = if ply == 0 { self.root_first } else { None };
        self.list_moves(pos, ply, first.or(known.and_then(|entry| entry.best)));

        // Step 4. Look at each.
        let (mut best, mut best_index) = (Score::WORST, None);
        let mut low = alpha;
        let mut reply = Vec::new();
        for at in base..self.stack.len() {
            self.pick_next(at);
            let (_, index, mv) = self.stack[at];
            let child = pos.after(mv);
            let score = self.child_score(&child, depth, ply, low, beta, at > base, &mut reply);
            if self.meter.is_spent() {
                break;
            }
            if score > best {
                (best, best_index) = (score, Some(index));
                if score > low || !self.switches.pruning {
                    line.clear();
                    line.push(mv);
                    line.append(&mut reply);
                }
            }
            low = low.max(best);
            if low >= beta && self.switches.pruning {
                self.memory.refuted(ply, pos.to_move().index(), mv, depth);
                break;
            }
        }
        self.stack.truncate(base);
        if self.meter.is_spent() {
            return low;
        }

        // Step 5. Remember.
        if self.switches.table {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best <= alpha {
                Bound::AtMost
            } else {
                Bound::Exact
            };
            let best_index = if bound == Bound::AtMost { None } else { best_index };
            let is_complete = self.n_judged == n_judged_before;
            self.table
                .put(key, Entry { score: best, bound, depth: depth as u8, best: best_index, is_complete });
        }
        best
    }

    /// The value of a child for its parent's side to move, seen through the parent's window.
    #[expect(clippy::too_many_arguments, reason = "the window and the place in the tree")]
    fn child_score(
        &mut self,
        child: &P,
        depth: u32,
        ply: usize,
        low: Score,
        beta: Score,
        is_later: bool,
        reply: &mut Vec<P::Move>,
    ) -> Score {
        // A child's window is the parent's, one ply nearer to every win and loss.
        let (child_alpha, child_beta) = if self.switches.pruning {
            ((-beta).nearer(1), (-low).nearer(1))
        } else {
            (Score::WORST, Score::BEST)
        };
        if is_later && self.switches.pvs && self.switches.pruning && low > Score::WORST {
            let closed = -((-child_beta).next_up());
            if closed > child_alpha {
                let score = (-self.visit(child, depth - 1, ply + 1, closed, child_beta, reply)).farther(1);
                if score <= low || score >= beta || self.meter.is_spent() {
                    return score;
                }
            }
        }
        (-self.visit(child, depth - 1, ply + 1, child_alpha, child_beta, reply)).farther(1)
    }

    /// Puts the moves on the stack, each with how early it should be looked at.
    fn list_moves(&mut self, pos: &P, ply: usize, hash_move: Option<u16>) {
        let side = pos.to_move().index();
        let killers = if self.switches.killers { self.memory.killers(ply) } else { [None; 2] };
        let mut index = 0_u16;
        let (memory, stack, uses_history) = (&*self.memory, &mut self.stack, self.switches.history);
        pos.each_move(|mv| {
            let promise = if Some(index) == hash_move {
                u32::MAX
            } else if killers[0] == Some(mv) {
                u32::MAX - 1
            } else if killers[1] == Some(mv) {
                u32::MAX - 2
            } else if uses_history {
                memory.history(side, mv)
            } else {
                0
            };
            stack.push((promise, index, mv));
            index = index.saturating_add(1);
        });
    }

    /// Brings the most promising of the moves from `at` on to `at`; among equals the first in the position's order.
    #[inline]
    fn pick_next(&mut self, at: usize) {
        let mut best = at;
        for other in at + 1..self.stack.len() {
            let (a, b) = (&self.stack[other], &self.stack[best]);
            if a.0 > b.0 || (a.0 == b.0 && a.1 < b.1) {
                best = other;
            }
        }
        self.stack.swap(at, best);
    }
}

/// How wide the first window is: in proportion to the score, since evaluators have scales of their own.
fn aspiration_margin(score: Score) -> f32 {
    (score.number().abs() * 0.1).max(0.25)
}
