//! The report of a run: title, findings, the tables and figures of its kind, and what it was made from.
//!
//! A report is a pure function of what stands in the store. What it looks like is the business of `zermelo-report`.

use zermelo_evolutions::{EvolutionResult, Named, side_by_side};
use zermelo_game_analysis::{AnalysisResult, Comparison, comparison_findings, comparison_sections};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{RunResult, RunWorkers, SoFar, title_of};
use zermelo_report::{Origin, Report, Section};
use zermelo_store::{Run, Store};

use crate::begun;
use crate::experiment;
use crate::kinds::kind_named;
use crate::variants::{VariantResult, text_facts};

/// The report of a finished run. If workers of a fleet took part, its last section shows what they did.
pub fn report_of(store: &Store, run: &Run) -> Result<Report, RunReportError> {
    let mut report = report_of_records(store, run)?;
    if let Some(workers) = RunWorkers::of(store, run)? {
        report.sections.push(workers.section()?);
    }
    Ok(report)
}

/// The report of a finished run without its workers.
fn report_of_records(store: &Store, run: &Run) -> Result<Report, RunReportError> {
    let result = result_of(store, run)?;
    let (title, summary) = (result.title().to_owned(), result.findings());
    Ok(Report { title, summary, sections: result.sections(store, run)?, origin: origin_of(run) })
}

/// The report of a run as far as it is final: what it shows now will stand in the report of the finished run. Most kinds show
/// nothing before they are finished. Workers are not in it: pages show them live.
pub fn report_so_far(store: &Store, run: &Run) -> Result<Report, RunReportError> {
    if run.result.is_none()
        && let Some(kind) = kind_named(&run.kind)
        && let Some((title, sections)) = kind.sections_so_far(store, run)?
    {
        return Ok(Report { title, summary: Vec::new(), sections, origin: origin_of(run) });
    }
    report_of_records(store, run)
}

/// The report of a run that is not finished: what there is, marked as such. `state` says how far it is.
pub fn report_of_unfinished_run(run: &Run, state: String, so_far: SoFar) -> Report {
    let title = title_of(&run.experiment).unwrap_or_else(|| run.name.clone());
    let summary = std::iter::once(state).chain(so_far.cautions).collect();
    Report {
        title: format!("{title} (not finished)"),
        summary,
        sections: so_far.sections,
        origin: origin_of(run),
    }
}

/// What a report was made from.
pub fn origin_of(run: &Run) -> Origin {
    Origin {
        command: repeat_command(run),
        seed: Some(run.seed),
        version: run.code_version.clone(),
        experiment: run.experiment.clone(),
        further: vec![("run".to_owned(), run.name.clone()), ("kind".to_owned(), run.kind.clone())],
    }
}

/// The report of a finished run with others of its kind set beside it: of an evolution, or of a study of a game.
pub fn report_beside(store: &Store, run: &Run, others: &[Run]) -> Result<Report, RunReportError> {
    let mut report = report_of(store, run)?;
    let all: Vec<&Run> = std::iter::once(run).chain(others).collect();
    let studies = all.iter().map(|run| study_of(store, run)).collect::<Result<Vec<_>, _>>()?;
    if let [Some(_), ..] = studies[..]
        && let Some(at) = studies.iter().position(Option::is_none)
    {
        return Err(not_comparable(all[at]));
    }
    match studies.into_iter().collect::<Option<Vec<_>>>() {
        Some(studies) => {
            let comparison = Comparison::of(studies.iter().map(VariantResult::compared).collect());
            report.summary.splice(0..0, comparison_findings(&comparison));
            report.sections.splice(0..0, comparison_sections(&comparison)?);
        }
        None => report.sections.insert(0, evolutions_beside(store, &all)?),
    }
    let beside =
        others.iter().map(|run| ("beside".to_owned(), format!("{}: {}", run.name, repeat_command(run))));
    report.origin.further.extend(beside);
    Ok(report)
}

/// The study of a game that a run is, under the name of the run; `None` if it is something else.
fn study_of(store: &Store, run: &Run) -> Result<Option<VariantResult>, RunReportError> {
    let result = result_of(store, run)?;
    let Some(study) = result.downcast_ref::<AnalysisResult>().cloned() else { return Ok(None) };
    Ok(Some(VariantResult {
        name: format!("{} ({})", study.title, run.name),
        stage: String::new(),
        game: study.game.clone(),
        text: text_facts(&study.game),
        study,
    }))
}

fn not_comparable(run: &Run) -> RunReportError {
    RunReportError::NotComparable { run: run.name.clone(), kind: run.kind.clone() }
}

/// The section that sets evolutions side by side.
fn evolutions_beside(store: &Store, all: &[&Run]) -> Result<Section, RunReportError> {
    let evolution = |run: &Run| {
        let result = result_of(store, run)?;
        let evolution = result.downcast_ref::<EvolutionResult>().cloned();
        evolution.ok_or_else(|| not_comparable(run))
    };
    let results: Vec<_> = all.iter().map(|run| evolution(run)).collect::<Result<_, _>>()?;
    let named: Vec<Named> =
        (all.iter().zip(&results)).map(|(run, result)| Named { name: run.name.as_str(), result }).collect();
    Ok(side_by_side(&named)?)
}

/// The command that repeats a run: the one that began it, or one with the file that the report shows.
pub fn repeat_command(run: &Run) -> String {
    if run.is_endless() {
        return "zermelo play GAME --name NAME --experience beginner|intermediate|advanced".to_owned();
    }
    begun::command(run).unwrap_or_else(|| {
        let stem = run.name.rsplit_once('-').map_or(run.name.as_str(), |(stem, _)| stem);
        format!("zermelo run {stem}.toml --seed {}", run.seed)
    })
}

fn result_of(store: &Store, run: &Run) -> Result<Box<dyn RunResult>, RunReportError> {
    experiment::result_of(store, run)
        .map_err(|problem| RunReportError::Unreadable { run: run.name.clone(), problem })?
        .ok_or_else(|| RunReportError::NotFinished { run: run.name.clone() })
}
