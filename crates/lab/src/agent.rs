//! Agents by text: `random`, `minimax(depth=3, eval=open)`, `alphabeta(time=150ms, eval=improved, table=off)`,
//! `mcts(playouts=2000, policy=decisive)`. The same text everywhere a person names an agent.

use std::cmp::Ordering;
use std::slice;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_arena::Contender;
use zermelo_game::parameters::{nearest, read_call};
use zermelo_game::{
    Agent, Budget, Choice, Clock, Game, ParameterError, Parameters, Policy, PolicyInfo, Position, Stop,
    Stream, stream,
};
use zermelo_search::mcts::{Cut, EXPLORATION, Settings};
use zermelo_search::policy::{Decisive, Greedy};
use zermelo_search::{
    AlphaBeta, Blind, Casual, MOST_DEPTH, Mcts, Minimax, Parallel, Quirks, Random, Resigning, Scheme, Sight,
    Switches, Ties,
};

use crate::permission::{MayStartPrograms, Refusal};
use crate::session::open_evaluator;
use crate::ugi::Dialect;
use crate::ugi::guest::{FOREVER, Guest, GuestSettings};
use crate::ugi::process::ProgramCall;
use crate::worths::{self, Chooser};
use crate::{LabError, Permission, networks};

/// What there is, for help and errors.
pub const AGENTS: [(&str, &str); 8] = [
    ("random", "any legal move, each as likely as the others"),
    ("minimax(depth=3, eval=default)", "looks at every line, to a fixed depth"),
    (
        "alphabeta(depth=, nodes=, time=, clock=, eval=default, threads=1, parallel=shared, memory=64, pruning=on, \
         pvs=on, aspiration=on, table=on, killers=on, history=on, deepening=on, hints=on, quiescence=, proofs=, quirk=)",
        "looks as deep as its budget allows (one second if it has none); every part can be switched off. Quiescence and \
         proofs look beyond the depth: they are off in a search to a fixed depth. Quirks are the \
         defects of documents 000 and 001: distance-blind, last-ties and false-ties (both distance-blind too), resign",
    ),
    (
        "mcts(playouts=, time=, clock=, c=0.5, policy=random, eval=, plies=4, scale=, solver=on, reuse=on, memory=64)",
        "Monte Carlo tree search for so many play-outs (or `nodes=`) or so long (one second if neither is given), or until \
         the game is solved; with `eval=` play-outs end after so many plies and are judged",
    ),
    (
        "net(RUN/net)",
        "the move that a network which was trained likes best, one ply ahead. As an evaluator, `eval=net(RUN/net)`, a network \
         serves any search; `net(FILE.safetensors)` is one from outside",
    ),
    (
        "q(RUN/net)",
        "the move that is worth most to a network which learnt what moves are worth, without looking ahead. As an evaluator, \
         `eval=q(RUN/net)`, it judges positions by that move; `q(FILE.safetensors)` is one from outside",
    ),
    (
        "casual(AGENT, slips=0.3, sight=threats)",
        "this agent, but with such a probability any legal move, as beginners play. Even then it takes a win on the spot \
         (sight=wins) and leaves the other none if it can (sight=threats), or sees neither (sight=none)",
    ),
    (
        "ugi(COMMAND, nodes=, depth=, time=, clock=, protocol=ugi, start=10s, stall=10s, margin=50ms, log=)",
        "a guest: another program that speaks UGI, with one limit for each move (one second if none is given). It loses the game if \
         it breaks the rules, ends, does not answer for so long (stall), or answers so late (margin). Commands with commas or \
         parentheses stand in quotation marks",
    ),
];

/// The policies for play-outs that every game has.
pub const POLICIES: [PolicyInfo; 3] = [
    PolicyInfo { form: "random", about: "Any legal move, each as likely as the others." },
    PolicyInfo { form: "decisive", about: "A move that wins on the spot, else any legal move." },
    PolicyInfo {
        form: "greedy(eval=default, noise=0.1)",
        about: "What the evaluator likes best one ply ahead; any legal move with the probability of the noise.",
    },
];

