//! What can be wrong with data, settings and files, and what a training can run into.

use thiserror::Error;

/// Why something cannot be learnt, or a network cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// There is nothing to learn from.
    #[error("{what}: there are no examples")]
    Empty {
        /// Which data.
        what: &'static str,
    },
    /// Something has another size than what it is used with.
    #[error("{what}: {got} instead of {expected}")]
    WrongSize {
        /// What was counted.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        got: usize,
    },
    /// An input is named that the data set does not have.
    #[error("input {input} is active, but there are only {n_inputs} inputs, counted from 0")]
    NoSuchInput {
        /// The input.
        input: usize,
        /// How many there are.
        n_inputs: usize,
    },
    /// A number of an example is not a number, infinite, or outside its range.
    #[error("{what} of example {index} is {value}, but must be {expected}")]
    BadExample {
        /// Which number.
        what: &'static str,
        /// The example's place, from 0.
        index: usize,
        /// The number as text, so that errors can be compared.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// Bits are given where numbers are expected, or the other way round.
    #[error("the inputs are {got}, but {expected} are needed here")]
    WrongInputs {
        /// What is needed.
        expected: &'static str,
        /// What was given.
        got: &'static str,
    },
    /// A setting lies outside the range in which it has a meaning.
    #[error("{name} is {value}, but must be {expected}")]
    BadSetting {
        /// Which setting.
        name: &'static str,
        /// What it was.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// Layers that make no network, or not one for this use.
    #[error("{problem}")]
    BadShape {
        /// What is wrong.
        problem: String,
    },
    /// The training left the range of numbers.
    #[error(
        "the training diverged in pass {pass}, batch {batch} ({what}): \
         use a smaller step than {step}, or look for extreme targets or weights"
    )]
    Diverged {
        /// The pass, from 1.
        pass: usize,
        /// The batch, from 1.
        batch: usize,
        /// What was no number any more.
        what: &'static str,
        /// The step in use, as text.
        step: String,
    },
    /// A state of training belongs to other settings or other data.
    #[error("this training cannot be continued here: {problem}")]
    OtherTraining {
        /// What differs.
        problem: String,
    },
    /// The bytes of a file are not what they should be.
    #[error("{what}: {problem}")]
    BadFile {
        /// What was read.
        what: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A network belongs to another game or other inputs.
    #[error("the network is for {what} `{got}`, not for `{expected}`")]
    WrongNetwork {
        /// What differs: the game, or the version of its inputs.
        what: &'static str,
        /// What is needed.
        expected: String,
        /// What the network says.
        got: String,
    },
    /// Weights are too large for small whole numbers.
    #[error(
        "hidden unit {unit} may reach {reach:.0}, which 16 bits cannot hold: train with an L2 penalty, or give the \
         maximum number of active inputs"
    )]
    TooLarge {
        /// The unit, from 0.
        unit: usize,
        /// How far from 0 its sum may be.
        reach: f32,
    },
    /// A fit has no finite solution: some features tell all results.
    #[error(
        "the features separate the results perfectly, so no finite weights fit best: use a ridge above {ridge}, or \
         more games"
    )]
    Separated {
        /// The ridge that was too small.
        ridge: f64,
    },
    /// Features that say the same cannot be told apart.
    #[error(
        "feature {feature} is constant or follows from those before it: leave it out, or give a ridge above 0"
    )]
    Redundant {
        /// The feature's place, from 0.
        feature: usize,
    },
    /// The threads could not be started.
    #[error("{n} threads could not be started: {problem}")]
    NoThreads {
        /// How many were asked for.
        n: usize,
        /// What the system said.
        problem: String,
    },
}

/// An error unless `is_good`.
pub(crate) fn setting(
    is_good: bool,
    name: &'static str,
    value: impl ToString,
    expected: &'static str,
) -> Result<(), LearnError> {
    if is_good {
        return Ok(());
    }
    Err(LearnError::BadSetting { name, value: value.to_string(), expected })
}

/// An error unless two sizes agree.
pub(crate) fn size(what: &'static str, got: usize, expected: usize) -> Result<(), LearnError> {
    if got == expected { Ok(()) } else { Err(LearnError::WrongSize { what, expected, got }) }
}
