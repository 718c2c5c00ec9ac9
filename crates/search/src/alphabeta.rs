//! Alpha-beta with iterative deepening, principal-variation search, aspiration windows, a transposition table and
//! move ordering, on any number of threads; each part can be switched off by name.
//!
//! To a fixed depth the value is that of plain minimax, whatever the switches and however many the threads: nothing is
//! pruned that could change it, and the table answers only for exactly the depth that is asked, or where every line
//! came to the end of the game. So every switch changes the cost, and none the truth. Two switches are of another
//! kind, and off unless asked for or unless nodes or time limit the search: `quiescence` and `proofs` look beyond the
//! depth, and so see more than minimax.

mod leaves;

use std::sync::Arc;

use zermelo_game::{
    Agent, Budget, Choice, Evaluator, Hints, Player, Score, Scratch, Stop, Stream, Verdict, zobrist,
};

use crate::budget::Meter;
use crate::eval_cache::EvalCache;
use crate::order::Memory;
use crate::parallel::{Busy, Parallel};
use crate::table::{Bound, Entry, Near, Table};

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
    /// Use what the game knows of moves that win or lose on the spot.
    pub hints: bool,
    /// Follow captures beyond the depth before judging.
    pub quiescence: bool,
    /// Take the game's word where it proves a win or loss at a glance.
    pub proofs: bool,
}

impl Switches {
    /// Everything that leaves the value to a fixed depth as it is.
    pub const PLAIN: Switches = Switches {
        pruning: true,
        pvs: true,
        aspiration: true,
        table: true,
        killers: true,
        history: true,
        deepening: true,
        hints: true,
        quiescence: false,
        proofs: false,
    };

    /// Everything.
    pub const ALL: Switches = Switches { quiescence: true, proofs: true, ..Switches::PLAIN };
}

/// Joined to the keys of positions in which the player who searches is not to move. What is remembered was judged for
/// the player who searched: what was judged for the other is kept apart.
const OTHER_SEARCHES: u64 = zobrist::number(usize::MAX >> 32, 0);

/// Nothing is searched deeper than this.
pub const MOST_DEPTH: u32 = 250;

/// The player.
pub struct AlphaBeta<P: Hints> {
    evaluator: Arc<dyn Evaluator<P>>,
    switches: Switches,
    table: Table,
    parallel: Parallel,
    /// What each thread keeps to itself.
    threads: Vec<Thread<P::Move>>,
    /// How many positions were visited in this game.
    n_visited: u64,
}

/// What a thread keeps to itself: what it remembers of moves, of positions near the leaves, and what its evaluator does.
struct Thread<M> {
    /// One for each player who may search: an agent that plays both sides thinks as two agents would.
    memory: [Memory<M>; 2],
    near: Near,
    eval_cache: EvalCache,
    scratch: Scratch,
}

impl<M: Copy + Eq> Thread<M> {
    fn new() -> Self {
        Thread {
            memory: [Memory::new(), Memory::new()],
            near: Near::new(),
            eval_cache: EvalCache::new(),
            scratch: Scratch::new(),
        }
    }
}

impl<P: Hints> AlphaBeta<P> {
    /// A player that judges by this evaluator and remembers in a table of so many megabytes.
    pub fn new(evaluator: Arc<dyn Evaluator<P>>, switches: Switches, megabytes: usize) -> Self {
        AlphaBeta {
            evaluator,
            switches,
            table: Table::new(if switches.table { megabytes } else { 0 }),
            parallel: Parallel::default(),
            threads: vec![Thread::new()],
            n_visited: 0,
        }
    }

    /// The same player on several threads.
    #[must_use]
    pub fn with_threads(mut self, parallel: Parallel) -> Self {
        self.parallel = parallel;
        self.threads.resize_with(parallel.threads.max(1), Thread::new);
        self
    }

    /// The `n` best moves to this depth, each with its value and line, the best first.
    pub fn best_lines(&mut self, pos: &P, depth: u32, stop: Option<&Stop>, n: usize) -> Vec<Choice<P::Move>> {
        let budget = Budget { stop: stop.cloned(), ..Budget::depth(depth) };
        let mut lines: Vec<Choice<P::Move>> = Vec::new();
        for _ in 0..n.min(pos.count_moves()) {
            let known: Vec<P::Move> = lines.iter().map(|line| line.mv).collect();
            lines.push(self.choose_but(pos, &budget, &known));
        }
        lines
    }

