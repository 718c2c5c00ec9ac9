//! The kinds of agents: how each is written, what it needs, and how it is built. A new search has its text and its
//! construction here, and nowhere else.

use std::sync::Arc;
use std::time::Duration;

use zermelo_game::{
    Agent, Budget, Clock, Evaluator, Game, Hints, ParameterError, Parameters, nearest, read_call, stream,
};
use zermelo_search::{
    AlphaBeta, Blind, Blundering, Cut, Mcts, MctsSettings, Minimax, Quirks, Random, Resigning, Sight,
};

use crate::agent::Chooser;
use crate::build::{evaluator, may_use_guests, open_policy, own_evaluator};
use crate::program_agent::Seated;
use crate::q_values::{self, QAgent};
use crate::spec::read_share;
use crate::{
    AgentError, AgentSpec, AlphaBetaSpec, AnyGame, Erased, EvalSpec, MctsSpec, PolicySpec, ProgramSpec,
    Resources, check_guest_name,
};

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
    (
        "guest(NAME)",
        "an agent of the program that runs Zermelo, such as one written in Python, under the name it has there (letters, \
         digits, `-` and `_`). As an evaluator, `eval=guest(NAME)`, a function of that program serves any search",
    ),
];

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
    /// An agent of the program that runs Zermelo.
    Guest {
        /// The name it has there.
        name: String,
    },
}

