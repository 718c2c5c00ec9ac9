//! What may stand in an experiment file, and what is wrong with one, in plain sentences.
//!
//! A form lists the keys of a table and what each holds. A file is compared with its form before it is read into a type, so
//! that all mistakes are told at once, each with its line, and none in the words of the reader of types. The forms stand
//! beside the types; a test changes full examples in every place and asks whether form and type still agree.

use serde::de::DeserializeOwned;
use toml::Table;
use toml::de::DeTable;

use crate::common::Common;
use crate::game_texts;
use crate::kind::Kind;

mod check;
pub mod defaults;
pub mod drift;
pub mod parts;
mod place;
mod range;
pub mod ranges;
mod reference;
mod schema;
mod template;

pub use check::mistakes;
pub use place::line_of_problem;
pub use range::{Bound, Range};
pub use reference::reference;
pub use schema::schema;
pub use template::template;

/// A key of a table.
#[derive(Clone, Copy)]
pub struct Key {
    /// What it is called, and what it may be called instead.
    pub names: &'static [&'static str],
    /// Whether it must be there.
    pub is_required: bool,
    /// What it holds.
    pub holds: Holds,
    /// What it means, in sentences.
    pub about: &'static str,
    /// What holds if it is left out.
    pub fallback: Fallback,
    /// Which numbers it may have.
    pub range: Option<Range>,
    /// Whether it is known only so that its reader can say why it may not be there: no file should begin with it.
    pub is_refused: bool,
    /// An example of its value, as TOML, where neither the type nor the default shows one.
    pub example: Option<&'static str>,
}

/// What holds if a key is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// Nothing: the key must be there, or what it asks for is not done.
    Nothing,
    /// The same as with this value, as TOML. A test compares both.
    Value(&'static str),
    /// What these words say.
    Words(&'static str),
}

/// One of several forms of a table, by the name that chooses it.
#[derive(Clone, Copy)]
pub struct Case {
    /// The name.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// The keys that it has besides.
    pub form: Form,
}

/// A case with its meaning and its keys.
pub const fn case(name: &'static str, about: &'static str, form: Form) -> Case {
    Case { name, about, form }
}

/// The keys of a table.
pub type Form = &'static [Key];

/// What a key holds.
#[derive(Clone, Copy)]
pub enum Holds {
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
    Kinds(&'static [Case]),
    /// A table with one of these keys, which holds a table itself.
    OneOf(&'static [Case]),
    /// Any of these.
    Either(&'static [Holds]),
    /// An experiment within a series: one of these kinds, with what the series says for all left out.
    Stage(Form, &'static [&'static dyn Kind]),
}

/// A whole number that 32 bits hold.
pub const WHOLE_32: Holds = Holds::Whole(u32::MAX as u64);
/// A whole number that 64 bits hold.
pub const WHOLE: Holds = Holds::Whole(u64::MAX);

/// A key that must be there, with its meaning.
pub const fn must(names: &'static [&'static str], holds: Holds, about: &'static str) -> Key {
    Key {
        names,
        is_required: true,
        holds,
        about,
        fallback: Fallback::Nothing,
        range: None,
        is_refused: false,
        example: None,
    }
}

/// A key that may be left out, with its meaning.
pub const fn may(names: &'static [&'static str], holds: Holds, about: &'static str) -> Key {
    Key { is_required: false, ..must(names, holds, about) }
}

impl Key {
    /// The same with a default, as TOML.
    pub const fn or(self, value: &'static str) -> Key {
        Key { fallback: Fallback::Value(value), ..self }
    }

    /// The same with a default that is no fixed value.
    pub const fn or_else(self, words: &'static str) -> Key {
        Key { fallback: Fallback::Words(words), ..self }
    }

    /// The same, but its reader refuses it and says why.
    pub const fn refused(self) -> Key {
        Key { is_refused: true, ..self }
    }

    /// The same with a range of numbers.
    pub const fn within(self, range: Range) -> Key {
        Key { range: Some(range), ..self }
    }

    /// The same with an example of its value, as TOML.
    pub const fn such_as(self, example: &'static str) -> Key {
        Key { example: Some(example), ..self }
    }

    /// The same with another meaning.
    pub const fn meaning(self, about: &'static str) -> Key {
        Key { about, ..self }
    }
}

/// Reads the head and the rest of a file of this form, or says everything that is wrong with it.
pub fn read<T: DeserializeOwned>(text: &str, form: Form) -> Result<(Common, T), String> {
    told(mistakes(text, form))?;
    let (common, rest) = read_types(text, form)?;
    common.check()?;
    Ok((common, rest))
}

/// Whether head and rest can be read into their types, whatever the form says of them: for [`drift`].
pub fn is_read<T: DeserializeOwned>(text: &str, form: Form) -> bool {
    typed::<T>(text, form).is_some()
}

/// The rest of a file in its type, whatever the form says of it: for [`drift`].
pub fn typed<T: DeserializeOwned>(text: &str, form: Form) -> Option<T> {
    read_types::<T>(text, form).ok().map(|(_, rest)| rest)
}

/// Reads the keys that all files have into one type, and the rest into the type of the kind.
fn read_types<T: DeserializeOwned>(text: &str, form: Form) -> Result<(Common, T), String> {
    let mut rest: Table = text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    rest.remove(game_texts::KEY);
    let mut head = Table::new();
    for key in form.iter().filter(|key| Common::KEYS.contains(&key.names[0])) {
        match rest.remove(key.names[0]) {
            Some(value) => {
                head.insert(key.names[0].to_owned(), value);
            }
            None if key.is_required => return Err(format!("missing: {}", key.names[0])),
            None => {}
        }
    }
    let message = |error: toml::de::Error| error.to_string().trim_end().to_owned();
    let mut common: Common = head.try_into().map_err(message)?;
    common.about = common.about.trim().to_owned();
    Ok((common, rest.try_into().map_err(message)?))
}

/// The kind that a file names.
pub fn kind_of(text: &str) -> Result<Option<String>, String> {
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
