//! The head of an experiment file: what all kinds have.

use serde::Deserialize;

/// What every experiment file begins with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Common {
    /// The kind of experiment.
    pub kind: String,
    /// The title of its runs and reports.
    pub title: String,
    /// The question it answers.
    #[serde(default)]
    pub about: String,
    /// The game's id; empty for kinds that play no game of the catalog.
    #[serde(default)]
    pub game: String,
    /// The random seed.
    #[serde(default = "one")]
    pub seed: u64,
}

const fn one() -> u64 {
    1
}

impl Common {
    /// The keys of the head.
    pub(crate) const KEYS: [&str; 5] = ["kind", "title", "about", "game", "seed"];
}
