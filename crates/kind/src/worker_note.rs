//! What is noted beside a run of the workers of a fleet that took part in it.
//!
//! Names and reasons come from other machines: they are cut short, and what would change the look of a terminal or a page is left out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zermelo_runner::fleet::{Counts, Standing, Usage, Worker};
use zermelo_store::{NoteRow, RunId, Store, StoreError};

/// What notes of workers are about.
const TOPIC: &str = "worker";
/// Characters of a text from another machine that are kept.
const MOST_NAME: usize = 60;
const MOST_REASON: usize = 300;

/// A worker that took part in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WorkerNote {
    /// Its name.
    pub id: String,
    /// What people call it, such as the name of its machine.
    pub host: String,
    /// How many jobs it does at once.
    pub threads: u32,
    /// The version of its program.
    pub version: String,
    /// `new`, `proved`, `other-version` or `struck`.
    pub standing: String,
    /// Why it was struck.
    pub struck: Option<String>,
    /// How many jobs it refused.
    pub refused: u64,
    /// Why it refused the last of them.
    pub refusal: Option<String>,
    /// What it did, by what that is counted in: games, positions or replicates.
    pub work: BTreeMap<String, WorkDone>,
    /// Seconds in which its threads could have done jobs of this run.
    pub offered: f64,
    /// Seconds that they spent on jobs.
    pub used: f64,
    /// Whether it has left.
    pub is_gone: bool,
    /// When it was last heard of, in seconds since 1970.
    pub last_seen: u64,
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WorkDone {
    /// How much of it the run took over.
    pub kept: u64,
    /// How much it answered; more than was kept where two did the same, to compare or to be faster.
    pub answered: u64,
    /// The seconds that this took on its threads together.
    pub seconds: f64,
}

impl WorkerNote {
    /// What there is to note of a worker that was last heard of at this time; `kept` is what the run took over of its work.
    pub fn of(worker: &Worker, kept: Option<&Counts>, last_seen: u64) -> WorkerNote {
        let (standing, struck) = match &worker.standing {
            Standing::New => ("new", None),
            Standing::Proved => ("proved", None),
            Standing::OtherVersion => ("other-version", None),
            Standing::Struck(why) => ("struck", Some(cleaned(why, MOST_REASON))),
        };
        let mut work: BTreeMap<String, WorkDone> = BTreeMap::new();
        for (unit, done) in &worker.answered {
            let entry = work.entry((*unit).to_owned()).or_default();
            (entry.answered, entry.seconds) = (done.n, done.seconds);
        }
        for (unit, n) in kept.into_iter().flatten() {
            work.entry((*unit).to_owned()).or_default().kept = *n;
        }
        WorkerNote {
            id: worker.card.id.to_string(),
            host: cleaned(&worker.card.host, MOST_NAME),
            threads: worker.card.threads,
            version: cleaned(&worker.card.version, MOST_REASON),
            standing: standing.to_owned(),
            struck,
            refused: worker.n_refused,
            refusal: worker.refusal.as_deref().map(|why| cleaned(why, MOST_REASON)),
            work,
            offered: worker.usage.offered,
            used: worker.usage.used,
            is_gone: worker.is_gone,
            last_seen,
        }
    }

    /// This note of a worker after what was noted of it before.
    pub fn after(mut self, before: &WorkerNote) -> WorkerNote {
        for (unit, done) in &before.work {
            let sum = self.work.entry(unit.clone()).or_default();
            sum.kept += done.kept;
            sum.answered += done.answered;
            sum.seconds += done.seconds;
        }
        self.refused += before.refused;
        self.refusal = self.refusal.or_else(|| before.refusal.clone());
        if self.struck.is_none() && before.struck.is_some() {
            (self.standing, self.struck) = (before.standing.clone(), before.struck.clone());
        }
        self.offered += before.offered;
        self.used += before.used;
        self
    }

    /// How people tell it from others: its machine, and the last letters of its key.
    pub fn name(&self) -> String {
        let start = self.id.char_indices().rev().nth(3).map_or(0, |(place, _)| place);
        let host = if self.host.is_empty() { "worker" } else { &self.host };
        format!("{host}-{}", &self.id[start..])
    }

