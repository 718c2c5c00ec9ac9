//! The workers of a run as people see them: read back from the notes beside it, in sentences and as a table.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use zermelo_report::{Block, Cell, Column, Numbers, ReportError, Section, Table};
use zermelo_store::{Run, Store, StoreError};

use crate::fleet_note::FleetNote;
use crate::worker_note::WorkerNote;

/// The fleet of a run and its workers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunWorkers {
    /// The fleet as a whole.
    pub fleet: FleetNote,
    /// The workers, by name.
    pub workers: Vec<WorkerNote>,
}

impl RunWorkers {
    /// The workers of a run and of its stages; `None` if it had no fleet.
    pub fn of(store: &Store, run: &Run) -> Result<Option<RunWorkers>, StoreError> {
        let (mut fleet, mut workers) = (None::<FleetNote>, BTreeMap::<String, WorkerNote>::new());
        let runs = std::iter::once(run.id).chain(store.stages(run.id)?.into_iter().map(|stage| stage.id));
        for id in runs {
            let Some(note) = FleetNote::read(store, id)? else { continue };
            fleet = Some(fleet.map_or_else(|| note.clone(), |before| note.clone().after(&before)));
            for note in WorkerNote::all(store, id)? {
                let sum = workers.remove(&note.id).map(|before| note.clone().after(&before));
                workers.insert(note.id.clone(), sum.unwrap_or(note));
            }
        }
        let mut workers: Vec<WorkerNote> = workers.into_values().collect();
        workers.sort_by(|one, other| (&one.host, &one.id).cmp(&(&other.host, &other.id)));
        Ok(fleet.map(|fleet| RunWorkers { fleet, workers }))
    }

    /// What the work is counted in: games, positions or replicates.
    pub fn units(&self) -> Vec<&str> {
        let units: BTreeSet<&str> =
            self.fleet.here.keys().chain(self.fleet.by_workers.keys()).map(String::as_str).collect();
        units.into_iter().collect()
    }

    /// What there is to say.
    pub fn sentences(&self) -> Vec<String> {
        let n_workers =
            self.workers.iter().filter(|worker| worker.work.values().any(|done| done.kept > 0)).count();
        let shares: Vec<String> = (self.units().into_iter())
            .filter_map(|unit| Some(format!("{} of the {unit}", share(self.fleet.share(unit)?))))
            .collect();
        let idle = self.fleet.idle().filter(|_| n_workers > 0);
        let idle = idle.map(|idle| format!("; their threads were idle {} of the time", share(idle)));
        let mut sentences = vec![match n_workers {
            0 => "No worker helped.".to_owned(),
            n => format!("{} did {}{}.", workers(n), listed(&shares), idle.unwrap_or_default()),
        }];
        let count = |standing: &str| self.workers.iter().filter(|one| one.standing == standing).count();
        match count("struck") {
            0 => {}
            1 => sentences
                .push("1 worker gave a wrong answer and was struck: all it did was done again.".to_owned()),
            n => sentences.push(format!(
                "{n} workers gave wrong answers and were struck: all they did was done again."
            )),
        }
        match count("other-version") {
            0 => {}
            n => sentences.push(format!("{} had another version and got no jobs.", workers(n))),
        }
        sentences
    }

    /// Why workers were struck or refused jobs.
    pub fn remarks(&self) -> Vec<String> {
        self.workers.iter().flat_map(WorkerNote::remarks).collect()
    }

    /// The workers, one in a row.
    pub fn table(&self) -> Result<Table, ReportError> {
        let units = self.units();
        let mut columns = vec![Column::text("Worker"), Column::count("Threads")];
        for unit in &units {
            columns.push(Column::count(capital(unit)));
            columns.push(Column::numbers(format!("{}/s", capital(unit)), Numbers::Plain));
        }
        columns.extend([Column::percent("Idle"), Column::text("State")]);
        let mut table = Table::new("Workers", columns);
        for worker in &self.workers {
            let mut row = vec![Cell::from(worker.name()), Cell::from(u64::from(worker.threads))];
            for unit in &units {
                row.extend([Cell::from(worker.kept(unit)), Cell::from(worker.speed(unit))]);
            }
            row.extend([Cell::from(worker.idle()), Cell::from(worker.state())]);
            table.push(row)?;
        }
        Ok(table)
    }

    /// The section of a report.
    pub fn section(&self) -> Result<Section, ReportError> {
        let mut blocks = vec![Block::Prose(self.sentences().join(" "))];
        if !self.workers.is_empty() {
            blocks.push(Block::Table(self.table()?));
        }
        let remarks = self.remarks();
        if !remarks.is_empty() {
            blocks.push(Block::List(remarks));
        }
        Ok(Section { title: "Workers".to_owned(), blocks })
    }

