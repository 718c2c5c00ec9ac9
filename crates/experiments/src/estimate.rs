//! How long an experiment takes, by trying it for a few seconds.
//!
//! The trial is the experiment itself, in a store that is thrown away: it plays the first games, generations or replicates that
//! the run will play. Times are extrapolated from it, so an experiment whose later parts are slower takes longer.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use zermelo_catalog::{Permission, RequestError};
use zermelo_game::Stop;
use zermelo_kind::{Running, Unit};
use zermelo_store::Store;

use crate::experiment::{self, Event, Experiment, RunError};
use crate::series;

/// What an experiment, or a stage of a series, needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The stage's name, in a series.
    pub stage: Option<String>,
    /// The kind of experiment.
    pub kind: &'static str,
    /// The game; empty if it has none.
    pub game: String,
    /// What its work is counted in.
    pub unit: Unit,
    /// How much work it is, if that is known beforehand.
    pub extent: Option<u64>,
    /// How much work it is at most.
    pub at_most: Option<u64>,
    /// Memory, in megabytes.
    pub megabytes: u64,
    /// What the trial came to, or why there was none.
    pub trial: Result<Trial, String>,
}

/// What a trial came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// How long it took, in seconds.
    pub seconds: f64,
    /// How much work was done.
    pub done: u64,
    /// Whether that was all of it.
    pub is_finished: bool,
}

impl Estimate {
    /// About how many seconds the whole takes, and whether that is the most that it can take.
    pub fn seconds(&self) -> Option<(f64, bool)> {
        let trial = self.trial.as_ref().ok()?;
        // A trial that ended early may be luck: it says how fast, not how long.
        let ended_early = self.extent.is_none() && self.at_most.is_some_and(|most| most > trial.done);
        if trial.is_finished && !ended_early {
            return Some((trial.seconds, false));
        }
        let (extent, is_most) = match (self.extent, self.at_most) {
            (Some(extent), _) => (extent, false),
            (None, Some(most)) => (most, true),
            (None, None) => return None,
        };
        (trial.done > 0).then(|| (trial.seconds * extent as f64 / trial.done as f64, is_most))
    }
}

/// How a trial is made.
pub struct TrialPlan<'a> {
    /// A store that is thrown away.
    pub store: &'a Store,
    /// How many threads work.
    pub threads: usize,
    /// What agents may do.
    pub permission: Permission,
    /// How long each stage is tried.
    pub time: Duration,
    /// Ends it from outside.
    pub stop: &'a Stop,
}

/// Estimates an experiment, or each stage of a series, after it was checked.
pub fn estimate(experiment: &Experiment, plan: &TrialPlan) -> Result<Vec<Estimate>, RequestError> {
    experiment.check(plan.permission)?;
    match series::stages_of(&*experiment.plan) {
        None => Ok(vec![estimate_one(experiment, None, plan)?]),
        Some(series) => {
            let trials = series::trials(series)?;
            let named = series.stages.iter().zip(&trials);
            named.map(|(stage, trial)| estimate_one(trial, Some(stage.name.clone()), plan)).collect()
        }
    }
}

fn estimate_one(
    experiment: &Experiment,
    stage: Option<String>,
    plan: &TrialPlan,
) -> Result<Estimate, RequestError> {
    Ok(Estimate {
        stage,
        kind: experiment.kind().name(),
        game: experiment.plan.common().game.clone(),
        unit: experiment.kind().unit(),
        extent: experiment.plan.extent(),
        at_most: experiment.plan.at_most(),
        megabytes: experiment.megabytes()?,
        trial: try_out(experiment, plan),
    })
}

/// Carries an experiment out until the time is over.
fn try_out(experiment: &Experiment, plan: &TrialPlan) -> Result<Trial, String> {
    let stop = Stop::default();
    let unit = experiment.kind().unit();
    let mut done = 0;
    let started = Instant::now();
    let result = thread::scope(|scope| {
        let (over, is_over) = mpsc::channel::<()>();
        let (clock, time, outside) = (&stop, plan.time, plan.stop);
        scope.spawn(move || {
            while started.elapsed() < time && !outside.is_stopped() {
                if is_over.recv_timeout(Duration::from_millis(20)) != Err(mpsc::RecvTimeoutError::Timeout) {
                    return;
                }
            }
            clock.stop();
        });
        let running = Running {
            threads: plan.threads,
            resumes: false,
            stop: &stop,
            permission: plan.permission,
            fleet: None,
        };
        let result = experiment::run(experiment, plan.store, &running, &mut |event| match (event, unit) {
            (Event::Game(_), Unit::Game) | (Event::Happened(_), Unit::Event) => done += 1,
            (Event::Happened(row), Unit::Move) if row.kind == "moves" => done = row.seq,
            _ => {}
        });
        drop(over);
        result
    });
    let trial = Trial { seconds: started.elapsed().as_secs_f64(), done, is_finished: result.is_ok() };
    match result {
        Ok(_) | Err(RunError::Stopped(_)) => Ok(trial),
        Err(RunError::Request(error)) => Err(error.to_string()),
        Err(RunError::Store(error)) => Err(error.to_string()),
        Err(RunError::Spoilt(run)) => Err(format!("{run} is spoilt")),
    }
}
