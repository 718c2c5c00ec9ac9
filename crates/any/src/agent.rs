//! An agent with its budget, and the same without the type of its positions.

use std::any::Any;
use std::cmp::Ordering;
use std::slice;
use std::time::Instant;

use zermelo_game::{Agent, Budget, Choice, Clock, Hints, Position, Stop, Stream};
use zermelo_search::{AlphaBeta, MOST_DEPTH};

use crate::{AnyPosition, MoveIndex};

/// Is told the best lines so far, and how many positions that took.
pub type OnLines<'a, M> = dyn FnMut(&[Choice<M>], u64) + 'a;

/// An agent for one game, with its budget.
pub trait AnyAgent: Any + Send {
    /// Begins a new game: nothing remembered, and the whole time on the clock.
    fn new_game(&mut self, chance: Stream);

    /// Chooses a move within its budget.
    fn choose(&mut self, pos: &AnyPosition) -> Choice<MoveIndex>;

    /// Chooses a move within limits other than its own, if there are any, or until `stop`. What the agent does not keep
    /// stays as it is: minimax has its depth, whatever else is asked. `tell` hears on the way what it would choose by then.
    fn choose_within(
        &mut self,
        pos: &AnyPosition,
        limits: Option<&Budget>,
        stop: &Stop,
        tell: &mut dyn FnMut(&Choice<MoveIndex>),
    ) -> Choice<MoveIndex>;

    /// The best lines, all seen equally deep, and all nodes that took; one line, if the agent can give no more.
    fn best_lines(&mut self, pos: &AnyPosition, n_lines: usize) -> (Vec<Choice<MoveIndex>>, u64);

    /// Looks deeper and deeper, and tells after each depth the best lines, all seen equally deep, and how many positions that
    /// took in all; until so many have been looked at, until `stop`, or until nothing can change any more. An agent that cannot
    /// give several lines tells one. Moves other than `only` are left out, unless that is empty. Returns how many positions
    /// were looked at, those of a depth that was not finished and so not told among them.
    fn watch(
        &mut self,
        pos: &AnyPosition,
        only: &[MoveIndex],
        n_lines: usize,
        nodes: u64,
        stop: &Stop,
        tell: &mut OnLines<MoveIndex>,
    ) -> u64;

    /// Hears the moves from the start of the game to the position it is asked about next.
    fn hear_line(&mut self, start: &AnyPosition, moves: &[MoveIndex]);

    /// What it has to say to people beside its moves, since it was last asked.
    fn take_remarks(&mut self) -> Vec<String>;

    /// From now on it answers at once when `stop` says so.
    fn stop_with(&mut self, stop: &Stop);

    /// How many bytes of memory it holds, beyond a few kilobytes.
    fn n_bytes(&mut self) -> usize;
}

/// Who chooses. Only alpha-beta as it should be can also give several lines.
pub(crate) enum Chooser<P: Hints> {
    AlphaBeta(Box<AlphaBeta<P>>),
    Other(Box<dyn Agent<P>>),
}

impl<P: Hints> Chooser<P> {
    fn agent(&mut self) -> &mut dyn Agent<P> {
        match self {
            Chooser::AlphaBeta(agent) => &mut **agent,
            Chooser::Other(agent) => &mut **agent,
        }
    }

    pub fn boxed(self) -> Box<dyn Agent<P>> {
        match self {
            Chooser::AlphaBeta(agent) => agent,
            Chooser::Other(agent) => agent,
        }
    }
}

/// An agent and how much it may spend on a move.
pub(crate) struct BudgetedAgent<P: Hints> {
    pub chooser: Chooser<P>,
    budget: Budget,
    /// The clock as it is at the beginning of a game.
    clock: Option<Clock>,
    /// Whether the agent looks to a fixed depth, and knows no other limit.
    keeps_depth_only: bool,
}

impl<P: Hints> BudgetedAgent<P> {
    pub fn new(chooser: Chooser<P>, budget: Budget, keeps_depth_only: bool) -> Self {
        BudgetedAgent { chooser, clock: budget.clock, budget, keeps_depth_only }
    }

    /// The agent with its type.
    ///
    /// # Panics
    /// If it was opened for a game of another type: games and agents are never mixed above this crate.
    pub fn of(agent: &mut dyn AnyAgent) -> &mut Self {
        let agent: &mut dyn Any = agent;
        agent.downcast_mut().expect("an agent stays with the game that opened it")
    }

