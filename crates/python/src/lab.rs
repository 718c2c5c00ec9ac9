//! Experiments, and what runs of them left behind.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use zermelo_any::{Folder, Permission};
use zermelo_catalog::RequestError;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_experiments::{Record, Running, title_of};
use zermelo_export::{ExportError, Format, PositionsPlan, What, export, export_examples};
use zermelo_game::zobrist::mix;
use zermelo_game::{Outcome, Stop};
use zermelo_store::Store;

use crate::errors::{bad_request, refused};
use crate::guests::Guest;
use crate::interrupt::interruptible;
use crate::names::threads_of;

/// Where an experiment comes from.
enum Source {
    File(PathBuf),
    /// A text, and the file that it was read from before somebody changed it.
    Text(String, Option<PathBuf>),
}

/// Runs an experiment to its end and returns the run's name. `on_event` is given a dictionary for all that happens.
#[pyfunction]
#[pyo3(signature = (store, threads, file=None, text=None, seed=None, resume=true, memory_limit=8192, on_event=None, guests=Vec::new()))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn run_experiment(
    py: Python<'_>,
    store: PathBuf,
    threads: i64,
    file: Option<PathBuf>,
    text: Option<String>,
    seed: Option<u64>,
    resume: bool,
    memory_limit: u64,
    on_event: Option<Py<PyAny>>,
    guests: Vec<Py<Guest>>,
) -> PyResult<String> {
    let threads = threads_of(threads)?;
    let source = match (file, text) {
        (file, Some(text)) => Source::Text(text, file),
        (file, None) => Source::File(file.unwrap_or_default()),
    };
    let stop = Stop::default();
    guests.iter().for_each(|guest| guest.get().stops(&stop));
    let trouble: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let listener =
        on_event.map(|function| Listener { function, trouble: trouble.clone(), stop: stop.clone() });
    let finished = interruptible(py, &stop, move |stop| {
        run(&source, &store, Asked { threads, seed, resume, memory_limit }, listener.as_ref(), stop)
    })?;
    for guest in &guests {
        guest.get().raise(py)?;
    }
    if let Some(error) = trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    finished.map_err(|error| match error {
        RunError::Request(error) => bad_request(error),
        RunError::Store(error) => bad_request(RequestError::from(error)),
        RunError::Stopped(run) => PyKeyboardInterrupt::new_err(format!(
            "{run} was interrupted; finished work is stored, and running the same experiment again goes on"
        )),
        RunError::Spoilt(run) => refused("fleet", &format!("workers gave wrong answers in {run}")),
    })
}

/// What was asked for besides the experiment.
struct Asked {
    threads: usize,
    seed: Option<u64>,
    resume: bool,
    memory_limit: u64,
}

fn run(
    source: &Source,
    store: &Path,
    asked: Asked,
    listener: Option<&Listener>,
    stop: &Stop,
) -> Result<String, RunError> {
    let permission = Permission::terminal().with_run_megabytes(asked.memory_limit);
    let mut experiment = match source {
        Source::File(path) => Experiment::read(path, permission)?,
        Source::Text(text, file) => {
            let stem =
                file.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
            let place = file
                .as_deref()
                .map_or_else(|| "the experiment".to_owned(), |file| file.display().to_string());
            let folder = file.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
            let stem = stem.unwrap_or_else(|| stem_of(text));
            Experiment::parse(stem, text.clone(), &place, Folder::new(folder, permission))?
        }
    };
    if let Some(seed) = asked.seed {
        experiment.plan.set_seed(seed);
    }
    let store = Store::open(store)?.used_by(zermelo_fingerprint::CODE_VERSION);
    experiment.resolve(&store, permission)?;
    let running = Running { threads: asked.threads, resumes: asked.resume, stop, permission, fleet: None };
    let finished = experiment::run(&experiment, &store, &running, &mut |event| {
        if let Some(listener) = listener {
            listener.hear(&event);
        }
    })?;
    Ok(finished.run)
}

/// What runs of a text are called that has no file: its title, and a hash, so that an unfinished run of one text is not taken for one
/// of another.
fn stem_of(text: &str) -> String {
    const MOST: usize = 32;
    let title = title_of(text).unwrap_or_default().to_lowercase();
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(MOST).collect();
    let hash = text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let name = name.trim_end_matches('-');
    format!("{}-{:06x}", if name.is_empty() { "python" } else { name }, hash >> 40)
}

