//! `zermelo match --sprt`: a match that a sequential test ends, carried out and stored like an experiment.

use zermelo_any::TERMINAL_MEGABYTES;
use zermelo_catalog::{Permission, catalog};
use zermelo_experiments::SprtMatch;
use zermelo_game::Stop;

use crate::match_games::MatchArgs;
use crate::output::Output;
use crate::reply::{Failure, Reply};
use crate::run::{self, Request};
use zermelo_experiments::SprtTest;
use zermelo_results::command_text::quoted;
use zermelo_results::sprt;

/// Without a verdict a test ends after so many games, if nobody says.
const MOST_GAMES: u64 = 100_000;

/// Plays until the test decides. `stop` ends it from outside.
pub fn run(args: &MatchArgs, test: SprtTest, output: Output, stop: &Stop) -> Result<Reply, Failure> {
    let game = catalog::open_for(&args.game, Permission::terminal())?;
    let plan = SprtMatch {
        agents: [&args.agent, &args.opponent],
        test: test.0,
        most_games: args.games.unwrap_or(MOST_GAMES),
        opening_plies: args.opening_plies,
        keeps_decided: args.keep_decided,
    };
    let request = Request {
        experiment: plan.experiment(&game)?,
        command: command(args, test),
        store: &args.store,
        // The seed of the experiment is 1; a command need not repeat it.
        seed: (args.seed != 1).then_some(args.seed),
        threads: args.threads,
        resumes: args.resume,
        is_strict: false,
        memory_limit: TERMINAL_MEGABYTES,
        fleet: None,
    };
    let reply = run::carry_out(request, output, stop)?;
    let Some(run) = reply.json()["run"].as_str().map(str::to_owned) else { return Ok(reply) };
    Ok(reply.followed_by(&format!("\n{}", sprt::commands(&run, &args.store))))
}

/// The command that asks for the same match.
fn command(args: &MatchArgs, test: SprtTest) -> String {
    let [game, agent, opponent] = [&args.game, &args.agent, &args.opponent].map(|text| quoted(text));
    let mut command = format!("match {game} {agent} {opponent} --sprt {test}");
    if let Some(games) = args.games {
        command.push_str(&format!(" --games {games}"));
    }
    if let Some(plies) = args.opening_plies {
        command.push_str(&format!(" --opening-plies {plies}"));
    }
    if args.keep_decided {
        command.push_str(" --keep-decided");
    }
    command
}
