//! What can be wrong with settings and with what an optimiser is told.

use thiserror::Error;

/// Why an optimiser does not start, or does not believe what it is told.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EvolveError {
    /// A setting lies outside the range in which it has a meaning.
    #[error("{name} is {value}, but must be {expected}")]
    BadSetting {
        /// Which setting.
        name: &'static str,
        /// What it was.
        value: String,
        /// What it may be.
        expected: String,
    },
    /// A gene's description makes no sense.
    #[error("gene {} ({gene}): {problem}", index + 1)]
    BadGene {
        /// Its place, from 0.
        index: usize,
        /// Its name.
        gene: String,
        /// What is wrong, and what to do.
        problem: &'static str,
    },
    /// A list has not one value for each thing it is about.
    #[error(
        "{got} values of {what} were given, but {expected} were requested: give them in the order of the requests"
    )]
    WrongNumber {
        /// What the values are.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there were.
        got: usize,
    },
    /// A value is not a number, or infinite.
    #[error(
        "value {index} of {what} is {value}: give a finite number, and the worst possible one for a failure"
    )]
    NotFinite {
        /// What the values are.
        what: &'static str,
        /// Its place, from 0.
        index: usize,
        /// The value, as text, so that errors can be compared.
        value: String,
    },
    /// A wheel has no room for less than nothing.
    #[error("fitness {index} is {value}: stochastic universal sampling needs fitness from 0 up")]
    NegativeFitness {
        /// Its place, from 0.
        index: usize,
        /// The value, as text, so that errors can be compared.
        value: String,
    },
    /// Fitness alone says nothing about where a candidate belongs in an archive.
    #[error("an archive needs {expected} descriptors with each fitness: use `tell_described`")]
    NoDescriptors {
        /// How many it needs.
        expected: usize,
    },
}

/// An error unless `is_good`.
pub(crate) fn setting(
    is_good: bool,
    name: &'static str,
    value: impl ToString,
    expected: impl ToString,
) -> Result<(), EvolveError> {
    if is_good {
        return Ok(());
    }
    Err(EvolveError::BadSetting { name, value: value.to_string(), expected: expected.to_string() })
}

/// An error unless the value is a probability.
pub(crate) fn probability(name: &'static str, value: f64) -> Result<(), EvolveError> {
    setting((0.0..=1.0).contains(&value), name, value, "a chance from 0 to 1")
}

/// An error unless there are as many values as expected, all finite.
pub(crate) fn told(what: &'static str, values: &[f64], expected: usize) -> Result<(), EvolveError> {
    if values.len() != expected {
        return Err(EvolveError::WrongNumber { what, expected, got: values.len() });
    }
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(EvolveError::NotFinite { what, index, value: values[index].to_string() }),
    }
}