/// Is told the best lines so far, and how many positions that took.
type OnLines<'a, M> = dyn FnMut(&[Choice<M>], u64) + 'a;

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
    /// Whether the agent looks to a fixed depth, and knows no other limit.
    keeps_depth_only: bool,
}

impl<P: Position> Seated<P> {
    fn new(agent: Box<dyn Agent<P>>, budget: Budget) -> Self {
        let clock = budget.clock;
        Seated { mind: Mind::Other(agent), budget, clock, keeps_depth_only: false }
    }

    /// The same agent, which answers at once when `stop` says so.
    pub fn until(mut self, stop: &Stop) -> Self {
        self.budget.stop = Some(stop.clone());
        self
    }

    /// Tells by which moves from the start the position came about that is asked about next.
    pub fn hear_line(&mut self, moves: &[P::Move]) {
        self.mind.agent().hear_line(moves);
    }

    /// What the agent has to say to people, since it was last asked.
    pub fn take_remarks(&mut self) -> Vec<String> {
        self.mind.agent().take_remarks()
    }

    /// How many bytes of memory it holds, beyond a few kilobytes.
    pub fn n_bytes(&mut self) -> usize {
        self.mind.agent().n_bytes()
    }

    /// The best lines, all seen equally deep, and all nodes that took; one line, if the agent can give no more.
    ///
    /// If no depth is asked for, a first search spends half of the budget to find out how deep that is; the lines, for
    /// which much is remembered by then, take about the other half. What was seen beyond the last full depth is left out:
    /// nothing else could be compared with it.
    pub fn best_lines(&mut self, pos: &P, n_lines: usize) -> (Vec<Choice<P::Move>>, u64) {
        let Mind::AlphaBeta(agent) = &mut self.mind else {
            let choice = self.choose(pos);
            let nodes = choice.nodes;
            return (vec![choice], nodes);
        };
        let n_lines = n_lines.clamp(1, pos.count_moves());
        let mut budget = self.budget.clone();
        let (mut depth, mut nodes) = (1, 0);
        if let Some(asked) = budget.depth.filter(|_| budget.is_depth_only()) {
            depth = asked;
        } else {
            budget.time = budget.time.map(|time| time / 2);
            budget.nodes = budget.nodes.map(|nodes| nodes / 2);
            budget.clock = budget.clock.map(|clock| Clock { left: clock.left / 2, ..clock });
            // A move that wins or loses soon needs no depth: then it is the next best that tells how deep one can look.
            let mut settled = Vec::new();
            while settled.len() < n_lines {
                let choice = agent.choose_but(pos, &budget, &settled);
                nodes += choice.nodes;
                depth = depth.max(choice.depth);
                if choice.proof().is_none() {
                    break;
                }
                settled.push(choice.mv);
            }
        }
        let lines = agent.best_lines(pos, depth, budget.stop.as_ref(), n_lines);
        nodes += lines.iter().map(|line| line.nodes).sum::<u64>();
        (lines, nodes)
    }

