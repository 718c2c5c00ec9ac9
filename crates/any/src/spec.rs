//! What a person writes for an agent, parsed once and without a game: `random`, `minimax(depth=3, eval=open)`,
//! `alphabeta(time=150ms, eval=improved, table=off)`, `mcts(playouts=2000, policy=decisive)`.
//!
//! Opening an agent for a game is then a match that constructs. What only the game knows (the names of its evaluators
//! and policies) stays text in [`EvalSpec`] and [`PolicySpec`] until the game is asked.

mod alphabeta;
mod budget;
mod eval;
mod mcts;
mod program;

use zermelo_game::read_call;

pub use alphabeta::AlphaBetaSpec;
pub(crate) use budget::read_share;
pub(crate) use eval::PolicyKind;
pub use eval::{EVALUATORS, EvalKind, EvalSpec, POLICIES, PolicySpec};
pub use mcts::MctsSpec;
pub use program::{Dialect, ProgramSpec};

use crate::AgentError;
use crate::agent_kind::{AgentKind, Problem, read_kind};

/// An agent as a person wrote it.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    /// Its text, for errors.
    pub text: String,
    /// What it means.
    pub kind: AgentKind,
}

impl AgentSpec {
    /// Reads an agent's text.
    pub fn read(text: &str) -> Result<AgentSpec, AgentError> {
        let read = || {
            let (name, mut parameters) = read_call(text)?;
            let kind = read_kind(text, &name, &mut parameters)?;
            parameters.finish()?;
            Ok(kind)
        };
        let told = |problem: Problem| match problem {
            Problem::Here(source) => AgentError::agent(text, source),
            Problem::Inside(error) => error,
        };
        Ok(AgentSpec { text: text.to_owned(), kind: read().map_err(told)? })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::agent_kind::{AGENTS, evaluator_of, named_evaluator};

    #[test]
    fn every_agent_of_the_help_is_known() {
        for (form, _) in AGENTS {
            let name = form.split('(').next().unwrap_or(form);
            let told = AgentSpec::read(name).map(drop).map_err(|error| error.to_string());
            assert!(
                !told.clone().is_err_and(|told| told.contains(&format!("there is no agent `{name}`"))),
                "{told:?}"
            );
        }
    }

    #[test]
    fn evaluators_are_found_in_agents() {
        let default = || Some("default".to_owned());
        for (agent, evaluator) in [
            ("alphabeta(nodes=5)", default()),
            ("alphabeta", default()),
            ("minimax(depth=2, eval=open)", Some("open".to_owned())),
            ("alphabeta(eval=net(run/net), nodes=5)", Some("net(run/net)".to_owned())),
            ("casual(alphabeta(nodes=5, eval=cs0(r=1/6)), slips=0.1)", Some("cs0(r=1/6)".to_owned())),
            ("blundering(alphabeta(nodes=5, eval=cs0(r=1/6)), rate=0.1)", Some("cs0(r=1/6)".to_owned())),
            ("casual(alphabeta(nodes=5))", default()),
            ("net(run/net)", Some("net(run/net)".to_owned())),
            ("alphabeta(eval=guest(mine))", Some("guest(mine)".to_owned())),
            // Their values are on no evaluator's scale.
            ("mcts(playouts=5, eval=open)", None),
            ("random", None),
            ("guest(mine)", None),
            ("casual(random, slips=1)", None),
            ("alphabeta(", None),
        ] {
            assert_eq!(evaluator_of(agent), evaluator, "{agent}");
        }
        assert_eq!(named_evaluator("mcts(playouts=5, eval=open)"), Some("open".to_owned()));
        assert_eq!(named_evaluator("alphabeta(nodes=5)"), None);
    }

    /// What a guard wants to know before anything is opened.
    #[test]
    fn specs_tell_what_they_need() {
        let spec = |text| AgentSpec::read(text).expect("an agent");
        let deep = spec("blundering(alphabeta(nodes=5, memory=128, threads=4), rate=0.5)");
        assert_eq!(deep.memory_and_threads(), (128, 4));
        assert!(!deep.starts_program());
        assert!(spec("casual(ugi(./engine), slips=0)").starts_program());
        assert_eq!(deep.budget().nodes, Some(5));
        assert_eq!(spec("mcts(playouts=7)").budget().nodes, Some(7));
    }

    #[test]
    fn guests_are_found_wherever_they_are_named() {
        for (text, guest) in [
            ("guest(mine)", Some("mine")),
            ("guest( My-Own_2 )", Some("My-Own_2")),
            ("blundering(guest(mine), rate=0.1)", Some("mine")),
            ("alphabeta(depth=2, eval=guest(judge))", Some("judge")),
            ("casual(minimax(eval=guest(judge)))", Some("judge")),
            ("mcts(playouts=5, eval=guest(judge))", Some("judge")),
            ("mcts(playouts=5, policy=greedy(eval=guest(judge)))", Some("judge")),
            ("mcts(playouts=5, policy=decisive)", None),
            ("alphabeta(depth=2)", None),
        ] {
            let spec = AgentSpec::read(text).expect("an agent");
            assert_eq!(spec.guest(), guest, "{text}");
            assert_eq!(spec.is_repeatable(), guest.is_none(), "{text}");
            assert!(!spec.starts_program(), "{text}");
        }
        assert!(AgentSpec::read("guest(mine)").is_ok_and(|spec| spec.budget().is_endless()));
    }

    #[test]
    fn time_is_scaled_and_counts_are_not() {
        let scaled = |text: &str, factor| {
            let mut spec = AgentSpec::read(text).expect("an agent");
            spec.scale_time(factor);
            spec.budget()
        };
        let ms = Duration::from_millis;
        assert_eq!(scaled("alphabeta(time=100ms, nodes=7)", 2.5).time, Some(ms(250)));
        assert_eq!(scaled("alphabeta(time=100ms, nodes=7)", 2.5).nodes, Some(7));
        assert_eq!(scaled("mcts", 0.25).time, Some(ms(250)), "a second is the default");
        assert_eq!(scaled("ugi(./engine, time=2s)", 0.5).time, Some(ms(1000)));
        let clock = scaled("blundering(alphabeta(clock=10s+100ms), rate=0.1)", 2.0).clock;
        assert_eq!(clock.map(|clock| [clock.left, clock.increment]), Some([ms(20_000), ms(200)]));
        assert_eq!(scaled("minimax(depth=3)", 2.0).depth, Some(3));
        // More than any clock holds.
        assert!(scaled("alphabeta(time=18000000000000000000s)", 4.0).time.is_some());
    }

    #[test]
    fn problems_name_the_text_they_are_in() {
        for (text, problem) in [
            ("alphabeta(depht=3)", "agent `alphabeta(depht=3)`"),
            ("casual(alphabeta(depht=3))", "agent `alphabeta(depht=3)`"),
            ("alfabeta", "did you mean `alphabeta`?"),
            ("mcts(playouts=0)", "expected a whole number from 1 up"),
            ("blundering(random, rate=2)", "expected a share from 0 to 1"),
            ("guest", "`` is not the name of a guest: expected letters, digits, `-` and `_`"),
            ("guest(a b)", "agent `guest(a b)`: `a b` is not the name of a guest"),
            ("alphabeta(eval=guest(a/b))", "`guest(a/b)`: `a/b` is not the name of a guest"),
            ("guest(mine, depth=2)", "depth"),
        ] {
            let error = AgentSpec::read(text).expect_err("it is wrong").to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
