//! `zermelo show` and `games-of`: what is in a store.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_experiments::evolution::EvolutionResult;
use zermelo_experiments::experiment::{n_games_played, result_of};
use zermelo_experiments::game_analysis::AnalysisResult;
use zermelo_experiments::people::PeopleResult;
use zermelo_experiments::q_learning::QLearningResult;
use zermelo_experiments::series::SeriesResult;
use zermelo_experiments::study::StudyResult;
use zermelo_experiments::tournament::TournamentResult;
use zermelo_experiments::training::TrainingResult;
use zermelo_experiments::variants::VariantsResult;
use zermelo_experiments::{ClockNote, Record, RunResult, Unit, kind_named};
use zermelo_game::{Outcome, Player};
use zermelo_report::{Block, Section};
use zermelo_store::{GameRow, Run, Store};

use crate::args::{GamesOfArgs, ShowArgs};
use crate::reply::{Failure, Reply};
use crate::run_workers;
use crate::unfinished::Unfinished;
use zermelo_results::{evolution, people, q_learning, standings, study, training};
use zermelo_results::{game_analysis, variants};
use zermelo_terminal::prose::wrapped;
use zermelo_terminal::table::lay_out;

/// How much has been done in a run, and what that is counted in.
pub fn work(store: &Store, run: &Run) -> Result<(u64, &'static str), Failure> {
    match kind_named(&run.kind).map(zermelo_experiments::Kind::unit) {
        Some(Unit::Event) => Ok((store.n_events(run.id)?, "runs")),
        Some(Unit::Stage) => Ok((store.stages(run.id)?.len() as u64, "stages")),
        _ => Ok((n_games_played(store, run)?, "games")),
    }
}

/// Shows one run.
pub fn show(args: &ShowArgs) -> Result<Reply, Failure> {
    let store = Store::read(&args.store)?;
    let run = store.find_run(&args.run)?;
    let result = result_of(&store, &run).map_err(|error| {
        Failure::failed("bad-result", format!("the result of {} cannot be read: {error}", run.name))
    })?;
    let Some(result) = result else {
        let unfinished = Unfinished::of(&store, &args.store, &run)?;
        let (json, text) = (unfinished.json(&run), unfinished.text(&store, &run)?);
        return with_workers(&store, &run, args, json, text);
    };
    let (mut json, mut text) = outcome_of(&run.name, &*result, &args.store);
    let clocks = ClockNote::all(&store, &run)?;
    if !clocks.is_empty() {
        json["clocks"] = json!(clocks);
        text.push('\n');
        clocks.iter().for_each(|clock| text.push_str(&(wrapped(&clock.sentence()) + "\n")));
    }
    json["status"] = json!(store.status(&run).id());
    json["code_version"] = json!(run.code_version);
    with_workers(&store, &run, args, json, text)
}

/// Adds the workers, if the run had a fleet.
fn with_workers(
    store: &Store,
    run: &Run,
    args: &ShowArgs,
    mut json: Value,
    mut text: String,
) -> Result<Reply, Failure> {
    if let Some((workers, told)) = run_workers::told(store, run, args.workers)? {
        json["fleet"] = workers;
        text.push('\n');
        text.push_str(&told);
    } else if args.workers {
        json["fleet"] = Value::Null;
        text.push_str(&wrapped(&format!("{} had no fleet: all was done on one machine.", run.name)));
    }
    Ok(Reply::new(json, text))
}

/// The result of a run, for machines and for people. Kinds without a text of their own show findings and the tables of their
/// report.
pub fn outcome_of(run: &str, result: &dyn RunResult, store: &Path) -> (Value, String) {
    if let Some(result) = result.downcast_ref::<TournamentResult>() {
        (standings::json(run, result), standings::text(run, result))
    } else if let Some(result) = result.downcast_ref::<EvolutionResult>() {
        (evolution::json(run, result), evolution::text(run, result, store))
    } else if let Some(result) = result.downcast_ref::<StudyResult>() {
        (study::json(run, result), study::text(run, result))
    } else if let Some(result) = result.downcast_ref::<TrainingResult>() {
        (training::json(run, result), training::text(run, result, store))
    } else if let Some(result) = result.downcast_ref::<QLearningResult>() {
        (q_learning::json(run, result), q_learning::text(run, result, store))
    } else if let Some(result) = result.downcast_ref::<AnalysisResult>() {
        (game_analysis::json(run, result), game_analysis::text(run, result))
    } else if let Some(result) = result.downcast_ref::<VariantsResult>() {
        (variants::json(run, result), variants::text(run, result))
    } else if let Some(result) = result.downcast_ref::<SeriesResult>() {
        series_outcome(run, result, store)
    } else if let Some(result) = result.downcast_ref::<PeopleResult>() {
        (people::json(run, result), people::text(run, result))
    } else {
        (json_of(run, result), text_of(run, result, store))
    }
}

