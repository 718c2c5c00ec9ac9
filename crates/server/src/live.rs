//! News of runs for pages that are open: read from the log in the store, at most four times a second, once for all who listen.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use utoipa::ToSchema;
use zermelo_store::{EventRow, Run, RunId, Store};

use crate::Settings;
use crate::api_error::ApiError;
use crate::app::read_store;
use crate::run_workers::Workers;
use crate::runner::Runner;
use crate::runs::{self, RunRow, Standings, State};

/// How often the log is looked at, at most.
pub const PACE: Duration = Duration::from_millis(250);
/// A run that has given no sign for so long is called stalled.
const STALLED: Duration = Duration::from_secs(30);
/// Over so long a time speeds are measured.
const WINDOW: Duration = Duration::from_secs(20);

/// What is known of all runs.
pub struct RunFeed {
    store: PathBuf,
    desk: Mutex<Desk>,
}

#[derive(Default)]
struct Desk {
    /// The store, its version when it was read last, and all runs as they were then, the newest first.
    reader: Option<(Store, i64, Arc<Vec<Run>>)>,
    /// The rows of all runs, the newest first, and when they were read.
    rows: Option<(Instant, Arc<Vec<RunRow>>)>,
    /// How much work each run is, which never changes.
    extents: HashMap<RunId, runs::Extent>,
    /// Finished runs never change.
    finished: HashMap<RunId, RunRow>,
    /// How far runs were, and when: for speeds.
    progress: HashMap<RunId, Progress>,
    /// Runs that somebody looks at.
    watched: HashMap<String, (Instant, Arc<Watched>)>,
}

#[derive(Default)]
struct Progress {
    /// When so much was done, over the last seconds.
    samples: Vec<(Instant, u64)>,
    last_sign: Option<Instant>,
}

/// What is known of a run that somebody looks at.
pub struct Watched {
    /// The run.
    pub run: Run,
    /// How it is.
    pub row: RunRow,
    /// Everything that happened besides games.
    pub events: Vec<EventRow>,
    /// Who stands where.
    pub standings: Option<Standings>,
    /// How many games the standings rest on.
    pub n_games: u64,
    /// The workers of other machines, if it has a fleet.
    pub workers: Option<Workers>,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogLine {
    /// Its number.
    pub seq: u64,
    /// What happened.
    pub text: String,
}

impl RunFeed {
    /// Nothing is known yet.
    pub fn new(settings: &Settings) -> RunFeed {
        RunFeed { store: settings.store.clone(), desk: Mutex::default() }
    }

    /// All runs, the newest first; stages come with their runs.
    pub fn rows(&self, runner: &Runner) -> Result<Arc<Vec<RunRow>>, ApiError> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, rows)) = &desk.rows
            && at.elapsed() < PACE
        {
            return Ok(Arc::clone(rows));
        }
        let mut rows = Vec::new();
        let runs = desk.read(&self.store)?;
        if let Some((store, version, known)) = desk.reader.take() {
            for run in runs.iter() {
                rows.push(desk.row(&store, run, runner)?);
            }
            desk.reader = Some((store, version, known));
        }
        let rows = Arc::new(rows);
        desk.rows = Some((Instant::now(), Arc::clone(&rows)));
        Ok(rows)
    }

    /// A run, with everything that happened in it.
    pub fn watch(&self, name: &str, runner: &Runner) -> Result<Arc<Watched>, ApiError> {
        let mut desk = self.desk.lock().unwrap_or_else(PoisonError::into_inner);
        let before = desk.watched.get(name).cloned();
        if let Some((at, watched)) = &before
            && (at.elapsed() < PACE || watched.row.state == State::Finished)
        {
            return Ok(Arc::clone(watched));
        }
        let missing = || ApiError::missing("unknown-run", format!("there is no run `{name}`"));
        let store = read_store(&self.store)?.ok_or_else(missing)?;
        let run = store.find_run(name)?;
        let row = desk.row(&store, &run, runner)?;
        let n_games = store.n_games(run.id)?;
        let known = before.map(|(_, watched)| watched);
        let is_final = run.result.is_some();
        let standings = match known.filter(|known| known.n_games == n_games && !is_final) {
            Some(known) => known.standings.clone(),
            None => runs::standings_of(&store, &run)?,
        };
        let events = store.events(run.id)?;
        let workers = Workers::of(&store, &run)?;
        let watched = Arc::new(Watched { run, row, events, standings, n_games, workers });
        // Only what is asked for is kept.
        desk.watched.retain(|_, (at, _)| at.elapsed() < 60 * PACE);
        desk.watched.insert(name.to_owned(), (Instant::now(), Arc::clone(&watched)));
        Ok(watched)
    }
}

