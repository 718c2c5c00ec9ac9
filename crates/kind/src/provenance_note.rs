//! Which games of a run were played by whom, as notes beside it.

use serde::{Deserialize, Serialize};
use zermelo_runner::fleet::{Provenance, Ranges};
use zermelo_store::{NoteRow, RunId, Store, StoreError};

/// What these notes are about, and how this machine is called in them. No worker has this name: theirs are keys.
const TOPIC: &str = "provenance";
const HERE: &str = "here";
/// Ranges that are noted of one worker: a note is read and written as a whole.
const MOST_RANGES: usize = 20_000;

/// The games that one machine played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenanceNote {
    /// The worker, by name; nobody if it is the run's own machine.
    pub worker: Option<String>,
    /// The games by number, first and last: `0-15 32 64-79`.
    pub games: String,
    /// Whether these are all; of very many ranges only the first are noted.
    pub is_complete: bool,
}

impl ProvenanceNote {
    /// What there is to note of everybody who played games.
    pub fn all_of(provenance: &Provenance) -> Vec<ProvenanceNote> {
        let shares = provenance.shares.iter().filter(|(_, share)| share.games.n_ranges() > 0);
        let note = |worker: Option<String>, games: &Ranges| ProvenanceNote::of(worker, games, true);
        shares.map(|(who, share)| note(who.as_ref().map(ToString::to_string), &share.games)).collect()
    }

    fn of(worker: Option<String>, games: &Ranges, was_complete: bool) -> ProvenanceNote {
        let is_complete = was_complete && games.n_ranges() <= MOST_RANGES;
        let mut first = Ranges::default();
        games.iter().take(MOST_RANGES).for_each(|range| first.add(range));
        ProvenanceNote { worker, games: first.to_string(), is_complete }
    }

    /// This note after what was noted before.
    pub fn after(self, before: &ProvenanceNote) -> ProvenanceNote {
        let read = |note: &ProvenanceNote| Ranges::read(&note.games).unwrap_or_default();
        let mut games = read(&self);
        read(before).iter().for_each(|range| games.add(range));
        ProvenanceNote::of(self.worker, &games, self.is_complete && before.is_complete)
    }

    /// The note as a store keeps it.
    pub fn row(&self) -> NoteRow {
        let text = serde_json::to_string(self).expect("a note holds only names and numbers");
        let name = self.worker.clone().unwrap_or_else(|| HERE.to_owned());
        NoteRow { topic: TOPIC.to_owned(), name, text }
    }

    /// Who played which games of a run.
    pub fn all(store: &Store, run: RunId) -> Result<Vec<ProvenanceNote>, StoreError> {
        let notes = store.notes(run, TOPIC)?;
        Ok(notes.iter().filter_map(|note| serde_json::from_str(&note.text).ok()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_two_sittings_are_one() {
        let note = |games: &str| ProvenanceNote {
            worker: Some("w".to_owned()),
            games: games.to_owned(),
            is_complete: true,
        };
        assert_eq!(note("4-7").after(&note("0-3 9")), note("0-7 9"));
        assert_eq!(note("4-7").after(&note("spoilt")), note("4-7"));
    }

    #[test]
    fn very_many_ranges_are_cut() {
        let mut games = Ranges::default();
        (0..MOST_RANGES as u64 + 5).for_each(|n| games.add(3 * n..3 * n + 1));
        let note = ProvenanceNote::of(None, &games, true);
        assert!(!note.is_complete);
        assert_eq!(Ranges::read(&note.games).map(|ranges| ranges.n_ranges()), Some(MOST_RANGES));
        assert_eq!(note.row().name, "here");
    }
}
