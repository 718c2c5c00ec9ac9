//! `zermelo export`: the games of a run, or their positions, for other programs.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use serde_json::json;
use zermelo_game::Stop;
use zermelo_lab::Record;
use zermelo_lab::export::{ExportError, Format, PositionsPlan, What, export};
use zermelo_store::Store;

use crate::args::{ExportArgs, ExportFormat, ExportWhat};
use crate::number::grouped;
use crate::output_file::OutputFile;
use crate::reply::{self, Failure, Reply};

/// Writes what was asked for. `stop` ends it from outside.
pub fn run(args: &ExportArgs, as_json: bool, stop: &Stop) -> Result<Reply, Failure> {
    let what = what(args)?;
    let format = args.format.unwrap_or_else(|| format_of(args.output.as_deref()));
    let write =
        |record: &Record, out: &mut (dyn Write + Send)| export(record, what, format.into(), stop, out);
    if args.output.is_none() && as_json {
        return Err(wrong(
            "--json answers on standard output, where the rows would go: name a file with --output",
        ));
    }
    if args.output.is_none() && format == ExportFormat::Parquet {
        return Err(wrong(
            "Parquet is no text to print: name a file with --output, such as -o games.parquet",
        ));
    }
    let store = Store::read(&args.store)?;
    let record = Record::open(&store, &args.run)?;
    let Some(path) = &args.output else {
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
    let mut file = OutputFile::create(path).map_err(|error| failure(error.into(), &place))?;
    let n_rows = write(&record, &mut file).map_err(|error| failure(error, &place))?;
    file.keep().map_err(|error| failure(error.into(), &place))?;
    let (what, run) = (id(args.what), &record.run.name);
    reply::warn(&format!("{} {what} of {run} written to {place}", grouped(n_rows)));
    let json = json!({
        "run": run,
        "what": what,
        "distinct": args.distinct,
        "format": id(format),
        "rows": n_rows,
        "file": place,
    });
    Ok(Reply::new(json, ""))
}

fn what(args: &ExportArgs) -> Result<What, Failure> {
    match args.what {
        ExportWhat::Positions => {
            Ok(What::Positions(PositionsPlan { is_distinct: args.distinct, with_ends: args.ends }))
        }
        ExportWhat::Games if args.distinct || args.ends => {
            Err(wrong("--distinct and --ends say which positions are written: add --what positions"))
        }
        ExportWhat::Games => Ok(What::Games),
    }
}

/// The format that a file's name asks for.
fn format_of(path: Option<&Path>) -> ExportFormat {
    match path.and_then(Path::extension).and_then(|ending| ending.to_str()) {
        Some("csv") => ExportFormat::Csv,
        Some("parquet") => ExportFormat::Parquet,
        _ => ExportFormat::Jsonl,
    }
}

impl From<ExportFormat> for Format {
    fn from(format: ExportFormat) -> Format {
        match format {
            ExportFormat::Jsonl => Format::Jsonl,
            ExportFormat::Csv => Format::Csv,
            ExportFormat::Parquet => Format::Parquet,
        }
    }
}

/// The word that stands for a choice on the command line.
fn id(choice: impl clap::ValueEnum) -> String {
    choice.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

fn wrong(message: &str) -> Failure {
    Failure::wrong("usage", message)
}

fn failure(error: ExportError, place: &str) -> Failure {
    match error {
        ExportError::Lab(error) => error.into(),
        ExportError::Write(error) => Failure::failed("file", format!("cannot write {place}: {error}")),
        ExportError::Parquet(_) => Failure::failed("file", format!("{place}: {error}")),
        ExportError::Stopped => Failure::interrupted(format!("interrupted; {place} was not written")),
    }
}