impl AgentSpec {
    /// The evaluator that the text names.
    pub fn evaluator(&self) -> Option<&EvalSpec> {
        match &self.kind {
            AgentKind::Minimax { eval, .. } => eval.as_ref(),
            AgentKind::AlphaBeta(spec) => spec.eval.as_ref(),
            AgentKind::Mcts(spec) => spec.eval.as_ref(),
            AgentKind::Network(eval) => Some(eval),
            AgentKind::Blundering { agent, .. } => agent.evaluator(),
            AgentKind::Random
            | AgentKind::QNetwork { .. }
            | AgentKind::Program(_)
            | AgentKind::Guest { .. } => None,
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
            AgentKind::Random | AgentKind::QNetwork { .. } | AgentKind::Guest { .. } => Budget::default(),
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

    /// A guest that it names, as an agent or as an evaluator. Guests exist only in the process that keeps them.
    pub fn guest(&self) -> Option<&str> {
        match &self.kind {
            AgentKind::Guest { name } => Some(name),
            AgentKind::Blundering { agent, .. } => agent.guest(),
            AgentKind::Mcts(spec) => {
                let of_policy = spec.policy.as_ref().and_then(PolicySpec::evaluator);
                spec.eval.iter().chain(of_policy).find_map(EvalSpec::guest)
            }
            _ => self.evaluator().and_then(EvalSpec::guest),
        }
    }

    /// Whether it plays the same moves with the same counts wherever and whenever it is asked: not if a clock, another program,
    /// a guest or threads side by side have a say.
    pub fn is_repeatable(&self) -> bool {
        let budget = self.budget();
        let (_, threads) = self.memory_and_threads();
        let is_timed = budget.time.is_some() || budget.clock.is_some();
        !is_timed && threads <= 1 && !self.starts_program() && self.guest().is_none()
    }

    /// The same agent with so many times the time. What it counts stays.
    pub fn scale_time(&mut self, factor: f64) {
        let budget = match &mut self.kind {
            AgentKind::AlphaBeta(spec) => &mut spec.budget,
            AgentKind::Mcts(spec) => &mut spec.budget,
            AgentKind::Program(spec) => &mut spec.budget,
            AgentKind::Blundering { agent, .. } => return agent.scale_time(factor),
            AgentKind::Random
            | AgentKind::Minimax { .. }
            | AgentKind::Network(_)
            | AgentKind::QNetwork { .. }
            | AgentKind::Guest { .. } => return,
        };
        // A time that no clock can measure stays as it is.
        let scaled = |time: Duration| {
            let scaled = Duration::try_from_secs_f64(time.as_secs_f64() * factor);
            scaled.unwrap_or(time)
        };
        budget.time = budget.time.map(scaled);
        budget.clock = (budget.clock)
            .map(|clock| Clock { left: scaled(clock.left), increment: scaled(clock.increment) });
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
pub(crate) enum Problem {
    Here(ParameterError),
    Inside(AgentError),
}

impl From<ParameterError> for Problem {
    fn from(problem: ParameterError) -> Problem {
        Problem::Here(problem)
    }
}

/// Reads the parameters of an agent of this name.
pub(crate) fn read_kind(text: &str, name: &str, parameters: &mut Parameters) -> Result<AgentKind, Problem> {
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
        "guest" => {
            let name = parameters.plain().unwrap_or_default();
            check_guest_name(&name)?;
            AgentKind::Guest { name }
        }
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
    let rate = read_share(parameters, rate, 0.3)?;
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

/// Whether depth is all that limits an agent of this kind.
pub(crate) fn keeps_depth_only(spec: &AgentSpec) -> bool {
    match &spec.kind {
        AgentKind::Minimax { .. } | AgentKind::Network(_) => true,
        AgentKind::Blundering { agent, .. } => keeps_depth_only(agent),
        _ => false,
    }
}

/// Builds the agent for a game.
pub(crate) fn chooser<G: Game>(
    erased: &Erased<G>,
    spec: &AgentSpec,
    seed: u64,
    resources: &dyn Resources,
) -> Result<Chooser<G::Position>, AgentError> {
    let own = |eval: &Option<EvalSpec>| own_evaluator(erased, eval.as_ref(), resources);
    let agent: Box<dyn Agent<G::Position>> = match &spec.kind {
        AgentKind::Random => Box::new(Random::new(stream(seed, "random agent", 0))),
        AgentKind::Minimax { eval, .. } => Box::new(Minimax::new(own(eval)?)),
        AgentKind::AlphaBeta(alphabeta) => {
            return Ok(alphabeta_chooser(alphabeta, own(&alphabeta.eval)?, seed));
        }
        AgentKind::Mcts(mcts) => {
            let settings = mcts_settings(erased, mcts, resources)?;
            Box::new(Mcts::new(settings, stream(seed, "mcts agent", 0)))
        }
        // As in the Milestone study: the move after which the opponent's predicted share of wins is least.
        AgentKind::Network(eval) => Box::new(Minimax::new(evaluator(erased, eval, resources)?)),
        AgentKind::QNetwork { network } => {
            resources.check_network(network)?;
            let bad = |source| AgentError::agent(&spec.text, source);
            let known = resources.network(network).map_err(bad)?;
            let values = q_values::open(erased.game(), network, &known).map_err(bad)?;
            Box::new(QAgent::new(values, stream(seed, "q agent", 0)))
        }
        AgentKind::Blundering { agent, rate, sight } => {
            let agent = chooser(erased, agent, seed, resources)?.boxed();
            Box::new(Blundering::new(agent, *rate, *sight, stream(seed, "casual agent", 0)))
        }
        AgentKind::Program(program) => {
            let may = resources.permission().programs();
            may.map_err(|refusal| AgentError::forbidden(&spec.text, &refusal))?;
            let chance = stream(seed, "guest", 0);
            Box::new(Seated(resources.program(&spec.text, program, erased.share(), chance)?))
        }
        AgentKind::Guest { name } => {
            may_use_guests(&spec.text, resources)?;
            let chance = stream(seed, "guest agent", 0);
            Box::new(Seated(resources.guest_agent(&spec.text, name, erased.share(), chance)?))
        }
    };
    Ok(Chooser::Other(agent))
}

fn alphabeta_chooser<P: Hints>(
    spec: &AlphaBetaSpec,
    evaluator: Arc<dyn Evaluator<P>>,
    seed: u64,
) -> Chooser<P> {
    let AlphaBetaSpec { switches, parallel, megabytes, ties, resigns, .. } = *spec;
    if spec.is_distance_blind {
        let chance = stream(seed, "false ties", 0);
        return Chooser::Other(Box::new(Blind::new(evaluator, Quirks { ties, resigns }, chance)));
    }
    let alphabeta = AlphaBeta::new(evaluator, switches, megabytes).with_threads(parallel);
    if resigns {
        Chooser::Other(Box::new(Resigning(alphabeta)))
    } else {
        Chooser::AlphaBeta(Box::new(alphabeta))
    }
}

fn mcts_settings<G: Game>(
    erased: &Erased<G>,
    spec: &MctsSpec,
    resources: &dyn Resources,
) -> Result<MctsSettings<G::Position>, AgentError> {
    let policy = spec.policy.as_ref().map(|policy| open_policy(erased, policy, resources));
    let evaluator = spec.eval.as_ref().map(|eval| evaluator(erased, eval, resources)).transpose()?;
    Ok(MctsSettings {
        exploration: spec.exploration,
        solver: spec.solver,
        reuse: spec.reuse,
        megabytes: spec.megabytes,
        policy: policy.transpose()?.flatten(),
        cut: evaluator.map(|evaluator| Cut { evaluator, plies: spec.plies, scale: spec.scale }),
    })
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
