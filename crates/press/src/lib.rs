//! Runs made into reports: which tables and figures a run of each kind has.
//!
//! A report is a pure function of what stands in the store. What it looks like is the business of `zermelo-report`.

mod common;
mod curve;
mod error;
mod evolution;
mod people;
mod portrait;
mod q_learning;
#[cfg(test)]
mod samples;
mod side_by_side;
mod study;
mod tournament;
mod training;
mod weights;

use zermelo_experiments::experiment::RunResult;
use zermelo_experiments::portrait::SoFar;
use zermelo_report::{Origin, Report, Section};
use zermelo_store::{Run, Store};

use crate::side_by_side::Named;

pub use error::PressError;
pub use portrait::rests_on;

/// The report of a finished run.
pub fn report_of(store: &Store, run: &Run) -> Result<Report, PressError> {
    let result = result_of(store, run)?;
    let (title, summary, sections) = contents(store, run, &result)?;
    Ok(Report { title, summary, sections, origin: origin_of(run) })
}

/// The report of a run as far as it is known for good: what stands in it now will stand in the report of the finished run. A
/// portrait's sections come one after the other, and are empty before; other runs have nothing before they are finished.
pub fn report_so_far(store: &Store, run: &Run) -> Result<Report, PressError> {
    if run.kind != "portrait" || run.result.is_some() {
        return report_of(store, run);
    }
    let so_far = SoFar::of(&store.events(run.id)?);
    let title = so_far.result.as_ref().map_or_else(|| run.name.clone(), |result| result.title.clone());
    let sections = portrait::sections_so_far(&so_far)?;
    Ok(Report { title, summary: Vec::new(), sections, origin: origin_of(run) })
}

/// What a report was made from.
fn origin_of(run: &Run) -> Origin {
    Origin {
        command: repeat_command(run),
        seed: Some(run.seed),
        version: run.code_version.clone(),
        experiment: run.experiment.clone(),
        further: vec![("run".to_owned(), run.name.clone()), ("kind".to_owned(), run.kind.clone())],
    }
}

/// The report of a finished evolution with others set beside it.
pub fn report_beside(store: &Store, run: &Run, others: &[Run]) -> Result<Report, PressError> {
    let mut report = report_of(store, run)?;
    let evolution = |run: &Run| match result_of(store, run)? {
        RunResult::Evolution(result) => Ok(result),
        _ => Err(PressError::NotComparable { run: run.name.clone(), kind: run.kind.clone() }),
    };
    let all: Vec<&Run> = std::iter::once(run).chain(others).collect();
    let results: Vec<_> = all.iter().map(|run| evolution(run)).collect::<Result<_, _>>()?;
    let named: Vec<Named> =
        (all.iter().zip(&results)).map(|(run, result)| Named { name: run.name.as_str(), result }).collect();
    report.sections.insert(0, side_by_side::section(&named)?);
    let beside =
        others.iter().map(|run| ("beside".to_owned(), format!("{}: {}", run.name, repeat_command(run))));
    report.origin.further.extend(beside);
    Ok(report)
}

/// The command that repeats a run, from the file that the report shows.
fn repeat_command(run: &Run) -> String {
    if run.is_endless() {
        return "zermelo play GAME --name NAME --experience beginner|intermediate|advanced".to_owned();
    }
    let stem = run.name.rsplit_once('-').map_or(run.name.as_str(), |(stem, _)| stem);
    format!("zermelo run {stem}.toml --seed {}", run.seed)
}

fn result_of(store: &Store, run: &Run) -> Result<RunResult, PressError> {
    RunResult::of(store, run)
        .map_err(|problem| PressError::Unreadable { run: run.name.clone(), problem })?
        .ok_or_else(|| PressError::NotFinished { run: run.name.clone() })
}

type Contents = (String, Vec<String>, Vec<Section>);

/// Title, findings and sections of a run.
fn contents(store: &Store, run: &Run, result: &RunResult) -> Result<Contents, PressError> {
    Ok(match result {
        RunResult::Tournament(result) => {
            let names: Vec<String> = store.agents(run.id)?.into_iter().map(|agent| agent.name).collect();
            (result.title.clone(), result.findings.clone(), tournament::sections(result, &names)?)
        }
        RunResult::Evolution(result) => {
            let generations = evolution::generations(store, run)?;
            (result.title.clone(), result.findings.clone(), evolution::sections(result, &generations)?)
        }
        RunResult::Study(result) => (result.title.clone(), result.findings.clone(), study::sections(result)?),
        RunResult::Training(result) => {
            (result.title.clone(), result.findings.clone(), training::sections(result)?)
        }
        RunResult::QLearning(result) => {
            (result.title.clone(), result.findings.clone(), q_learning::sections(result)?)
        }
        RunResult::Portrait(result) => {
            (result.title.clone(), result.sentences.clone(), portrait::sections(result)?)
        }
        RunResult::People(result) => {
            (result.title.clone(), people::summary(result), people::sections(result)?)
        }
        RunResult::Series(result) => {
            let (mut summary, mut sections) = (Vec::new(), Vec::new());
            for stage in store.stages(run.id)? {
                let name =
                    stage.name.rsplit_once('.').map_or(stage.name.as_str(), |(_, name)| name).to_owned();
                let own = result_of(store, &stage)?;
                let (_, findings, parts) = contents(store, &stage, &own)?;
                summary.extend(findings.into_iter().map(|finding| format!("{name}: {finding}")));
                let titled = |part: Section| Section { title: format!("{name}: {}", part.title), ..part };
                sections.extend(parts.into_iter().map(titled));
            }
            (result.title.clone(), summary, sections)
        }
    })
}
