//! What is noted beside a run of the clocks in it, if its records depend on the machines that played.

use serde::{Deserialize, Serialize};
use zermelo_runner::ClockRule;
use zermelo_store::{NoteRow, Run, Store, StoreError};

/// What notes of clocks are about.
const TOPIC: &str = "clock";

/// The rule by which agents with clocks, several threads or engines played on the machines of a fleet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockNote {
    /// `as-is` or `scaled`.
    pub rule: String,
    /// The speed that times are meant for, in positions a second of one thread, if they were scaled.
    pub reference: Option<u64>,
}

impl ClockNote {
    /// What there is to note of a rule.
    pub fn of(rule: ClockRule) -> ClockNote {
        let reference = match rule {
            ClockRule::AsIs => None,
            ClockRule::Scaled { reference } => Some(reference),
        };
        ClockNote { rule: rule.name().to_owned(), reference }
    }

    /// The note as a store keeps it: one for each rule, since a run may be resumed with another.
    pub fn row(&self) -> NoteRow {
        let text = serde_json::to_string(self).expect("a note holds only names and numbers");
        NoteRow { topic: TOPIC.to_owned(), name: self.rule.clone(), text }
    }

    /// The rules of a run; none if its records do not depend on machines of a fleet. What cannot be read is left out: it is a
    /// note, and no record.
    pub fn all(store: &Store, run: &Run) -> Result<Vec<ClockNote>, StoreError> {
        let notes = store.notes(run.id, TOPIC)?;
        Ok(notes.iter().filter_map(|note| serde_json::from_str(&note.text).ok()).collect())
    }

    /// The note as a sentence.
    pub fn sentence(&self) -> String {
        let how = match self.reference {
            None => "each by its own clock".to_owned(),
            Some(reference) => format!("with time scaled to {reference} positions a second"),
        };
        format!("Machines of a fleet played it, {how} (--clock {}): its games depend on them.", self.rule)
    }
}
