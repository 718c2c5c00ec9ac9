//! `zermelo runs`, `show`, `games-of` and `export`: what is in a store.

use std::fmt::Write;
use std::fs;

use serde_json::{Value, json};
use zermelo_game::{Outcome, Player};
use zermelo_lab::experiment::{Experiment, RunResult};
use zermelo_lab::{AnyGame, catalog};
use zermelo_store::{AgentRow, GameRow, OpeningRow, Run, Status, Store};

use crate::args::{ExportArgs, ExportFormat, GamesOfArgs, RunsArgs, ShowArgs};
use crate::number::grouped;
use crate::reply::{self, Failure, Reply};
use crate::{bred, standings, study};

/// Lists the runs.
pub fn list(args: &RunsArgs) -> Result<Reply, Failure> {
    let store = Store::read(&args.store)?;
    let mut text = String::new();
    let mut list = Vec::new();
    for run in store.runs()? {
        let (n_done, units) = work(&store, &run)?;
        let status = store.status(&run).id();
        let _ =
            writeln!(text, "{:32} {:12} {:12} {:>12} {units}", run.name, run.kind, status, grouped(n_done));
        list.push(json!({
            "run": run.name,
            "kind": run.kind,
            "status": status,
            units: n_done,
            "seed": run.seed,
            "code_version": run.code_version,
            "created": run.created,
        }));
    }
    if list.is_empty() {
        text.push_str("no runs yet: `zermelo run FILE` makes one\n");
    }
    Ok(Reply::new(Value::Array(list), text))
}

/// How much has been done in a run, and what that is counted in.
fn work(store: &Store, run: &Run) -> Result<(u64, &'static str), Failure> {
    match run.kind.as_str() {
        "study" => Ok((store.n_events(run.id)?, "runs")),
        _ => Ok((store.n_games(run.id)?, "games")),
    }
}

/// Shows one run.
pub fn show(args: &ShowArgs) -> Result<Reply, Failure> {
    let store = Store::read(&args.store)?;
    let run = store.find_run(&args.run)?;
    let (n_done, units) = work(&store, &run)?;
    let Some(result) = &run.result else {
        let status = store.status(&run);
        let advice = match status {
            Status::Running => "it is running now",
            _ => "`zermelo run FILE --resume` goes on with it",
        };
        let text = format!("{}: {} {units} so far; {advice}\n", run.name, grouped(n_done));
        return Ok(Reply::new(json!({ "run": run.name, "status": status.id(), units: n_done }), text));
    };
    let result = RunResult::read(&run.kind, result).map_err(|error| {
        Failure::failed("bad-result", format!("the result of {} cannot be read: {error}", run.name))
    })?;
    let (mut json, text) = outcome_of(&run.name, &result);
    json["status"] = json!("finished");
    json["code_version"] = json!(run.code_version);
    Ok(Reply::new(json, text))
}

/// What came of a run, for machines and for people.
pub fn outcome_of(run: &str, result: &RunResult) -> (Value, String) {
    match result {
        RunResult::Tournament(result) => (standings::json(run, result), standings::text(run, result)),
        RunResult::Evolution(result) => (bred::json(run, result), bred::text(run, result)),
        RunResult::Study(result) => (study::json(run, result), study::text(run, result)),
    }
}

/// A run with all that its games refer to.
struct Context {
    run: Run,
    game: Box<dyn AnyGame>,
    agents: Vec<AgentRow>,
    openings: Vec<OpeningRow>,
}

impl Context {
    fn open(store: &Store, name: &str) -> Result<Context, Failure> {
        let run = store.find_run(name)?;
        let game = catalog::open(&Experiment::game_of(&run.experiment, &run.name)?)?;
        Ok(Context { agents: store.agents(run.id)?, openings: store.openings(run.id)?, run, game })
    }

    fn name(&self, agent: u32) -> &str {
        self.agents.get(agent as usize).map_or("?", |agent| &agent.name)
    }

