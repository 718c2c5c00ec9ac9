//! `zermelo export`: the games of a run, or their positions, for other programs.

use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use serde_json::json;
use zermelo_experiments::Record;
use zermelo_export::{ExportError, Format, PositionsPlan, What, export, export_examples};
use zermelo_game::Stop;
use zermelo_store::Store;

use crate::args::DEFAULT_STORE;
use crate::export_candidates;
use crate::output_file::{self, OutputFile};
use crate::reply::{self, Failure, Reply};
use crate::version::code_version;
use zermelo_terminal::number::grouped;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo export last -o games.parquet\n  \
                  zermelo export last --format csv | head\n  \
                  zermelo export last --what positions -o positions.parquet\n  \
                  zermelo export last --what positions --distinct -o training.csv\n  \
                  zermelo export last --what examples --distinct -o examples.npy\n  \
                  zermelo export last --what candidates -o candidates.csv\n\n\
                  Columns have the same names in all formats.\n\n\
                  games: game, round, first, second (the agents), opening, outcome (first, second, draw), reason, \
                  plies, nodes_first, nodes_second, moves (after the opening). Times are left out, so a repeated \
                  run gives the same bytes.\n\n\
                  positions: game, ply (0 is the position after the opening), position, to_move (first, second), \
                  move, outcome (of the game, for the first player: 1, 0.5, 0), plies_left (to the end of the \
                  game), key (64-bit key of the position), folded_key (canonical key: the least key of the position \
                  and its mirror images).\n\n\
                  positions --distinct: position, to_move, n (the number of times it was reached), score (the mean \
                  outcome for the first player), folded_key. Mirror images count as one position, shown as the one \
                  with the least key; colours are never exchanged. Positions are compared in full, not by their \
                  keys. This option needs memory: 50 to 100 bytes for each distinct position, more on large \
                  boards.\n\n\
                  examples: the network inputs of each position (bits), target (the outcome for the side to move), \
                  weight and group (the number of the game), for training elsewhere; `zermelo manual networks` explains how \
                  to import the network, and how to train on files of positions or examples.\n\n\
                  candidates (of evolutions only): generation and candidate (both from 1), origin (random, child, \
                  elite, sample), elite (1 if it was carried over unchanged), champion (1 if it has the champion's \
                  genes; the champion of CMA-ES, SPSA and evolution strategies is a mean and no candidate), fitness, \
                  score (the share of points in the games that judged it), games, and gene_NAME for every gene.\n\n\
                  The metadata of a Parquet file contains the run, game, seed, version and experiment file. An \
                  interrupted export leaves no file.")]
pub struct ExportArgs {
    /// The run: its name, a prefix of the name, its number, or `last`.
    pub run: String,
    /// The store.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = ExportWhat::Games)]
    pub what: ExportWhat,
    /// Write each position once, with its frequency and the first player's mean score.
    #[arg(long)]
    pub distinct: bool,
    /// Also write the final position of every game.
    #[arg(long)]
    pub ends: bool,
    /// The format [default: by the file's extension, else jsonl].
    #[arg(long, value_enum)]
    pub format: Option<ExportFormat>,
    /// The file to write; `-` is standard output [default: standard output; Parquet and npy need a file].
    #[arg(short, long)]
    pub output: Option<PathBuf>,
}

/// What is written of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportWhat {
    /// A row for every game.
    Games,
    /// A row for every position of every game.
    Positions,
    /// The network inputs and the outcome of every position.
    Examples,
    /// A row for every candidate of every generation of an evolution.
    Candidates,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// One JSON document per line.
    Jsonl,
    /// Comma-separated values with a header.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// A NumPy array of records; for examples.
    Npy,
}

