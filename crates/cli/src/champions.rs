//! Named opponents, and evolved and trained agents, in the place of their names.

use zermelo_catalog::{Permission, catalog, opponents};
use zermelo_experiments::champions;
use zermelo_store::Store;

use crate::args::Command;
use crate::reply::{self, Failure};

/// Replaces names in a command by what they stand for.
pub fn resolve(command: &mut Command) -> Result<(), Failure> {
    resolve_opponents(command)?;
    let (mut agents, Some(store)) = command.agents_mut() else { return Ok(()) };
    // A network's file needs no store.
    for agent in &mut agents {
        if champions::names_a_run(agent) {
            **agent = champions::resolve_files(agent, Permission::terminal())?;
        }
    }
    agents.retain(|agent| champions::names_a_run(agent));
    if agents.is_empty() {
        return Ok(());
    }
    let store = Store::read(store)?;
    let runs = store.runs()?;
    for agent in agents {
        for named in champions::runs_named(agent) {
            let same = runs.iter().filter(|run| run.name == format!("{named}-{}", run.id));
            let names: Vec<&str> = same.map(|run| run.name.as_str()).collect();
            if let [.., newest] = names[..]
                && names.len() > 1
            {
                reply::warn(&format!(
                    "using {newest} for {named}, the newest of {} runs with that name",
                    names.len()
                ));
            }
        }
        *agent = champions::resolve(agent, &store, Permission::terminal())?;
    }
    Ok(())
}

/// Replaces the names of a game's opponents, such as `oak`, by their agents.
fn resolve_opponents(command: &mut Command) -> Result<(), Failure> {
    let Some(game) = command.game().map(str::to_owned) else { return Ok(()) };
    let mut named = command.opponents_mut();
    named.retain(|agent| opponents::is_name(agent));
    if named.is_empty() {
        return Ok(());
    }
    let game = catalog::open_for(&game, Permission::terminal())?.id();
    for agent in named {
        let Some(opponent) = opponents::named(&game, agent) else {
            let there: Vec<&str> = opponents::opponents(&game).iter().map(|one| one.id.as_str()).collect();
            let problem =
                format!("`{agent}` has no place on the ladder of {game}: there are {}", there.join(", "));
            return Err(Failure::wrong("bad-agent", problem));
        };
        *agent = opponent.agent.clone();
    }
    Ok(())
}
