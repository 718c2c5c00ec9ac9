//! What `zermelo stats` can be asked.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        zermelo stats compare scores.csv\n  \
                        zermelo stats elo 120 60 20\n  \
                        zermelo stats sprt --pairs 10 40 100 55 15 --elo0 0 --elo1 5")]
pub struct StatsArgs {
    #[command(subcommand)]
    pub question: Question,
}

/// What statistics can be asked for.
#[derive(Debug, Subcommand)]
pub enum Question {
    /// Compare groups of numbers: ANOVA, rank tests, Tukey intervals.
    Compare(CompareArgs),
    /// Compute the difference in Elo from wins, draws and losses.
    Elo(EloArgs),
    /// Evaluate a sequential probability ratio test (SPRT) of two Elo differences.
    Sprt(SprtArgs),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo stats compare scores.csv\n\n\
                  The file has the header `group,value` and a row for each observation:\n  \
                  group,value\n  \
                  control,7\n  \
                  treated,9.5\n\n\
                  All intervals are 95 % intervals; Tukey's hold simultaneously. Quartiles are interpolated (R's \
                  type 7, as in ggplot2 and NumPy), and a notch is the median ± 1.58 (q3 - q1) / √n. A test without \
                  an answer is null in JSON, and `unanswered` gives the reason.")]
pub struct CompareArgs {
    /// The CSV file; `-` reads standard input.
    pub file: PathBuf,
}

/// Results, from the side whose wins they count: of single games, or of pairs.
#[derive(Debug, ClapArgs)]
pub struct ResultsArgs {
    /// Games won.
    #[arg(value_name = "W", value_parser = count, allow_negative_numbers = true, required_unless_present = "pairs")]
    pub wins: Option<u64>,
    /// Games drawn.
    #[arg(value_name = "D", value_parser = count, allow_negative_numbers = true, required_unless_present = "pairs")]
    pub draws: Option<u64>,
    /// Games lost.
    #[arg(value_name = "L", value_parser = count, allow_negative_numbers = true, required_unless_present = "pairs")]
    pub losses: Option<u64>,
    /// Pairs of games instead (one opening, both sides): the number lost twice (LL), lost and drawn (LD), even (M: won
    /// and lost, or drawn twice), won and drawn (WD), won twice (WW).
    #[arg(long, num_args = 5, value_names = ["LL", "LD", "M", "WD", "WW"], value_parser = count,
          allow_negative_numbers = true, conflicts_with_all = ["wins", "draws", "losses"])]
    pub pairs: Option<Vec<u64>>,
    /// Count the pairs as only so many independent ones, as a match does when games repeat and says so
    /// [default: all].
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, requires = "pairs")]
    pub independent: Option<u64>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo stats elo 120 60 20                   120 won, 60 drawn, 20 lost\n  \
                  zermelo stats elo --pairs 10 40 100 55 15     220 openings, each played from both sides\n\n\
                  The games of a pair are not independent, so give pairs if you have them. The 95 % intervals hold \
                  for a fixed number of games; to stop early, use `stats sprt`.")]
pub struct EloArgs {
    #[command(flatten)]
    pub results: ResultsArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example: zermelo stats sprt 4307 8620 4063 --elo0 0 --elo1 3\n\n\
                  In JSON the verdict is `upper` (H1 accepted), `lower` (H0 accepted) or `open` (undecided). The \
                  test may be evaluated after every game or pair.")]
pub struct SprtArgs {
    #[command(flatten)]
    pub results: ResultsArgs,
    /// H0: the smaller difference in Elo, often 0 (no progress).
    #[arg(long, allow_negative_numbers = true)]
    pub elo0: f64,
    /// H1: the greater difference in Elo, the smallest gain worth having.
    #[arg(long, allow_negative_numbers = true)]
    pub elo1: f64,
    /// The scale of elo0 and elo1.
    #[arg(long, value_enum, default_value_t = ModelArg::Logistic)]
    pub model: ModelArg,
    /// Type I error: the probability of accepting H1 when H0 is true.
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Type II error: the probability of accepting H0 when H1 is true.
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub beta: f64,
}

/// The scale of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelArg {
    /// Logistic Elo, the usual scale.
    Logistic,
    /// Normalised Elo: the score in standard deviations of one game.
    #[value(alias = "normalised")]
    Normalized,
}

/// Up to here floating-point numbers are exact counts.
const MOST_RESULTS: u64 = 1 << 53;

/// Reads a number of results.
fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(count) if count <= MOST_RESULTS => Ok(count),
        _ => Err(format!("expected a whole number of results, from 0 to {MOST_RESULTS}")),
    }
}