    /// Chooses among all moves but `excluded`, of which there must be some.
    pub fn choose_but(&mut self, pos: &P, budget: &Budget, excluded: &[P::Move]) -> Choice<P::Move> {
        self.search(pos, budget, excluded, &mut |_| {})
    }

    fn search(
        &mut self,
        pos: &P,
        budget: &Budget,
        excluded: &[P::Move],
        tell: &mut dyn FnMut(&Choice<P::Move>),
    ) -> Choice<P::Move> {
        // The clock runs from here.
        let mut meter = Meter::new(budget);
        self.table.next_search();
        let searcher = pos.to_move().index();
        self.threads.iter_mut().for_each(|thread| thread.memory[searcher].next_search());
        let mut root = Vec::new();
        pos.moves(&mut root);
        root.retain(|mv| !excluded.contains(mv));
        // A legal move is held before the search starts: no budget is too small for it.
        let mut choice = Choice::of(*root.first().expect("an agent is asked only while the game goes on"));
        let deepest = budget.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        let busy = Busy::new(self.parallel.threads);
        let mut moves = root.clone();
        let first = if self.switches.deepening { 1 } else { deepest };
        let mut full_depth = 0;
        for depth in first..=deepest {
            let mut searches: Vec<Search<P>> = (self.threads.iter_mut())
                .map(|thread| Search {
                    evaluator: &*self.evaluator,
                    scratch: &mut thread.scratch,
                    root: pos.to_move(),
                    switches: self.switches,
                    table: &self.table,
                    near: &mut thread.near,
                    eval_cache: &mut thread.eval_cache,
                    busy: &busy,
                    memory: &mut thread.memory[searcher],
                    meter: meter.clone(),
                    stack: Vec::new(),
                    lines: Vec::new(),
                    root_moves: &moves,
                    is_partial: !excluded.is_empty(),
                    n_judged: 0,
                    n_captures: 0,
                    n_seen: 0,
                })
                .collect();
            let done = self.parallel.deepen(&mut searches, &mut meter, pos, depth, &choice);
            drop(searches);
            if let Some((score, line)) = done.best
                && let Some(&mv) = line.first()
            {
                let is_exact = done.n_judged == 0 && done.is_whole;
                choice = Choice { mv, score, is_exact, depth, line, ..choice };
            } else if let Some(&unseen) = moves.get(done.n_lost).filter(|_| done.n_lost > 0) {
                // All moves that were looked at lose, the one preferred so far among them: better any other.
                choice = Choice::of(unseen);
            }
            // The budget may be spent to the last node without being overdrawn.
            if meter.is_spent() || !done.is_whole {
                choice.depth = full_depth;
                break;
            }
            full_depth = depth;
            choice.nodes = meter.nodes();
            tell(&choice);
            // A win or loss within the depth just searched, or a game looked at to its ends, is exact: looking deeper
            // cannot change it.
            let is_settled =
                choice.score.proved().is_some_and(|plies| plies.unsigned_abs() <= depth) || choice.is_exact;
            if is_settled || root.len() == 1 && budget.depth.is_none() {
                break;
            }
            // The best move first, the others in their own order: so an iteration that is cut short has either
            // confirmed that move or found a better one, and the choice among equals hangs on values alone.
            moves.clone_from(&root);
            let best = root.iter().position(|&mv| mv == choice.mv).unwrap_or(0);
            moves[..=best].rotate_right(1);
            self.table.grow_if_needed(self.n_visited + meter.nodes(), &mut || !meter.is_over());
        }
        choice.nodes = meter.nodes();
        self.n_visited += choice.nodes;
        choice
    }
}

impl<P: Hints> Agent<P> for AlphaBeta<P> {
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        self.choose_but(pos, budget, &[])
    }

    fn choose_aloud(
        &mut self,
        pos: &P,
        budget: &Budget,
        tell: &mut dyn FnMut(&Choice<P::Move>),
    ) -> Choice<P::Move> {
        self.search(pos, budget, &[], tell)
    }

    fn n_bytes(&self) -> usize {
        self.table.n_bytes()
    }

    fn new_game(&mut self, _chance: Stream) {
        self.table.clear();
        self.n_visited = 0;
        for thread in &mut self.threads {
            thread.memory.iter_mut().for_each(Memory::clear);
            thread.near.clear();
        }
    }
}

