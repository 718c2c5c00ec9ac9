//! Evolved and trained agents by name: `bred(RUN/champion)`, `alphabeta(depth=4, weights=RUN/champion)`,
//! `bred(RUN/generation-20)`, `alphabeta(nodes=5000, eval=net(RUN/net))`.
//!
//! A name is looked up in the store and replaced by what it stands for, before anything else reads the text: so whatever
//! takes an agent takes a bred one, and runs keep what was really played.

use zermelo_game::ParameterError;
use zermelo_store::{Run, Store};

use zermelo_any::named_evaluator;
use zermelo_catalog::{Permission, RequestError, networks};
use zermelo_evolutions::GenerationResult;
use zermelo_kind::Wanted;

use crate::experiment::{Experiment, read_result};
use crate::kinds::kind_named;
use crate::series::{in_stage, stages_of};

/// Whether an agent's text names a run, or a file, that has to be looked up.
pub fn names_a_run(text: &str) -> bool {
    find(text).is_some()
}

/// The runs that an agent's text names, as it names them.
pub fn runs_named(text: &str) -> Vec<String> {
    let (mut runs, mut rest) = (Vec::new(), text);
    while let Some(name) = find(rest) {
        let run = name.reference.split_once('/').map_or(name.reference, |(run, _)| run);
        runs.push(run.to_owned());
        rest = &rest[name.range.end..];
    }
    runs
}

/// The text with every name of something bred or trained replaced by what it stands for.
pub fn resolve(text: &str, store: &Store, permission: Permission) -> Result<String, RequestError> {
    replace(text, &|reference, wanted| look_up(reference, wanted, store, permission).map(Some))
        .map_err(|problem| RequestError::bad_agent(text, ParameterError::new(problem)))
}

/// The text with every network that is a file replaced by what it stands for: no store is needed for these.
pub fn resolve_files(text: &str, permission: Permission) -> Result<String, RequestError> {
    let look_up = |reference: &str, wanted: Wanted| match wanted.is_network() {
        true => networks::settle_file(reference, permission).transpose(),
        false => Ok(None),
    };
    replace(text, &look_up).map_err(|problem| RequestError::bad_agent(text, ParameterError::new(problem)))
}

/// What a reference stands for: an agent, an evaluator or the full name of a network, by text; `None` if it is somebody
/// else's business.
pub(crate) type LookUp<'a> = dyn Fn(&str, Wanted) -> Result<Option<String>, String> + 'a;