    /// All of it, for machines.
    pub fn json(&self) -> Value {
        let by_unit: BTreeMap<&str, Option<f64>> =
            self.units().into_iter().map(|unit| (unit, self.fleet.share(unit))).collect();
        json!({
            "here": self.fleet.here,
            "by_workers": self.fleet.by_workers,
            "share_by_workers": by_unit,
            "idle": self.fleet.idle(),
            "idle_by_kind": self.fleet.idle_by_kind(),
            "noted": self.fleet.noted,
            "workers": self.workers.iter().map(json_of).collect::<Vec<_>>(),
        })
    }
}

fn json_of(worker: &WorkerNote) -> Value {
    let mut value = json!(worker);
    value["name"] = json!(worker.name());
    value["idle"] = json!(worker.idle());
    for unit in worker.work.keys() {
        value["work"][unit]["speed"] = json!(worker.speed(unit));
    }
    value
}

fn workers(n: usize) -> String {
    if n == 1 { "1 worker".to_owned() } else { format!("{n} workers") }
}

/// A share without a digit that nobody needs: 7 %. Some is not none, and most is not all.
fn share(share: f64) -> String {
    match (100.0 * share).round() as u32 {
        0 if share > 0.0 => "less than 1 %".to_owned(),
        100.. if share < 1.0 => "more than 99 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

fn listed(parts: &[String]) -> String {
    match parts {
        [] => "nothing that was needed".to_owned(),
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        [one] => one.clone(),
        _ => String::new(),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet_note::UsageNote;
    use crate::worker_note::WorkDone;

    fn worker(id: &str, kept: u64, standing: &str) -> WorkerNote {
        let done = WorkDone { kept, answered: kept, seconds: 10.0 };
        WorkerNote {
            id: id.to_owned(),
            host: "lab".to_owned(),
            threads: 2,
            standing: standing.to_owned(),
            work: BTreeMap::from([("games".to_owned(), done)]),
            offered: 20.0,
            used: 10.0,
            ..WorkerNote::default()
        }
    }

    fn sample() -> RunWorkers {
        let counts = |n| BTreeMap::from([("games".to_owned(), n)]);
        let usage = BTreeMap::from([("pairs".to_owned(), UsageNote { offered: 40.0, used: 37.2 })]);
        RunWorkers {
            fleet: FleetNote { here: counts(9), by_workers: counts(91), usage, noted: 5 },
            workers: vec![worker("UAAA1111", 60, "proved"), worker("UAAA2222", 31, "new")],
        }
    }

    #[test]
    fn who_did_how_much_is_told_in_a_sentence() {
        let mut run = sample();
        assert_eq!(
            run.sentences(),
            ["2 workers did 91 % of the games; their threads were idle 7 % of the time."]
        );
        run.workers.push(WorkerNote { struck: Some("it lied".to_owned()), ..worker("x", 0, "struck") });
        run.workers.push(WorkerNote {
            refused: 2,
            refusal: Some("no network".to_owned()),
            ..worker("y", 0, "other-version")
        });
        assert_eq!(
            run.sentences()[1..],
            [
                "1 worker gave a wrong answer and was struck: all it did was done again.",
                "1 worker had another version and got no jobs."
            ]
        );
        assert_eq!(
            run.remarks(),
            ["lab-x was struck: it lied.", "lab-y refused 2 jobs, the last because: no network"]
        );
        assert_eq!(RunWorkers::default().sentences(), ["No worker helped."]);
    }

    #[test]
    fn the_table_has_a_row_for_each_worker() {
        let (head, rows) = sample().table().unwrap().texts();
        assert_eq!(head, ["Worker", "Threads", "Games", "Games/s", "Idle", "State"]);
        assert_eq!(rows[0], ["lab-1111", "2", "60", "12", "50.0 %", "proved"]);
        let json = sample().json();
        assert_eq!(json["workers"][0]["work"]["games"]["speed"], 12.0);
        assert!((json["idle"].as_f64().unwrap() - 0.07).abs() < 1e-9);
    }

    #[test]
    fn shares_are_rounded_but_never_to_none_or_all() {
        let told = [0.0, 0.001, 0.07, 0.999, 1.0].map(share);
        assert_eq!(told, ["0 %", "less than 1 %", "7 %", "more than 99 %", "100 %"]);
    }
}