/// One thread's search from one position.
pub(crate) struct Search<'a, P: Hints> {
    evaluator: &'a dyn Evaluator<P>,
    scratch: &'a mut Scratch,
    /// The player who searches.
    root: Player,
    pub switches: Switches,
    table: &'a Table,
    near: &'a mut Near,
    eval_cache: &'a mut EvalCache,
    /// The moves that other threads are looking at now.
    pub busy: &'a Busy,
    memory: &'a mut Memory<P::Move>,
    pub meter: Meter<'a>,
    /// The moves of all plies, each with its number in the position's order and how early to look at it.
    stack: Vec<(u32, u16, P::Move)>,
    /// The best line from each ply on, if one has been found inside an open window.
    lines: Vec<Vec<P::Move>>,
    /// The moves of the root in the order in which to look at them.
    pub root_moves: &'a [P::Move],
    /// Whether some of the root's moves are left out: then what is found says nothing about the root.
    is_partial: bool,
    /// How often a line ended in a judgement, not in the end of the game.
    pub n_judged: u64,
    /// How many captures of quiescence lead to where the search is now.
    n_captures: u32,
    /// How many of the root's moves have been looked at in this iteration.
    n_seen: usize,
}

/// The value of an iteration with its line, if any was known before the budget ran out.
pub(crate) type Best<M> = Option<(Score, Vec<M>)>;

