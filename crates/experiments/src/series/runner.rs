//! Carrying out a series: stages that are done are read back, one that was interrupted goes on, the others follow.

use zermelo_game::{ParameterError, shown};
use zermelo_store::{Run, RunId, Store};

use super::file::{SeriesPlan, Stage};
use super::result::{SeriesResult, StageResult};
use zermelo_kind::{Running, Wanted};

use crate::champions;
use crate::experiment::{Event, Experiment, RunError, begin_stage, carry_out, read_result};
use zermelo_catalog::{Permission, RequestError};

/// Whether a series can be carried out.
pub(crate) fn check(plan: &SeriesPlan, permission: Permission) -> Result<(), RequestError> {
    let check = |(trial, stage): (Experiment, &Stage)| {
        trial.check(permission).map_err(|error| in_stage(&stage.name, &trial.plan.common().title, error))
    };
    trials(plan)?.into_iter().zip(&plan.stages).try_for_each(check)
}

/// The error with the stage that it is about.
pub(crate) fn in_stage(stage: &str, title: &str, error: RequestError) -> RequestError {
    let here = format!("stage `{stage}`");
    match error {
        RequestError::Experiment { place, problem } if place == title => {
            RequestError::Experiment { place: here, problem }
        }
        error @ (RequestError::Experiment { .. }
        | RequestError::GameText { .. }
        | RequestError::GameFile { .. }
        | RequestError::Store(_)) => error,
        error => error.within(here),
    }
}

/// The stages as experiments of their own: what a later stage uses of an earlier one has somebody stand in for it.
pub(crate) fn trials(plan: &SeriesPlan) -> Result<Vec<Experiment>, RequestError> {
    let trial = |(index, stage): (usize, &Stage)| {
        let (earlier, later) = plan.stages.split_at(index);
        let mut trial = stage.experiment.clone();
        let is_later = |name: &str| later.iter().any(|stage| stage.name == name);
        if let Some(source) = trial.plan.sources_mut().iter().find(|source| is_later(source)) {
            let problem = format!("data: the stage `{source}` is not before this one");
            return Err(RequestError::Experiment { place: format!("stage `{}`", stage.name), problem });
        }
        let replaced = trial.replace_references(&|reference, wanted| {
            let (name, _) = reference.split_once('/').unwrap_or((reference, ""));
            if is_later(name) {
                return Err(format!("the stage `{name}` is not before this one"));
            }
            let usual = if wanted.is_network() { "net" } else { "champion" };
            let who = reference.split_once('/').map_or(usual, |(_, who)| who);
            let stage = earlier.iter().find(|stage| stage.name == name);
            stage.map(|stage| stand_in(stage, who, wanted)).transpose()
        });
        replaced.map_err(|error| in_stage(&stage.name, &stage.experiment.plan.common().title, error))?;
        Ok(trial)
    };
    plan.stages.iter().enumerate().map(trial).collect()
}

/// Something like what a stage will produce under this name.
fn stand_in(stage: &Stage, who: &str, wanted: Wanted) -> Result<String, String> {
    let plan = &stage.experiment.plan;
    let missing = || Err(format!("the stage `{}` has no such agent or network", stage.name));
    let found = plan.stand_in(wanted).unwrap_or_else(missing)?;
    let (usual, part, n) = match wanted.is_network() {
        true => ("net", "net-", plan.n_networks()),
        false => ("champion", "generation-", plan.n_generations().unwrap_or(0)),
    };
    let number = || who.strip_prefix(part).and_then(|number| number.parse().ok());
    if who != usual && !number().is_some_and(|number: u64| (1..=n).contains(&number)) {
        let all = match n {
            0 => String::new(),
            1 => format!(" and {part}1"),
            _ => format!(" and {part}1 to {part}{n}"),
        };
        return Err(format!("the stage `{}` has no `{}`: it has {usual}{all}", stage.name, shown(who)));
    }
    match wanted {
        Wanted::Weights => champions::evaluator_of(&found),
        _ => Ok(found),
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
            Some((run, json)) => read_result(&run.kind, json)
                .map_err(|problem| RequestError::Experiment { place: run.name.clone(), problem })?,
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
            kind: stage.experiment.kind().name().to_owned(),
            result: serde_json::from_str(&result.json()).expect("a result is JSON"),
        });
    }
    Ok(SeriesResult { title: plan.common.title.clone(), seed: plan.common.seed, stages })
}

/// Puts what came of earlier stages in the place of their names.
pub(crate) fn resolve(
    experiment: &mut Experiment,
    plan: &SeriesPlan,
    store: &Store,
    series: RunId,
) -> Result<(), RequestError> {
    let stage = |name: &str| -> Result<Option<Run>, RequestError> {
        let is_stage = plan.stages.iter().any(|stage| stage.name == name);
        if is_stage { Ok(store.stage(series, name)?) } else { Ok(None) }
    };
    for source in experiment.plan.sources_mut() {
        if let Some(run) = stage(source)? {
            *source = run.name;
        }
    }
    experiment.replace_references(&|reference, wanted| {
        let usual = if wanted.is_network() { "net" } else { "champion" };
        let (name, who) = reference.split_once('/').unwrap_or((reference, usual));
        let run = stage(name).map_err(|error| error.to_string())?;
        run.map(|run| champions::look_up_in(&run, who, wanted, store)).transpose()
    })
}

impl Experiment {
    /// Replaces names of bred agents by what `look_up` makes of them; what it does not know stays as it is.
    pub(crate) fn replace_references(&mut self, look_up: &champions::LookUp) -> Result<(), RequestError> {
        for agent in self.plan.agents_mut() {
            if champions::names_a_run(agent) {
                let bad = |problem: String| RequestError::bad_agent(agent, ParameterError::new(problem));
                *agent = champions::replace(agent, look_up).map_err(bad)?;
            }
        }
        Ok(())
    }
}
