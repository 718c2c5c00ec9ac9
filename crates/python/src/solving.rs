//! Positions taken apart, solved and counted.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use zermelo_catalog::perft::PerftPlan;
use zermelo_catalog::solve::{Method, SolvePlan, Worth};
use zermelo_catalog::{AnalysisPlan, Start};
use zermelo_game::{Budget, Player, Stop};

use crate::batch::player_of;
use crate::errors::{bad_argument, bad_request};
use crate::guests::Guest;
use crate::interrupt::interruptible;
use crate::names::{resolved, threads_of};
use crate::state::State;

/// Where a state's game is now, as a start of its own.
fn start_of(state: &State) -> Start {
    Start { position: Some(state.core.open.write_position(&state.pos)), moves: String::new() }
}

fn goes_on(state: &State) -> PyResult<()> {
    if state.pos.is_over() { Err(bad_argument("the game is over")) } else { Ok(()) }
}

/// Looks for the exact value of a state.
#[pyfunction]
#[pyo3(signature = (state, nodes=None, seconds=None, distance=true, memory=256))]
pub fn solve<'py>(
    py: Python<'py>,
    state: &State,
    nodes: Option<u64>,
    seconds: Option<f64>,
    distance: bool,
    memory: usize,
) -> PyResult<Bound<'py, PyDict>> {
    goes_on(state)?;
    let time = match seconds.map(std::time::Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(time)) => Some(time),
        Some(Err(problem)) => {
            return Err(bad_argument(format!("seconds={}: {problem}", seconds.unwrap_or(0.0))));
        }
    };
    if memory == 0 || memory > 65_536 {
        return Err(bad_argument(format!("memory={memory}: expected megabytes from 1 to 65536")));
    }
    let stop = Stop::default();
    let budget = Budget { nodes, time, stop: Some(stop.clone()), ..Budget::default() };
    let plan = SolvePlan {
        method: Method::Auto,
        distance: distance.then(|| budget.clone()),
        budget,
        megabytes: memory,
    };
    let (core, start) = (Arc::clone(&state.core), start_of(state));
    let solved = interruptible(py, &stop, move |_| {
        core.open.session(&start).map(|session| session.solve(&plan, &mut |_, _| {}))
    })?;
    let solved = solved.map_err(bad_request)?;
    let answer = PyDict::new(py);
    let value = solved.worth.map(|worth| match worth {
        Worth::Win => "win",
        Worth::Draw => "draw",
        Worth::Loss => "loss",
    });
    answer.set_item("value", value)?;
    answer.set_item("plies", solved.plies)?;
    answer.set_item("moves", solved.line)?;
    answer.set_item("nodes", solved.nodes)?;
    Ok(answer)
}

/// Counts the move sequences of 1, 2, .. plies.
#[pyfunction]
#[pyo3(signature = (state, depth, threads))]
pub fn perft(py: Python<'_>, state: &State, depth: usize, threads: i64) -> PyResult<Vec<u64>> {
    let threads = threads_of(threads)?;
    if depth == 0 || depth > 64 {
        return Err(bad_argument(format!("depth={depth}: expected 1 to 64 plies")));
    }
    let (core, start) = (Arc::clone(&state.core), start_of(state));
    let counted = interruptible(py, &Stop::default(), move |stop| {
        let session = core.open.session(&start)?;
        Ok(session.perft(&PerftPlan { depth, threads, on_progress: &|_, _| {}, stop }).counts)
    })?;
    counted.map_err(|error: zermelo_catalog::RequestError| bad_request(error))
}

/// What an evaluator says of a state.
#[pyfunction]
#[pyo3(signature = (state, evaluator, player=None))]
pub fn evaluate(py: Python<'_>, state: &State, evaluator: &str, player: Option<i64>) -> PyResult<f64> {
    goes_on(state)?;
    let player: Player = player_of(player)?.unwrap_or_else(|| state.pos.to_move());
    let evaluator = state.core.open.open_evaluator(&resolved(py, evaluator)?).map_err(bad_request)?;
    Ok(evaluator.value(&state.pos, player))
}

/// Takes a state apart: the best lines, and what its evaluation is made of.
#[pyfunction]
#[pyo3(signature = (state, agent, lines, seed, evaluator=None, guest=None))]
pub fn analyze<'py>(
    py: Python<'py>,
    state: &State,
    agent: String,
    lines: usize,
    seed: u64,
    evaluator: Option<String>,
    guest: Option<&Bound<'py, Guest>>,
) -> PyResult<Bound<'py, PyDict>> {
    goes_on(state)?;
    let agent = resolved(py, &agent)?;
    let evaluator = evaluator.map(|evaluator| resolved(py, &evaluator)).transpose()?;
    let (core, start, stop) = (Arc::clone(&state.core), start_of(state), Stop::default());
    if let Some(guest) = guest {
        guest.get().stops(&stop);
    }
    let found = interruptible(py, &stop, move |stop| {
        let session = core.open.session(&start)?;
        session.analyze(&AnalysisPlan {
            agent: &agent,
            evaluator: evaluator.as_deref(),
            n_lines: lines,
            seed,
            stop,
        })
    })?;
    if let Some(guest) = guest {
        guest.get().raise(py)?;
    }
    let analysis = found.map_err(bad_request)?.ok_or_else(|| bad_argument("the game is over"))?;
    let answer = PyDict::new(py);
    let mut told = Vec::new();
    for line in &analysis.lines {
        let facts = PyDict::new(py);
        facts.set_item("move", &line.mv)?;
        facts.set_item("action", state.move_text(&line.mv)?)?;
        facts.set_item("value", f64::from(line.score.number()))?;
        facts.set_item("is_exact", line.is_exact)?;
        facts.set_item("depth", line.depth)?;
        facts.set_item("nodes", line.nodes)?;
        facts.set_item("line", &line.line)?;
        told.push(facts);
    }
    answer.set_item("lines", told)?;
    answer.set_item("nodes", analysis.nodes)?;
    let evaluation = match &analysis.evaluation {
        None => None,
        Some(evaluation) => {
            let facts = PyDict::new(py);
            facts.set_item("evaluator", &evaluation.evaluator)?;
            facts.set_item("value", evaluation.value)?;
            facts.set_item("is_sum", evaluation.is_sum)?;
            let terms: Vec<_> =
                evaluation.terms.iter().map(|term| (term.name, term.value, term.contribution)).collect();
            facts.set_item("terms", terms)?;
            Some(facts)
        }
    };
    answer.set_item("evaluation", evaluation)?;
    Ok(answer)
}
