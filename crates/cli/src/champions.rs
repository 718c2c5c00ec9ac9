//! Evolved and trained agents in the place of their names.

use zermelo_catalog::Permission;
use zermelo_experiments::champions;
use zermelo_store::Store;

use crate::args::Command;
use crate::reply::{self, Failure};

/// Replaces names of evolved and trained agents in a command by what they stand for.
pub fn resolve(command: &mut Command) -> Result<(), Failure> {
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
