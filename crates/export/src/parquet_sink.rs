//! A table as Apache Parquet, compressed with Snappy.
//!
//! Parquet lays down a group of rows column by column, so rows wait here until a group is full; then its
//! columns are written one after the other. Groups are bounded in rows and in bytes, and so is the memory.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use crate::ExportError;
use crate::table::{Cell, Column, Kind, Sink};

/// The most rows of a group.
const MOST_ROWS: usize = 100_000;

/// A group that has this many bytes of text is written, however few rows it has.
const MOST_BYTES: usize = 1 << 25;

/// Writes Parquet.
pub struct ParquetSink<W: Write + Send> {
    out: SerializedFileWriter<W>,
    waiting: Vec<Waiting>,
    n_rows: usize,
}

impl<W: Write + Send> ParquetSink<W> {
    /// `facts` stand in the file's metadata, by name.
    pub fn new(columns: &[Column], facts: Vec<(&'static str, String)>, out: W) -> Result<Self, ExportError> {
        let fields: Result<Vec<_>, ParquetError> =
            columns.iter().map(|column| field(column).map(Arc::new)).collect();
        let schema = Type::group_type_builder("zermelo").with_fields(fields?).build()?;
        let facts = facts.into_iter().map(|(name, fact)| KeyValue::new(name.to_owned(), fact));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_row_count(Some(MOST_ROWS))
            .set_key_value_metadata(Some(facts.collect()))
            .build();
        Ok(ParquetSink {
            out: SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?,
            waiting: columns.iter().map(|column| Waiting::new(column.kind)).collect(),
            n_rows: 0,
        })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        if self.n_rows == 0 {
            return Ok(());
        }
        let mut group = self.out.next_row_group()?;
        for waiting in &mut self.waiting {
            if let Some(mut column) = group.next_column()? {
                waiting.write(&mut column)?;
                column.close()?;
            }
        }
        group.close()?;
        self.n_rows = 0;
        Ok(())
    }
}

impl<W: Write + Send> Sink for ParquetSink<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<(), ExportError> {
        let mut n_bytes = 0;
        for (waiting, cell) in self.waiting.iter_mut().zip(cells) {
            waiting.push(cell);
            n_bytes += waiting.n_bytes();
        }
        self.n_rows += 1;
        if self.n_rows >= MOST_ROWS || n_bytes >= MOST_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), ExportError> {
        self.write_group()?;
        self.out.finish()?;
        Ok(())
    }
}

/// A column as Parquet describes it.
fn field(column: &Column) -> Result<Type, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::U32 => (PhysicalType::INT32, Some(LogicalType::integer(32, false))),
        Kind::U64 => (PhysicalType::INT64, Some(LogicalType::integer(64, false))),
        Kind::Real => (PhysicalType::DOUBLE, None),
        Kind::Text | Kind::OptionalText | Kind::Words => {
            (PhysicalType::BYTE_ARRAY, Some(LogicalType::String))
        }
    };
    let repetition = match column.kind {
        Kind::OptionalText => Repetition::OPTIONAL,
        _ => Repetition::REQUIRED,
    };
    Type::primitive_type_builder(&column.name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()
}

/// The cells of a column that wait for their group to be full.
enum Waiting {
    U32(Vec<i32>),
    U64(Vec<i64>),
    Real(Vec<f64>),
    Text(Texts),
}

/// Texts one behind the other.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    /// Where each text ends.
    ends: Vec<usize>,
    /// For every row whether there is a text, if there need not be one.
    levels: Option<Vec<i16>>,
}

impl Waiting {
    fn new(kind: Kind) -> Waiting {
        match kind {
            Kind::U32 => Waiting::U32(Vec::new()),
            Kind::U64 => Waiting::U64(Vec::new()),
            Kind::Real => Waiting::Real(Vec::new()),
            Kind::Text | Kind::Words => Waiting::Text(Texts::default()),
            Kind::OptionalText => Waiting::Text(Texts { levels: Some(Vec::new()), ..Texts::default() }),
        }
    }

    /// Parquet has signed numbers only; the column's logical type says that these are not.
    fn push(&mut self, cell: &Cell) {
        match (self, *cell) {
            (Waiting::U32(numbers), Cell::Count(count)) => numbers.push(count as u32 as i32),
            (Waiting::U64(numbers), Cell::Count(count)) => numbers.push(count as i64),
            (Waiting::Real(numbers), Cell::Real(real)) => numbers.push(real),
            (Waiting::Text(texts), Cell::Text(text)) => {
                texts.bytes.extend_from_slice(text.as_bytes());
                texts.ends.push(texts.bytes.len());
                texts.levels.iter_mut().for_each(|levels| levels.push(1));
            }
            (Waiting::Text(Texts { levels: Some(levels), .. }), Cell::Nothing) => levels.push(0),
            (_, cell) => unreachable!("{cell:?} is of another kind than its column"),
        }
    }

    fn n_bytes(&self) -> usize {
        match self {
            Waiting::Text(texts) => texts.bytes.len(),
            _ => 0,
        }
    }

    fn write(&mut self, column: &mut SerializedColumnWriter) -> Result<(), ParquetError> {
        match self {
            Waiting::U32(numbers) => {
                column.typed::<Int32Type>().write_batch(numbers, None, None)?;
                numbers.clear();
            }
            Waiting::U64(numbers) => {
                column.typed::<Int64Type>().write_batch(numbers, None, None)?;
                numbers.clear();
            }
            Waiting::Real(numbers) => {
                column.typed::<DoubleType>().write_batch(numbers, None, None)?;
                numbers.clear();
            }
            Waiting::Text(texts) => {
                let bytes = ByteArray::from(std::mem::take(&mut texts.bytes));
                let mut start = 0;
                let slice = |&end: &usize| {
                    let text = bytes.slice(start, end - start);
                    start = end;
                    text
                };
                let slices: Vec<ByteArray> = texts.ends.iter().map(slice).collect();
                column.typed::<ByteArrayType>().write_batch(&slices, texts.levels.as_deref(), None)?;
                texts.ends.clear();
                texts.levels.iter_mut().for_each(Vec::clear);
            }
        }
        Ok(())
    }
}
