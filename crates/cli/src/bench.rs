//! `zermelo bench`: how fast rules and search are, and whether they do what they did before.

use std::fmt::Write;

use serde_json::{Value, json};
use zermelo_catalog::{Bench, BenchPlan, Permission, bench, catalog};

use crate::args::BenchArgs;
use crate::reply::{Failure, Reply};
use zermelo_terminal::number::{grouped, rate, short_time};

/// Does the fixed work on one game, or on every game.
pub fn run(args: &BenchArgs) -> Result<Reply, Failure> {
    let mut games = match &args.game {
        Some(id) => vec![catalog::open_for(id, Permission::terminal())?],
        None => catalog::entries().iter().map(catalog::Entry::open).collect(),
    };
    // A family's usual size may be one of its presets.
    games.dedup_by_key(|game| game.id());
    let mut text =
        format!("{:<14} {:<24} {:>14} {:>10} {:>14}\n", "game", "agent", "nodes", "time", "nodes/s");
    let mut benches = Vec::new();
    for game in games {
        let done = bench::run(&game, &BenchPlan::FULL);
        for work in &done.works {
            let _ = writeln!(
                text,
                "{:<14} {:<24} {:>14} {:>10} {:>14}",
                done.game,
                work.agent,
                grouped(work.nodes),
                short_time(work.seconds),
                rate(work.nodes as f64 / work.seconds.max(1e-9))
            );
        }
        benches.push(done);
    }
    let signature = bench::signature(benches.iter().map(Bench::signature));
    let json = match (&args.game, benches.as_slice()) {
        (Some(_), [done]) => {
            let _ = writeln!(text, "\nsignature {}", done.signature());
            told(done)
        }
        _ => {
            let _ = writeln!(text, "\nsignature {signature}");
            json!({ "games": benches.iter().map(told).collect::<Vec<_>>(), "signature": signature })
        }
    };
    Ok(Reply::new(json, text))
}

fn told(done: &Bench) -> Value {
    let agents: Vec<Value> = done
        .works
        .iter()
        .map(|work| {
            json!({
                "agent": work.agent,
                "nodes": work.nodes,
                "seconds": work.seconds,
                "nodes_per_second": work.nodes as f64 / work.seconds.max(1e-9),
            })
        })
        .collect();
    json!({ "game": done.game, "agents": agents, "signature": done.signature() })
}
