//! `zermelo verify-store`: whether everything in a store is as it was written.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use serde_json::{Value, json};
use zermelo_store::{RunVerification, Verification, verify};

use crate::args::DEFAULT_STORE;
use crate::reply::{Failure, Reply};
use zermelo_terminal::number::grouped;

/// Which store to look at.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo verify-store\n  \
                  zermelo verify-store --store old.db --json\n\n\
                  The command checks the structure of the file, the checksum of every record, and whether any \
                  record is missing. It writes nothing. A store written by an earlier version has no checksums yet, \
                  so only its structure is checked. Exit code: 0 if the store is sound, 1 if it is damaged. \
                  Undamaged runs can still be exported and shown by their full names.")]
pub struct VerifyStoreArgs {
    /// The store.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
}

/// Reads all of the store.
pub fn run(args: &VerifyStoreArgs) -> Result<Reply, Failure> {
    let found = verify(&args.store)?;
    let reply = Reply::new(json(&found), text(&found));
    Ok(if found.is_sound() { reply } else { reply.failing() })
}

fn text(found: &Verification) -> String {
    let mut text = String::new();
    for run in &found.runs {
        let verdict = if run.problems.is_empty() { "good" } else { "DAMAGED" };
        let _ = writeln!(
            text,
            "{:32} {verdict:8} {:>12} games {:>12} records",
            name(run),
            grouped(run.n_games),
            grouped(run.n_records)
        );
        run.problems.iter().for_each(|problem| {
            let _ = writeln!(text, "    {problem}");
        });
    }
    for problem in &found.problems {
        let _ = writeln!(text, "the file: {problem}");
    }
    let path = found.path.display();
    let n_good = found.runs.iter().filter(|run| run.problems.is_empty()).count();
    let n_runs = found.runs.len();
    if !found.is_sound() {
        let _ = writeln!(
            text,
            "{path} is damaged: {n_good} of {n_runs} runs are intact. Restore a backup, or export the intact runs \
             by their full names and start a new store."
        );
    } else if found.has_checksums {
        let runs = if n_runs == 1 { "run" } else { "runs" };
        let _ = writeln!(text, "{path} is sound: {n_runs} {runs}, all checksums match.");
    } else {
        let _ = writeln!(
            text,
            "{path} has a sound structure: {n_runs} runs. It has format {} without checksums; they are added when an experiment \
             is run with it.",
            found.format
        );
    }
    text
}

fn json(found: &Verification) -> Value {
    let run = |run: &RunVerification| {
        json!({
            "run": run.name,
            "number": run.id.0,
            "good": run.problems.is_empty(),
            "games": run.n_games,
            "records": run.n_records,
            "problems": run.problems,
        })
    };
    json!({
        "file": found.path.display().to_string(),
        "format": found.format,
        "checksums": found.has_checksums,
        "good": found.is_sound(),
        "problems": found.problems,
        "runs": found.runs.iter().map(run).collect::<Vec<_>>(),
    })
}

fn name(run: &RunVerification) -> String {
    run.name.clone().unwrap_or_else(|| format!("run {}", run.id))
}
