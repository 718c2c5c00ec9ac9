//! `zermelo study-game`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use zermelo_any::TERMINAL_MEGABYTES;
use zermelo_catalog::{Permission, catalog};
use zermelo_experiments::game_analysis::Effort;
use zermelo_experiments::study_game_named;
use zermelo_game::Stop;

use crate::args::DEFAULT_STORE;
use crate::output::Output;
use crate::reply::{Failure, Reply};
use crate::run::{self, Request};
use zermelo_results::command_text::quoted;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo study-game tictactoe\n\n\
                  This runs an experiment of the kind `portrait`; experiments/milestone-portrait.toml is an \
                  example. Ctrl-C is safe: finished games are stored, and the command that resumes the run is \
                  printed.")]
pub struct StudyGameArgs {
    /// The game, such as `milestone`, `isolation:9x9`, or the file of a game written as text, `lastnight.game`.
    pub game: String,
    /// Fewer games: about half a minute, with wider intervals.
    #[arg(long)]
    pub quick: bool,
    /// The store for the run.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// Random seed [default: 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Number of threads [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Resume an unfinished study of the same game, if there is one.
    #[arg(long)]
    pub resume: bool,
}

/// Analyses a game. `stop` ends it from outside.
pub fn run(args: &StudyGameArgs, output: Output, stop: &Stop) -> Result<Reply, Failure> {
    let effort = if args.quick { Effort::Quick } else { Effort::Full };
    let game = catalog::open_for(&args.game, Permission::terminal())?;
    let experiment = study_game_named(&game, &args.game, effort)?;
    let mut command = format!("study-game {}", quoted(&args.game));
    if args.quick {
        command.push_str(" --quick");
    }
    let request = Request {
        experiment,
        command,
        store: &args.store,
        seed: args.seed,
        threads: args.threads,
        resumes: args.resume,
        is_strict: false,
        memory_limit: TERMINAL_MEGABYTES,
        fleet: None,
    };
    run::carry_out(request, output, stop)
}
