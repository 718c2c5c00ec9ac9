//! Why there is no answer: what was wrong with the input, and what to do about it.

use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StatsError {
    /// There is nothing to conclude from.
    #[error("no games were played, so nothing can be concluded")]
    NoGames,
    /// Fewer values than the method needs.
    #[error("{what} needs at least {needed} values and got {got}: collect more")]
    TooFew {
        /// What was asked for.
        what: &'static str,
        /// How many values it needs.
        needed: usize,
        /// How many there were.
        got: usize,
    },
    /// Fewer groups than a comparison needs.
    #[error("a comparison needs at least two groups and got {got}: add another one")]
    TooFewGroups {
        /// How many there were.
        got: usize,
    },
    /// All values are the same, so there is no spread to measure differences with.
    #[error(
        "{what} cannot be tested because the values do not vary: compare them directly, or collect others"
    )]
    NoVariance {
        /// What was asked for.
        what: &'static str,
    },
    /// A value is not a number, or infinite.
    #[error("value {index} of {what} is {value}: leave it out, or find its source")]
    NotFinite {
        /// Which list it is in.
        what: &'static str,
        /// Its place, from 0.
        index: usize,
        /// The value itself, as text, so that errors can be compared.
        value: String,
    },
    /// Finite numbers whose squares or quotients are not.
    #[error("the numbers are too large or too small to compute {what}: choose another unit")]
    OutOfRange {
        /// What was asked for.
        what: &'static str,
    },
    /// A setting lies outside the range in which it has a meaning.
    #[error("{name} is {value}, but must be {expected}")]
    BadParameter {
        /// Which setting.
        name: &'static str,
        /// What it was.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// Two lists that belong together have different lengths.
    #[error("{left} values on one side and {right} on the other: they must come in pairs")]
    UnequalLengths {
        /// The length of the first.
        left: usize,
        /// The length of the second.
        right: usize,
    },
    /// A result names a player that does not exist, or lets one play against itself.
    #[error(
        "a result names players {first} and {second}, but there are {n_players}, numbered from 0, and no player \
         plays against itself"
    )]
    BadPlayers {
        /// Who moved first.
        first: usize,
        /// Who moved second.
        second: usize,
        /// How many there are.
        n_players: usize,
    },
    /// The most likely rating is infinite.
    #[error("no finite rating fits: {who}; use a prior, or play more games")]
    Unbounded {
        /// Whom it concerns, in words.
        who: String,
    },
    /// An iteration ended without an answer: a fault of ours, or numbers of absurd size.
    #[error("{what} was not found in {n_steps} steps: are the numbers of a sensible size?")]
    NotConverged {
        /// What was sought.
        what: &'static str,
        /// How long.
        n_steps: usize,
    },
}

/// An error if one of the values is not a number or infinite.
pub(crate) fn all_finite(what: &'static str, values: &[f64]) -> Result<(), StatsError> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(StatsError::NotFinite { what, index, value: values[index].to_string() }),
    }
}

/// An error if the answer is not finite, though all that went into it was.
pub(crate) fn in_range(what: &'static str, answer: &[f64]) -> Result<(), StatsError> {
    if answer.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(StatsError::OutOfRange { what }) }
}

/// An error if there are fewer values than needed.
pub(crate) fn at_least(what: &'static str, needed: usize, got: usize) -> Result<(), StatsError> {
    if got < needed { Err(StatsError::TooFew { what, needed, got }) } else { Ok(()) }
}

/// An error if a probability is not strictly between 0 and 1.
pub(crate) fn inside_unit(name: &'static str, value: f64) -> Result<(), StatsError> {
    if 0.0 < value && value < 1.0 {
        return Ok(());
    }
    Err(StatsError::BadParameter { name, value: value.to_string(), expected: "strictly between 0 and 1" })
}
