//! The replicates of a study.

use std::collections::HashMap;

use zermelo_game::stream;
use zermelo_store::EventRow;

use super::file::StudyPlan;
use super::result::StudyResult;
use super::subject::{Replicate, Workshop};
use zermelo_catalog::RequestError;
use zermelo_kind::{Journal, Running};
use zermelo_runner::game_runner::Halt;

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

    let work = |at: usize| {
        let (treatment, replicate) = (at / plan.runs as usize, at % plan.runs as usize);
        workshops[treatment].replicate(seed_of(plan, treatment, replicate), running.stop)
    };
    let done = running.pool().each_with(
        missing.len(),
        || (),
        |(), at, _| Ok(work(missing[at])),
        |at, replicate| {
            let json = serde_json::to_string(replicate).expect("a replicate holds only names and numbers");
            journal.event(&EventRow { seq: missing[at] as u64, kind: "replicate".to_owned(), json })
        },
    )?;
    for (at, replicate) in missing.into_iter().zip(done) {
        replicates[at] = Some(replicate);
    }
    let all: Option<Vec<Replicate>> = replicates.into_iter().collect();
    Ok(StudyResult::of(plan, &all.ok_or(Halt::Stopped)?))
}

/// The seed of a replicate: other treatments, and how many replicates there are, make no difference.
fn seed_of(plan: &StudyPlan, treatment: usize, replicate: usize) -> u64 {
    let purpose = format!("treatment {}", plan.treatments[treatment].name);
    stream(plan.common.seed, &purpose, replicate as u64).bits()
}