/// The text with the names that `look_up` knows replaced by what they stand for.
pub(crate) fn replace(text: &str, look_up: &LookUp) -> Result<String, String> {
    let (mut done, mut rest) = (String::new(), text);
    while let Some(name) = find(rest) {
        let range = name.range;
        match look_up(name.reference, name.wanted)? {
            Some(found) => {
                done.push_str(&rest[..range.start]);
                match name.wanted {
                    Wanted::Agent => done.push_str(&found),
                    Wanted::Weights => done.push_str(&format!("eval={found}")),
                    Wanted::Network => done.push_str(&format!("net({found})")),
                    Wanted::QNetwork => done.push_str(&format!("q({found})")),
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
    wanted: Wanted,
}

/// The first name in a text.
fn find(text: &str) -> Option<Name<'_>> {
    let starts_word = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
    let words = [
        ("bred(", Wanted::Agent),
        ("weights=", Wanted::Weights),
        ("net(", Wanted::Network),
        ("q(", Wanted::QNetwork),
    ];
    let places = words.into_iter().flat_map(|(word, wanted)| {
        text.match_indices(word).map(move |(at, word)| (at, at + word.len(), wanted))
    });
    let names = places.filter(|&(at, ..)| starts_word(at)).filter_map(|(at, inside, wanted)| {
        let rest = &text[inside..];
        let end = inside + rest.find([',', ')']).unwrap_or(rest.len());
        let reference = text[inside..end].trim();
        let is_name = match wanted {
            Wanted::Agent => true,
            Wanted::Weights => reference.contains('/'),
            Wanted::Network | Wanted::QNetwork => !networks::is_at_hand(reference),
        };
        let range = at..if wanted == Wanted::Weights { end } else { (end + 1).min(text.len()) };
        is_name.then_some(Name { range, reference, wanted })
    });
    names.min_by_key(|name| name.range.start)
}

/// What a reference such as `milestone-a/champion` stands for.
fn look_up(reference: &str, wanted: Wanted, store: &Store, permission: Permission) -> Result<String, String> {
    if wanted.is_network() {
        return networks::settle(reference, store, permission);
    }
    let (run, who) = reference.split_once('/').unwrap_or((reference, "champion"));
    let run = store.find_run(run).map_err(|error| error.to_string())?;
    look_up_in(&run, who, wanted, store)
}

/// What the part of a reference behind the run's name stands for.
pub(crate) fn look_up_in(run: &Run, who: &str, wanted: Wanted, store: &Store) -> Result<String, String> {
    match wanted {
        Wanted::Network | Wanted::QNetwork => networks::settle_in(run, who, store),
        Wanted::Agent => agent_of(run, who, store),
        Wanted::Weights => evaluator_of(&agent_of(run, who, store)?),
    }
}

/// The agent of a run that is called so: its `champion`, or the fittest of a generation such as `generation-20`.
fn agent_of(run: &Run, who: &str, store: &Store) -> Result<String, String> {
    if zermelo_kind::has_stages(run) {
        return Err(format!("{} has stages: name one of them, such as {}.NAME/{who}", run.name, run.name));
    }
    if !kind_named(&run.kind).is_some_and(zermelo_kind::Kind::has_champions) {
        return Err(format!("{} is a {}: it has no evolved agents", run.name, run.kind));
    }
    if who == "champion" {
        let json = run.result.as_deref().ok_or_else(|| {
            format!("{} is not finished: it has no champion yet, but {}/generation-1", run.name, run.name)
        })?;
        let champion = read_result(&run.kind, json)?.champion(run, store);
        return champion.unwrap_or_else(|| Err(format!("{} has no champion", run.name)));
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
    agent
        .map(|agent| agent.text)
        .ok_or_else(|| format!("{} has no record of this agent: the store may be damaged", run.name))
}

/// The evaluator in an agent's text.
pub(crate) fn evaluator_of(agent: &str) -> Result<String, String> {
    named_evaluator(agent).ok_or_else(|| format!("`{agent}` has no evaluator whose weights could be taken"))
}

impl Experiment {
    /// Replaces bred agents of other runs by what they stand for, and looks whether the runs are there that it learns from. Those of
    /// a series' own stages are not there yet.
    pub fn resolve(&mut self, store: &Store, permission: Permission) -> Result<(), RequestError> {
        let stages = stages_of(&*self.plan).map_or(&[][..], |plan| &plan.stages);
        let own: Vec<String> = stages.iter().map(|stage| stage.name.clone()).collect();
        let resolved = self.replace_references(&|reference, wanted| {
            let run = reference.split('/').next().unwrap_or(reference);
            if own.iter().any(|stage| stage == run) {
                return Ok(None);
            }
            look_up(reference, wanted, store, permission).map(Some)
        });
        resolved.map_err(|error| self.placed(error))?;
        let is_to_come = |run: &str| own.iter().any(|stage| stage == run);
        let stages = stages_of(&*self.plan).map_or(&[][..], |plan| &plan.stages);
        let of_stages = stages.iter().try_for_each(|stage| {
            let plan = &stage.experiment.plan;
            let checked = plan.check_sources(store, &is_to_come);
            checked.map_err(|error| in_stage(&stage.name, &plan.common().title, error))
        });
        let checked = of_stages.and_then(|()| self.plan.check_sources(store, &is_to_come));
        checked.map_err(|error| self.placed(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found() {
        let found = |text| find(text).map(|name: Name| (name.reference.to_owned(), name.wanted));
        let some = |reference: &str, wanted| Some((reference.to_owned(), wanted));
        assert_eq!(found("bred(a-1/champion)"), some("a-1/champion", Wanted::Agent));
        assert_eq!(found("bred(a)"), some("a", Wanted::Agent));
        assert_eq!(found("mcts(eval=net( a/net-2 ), plies=0)"), some("a/net-2", Wanted::Network));
        // With a fingerprint, but not at hand.
        assert_eq!(found("net(a/net#00ff)"), some("a/net#00ff", Wanted::Network));
        assert_eq!(found("alphabeta(nodes=9, eval=q(a/net-1))"), some("a/net-1", Wanted::QNetwork));
        assert_eq!(found("q(a/net#00ff)"), some("a/net#00ff", Wanted::QNetwork));
        assert_eq!(
            found("alphabeta(depth=4, weights=a/generation-3, table=off)"),
            some("a/generation-3", Wanted::Weights)
        );
        assert_eq!(found("alphabeta(eval=weights(piece-diff=1/2))"), None);
        assert_eq!(found("alphabeta(depth=4, eval=best-b)"), None);
    }
}
