//! Carrying out a series: stages that are done are read back, one that was interrupted goes on, the others follow.

use zermelo_game::ParameterError;
use zermelo_store::{Run, RunId, Store};

use super::file::{SeriesPlan, Stage};
use super::result::{SeriesResult, StageResult};
use crate::bred::{self, Sort};
use crate::experiment::{Event, Experiment, Plan, RunError, RunResult, Running, begin_stage, carry_out};
use zermelo_catalog::{LabError, Permission};

/// Whether a series can be carried out: what a later stage uses of an earlier one has somebody stand in for it.
pub(crate) fn check(plan: &SeriesPlan, permission: Permission) -> Result<(), LabError> {
    for (index, stage) in plan.stages.iter().enumerate() {
        let (earlier, later) = plan.stages.split_at(index);
        let mut trial = stage.experiment.clone();
        let is_later = |name: &str| later.iter().any(|stage| stage.name == name);
        if let Some(source) = trial.sources_mut().iter().find(|source| is_later(source)) {
            let problem = format!("data: the stage `{source}` is not before this one");
            return Err(LabError::Experiment { place: format!("stage `{}`", stage.name), problem });
        }
        trial.replace_references(&|reference, sort| {
            let (name, _) = reference.split_once('/').unwrap_or((reference, ""));
            if is_later(name) {
                return Err(format!("the stage `{name}` is not before this one"));
            }
            earlier.iter().find(|stage| stage.name == name).map(|stage| stand_in(stage, sort)).transpose()
        })?;
        trial.check(permission)?;
    }
    Ok(())
}

/// Something like what will come out of a stage.
fn stand_in(stage: &Stage, sort: Sort) -> Result<String, String> {
    let agent = match &stage.experiment.plan {
        Plan::Training(plan) if sort == Sort::Network => return plan.stand_in_network(),
        Plan::QLearning(plan) if sort == Sort::Worths => return plan.stand_in_network(),
        Plan::Training(plan) if sort != Sort::Worths => plan.stand_in()?,
        Plan::QLearning(plan) if sort != Sort::Network => plan.stand_in()?,
        Plan::Evolution(plan) if !sort.is_network() => plan.middle(),
        _ => return Err(format!("the stage `{}` has no such agent or network", stage.name)),
    };
    match sort {
        Sort::Weights => bred::evaluator_of(&agent),
        _ => Ok(agent),
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
                experiment.check(running.permission)?;
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
    let stage = |name: &str| -> Result<Option<Run>, LabError> {
        let is_stage = plan.stages.iter().any(|stage| stage.name == name);
        if is_stage { Ok(store.stage(series, name)?) } else { Ok(None) }
    };
    for source in experiment.sources_mut() {
        if let Some(run) = stage(source)? {
            *source = run.name;
        }
    }
    experiment.replace_references(&|reference, sort| {
        let usual = if sort.is_network() { "net" } else { "champion" };
        let (name, who) = reference.split_once('/').unwrap_or((reference, usual));
        let run = stage(name).map_err(|error| error.to_string())?;
        run.map(|run| bred::look_up_in(&run, who, sort, store)).transpose()
    })
}

impl Experiment {
    /// Replaces names of bred agents by what `look_up` makes of them; what it does not know stays as it is.
    pub(crate) fn replace_references(&mut self, look_up: &bred::LookUp) -> Result<(), LabError> {
        for agent in self.agents_mut() {
            if bred::names_a_run(agent) {
                let bad = |problem: String| LabError::bad_agent(agent, ParameterError::new(problem));
                *agent = bred::replace(agent, look_up).map_err(bad)?;
            }
        }
        Ok(())
    }
}
