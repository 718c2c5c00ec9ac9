//! Agents by text: `random`, `minimax(depth=3, eval=open)`, `alphabeta(time=150ms, eval=improved, table=off)`. The
//! same text everywhere a person names an agent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_game::parameters::{nearest, read_call};
use zermelo_game::{
    Agent, Budget, Choice, Clock, Game, ParameterError, Parameters, Position, Stream, stream,
};
use zermelo_search::{AlphaBeta, FalseTies, Minimax, Parallel, Random, Resigning, Scheme, Switches};

use crate::LabError;
use crate::session::open_evaluator;

/// What there is, for help and errors.
pub const AGENTS: [(&str, &str); 3] = [
    ("random", "any legal move, each as likely as the others"),
    ("minimax(depth=3, eval=default)", "looks at every line, to a fixed depth"),
    (
        "alphabeta(depth=, nodes=, time=, clock=, eval=default, threads=1, parallel=shared, memory=64, pruning=on, \
         pvs=on, aspiration=on, table=on, killers=on, history=on, deepening=on, hints=on, quiescence=, proofs=, quirk=)",
        "looks as deep as its budget allows (one second if it has none); every part can be switched off. Quiescence and \
         proofs look beyond the depth: they are off in a search to a fixed depth. Quirks are document 001's defects: \
         false-ties, resign",
    ),
];

/// Who chooses. Only alpha-beta as it should be can also give several lines.
enum Mind<P: Position> {
    AlphaBeta(Box<AlphaBeta<P>>),
    Other(Box<dyn Agent<P>>),
}

impl<P: Position> Mind<P> {
    fn agent(&mut self) -> &mut dyn Agent<P> {
        match self {
            Mind::AlphaBeta(agent) => &mut **agent,
            Mind::Other(agent) => &mut **agent,
        }
    }
}

/// An agent and how much it may spend on a move.
pub(crate) struct Seated<P: Position> {
    mind: Mind<P>,
    budget: Budget,
    /// The clock as it is at the beginning of a game.
    clock: Option<Clock>,
}

impl<P: Position> Seated<P> {
    fn new(agent: Box<dyn Agent<P>>, budget: Budget) -> Self {
        let clock = budget.clock;
        Seated { mind: Mind::Other(agent), budget, clock }
    }

    /// The best lines, all seen equally deep, and all nodes that took; one line, if the agent can give no more.
    ///
    /// A first search spends half of the budget to find out how deep that is; the lines, for which much is remembered by
    /// then, take about the other half. What was seen beyond the last full depth is left out: nothing else could be
    /// compared with it.
    pub fn best_lines(&mut self, pos: &P, n_lines: usize) -> (Vec<Choice<P::Move>>, u64) {
        let Mind::AlphaBeta(agent) = &mut self.mind else {
            let choice = self.choose(pos);
            let nodes = choice.nodes;
            return (vec![choice], nodes);
        };
        let (mut budget, mut nodes) = (self.budget.clone(), 0);
        if !budget.is_depth_only() {
            budget.time = budget.time.map(|time| time / 2);
            budget.nodes = budget.nodes.map(|nodes| nodes / 2);
            let first = agent.choose(pos, &budget);
            nodes += first.nodes;
            budget = Budget { stop: budget.stop, ..Budget::depth(first.depth.max(1)) };
        }
        let lines = agent.best_lines(pos, &budget, n_lines.max(1));
        nodes += lines.iter().map(|line| line.nodes).sum::<u64>();
        (lines, nodes)
    }

    /// Chooses a move, and pays for it by the clock if there is one.
    pub fn choose(&mut self, pos: &P) -> Choice<P::Move> {
        let agent = self.mind.agent();
        let Some(mut clock) = self.budget.clock else { return agent.choose(pos, &self.budget) };
        let started = Instant::now();
        let choice = agent.choose(pos, &self.budget);
        clock.left = clock.left.saturating_sub(started.elapsed()) + clock.increment;
        self.budget.clock = Some(clock);
        choice
    }

    /// Begins a new game: nothing remembered, and the whole time on the clock.
    pub fn new_game(&mut self, chance: Stream) {
        self.mind.agent().new_game(chance);
        self.budget.clock = self.clock;
    }
}

