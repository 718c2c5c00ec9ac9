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

use zermelo_game::{Budget, ParameterError, Parameters};
use zermelo_game::{nearest, read_call};
use zermelo_search::Sight;

pub use alphabeta::AlphaBetaSpec;
pub(crate) use eval::PolicyKind;
pub use eval::{EvalKind, EvalSpec, POLICIES, PolicySpec};
pub use mcts::MctsSpec;
pub use program::{Dialect, ProgramSpec};

use crate::AgentError;

/// The agents, for help and errors.
pub const AGENTS: &[(&str, &str)] = &[
    ("random", "plays a uniformly random legal move"),
    ("minimax(depth=3, eval=default)", "searches every line to a fixed depth"),
    (
        "alphabeta(depth=, nodes=, time=, clock=, eval=default, threads=1, parallel=shared, memory=64, pruning=on, \
         pvs=on, aspiration=on, table=on, killers=on, history=on, deepening=on, hints=on, quiescence=, proofs=, quirk=)",
        "searches as deep as its budget allows (one second by default); every part can be switched off. Quiescence \
         and proofs search beyond the nominal depth, so they are off in a search to a fixed depth. Quirks are the \
         published defects of the Milestone and Isolation studies: distance-blind, last-ties and false-ties (both \
         distance-blind too), resign",
    ),
    (
        "mcts(playouts=, time=, clock=, c=0.5, policy=random, eval=, plies=4, scale=, solver=on, reuse=on, memory=64)",
        "Monte Carlo tree search, limited by playouts (or `nodes=`) or time (one second by default); stops early \
         when the position is solved. With `eval=` playouts end after `plies` plies and are evaluated",
    ),
    (
        "net(RUN/net)",
        "the move that a trained network rates best, one ply ahead. As an evaluator, `eval=net(RUN/net)`, a network \
         serves any search; `net(FILE.safetensors)` reads one from a file",
    ),
    (
        "q(RUN/net)",
        "the move with the highest value in a Q-network, without looking ahead. As an evaluator, `eval=q(RUN/net)`, it \
         rates positions by that move; `q(FILE.safetensors)` reads one from a file",
    ),
    (
        "blundering(AGENT, rate=0.3, sight=threats)",
        "the given agent, which with probability `rate` plays a random legal move, like a beginner. Even then it \
         takes an immediate win (sight=wins) and avoids giving the opponent one if it can (sight=threats), or sees \
         neither (sight=none). `casual(AGENT, slips=0.3)` is the old name",
    ),
    (
        "ugi(COMMAND, nodes=, depth=, time=, clock=, protocol=ugi, start=10s, stall=10s, margin=50ms, log=)",
        "an engine: another program that speaks UGI, with one limit for each move (one second if none is given). It \
         loses the game if it plays an illegal move, exits, does not answer (stall) or exceeds its time (margin). \
         Put commands with commas or parentheses in quotation marks",
    ),
];

/// An agent as a person wrote it.
#[derive(Clone, Debug)]
pub struct AgentSpec {
    /// Its text, for errors.
    pub text: String,
    /// What it means.
    pub kind: AgentKind,
}

/// The kinds of agents.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AgentKind {
    /// Any legal move.
    Random,
    /// Every line, to a fixed depth.
    Minimax {
        /// The depth.
        depth: u32,
        /// Who judges the leaves.
        eval: Option<EvalSpec>,
    },
    /// Alpha-beta.
    AlphaBeta(AlphaBetaSpec),
    /// Monte Carlo tree search.
    Mcts(MctsSpec),
    /// A network, one ply ahead.
    Network(EvalSpec),
    /// The best action of a Q-network.
    QNetwork {
        /// The network's name.
        network: String,
    },
    /// An agent that blunders.
    Blundering {
        /// The agent.
        agent: Box<AgentSpec>,
        /// How often it blunders, from 0 to 1.
        rate: f64,
        /// What it sees even then.
        sight: Sight,
    },
    /// Another program.
    Program(ProgramSpec),
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

    /// The evaluator that the text names.
    pub fn evaluator(&self) -> Option<&EvalSpec> {
        match &self.kind {
            AgentKind::Minimax { eval, .. } => eval.as_ref(),
            AgentKind::AlphaBeta(spec) => spec.eval.as_ref(),
            AgentKind::Mcts(spec) => spec.eval.as_ref(),
            AgentKind::Network(eval) => Some(eval),
            AgentKind::Blundering { agent, .. } => agent.evaluator(),
            AgentKind::Random | AgentKind::QNetwork { .. } | AgentKind::Program(_) => None,
        }
    }

    /// How much it may spend on a move.
    pub fn budget(&self) -> Budget {
        match &self.kind {
            AgentKind::Minimax { depth, .. } => Budget::depth(*depth),
            AgentKind::AlphaBeta(spec) => spec.budget.clone(),
            AgentKind::Mcts(spec) => spec.budget.clone(),
            AgentKind::Network(_) => Budget::depth(1),
            AgentKind::Blundering { agent, .. } => agent.budget(),
            AgentKind::Program(spec) => spec.budget.clone(),
            AgentKind::Random | AgentKind::QNetwork { .. } => Budget::default(),
        }
    }

    /// The memory it may take, in megabytes, and the threads it searches on.
    pub fn memory_and_threads(&self) -> (usize, usize) {
        match &self.kind {
            AgentKind::AlphaBeta(spec) => (spec.megabytes, spec.parallel.threads),
            AgentKind::Mcts(spec) => (spec.megabytes, 1),
            AgentKind::Blundering { agent, .. } => agent.memory_and_threads(),
            _ => (0, 1),
        }
    }

    /// Whether it starts another program.
    pub fn starts_program(&self) -> bool {
        match &self.kind {
            AgentKind::Program(_) => true,
            AgentKind::Blundering { agent, .. } => agent.starts_program(),
            _ => false,
        }
    }

    /// Whether a number of threads can be set.
    pub fn has_threads(&self) -> bool {
        matches!(self.kind, AgentKind::AlphaBeta(_))
    }

    /// Whether an amount of memory can be set.
    pub fn has_memory(&self) -> bool {
        matches!(self.kind, AgentKind::AlphaBeta(_) | AgentKind::Mcts(_))
    }

    /// The same agent on so many threads, if it can search on several.
    pub fn set_threads(&mut self, n_threads: usize) {
        if let AgentKind::AlphaBeta(spec) = &mut self.kind {
            spec.parallel.threads = n_threads;
        }
    }

    /// The same agent with so much memory, if it needs any.
    pub fn set_memory(&mut self, n_megabytes: usize) {
        match &mut self.kind {
            AgentKind::AlphaBeta(spec) => spec.megabytes = n_megabytes,
            AgentKind::Mcts(spec) => spec.megabytes = n_megabytes,
            _ => {}
        }
    }
}