/// A callable that is told what happens.
struct Listener {
    function: Py<PyAny>,
    trouble: Arc<Mutex<Option<PyErr>>>,
    stop: Stop,
}

impl Listener {
    fn hear(&self, event: &Event<'_>) {
        if self.stop.is_stopped() {
            return;
        }
        let told = Python::attach(|py| self.function.call1(py, (facts(py, event)?,)).map(|_| ()));
        if let Err(error) = told {
            self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.stop.stop();
        }
    }
}

fn facts<'py>(py: Python<'py>, event: &Event<'_>) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    match event {
        Event::Started { run, extent, .. } => {
            facts.set_item("event", "started")?;
            facts.set_item("run", run)?;
            facts.set_item("extent", extent)?;
        }
        Event::Agents(agents) => {
            facts.set_item("event", "agents")?;
            let agents: Vec<(u32, &str, &str)> =
                agents.iter().map(|agent| (agent.index, agent.name.as_str(), agent.text.as_str())).collect();
            facts.set_item("agents", agents)?;
        }
        Event::Game(game) => {
            facts.set_item("event", "game")?;
            facts.set_item("game", game.index)?;
            facts.set_item("first", game.first)?;
            facts.set_item("second", game.second)?;
            let outcome = match game.outcome {
                Outcome::Draw => "draw",
                Outcome::Win(player) => ["first", "second"][player.index()],
            };
            facts.set_item("outcome", outcome)?;
            facts.set_item("reason", &game.reason)?;
            facts.set_item("plies", game.plies)?;
        }
        Event::Happened(row) => {
            facts.set_item("event", &row.kind)?;
            facts.set_item("details", py.import("json")?.call_method1("loads", (&row.json,))?)?;
        }
    }
    Ok(facts)
}

/// A table of a run as the bytes of a Parquet file (`games`, `positions`, `distinct`), or its examples as those of a NumPy file
/// (`examples`).
#[pyfunction]
pub fn export_run<'py>(
    py: Python<'py>,
    store: PathBuf,
    run: String,
    what: String,
) -> PyResult<Bound<'py, PyBytes>> {
    let stop = Stop::default();
    let written = interruptible(py, &stop, move |stop| {
        let store =
            Store::read(&store).map_err(RequestError::from)?.used_by(zermelo_fingerprint::CODE_VERSION);
        let record = Record::open(&store, &run)?;
        let mut bytes = Vec::new();
        let positions = |is_distinct| What::Positions(PositionsPlan { is_distinct, with_ends: false });
        match what.as_str() {
            "examples" => export_examples(&record, false, stop, &mut bytes)?,
            "distinct" => export(&record, positions(true), Format::Parquet, stop, &mut bytes)?,
            "positions" => export(&record, positions(false), Format::Parquet, stop, &mut bytes)?,
            _ => export(&record, What::Games, Format::Parquet, stop, &mut bytes)?,
        };
        Ok(bytes)
    })?;
    let bytes = written.map_err(|error: ExportError| match error {
        ExportError::Request(error) => bad_request(error),
        error => refused("export", &error.to_string()),
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// What happened in a run besides games: kinds, with their details as JSON.
#[pyfunction]
pub fn events_of(py: Python<'_>, store: PathBuf, run: &str) -> PyResult<Vec<(String, String)>> {
    let read = || -> Result<Vec<(String, String)>, RequestError> {
        let store = Store::read(&store)?;
        let run = store.find_run(run)?;
        let events = store.events(run.id)?;
        Ok(events.into_iter().map(|event| (event.kind, event.json)).collect())
    };
    py.detach(read).map_err(bad_request)
}

/// The names of a run's stages, in their order; none of a run that has games of its own.
#[pyfunction]
pub fn stages_of(py: Python<'_>, store: PathBuf, run: &str) -> PyResult<Vec<String>> {
    let read = || -> Result<Vec<String>, RequestError> {
        let store = Store::read(&store)?;
        let run = store.find_run(run)?;
        Ok(store.stages(run.id)?.into_iter().map(|stage| stage.name).collect())
    };
    py.detach(read).map_err(bad_request)
}