    /// Looks deeper and deeper, and tells after each depth the best lines, all seen equally deep, and how many positions that
    /// took in all; until so many have been looked at, until `stop`, or until nothing can change any more. An agent that cannot
    /// give several lines tells one. Moves other than `only` are left out, unless that is empty. Returns how many positions
    /// were looked at, those of a depth that was not finished and so not told among them.
    pub fn watch(
        &mut self,
        pos: &P,
        only: &[P::Move],
        n_lines: usize,
        nodes: u64,
        stop: &Stop,
        tell: &mut OnLines<P::Move>,
    ) -> u64 {
        let Mind::AlphaBeta(agent) = &mut self.mind else {
            let limits = Budget { nodes: Some(nodes), stop: Some(stop.clone()), ..Budget::default() };
            let agent = self.mind.agent();
            let last =
                agent.choose_aloud(pos, &limits, &mut |choice| tell(slice::from_ref(choice), choice.nodes));
            tell(slice::from_ref(&last), last.nodes);
            return last.nodes;
        };
        let mut legal = Vec::new();
        pos.moves(&mut legal);
        let is_left_out = |mv: &P::Move| !only.is_empty() && !only.contains(mv);
        let left_out: Vec<P::Move> = legal.iter().copied().filter(is_left_out).collect();
        let n_lines = n_lines.clamp(1, (legal.len() - left_out.len()).max(1));
        let mut spent = 0;
        for depth in 1..=MOST_DEPTH {
            let mut lines: Vec<Choice<P::Move>> = Vec::new();
            while lines.len() < n_lines {
                let known = lines.iter().map(|line| line.mv).chain(left_out.iter().copied());
                let known: Vec<P::Move> = known.collect();
                let budget = Budget {
                    depth: Some(depth),
                    nodes: Some(nodes.saturating_sub(spent)),
                    stop: Some(stop.clone()),
                    ..Budget::default()
                };
                let choice = agent.choose_but(pos, &budget, &known);
                spent += choice.nodes;
                let is_settled = choice.proof().is_some();
                if stop.is_stopped() || spent >= nodes && choice.depth < depth && !is_settled {
                    // Lines that are not equally deep cannot be compared: what was told before stands.
                    return spent;
                }
                lines.push(choice);
            }
            // Beside an equal one, the line that was found first stays first.
            lines.sort_by(|a, b| b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal));
            tell(&lines, spent);
            if spent >= nodes || lines.iter().all(|line| line.depth < depth || line.proof().is_some()) {
                return spent;
            }
        }
        spent
    }

    /// Chooses a move, and pays for it by the clock if there is one.
    pub fn choose(&mut self, pos: &P) -> Choice<P::Move> {
        self.choose_aloud(pos, &mut |_| {})
    }

    fn choose_aloud(&mut self, pos: &P, tell: &mut dyn FnMut(&Choice<P::Move>)) -> Choice<P::Move> {
        let agent = self.mind.agent();
        let Some(mut clock) = self.budget.clock else { return agent.choose_aloud(pos, &self.budget, tell) };
        let started = Instant::now();
        let choice = agent.choose_aloud(pos, &self.budget, tell);
        clock.left = clock.left.saturating_sub(started.elapsed()).saturating_add(clock.increment);
        self.budget.clock = Some(clock);
        choice
    }

    /// Chooses a move within limits other than its own, if there are any, or until `stop`. What the agent does not keep
    /// stays as it is: minimax has its depth, whatever else is asked. `tell` hears on the way what it would choose by then.
    pub fn choose_within(
        &mut self,
        pos: &P,
        limits: Option<&Budget>,
        stop: &Stop,
        tell: &mut dyn FnMut(&Choice<P::Move>),
    ) -> Choice<P::Move> {
        let Some(limits) = limits else {
            self.budget.stop = Some(stop.clone());
            let choice = self.choose_aloud(pos, tell);
            self.budget.stop = None;
            return choice;
        };
        let own_depth = self.budget.depth.filter(|_| self.keeps_depth_only);
        let depth = limits.depth.or(own_depth);
        let budget = Budget { depth, stop: Some(stop.clone()), ..limits.clone() };
        self.mind.agent().choose_aloud(pos, &budget, tell)
    }

    /// Begins a new game: nothing remembered, and the whole time on the clock.
    pub fn new_game(&mut self, chance: Stream) {
        self.mind.agent().new_game(chance);
        self.budget.clock = self.clock;
    }
}

impl<P: Position> Contender<P> for Seated<P> {
    fn new_game(&mut self, chance: Stream) {
        Seated::new_game(self, chance);
    }

    fn choose(&mut self, pos: &P) -> Choice<P::Move> {
        Seated::choose(self, pos)
    }
}

/// The evaluator that an agent's text names.
pub(crate) fn named_evaluator(agent: &str) -> Option<String> {
    let (name, mut parameters) = read_call(agent).ok()?;
    match name.as_str() {
        "net" | "q" => Some(agent.trim().to_owned()),
        "casual" => named_evaluator(&parameters.plain()?),
        _ => parameters.word("eval"),
    }
}

