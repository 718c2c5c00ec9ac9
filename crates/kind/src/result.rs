//! The result of a run.

use std::any::Any;
use std::fmt::Debug;

use zermelo_report::Section;
use zermelo_store::{Run, Store, StoreError};

use crate::report::RunReportError;

/// The result of a run.
pub trait RunResult: Any + Debug + Send + Sync {
    /// Its title.
    fn title(&self) -> &str;

    /// What the numbers say, in sentences.
    fn findings(&self) -> Vec<String>;

    /// As the store keeps it.
    fn json(&self) -> String;

    /// How many games were lost by illegal moves, crashes, stalls and time forfeits.
    fn n_faults(&self) -> u64 {
        0
    }

    /// The agent that `bred(RUN/champion)` names; `None` if there is none.
    fn champion(&self, _run: &Run, _store: &Store) -> Option<Result<String, String>> {
        None
    }

    /// Agents of the run that people may want to play.
    fn champions(&self, _run: &Run, _store: &Store) -> Result<Vec<Champion>, StoreError> {
        Ok(Vec::new())
    }

    /// The tables and figures of its report.
    fn sections(&self, store: &Store, run: &Run) -> Result<Vec<Section>, RunReportError>;
}

impl dyn RunResult {
    /// The result as one of a certain kind, if it is one.
    pub fn downcast_ref<T: RunResult>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// An agent that a run produced.
#[derive(Clone, Debug, PartialEq)]
pub struct Champion {
    /// What people call it.
    pub title: String,
    /// The agent, by text.
    pub agent: String,
    /// How strong it is, in a sentence.
    pub sentence: Option<String>,
    /// Its weights, where it has some.
    pub weights: Option<Vec<Weight>>,
}

/// A weight of a champion.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// The heuristic.
    pub name: String,
    /// Its weight.
    pub value: f64,
}