    fn opening(&self, index: u32) -> &str {
        self.openings.get(index as usize).map_or("", |opening| &opening.text)
    }

    /// The moves after the opening, in the game's notation.
    fn moves(&self, row: &GameRow) -> Result<Vec<String>, Failure> {
        Ok(self.game.decode_moves(self.opening(row.opening), &row.moves)?)
    }

    /// A game as a machine wants it. Times are left out: they are the one thing that differs when a run is repeated.
    fn json(&self, row: &GameRow) -> Result<Value, Failure> {
        Ok(json!({
            "game": row.index,
            "round": row.round,
            "first": self.name(row.first),
            "second": self.name(row.second),
            "opening": self.opening(row.opening),
            "outcome": outcome(row.outcome),
            "reason": row.reason,
            "plies": row.plies,
            "moves": self.moves(row)?,
            "nodes": row.nodes,
        }))
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::First) => "first",
        Outcome::Win(Player::Second) => "second",
        Outcome::Draw => "draw",
    }
}

/// Lists the games of a run.
pub fn games_of(args: &GamesOfArgs) -> Result<Reply, Failure> {
    let store = Store::read(&args.store)?;
    let context = Context::open(&store, &args.run)?;
    let mut text = String::new();
    let mut list = Vec::new();
    for row in store.games(context.run.id).skip(args.from as usize).take(args.count as usize) {
        let row = row?;
        let result = match row.outcome {
            Outcome::Win(Player::First) => "1-0",
            Outcome::Win(Player::Second) => "0-1",
            Outcome::Draw => "½-½",
        };
        let moves = context.moves(&row)?.join(" ");
        let opening = context.opening(row.opening);
        let opening = if opening.is_empty() { String::new() } else { format!("[{opening}] ") };
        let _ = writeln!(
            text,
            "{:>6}  {} - {}  {result}  {} ({} plies)\n        {opening}{moves}",
            row.index,
            context.name(row.first),
            context.name(row.second),
            row.reason,
            row.plies
        );
        list.push(context.json(&row)?);
    }
    Ok(Reply::new(Value::Array(list), text))
}

/// Writes the games of a run to a file.
pub fn export(args: &ExportArgs) -> Result<Reply, Failure> {
    let store = Store::read(&args.store)?;
    let context = Context::open(&store, &args.run)?;
    let mut out = String::new();
    let mut n_games = 0_u64;
    if args.format == ExportFormat::Csv {
        out.push_str("game,round,first,second,opening,outcome,reason,plies,nodes_first,nodes_second,moves\n");
    }
    for row in store.games(context.run.id) {
        let row = row?;
        n_games += 1;
        match args.format {
            ExportFormat::Jsonl => {
                let _ = writeln!(out, "{}", context.json(&row)?);
            }
            ExportFormat::Csv => {
                let _ = writeln!(
                    out,
                    "{},{},{},{},{},{},{},{},{},{},{}",
                    row.index,
                    row.round,
                    quoted(context.name(row.first)),
                    quoted(context.name(row.second)),
                    quoted(context.opening(row.opening)),
                    outcome(row.outcome),
                    row.reason,
                    row.plies,
                    row.nodes[0],
                    row.nodes[1],
                    quoted(&context.moves(&row)?.join(" "))
                );
            }
        }
    }
    let Some(path) = &args.output else {
        return Ok(Reply::new(json!({ "run": context.run.name, "games": n_games, "text": out }), out));
    };
    fs::write(path, &out)
        .map_err(|error| Failure::failed("file", format!("cannot write {}: {error}", path.display())))?;
    reply::warn(&format!("{} games of {} written to {}", grouped(n_games), context.run.name, path.display()));
    Ok(Reply::new(
        json!({ "run": context.run.name, "games": n_games, "file": path.display().to_string() }),
        "",
    ))
}

/// A field of a CSV file.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
