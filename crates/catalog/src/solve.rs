//! Solving positions of any game, one at a time or all openings at once.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use zermelo_any::{AnyPosition, MoveIndex};
pub use zermelo_search::{Method, SolvePlan, Worth};
use zermelo_search::{ProofTable, Solution};

use crate::OpenGame;

/// What was found out about a position, in its game's notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// What it is worth to the side to move; `None` if that could not be found within the limits.
    pub worth: Option<Worth>,
    /// Plies to the end with best play, if they were found.
    pub plies: Option<u32>,
    /// The best line, or as much of it as is certain.
    pub line: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
}

/// An opening and what was found out about the position after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Its moves.
    pub moves: Vec<String>,
    /// The position it leads to, for the side to move there.
    pub solved: Solved,
}

/// Solves a position.
pub(crate) fn run(
    game: &OpenGame,
    pos: &AnyPosition,
    plan: &SolvePlan,
    report: &mut dyn FnMut(&str, u64),
) -> Solved {
    tell(game, pos, game.solve(pos, plan, &mut ProofTable::new(plan.megabytes), report))
}

/// A solution in the game's notation.
fn tell(game: &OpenGame, pos: &AnyPosition, solution: Solution<MoveIndex>) -> Solved {
    let Solution { worth, plies, line, nodes } = solution;
    let mut at = pos.clone();
    let mut texts = Vec::new();
    for mv in line {
        texts.push(game.write_move(&at, mv));
        at.play(mv);
    }
    Solved { worth, plies, line: texts, nodes }
}

/// Solves the positions after all openings of so many plies, mirror images once. Openings that end the game are left
/// out. The plan's budget is for each of them.
pub(crate) fn openings(
    game: &OpenGame,
    pos: &AnyPosition,
    n_plies: usize,
    plan: &SolvePlan,
    n_threads: usize,
    on_progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<Opening> {
    let mut lines: Vec<(Vec<String>, AnyPosition)> = vec![(Vec::new(), pos.clone())];
    for _ in 0..n_plies {
        let mut longer = Vec::new();
        for (line, pos) in &lines {
            for mv in pos.moves() {
                let next = pos.after(mv);
                if !next.is_over() {
                    let moves = line.iter().cloned().chain([game.write_move(pos, mv)]).collect();
                    longer.push((moves, next));
                }
            }
        }
        lines = longer;
    }
    // One of each kind, and for every opening which kind it is.
    let mut kinds: Vec<&AnyPosition> = Vec::new();
    let mut known: HashMap<u64, usize> = HashMap::new();
    let symmetries = game.symmetries();
    let kind_of: Vec<usize> = (lines.iter())
        .map(|(_, pos)| {
            let images = symmetries.iter().map(|symmetry| game.transform(symmetry, pos).canonical_key());
            let key = images.fold(pos.canonical_key(), u64::min);
            *known.entry(key).or_insert_with(|| {
                kinds.push(pos);
                kinds.len() - 1
            })
        })
        .collect();
    let next = AtomicUsize::new(0);
    let found: Vec<Mutex<Option<Solved>>> = kinds.iter().map(|_| Mutex::new(None)).collect();
    on_progress(0, kinds.len());
    std::thread::scope(|scope| {
        for _ in 0..n_threads.min(kinds.len()) {
            scope.spawn(|| {
                let mut ledger = ProofTable::new(plan.megabytes);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(pos) = kinds.get(index) else { return };
                    let solved = tell(game, pos, game.solve(pos, plan, &mut ledger, &mut |_, _| {}));
                    *found[index].lock().expect("no other thread has this one") = Some(solved);
                    on_progress(index + 1, kinds.len());
                }
            });
        }
    });
    let solved = |kind: usize| found[kind].lock().expect("all threads are done").clone();
    let openings = lines.iter().zip(kind_of).filter_map(|((moves, pos), kind)| {
        let mut solved = solved(kind)?;
        // The line is that of the image that was solved.
        if pos != kinds[kind] {
            solved.line.clear();
        }
        Some(Opening { moves: moves.clone(), solved })
    });
    openings.collect()
}
