//! `zermelo perft`: counting move sequences, with a progress bar when it takes long.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::{Map, json};
use zermelo_catalog::{PerftPlan, Permission, catalog};
use zermelo_game::Stop;

use crate::args::{PerftArgs, n_threads};
use crate::reply::{Failure, Reply};
use zermelo_terminal::number::grouped;
use zermelo_terminal::progress::Progress;

/// Counts.
pub fn run(args: &PerftArgs) -> Result<Reply, Failure> {
    let session = catalog::open_for(&args.place.game, Permission::terminal())?
        .session(&args.place.start(args.moves.as_ref()))?;
    let threads = n_threads(args.threads);
    // Drawn on standard error, and only if that is a terminal.
    let progress = Progress::new("perft", "parts");
    let started = Instant::now();
    let on_progress = |done: usize, all: usize| {
        if started.elapsed() > Duration::from_millis(500) {
            progress.is_at(done as u64, all as u64);
        }
    };
    let plan = PerftPlan {
        depth: usize::from(args.depth),
        threads,
        on_progress: &on_progress,
        stop: &Stop::default(),
    };
    let perft = session.perft(&plan);
    let seconds = started.elapsed().as_secs_f64();
    progress.clear();

    let nodes: u64 = perft.counts.iter().sum();
    let mut text = String::new();
    if args.divide {
        for (mv, count) in &perft.divide {
            let _ = writeln!(text, "{mv:<10} {:>20}", grouped(*count));
        }
        text.push('\n');
    }
    for (index, count) in perft.counts.iter().enumerate() {
        let _ = writeln!(text, "{:>5} {:>25}", index + 1, grouped(*count));
    }
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    let _ = writeln!(text, "{} sequences in {seconds:.3} s, {rate:.1} million/s", grouped(nodes));
    let mut json = json!({ "counts": perft.counts, "nodes": nodes, "seconds": seconds });
    if args.divide {
        let divide: Map<_, _> = perft.divide.into_iter().map(|(mv, count)| (mv, json!(count))).collect();
        json["divide"] = divide.into();
    }
    Ok(Reply::new(json, text))
}
