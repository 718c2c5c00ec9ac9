//! A table as comma-separated values with a header, quoted where needed.

use std::io::Write;

use crate::table::{Cell, Column, Sink};
use crate::{BUFFER, ExportError};

/// Writes CSV.
pub struct CsvSink<W: Write> {
    out: csv::Writer<W>,
    number: itoa::Buffer,
    real: String,
}

impl<W: Write> CsvSink<W> {
    /// Writes the header.
    pub fn new(columns: &[Column], out: W) -> Result<Self, ExportError> {
        let mut out = csv::WriterBuilder::new().buffer_capacity(BUFFER).from_writer(out);
        out.write_record(columns.iter().map(|column| column.name.as_ref()))?;
        Ok(CsvSink { out, number: itoa::Buffer::new(), real: String::new() })
    }
}

impl<W: Write> Sink for CsvSink<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<(), ExportError> {
        for cell in cells {
            match *cell {
                Cell::Count(count) => self.out.write_field(self.number.format(count))?,
                Cell::Real(real) => {
                    use std::fmt::Write;
                    self.real.clear();
                    let _ = write!(self.real, "{real}");
                    self.out.write_field(&self.real)?;
                }
                Cell::Text(text) => self.out.write_field(text)?,
                Cell::Nothing => self.out.write_field("")?,
            }
        }
        Ok(self.out.write_record(None::<&[u8]>)?)
    }

    fn finish(&mut self) -> Result<(), ExportError> {
        Ok(self.out.flush()?)
    }
}
