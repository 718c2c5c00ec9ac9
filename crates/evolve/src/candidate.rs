//! What is to be judged: a genome, and where it came from.

use serde::{Deserialize, Serialize};

/// A genome of numbers, to be judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Candidate {
    /// One number for each gene.
    pub genes: Vec<f64>,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a candidate came from. Parents and elites are named by their place among the candidates asked for
/// just before; in an archive, by their cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Origin {
    /// Chance alone.
    Random,
    /// It was bred.
    Child {
        /// Whose genes it has; the second only if two were crossed.
        parents: (usize, Option<usize>),
    },
    /// It is carried over unchanged, to be judged anew.
    Elite {
        /// Whom it repeats.
        of: usize,
    },
    /// It was drawn around a method's current guess.
    Sample,
}
