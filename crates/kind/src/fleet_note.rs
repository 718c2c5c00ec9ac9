//! What is noted beside a run of its fleet as a whole.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zermelo_runner::fleet::{FleetAccount, Usage};
use zermelo_store::{NoteRow, RunId, Store, StoreError};

/// What the note is about, and its name.
const TOPIC: &str = "fleet";
const NAME: &str = "all";

/// What a fleet did for a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FleetNote {
    /// Games, positions or replicates that were done on the run's own machine.
    pub here: BTreeMap<String, u64>,
    /// Those that were done by workers.
    pub by_workers: BTreeMap<String, u64>,
    /// How much of the workers' time was used, by kind of work.
    pub usage: BTreeMap<String, UsageNote>,
    /// When this was noted, in seconds since 1970.
    pub noted: u64,
}

/// Seconds of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct UsageNote {
    /// Seconds in which threads could have done jobs.
    pub offered: f64,
    /// Seconds that they spent on jobs.
    pub used: f64,
}

impl UsageNote {
    fn usage(self) -> Usage {
        Usage { offered: self.offered, used: self.used }
    }
}

impl FleetNote {
    /// What there is to note at this time.
    pub fn of(account: &FleetAccount, noted: u64) -> FleetNote {
        let mut note = FleetNote { noted, ..FleetNote::default() };
        for (who, counts) in &account.taken_over {
            let sums = if who.is_some() { &mut note.by_workers } else { &mut note.here };
            for (unit, n) in counts {
                *sums.entry((*unit).to_owned()).or_default() += n;
            }
        }
        let timed = account.usage.iter().filter(|(_, usage)| usage.offered > 0.0);
        note.usage = timed
            .map(|(kind, usage)| ((*kind).to_owned(), UsageNote { offered: usage.offered, used: usage.used }))
            .collect();
        note
    }

    /// This note after what was noted before.
    pub fn after(mut self, before: &FleetNote) -> FleetNote {
        let pairs = [(&mut self.here, &before.here), (&mut self.by_workers, &before.by_workers)];
        for (sums, counts) in pairs {
            counts.iter().for_each(|(unit, n)| *sums.entry(unit.clone()).or_default() += n);
        }
        for (kind, usage) in &before.usage {
            let sum = self.usage.entry(kind.clone()).or_default();
            sum.offered += usage.offered;
            sum.used += usage.used;
        }
        self
    }

    /// The share of this that workers did; nothing if nobody did any.
    pub fn share(&self, unit: &str) -> Option<f64> {
        let count = |counts: &BTreeMap<String, u64>| counts.get(unit).copied().unwrap_or(0) as f64;
        let (here, by_workers) = (count(&self.here), count(&self.by_workers));
        (here + by_workers > 0.0).then(|| by_workers / (here + by_workers))
    }

    /// The share of the time in which threads of workers had nothing to do.
    pub fn idle(&self) -> Option<f64> {
        let sum = self.usage.values().fold(Usage::default(), |sum, usage| sum.plus(usage.usage()));
        sum.idle()
    }

    /// The same by kind of work.
    pub fn idle_by_kind(&self) -> BTreeMap<&str, f64> {
        let idle = self.usage.iter().filter_map(|(kind, usage)| Some((kind.as_str(), usage.usage().idle()?)));
        idle.collect()
    }

    /// The note as a store keeps it.
    pub fn row(&self) -> NoteRow {
        let text = serde_json::to_string(self).expect("a note holds only names and numbers");
        NoteRow { topic: TOPIC.to_owned(), name: NAME.to_owned(), text }
    }

    /// The note beside a run, if it had a fleet.
    pub fn read(store: &Store, run: RunId) -> Result<Option<FleetNote>, StoreError> {
        let notes = store.notes(run, TOPIC)?;
        Ok(notes.iter().find_map(|note| serde_json::from_str(&note.text).ok()))
    }
}
