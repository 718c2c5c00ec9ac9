//! What `zermelo solve` can be asked.

use std::str::FromStr;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::Place;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        zermelo solve tictactoe\n  \
                        zermelo solve milestone:side=3\n  \
                        zermelo solve connect4 --moves \"4 4 4 4 4 2 3 3 3\"\n  \
                        zermelo solve isolation:5x5 --openings 2      every opening of two plies")]
pub struct SolveArgs {
    #[command(flatten)]
    pub place: Place,
    /// Moves to play from the position first, separated by spaces.
    #[arg(short, long)]
    pub moves: Option<String>,
    /// Give up after this time, such as 500ms, 5s or 10m; `none` for never.
    #[arg(long, default_value = "60s")]
    pub time: TimeLimit,
    /// Give up after this many nodes.
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Memory limit of the solver's table, in megabytes.
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub memory: u32,
    /// The solving method.
    #[arg(long, value_enum, default_value_t = MethodArg::Auto)]
    pub method: MethodArg,
    /// How long to search for the distance to the end, once the value is known.
    #[arg(long, value_enum, default_value_t = DistanceArg::Quick)]
    pub distance: DistanceArg,
    /// Solve the positions after all openings of this many plies instead; the limits apply to each position.
    #[arg(long, value_parser = clap::value_parser!(u16).range(0..=6))]
    pub openings: Option<u16>,
    /// Number of threads for --openings [default: one per core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// How to find the value of a position.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum MethodArg {
    /// The best method for the game.
    Auto,
    /// Proof-number search.
    Proof,
    /// Alpha-beta with bounds and the game's own hints.
    Alphabeta,
    /// Alpha-beta with the rules alone.
    Plain,
}

/// How long to look for the distance.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum DistanceArg {
    /// Not at all.
    Off,
    /// A few seconds at most.
    Quick,
    /// As long as for the value.
    Full,
}

/// A limit of time, or none.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit(pub Option<Duration>);

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(TimeLimit(None));
        }
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
        let read = |(unit, factor): (&str, f64)| {
            let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
            Duration::try_from_secs_f64(number * factor).ok()
        };
        let time = units.into_iter().find_map(read);
        time.map(|time| TimeLimit(Some(time)))
            .ok_or_else(|| "expected a time such as 500ms, 5s or 10m, or none".to_owned())
    }
}
