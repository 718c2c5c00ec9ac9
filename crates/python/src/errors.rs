//! Errors of the laboratory as Python exceptions: the sentence that the command line would print.

use std::fmt::Display;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_catalog::RequestError;

pyo3::create_exception!(
    zermelo,
    ZermeloError,
    PyValueError,
    "Something that was asked for cannot be done. The message says what was wrong, and what to do; `kind` is a word for it."
);

/// What sentences name for people at a terminal, and what that is called here.
const NAMED_HERE: [(&str, &str); 4] = [
    ("create one with `zermelo run FILE`", "create one with `zermelo.Lab(..).run(..)`"),
    ("listed by `zermelo games`", "listed by `zermelo.games()`"),
    ("undo that change, or start a new run", "undo that change, or start a new run with resume=False"),
    ("resume it with `zermelo run FILE --resume`", "run its experiment again"),
];

/// An error of this kind.
pub fn refused(kind: &str, message: &str) -> PyErr {
    let mut message = message.to_owned();
    for (there, here) in NAMED_HERE {
        message = message.replace(there, here);
    }
    let kind = kind.to_owned();
    Python::attach(|py| {
        let error = ZermeloError::new_err(message);
        // An exception without its kind is still an exception.
        let _ = error.value(py).setattr("kind", kind);
        error
    })
}

/// A request that cannot be carried out.
pub fn bad_request(error: impl Into<RequestError>) -> PyErr {
    let error = error.into();
    refused(error.kind(), &error.to_string())
}

/// An argument that makes no sense.
pub fn bad_argument(problem: impl Display) -> PyErr {
    refused("argument", &problem.to_string())
}
