//! Tables: columns that know how their numbers are written, rows of cells, notes, and marks of what is beyond chance.
//! A table is checked as it is filled, so that writing it cannot fail. How it is written: `text`, `markdown`, `csv`, `html`.

mod csv;
mod html;
mod markdown;
mod text;

use crate::error::{Check, ReportError};
use crate::estimate::Estimate;
use crate::number::{self, Numbers};

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    title: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    notes: Vec<String>,
}

/// A column: its heading, and how what stands in it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    name: String,
    kind: Kind,
}

/// What stands in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Words, written from the left.
    Text,
    /// Numbers, with or without intervals, written to the right.
    Numbers(Numbers),
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    value: Value,
    mark: Mark,
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Nothing,
    Text(String),
    /// Kept whole, since not every count is a floating-point number.
    Count(u64),
    Number(f64),
    Estimate(Estimate),
}

/// How far beyond chance a number is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Not, or nobody asked.
    #[default]
    None,
    /// p < 0.05.
    One,
    /// p < 0.01.
    Two,
    /// p < 0.001.
    Three,
}

impl Mark {
    /// The mark that goes with a probability of chance.
    pub fn of_p(p: f64) -> Mark {
        match p {
            _ if p < 0.001 => Mark::Three,
            _ if p < 0.01 => Mark::Two,
            _ if p < 0.05 => Mark::One,
            _ => Mark::None,
        }
    }

    /// The stars themselves.
    pub fn stars(self) -> &'static str {
        ["", "*", "**", "***"][self as usize]
    }

    /// What the stars mean.
    fn meaning(self) -> &'static str {
        ["", "p < 0.05", "p < 0.01", "p < 0.001"][self as usize]
    }
}

impl Column {
    /// A column of words.
    pub fn text(name: impl Into<String>) -> Column {
        Column { name: name.into(), kind: Kind::Text }
    }

    /// A column of numbers.
    pub fn numbers(name: impl Into<String>, numbers: Numbers) -> Column {
        Column { name: name.into(), kind: Kind::Numbers(numbers) }
    }

    /// A column of counts.
    pub fn count(name: impl Into<String>) -> Column {
        Column::numbers(name, Numbers::Count)
    }

    /// A column of shares.
    pub fn percent(name: impl Into<String>) -> Column {
        Column::numbers(name, Numbers::Percent)
    }

    /// A column of probabilities of chance.
    pub fn p_value(name: impl Into<String>) -> Column {
        Column::numbers(name, Numbers::PValue)
    }
}

impl Cell {
    /// A cell with nothing in it.
    pub fn nothing() -> Cell {
        Cell { value: Value::Nothing, mark: Mark::None }
    }

    /// The same cell with a mark.
    pub fn marked(self, mark: Mark) -> Cell {
        Cell { mark, ..self }
    }

    fn of(value: Value) -> Cell {
        Cell { value, mark: Mark::None }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::of(Value::Text(text.to_owned()))
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::of(Value::Text(text))
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::of(Value::Count(count))
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Cell {
        Cell::of(Value::Count(count as u64))
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::of(Value::Number(number))
    }
}

impl From<Estimate> for Cell {
    fn from(estimate: Estimate) -> Cell {
        Cell::of(Value::Estimate(estimate))
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or_else(Cell::nothing, Into::into)
    }
}

impl Table {
    /// An empty table.
    pub fn new(title: impl Into<String>, columns: Vec<Column>) -> Table {
        Table { title: title.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// If it has too many or too few cells, a cell does not fit its column, or a number is not finite.
    pub fn push(&mut self, row: Vec<Cell>) -> Result<(), ReportError> {
        let check = Check { of: &self.title };
        check.length(&format!("row {}", self.rows.len() + 1), self.columns.len(), row.len())?;
        for (column, cell) in self.columns.iter().zip(&row) {
            let what = || format!("{} of row {}", column.name, self.rows.len() + 1);
            match (&cell.value, column.kind) {
                (Value::Text(text), Kind::Numbers(_)) => {
                    return Err(check.bad(&what(), text, "a number, as in the rest of the column"));
                }
                (Value::Number(number), _) => check.finite(&what(), *number)?,
                (Value::Estimate(estimate), _) => check.estimate(&what(), estimate)?,
                _ => {}
            }
        }
        self.rows.push(row);
        Ok(())
    }

    /// Adds a sentence below the table.
    pub fn note(&mut self, sentence: impl Into<String>) {
        self.notes.push(sentence.into());
    }

    /// What the table is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The names of the columns, and what the cells show, stars included.
    pub fn texts(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let shown =
            |(column, cell): (&Column, &Cell)| format!("{}{}", Table::shown(column, cell), cell.mark.stars());
        let rows = self.rows.iter().map(|row| self.columns.iter().zip(row).map(shown).collect()).collect();
        (names, rows)
    }

    /// How many rows it has.
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The sentences below it; what the stars mean is among them, if there are any.
    pub fn notes(&self) -> Vec<String> {
        let has_marks = self.rows.iter().flatten().any(|cell| cell.mark != Mark::None);
        let meaning = has_marks.then(|| "* p < 0.05, ** p < 0.01, *** p < 0.001.".to_owned());
        self.notes.iter().cloned().chain(meaning).collect()
    }

    /// What a cell shows, without its mark.
    fn shown(column: &Column, cell: &Cell) -> String {
        let numbers = match column.kind {
            Kind::Numbers(numbers) => numbers,
            Kind::Text => Numbers::Plain,
        };
        match &cell.value {
            Value::Nothing => String::new(),
            Value::Text(text) => text.clone(),
            Value::Count(count) if matches!(numbers, Numbers::Count | Numbers::Plain) => {
                number::count(*count)
            }
            Value::Count(count) => numbers.write(*count as f64),
            Value::Number(number) => numbers.write(*number),
            Value::Estimate(estimate) => estimate.write(numbers),
        }
    }
}
