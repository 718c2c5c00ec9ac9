//! The workers of a run, for a terminal and for machines: who did how much, how fast, and who played which games.

use std::fmt::Write;

use serde_json::{Value, json};
use zermelo_experiments::{ProvenanceNote, RunWorkers};
use zermelo_store::{Run, Store, StoreError};
use zermelo_terminal::prose::{entry, wrapped};
use zermelo_terminal::table::lay_out;

/// Ranges of games that a terminal shows of each worker.
const MOST_RANGES: usize = 40;

/// The workers of a run as JSON and text; `None` if it had no fleet. With `games`, who played which games is told too.
pub fn told(store: &Store, run: &Run, games: bool) -> Result<Option<(Value, String)>, StoreError> {
    let Some(workers) = RunWorkers::of(store, run)? else { return Ok(None) };
    let (mut json, mut text) = (workers.json(), text_of(&workers));
    if games {
        let stages = store.stages(run.id)?;
        let runs: Vec<&Run> = std::iter::once(run).chain(&stages).collect();
        let mut list = Vec::new();
        for run in runs {
            for note in ProvenanceNote::all(store, run.id)? {
                list.push(json!({
                    "run": run.name,
                    "worker": note.worker,
                    "games": note.games,
                    "is_complete": note.is_complete,
                }));
                let _ = write!(text, "{}", entry(&label(&workers, run, &note), &shortened(&note)));
            }
        }
        json["provenance"] = Value::Array(list);
    }
    Ok(Some((json, text)))
}

/// The table of the workers, and what there is to say of them.
fn text_of(workers: &RunWorkers) -> String {
    let mut text = "Workers\n\n".to_owned();
    if let (Ok(table), false) = (workers.table(), workers.workers.is_empty()) {
        let (head, rows) = table.texts();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        // The names and the states are words.
        let _ = writeln!(text, "{}", lay_out(&rows, &[0, rows[0].len() - 1]));
    }
    let sentences = workers.sentences().join(" ");
    text.push_str(&wrapped(&sentences));
    workers.remarks().iter().for_each(|remark| text.push_str(&wrapped(remark)));
    text
}

/// Whose games these are, and of which stage.
fn label(workers: &RunWorkers, run: &Run, note: &ProvenanceNote) -> String {
    let known = note.worker.as_ref().and_then(|id| workers.workers.iter().find(|worker| worker.id == *id));
    let name = match (&note.worker, known) {
        (None, _) => "this machine".to_owned(),
        (Some(_), Some(worker)) => worker.name(),
        (Some(id), None) => zermelo_game::shown(id),
    };
    format!("{}: games of {name}", run.name)
}

/// The first ranges.
fn shortened(note: &ProvenanceNote) -> String {
    let ranges: Vec<&str> = note.games.split(' ').collect();
    let mut text = ranges.iter().take(MOST_RANGES).copied().collect::<Vec<_>>().join(", ");
    if let Some(n_more) = ranges.len().checked_sub(MOST_RANGES).filter(|n| *n > 0) {
        let _ = write!(text, " and {n_more} more ranges, which --json lists");
    }
    if !note.is_complete {
        text.push_str(" and others that were not noted");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_games_are_cut() {
        let games: Vec<String> = (0..50).map(|n| format!("{}-{}", 10 * n, 10 * n + 3)).collect();
        let note = ProvenanceNote { worker: None, games: games.join(" "), is_complete: false };
        let text = shortened(&note);
        assert!(text.starts_with("0-3, 10-13, "), "{text}");
        assert!(text.ends_with(" and 10 more ranges, which --json lists and others that were not noted"));
        let note = ProvenanceNote { worker: None, games: "4-7 9".to_owned(), is_complete: true };
        assert_eq!(shortened(&note), "4-7, 9");
    }
}