/// The result of a run of any kind, as the store keeps it.
fn json_of(run: &str, result: &dyn RunResult) -> Value {
    let mut json: Value = serde_json::from_str(&result.json()).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    json
}

/// Findings and tables of a run of any kind.
fn text_of(run: &str, result: &dyn RunResult, store: &Path) -> String {
    let mut text = wrapped(&format!("{} ({run})", result.title()));
    let sections = || -> Result<Vec<Section>, String> {
        let store = Store::read(store).map_err(|error| error.to_string())?;
        let row = store.find_run(run).map_err(|error| error.to_string())?;
        result.sections(&store, &row).map_err(|error| error.to_string())
    };
    text.push_str(&tables_of(&sections().unwrap_or_default()));
    text.push('\n');
    result.findings().iter().for_each(|finding| text.push_str(&wrapped(finding)));
    text
}

/// The tables of a report.
pub fn tables_of(sections: &[Section]) -> String {
    let mut text = String::new();
    for block in sections.iter().flat_map(|section| &section.blocks) {
        if let Block::Table(table) = block {
            let (head, rows) = table.texts();
            let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
            let _ = write!(text, "\n{}\n\n{}", table.title(), lay_out(&rows, &[0]));
        }
    }
    text
}

/// What came of a series: of each of its stages.
fn series_outcome(run: &str, result: &SeriesResult, store: &Path) -> (Value, String) {
    let mut text = format!("{} ({run})\n", result.title);
    for stage in &result.stages {
        let name = format!("{run}.{}", stage.name);
        let _ = write!(text, "\n-- {} --\n\n", stage.name);
        match stage.read() {
            Ok(result) => text.push_str(&outcome_of(&name, &*result, store).1),
            Err(error) => {
                let _ = writeln!(text, "its result cannot be read: {error}");
            }
        }
    }
    let mut json = serde_json::to_value(result).unwrap_or_else(|_| json!({}));
    json["run"] = json!(run);
    (json, text)
}

/// A game as a machine wants it. Times are left out: they are the one thing that differs when a run is repeated.
fn game_json(record: &Record, row: &GameRow, moves: &[String]) -> Value {
    json!({
        "game": row.index,
        "round": row.round,
        "first": record.agent(row.first),
        "second": record.agent(row.second),
        "opening": record.opening(row.opening),
        "outcome": row.outcome.id(),
        "reason": row.reason,
        "plies": row.plies,
        "moves": moves,
        "nodes_first": row.nodes[0],
        "nodes_second": row.nodes[1],
    })
}

/// Lists the games of a run.
pub fn games_of(args: &GamesOfArgs) -> Result<Reply, Failure> {
    let store = Store::read(&args.store)?;
    let record = Record::open(&store, &args.run)?;
    // The list may end before the reading does, and with it the count of games.
    store.check_games(record.run.id)?;
    let mut text = String::new();
    let mut list = Vec::new();
    for row in record.games().skip(args.from as usize).take(args.count as usize) {
        let row = row?;
        let result = match row.outcome {
            Outcome::Win(Player::First) => "1-0",
            Outcome::Win(Player::Second) => "0-1",
            Outcome::Draw => "½-½",
        };
        let moves = record.moves(&row)?;
        let opening = record.opening(row.opening).unwrap_or_default();
        let opening = if opening.is_empty() { String::new() } else { format!("[{opening}] ") };
        let _ = writeln!(
            text,
            "{:>6}  {} - {}  {result}  {} ({} plies)\n        {opening}{}",
            row.index,
            record.agent(row.first),
            record.agent(row.second),
            row.reason,
            row.plies,
            moves.join(" ")
        );
        list.push(game_json(&record, &row, &moves));
    }
    Ok(Reply::new(Value::Array(list), text))
}
