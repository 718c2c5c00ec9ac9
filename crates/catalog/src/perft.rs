//! Counting move sequences on several threads. The tree is cut after its first plies into jobs that threads
//! take in turn; sums do not depend on who did what, so the result is the same on any number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use zermelo_any::AnyPosition;
use zermelo_game::Stop;

use crate::OpenGame;

/// What to count, and how.
pub struct PerftPlan<'a> {
    /// The longest sequences to count, in plies.
    pub depth: usize,
    /// How many threads share the work.
    pub threads: usize,
    /// Told (jobs done, jobs in all) at the start and after every job, from any thread.
    pub on_progress: &'a (dyn Fn(usize, usize) + Sync),
    /// Ends it, soon: what was counted by then is too little.
    pub stop: &'a Stop,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    /// The number of sequences of exactly 1, 2, .. plies.
    pub counts: Vec<u64>,
    /// The number of the longest sequences by their first move.
    pub divide: Vec<(String, u64)>,
}

/// A part of the tree: a position some plies below the root, under one of the root's moves.
struct Job {
    pos: AnyPosition,
    root_move: usize,
    ply: usize,
}

/// When there are so many parts, the tree is not cut further.
const ENOUGH_JOBS: usize = 2000;

/// So many sequences are counted between two looks at the switch.
const UNHEARD: f64 = 3e7;

/// Counts the sequences from `pos`.
pub(crate) fn run(game: &OpenGame, pos: &AnyPosition, plan: &PerftPlan) -> Perft {
    let mut counts = vec![0; plan.depth];
    let moves: Vec<_> = pos.moves().collect();
    let mut divided = vec![0; moves.len()];
    let mut jobs: Vec<Job> = Vec::new();
    if plan.depth > 0 {
        counts[0] = moves.len() as u64;
        jobs.extend(moves.iter().enumerate().map(|(root_move, &mv)| Job {
            pos: pos.after(mv),
            root_move,
            ply: 1,
        }));
    }
    if plan.depth == 1 {
        divided.fill(1);
    }
    // Cut on until there are enough parts to share and to show progress by, or little is left below them.
    let mut ply = 1;
    while ply + 2 < plan.depth && !jobs.is_empty() && jobs.len() < ENOUGH_JOBS {
        ply += 1;
        let mut deeper = Vec::new();
        for Job { pos, root_move, .. } in jobs {
            deeper.extend(pos.moves().map(|mv| Job { pos: pos.after(mv), root_move, ply }));
        }
        counts[ply - 1] = deeper.len() as u64;
        jobs = deeper;
    }
    if plan.depth > 1 {
        for (root_move, below) in share(game, &jobs, plan) {
            divided[root_move] += below.last().copied().unwrap_or(0);
            let base = plan.depth - below.len();
            for (sum, part) in counts[base..].iter_mut().zip(below) {
                *sum += part;
            }
        }
    }
    let texts = moves.iter().map(|&mv| game.write_move(pos, mv));
    let divide = if plan.depth > 0 { texts.zip(divided).collect() } else { Vec::new() };
    Perft { counts, divide }
}

/// Every job's counts, with the root move it belongs to.
fn share(game: &OpenGame, jobs: &[Job], plan: &PerftPlan) -> Vec<(usize, Vec<u64>)> {
    let next = AtomicUsize::new(0);
    let n_done = AtomicUsize::new(0);
    (plan.on_progress)(0, jobs.len());
    let work = || {
        let mut done = Vec::new();
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut counts = vec![0; plan.depth - job.ply];
            count(game, &job.pos, &mut counts, plan.stop);
            done.push((job.root_move, counts));
            (plan.on_progress)(n_done.fetch_add(1, Ordering::Relaxed) + 1, jobs.len());
        }
        done
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for helper in helpers {
            done.extend(helper.join().expect("a perft thread does not panic"));
        }
        done
    })
}

/// Adds to `counts[i]` the sequences of `i + 1` plies from `pos`, in parts that take no longer than somebody waits who wants an end.
fn count(game: &OpenGame, pos: &AnyPosition, counts: &mut [u64], stop: &Stop) {
    if stop.is_stopped() {
        return;
    }
    let n_moves = pos.count_moves();
    let about = counts.iter().fold(1.0, |about, _| about * n_moves.max(4) as f64);
    match counts {
        [here, deeper @ ..] if about > UNHEARD && !deeper.is_empty() => {
            *here += n_moves as u64;
            pos.moves().for_each(|mv| count(game, &pos.after(mv), deeper, stop));
        }
        counts => game.perft(pos, counts),
    }
}