impl Desk {
    /// All runs, the newest first. Results may be long, so they are read again only if something was written.
    fn read(&mut self, path: &Path) -> Result<Arc<Vec<Run>>, ApiError> {
        if self.reader.is_none() {
            let Some(store) = read_store(path)? else { return Ok(Arc::default()) };
            self.reader = Some((store, i64::MIN, Arc::default()));
        }
        let Some((store, version, runs)) = &mut self.reader else { return Ok(Arc::default()) };
        let now = store.version()?;
        if now != *version {
            *runs = Arc::new(store.runs()?.into_iter().rev().collect());
            *version = now;
        }
        Ok(Arc::clone(runs))
    }

    /// How a run is, with what only this process knows: its speed, and whether it runs here.
    fn row(&mut self, store: &Store, run: &Run, runner: &Runner) -> Result<RunRow, ApiError> {
        if let Some(row) = self.finished.get(&run.id) {
            return Ok(row.clone());
        }
        let extent = *self.extents.entry(run.id).or_insert_with(|| runs::extent_of(run));
        let mut row = runs::row_of(store, run, extent)?;
        if row.state == State::Finished {
            self.finished.insert(run.id, row.clone());
            self.progress.remove(&run.id);
            return Ok(row);
        }
        let here = runner.here(&run.name);
        row.here = here.is_some();
        row.problem = runner.problem(&run.name);
        if row.problem.is_some() && row.state == State::Stopped {
            row.state = State::Failed;
        }
        if row.state == State::Running {
            // Up to now, and not only up to what was written last; whole seconds, so that every look is not news.
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64);
            let millis = runs::worked_of(store, run)?.map_or_else(
                || now.saturating_sub(1000 * run.created),
                |worked| worked.millis + now.saturating_sub(worked.last),
            );
            row.seconds = Some((millis / 1000) as f64);
            self.progress.entry(run.id).or_default().tell(&mut row);
            if here.is_some_and(|here| here.is_stopping) {
                row.state = State::Stopping;
            }
        } else {
            self.progress.remove(&run.id);
        }
        Ok(row)
    }
}

impl Progress {
    /// Speed and time to go; whether there is any sign of life.
    fn tell(&mut self, row: &mut RunRow) {
        let now = Instant::now();
        let last = self.samples.last().map(|sample| sample.1);
        if last != Some(row.done) || self.last_sign.is_none() {
            self.last_sign = Some(now);
        }
        self.samples.push((now, row.done));
        self.samples.retain(|sample| now.duration_since(sample.0) <= WINDOW);
        let (from, done) = self.samples[0];
        let seconds = now.duration_since(from).as_secs_f64();
        if seconds > 0.5 && row.done > done {
            let rate = (row.done - done) as f64 / seconds;
            row.rate = Some(rate);
            row.eta = row.total.map(|total| total.saturating_sub(row.done) as f64 / rate);
        }
        // Where the games cannot be counted beforehand, generations can.
        if row.total.is_none()
            && let (Some(generations), Some(worked)) = (row.generations, row.seconds)
            && generations.done > 0
        {
            let left = generations.total.saturating_sub(generations.done);
            row.eta = Some(worked / generations.done as f64 * left as f64);
        }
        if self.last_sign.is_some_and(|sign| sign.elapsed() > STALLED) {
            row.state = State::Stalled;
        }
    }
}

/// What happened, as lines: the last of them.
pub fn log_of(events: &[EventRow], most: usize) -> Vec<LogLine> {
    let line = |event: &EventRow| {
        let text = match event.kind.as_str() {
            "generation" => {
                let read =
                    serde_json::from_str::<zermelo_experiments::evolution::GenerationResult>(&event.json);
                read.map_or_else(
                    |_| event.kind.clone(),
                    |generation| {
                        let [best, median, _] = generation.levels();
                        format!("generation {}: best {best:.1}, median {median:.1}", generation.generation)
                    },
                )
            }
            kind => format!("{kind}: {}", short(&event.json)),
        };
        LogLine { seq: event.seq, text }
    };
    events[events.len().saturating_sub(most)..].iter().map(line).collect()
}

/// The numbers of an event, without what is long.
fn short(json: &str) -> String {
    let read: Result<BTreeMap<String, serde_json::Value>, _> = serde_json::from_str(json);
    let parts = read.unwrap_or_default().into_iter().filter_map(|(key, value)| match value {
        serde_json::Value::Number(number) => {
            let number = number.as_f64()?;
            Some(if number.fract() == 0.0 { format!("{key} {number}") } else { format!("{key} {number:.4}") })
        }
        serde_json::Value::String(text) if text.len() < 60 => Some(format!("{key} {text}")),
        _ => None,
    });
    parts.take(8).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_told_in_a_line() {
        let event =
            |kind: &str, json: &str| EventRow { seq: 3, kind: kind.to_owned(), json: json.to_owned() };
        let events =
            [event("pass", r#"{"pass": 2, "training": 0.51234, "long": [1, 2, 3]}"#), event("x", "no json")];
        let told: Vec<String> = log_of(&events, 5).into_iter().map(|line| line.text).collect();
        assert_eq!(told, ["pass: pass 2, training 0.5123", "x: "]);
        assert_eq!(log_of(&events, 1).len(), 1);
    }
}
