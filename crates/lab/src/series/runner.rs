//! Carrying out a series: stages that are done are read back, one that was interrupted goes on, the others follow.

use zermelo_game::ParameterError;
use zermelo_store::{RunId, Store};

use super::file::{SeriesPlan, Stage};
use super::result::{SeriesResult, StageResult};
use crate::LabError;
use crate::bred;
use crate::experiment::{Event, Experiment, Plan, RunError, RunResult, Running, begin_stage, carry_out};

/// Whether a series can be carried out: what a later stage uses of an earlier one has somebody stand in for it.
pub(crate) fn check(plan: &SeriesPlan) -> Result<(), LabError> {
    for (index, stage) in plan.stages.iter().enumerate() {
        let (earlier, later) = plan.stages.split_at(index);
        let mut trial = stage.experiment.clone();
        trial.replace_references(&|reference| {
            let (name, _) = reference.split_once('/').unwrap_or((reference, ""));
            if later.iter().any(|stage| stage.name == name) {
                return Err(format!("the stage `{name}` is not before this one"));
            }
            earlier.iter().find(|stage| stage.name == name).map(stand_in).transpose()
        })?;
        trial.check()?;
    }
    Ok(())
}

/// Somebody like those who will come out of a stage.
fn stand_in(stage: &Stage) -> Result<String, String> {
    match &stage.experiment.plan {
        Plan::Evolution(plan) => Ok(plan.middle()),
        _ => Err(format!("nobody is bred in the stage `{}`", stage.name)),
    }
}

/// Carries out what is not done yet.
pub(crate) fn run(
    plan: &SeriesPlan,
    store: &Store,
    series: RunId,
    running: &Running,
    on_event: &mut dyn FnMut(Event),
) -> Result<SeriesResult, RunError> {
    let mut stages = Vec::new();
    for stage in &plan.stages {
        let known = store.stage(series, &stage.name)?;
        let result = match known.as_ref().and_then(|run| Some((run, run.result.as_ref()?))) {
            Some((run, json)) => RunResult::read(&run.kind, json)
                .map_err(|problem| LabError::Experiment { place: run.name.clone(), problem })?,
            None => {
                let mut experiment = stage.experiment.clone();
                resolve(&mut experiment, plan, store, series)?;
                experiment.check()?;
                let run = match known {
                    Some(run) => store.open_run(run.id)?,
                    None => begin_stage(&experiment, store, (series, stage.name.clone()))?,
                };
                carry_out(&experiment, store, run, running, on_event)?.result
            }
        };
        stages.push(StageResult {
            name: stage.name.clone(),
            kind: stage.experiment.kind().to_owned(),
            result: serde_json::to_value(&result).expect("a result holds only names and numbers"),
        });
    }
    Ok(SeriesResult { title: plan.title.clone(), seed: plan.seed, stages })
}

/// Puts what came of earlier stages in the place of their names.
fn resolve(
    experiment: &mut Experiment,
    plan: &SeriesPlan,
    store: &Store,
    series: RunId,
) -> Result<(), LabError> {
    experiment.replace_references(&|reference| {
        let (name, who) = reference.split_once('/').unwrap_or((reference, "champion"));
        if !plan.stages.iter().any(|stage| stage.name == name) {
            return Ok(None);
        }
        let run = store.stage(series, name).map_err(|error| error.to_string())?;
        let run = run.ok_or_else(|| format!("the stage `{name}` is not before this one"))?;
        bred::agent_of(&run, who, store).map(Some)
    })
}

impl Experiment {
    /// Replaces names of bred agents by what `look_up` makes of them; what it does not know stays as it is.
    pub(crate) fn replace_references(&mut self, look_up: &bred::LookUp) -> Result<(), LabError> {
        for agent in self.agents_mut() {
            if bred::names_a_run(agent) {
                let bad = |problem: String| LabError::BadAgent {
                    text: agent.clone(),
                    source: ParameterError::new(problem),
                };
                *agent = bred::replace(agent, look_up).map_err(bad)?;
            }
        }
        Ok(())
    }
}
