//! A table as lines of JSON: an object a row.

use std::io::{BufWriter, Write};

use crate::table::{Cell, Column, Kind, Sink};
use crate::{BUFFER, ExportError};

/// Writes JSON lines.
pub struct JsonlSink<W: Write> {
    out: BufWriter<W>,
    /// What stands before each value: `{"game":`, then `,"ply":`, and so on; and whether the value is a list
    /// of words.
    labels: Vec<(String, bool)>,
    number: itoa::Buffer,
}

impl<W: Write> JsonlSink<W> {
    /// Lines are begun only with the first row.
    pub fn new(columns: &[Column], out: W) -> Self {
        let label = |(index, column): (usize, &Column)| {
            let before = if index == 0 { '{' } else { ',' };
            // A name that a run decides may hold anything.
            let name = serde_json::Value::from(column.name.as_ref());
            (format!("{before}{name}:"), column.kind == Kind::Words)
        };
        JsonlSink {
            out: BufWriter::with_capacity(BUFFER, out),
            labels: columns.iter().enumerate().map(label).collect(),
            number: itoa::Buffer::new(),
        }
    }
}

impl<W: Write> Sink for JsonlSink<W> {
    fn row(&mut self, cells: &[Cell]) -> Result<(), ExportError> {
        for (cell, (label, is_list)) in cells.iter().zip(&self.labels) {
            self.out.write_all(label.as_bytes())?;
            match *cell {
                Cell::Count(count) => self.out.write_all(self.number.format(count).as_bytes())?,
                Cell::Real(real) => serde_json::to_writer(&mut self.out, &real)?,
                Cell::Text(words) if *is_list => {
                    let mut before = b"[";
                    for word in words.split_ascii_whitespace() {
                        self.out.write_all(before)?;
                        serde_json::to_writer(&mut self.out, word)?;
                        before = b",";
                    }
                    self.out.write_all(if before == b"[" { b"[]" } else { b"]" })?;
                }
                Cell::Text(text) => serde_json::to_writer(&mut self.out, text)?,
                Cell::Nothing => self.out.write_all(b"null")?,
            }
        }
        Ok(self.out.write_all(b"}\n")?)
    }

    fn finish(&mut self) -> Result<(), ExportError> {
        Ok(self.out.flush()?)
    }
}
