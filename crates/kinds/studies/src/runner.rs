//! The replicates of a study.

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use zermelo_game::{Stop, stream};
use zermelo_store::EventRow;

use super::file::StudyPlan;
use super::result::StudyResult;
use super::subject::{Replicate, Workshop};
use crate::kind::Studies;
use zermelo_catalog::RequestError;
use zermelo_kind::{Journal, Kind, Running};
use zermelo_runner::executor::{Elsewhere, Tasks};
use zermelo_runner::game_runner::Halt;
use zermelo_runner::work::{Answer, KindWork, Work};

/// Prepares all treatments.
pub(crate) fn prepare(plan: &StudyPlan) -> Result<Vec<Workshop>, RequestError> {
    let prepared = plan.treatments.iter().map(|treatment| {
        let bad =
            |problem| RequestError::Experiment { place: format!("treatment `{}`", treatment.name), problem };
        treatment.subject.prepare().map_err(bad)
    });
    prepared.collect()
}

/// Does all replicates that are not among the past events; the result does not depend on which thread did which of them, or when.
pub fn run(
    plan: &StudyPlan,
    running: &Running,
    past: &HashMap<u64, EventRow>,
    journal: &mut dyn Journal,
) -> Result<StudyResult, Halt> {
    let workshops = prepare(plan)?;
    let mut replicates: Vec<Option<Replicate>> = (0..plan.n_replicates())
        .map(|seq| past.get(&seq).and_then(|event| serde_json::from_str(&event.json).ok()))
        .collect();
    let missing: Vec<usize> = (0..replicates.len()).filter(|&at| replicates[at].is_none()).collect();

    let treatment_and_seed = |at: usize| {
        let (treatment, replicate) = (at / plan.runs as usize, at % plan.runs as usize);
        (treatment, seed_of(plan, treatment, replicate))
    };
    let here = |at: usize, _: &Stop| {
        let (treatment, seed) = treatment_and_seed(missing[at]);
        Ok(workshops[treatment].replicate(seed, running.stop))
    };
    let work = |places: Range<usize>| {
        let replicates = places.map(|at| treatment_and_seed(missing[at])).collect();
        let order = Order { study: plan.text.clone(), replicates };
        let text = serde_json::to_string(&order).expect("an order holds only names and numbers");
        Work::Kind(KindWork { kind: Studies.name().to_owned(), text })
    };
    let read = |places: Range<usize>, answer: Answer| {
        let Answer::Kind(json) = answer else { return Err("an answer to something else".to_owned()) };
        let found: Vec<Replicate> = serde_json::from_str(&json).map_err(|error| error.to_string())?;
        if found.len() == places.len() {
            Ok(found)
        } else {
            Err(format!("{} replicates instead of {}", found.len(), places.len()))
        }
    };
    let elsewhere = Some(Elsewhere { kind: "replicates", work: &work, read: &read });
    let tasks = Tasks { n: missing.len(), here: &here, elsewhere };
    let done = running.executor().each(&tasks, &mut |at, replicate| {
        let json = serde_json::to_string(replicate).expect("a replicate holds only names and numbers");
        journal.event(&EventRow { seq: missing[at] as u64, kind: "replicate".to_owned(), json })
    })?;
    for (at, replicate) in missing.into_iter().zip(done) {
        replicates[at] = Some(replicate);
    }
    let all: Option<Vec<Replicate>> = replicates.into_iter().collect();
    Ok(StudyResult::of(plan, &all.ok_or(Halt::Stopped)?))
}

/// Replicates for another machine.
#[derive(Serialize, Deserialize)]
struct Order {
    /// The text of the study.
    study: String,
    /// The number of the treatment and the seed of each replicate.
    replicates: Vec<(usize, u64)>,
}

/// Does the replicates of an order; `None` if it was stopped.
pub(crate) fn carry_out(text: &str, stop: &Stop) -> Result<Option<String>, RequestError> {
    let bad = |problem: String| RequestError::Experiment { place: "job".to_owned(), problem };
    let order: Order = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
    let plan = StudyPlan::read(&order.study, "job")?;
    let workshops = prepare(&plan)?;
    let mut found = Vec::new();
    for (treatment, seed) in order.replicates {
        let workshop =
            workshops.get(treatment).ok_or_else(|| bad(format!("there is no treatment {treatment}")))?;
        let Some(replicate) = workshop.replicate(seed, stop) else { return Ok(None) };
        found.push(replicate);
    }
    Ok(Some(serde_json::to_string(&found).expect("replicates hold only names and numbers")))
}

/// The seed of a replicate: other treatments, and how many replicates there are, make no difference.
fn seed_of(plan: &StudyPlan, treatment: usize, replicate: usize) -> u64 {
    let purpose = format!("treatment {}", plan.treatments[treatment].name);
    stream(plan.common.seed, &purpose, replicate as u64).bits()
}
