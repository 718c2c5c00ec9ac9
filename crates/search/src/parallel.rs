//! Several threads at one search.
//!
//! Two schemes. **Shared**: all threads search the same tree with one table, and keep out of each other's way: a
//! thread that comes to a move another one is looking at puts it off (simplified ABDADA, Kerrigan 2017); the first to
//! finish an iteration speaks for all. **Root**: each thread takes the next of the root's moves, as SimpAI does. In
//! both the value to a fixed depth is that of one thread, and so is the move: the table answers for exact depths
//! only, and the choice among equals hangs on values alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use zermelo_game::{Choice, Hints, Score};

use crate::alphabeta::{Best, Search};
use crate::budget::Meter;

/// How the work is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// All search the same tree and put off what others are looking at.
    Shared,
    /// Each takes the next of the root's moves.
    Root,
}

/// How many threads, and how they share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parallel {
    /// How many threads search.
    pub threads: usize,
    /// How they share the work.
    pub scheme: Scheme,
}

impl Default for Parallel {
    fn default() -> Self {
        Parallel { threads: 1, scheme: Scheme::Shared }
    }
}

/// What an iteration found.
pub(crate) struct Iteration<M> {
    pub best: Best<M>,
    /// How many of the root's moves were found to lose before the budget ran out, if no other was found.
    pub n_lost: usize,
    /// How many lines ended in a judgement.
    pub n_judged: u64,
    /// Whether it came to its end before the budget ran out.
    pub is_whole: bool,
}

/// A search that has cost less than this many nodes is not worth waking other threads for.
const WORTH_SHARING: u64 = 4_000;

impl Parallel {
    /// One iteration of the search, on all threads if it is worth it.
    pub(crate) fn deepen<'a, P: Hints>(
        &self,
        searches: &mut [Search<'a, P>],
        meter: &mut Meter<'_>,
        pos: &P,
        depth: u32,
        last: &Choice<P::Move>,
    ) -> Iteration<P::Move> {
        searches.iter_mut().for_each(|search| search.n_judged = 0);
        if self.threads < 2 || (meter.nodes() < WORTH_SHARING && searches[0].switches.deepening) {
            let search = &mut searches[0];
            let best = search.deepen(pos, depth, last);
            meter.add(search.meter.nodes() - meter.nodes());
            let n_lost = if best.is_none() { search.n_lost() } else { 0 };
            return Iteration { best, n_lost, n_judged: search.n_judged, is_whole: !search.meter.is_spent() };
        }
        let busy = searches[0].busy;
        busy.is_found.store(false, Ordering::Relaxed);
        for search in searches.iter_mut() {
            search.meter = search.meter.share(self.threads, &busy.is_found);
        }
        let (best, is_whole) = match self.scheme {
            // Who has finished tells the others to stop.
            Scheme::Shared => {
                let best = share_tree(searches, pos, depth, last);
                (best, busy.is_found.load(Ordering::Relaxed))
            }
            Scheme::Root => {
                let best = split_root(searches, pos, depth);
                (best, !searches.iter().any(|search| search.meter.is_spent()))
            }
        };
        meter.add(searches.iter().map(|search| search.meter.nodes()).sum());
        // A thread that has spent its share leaves a move behind that nobody has looked at, even if others have some left.
        if self.scheme == Scheme::Root && !is_whole {
            meter.end();
        }
        let n_judged = searches.iter().map(|search| search.n_judged).sum();
        Iteration { best, n_lost: 0, n_judged, is_whole }
    }
}

