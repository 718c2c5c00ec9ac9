//! A checksum for every record, so that a bit that flipped on a disk is noticed when the record is read.
//!
//! It is CRC-32 (the one of zip and PNG), which finds every change of up to three bits in a record of up to 11 kB and
//! every burst of up to 32 bits, wherever it is, and misses any other change once in four billion times. Four bytes are
//! little beside a game of 65, and any other program can compute it.
//!
//! It covers the name of the table and every column of the row, the key too: a record that moved to another place is
//! noticed as well. The bytes are: the table's name, and for each column one byte for its type and its value, a number
//! as 8 bytes with the lowest first, a text or blob as its length (also 8 bytes) and its bytes. This is part of the
//! format of the file and never changes.

use std::fmt;

use crc32fast::Hasher;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::{Type, ValueRef};
use rusqlite::{Connection, Row};

/// What is longer than this is not copied before it is summed up.
const SHORT: usize = 1024;

/// A table whose rows have checksums: its name, and the columns that are covered, in their order.
pub(crate) struct Table {
    pub name: &'static str,
    pub columns: &'static [&'static str],
}

pub(crate) const RUN: Table = Table {
    name: "run",
    columns: &["id", "stem", "kind", "experiment", "seed", "code_version", "created", "result", "parent"],
};
pub(crate) const AGENT: Table = Table { name: "agent", columns: &["run", "idx", "name", "text"] };
pub(crate) const OPENING: Table = Table { name: "opening", columns: &["run", "idx", "text"] };
pub(crate) const REASON: Table = Table { name: "reason", columns: &["id", "word"] };
pub(crate) const GAME: Table = Table {
    name: "game",
    columns: &[
        "run",
        "idx",
        "first",
        "second",
        "opening",
        "round",
        "outcome",
        "reason",
        "plies",
        "nodes_first",
        "nodes_second",
        "micros_first",
        "micros_second",
        "moves",
    ],
};
pub(crate) const EVENT: Table = Table { name: "event", columns: &["run", "seq", "kind", "json"] };
pub(crate) const ARTIFACT: Table = Table { name: "artifact", columns: &["run", "name", "bytes"] };
/// The key of a file by itself, so that names can be listed without reading what is in the files.
pub(crate) const ARTIFACT_NAME: Table = Table { name: "artifact", columns: &["run", "name"] };
pub(crate) const SITTING: Table = Table { name: "sitting", columns: &["run", "began", "last"] };
pub(crate) const LINE: Table = Table { name: "line", columns: &["name", "game", "position", "moves"] };
pub(crate) const NOTE: Table = Table { name: "note", columns: &["run", "topic", "name", "text"] };
pub(crate) const TALLY: Table = Table {
    name: "tally",
    columns: &["run", "agents", "openings", "games", "events", "artifacts", "sittings"],
};

impl Table {
    /// The covered columns and the checksum, for a SELECT that [`Summer::verify`] reads.
    pub fn select(&self) -> String {
        format!("{}, checksum", self.columns.join(", "))
    }
}

/// Computes checksums; one for many records saves room for each.
#[derive(Debug, Default)]
pub(crate) struct Summer {
    bytes: Vec<u8>,
}

impl Summer {
    /// The checksum of a row with these values in the table's columns.
    #[inline]
    pub fn sum(&mut self, table: &Table, values: &[ValueRef<'_>]) -> i64 {
        debug_assert_eq!(values.len(), table.columns.len(), "{}", table.name);
        self.sum_named(table.name, values.iter().copied())
    }

    fn sum_named<'v>(&mut self, table: &str, values: impl Iterator<Item = ValueRef<'v>>) -> i64 {
        let mut hasher = Hasher::new();
        self.bytes.clear();
        self.bytes.extend_from_slice(table.as_bytes());
        for value in values {
            let content = match value {
                ValueRef::Null => {
                    self.bytes.push(0);
                    continue;
                }
                ValueRef::Integer(number) => {
                    // Most values are numbers: one copy of nine bytes is faster than two.
                    let mut word = [1; 9];
                    word[1..].copy_from_slice(&number.to_le_bytes());
                    self.bytes.extend_from_slice(&word);
                    continue;
                }
                ValueRef::Real(number) => {
                    self.bytes.push(2);
                    self.bytes.extend_from_slice(&number.to_le_bytes());
                    continue;
                }
                ValueRef::Text(content) => {
                    self.bytes.push(3);
                    content
                }
                ValueRef::Blob(content) => {
                    self.bytes.push(4);
                    content
                }
            };
            self.bytes.extend_from_slice(&(content.len() as u64).to_le_bytes());
            if content.len() <= SHORT {
                self.bytes.extend_from_slice(content);
            } else {
                hasher.update(&self.bytes);
                self.bytes.clear();
                hasher.update(content);
            }
        }
        hasher.update(&self.bytes);
        // As a signed number it takes four bytes in the file; as an unsigned one it would often take six.
        i64::from(hasher.finalize().cast_signed())
    }

    /// The first columns of a row, which are those of the table; an error if the column that follows them is not their
    /// checksum.
    #[inline]
    pub fn verify<'r, const N: usize>(
        &mut self,
        table: &Table,
        row: &'r Row<'_>,
    ) -> rusqlite::Result<[ValueRef<'r>; N]> {
        let mut values = [ValueRef::Null; N];
        for (column, value) in values.iter_mut().enumerate() {
            *value = row.get_ref(column)?;
        }
        self.compare(table, &values, row.get_ref(N)?)?;
        Ok(values)
    }

    /// The same for tables of any number of columns, which are not wanted.
    pub fn check(&mut self, table: &Table, row: &Row<'_>) -> rusqlite::Result<()> {
        let mut values = [ValueRef::Null; GAME.columns.len()];
        let values = &mut values[..table.columns.len()];
        for (column, value) in values.iter_mut().enumerate() {
            *value = row.get_ref(column)?;
        }
        self.compare(table, values, row.get_ref(table.columns.len())?)
    }

    fn compare(&mut self, table: &Table, values: &[ValueRef<'_>], sum: ValueRef<'_>) -> rusqlite::Result<()> {
        if sum.as_i64().ok() == Some(self.sum(table, values)) {
            return Ok(());
        }
        Err(bad_record(format!("{} does not match its checksum", described(table, values))))
    }
}

