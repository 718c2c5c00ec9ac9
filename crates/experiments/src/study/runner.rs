//! The replicates of a study.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use zermelo_game::{Stop, stream};
use zermelo_store::EventRow;

use super::file::StudyPlan;
use super::result::StudyResult;
use super::subject::{Replicate, Workshop};
use crate::experiment::{Journal, Running};
use zermelo_catalog::LabError;
use zermelo_runner::game_runner::Halt;

/// Prepares all treatments.
pub(crate) fn prepare(plan: &StudyPlan) -> Result<Vec<Workshop>, LabError> {
    let prepared = plan.treatments.iter().map(|treatment| {
        let bad =
            |problem| LabError::Experiment { place: format!("treatment `{}`", treatment.name), problem };
        treatment.subject.prepare().map_err(bad)
    });
    prepared.collect()
}

/// Does all replicates that are not among the past events; what comes back is the same whoever did which of them when.
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

    let next = AtomicUsize::new(0);
    // Stops the others if a replicate cannot be kept; the run's own stop is looked at as well.
    let failed = Stop::default();
    let (sender, receiver) = mpsc::sync_channel::<(usize, Replicate)>(1024);
    thread::scope(|scope| {
        for _ in 0..running.threads.clamp(1, missing.len().max(1)) {
            let (sender, next, failed, missing) = (sender.clone(), &next, &failed, &missing);
            let workshops = &workshops;
            scope.spawn(move || {
                while let Some(&at) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if failed.is_stopped() {
                        return;
                    }
                    let (treatment, replicate) = (at / plan.runs as usize, at % plan.runs as usize);
                    let seed = seed_of(plan, treatment, replicate);
                    let Some(done) = workshops[treatment].replicate(seed, running.stop) else { return };
                    if sender.send((at, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (at, replicate) in &receiver {
            let json = serde_json::to_string(&replicate).expect("a replicate holds only names and numbers");
            let event = EventRow { seq: at as u64, kind: "replicate".to_owned(), json };
            if let Err(error) = journal.event(&event) {
                failed.stop();
                // Whoever waits to hand something over must not wait for ever.
                receiver.iter().for_each(drop);
                return Err(error);
            }
            replicates[at] = Some(replicate);
        }
        Ok(())
    })?;
    let all: Option<Vec<Replicate>> = replicates.into_iter().collect();
    Ok(StudyResult::of(plan, &all.ok_or(Halt::Stopped)?))
}

/// The seed of a replicate: other treatments, and how many replicates there are, make no difference.
fn seed_of(plan: &StudyPlan, treatment: usize, replicate: usize) -> u64 {
    let purpose = format!("treatment {}", plan.treatments[treatment].name);
    stream(plan.seed, &purpose, replicate as u64).bits()
}
