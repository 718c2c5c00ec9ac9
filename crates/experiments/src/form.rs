//! What may stand in an experiment file, and what is wrong with one, in plain sentences.
//!
//! A form lists the keys of a table and what each holds. A file is compared with its form before it is read into a type, so
//! that all mistakes are told at once, each with its line, and none in the words of the reader of types. The forms stand
//! beside the types; a test changes full examples in every place and asks whether form and type still agree.

use serde::de::DeserializeOwned;
use toml::de::DeTable;

mod check;
#[cfg(test)]
pub(crate) mod drift;

pub(crate) use check::mistakes;

/// A key of a table.
pub(crate) struct Key {
    /// What it is called, and what it may be called instead.
    pub names: &'static [&'static str],
    /// Whether it must be there.
    pub is_required: bool,
    /// What it holds.
    pub holds: Holds,
}

/// The keys of a table.
pub(crate) type Form = &'static [Key];

/// What a key holds.
#[derive(Clone, Copy)]
pub(crate) enum Holds {
    /// Text, such as this.
    Text(&'static str),
    /// A name that people read.
    Name,
    /// A name of a gene.
    Gene,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number from 0 to this.
    Whole(u64),
    /// Any number.
    Number,
    /// True or false.
    Flag,
    /// A list, and what each item is.
    List(&'static Holds),
    /// A list of so many items.
    Several(usize, &'static Holds),
    /// A table.
    Table(Form),
    /// A table with the keys of two forms.
    Both(Form, Form),
    /// A table whose keys are anybody's, and what each holds.
    Named(&'static Holds),
    /// A table whose `kind` says which keys it has besides.
    Kinds(&'static [(&'static str, Form)]),
    /// A table with one of these keys, which holds a table itself.
    OneOf(&'static [(&'static str, Form)]),
    /// Any of these.
    Either(&'static [Holds]),
    /// An experiment within a series: one of these kinds, with what the series says for all left out.
    Stage(Form, &'static [(&'static str, Form)]),
}

/// A whole number that 32 bits hold.
pub(crate) const WHOLE_32: Holds = Holds::Whole(u32::MAX as u64);
/// A whole number that 64 bits hold.
pub(crate) const WHOLE: Holds = Holds::Whole(u64::MAX);

/// A key that must be there.
pub(crate) const fn must(names: &'static [&'static str], holds: Holds) -> Key {
    Key { names, is_required: true, holds }
}

/// A key that may be left out.
pub(crate) const fn may(names: &'static [&'static str], holds: Holds) -> Key {
    Key { names, is_required: false, holds }
}

/// Reads a file of this form, or says everything that is wrong with it.
pub(crate) fn read<T: DeserializeOwned>(text: &str, form: Form) -> Result<T, String> {
    told(mistakes(text, form))?;
    toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
}

/// The kind that a file names.
pub(crate) fn kind_of(text: &str) -> Result<Option<String>, String> {
    const KIND: Holds = Holds::Text("tournament");
    let table = DeTable::parse(text).map_err(|error| check::syntax(text, &error))?;
    let Some(value) = table.get_ref().get("kind") else { return Ok(None) };
    let kind = value.get_ref().as_str().map(str::to_owned);
    kind.map(Some).ok_or_else(|| format!("kind: expected {}", KIND.expected()))
}

/// One mistake in a sentence, several as a list.
fn told(mistakes: Vec<String>) -> Result<(), String> {
    match &mistakes[..] {
        [] => Ok(()),
        [only] => Err(only.clone()),
        all => Err(format!("{} mistakes:\n  {}", all.len(), all.join("\n  "))),
    }
}
