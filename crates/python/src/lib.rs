//! The Python module `_zermelo`: what the package `zermelo` is made of. Glue and nothing else.
//!
//! Speed comes from batches: thousands of games behind one call. What a person asks for once (a match, a run, a solution) is
//! done on a thread of its own, so that Ctrl-C is heard meanwhile. What a command of the program answers comes from the program's
//! own command line, as JSON, so that Python and the terminal say the same.

mod agent;
mod batch;
mod errors;
mod game;
mod guests;
mod interrupt;
mod lab;
mod matches;
mod names;
mod solving;
mod state;

use pyo3::prelude::*;

#[pymodule(gil_used = true)]
mod _zermelo {
    use std::ffi::OsString;

    use pyo3::prelude::*;
    use zermelo_game::Stop;

    use crate::errors::refused;
    use crate::interrupt::interruptible;

    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::errors::ZermeloError;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::guests::Guest;
    #[pymodule_export]
    use crate::lab::{events_of, export_run, run_experiment, stages_of};
    #[pymodule_export]
    use crate::matches::{opponents, play_match, rate_against, strength_of};
    #[pymodule_export]
    use crate::names::use_store;
    #[pymodule_export]
    use crate::solving::{analyze, evaluate, perft, solve};
    #[pymodule_export]
    use crate::state::State;

    /// The version of the program, with the fingerprint of the sources that decide results.
    #[pyfunction]
    fn version() -> &'static str {
        zermelo_fingerprint::CODE_VERSION
    }

    /// Runs a command of the program `zermelo` with these arguments, and returns its exit code.
    #[pyfunction]
    fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        let (code, machine) = (zermelo_fingerprint::CODE_VERSION, zermelo_fingerprint::MACHINE_VERSION);
        let ended = py.detach(|| zermelo_cli::main_of(arguments, code, machine));
        // An exit code cannot be read, only compared.
        (0..=u8::MAX).find(|&number| ended == std::process::ExitCode::from(number)).unwrap_or(1)
    }

    /// Runs a command of the program `zermelo` in this process, and returns what it answers: JSON, and text for people.
    #[pyfunction]
    fn call(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<(String, String)> {
        let stop = Stop::default();
        let answer = interruptible(py, &stop, move |stop| zermelo_cli::call(arguments, stop))?;
        answer
            .map(|answer| (answer.json, answer.text))
            .map_err(|problem| refused(&problem.kind, &problem.message))
    }

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // One that somebody makes in Python has a kind, too.
        module.py().get_type::<ZermeloError>().setattr("kind", "argument")?;
        // A second interpreter in one process finds the games already there.
        let _ = zermelo_catalog::register(&zermelo_families::GAMES);
        zermelo_cli::set_versions(zermelo_fingerprint::CODE_VERSION, zermelo_fingerprint::MACHINE_VERSION);
        Ok(())
    }
}
