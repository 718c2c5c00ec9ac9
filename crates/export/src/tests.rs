//! Tables in three formats: the same rows in all of them, however many and whatever is in the texts; and
//! writers that fail.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, Write};

use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};

use super::csv_sink::CsvSink;
use super::jsonl_sink::JsonlSink;
use super::parquet_sink::ParquetSink;
use super::*;

const COLUMNS: &[Column] = &[
    Column::new("small", Kind::U32),
    Column::new("large", Kind::U64),
    Column::new("real", Kind::Real),
    Column::new("text", Kind::Text),
    Column::new("maybe", Kind::OptionalText),
    Column::new("words", Kind::Words),
];

/// The row of a number: with what is hard to write, in turn.
fn with_row<T>(number: u64, use_row: impl FnOnce(&[Cell]) -> T) -> T {
    let texts = ["", "a, b", "say \"so\"", "two\nlines", "½ 気 \\ \u{1}", "'", "x", " spaces "];
    let text = texts[number as usize % texts.len()];
    let words = ["", "a1", "a1 b2", "1-2 3x4 5"][number as usize % 4];
    use_row(&[
        Cell::Count(if number.is_multiple_of(7) { u32::MAX.into() } else { number }),
        Cell::Count(u64::MAX - number),
        Cell::Real(number as f64 / 3.0),
        Cell::Text(text),
        if number.is_multiple_of(3) { Cell::Nothing } else { Cell::Text(text) },
        Cell::Text(words),
    ])
}

/// The same as JSON.
fn expected(number: u64) -> Value {
    with_row(number, |cells| {
        let mut object = serde_json::Map::new();
        for (column, cell) in COLUMNS.iter().zip(cells) {
            let value = match *cell {
                Cell::Count(count) => json!(count),
                Cell::Real(real) => json!(real),
                Cell::Text(text) if column.kind == Kind::Words => {
                    json!(text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>())
                }
                Cell::Text(text) => json!(text),
                Cell::Nothing => json!(null),
            };
            object.insert(column.name.clone().into_owned(), value);
        }
        Value::Object(object)
    })
}

fn sink<'a>(format: Format, out: &'a mut (dyn Write + Send)) -> Result<Box<dyn Sink + 'a>, ExportError> {
    Ok(match format {
        Format::Csv => Box::new(CsvSink::new(COLUMNS, out)?),
        Format::Jsonl => Box::new(JsonlSink::new(COLUMNS, out)),
        Format::Parquet => Box::new(ParquetSink::new(COLUMNS, vec![("fact", "so".to_owned())], out)?),
    })
}

/// Writes the rows of the first numbers.
fn write(format: Format, n_rows: u64, out: &mut (dyn Write + Send)) -> Result<(), ExportError> {
    let mut sink = sink(format, out)?;
    for number in 0..n_rows {
        with_row(number, |cells| sink.row(cells))?;
    }
    sink.finish()
}

#[test]
fn json_lines_hold_the_rows() {
    let mut out = Vec::new();
    write(Format::Jsonl, 1000, &mut out).expect("memory takes all");
    let text = String::from_utf8(out).expect("text");
    assert_eq!(text.lines().count(), 1000);
    for (number, line) in (0..).zip(text.lines()) {
        let mut read: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        // The reader of JSON may miss the last bit of a number, so that is read from the text.
        let real = line.split("\"real\":").nth(1).and_then(|rest| rest.split(',').next()).expect("a number");
        read["real"] = json!(real.parse::<f64>().expect("a number"));
        assert_eq!(read, expected(number));
    }
}

#[test]
fn csv_holds_the_rows() {
    let mut out = Vec::new();
    write(Format::Csv, 1000, &mut out).expect("memory takes all");
    let mut reader = csv::Reader::from_reader(&out[..]);
    assert_eq!(reader.headers().expect("a header"), vec!["small", "large", "real", "text", "maybe", "words"]);
    assert_eq!(csv::Reader::from_reader(&out[..]).records().count(), 1000);
    for (number, record) in (0..).zip(reader.records()) {
        let record = record.expect("a record");
        with_row(number, |cells| {
            for (field, cell) in record.iter().zip(cells) {
                match *cell {
                    Cell::Count(count) => assert_eq!(field.parse(), Ok(count)),
                    Cell::Real(real) => assert_eq!(field.parse(), Ok(real)),
                    Cell::Text(text) => assert_eq!(field, text),
                    Cell::Nothing => assert_eq!(field, ""),
                }
            }
        });
    }
}

