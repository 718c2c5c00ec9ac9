//! The workers of a run as a page shows them: read from the notes beside the run.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use zermelo_experiments::{RunWorkers, WorkerNote};
use zermelo_store::{Run, Store, StoreError};

/// Workers that are sent; a page with more is of no use to anybody.
const MOST_WORKERS: usize = 500;

/// The workers of other machines that took part in a run.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Workers {
    /// What they did, in sentences.
    pub sentences: Vec<String>,
    /// Why some were struck or refused jobs.
    pub remarks: Vec<String>,
    /// What the work is counted in: `games`, `positions` or `replicates`.
    pub units: Vec<String>,
    /// The share of the time in which their threads had nothing to do.
    pub idle: Option<f64>,
    /// The workers, by name.
    pub workers: Vec<WorkerLine>,
    /// How many more there are than are listed.
    pub n_more: usize,
}

/// A worker.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Worker)]
pub struct WorkerLine {
    /// How people call it: its machine, and the last letters of its key.
    pub name: String,
    /// Its key.
    pub id: String,
    /// How many jobs it does at once.
    pub threads: u32,
    /// The version of its program.
    pub version: String,
    /// `new`, `proved`, `other-version` or `struck`.
    pub standing: String,
    /// Why it was struck.
    pub struck: Option<String>,
    /// How many jobs it refused.
    pub refused: u64,
    /// Why it refused the last of them.
    pub refusal: Option<String>,
    /// What the run took over of its work.
    pub work: BTreeMap<String, WorkerShare>,
    /// The share of the time in which its threads had nothing to do.
    pub idle: Option<f64>,
    /// Whether it has left.
    pub is_gone: bool,
    /// When it was last heard of, such as `2026-11-16T15:00:00Z`.
    pub last_seen: String,
}

/// What a worker did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct WorkerShare {
    /// How much.
    pub done: u64,
    /// How much a second, on all its threads.
    pub speed: Option<f64>,
}

impl Workers {
    /// The workers of a run; `None` if it had no fleet.
    pub fn of(store: &Store, run: &Run) -> Result<Option<Workers>, StoreError> {
        let Some(found) = RunWorkers::of(store, run)? else { return Ok(None) };
        Ok(Some(Workers {
            sentences: found.sentences(),
            remarks: found.remarks().into_iter().take(MOST_WORKERS).collect(),
            units: found.units().into_iter().map(str::to_owned).collect(),
            idle: found.fleet.idle(),
            workers: found.workers.iter().take(MOST_WORKERS).map(line_of).collect(),
            n_more: found.workers.len().saturating_sub(MOST_WORKERS),
        }))
    }
}

fn line_of(worker: &WorkerNote) -> WorkerLine {
    let share = |unit: &String| WorkerShare { done: worker.kept(unit), speed: worker.speed(unit) };
    WorkerLine {
        name: worker.name(),
        id: worker.id.clone(),
        threads: worker.threads,
        version: worker.version.clone(),
        standing: worker.standing.clone(),
        struck: worker.struck.clone(),
        refused: worker.refused,
        refusal: worker.refusal.clone(),
        work: worker.work.keys().map(|unit| (unit.clone(), share(unit))).collect(),
        idle: worker.idle(),
        is_gone: worker.is_gone,
        last_seen: crate::runs::iso(worker.last_seen),
    }
}
