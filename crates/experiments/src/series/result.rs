//! What came of a series.

use serde::{Deserialize, Serialize};

use zermelo_kind::RunResult;

use crate::experiment::read_result;

/// What came of a series: the results of its stages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeriesResult {
    /// What it is called.
    pub title: String,
    /// The seed of all chance.
    pub seed: u64,
    /// What came of each stage, in order.
    pub stages: Vec<StageResult>,
}

/// What came of a stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageResult {
    /// The stage's name.
    pub name: String,
    /// What kind of experiment it is.
    pub kind: String,
    /// What came of it, as a run of this kind has it.
    pub result: serde_json::Value,
}

impl StageResult {
    /// What came of the stage.
    pub fn read(&self) -> Result<Box<dyn RunResult>, String> {
        read_result(&self.kind, &self.result.to_string())
    }
}
