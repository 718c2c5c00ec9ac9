//! Long work that Ctrl-C ends.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use zermelo_game::Stop;

/// How often signals are looked for.
const EVERY: Duration = Duration::from_millis(100);
/// How long interrupted work may take to end. What does not end by then, such as an agent written in Python that never answers,
/// is left behind.
const PATIENCE: Duration = Duration::from_secs(2);
/// Searches go deep.
const STACK: usize = 16 << 20;

/// Does something on a thread of its own, while this one looks for signals. An exception that a signal raises, such as
/// `KeyboardInterrupt`, stops the work and is raised.
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let (tell, told) = mpsc::sync_channel(1);
    let hand = stop.clone();
    let thread = thread::Builder::new().name("zermelo".to_owned()).stack_size(STACK);
    thread.spawn(move || {
        let _ = tell.send(work(&hand));
    })?;
    let mut interrupted: Option<(PyErr, Instant)> = None;
    let mut told = Some(told);
    loop {
        let (answer, back) = py.detach(|| {
            let told = told.take().expect("it is given back below");
            (told.recv_timeout(EVERY), told)
        });
        told = Some(back);
        match (answer, &mut interrupted) {
            (Ok(_), Some(_)) | (Err(RecvTimeoutError::Disconnected), Some(_)) => break,
            (Ok(answer), None) => return Ok(answer),
            (Err(RecvTimeoutError::Disconnected), None) => {
                return Err(PyRuntimeError::new_err(
                    "a thread of Zermelo panicked: this is a defect, please report it",
                ));
            }
            (Err(RecvTimeoutError::Timeout), Some((_, since))) => {
                if since.elapsed() > PATIENCE {
                    break;
                }
            }
            (Err(RecvTimeoutError::Timeout), None) => {
                if let Err(signal) = py.check_signals() {
                    stop.stop();
                    interrupted = Some((signal, Instant::now()));
                }
            }
        }
    }
    Err(interrupted.expect("nothing else ends the loop").0)
}
