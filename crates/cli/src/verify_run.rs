//! `zermelo verify`: plays stored games again and compares.

use std::fmt::Write;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_catalog::Permission;
use zermelo_experiments::Running;
use zermelo_experiments::experiment::RunError;
use zermelo_experiments::verification::{Verified, verify};
use zermelo_game::Stop;
use zermelo_store::Store;

use crate::args::{DEFAULT_STORE, n_threads};
use crate::output::Output;
use crate::reply::{Failure, Reply};
use crate::version::code_version;
use zermelo_terminal::number::grouped;
use zermelo_terminal::progress::Progress;
use zermelo_terminal::prose::wrapped;

/// Which run to verify, and how much of it.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo verify last\n  \
                  zermelo verify quickstart-1 --share 1\n\n\
                  The command draws a share of the run's pairs of games, plays them again and compares every move, \
                  result and node count with the store. It writes nothing. Of runs that keep no games it repeats \
                  generations or replicates. Games with a time budget, with several search threads or with engines \
                  cannot be compared. Exit code: 0 if everything is the same, 1 if anything differs.")]
pub struct VerifyArgs {
    /// The run: its name, a prefix of the name, its number, or `last`.
    pub run: String,
    /// The share of the games to play again, from 0 to 1; at least one pair is played.
    #[arg(long, default_value_t = 0.01, value_parser = read_share)]
    pub share: f64,
    /// Which games are drawn.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The store.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
}

/// A share from 0 to 1.
pub fn read_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Verifies a run.
pub fn run(args: &VerifyArgs, output: Output, stop: &Stop) -> Result<Reply, Failure> {
    let store = Store::read(&args.store)?.used_by(code_version());
    let run = store.find_run(&args.run)?;
    let running = Running {
        threads: n_threads(args.threads),
        resumes: false,
        stop,
        permission: Permission::terminal(),
        fleet: None,
    };
    let progress = if output.is_json() { Progress::hidden() } else { Progress::new(&run.name, "games") };
    let verified = verify(&store, &run, args.share, args.seed, &running, &mut || {
        progress.bar().inc(1);
    });
    progress.clear();
    let verified = verified.map_err(|error| match error {
        RunError::Request(error) => error.into(),
        RunError::Store(error) => error.into(),
        RunError::Stopped(run) | RunError::Spoilt(run) => {
            Failure::interrupted(format!("the verification of {run} was interrupted"))
        }
    })?;
    let reply = Reply::new(json(&run.name, &verified), text(&run.name, &verified));
    Ok(if verified.n_differences == 0 { reply } else { reply.failing() })
}

fn json(run: &str, verified: &Verified) -> serde_json::Value {
    json!({
        "run": run,
        "stored_games": verified.stored_games,
        "games": verified.games,
        "events": verified.events,
        "differences": verified.n_differences,
        "first_differences": verified.differences,
        "other_version": verified.other_version,
    })
}

fn text(run: &str, verified: &Verified) -> String {
    let mut text = String::new();
    let mut what = Vec::new();
    if verified.games > 0 || verified.events == 0 {
        what.push(format!("{} of {} games", grouped(verified.games), grouped(verified.stored_games)));
    }
    if verified.events > 0 {
        what.push(format!("{} generations or replicates", grouped(verified.events)));
    }
    let what = what.join(" and ");
    let verdict = match verified.n_differences {
        0 => "all the same".to_owned(),
        1 => "1 difference".to_owned(),
        n => format!("{} differences", grouped(n)),
    };
    let _ = writeln!(text, "{run}: repeated {what}: {verdict}.");
    for difference in &verified.differences {
        let _ = writeln!(text, "  {difference}");
    }
    if let Some(version) = &verified.other_version {
        let sentence = format!(
            "The run was made by another version ({version}; this is {}), which may search differently. \
             Differences need not mean that the store is wrong.",
            code_version()
        );
        let _ = writeln!(text, "{}", wrapped(&sentence));
    }
    text
}