/// Writes what was asked for. `stop` ends it from outside.
pub fn run(args: &ExportArgs, as_json: bool, stop: &Stop) -> Result<Reply, Failure> {
    check(args)?;
    // A minus is standard output, as in other commands.
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    output.map_or(Ok(()), output_file::guard)?;
    let format = args.format.map_or_else(|| format_of(args), Ok)?;
    let table = table_format(format);
    if (args.what == ExportWhat::Examples) != table.is_none() {
        return Err(wrong(
            "--what examples and --format npy go together: examples are written only as npy, and npy holds only \
             examples",
        ));
    }
    if output.is_none() && as_json {
        return Err(wrong(
            "--json uses standard output for its answer: name a file for the rows with --output",
        ));
    }
    if output.is_none() && matches!(format, ExportFormat::Parquet | ExportFormat::Npy) {
        let form = if format == ExportFormat::Npy { "examples.npy" } else { "games.parquet" };
        return Err(wrong(&format!(
            "{} is binary: name a file with --output, such as -o {form}",
            if format == ExportFormat::Npy { "npy" } else { "Parquet" }
        )));
    }
    let store = Store::read(&args.store)?.used_by(code_version());
    let record = Record::open(&store, &args.run)?;
    let candidates = match args.what {
        ExportWhat::Candidates => Some(export_candidates::candidates_of(&store, &record)?),
        _ => None,
    };
    let positions = PositionsPlan { is_distinct: args.distinct, with_ends: args.ends };
    let write = |record: &Record, out: &mut (dyn Write + Send)| match (args.what, table, &candidates) {
        (_, Some(format), Some(candidates)) => {
            export_candidates::write(record, candidates, format, stop, out)
        }
        (ExportWhat::Positions, Some(format), _) => {
            export(record, What::Positions(positions), format, stop, out)
        }
        (_, Some(format), None) => export(record, What::Games, format, stop, out),
        (_, None, _) => export_examples(record, args.distinct, stop, out),
    };
    let Some(path) = output else {
        return match write(&record, &mut io::stdout()) {
            // A reader who has left has seen enough.
            Err(ExportError::Write(error)) if error.kind() == ErrorKind::BrokenPipe => {
                Ok(Reply::new(json!(null), ""))
            }
            Err(error) => Err(failure(error, "standard output")),
            Ok(_) => Ok(Reply::new(json!(null), "")),
        };
    };
    let place = path.display().to_string();
    let mut file = OutputFile::start(path)?;
    let n_rows = write(&record, &mut file).map_err(|error| failure(error, &place))?;
    file.keep()?;
    let (what, run) = (id(args.what), &record.run.name);
    reply::warn(&format!("{} {what} of {run} written to {place}", grouped(n_rows)));
    // A network that is trained elsewhere has to say what its inputs are.
    let inputs = (args.what == ExportWhat::Examples).then(|| record.game.encoder().signature());
    if let Some(inputs) = &inputs {
        reply::warn(&format!(
            "a network trained on them has game \"{}\" and inputs \"{inputs}\"",
            record.game.id()
        ));
    }
    let json = json!({
        "run": run,
        "what": what,
        "distinct": args.distinct,
        "format": id(format),
        "rows": n_rows,
        "file": place,
        "game": record.game.id(),
        "inputs": inputs,
    });
    Ok(Reply::new(json, ""))
}

/// An error if options do not go together.
fn check(args: &ExportArgs) -> Result<(), Failure> {
    match args.what {
        ExportWhat::Examples if args.ends => {
            Err(wrong("final positions are not training examples: leave out --ends"))
        }
        ExportWhat::Games | ExportWhat::Candidates if args.distinct || args.ends => {
            Err(wrong("--distinct and --ends select positions: add --what positions"))
        }
        _ => Ok(()),
    }
}

/// The format that a file's name asks for, or what is written.
fn format_of(args: &ExportArgs) -> Result<ExportFormat, Failure> {
    let ending = args.output.as_deref().and_then(Path::extension);
    match ending.map(|ending| ending.to_string_lossy().to_lowercase()).as_deref() {
        Some("csv") => Ok(ExportFormat::Csv),
        Some("parquet") => Ok(ExportFormat::Parquet),
        Some("npy") => Ok(ExportFormat::Npy),
        Some("jsonl" | "ndjson") => Ok(ExportFormat::Jsonl),
        Some(other) => Err(wrong(&format!(
            ".{other} is not a known format: use .jsonl, .csv, .parquet or .npy, or give --format"
        ))),
        None if args.what == ExportWhat::Examples => Ok(ExportFormat::Npy),
        None => Ok(ExportFormat::Jsonl),
    }
}

/// The format of a table; none, if it is no form of tables.
fn table_format(format: ExportFormat) -> Option<Format> {
    match format {
        ExportFormat::Jsonl => Some(Format::Jsonl),
        ExportFormat::Csv => Some(Format::Csv),
        ExportFormat::Parquet => Some(Format::Parquet),
        ExportFormat::Npy => None,
    }
}

/// The word that stands for a choice on the command line.
fn id(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn wrong(message: &str) -> Failure {
    Failure::wrong("usage", message)
}

fn failure(error: ExportError, place: &str) -> Failure {
    match error {
        ExportError::Request(error) => error.into(),
        ExportError::Write(error) => Failure::failed("file", format!("cannot write {place}: {error}")),
        ExportError::Parquet(_) => Failure::failed("file", format!("{place}: {error}")),
        ExportError::Stopped => Failure::interrupted(format!("interrupted; {place} was not written")),
    }
}
