//! Names of what was evolved or trained, in texts of agents: replaced by what they stand for before anything is opened. And how many
//! threads there may be.

use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};

use pyo3::prelude::*;
use zermelo_any::Permission;
use zermelo_catalog::RequestError;
use zermelo_experiments::champions;
use zermelo_store::Store;

use crate::errors::{bad_argument, bad_request};

/// The store in which runs are looked up that agents name.
static STORE: LazyLock<Mutex<PathBuf>> = LazyLock::new(|| Mutex::new(PathBuf::from("zermelo.db")));

/// Names the store in which runs are looked up that agents name, as in `net(RUN/net)`; at first `zermelo.db`.
#[pyfunction]
pub fn use_store(path: PathBuf) {
    *STORE.lock().unwrap_or_else(PoisonError::into_inner) = path;
}

/// The text with every name of something evolved or trained, and every network's file, replaced by what it stands for.
pub fn resolved(py: Python<'_>, text: &str) -> PyResult<String> {
    if !champions::names_a_run(text) {
        return Ok(text.to_owned());
    }
    let path = STORE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    py.detach(|| {
        // A network's file needs no store.
        let text = champions::resolve_files(text, Permission::terminal())?;
        if !champions::names_a_run(&text) {
            return Ok(text);
        }
        let store = Store::read(&path).map_err(RequestError::from)?;
        champions::resolve(&text, &store, Permission::terminal())
    })
    .map_err(bad_request)
}

/// How many threads, as far as the command line allows.
pub fn threads_of(threads: i64) -> PyResult<usize> {
    const MOST: i64 = 1024;
    if (1..=MOST).contains(&threads) {
        return Ok(threads as usize);
    }
    Err(bad_argument(format!("threads={threads}: expected 1 to {MOST}")))
}
