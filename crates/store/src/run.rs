//! A run: one experiment file, one seed, one version of the program, and whatever they gave.

use std::fmt;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

use crate::checksum::{RUN, Summer, bad_record, checksum, count, number, text};
use crate::tally::Tally;

/// The number of a run in its store: 1, 2, 3, in the order they were begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub u32);

impl fmt::Display for RunId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// What a run is made from. The result is a pure function of `experiment`, `seed` and `code_version`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRun {
    /// The experiment file's name without folder and extension; the run's name is this and its number.
    pub stem: String,
    /// What kind of experiment it is, such as `tournament`.
    pub kind: String,
    /// The experiment file's text.
    pub experiment: String,
    /// The seed of all chance in the run.
    pub seed: u64,
    /// The version of the program.
    pub code_version: String,
    /// When it began, in seconds since 1970. The store reads no clock.
    pub created: u64,
    /// The run whose stage it is, and the stage's name.
    pub stage_of: Option<(RunId, String)>,
}

/// A run as it stands in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub id: RunId,
    /// Its name: the experiment file's stem and the number, as in `isolation-heuristics-7`; a stage's is that of the
    /// whole run and its own, as in `quickstart-7.breed`.
    pub name: String,
    /// The run whose stage it is.
    pub parent: Option<RunId>,
    /// What kind of experiment it is, such as `tournament`.
    pub kind: String,
    /// The experiment file's text.
    pub experiment: String,
    /// The seed of all chance in the run.
    pub seed: u64,
    /// The version of the program that began it.
    pub code_version: String,
    /// When it began, in seconds since 1970.
    pub created: u64,
    /// What came of it, as JSON; `None` while it is not finished.
    pub result: Option<String>,
}

impl Run {
    /// The kind of runs that have no end, since nobody knows what people will play: records may be added at any time.
    pub const ENDLESS: &'static str = "people";

    /// Whether it has no end, so that it is neither finished nor to be resumed.
    pub fn is_endless(&self) -> bool {
        self.kind == Run::ENDLESS
    }
}

/// How long somebody worked at a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worked {
    /// For so many milliseconds.
    pub millis: u64,
    /// The last sign of it, in milliseconds since 1970.
    pub last: u64,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Some process is writing it.
    Running,
    /// It is complete.
    Finished,
    /// It is not complete, and nobody is writing it: it can be resumed.
    Interrupted,
    /// It has no end: more may be added at any time.
    Open,
}

impl Status {
    /// `running`, `finished`, `interrupted` or `open`: the name in every machine-readable output.
    pub const fn id(self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::Finished => "finished",
            Status::Interrupted => "interrupted",
            Status::Open => "open",
        }
    }
}

/// What [`Run::from_row`] reads, in its order.
pub(crate) fn run_columns() -> String {
    format!("{}, EXISTS (SELECT 1 FROM tally WHERE run = id)", RUN.select())
}

impl Run {
    pub(crate) fn from_row(row: &Row<'_>) -> rusqlite::Result<Run> {
        let [id, stem, kind, experiment, seed, code_version, created, result, parent] =
            Summer::default().verify(&RUN, row)?;
        let optional = |value| (value != ValueRef::Null).then_some(value);
        let (id, stem) = (number(id)?, text(stem)?);
        if !row.get::<_, bool>(10)? {
            return Err(bad_record(format!("the tally of run {id} is missing")));
        }
        let parent = optional(parent).map(number).transpose()?;
        Ok(Run {
            id: RunId(id),
            name: if parent.is_some() { stem } else { format!("{stem}-{id}") },
            parent: parent.map(RunId),
            kind: text(kind)?,
            experiment: text(experiment)?,
            seed: count(seed)?,
            code_version: text(code_version)?,
            created: count(created)?,
            result: optional(result).map(text).transpose()?,
        })
    }

    /// Its stem, as it stands in the file.
    pub(crate) fn stem(&self) -> &str {
        match self.parent {
            Some(_) => &self.name,
            None => self.name.strip_suffix(&format!("-{}", self.id)).unwrap_or(&self.name),
        }
    }

    /// The checksum of its row.
    pub(crate) fn checksum(&self) -> i64 {
        let values = [
            ValueRef::Integer(self.id.0.into()),
            self.stem().into(),
            self.kind.as_str().into(),
            self.experiment.as_str().into(),
            ValueRef::Integer(self.seed.cast_signed()),
            self.code_version.as_str().into(),
            ValueRef::Integer(self.created.cast_signed()),
            self.result.as_deref().map_or(ValueRef::Null, ValueRef::from),
            self.parent.map_or(ValueRef::Null, |parent| ValueRef::Integer(parent.0.into())),
        ];
        checksum(&RUN, &values)
    }

    /// Adds it.
    pub(crate) fn insert(&self, connection: &Connection) -> rusqlite::Result<()> {
        let values = params![
            self.id.0,
            self.stem(),
            self.kind,
            self.experiment,
            self.seed.cast_signed(),
            self.code_version,
            self.created.cast_signed(),
            self.result,
            self.parent.map(|parent| parent.0),
            self.checksum(),
        ];
        let statement = "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        connection.execute(statement, values)?;
        Tally::default().save(connection, self.id)
    }

    /// Writes its result.
    pub(crate) fn save_result(&self, connection: &Connection) -> rusqlite::Result<()> {
        let statement = "UPDATE run SET result = ?1, checksum = ?2 WHERE id = ?3";
        connection.execute(statement, params![self.result, self.checksum(), self.id.0])?;
        Ok(())
    }
}

impl NewRun {
    /// The stem as it stands in names that people type and shells split: letters, digits, `.`, `_` and `-`.
    pub(crate) fn clean_stem(&self) -> String {
        clean(&self.stem)
    }
}

/// A word as it stands in names that people type and shells split.
pub(crate) fn clean(word: &str) -> String {
    let words: Vec<&str> = word
        .split(|letter: char| !letter.is_alphanumeric() && letter != '.' && letter != '_')
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() { "run".to_owned() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_becomes_a_name_that_can_be_typed() {
        for (stem, clean) in [
            ("isolation-heuristics", "isolation-heuristics"),
            ("My file (2)", "My-file-2"),
            ("../up", "..-up"),
            ("--help", "help"),
            ("étude_1.2", "étude_1.2"),
            ("", "run"),
            (" - ", "run"),
        ] {
            let run = NewRun {
                stem: stem.to_owned(),
                kind: String::new(),
                experiment: String::new(),
                seed: 0,
                code_version: String::new(),
                created: 0,
                stage_of: None,
            };
            assert_eq!(run.clean_stem(), clean, "of {stem:?}");
        }
    }
}
