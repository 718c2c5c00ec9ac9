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

/// An error of this kind.
pub fn refused(kind: &str, message: &str) -> PyErr {
    let (kind, message) = (kind.to_owned(), message.to_owned());
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
