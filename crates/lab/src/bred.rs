//! Bred agents by name: `bred(RUN/champion)`, `alphabeta(depth=4, weights=RUN/champion)`, `bred(RUN/generation-20)`.
//!
//! A name is looked up in the store and replaced by what it stands for, before anything else reads the text: so whatever
//! takes an agent takes a bred one, and runs keep what was really played.

use zermelo_game::ParameterError;
use zermelo_game::parameters::read_call;
use zermelo_store::{Run, Store};

use crate::LabError;
use crate::evolution::GenerationResult;
use crate::experiment::{Experiment, Plan, RunResult};

/// Whether an agent's text names a run.
pub fn names_a_run(text: &str) -> bool {
    find(text).is_some()
}

/// The text with every name of a bred agent replaced by what it stands for.
pub fn resolve(text: &str, store: &Store) -> Result<String, LabError> {
    replace(text, &|reference| look_up(reference, store).map(Some))
        .map_err(|problem| LabError::BadAgent { text: text.to_owned(), source: ParameterError::new(problem) })
}

/// The agent that a reference stands for; `None` if it is somebody else's business.
pub(crate) type LookUp<'a> = dyn Fn(&str) -> Result<Option<String>, String> + 'a;

/// The text with the names that `look_up` knows replaced by what they stand for.
pub(crate) fn replace(text: &str, look_up: &LookUp) -> Result<String, String> {
    let (mut done, mut rest) = (String::new(), text);
    while let Some(name) = find(rest) {
        let range = name.range;
        match look_up(name.reference)? {
            Some(agent) => {
                done.push_str(&rest[..range.start]);
                if name.is_whole {
                    done.push_str(&agent);
                } else {
                    done.push_str(&format!("eval={}", evaluator_of(&agent)?));
                }
            }
            None => done.push_str(&rest[..range.end]),
        }
        rest = &rest[range.end..];
    }
    done.push_str(rest);
    Ok(done)
}

/// A name in a text.
struct Name<'a> {
    range: std::ops::Range<usize>,
    /// The run, and who of it.
    reference: &'a str,
    /// Whether it stands for an agent, or for its weights only.
    is_whole: bool,
}

fn find(text: &str) -> Option<Name<'_>> {
    let whole = text.match_indices("bred(").map(|(at, word)| (at, at + word.len(), true));
    let weights = text.match_indices("weights=").map(|(at, word)| (at, at + word.len(), false));
    let starts_word = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
    whole.chain(weights).filter(|&(at, ..)| starts_word(at)).find_map(|(at, inside, is_whole)| {
        let rest = &text[inside..];
        let end = inside + rest.find([',', ')']).unwrap_or(rest.len());
        let reference = text[inside..end].trim();
        let is_name = is_whole || reference.contains('/');
        let range = at..if is_whole { (end + 1).min(text.len()) } else { end };
        is_name.then_some(Name { range, reference, is_whole })
    })
}

/// The agent that a reference such as `milestone-a/champion` stands for.
fn look_up(reference: &str, store: &Store) -> Result<String, String> {
    let (run, who) = reference.split_once('/').unwrap_or((reference, "champion"));
    let run = store.find_run(run).map_err(|error| error.to_string())?;
    agent_of(&run, who, store)
}

/// The agent of a run that is called so: its `champion`, or the fittest of a generation such as `generation-20`.
pub(crate) fn agent_of(run: &Run, who: &str, store: &Store) -> Result<String, String> {
    if run.kind == "series" {
        return Err(format!(
            "{} is a series: name one of its stages, such as {}.NAME/{who}",
            run.name, run.name
        ));
    }
    if run.kind != "evolution" {
        return Err(format!("{} is a {}: nobody was bred in it", run.name, run.kind));
    }
    if who == "champion" {
        let json = run.result.as_deref().ok_or_else(|| {
            format!("{} is not finished: it has no champion yet, but {}/generation-1", run.name, run.name)
        })?;
        return match RunResult::read(&run.kind, json)? {
            RunResult::Evolution(result) => Ok(result.champion.agent),
            _ => Err(format!("{} has no champion", run.name)),
        };
    }
    let number: Option<u64> = who.strip_prefix("generation-").and_then(|number| number.parse().ok());
    let number =
        number.ok_or_else(|| format!("`{who}`: expected champion, or a generation such as generation-20"))?;
    let events = store.events(run.id).map_err(|error| error.to_string())?;
    let event = events.iter().find(|event| event.kind == "generation" && event.seq == number);
    let event = event.ok_or_else(|| format!("{} has no generation {number}", run.name))?;
    let generation: GenerationResult =
        serde_json::from_str(&event.json).map_err(|error| error.to_string())?;
    let fittest = generation.fittest().ok_or_else(|| format!("generation {number} is empty"))?;
    let agents = store.agents(run.id).map_err(|error| error.to_string())?;
    let agent = agents.into_iter().find(|agent| agent.index == fittest.agent);
    agent.map(|agent| agent.text).ok_or_else(|| format!("{} does not know its own agents", run.name))
}

/// The evaluator in an agent's text.
fn evaluator_of(agent: &str) -> Result<String, String> {
    let (_, mut parameters) = read_call(agent).map_err(|error| error.to_string())?;
    parameters.word("eval").ok_or_else(|| format!("`{agent}` has no evaluator whose weights could be taken"))
}

impl Experiment {
    /// Replaces bred agents of other runs by what they stand for. Those of a series' own stages are not there yet.
    pub fn resolve(&mut self, store: &Store) -> Result<(), LabError> {
        let own: Vec<String> = match &self.plan {
            Plan::Series(plan) => plan.stages.iter().map(|stage| stage.name.clone()).collect(),
            _ => Vec::new(),
        };
        self.replace_references(&|reference| {
            let run = reference.split('/').next().unwrap_or(reference);
            if own.iter().any(|stage| stage == run) { Ok(None) } else { look_up(reference, store).map(Some) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let found = |text| find(text).map(|name: Name| (name.reference.to_owned(), name.is_whole));
        let some = |reference: &str, is_whole| Some((reference.to_owned(), is_whole));
        assert_eq!(found("bred(a-1/champion)"), some("a-1/champion", true));
        assert_eq!(found("bred(a)"), some("a", true));
        assert_eq!(
            found("alphabeta(depth=4, weights=a/generation-3, table=off)"),
            some("a/generation-3", false)
        );
        assert_eq!(found("alphabeta(eval=weights(piece-diff=1/2))"), None);
        assert_eq!(found("alphabeta(depth=4, eval=best-b)"), None);
    }
}