/// All threads search the whole tree; the first to finish speaks for all.
fn share_tree<P: Hints>(
    searches: &mut [Search<'_, P>],
    pos: &P,
    depth: u32,
    last: &Choice<P::Move>,
) -> Best<P::Move> {
    let finished: Mutex<Best<P::Move>> = Mutex::new(None);
    let run = |search: &mut Search<'_, P>| {
        let best = search.deepen(pos, depth, last);
        let is_first = !search.meter.is_spent() && !search.busy.is_found.swap(true, Ordering::Relaxed);
        if is_first && let Ok(mut finished) = finished.lock() {
            *finished = best;
            return None;
        }
        best
    };
    let (main, helpers) = searches.split_first_mut().expect("at least one thread");
    let unfinished = std::thread::scope(|scope| {
        for helper in helpers {
            scope.spawn(|| run(helper));
        }
        run(main)
    });
    // If nobody has finished, the budget ran out: what the first thread knows by then is as good as any.
    finished.into_inner().ok().flatten().or(unfinished)
}

/// Each thread takes the next of the root's moves.
fn split_root<P: Hints>(searches: &mut [Search<'_, P>], pos: &P, depth: u32) -> Best<P::Move> {
    let moves = searches[0].root_moves;
    let next = AtomicUsize::new(0);
    // The best score, the number of its move, and its line; and whether the first move is among those seen.
    let best: Mutex<(Score, usize, Vec<P::Move>)> = Mutex::new((Score::WORST, usize::MAX, Vec::new()));
    let has_first = AtomicBool::new(false);
    let run = |search: &mut Search<'_, P>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(index) else { return };
            let Ok((alpha, holder)) = best.lock().map(|best| (best.0, best.1)) else { return };
            // A move that comes before the best one so far is preferred if it is as good: it must be seen exactly.
            let low = if index < holder && alpha > Score::WORST { -((-alpha).next_up()) } else { alpha };
            let Some(score) = search.root_score(pos, mv, depth, low, index > 0) else { return };
            let Ok(mut best) = best.lock() else { return };
            if index == 0 {
                has_first.store(true, Ordering::Relaxed);
            }
            if score > best.0 || (score == best.0 && index < best.1) {
                let mut line = vec![mv];
                line.extend_from_slice(search.reply_line());
                *best = (score, index, line);
            }
        }
    };
    let (main, helpers) = searches.split_first_mut().expect("at least one thread");
    std::thread::scope(|scope| {
        for helper in helpers {
            scope.spawn(|| run(helper));
        }
        run(main);
    });
    let (score, _, line) = best.into_inner().ok()?;
    // An iteration that was cut short before it came to the last iteration's best move knows nothing better, and a loss is
    // one only if all moves lose.
    let is_cut_short = searches.iter().any(|search| search.meter.is_spent());
    let is_known = has_first.into_inner() && !(is_cut_short && score.is_loss());
    (is_known && !line.is_empty()).then_some((score, line))
}

/// The moves that threads are looking at now.
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
    /// Whether a thread has finished the iteration.
    pub is_found: AtomicBool,
}

/// A move that a thread has taken, by its slot and its mark there.
#[derive(Clone, Copy)]
pub(crate) struct Ticket(usize, u64);

impl Busy {
    /// Subtrees shallower than this are not worth the trouble.
    pub const LEAST_DEPTH: u32 = 6;
    const SLOTS: usize = 1 << 12;

    pub fn new(n_threads: usize) -> Busy {
        let n_slots = if n_threads > 1 { Self::SLOTS } else { 0 };
        Busy { slots: (0..n_slots).map(|_| AtomicU64::new(0)).collect(), is_found: AtomicBool::new(false) }
    }

    /// Whether there is anyone to share with.
    #[inline]
    pub fn is_shared(&self) -> bool {
        !self.slots.is_empty()
    }

    /// Takes the position with this key, to this depth; `None` if another thread has it.
    pub fn take(&self, key: u64, depth: u32) -> Option<Ticket> {
        let mark = key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let slot = (mark >> 40) as usize % Self::SLOTS;
        let is_free = self.slots[slot].load(Ordering::Relaxed) != mark;
        is_free.then(|| {
            self.slots[slot].store(mark, Ordering::Relaxed);
            Ticket(slot, mark)
        })
    }

    /// Gives it back.
    pub fn give_back(&self, Ticket(slot, mark): Ticket) {
        let _ = self.slots[slot].compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