    /// What is thought of it, and whether it is there, in words.
    pub fn state(&self) -> String {
        let standing = if self.standing == "other-version" { "other version" } else { &self.standing };
        format!("{standing}{}", if self.is_gone { ", left" } else { "" })
    }

    /// How much of this the run took over.
    pub fn kept(&self, unit: &str) -> u64 {
        self.work.get(unit).map_or(0, |done| done.kept)
    }

    /// How much of this it does in a second on all its threads, by what it has answered.
    pub fn speed(&self, unit: &str) -> Option<f64> {
        let done = self.work.get(unit).filter(|done| done.seconds > 0.0 && done.answered > 0)?;
        Some(done.answered as f64 / done.seconds * f64::from(self.threads)).filter(|speed| speed.is_finite())
    }

    /// The share of the time in which its threads had nothing to do.
    pub fn idle(&self) -> Option<f64> {
        Usage { offered: self.offered, used: self.used }.idle()
    }

    /// What there is to explain: why it was struck, or refused jobs.
    pub fn remarks(&self) -> Vec<String> {
        let name = self.name();
        let struck = self.struck.as_ref().map(|why| format!("{name} was struck: {why}."));
        let refused = self.refusal.as_ref().map(|why| {
            let jobs = if self.refused == 1 { "1 job".to_owned() } else { format!("{} jobs", self.refused) };
            format!("{name} refused {jobs}, the last because: {why}")
        });
        struck.into_iter().chain(refused).collect()
    }

    /// The note as a store keeps it.
    pub fn row(&self) -> NoteRow {
        let text = serde_json::to_string(self).expect("a note holds only names and numbers");
        NoteRow { topic: TOPIC.to_owned(), name: self.id.clone(), text }
    }

    /// The workers that took part in a run. What cannot be read is left out: it is a note, and no record.
    pub fn all(store: &Store, run: RunId) -> Result<Vec<WorkerNote>, StoreError> {
        let notes = store.notes(run, TOPIC)?;
        Ok(notes.iter().filter_map(|note| serde_json::from_str(&note.text).ok()).collect())
    }
}

/// A text from another machine: so many characters of it, without those that are not seen but change what is seen.
fn cleaned(text: &str, most: usize) -> String {
    let is_plain = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let mut plain = text.chars().filter(is_plain);
    let mut short: String = plain.by_ref().take(most).collect();
    if plain.next().is_some() {
        short.push_str("..");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_from_other_machines_are_plain_and_short() {
        assert_eq!(cleaned("lab\u{1b}[31m\r\n\u{202e}7", 60), "lab[31m7");
        assert_eq!(cleaned(&"x".repeat(100), 3), "xxx..");
    }

    #[test]
    fn notes_add_up_and_a_strike_stays() {
        let done = |kept| WorkDone { kept, answered: kept + 1, seconds: 2.0 };
        let note = |kept, struck: Option<&str>| WorkerNote {
            id: "UABCDEF".to_owned(),
            host: "lab".to_owned(),
            threads: 4,
            standing: if struck.is_some() { "struck" } else { "new" }.to_owned(),
            struck: struck.map(str::to_owned),
            work: BTreeMap::from([("games".to_owned(), done(kept))]),
            offered: 10.0,
            used: 5.0,
            ..WorkerNote::default()
        };
        let sum = note(3, None).after(&note(7, Some("it lied")));
        assert_eq!((sum.kept("games"), sum.standing.as_str()), (10, "struck"));
        assert_eq!((sum.idle(), sum.name().as_str()), (Some(0.5), "lab-CDEF"));
        // Twelve games in four seconds of one thread.
        assert_eq!(sum.speed("games"), Some(12.0));
        assert_eq!(sum.remarks(), ["lab-CDEF was struck: it lied."]);
        assert_eq!(sum.speed("positions"), None);
    }

    #[test]
    fn notes_of_other_versions_are_read_as_far_as_they_go() {
        let read: WorkerNote = serde_json::from_str(r#"{"id": "x", "pieces": 3, "why": null}"#).unwrap();
        assert_eq!((read.id.as_str(), read.name().as_str()), ("x", "worker-x"));
    }
}
