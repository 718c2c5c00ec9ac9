//! `zermelo engine`: an agent for other people's programs, by the universal game interface.

use std::io::{BufReader, stdin, stdout};

use serde_json::Value;
use zermelo_catalog::{EnginePlan, Permission, catalog};

use crate::args::EngineArgs;
use crate::reply::{Failure, Reply};

/// Answers commands until there are no more.
pub fn run(args: &EngineArgs, as_json: bool) -> Result<Reply, Failure> {
    let game = catalog::open_for(&args.game, Permission::terminal())?;
    if as_json {
        return Err(Failure::wrong("usage", "`engine` speaks UGI, not JSON: leave out --json"));
    }
    let plan = EnginePlan { agent: &args.agent, seed: args.seed };
    zermelo_catalog::ugi::engine::run(&game, &plan, Box::new(BufReader::new(stdin())), &mut stdout())?;
    Ok(Reply::new(Value::Null, ""))
}
