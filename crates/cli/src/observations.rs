//! Observations in groups, from a CSV file with the header `group,value`.
//!
//! The file is read as a whole, so that an error can name the line as an editor counts it: the reader's own count is off
//! after blank lines and where lines end as on Windows.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

use csv::{ByteRecord, ReaderBuilder, Trim};
use zermelo_game::shown;

use crate::reply::Failure;

/// A group of numbers.
#[derive(Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its values, in the order of the file.
    pub values: Vec<f64>,
}

/// Reads a file; `-` is standard input. Groups come in the order in which the file first names them.
pub fn read(path: &Path) -> Result<Vec<Group>, Failure> {
    let mut bytes = Vec::new();
    let (name, result) = if path == Path::new("-") {
        ("standard input".to_owned(), std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()))
    } else {
        (shown(&path.display().to_string()), std::fs::read(path).map(|content| bytes = content))
    };
    let result = result.map_err(|error| format!("cannot be read: {error}"));
    result
        .and_then(|()| groups_of(&bytes))
        .map_err(|problem| Failure::wrong("bad-file", format!("{name}: {problem}")))
}

const EXPECTED: &str =
    "expected the header `group,value` and a row for each observation, such as `control,7.5`";

/// The groups of a file, or what is wrong with it and where.
fn groups_of(bytes: &[u8]) -> Result<Vec<Group>, String> {
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(bytes);
    let mut columns = None;
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut record = ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Err(error.to_string()),
        }
        let start = record.position().map_or(0, |position| position.byte() as usize);
        let at_line = |problem: String| format!("line {}: {problem}", line_of(bytes, start));
        let fields = record.iter().map(|field| {
            std::str::from_utf8(field).map_err(|_| {
                at_line(format!("`{}` is not UTF-8 text", shown(&String::from_utf8_lossy(field))))
            })
        });
        let fields = fields.collect::<Result<Vec<&str>, String>>()?;
        // A line of nothing but spaces.
        if fields.iter().all(|field| field.is_empty()) && fields.len() == 1 {
            continue;
        }
        match columns {
            None => columns = Some(Columns::of(&fields).map_err(at_line)?),
            Some(columns) => {
                let (name, value) = columns.observation(&fields).map_err(at_line)?;
                match places.get(name) {
                    Some(&place) => groups[place].values.push(value),
                    None => {
                        places.insert(name.to_owned(), groups.len());
                        groups.push(Group { name: name.to_owned(), values: vec![value] });
                    }
                }
            }
        }
    }
    match (columns, groups.is_empty()) {
        (None, _) => Err(format!("it is empty; {EXPECTED}")),
        (Some(_), true) => Err(format!("there are no rows below the header; {EXPECTED}")),
        (Some(_), false) => Ok(groups),
    }
}

/// Where the columns are. Others may stand beside them.
#[derive(Clone, Copy)]
struct Columns {
    group: usize,
    value: usize,
    n: usize,
}

impl Columns {
    fn of(header: &[&str]) -> Result<Columns, String> {
        let place = |name: &str| {
            let mut places = (0..header.len()).filter(|&at| header[at].eq_ignore_ascii_case(name));
            places.next().filter(|_| places.next().is_none())
        };
        match (place("group"), place("value")) {
            (Some(group), Some(value)) => Ok(Columns { group, value, n: header.len() }),
            _ => Err(format!("found the header `{}`; {EXPECTED}", shown(&header.join(",")))),
        }
    }

    fn observation<'a>(&self, fields: &[&'a str]) -> Result<(&'a str, f64), String> {
        let read = || shown(&fields.join(","));
        if fields.len() != self.n {
            let [got, expected] = [fields.len(), self.n]
                .map(|n| if n == 1 { "1 field".to_owned() } else { format!("{n} fields") });
            return Err(format!("`{}` has {got}, expected {expected} as in the header", read()));
        }
        let (name, text) = (fields[self.group], fields[self.value]);
        if name.is_empty() {
            return Err(format!("`{}` names no group", read()));
        }
        if text.is_empty() {
            return Err(format!("`{}` has no value; leave out the row, or fill it in", read()));
        }
        match text.parse::<f64>() {
            // Adding zero turns a negative zero into a plain one.
            Ok(value) if value.is_finite() => Ok((name, value + 0.0)),
            Ok(_) => Err(format!("`{}` is not a finite number", shown(text))),
            Err(_) => Err(format!("`{}` is not a number; expected one such as 7, -0.5 or 1e-3", shown(text))),
        }
    }
}