/// The evaluator on whose scale an agent tells what positions are worth: the one it names, or the game's default. `None` if it
/// has no such scale, as a random player, or one that counts how play-outs end.
pub fn evaluator_of(agent: &str) -> Option<String> {
    let (name, mut parameters) = read_call(agent).ok()?;
    match name.as_str() {
        "casual" => evaluator_of(&parameters.plain()?),
        "minimax" | "alphabeta" | "net" | "q" => {
            Some(named_evaluator(agent).unwrap_or_else(|| "default".to_owned()))
        }
        _ => None,
    }
}

/// Opens an agent for a game. `seed` decides whatever it leaves to chance, `permission` what it may do.
pub(crate) fn open_agent<G: Game>(
    game: &G,
    text: &str,
    seed: u64,
    permission: Permission,
) -> Result<Seated<G::Position>, LabError> {
    let bad = |source| LabError::BadAgent { text: text.to_owned(), source };
    let (name, parameters) = read_call(text).map_err(bad)?;
    open_agent_with(game, text, &name, parameters, seed, permission)
}

/// Opens an agent whose text has been taken apart, so that parameters could be put in; `text` is for errors.
pub(crate) fn open_agent_with<G: Game>(
    game: &G,
    text: &str,
    name: &str,
    mut parameters: Parameters,
    seed: u64,
    permission: Permission,
) -> Result<Seated<G::Position>, LabError> {
    let bad = |source| LabError::BadAgent { text: text.to_owned(), source };
    let refused = |refusal: Refusal| LabError::forbidden(text, refusal);
    let eval = parameters.word("eval");
    // A game without evaluators is searched for wins and losses only.
    let evaluator = || match (&eval, game.evaluators()) {
        (None, []) => Ok(Arc::new(|_: &G::Position| 0.0) as _),
        (eval, _) => open_evaluator(game, eval.as_deref().unwrap_or("default"), permission),
    };
    let seated = match name {
        "random" => {
            let agent = Box::new(Random::new(stream(seed, "random agent", 0)));
            Seated::new(agent, Budget::default())
        }
        "minimax" => {
            let depth = parameters.number("depth", 1..=60, 3).map_err(bad)?;
            let seated = Seated::new(Box::new(Minimax::new(evaluator()?)), Budget::depth(depth as u32));
            Seated { keeps_depth_only: true, ..seated }
        }
        "alphabeta" => {
            let budget = read_budget(&mut parameters).map_err(bad)?;
            let memory = parameters.number("memory", 1..=65_536, 64).map_err(bad)?;
            let switches = read_switches(&mut parameters, &budget).map_err(bad)?;
            let parallel = read_parallel(&mut parameters).map_err(bad)?;
            permission.agent(memory, parallel.threads).map_err(refused)?;
            let [blind, last_ties, false_ties, resigns] = read_quirks(&mut parameters).map_err(bad)?;
            let evaluator = evaluator()?;
            let alphabeta = |evaluator| AlphaBeta::new(evaluator, switches, memory).with_threads(parallel);
            let ties = match (false_ties, last_ties) {
                (true, _) => Ties::Lottery,
                (false, true) => Ties::Last,
                (false, false) => Ties::First,
            };
            let mind = match (blind || ties != Ties::First, resigns) {
                (true, _) => {
                    let chance = stream(seed, "false ties", 0);
                    Mind::Other(Box::new(Blind::new(evaluator, Quirks { ties, resigns }, chance)))
                }
                (false, true) => Mind::Other(Box::new(Resigning(alphabeta(evaluator)))),
                (false, false) => Mind::AlphaBeta(Box::new(alphabeta(evaluator))),
            };
            Seated { mind, clock: budget.clock, budget, keeps_depth_only: false }
        }
        "net" => {
            // Document 000: the move after which the enemy's predicted share of wins is least.
            let evaluator = open_evaluator(game, text, permission)?;
            parameters.plain();
            let seated = Seated::new(Box::new(Minimax::new(evaluator)), Budget::depth(1));
            Seated { keeps_depth_only: true, ..seated }
        }
        "q" => {
            let network = parameters.plain().unwrap_or_default();
            networks::check_permission(&network, permission)?;
            let worths = worths::open(game, &network).map_err(bad)?;
            let agent = Chooser::new(worths, stream(seed, "q agent", 0));
            Seated::new(Box::new(agent), Budget::default())
        }
        "casual" => {
            let inner = parameters.plain().unwrap_or_default();
            let slips = read_share(&mut parameters, "slips", 0.3).map_err(bad)?;
            let sight = match parameters.word("sight").as_deref() {
                Some("none") => Sight::None,
                Some("wins") => Sight::Wins,
                None | Some("threats") => Sight::Threats,
                Some(other) => {
                    let problem = format!("`sight={other}`: expected none, wins or threats");
                    return Err(bad(ParameterError::new(problem)));
                }
            };
            let seated = open_agent(game, &inner, seed, permission)?;
            let agent = match seated.mind {
                Mind::AlphaBeta(agent) => agent as Box<dyn Agent<G::Position>>,
                Mind::Other(agent) => agent,
            };
            let casual = Casual::new(agent, slips, sight, stream(seed, "casual agent", 0));
            Seated { mind: Mind::Other(Box::new(casual)), ..seated }
        }
        "human" => {
            let problem = "a person can only play at a terminal: `zermelo play GAME --first human`";
            return Err(bad(ParameterError::new(problem)));
        }
        "mcts" => {
            let budget = read_playouts(&mut parameters).map_err(bad)?;
            let policy = parameters.word("policy").map(|text| open_policy(game, &text, permission));
            let policy = policy.transpose()?.flatten();
            let (plies, scale) = read_cut(&mut parameters, eval.is_some()).map_err(bad)?;
            let judge = eval.as_ref().map(|_| evaluator()).transpose()?;
            let cut = judge.map(|evaluator| Cut { evaluator, plies, scale });
            let settings = read_settings(&mut parameters, policy, cut).map_err(bad)?;
            permission.agent(settings.megabytes, 1).map_err(refused)?;
            Seated::new(Box::new(Mcts::new(settings, stream(seed, "mcts agent", 0))), budget)
        }
        "ugi" => {
            let may = permission.programs().map_err(refused)?;
            let (settings, budget) = read_guest(&mut parameters, may).map_err(bad)?;
            Seated::new(Box::new(Guest::new(game.clone(), settings, stream(seed, "guest", 0))), budget)
        }
        _ => {
            let names = AGENTS.map(|(form, _)| form.split('(').next().unwrap_or(form));
            let hint =
                nearest(name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let problem = format!("there is no agent `{name}`: there are {}{hint}", names.join(", "));
            return Err(bad(ParameterError::new(problem)));
        }
    };
    parameters.finish().map_err(bad)?;
    if let Some(time) = seated.budget.time {
        permission.time("time", time).map_err(refused)?;
    }
    if let Some(clock) = seated.clock {
        permission.time("clock", clock.left.saturating_add(clock.increment)).map_err(refused)?;
    }
    Ok(seated)
}

/// What to start, how to talk to it, and the one limit of a move.
fn read_guest(
    parameters: &mut Parameters,
    may: MayStartPrograms,
) -> Result<(GuestSettings, Budget), ParameterError> {
    let command = parameters.plain().unwrap_or_default();
    let budget = read_budget(parameters)?;
    let Budget { depth, nodes, time, clock, .. } = &budget;
    if [depth.is_some(), nodes.is_some(), time.is_some(), clock.is_some()]
        .into_iter()
        .filter(|&is| is)
        .count()
        > 1
    {
        let problem = "a guest takes one limit: `nodes=`, `depth=`, `time=` or `clock=`";
        return Err(ParameterError::new(problem));
    }
    let mut time = |name, default| match parameters.word(name) {
        None => Ok(Duration::from_millis(default)),
        Some(text) => read_time(name, &text).map(|time| time.min(FOREVER)),
    };
    let (start, stall, margin) = (time("start", 10_000)?, time("stall", 10_000)?, time("margin", 50)?);
    let dialect = match parameters.word("protocol") {
        None => Dialect::default(),
        Some(word) => Dialect::read(&word)
            .ok_or_else(|| ParameterError::new(format!("`protocol={word}`: expected ugi, uci or uai")))?,
    };
    let log = parameters.word("log");
    let call = ProgramCall::read(&command, may)?.logging_to(log.as_deref())?;
    Ok((GuestSettings { call, dialect, start, stall, margin }, budget))
}

/// Depth, nodes and time; a second if none of them is given.
fn read_budget(parameters: &mut Parameters) -> Result<Budget, ParameterError> {
    let depth = parameters.number("depth", 1..=250, usize::MAX)?;
    let nodes = read_count_from(parameters, "nodes", 1)?;
    let time = parameters.word("time").map(|text| read_time("time", &text)).transpose()?;
    let clock = parameters.word("clock").map(|text| read_clock(&text)).transpose()?;
    let depth = (depth < usize::MAX).then_some(depth as u32);
    let budget = Budget { depth, nodes, time, clock, stop: None };
    Ok(or_a_second(budget))
}

/// Play-outs, by either name, and time; a second if none of them is given.
fn read_playouts(parameters: &mut Parameters) -> Result<Budget, ParameterError> {
    let playouts = read_count_from(parameters, "playouts", 1)?;
    let nodes = read_count_from(parameters, "nodes", 1)?;
    if playouts.and(nodes).is_some() {
        return Err(ParameterError::new("`playouts` and `nodes` are two names of one thing"));
    }
    let time = parameters.word("time").map(|text| read_time("time", &text)).transpose()?;
    let clock = parameters.word("clock").map(|text| read_clock(&text)).transpose()?;
    Ok(or_a_second(Budget { nodes: playouts.or(nodes), time, clock, ..Budget::default() }))
}

fn or_a_second(budget: Budget) -> Budget {
    if budget.is_endless() { Budget { time: Some(Duration::from_secs(1)), ..budget } } else { budget }
}

fn read_count(parameters: &mut Parameters, name: &'static str) -> Result<Option<u64>, ParameterError> {
    read_count_from(parameters, name, 0)
}

/// A whole number that is at least this.
fn read_count_from(
    parameters: &mut Parameters,
    name: &'static str,
    least: u64,
) -> Result<Option<u64>, ParameterError> {
    let Some(text) = parameters.word(name) else { return Ok(None) };
    let number = text.replace('_', "").parse().ok().filter(|&number: &u64| number >= least);
    let expected =
        if least > 0 { format!("a whole number from {least} up") } else { "a whole number".to_owned() };
    number.map(Some).ok_or_else(|| ParameterError::new(format!("`{name}={text}`: expected {expected}")))
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
        *part = read_switch(parameters, name, *part)?;
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

/// The published defects by name, joined by `+`.
fn read_quirks(parameters: &mut Parameters) -> Result<[bool; 4], ParameterError> {
    let mut quirks = [false; 4];
    let names = ["distance-blind", "last-ties", "false-ties", "resign"];
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

fn read_switch(
    parameters: &mut Parameters,
    name: &'static str,
    default: bool,
) -> Result<bool, ParameterError> {
    match parameters.word(name).as_deref() {
        None => Ok(default),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => Err(ParameterError::new(format!("`{name}={other}`: expected on or off"))),
    }
}

/// A share from 0 to 1.
fn read_share(parameters: &mut Parameters, name: &'static str, default: f64) -> Result<f64, ParameterError> {
    let share = parameters.real(name, default)?;
    if (0.0..=1.0).contains(&share) {
        Ok(share)
    } else {
        Err(ParameterError::new(format!("`{name}={share}`: expected a share from 0 to 1")))
    }
}

/// A number above zero; a fraction such as 1/6 is one.
fn read_positive(name: &'static str, text: &str) -> Result<f64, ParameterError> {
    let value = Parameters::read(&format!("{name}={text}"))?.real(name, 0.0)?;
    if value > 0.0 {
        Ok(value)
    } else {
        Err(ParameterError::new(format!("`{name}={text}`: expected a number above 0")))
    }
}

fn read_settings<P>(
    parameters: &mut Parameters,
    policy: Option<Arc<dyn Policy<P>>>,
    cut: Option<Cut<P>>,
) -> Result<Settings<P>, ParameterError> {
    let exploration = parameters.word("c").map(|text| read_positive("c", &text)).transpose()?;
    Ok(Settings {
        exploration: exploration.map_or(EXPLORATION, |c| c as f32),
        solver: read_switch(parameters, "solver", true)?,
        reuse: read_switch(parameters, "reuse", true)?,
        megabytes: parameters.number("memory", 1..=65_536, 64)?,
        policy,
        cut,
    })
}

/// How many plies are played before play-outs are judged, and the scale of the judgement.
///
/// How many are best depends on the game: none scores 68 % against four on milestone, 53 % on isolation, 51 % on connect4,
/// 38 % on breakthrough:6x6 and 34 % on simplexity (400 games each, 500 play-outs a move).
fn read_cut(parameters: &mut Parameters, has_judge: bool) -> Result<(u32, Option<f64>), ParameterError> {
    let plies = read_count(parameters, "plies")?;
    let scale = parameters.word("scale").map(|text| read_positive("scale", &text)).transpose()?;
    if (plies.is_some() || scale.is_some()) && !has_judge {
        let problem =
            "`plies=` and `scale=` are for play-outs that are cut short: `eval=` must say who judges them";
        return Err(ParameterError::new(problem));
    }
    Ok((u32::try_from(plies.unwrap_or(4)).unwrap_or(u32::MAX), scale))
}

/// Opens a policy for play-outs: one of those that every game has, or one of the game's own. `None` is any move.
fn open_policy<G: Game>(
    game: &G,
    text: &str,
    permission: Permission,
) -> Result<Option<Arc<dyn Policy<G::Position>>>, LabError> {
    let bad = |source| LabError::BadPolicy { text: text.to_owned(), game: game.id(), source };
    let (name, mut parameters) = read_call(text).map_err(bad)?;
    match name.as_str() {
        "random" => parameters.finish().map(|()| None).map_err(bad),
        "decisive" => parameters.finish().map(|()| Some(Arc::new(Decisive) as _)).map_err(bad),
        "greedy" => {
            let eval = parameters.word("eval");
            let noise = parameters.real("noise", 0.1).map_err(bad)?;
            if !(0.0..=1.0).contains(&noise) {
                let problem = format!("`noise={noise}`: expected a number from 0 to 1");
                return Err(bad(ParameterError::new(problem)));
            }
            parameters.finish().map_err(bad)?;
            let evaluator = open_evaluator(game, eval.as_deref().unwrap_or("default"), permission)?;
            Ok(Some(Arc::new(Greedy::new(evaluator, noise))))
        }
        _ => match game.policy(&name, parameters) {
            Some(opened) => opened.map(Some).map_err(bad),
            None => {
                let names: Vec<&str> = POLICIES.iter().chain(game.policies()).map(PolicyInfo::name).collect();
                let near = nearest(&name, names.iter().copied());
                let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                let all = names.join(", ");
                Err(bad(ParameterError::new(format!("there is no policy `{name}`: there are {all}{hint}"))))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluators_are_found_in_agents() {
        let default = || Some("default".to_owned());
        for (agent, evaluator) in [
            ("alphabeta(nodes=5)", default()),
            ("alphabeta", default()),
            ("minimax(depth=2, eval=open)", Some("open".to_owned())),
            ("alphabeta(eval=net(run/net), nodes=5)", Some("net(run/net)".to_owned())),
            ("casual(alphabeta(nodes=5, eval=cs0(r=1/6)), slips=0.1)", Some("cs0(r=1/6)".to_owned())),
            ("casual(alphabeta(nodes=5))", default()),
            ("net(run/net)", Some("net(run/net)".to_owned())),
            // What these say of a position is on no evaluator's scale.
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
}
