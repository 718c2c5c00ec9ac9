//! What tests of experiments share: a place to run a file, and to stop it anywhere.

use std::path::PathBuf;

use zermelo_catalog::Permission;
use zermelo_experiments::experiment::{self, Event, Experiment, RunError};
use zermelo_experiments::{RunResult, Running};
use zermelo_game::Stop;
use zermelo_store::Store;

/// A folder with an experiment file and a store.
pub struct Place {
    pub folder: tempfile::TempDir,
    pub file: PathBuf,
    pub store: Store,
}

/// A new one.
pub fn place(text: &str) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("small.toml");
    std::fs::write(&file, text).unwrap();
    let store = Store::open(folder.path().join("store.db")).unwrap();
    Place { folder, file, store }
}

/// Runs the file, and stops after so many games or events.
pub fn run(place: &Place, threads: usize, most_events: usize) -> Result<Box<dyn RunResult>, RunError> {
    let mut experiment = Experiment::read(&place.file, Permission::terminal())?;
    experiment.resolve(&place.store, Permission::terminal())?;
    let stop = Stop::default();
    let running =
        Running { threads, resumes: true, stop: &stop, permission: Permission::terminal(), fleet: None };
    let mut n_events = 0;
    let finished = experiment::run(&experiment, &place.store, &running, &mut |event| {
        if matches!(event, Event::Game(_) | Event::Happened(_)) {
            n_events += 1;
            if n_events == most_events {
                stop.stop();
            }
        }
    })?;
    Ok(finished.result)
}

/// The result of a run of a certain kind.
#[allow(dead_code, reason = "not every program that shares this file needs it")]
pub fn downcast<T: RunResult + Clone>(result: Box<dyn RunResult>) -> T {
    result.downcast_ref::<T>().unwrap_or_else(|| panic!("another kind of result: {result:?}")).clone()
}
