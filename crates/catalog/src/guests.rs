//! Guests by name: agents and evaluators of the program that runs Zermelo, `guest(NAME)` and `eval=guest(NAME)`.
//!
//! Agents are named by text and opened in many threads, so a guest is kept in this process under a name until it is forgotten. A
//! name may come to mean another guest: who is playing by then plays on.
//!
//! A guest may wait for a lock of its own whenever it is called or dropped, as Python does. So nothing of a guest is called or
//! dropped while the table of names is locked.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use zermelo_any::{GuestAgent, GuestEvaluator, check_guest_name};
use zermelo_game::{ParameterError, nearest};

static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);

/// The guests of this process.
#[derive(Default)]
struct Known {
    agents: HashMap<String, Arc<dyn GuestAgent>>,
    evaluators: HashMap<String, Arc<dyn GuestEvaluator>>,
}

fn read() -> RwLockReadGuard<'static, Known> {
    KNOWN.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, Known> {
    KNOWN.write().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps an agent under a name, in the place of another agent that has it.
pub fn keep_agent(name: &str, agent: Arc<dyn GuestAgent>) -> Result<(), String> {
    check_guest_name(name).map_err(|problem| problem.to_string())?;
    let replaced = write().agents.insert(name.to_owned(), agent);
    drop(replaced);
    Ok(())
}

/// Keeps an evaluator under a name, in the place of another evaluator that has it.
pub fn keep_evaluator(name: &str, evaluator: Arc<dyn GuestEvaluator>) -> Result<(), String> {
    check_guest_name(name).map_err(|problem| problem.to_string())?;
    let replaced = write().evaluators.insert(name.to_owned(), evaluator);
    drop(replaced);
    Ok(())
}

/// Keeps the agent and the evaluator of this name no longer. What was opened with them goes on.
pub fn forget(name: &str) {
    let agent = write().agents.remove(name);
    let evaluator = write().evaluators.remove(name);
    drop((agent, evaluator));
}

/// The agent of this name.
pub(crate) fn agent(name: &str) -> Result<Arc<dyn GuestAgent>, ParameterError> {
    let known = read();
    let found = known.agents.get(name).cloned();
    found.ok_or_else(|| {
        let other = known.evaluators.contains_key(name).then_some("an evaluator, for `eval=guest(..)`");
        unknown(name, other, known.agents.keys())
    })
}

/// The evaluator of this name.
pub(crate) fn evaluator(name: &str) -> Result<Arc<dyn GuestEvaluator>, ParameterError> {
    let known = read();
    let found = known.evaluators.get(name).cloned();
    found.ok_or_else(|| {
        let other = known.agents.contains_key(name).then_some("an agent, not an evaluator");
        unknown(name, other, known.evaluators.keys())
    })
}

/// A guest that there is not, and what may have been meant. `other` is what else has this name.
fn unknown<'a>(name: &str, other: Option<&str>, names: impl Iterator<Item = &'a String>) -> ParameterError {
    if let Some(other) = other {
        return ParameterError::new(format!("the guest `{name}` is {other}"));
    }
    let near = nearest(name, names.map(String::as_str));
    let hint = near.map_or_else(
        || "guests exist only in the program that keeps them".to_owned(),
        |near| format!("did you mean `{near}`?"),
    );
    ParameterError::new(format!("there is no guest `{name}` here; {hint}"))
}