/// Opens an agent for a game. `seed` decides whatever it leaves to chance.
pub(crate) fn open_agent<G: Game>(game: &G, text: &str, seed: u64) -> Result<Seated<G::Position>, LabError> {
    let bad = |source| LabError::BadAgent { text: text.to_owned(), source };
    let (name, mut parameters) = read_call(text).map_err(bad)?;
    let eval = parameters.word("eval");
    // A game without evaluators is searched for wins and losses only.
    let evaluator = || match (&eval, game.evaluators()) {
        (None, []) => Ok(Arc::new(|_: &G::Position| 0.0) as _),
        (eval, _) => open_evaluator(game, eval.as_deref().unwrap_or("default")),
    };
    let seated = match name.as_str() {
        "random" => {
            let agent = Box::new(Random::new(stream(seed, "random agent", 0)));
            Seated::new(agent, Budget::default())
        }
        "minimax" => {
            let depth = parameters.number("depth", 1..=60, 3).map_err(bad)?;
            Seated::new(Box::new(Minimax::new(evaluator()?)), Budget::depth(depth as u32))
        }
        "alphabeta" => {
            let budget = read_budget(&mut parameters).map_err(bad)?;
            let memory = parameters.number("memory", 1..=65_536, 64).map_err(bad)?;
            let switches = read_switches(&mut parameters, &budget).map_err(bad)?;
            let parallel = read_parallel(&mut parameters).map_err(bad)?;
            let [false_ties, resign] = read_quirks(&mut parameters).map_err(bad)?;
            let evaluator = evaluator()?;
            let alphabeta = |evaluator| AlphaBeta::new(evaluator, switches, memory).with_threads(parallel);
            let mind = match (false_ties, resign) {
                (true, _) => {
                    let chance = stream(seed, "false ties", 0);
                    Mind::Other(Box::new(FalseTies::new(evaluator, resign, chance)))
                }
                (false, true) => Mind::Other(Box::new(Resigning(alphabeta(evaluator)))),
                (false, false) => Mind::AlphaBeta(Box::new(alphabeta(evaluator))),
            };
            Seated { mind, clock: budget.clock, budget }
        }
        "human" => {
            let problem = "a person can only play at a terminal: `zermelo play GAME --first human`";
            return Err(bad(ParameterError::new(problem)));
        }
        _ => {
            let names = AGENTS.map(|(form, _)| form.split('(').next().unwrap_or(form));
            let hint =
                nearest(&name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let problem = format!("there is no agent `{name}`: there are {}{hint}", names.join(", "));
            return Err(bad(ParameterError::new(problem)));
        }
    };
    parameters.finish().map_err(bad)?;
    Ok(seated)
}

/// Depth, nodes and time; a second if none of them is given.
fn read_budget(parameters: &mut Parameters) -> Result<Budget, ParameterError> {
    let depth = parameters.number("depth", 0..=250, 0)?;
    let nodes = parameters.word("nodes").map(|text| read_nodes(&text)).transpose()?;
    let time = parameters.word("time").map(|text| read_time("time", &text)).transpose()?;
    let clock = parameters.word("clock").map(|text| read_clock(&text)).transpose()?;
    let depth = (depth > 0).then_some(depth as u32);
    let budget = Budget { depth, nodes, time, clock, stop: None };
    Ok(if budget.is_endless() { Budget { time: Some(Duration::from_secs(1)), ..budget } } else { budget })
}

fn read_nodes(text: &str) -> Result<u64, ParameterError> {
    let digits = text.replace('_', "");
    digits.parse().map_err(|_| ParameterError::new(format!("`nodes={text}`: expected a whole number")))
}

/// A time such as `150ms` or `2.5s`.
fn read_time(name: &str, text: &str) -> Result<Duration, ParameterError> {
    let seconds = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => number.trim().parse::<f64>().ok().map(|milliseconds| milliseconds / 1000.0),
        (None, Some(number)) => number.trim().parse().ok(),
        (None, None) => None,
    };
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| ParameterError::new(format!("`{name}={text}`: expected a time such as 150ms or 2s")))
}

/// A clock for the whole game such as `60s` or `10s+100ms`: with what every move adds.
fn read_clock(text: &str) -> Result<Clock, ParameterError> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0s"));
    Ok(Clock { left: read_time("clock", left)?, increment: read_time("clock", increment)? })
}

/// The parts of alpha-beta. Two of them look beyond the depth: unless they are asked for, a search to a fixed depth
/// leaves them out, so that its value is that of minimax.
fn read_switches(parameters: &mut Parameters, budget: &Budget) -> Result<Switches, ParameterError> {
    let mut switches = if budget.is_depth_only() { Switches::PLAIN } else { Switches::ALL };
    for (name, part) in [
        ("pruning", &mut switches.pruning),
        ("pvs", &mut switches.pvs),
        ("aspiration", &mut switches.aspiration),
        ("table", &mut switches.table),
        ("killers", &mut switches.killers),
        ("history", &mut switches.history),
        ("deepening", &mut switches.deepening),
        ("hints", &mut switches.hints),
        ("quiescence", &mut switches.quiescence),
        ("proofs", &mut switches.proofs),
    ] {
        *part = match parameters.word(name).as_deref() {
            None => *part,
            Some("on") => true,
            Some("off") => false,
            Some(other) => return Err(ParameterError::new(format!("`{name}={other}`: expected on or off"))),
        };
    }
    Ok(switches)
}

/// How many threads, and how they share the work.
fn read_parallel(parameters: &mut Parameters) -> Result<Parallel, ParameterError> {
    let threads = parameters.number("threads", 1..=256, 1)?;
    let scheme = match parameters.word("parallel").as_deref() {
        None | Some("shared") => Scheme::Shared,
        Some("root") => Scheme::Root,
        Some(other) => {
            let problem =
                format!("`parallel={other}`: expected shared (one tree) or root (its moves dealt out)");
            return Err(ParameterError::new(problem));
        }
    };
    Ok(Parallel { threads, scheme })
}

/// The published defects by name, joined by `+`: false ties, resigning.
fn read_quirks(parameters: &mut Parameters) -> Result<[bool; 2], ParameterError> {
    let mut quirks = [false; 2];
    let names = ["false-ties", "resign"];
    let text = parameters.word("quirk").unwrap_or_default();
    for name in text.split('+').map(str::trim).filter(|name| !name.is_empty()) {
        let Some(index) = names.iter().position(|&known| known == name) else {
            let hint =
                nearest(name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let problem = format!("there is no quirk `{name}`: there are {}{hint}", names.join(", "));
            return Err(ParameterError::new(problem));
        };
        quirks[index] = true;
    }
    Ok(quirks)
}