    /// See [`AnyAgent::best_lines`].
    ///
    /// If no depth is asked for, a first search spends half of the budget to find out how deep that is; the lines, for
    /// which much is remembered by then, take about the other half. What was seen beyond the last full depth is left out:
    /// nothing else could be compared with it.
    fn best_lines(&mut self, pos: &P, n_lines: usize) -> (Vec<Choice<P::Move>>, u64) {
        let Chooser::AlphaBeta(agent) = &mut self.chooser else {
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
            // A move that wins or loses soon needs no depth: then the next best move shows how deep the budget reaches.
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

    /// See [`AnyAgent::watch`].
    fn watch(
        &mut self,
        pos: &P,
        only: &[P::Move],
        n_lines: usize,
        nodes: u64,
        stop: &Stop,
        tell: &mut OnLines<P::Move>,
    ) -> u64 {
        let Chooser::AlphaBeta(agent) = &mut self.chooser else {
            let limits = Budget { nodes: Some(nodes), stop: Some(stop.clone()), ..Budget::default() };
            let agent = self.chooser.agent();
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
        let agent = self.chooser.agent();
        let Some(mut clock) = self.budget.clock else { return agent.choose_aloud(pos, &self.budget, tell) };
        let started = Instant::now();
        let choice = agent.choose_aloud(pos, &self.budget, tell);
        clock.left = clock.left.saturating_sub(started.elapsed()).saturating_add(clock.increment);
        self.budget.clock = Some(clock);
        choice
    }

    fn choose_within(
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
        self.chooser.agent().choose_aloud(pos, &budget, tell)
    }

    /// Begins a new game.
    pub fn new_game(&mut self, chance: Stream) {
        self.chooser.agent().new_game(chance);
        self.budget.clock = self.clock;
    }
}

impl<P: Hints> AnyAgent for BudgetedAgent<P> {
    fn new_game(&mut self, chance: Stream) {
        BudgetedAgent::new_game(self, chance);
    }

    fn choose(&mut self, pos: &AnyPosition) -> Choice<MoveIndex> {
        let pos: &P = pos.typed();
        erased_choice(pos, BudgetedAgent::choose(self, pos))
    }

    fn choose_within(
        &mut self,
        pos: &AnyPosition,
        limits: Option<&Budget>,
        stop: &Stop,
        tell: &mut dyn FnMut(&Choice<MoveIndex>),
    ) -> Choice<MoveIndex> {
        let pos: &P = pos.typed();
        let tell = &mut |choice: &Choice<P::Move>| tell(&erased_choice(pos, choice.clone()));
        erased_choice(pos, BudgetedAgent::choose_within(self, pos, limits, stop, tell))
    }

    fn best_lines(&mut self, pos: &AnyPosition, n_lines: usize) -> (Vec<Choice<MoveIndex>>, u64) {
        let pos: &P = pos.typed();
        let (lines, nodes) = BudgetedAgent::best_lines(self, pos, n_lines);
        (lines.into_iter().map(|line| erased_choice(pos, line)).collect(), nodes)
    }

    fn watch(
        &mut self,
        pos: &AnyPosition,
        only: &[MoveIndex],
        n_lines: usize,
        nodes: u64,
        stop: &Stop,
        tell: &mut OnLines<MoveIndex>,
    ) -> u64 {
        let pos: &P = pos.typed();
        let only: Vec<P::Move> = only.iter().filter_map(|mv| mv.in_position(pos)).collect();
        let tell = &mut |lines: &[Choice<P::Move>], nodes: u64| {
            let lines: Vec<_> = lines.iter().map(|line| erased_choice(pos, line.clone())).collect();
            tell(&lines, nodes);
        };
        BudgetedAgent::watch(self, pos, &only, n_lines, nodes, stop, tell)
    }

    fn hear_line(&mut self, start: &AnyPosition, moves: &[MoveIndex]) {
        let start: &P = start.typed();
        let mut pos = start.clone();
        let typed = moves.iter().map_while(|index| {
            let mv = index.in_position(&pos)?;
            pos.play(mv);
            Some(mv)
        });
        let typed: Vec<P::Move> = typed.collect();
        self.chooser.agent().hear_line(start, &typed);
    }

    fn take_remarks(&mut self) -> Vec<String> {
        self.chooser.agent().take_remarks()
    }

    fn stop_with(&mut self, stop: &Stop) {
        self.budget.stop = Some(stop.clone());
    }

    fn n_bytes(&mut self) -> usize {
        self.chooser.agent().n_bytes()
    }
}

/// A choice with moves as their places.
fn erased_choice<P: Position>(pos: &P, choice: Choice<P::Move>) -> Choice<MoveIndex> {
    let place = |pos: &P, mv| MoveIndex::of(pos, mv);
    let mv = place(pos, choice.mv).expect("an agent chooses a legal move");
    let mut at = pos.clone();
    let mut line = Vec::with_capacity(choice.line.len());
    for mv in choice.line {
        let Some(index) = place(&at, mv) else { break };
        line.push(index);
        at.play(mv);
    }
    let Choice { score, is_exact, depth, nodes, forfeit, .. } = choice;
    Choice { mv, score, is_exact, depth, nodes, line, forfeit }
}

/// The way back; `None` if the move is not legal.
pub(crate) fn typed_choice<P: Position>(pos: &P, choice: Choice<MoveIndex>) -> Option<Choice<P::Move>> {
    let mv = choice.mv.in_position(pos)?;
    let mut at = pos.clone();
    let mut line = Vec::with_capacity(choice.line.len());
    for index in choice.line {
        let Some(mv) = index.in_position(&at) else { break };
        line.push(mv);
        at.play(mv);
    }
    let Choice { score, is_exact, depth, nodes, forfeit, .. } = choice;
    Some(Choice { mv, score, is_exact, depth, nodes, line, forfeit })
}