/// A file, from its beginning.
fn rewound(mut file: File) -> SerializedFileReader<File> {
    file.rewind().expect("a file can be read again");
    SerializedFileReader::new(file).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn parquet_holds_the_rows_in_groups() {
    let mut file = tempfile::tempfile().expect("a file");
    write(Format::Parquet, 210_000, &mut file).unwrap_or_else(|error| panic!("{error}"));
    let reader = rewound(file);
    let groups: Vec<i64> = reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
    assert_eq!(groups, [100_000, 100_000, 10_000]);
    let facts = reader.metadata().file_metadata().key_value_metadata().expect("facts");
    assert_eq!((facts[0].key.as_str(), facts[0].value.as_deref()), ("fact", Some("so")));
    let mut n_rows = 0;
    for (number, row) in (0..).zip(reader.get_row_iter(None).expect("rows")) {
        let row = row.expect("a row");
        with_row(number, |cells| {
            for ((name, field), cell) in row.get_column_iter().zip(cells) {
                let is_same = match (field, *cell) {
                    (Field::UInt(field), Cell::Count(count)) => u64::from(*field) == count,
                    (Field::ULong(field), Cell::Count(count)) => *field == count,
                    (Field::Double(field), Cell::Real(real)) => *field == real,
                    (Field::Str(field), Cell::Text(text)) => field == text,
                    (Field::Null, Cell::Nothing) => true,
                    _ => false,
                };
                assert!(is_same, "row {number}: {name} is {field:?}, not {cell:?}");
            }
        });
        n_rows += 1;
    }
    assert_eq!(n_rows, 210_000);
}

/// Long texts make small groups: memory is bounded by bytes too.
#[test]
fn long_texts_make_small_groups() {
    let columns = [Column::new("text", Kind::Text)];
    let mut file = tempfile::tempfile().expect("a file");
    let mut sink = ParquetSink::new(&columns, Vec::new(), &mut file).expect("a sink");
    let text = "long ".repeat(1 << 20);
    for _ in 0..20 {
        sink.row(&[Cell::Text(&text)]).expect("a file takes it");
    }
    sink.finish().expect("a file takes it");
    drop(sink);
    let groups: Vec<i64> =
        rewound(file).metadata().row_groups().iter().map(RowGroupMetaData::num_rows).collect();
    assert_eq!(groups, [7, 7, 6]);
}

/// Takes so many bytes, and then no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        let n_taken = bytes.len().min(self.0);
        self.0 -= n_taken;
        Ok(n_taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_as_what_it_is() {
    for format in [Format::Csv, Format::Jsonl, Format::Parquet] {
        for n_bytes in [0, 10, 70_000, 200_000] {
            match write(format, 50_000, &mut Full(n_bytes)) {
                Err(ExportError::Write(error)) => assert_eq!(error.kind(), ErrorKind::StorageFull),
                other => panic!("{format:?} after {n_bytes} bytes: {other:?}"),
            }
        }
    }
}

#[test]
fn the_same_rows_are_the_same_bytes() {
    for format in [Format::Csv, Format::Jsonl, Format::Parquet] {
        let [mut one, mut other] = [(); 2].map(|()| tempfile::tempfile().expect("a file"));
        let files = [&mut one, &mut other].map(|file| {
            write(format, 5000, file).unwrap_or_else(|error| panic!("{error}"));
            let mut bytes = Vec::new();
            file.rewind().and_then(|()| file.read_to_end(&mut bytes)).expect("a file can be read");
            bytes
        });
        assert!(!files[0].is_empty() && files[0] == files[1], "{format:?}");
    }
}
