//! A table without its format: named columns of a kind, and rows of cells.

use std::borrow::Cow;

use crate::ExportError;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers of 32 bits, from 0.
    U32,
    /// Whole numbers of 64 bits, from 0.
    U64,
    /// Finite numbers.
    Real,
    /// Texts.
    Text,
    /// Texts, or nothing.
    OptionalText,
    /// Words with a space between them; a list where a format has lists and people like them (JSON).
    Words,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, the same in every format.
    pub name: Cow<'static, str>,
    /// What it holds.
    pub kind: Kind,
}

impl Column {
    pub(crate) const fn new(name: &'static str, kind: Kind) -> Column {
        Column { name: Cow::Borrowed(name), kind }
    }

    /// A column whose name a run decides.
    pub fn named(name: impl Into<String>, kind: Kind) -> Column {
        Column { name: Cow::Owned(name.into()), kind }
    }
}

/// A field of a row. Whoever writes rows keeps to the kinds of the columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// A whole number.
    Count(u64),
    /// A finite number.
    Real(f64),
    /// A text, or words.
    Text(&'a str),
    /// Nothing.
    Nothing,
}

/// Whoever takes the rows of a table.
pub trait Sink {
    /// Takes a row: as many cells as there are columns.
    fn row(&mut self, cells: &[Cell]) -> Result<(), ExportError>;

    /// Writes whatever is left; nothing may come after it.
    fn finish(&mut self) -> Result<(), ExportError>;
}
