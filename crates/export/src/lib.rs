//! A run written for other programs: its games, or their positions, as CSV, JSON lines or Parquet; what networks see of
//! these, as NumPy has it.
//!
//! What is written is a [table]: named columns and rows of cells, the same in every format. Rows are written
//! as games are read, so a run of any size takes the memory of a few games (of a hundred thousand rows as
//! Parquet); only [`PositionsPlan::is_distinct`] has to remember what it has seen.

mod csv_sink;
mod error;
mod games_table;
mod jsonl_sink;
mod parquet_sink;
mod positions_table;
pub mod table;
#[cfg(test)]
mod tests;

use std::io::Write;

use zermelo_game::Stop;
use zermelo_learn::LearnError;

pub use error::ExportError;
pub use table::{Cell, Column, Kind, Sink};

use zermelo_catalog::RequestError;
use zermelo_kind::Record;
use zermelo_runner::examples::{Encoding, Examples};

/// How many bytes are written at a time.
const BUFFER: usize = 1 << 16;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON document a line.
    Jsonl,
    /// Apache Parquet, compressed with Snappy; the run's name, game, seed, version and experiment file stand
    /// in its metadata.
    Parquet,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A row for every game.
    Games,
    /// A row for every position of every game, or for every different one.
    Positions(PositionsPlan),
}

/// Which positions are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionsPlan {
    /// Every position once, mirror images together, with what came of the games that reached it.
    pub is_distinct: bool,
    /// The last position of every game too, in which no move was made.
    pub with_ends: bool,
}

/// Writes a run and tells how many rows it came to. `stop` ends it with [`ExportError::Stopped`].
pub fn export(
    record: &Record,
    what: What,
    format: Format,
    stop: &Stop,
    out: &mut (dyn Write + Send),
) -> Result<u64, ExportError> {
    let columns = match what {
        What::Games => games_table::COLUMNS,
        What::Positions(plan) => positions_table::columns(&plan),
    };
    let mut games = record.games().peekable();
    if games.peek().is_none() {
        return Err(RequestError::NoGames { run: record.run.name.clone() }.into());
    }
    let mut games = games.map(|row| {
        if stop.is_stopped() {
            return Err(ExportError::Stopped);
        }
        Ok(row.map_err(RequestError::from)?)
    });
    let mut sink = Watched { sink: sink(record, columns, format, out)?, n_rows: 0, stop };
    match what {
        What::Games => games_table::write(record, &mut games, &mut sink)?,
        What::Positions(plan) => {
            positions_table::write(&record.game, &plan, &record.openings, &mut games, &mut sink)?;
        }
    }
    sink.sink.finish()?;
    Ok(sink.n_rows)
}

/// Writes rows that the caller has made of a run. Returns how many there are.
pub fn export_rows<'r>(
    record: &Record,
    columns: &[Column],
    rows: &mut dyn Iterator<Item = Vec<Cell<'r>>>,
    format: Format,
    stop: &Stop,
    out: &mut (dyn Write + Send),
) -> Result<u64, ExportError> {
    let mut sink = Watched { sink: sink(record, columns, format, out)?, n_rows: 0, stop };
    for row in rows {
        sink.row(&row)?;
    }
    sink.sink.finish()?;
    Ok(sink.n_rows)
}

/// The writer of a table in this format.
fn sink<'a>(
    record: &Record,
    columns: &[Column],
    format: Format,
    out: &'a mut (dyn Write + Send),
) -> Result<Box<dyn Sink + 'a>, ExportError> {
    Ok(match format {
        Format::Csv => Box::new(csv_sink::CsvSink::new(columns, out)?),
        Format::Jsonl => Box::new(jsonl_sink::JsonlSink::new(columns, out)),
        Format::Parquet => Box::new(parquet_sink::ParquetSink::new(columns, facts(record), out)?),
    })
}

/// Writes what a network sees of every position of a run, with what came of the game for the side to move, as a NumPy array
/// ([`zermelo_learn::npy`]), and tells how many examples it came to. Mirror images stand for each other; with `is_distinct` each
/// is written once, with the mean of what came of it and how often it was met.
pub fn export_examples(
    record: &Record,
    is_distinct: bool,
    stop: &Stop,
    mut out: &mut (dyn Write + Send),
) -> Result<u64, ExportError> {
    let learning = |error: LearnError| ExportError::Request(RequestError::Learning(error.to_string()));
    let examples = Examples::new(&record.game);
    let mut data = examples.dataset(Encoding::Board).map_err(learning)?;
    for (group, row) in (0..).zip(record.games()) {
        if stop.is_stopped() {
            return Err(ExportError::Stopped);
        }
        let row = row.map_err(RequestError::from)?;
        examples.add(&mut data, Encoding::Board, &record.openings, &row, None, group)?;
    }
    if data.is_empty() {
        return Err(RequestError::NoGames { run: record.run.name.clone() }.into());
    }
    let data = if is_distinct { data.merge() } else { data };
    data.write_npy(&mut out)?;
    Ok(data.len() as u64)
}

/// What a file that can hold more than a table says about the run.
fn facts(record: &Record) -> Vec<(&'static str, String)> {
    let run = &record.run;
    vec![
        ("zermelo.run", run.name.clone()),
        ("zermelo.game", record.game.id()),
        ("zermelo.seed", run.seed.to_string()),
        ("zermelo.code_version", run.code_version.clone()),
        ("zermelo.experiment", run.experiment.clone()),
        ("zermelo.exported_by", record.code_version().to_owned()),
    ]
}

/// Counts the rows, and lets no more pass once it is to stop.
struct Watched<'a> {
    sink: Box<dyn Sink + 'a>,
    n_rows: u64,
    stop: &'a Stop,
}

impl Sink for Watched<'_> {
    fn row(&mut self, cells: &[Cell]) -> Result<(), ExportError> {
        if self.stop.is_stopped() {
            return Err(ExportError::Stopped);
        }
        self.n_rows += 1;
        self.sink.row(cells)
    }

    fn finish(&mut self) -> Result<(), ExportError> {
        self.sink.finish()
    }
}