/// What is wrong, with this text or with one inside it.
enum Problem {
    Here(ParameterError),
    Inside(AgentError),
}

impl From<ParameterError> for Problem {
    fn from(problem: ParameterError) -> Problem {
        Problem::Here(problem)
    }
}

fn read_kind(text: &str, name: &str, parameters: &mut Parameters) -> Result<AgentKind, Problem> {
    let told = Problem::Inside;
    Ok(match name {
        "random" => AgentKind::Random,
        "minimax" => {
            let eval = EvalSpec::take(parameters).map_err(told)?;
            AgentKind::Minimax { depth: parameters.number("depth", 1..=60, 3)? as u32, eval }
        }
        "alphabeta" => {
            let eval = EvalSpec::take(parameters).map_err(told)?;
            AgentKind::AlphaBeta(AlphaBetaSpec::read(parameters, eval)?)
        }
        "mcts" => {
            let eval = EvalSpec::take(parameters).map_err(told)?;
            let policy = parameters.word("policy").map(|text| PolicySpec::read(&text));
            AgentKind::Mcts(MctsSpec::read(parameters, eval, policy.transpose().map_err(told)?)?)
        }
        "net" => {
            parameters.plain();
            AgentKind::Network(EvalSpec::read(text).map_err(told)?)
        }
        "q" => AgentKind::QNetwork { network: parameters.plain().unwrap_or_default() },
        "blundering" => read_blundering(parameters, "rate")?,
        "casual" => read_blundering(parameters, "slips")?,
        "ugi" => AgentKind::Program(ProgramSpec::read(parameters)?),
        "human" => {
            let problem = "a person can only play at a terminal: `zermelo play GAME --first human`";
            return Err(ParameterError::new(problem).into());
        }
        _ => {
            let names: Vec<&str> =
                AGENTS.iter().map(|(form, _)| form.split('(').next().unwrap_or(form)).collect();
            let hint = nearest(name, names.iter().copied())
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default();
            let problem = format!("there is no agent `{name}`: there are {}{hint}", names.join(", "));
            return Err(ParameterError::new(problem).into());
        }
    })
}

fn read_blundering(parameters: &mut Parameters, rate: &'static str) -> Result<AgentKind, Problem> {
    let inner = parameters.plain().unwrap_or_default();
    let rate = budget::read_share(parameters, rate, 0.3)?;
    let sight = match parameters.word("sight").as_deref() {
        Some("none") => Sight::None,
        Some("wins") => Sight::Wins,
        None | Some("threats") => Sight::Threats,
        Some(other) => {
            let problem = format!("`sight={other}`: expected none, wins or threats");
            return Err(ParameterError::new(problem).into());
        }
    };
    let agent = Box::new(AgentSpec::read(&inner).map_err(Problem::Inside)?);
    Ok(AgentKind::Blundering { agent, rate, sight })
}

/// The text of the evaluator that an agent's text names. It works on texts that cannot be opened yet, because a name in
/// them has not been looked up.
pub fn named_evaluator(agent: &str) -> Option<String> {
    let (name, mut parameters) = read_call(agent).ok()?;
    match name.as_str() {
        "net" | "q" => Some(agent.trim().to_owned()),
        "casual" | "blundering" => named_evaluator(&parameters.plain()?),
        _ => parameters.word("eval"),
    }
}

/// The text of the evaluator on whose scale an agent's values are: the one it names, or the game's default. `None` if the agent
/// has no such scale, as a random player or one that counts how playouts end.
pub fn evaluator_of(agent: &str) -> Option<String> {
    let (name, mut parameters) = read_call(agent).ok()?;
    match name.as_str() {
        "casual" | "blundering" => evaluator_of(&parameters.plain()?),
        "minimax" | "alphabeta" | "net" | "q" => {
            Some(named_evaluator(agent).unwrap_or_else(|| "default".to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            // Their values are on no evaluator's scale.
            ("mcts(playouts=5, eval=open)", None),
            ("random", None),
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
    fn problems_name_the_text_they_are_in() {
        for (text, problem) in [
            ("alphabeta(depht=3)", "agent `alphabeta(depht=3)`"),
            ("casual(alphabeta(depht=3))", "agent `alphabeta(depht=3)`"),
            ("alfabeta", "did you mean `alphabeta`?"),
            ("mcts(playouts=0)", "expected a whole number from 1 up"),
            ("blundering(random, rate=2)", "expected a share from 0 to 1"),
        ] {
            let error = AgentSpec::read(text).expect_err("it is wrong").to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
