//! `zermelo run --check`: whether an experiment can be carried out, and about how long it takes.

use std::time::Duration;

use serde_json::{Value, json};
use zermelo_catalog::Permission;
use zermelo_experiments::Unit;
use zermelo_experiments::estimate::{Estimate, TrialPlan, estimate};
use zermelo_experiments::experiment::Experiment;
use zermelo_game::Stop;
use zermelo_store::Store;
use zermelo_terminal::number::{grouped, short_time};
use zermelo_terminal::prose::{entry, wrapped};

use crate::args::{RunArgs, n_threads};
use crate::reply::{Failure, Reply};

/// How long each experiment is tried.
const TRIAL: Duration = Duration::from_secs(3);

/// Checks the experiment of a file. Nothing is stored.
pub fn run(args: &RunArgs, mut experiment: Experiment, stop: &Stop) -> Result<Reply, Failure> {
    let permission = Permission::terminal().with_run_megabytes(args.memory_limit);
    if let Some(seed) = args.seed {
        experiment.plan.set_seed(seed);
    }
    let unusable =
        |error: std::io::Error| Failure::failed("file", format!("no folder for the trial: {error}"));
    let folder = tempfile::tempdir().map_err(unusable)?;
    let trial_store = Store::open(folder.path().join("trial.db"))?;
    if args.store.exists() {
        experiment.resolve(&Store::read(&args.store)?, permission)?;
    } else {
        experiment.resolve(&trial_store, permission)?;
    }
    let threads = n_threads(args.threads);
    let plan = TrialPlan { store: &trial_store, threads, permission, time: TRIAL, stop };
    let estimates = estimate(&experiment, &plan)?;
    if stop.is_stopped() {
        return Err(Failure::interrupted("the check was interrupted; nothing was stored"));
    }
    let file = args.file.display().to_string();
    let common = experiment.plan.common();
    let json = json!({
        "file": file,
        "kind": common.kind,
        "title": common.title,
        "seed": common.seed,
        "threads": threads,
        "seconds": total(&estimates).map(|(seconds, _)| seconds),
        "parts": estimates.iter().map(part).collect::<Vec<_>>(),
    });
    let mut text = wrapped(&format!(
        "{file} has no mistakes: {} ({}), seed {}.",
        common.title, common.kind, common.seed
    ));
    text.push('\n');
    for estimate in &estimates {
        text.push_str(&told(estimate, threads));
    }
    if let (Some((seconds, is_most)), true) = (total(&estimates), estimates.len() > 1) {
        text.push_str(&entry("total     ", &time(seconds, is_most, threads)));
    }
    text.push('\n');
    text.push_str(&wrapped(&format!(
        "To run it: zermelo run {}",
        zermelo_results::command_text::quoted(&file)
    )));
    Ok(Reply::new(json, text))
}

/// About how long everything takes, if every part can be told.
fn total(estimates: &[Estimate]) -> Option<(f64, bool)> {
    estimates.iter().try_fold((0.0, false), |(sum, is_most), estimate| {
        let (seconds, may_be_less) = estimate.seconds()?;
        Some((sum + seconds, is_most || may_be_less))
    })
}

fn units(unit: Unit) -> &'static str {
    match unit {
        Unit::Game => "games",
        Unit::Event => "runs",
        Unit::Stage => "stages",
        Unit::Move => "moves",
    }
}

fn part(estimate: &Estimate) -> Value {
    let units = units(estimate.unit);
    let trial = match &estimate.trial {
        Ok(trial) => json!({ "seconds": trial.seconds, units: trial.done, "finished": trial.is_finished }),
        Err(why) => json!({ "error": why }),
    };
    json!({
        "stage": estimate.stage,
        "kind": estimate.kind,
        "game": estimate.game,
        units: estimate.extent,
        "at_most": estimate.at_most,
        "megabytes": estimate.megabytes,
        "seconds": estimate.seconds().map(|(seconds, _)| seconds),
        "trial": trial,
    })
}

fn told(estimate: &Estimate, threads: usize) -> String {
    let units = units(estimate.unit);
    let mut text = String::new();
    if let Some(stage) = &estimate.stage {
        text.push_str(&entry("stage     ", &format!("{stage} ({}, {})", estimate.kind, estimate.game)));
    }
    let work = match (estimate.extent, estimate.at_most) {
        (Some(extent), _) => format!("{} {units}", grouped(extent)),
        (None, Some(most)) => format!("at most {} {units}; it may end early", grouped(most)),
        (None, None) => format!("the number of {units} is not known beforehand"),
    };
    text.push_str(&entry("work      ", &work));
    text.push_str(&entry("memory    ", &format!("about {} MB", grouped(estimate.megabytes.max(1)))));
    let trial = match &estimate.trial {
        Err(why) => format!("not estimated: {why}"),
        Ok(trial) => {
            let done =
                format!("a trial of {} did {} {units}", short_time(trial.seconds), grouped(trial.done));
            match estimate.seconds() {
                Some((seconds, is_most)) => format!("{} ({done})", time(seconds, is_most, threads)),
                None => format!("not estimated: {done}"),
            }
        }
    };
    text.push_str(&entry("time      ", &trial));
    text
}

fn time(seconds: f64, is_most: bool, threads: usize) -> String {
    let about = if is_most { "at most about" } else { "about" };
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    format!("{about} {} on {threads}", short_time(seconds))
}