/// The line, from 1, of the record that begins at this byte, or after the ends of lines that stand there.
fn line_of(bytes: &[u8], start: usize) -> usize {
    let is_end = |&&byte: &&u8| byte == b'\n' || byte == b'\r';
    let start = start + bytes[start.min(bytes.len())..].iter().take_while(is_end).count();
    let before = &bytes[..start.min(bytes.len())];
    // A line ends with \n, with \r\n, or with a \r alone.
    let is_new =
        |(at, &byte): (usize, &u8)| byte == b'\n' || byte == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    1 + before.iter().enumerate().filter(|&pair| is_new(pair)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_whatever_program_wrote_them() {
        let plain = groups_of(b"group,value\na,1\nb,2.5\na,-3e2\n").expect("a good file");
        assert_eq!(plain[0], Group { name: "a".to_owned(), values: vec![1.0, -300.0] });
        assert_eq!(plain[1], Group { name: "b".to_owned(), values: vec![2.5] });
        for other in [
            "group,value\r\na,1\r\nb,2.5\r\na,-3e2",
            "\u{feff}group,value\na,1\nb,2.5\na,-3e2\n",
            "\n Group , Value \n\n a , 1 \n\"b\",\"2.5\"\n   \na,-300\n\n",
            "id,value,group\n1,1,a\n2,2.5,b\n3,-300,a\n",
            "group,value\ra,1\rb,2.5\ra,-300\r",
        ] {
            assert_eq!(groups_of(other.as_bytes()).as_ref(), Ok(&plain), "{other:?}");
        }
        let strange = groups_of(b"group,value\n\"a, \"\"b\"\"\nc\",1\n").expect("a quoted name");
        assert_eq!(strange[0].name, "a, \"b\"\nc");
    }

    #[test]
    fn errors_name_the_line_and_what_was_read() {
        for (text, expected) in [
            (&b""[..], "it is empty"),
            (b"\n \n", "it is empty"),
            (b"group,value\n", "no rows below the header"),
            (b"a,1\nb,2\n", "line 1: found the header `a,1`; expected the header `group,value`"),
            (b"group,value,value\na,1,2\n", "line 1: found the header `group,value,value`"),
            (b"group;value\na;1\n", "line 1: found the header `group;value`"),
            (b"group,value\na,1\na,two\n", "line 3: `two` is not a number"),
            (b"group,value\r\na,1\r\na,two\r\n", "line 3: `two` is not a number"),
            (b"group,value\ra,1\ra,two\r", "line 3: `two` is not a number"),
            (b"\n\ngroup,value\n\n\na,1\n\na,two", "line 8: `two` is not a number"),
            (b"group,value\n\"a\nb\",1\na,x", "line 4: `x` is not a number"),
            (b"group,value\na,NaN\n", "line 2: `NaN` is not a finite number"),
            (b"group,value\na,1e999\n", "line 2: `1e999` is not a finite number"),
            (b"group,value\na,\n", "line 2: `a,` has no value"),
            (b"group,value\n,4\n", "line 2: `,4` names no group"),
            (b"group,value\na,1,5\n", "line 2: `a,1,5` has 3 fields, expected 2 fields"),
            (b"group,value\na\n", "line 2: `a` has 1 field, expected 2 fields"),
            (b"group,value\n\xff,4\n", "line 2: `\u{fffd}` is not UTF-8 text"),
            (b"\0\x01\x02", "line 1: found the header `\\0\\u{1}\\u{2}`"),
        ] {
            let error = groups_of(text).expect_err(expected);
            assert!(error.starts_with(expected) || error.contains(expected), "{error}");
        }
    }
}
