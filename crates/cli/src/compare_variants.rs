//! `zermelo compare-variants`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use zermelo_any::TERMINAL_MEGABYTES;
use zermelo_catalog::Permission;
use zermelo_experiments::variants::VariantsRequest;
use zermelo_game::Stop;

use crate::args::DEFAULT_STORE;
use crate::output::Output;
use crate::reply::{Failure, Reply};
use crate::run::{self, Request};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo compare-variants breakthrough.game --size 5..8\n  \
                  zermelo compare-variants lastnight.game --size 5,6 --option pawns=1..2\n  \
                  zermelo compare-variants lastnight.game bold.game --quick\n\n\
                  Every variant is studied in a run of its own; the result is one table, with the differences that \
                  are significant. This runs an experiment of the kind `variants`; \
                  experiments/breakthrough-variants.toml is an example. Ctrl-C is safe: finished games are stored, \
                  and the command that resumes the run is printed.")]
pub struct CompareVariantsArgs {
    /// The game whose parameters vary, or the games to compare.
    #[arg(required = true)]
    pub games: Vec<String>,
    /// Sizes of the board: `4..8` or `5,7`.
    #[arg(long, value_name = "SIZES", value_parser = values)]
    pub size: Option<Values>,
    /// A parameter and its values: `pawns=1..2`; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUES", value_parser = option)]
    pub options: Vec<(String, Values)>,
    /// Fewer games: some seconds for each variant, with wider intervals.
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
    /// Resume an unfinished comparison of the same variants, if there is one.
    #[arg(long)]
    pub resume: bool,
}

/// The values of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values(Vec<u64>);

/// More values of a parameter than any comparison may have.
const MOST_VALUES: u64 = 1000;

/// Reads `4..8` or `5,7`.
fn values(text: &str) -> Result<Values, String> {
    let expected = "expected values such as `4..8` or `5,7`";
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| format!("{expected}, not `{text}`"));
    let Some((first, last)) = text.split_once("..") else {
        return Ok(Values(text.split(',').map(number).collect::<Result<_, _>>()?));
    };
    let (first, last) = (number(first)?, number(last.trim_start_matches('='))?);
    if first > last || last - first >= MOST_VALUES {
        return Err(format!("{expected}, the smaller first and at most {MOST_VALUES} of them"));
    }
    Ok(Values((first..=last).collect()))
}

/// Reads `pawns=1..2`.
fn option(text: &str) -> Result<(String, Values), String> {
    let (name, after) = text.split_once('=').ok_or("expected a name and values, such as `pawns=1..2`")?;
    Ok((name.trim().to_owned(), values(after)?))
}

/// Compares variants. `stop` ends it from outside.
pub fn run(args: &CompareVariantsArgs, output: Output, stop: &Stop) -> Result<Reply, Failure> {
    let sizes = args.size.iter().map(|sizes| ("size".to_owned(), sizes.0.clone()));
    let options = args.options.iter().map(|(name, values)| (name.clone(), values.0.clone()));
    let vary: Vec<(String, Vec<u64>)> = sizes.chain(options).collect();
    if args.games.len() > 1 && !vary.is_empty() {
        let problem = "--size and --option vary one game; of several, write the parameters behind each: FILE.game:size=6";
        return Err(Failure::wrong("usage", problem));
    }
    if args.games.len() == 1 && vary.is_empty() {
        let problem =
            "one game is no comparison: add --size 5..8 or --option NAME=1..2, or name a second game";
        return Err(Failure::wrong("usage", problem));
    }
    for (place, (name, _)) in vary.iter().enumerate() {
        if vary[..place].iter().any(|(other, _)| other == name) {
            return Err(Failure::wrong(
                "usage",
                format!("`{name}` is given twice: give all its values at once"),
            ));
        }
    }
    let request = VariantsRequest { games: args.games.clone(), vary, is_quick: args.quick };
    let request = Request {
        experiment: request.experiment(Permission::terminal())?,
        command: request.command(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        assert_eq!(values("4..6"), Ok(Values(vec![4, 5, 6])));
        assert_eq!(values("4..=6"), Ok(Values(vec![4, 5, 6])));
        assert_eq!(values("5, 9"), Ok(Values(vec![5, 9])));
        assert_eq!(option("pawns=1..2"), Ok(("pawns".to_owned(), Values(vec![1, 2]))));
        for text in ["", "a", "6..4", "1..5000", "1..", "-1"] {
            assert!(values(text).is_err_and(|told| told.starts_with("expected values")), "{text}");
        }
        assert!(option("pawns").is_err());
    }
}