impl<P: Hints> Search<'_, P> {
    /// One iteration, with a window around the last score that is opened until the score is inside. `None` if the
    /// budget ran out before anything was known.
    pub fn deepen(&mut self, pos: &P, depth: u32, last: &Choice<P::Move>) -> Best<P::Move> {
        let (mut alpha, mut beta) = (Score::WORST, Score::BEST);
        let mut margin = aspiration_margin(last.score);
        let is_narrow = self.switches.aspiration && self.switches.pruning && depth > 3 && last.depth > 0;
        if is_narrow && last.score.proved().is_none() {
            (alpha, beta) = (last.score.plus(-margin), last.score.plus(margin));
        }
        loop {
            self.clear_line(0);
            let score = self.visit(pos, depth, 0, alpha, beta);
            let line = self.lines[0].clone();
            if self.meter.is_spent() {
                // A line is there only if its score rose above the window's lower end. A loss is one only if all moves
                // lose, and not all were seen.
                return (!line.is_empty() && !score.is_loss()).then_some((score, line));
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

    /// How many of the root's moves were found to lose before the budget ran out, if none was found that does not.
    pub fn n_lost(&self) -> usize {
        let all_lose = !self.lines[0].is_empty() && self.meter.is_spent();
        if all_lose { self.n_seen } else { 0 }
    }

    /// The value of a position from the side to move: exact inside the window, else a bound on the side it falls.
    pub fn visit(&mut self, pos: &P, depth: u32, ply: usize, alpha: Score, beta: Score) -> Score {
        debug_assert!(alpha < beta, "an empty window");
        // Step 1. Spend a node; a finished game or a last position has its value.
        if self.meter.spend() {
            return alpha;
        }
        if let Some(outcome) = pos.outcome() {
            return Score::of_outcome(outcome, pos.to_move());
        }
        if depth == 0 {
            return self.judge(pos, alpha, beta);
        }
        let is_open = alpha.next_up() < beta;

        // Step 2. Ask the game for a win on the spot, or for a proof.
        if self.switches.hints
            && !(ply == 0 && self.is_partial)
            && let Some(mv) = pos.winning_move()
        {
            self.set_line(ply, mv, false);
            return Score::win_in(1);
        }
        if self.switches.proofs
            && ply > 0
            && let Some(verdict) = pos.verdict()
        {
            return proved(verdict);
        }

        // Step 3. Next to the leaves neither table nor order earn their cost.
        if depth == 1 && ply > 0 {
            return self.last_ply(pos, ply, alpha, beta);
        }

        // Step 4. Look in the table.
        let uses_table = self.switches.table;
        let is_near = depth <= NEAR_DEPTH;
        let key = self.key(pos);
        let known = match (uses_table, is_near) {
            (false, _) => None,
            (true, true) => self.near.get(key),
            (true, false) => self.table.get(key),
        };
        if let Some(entry) = known
            && ply > 0
            && self.switches.pruning
            && entry.fits(depth)
            && entry.decides(alpha, beta)
        {
            self.n_judged += u64::from(!entry.is_complete);
            return entry.score;
        }
        let n_judged_before = self.n_judged;

        // Step 5. List the moves, best guesses first. Moves that lose on the spot are worth a loss in two plies, and no
        // more is to be known of them.
        let base = self.stack.len();
        self.list_moves(pos, depth, ply, known.and_then(|entry| entry.best));
        if self.stack.len() == base {
            return Score::loss_in(2);
        }

        // Step 6. A reply that is known to refute the position needs no search.
        if ply > 0
            && depth >= LEAST_DEPTH_OF_REPLIES
            && let Some(score) = self.known_refutation(pos, depth, base, beta)
        {
            self.stack.truncate(base);
            return score;
        }

        // Step 7. Look at each; first at those that no other thread is busy with.
        let (mut best, mut best_index) = (Score::WORST, None);
        let mut low = alpha;
        if ply == 0 {
            self.n_seen = 0;
        }
        let shares = self.busy.is_shared() && ply > 0 && depth >= Busy::LEAST_DEPTH;
        let mut n_put_off = 0;
        let mut at = base;
        while at < self.stack.len() {
            self.pick_next(at, base);
            let (promise, index, mv) = self.stack[at];
            at += 1;
            let child = pos.after(mv);
            if uses_table && depth > NEAR_DEPTH + 1 {
                self.table.prefetch(self.key(&child));
            }
            let is_later = best_index.is_some();
            let ticket = if shares && is_later && promise > PUT_OFF {
                let ticket = self.busy.take(child.search_key(), depth);
                if ticket.is_none() && n_put_off < 64 {
                    // Someone else is at it: come back when the others are done.
                    n_put_off += 1;
                    self.stack.push((PUT_OFF, index, mv));
                    continue;
                }
                ticket
            } else {
                None
            };
            let score = self.child_score(&child, depth, ply, low, beta, is_later);
            if let Some(ticket) = ticket {
                self.busy.give_back(ticket);
            }
            if self.meter.is_spent() {
                break;
            }
            if ply == 0 {
                self.n_seen += 1;
            }
            if score > best {
                (best, best_index) = (score, Some(index));
                if is_open && (score > low || !self.switches.pruning) {
                    self.set_line(ply, mv, true);
                }
            }
            low = low.max(best);
            if low >= beta && self.switches.pruning {
                let side = usize::from(pos.to_move() != self.root);
                self.memory.refuted(ply, side, mv, pos.move_slot(mv), depth);
                let in_vain = self.stack[base..at - 1].iter();
                in_vain.for_each(|&(_, _, mv)| self.memory.failed(side, pos.move_slot(mv), depth));
                break;
            }
        }
        self.stack.truncate(base);
        if self.meter.is_spent() {
            return low;
        }

        // Step 8. Remember.
        if uses_table && !(ply == 0 && self.is_partial) {
            let bound = Bound::of(best, alpha, beta);
            // The root's moves have an order of their own, which means nothing to anybody else.
            let is_hint = bound != Bound::AtMost && ply > 0;
            let best_index = best_index.filter(|_| is_hint);
            let is_complete = self.n_judged == n_judged_before;
            let entry = Entry { score: best, bound, depth: depth as u8, best: best_index, is_complete };
            if is_near {
                self.near.put(key, entry);
            } else {
                self.table.put(key, entry);
            }
        }
        best
    }

    /// The value of one move of the root for its side to move, seen with this lower bound; `None` if the budget ran out.
    pub fn root_score(
        &mut self,
        pos: &P,
        mv: P::Move,
        depth: u32,
        low: Score,
        is_later: bool,
    ) -> Option<Score> {
        let score = self.child_score(&pos.after(mv), depth, 0, low, Score::BEST, is_later);
        (!self.meter.is_spent()).then_some(score)
    }

    /// The best line after the move just looked at.
    pub fn reply_line(&self) -> &[P::Move] {
        &self.lines[1]
    }

    /// The value of a child for its parent's side to move, seen through the parent's window.
    fn child_score(
        &mut self,
        child: &P,
        depth: u32,
        ply: usize,
        low: Score,
        beta: Score,
        is_later: bool,
    ) -> Score {
        self.clear_line(ply + 1);
        // A child's window is the parent's, one ply nearer to every win and loss.
        let (child_alpha, child_beta) = if self.switches.pruning {
            ((-beta).nearer(1), (-low).nearer(1))
        } else {
            (Score::WORST, Score::BEST)
        };
        if is_later && self.switches.pvs && self.switches.pruning && low > Score::WORST {
            let closed = -((-child_beta).next_up());
            if closed > child_alpha {
                let score = (-self.visit(child, depth - 1, ply + 1, closed, child_beta)).farther(1);
                if score <= low || score >= beta || self.meter.is_spent() {
                    return score;
                }
            }
        }
        (-self.visit(child, depth - 1, ply + 1, child_alpha, child_beta)).farther(1)
    }

    /// A bound of at least `beta` if the tables know a child of the moves on the stack that refutes the position at this depth.
    fn known_refutation(&mut self, pos: &P, depth: u32, base: usize, beta: Score) -> Option<Score> {
        if !self.switches.table || !self.switches.pruning {
            return None;
        }
        let needed = (-beta).nearer(1);
        let refutes =
            |entry: &Entry| entry.fits(depth - 1) && entry.bound != Bound::AtLeast && entry.score <= needed;
        let known = self.stack[base..].iter().find_map(|&(_, _, mv)| {
            let key = self.key(&pos.after(mv));
            let entry = if depth - 1 <= NEAR_DEPTH { self.near.get(key) } else { self.table.get(key) };
            entry.filter(refutes)
        })?;
        self.n_judged += u64::from(!known.is_complete);
        Some((-known.score).farther(1))
    }

    /// The key of a position in the table.
    #[inline]
    fn key(&self, pos: &P) -> u64 {
        if pos.to_move() == self.root { pos.search_key() } else { pos.search_key() ^ OTHER_SEARCHES }
    }

    /// Puts the moves on the stack, each with how early it should be looked at.
    fn list_moves(&mut self, pos: &P, depth: u32, ply: usize, hash_move: Option<u16>) {
        if ply == 0 {
            // Moves of the root have an order of their own, and no two of them share it.
            let n = self.root_moves.len();
            let moves = self.root_moves.iter().enumerate();
            self.stack.extend(moves.map(|(index, &mv)| (PUT_OFF + (n - index) as u32, index as u16, mv)));
            return;
        }
        let side = usize::from(pos.to_move() != self.root);
        let killers = if self.switches.killers { self.memory.killers(ply) } else { [None; 2] };
        let mut index = 0_u16;
        let (memory, stack, uses_history) = (&*self.memory, &mut self.stack, self.switches.history);
        let list = |mv| {
            let promise = if Some(index) == hash_move {
                u32::MAX
            } else if killers[0] == Some(mv) {
                u32::MAX - 1
            } else if killers[1] == Some(mv) {
                u32::MAX - 2
            } else if uses_history {
                PUT_OFF + 1 + memory.history(side, pos.move_slot(mv))
            } else {
                PUT_OFF + 1
            };
            stack.push((promise, index, mv));
            index = index.saturating_add(1);
        };
        // To see that a move loses on the spot takes two plies.
        if self.switches.hints && depth >= 2 { pos.each_safe_move(list) } else { pos.each_move(list) }
    }

    /// Brings the most promising of the moves from `at` on to `at`; among equals the first in the position's order.
    /// After a few all the others are sorted: by then no cut-off is likely.
    #[inline]
    fn pick_next(&mut self, at: usize, base: usize) {
        let before =
            |a: &(u32, u16, P::Move), b: &(u32, u16, P::Move)| a.0 > b.0 || (a.0 == b.0 && a.1 < b.1);
        if at > base + 3 {
            if at == base + 4 {
                self.stack[at..].sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            }
            return;
        }
        let mut best = at;
        for other in at + 1..self.stack.len() {
            if before(&self.stack[other], &self.stack[best]) {
                best = other;
            }
        }
        self.stack.swap(at, best);
    }

    fn clear_line(&mut self, ply: usize) {
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.lines.resize_with(ply + 1, Vec::new),
        }
    }

    /// The line from this ply on begins with a move, and goes on as the next ply's does if `goes_on`.
    fn set_line(&mut self, ply: usize, mv: P::Move, goes_on: bool) {
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        let (lines, later) = self.lines.split_at_mut(ply + 1);
        let line = &mut lines[ply];
        line.clear();
        line.push(mv);
        if goes_on {
            line.extend_from_slice(&later[0]);
        }
    }
}

/// Subtrees up to this depth are remembered near by: the large table is slower than searching them again.
const NEAR_DEPTH: u32 = 3;

/// Replies are looked up in the tables from this depth on: below it, finding their keys costs more than searching them.
const LEAST_DEPTH_OF_REPLIES: u32 = 3;

/// The order of moves that are put off: after all others.
const PUT_OFF: u32 = 0;

/// A proof as a score: its plies are the most it takes.
#[inline]
fn proved(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Win(plies) => Score::win_in(plies),
        Verdict::Loss(plies) => Score::loss_in(plies),
    }
}

/// How wide the first window is: in proportion to the score, since evaluators have scales of their own.
fn aspiration_margin(score: Score) -> f32 {
    (score.number().abs() * 0.1).max(0.25)
}