/// The checksum of a row with these values in the table's columns.
pub(crate) fn checksum(table: &Table, values: &[ValueRef<'_>]) -> i64 {
    Summer::default().sum(table, values)
}

/// Teaches a connection the SQL function `checksum(table, column, ..)`, by which a file of an earlier format gets its
/// checksums.
pub(crate) fn teach(connection: &Connection) -> rusqlite::Result<()> {
    let flags =
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function("checksum", -1, flags, |call| {
        let table: String = call.get(0)?;
        let values = (1..call.len()).map(|place| call.get_raw(place));
        Ok(Summer::default().sum_named(&table, values))
    })
}

/// Which record this is, as far as its own columns can be believed.
fn described(table: &Table, values: &[ValueRef<'_>]) -> String {
    let text = |value: &ValueRef<'_>| match value {
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Text(text) => {
            format!("`{}`", zermelo_game::shown(&String::from_utf8_lossy(text)))
        }
        _ => "?".to_owned(),
    };
    let of_run = table.columns[0] == "run";
    match (of_run, values) {
        (true, [run, ..]) if table.name == TALLY.name => format!("the tally of run {}", text(run)),
        (true, [run, key, ..]) => format!("{} {} of run {}", table.name, text(key), text(run)),
        (_, [key, ..]) => format!("{} {}", table.name, text(key)),
        _ => table.name.to_owned(),
    }
}

/// A record that is not as it was written; the error that tells it passes through SQLite's.
#[derive(Debug)]
pub(crate) struct BadRecord(String);

impl fmt::Display for BadRecord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl std::error::Error for BadRecord {}

/// The error for a record that is not as it was written.
pub(crate) fn bad_record(what: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, Box::new(BadRecord(what)))
}

/// Sees that records come in the order of their keys, each once: damage may show one twice in place of another.
#[derive(Debug, Default)]
pub(crate) struct InOrder<K>(Option<K>);

impl<K: PartialOrd + fmt::Display> InOrder<K> {
    pub fn see(&mut self, table: &Table, key: K) -> rusqlite::Result<()> {
        match &self.0 {
            Some(last) if *last >= key => {
                Err(bad_record(format!("{} {key} comes after {} {last}", table.name, table.name)))
            }
            _ => {
                self.0 = Some(key);
                Ok(())
            }
        }
    }
}

/// A text column.
pub(crate) fn text(value: ValueRef<'_>) -> rusqlite::Result<String> {
    value.as_str().map(str::to_owned).map_err(|error| bad_record(error.to_string()))
}

/// A column with an unsigned number of 32 bits.
pub(crate) fn number(value: ValueRef<'_>) -> rusqlite::Result<u32> {
    let number = value.as_i64().map_err(|error| bad_record(error.to_string()))?;
    u32::try_from(number).map_err(|_| bad_record(format!("{number} is not a 32-bit number")))
}

/// A column with an unsigned number of 64 bits.
pub(crate) fn count(value: ValueRef<'_>) -> rusqlite::Result<u64> {
    value.as_i64().map(i64::cast_unsigned).map_err(|error| bad_record(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksum is part of the format: these numbers come from Python's `zlib.crc32` over the bytes that the file's
    /// comment describes.
    #[test]
    fn checksums_never_change() {
        let opening = [ValueRef::Integer(1), ValueRef::Integer(-2), ValueRef::Text(b"c3 e5")];
        assert_eq!(checksum(&OPENING, &opening), OPENING_SUM);
        let run = |result| {
            [
                ValueRef::Integer(1),
                ValueRef::Text(b"a"),
                ValueRef::Text(b""),
                ValueRef::Text(b"b"),
                ValueRef::Integer(i64::MIN),
                ValueRef::Text(b""),
                ValueRef::Integer(0),
                result,
                ValueRef::Null,
            ]
        };
        assert_eq!(checksum(&RUN, &run(ValueRef::Null)), UNFINISHED_SUM);
        let long = [b'x'; 3000];
        assert_eq!(checksum(&RUN, &run(ValueRef::Text(&long))), LONG_SUM);
    }

    const OPENING_SUM: i64 = 2_138_702_848;
    const UNFINISHED_SUM: i64 = 1_969_848_348;
    const LONG_SUM: i64 = 1_120_550_553;

    #[test]
    fn no_column_flows_into_the_next() {
        let sum = |name: &str, text: &str| {
            let values = [ValueRef::Integer(1), ValueRef::Integer(2), name.into(), text.into()];
            checksum(&AGENT, &values)
        };
        assert_ne!(sum("ab", "c"), sum("a", "bc"));
        assert_ne!(sum("", "abc"), sum("abc", ""));
    }

    #[test]
    fn sql_computes_the_same() {
        let connection = Connection::open_in_memory().unwrap();
        teach(&connection).unwrap();
        let query = "SELECT checksum('opening', 1, -2, 'c3 e5')";
        assert_eq!(connection.query_row(query, [], |row| row.get(0)), Ok(OPENING_SUM));
    }
}
