//! Monte Carlo tree search: UCT (Kocsis and Szepesvari, 2006) that also proves what it can.
//!
//! A playout walks down the tree by upper confidence bounds, lists the moves of the last node if that has been
//! visited before, plays on by a policy to the end of the game (or until an evaluator is asked), and writes the
//! result on every node it came through. Whoever lists moves looks whether they end the game. From there wins, losses
//! and draws are carried up as bounds (see [`tree`]), so that a proof never rests on chance, and a settled part of
//! the tree is not visited again. When the root is settled the search ends.
//!
//! When the memory is full the tree stops to grow, and playouts go on from its leaves.

pub mod tree;

use std::sync::Arc;

use zermelo_game::{
    Agent, Budget, Choice, Evaluator, Outcome, Player, Policy, Position, Score, Scratch, Stream,
};

use crate::budget::{Meter, WORK_INTERVAL};
use crate::work;
use tree::{DRAW, LOSS, Node, Result, Tree, WIN, worth};

/// How a Monte Carlo search goes about it.
pub struct Settings<P> {
    /// How much a child that was visited little is worth a look: the constant of UCT.
    pub exploration: f32,
    /// Whether wins, losses and draws are proved.
    pub solver: bool,
    /// Whether what was seen below the position that is asked about is kept from the last search.
    pub reuse: bool,
    /// How much memory the tree may take.
    pub megabytes: usize,
    /// How playouts are played; any move, each as likely as the others, if `None`.
    pub policy: Option<Arc<dyn Policy<P>>>,
    /// Where playouts are cut short; at the end of the game if `None`.
    pub cut: Option<Cut<P>>,
}

/// A playout that is judged, not played to its end.
pub struct Cut<P> {
    /// Who judges, for the player who searches.
    pub evaluator: Arc<dyn Evaluator<P>>,
    /// How many plies are played first.
    pub plies: u32,
    /// A judgement of `value` counts as a share of 1 / (1 + exp(-value / scale)) of a win. Evaluators have scales of
    /// their own: `None` takes how far this one's judgements of random games are spread (their standard deviation).
    pub scale: Option<f64>,
}

impl<P: Position> Cut<P> {
    /// A judgement as a share of a win for `player`.
    fn judge(&self, scratch: &mut Scratch, pos: &P, player: Player, scale: f64) -> f32 {
        let value = self.evaluator.value_with(scratch, pos, player);
        // Not `f64::exp`: what that gives depends on the machine.
        (1.0 / (1.0 + libm::exp(-value / scale))) as f32
    }

    /// The standard deviation of the judgements of all positions of a few random games from here; 1 if they are all
    /// the same. `None` if the search must end before it is known.
    fn spread(&self, scratch: &mut Scratch, root: &P, chance: &mut Stream, meter: &mut Meter) -> Option<f64> {
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for _ in 0..SPREAD_GAMES {
            let mut pos = root.clone();
            while let Some(mv) = pos.random_move(chance) {
                if meter.work(JUDGEMENT) {
                    return None;
                }
                work::touched(1);
                let value = self.evaluator.value_with(scratch, &pos, root.to_move());
                (n, sum, squares) = (n + 1.0, sum + value, squares + value * value);
                pos.play(mv);
            }
        }
        let variance = squares / n - (sum / n) * (sum / n);
        Some(if variance > 0.0 { variance.sqrt() } else { 1.0 })
    }
}

/// The constant of UCT unless told otherwise. Matches of 400 games with 1000 playouts a move on connect4, isolation,
/// breakthrough:6x6, milestone and simplexity: 0.5 scores 56 to 59 % against 1.0 on each of them, and 0.35 no more
/// than 0.5; 0.25 is as good as 0.5 on most, but scores 36 % on connect4.
pub const EXPLORATION: f32 = 0.5;

/// Random games that tell an evaluator's scale: a few thousand positions in most games, a millisecond of work.
const SPREAD_GAMES: usize = 32;

/// Playouts of a search whose budget sets no limit that it keeps.
const DEFAULT_PLAYOUTS: u64 = 1000;
/// After so many playouts there is something to tell.
const FIRST_TOLD: u64 = 1024;

/// The position asked about is looked for so many plies below the last one: an answer and a reply, and as much again.
const MOST_PLIES_ON: usize = 4;
/// But no more than so many positions are compared.
const MOST_COMPARED: usize = 20_000;

/// Steps of work, as a meter counts them, in a judgement of a position or a choice of a policy. Such a choice may judge all
/// moves.
const JUDGEMENT: u32 = 16;

impl<P> Default for Settings<P> {
    fn default() -> Self {
        Settings {
            exploration: EXPLORATION,
            solver: true,
            reuse: true,
            megabytes: 64,
            policy: None,
            cut: None,
        }
    }
}

/// The player.
pub struct Mcts<P: Position> {
    settings: Settings<P>,
    chance: Stream,
    tree: Tree<P::Move>,
    /// The position of the root: who asks about another one may get a part of the tree.
    root: Option<P>,
    /// The scale of judgements, once it is known.
    scale: Option<f64>,
    /// What the evaluator keeps from one judgement to the next.
    scratch: Scratch,
    /// The nodes of the present playout.
    path: Vec<u32>,
}

impl<P: Position> Mcts<P> {
    /// What it would choose now.
    fn choice(&self, n_playouts: u64) -> Choice<P::Move> {
        self.choice_at(0, n_playouts).expect("the root has children")
    }

    /// What it would choose at a node; `None` if its moves have not been listed.
    fn choice_at(&self, index: usize, n_playouts: u64) -> Option<Choice<P::Move>> {
        let best = self.tree.best_child(index)?;
        let node = self.tree.node(index);
        let score = match self.tree.node(best) {
            _ if node.is_settled() => -node.score(),
            child if child.visits == 0 => Score::EVEN,
            child => child.score().farther(1),
        };
        let line = self.line(index);
        let mv = self.tree.node(best).mv;
        let depth = line.len() as u32;
        Some(Choice { mv, score, is_exact: node.is_settled(), depth, nodes: n_playouts, line, forfeit: None })
    }

    /// A player whose playouts this stream decides.
    pub fn new(settings: Settings<P>, chance: Stream) -> Self {
        let tree = Tree::new(settings.megabytes);
        let scale = settings.cut.as_ref().and_then(|cut| cut.scale);
        Mcts { settings, chance, tree, root: None, scale, scratch: Scratch::new(), path: Vec::new() }
    }

    /// How many bytes its tree takes.
    pub fn n_bytes(&self) -> usize {
        self.tree.n_bytes()
    }

    /// How many playouts its tree holds: those of the last search, and those kept from before.
    pub fn visits(&self) -> u32 {
        if self.tree.is_empty() { 0 } else { self.tree.node(0).visits }
    }

    /// Makes the root of the tree this position: a node that was reached before, or a new one. The root is always
    /// expanded, so that a move is held before the first playout.
    ///
    /// To look for the node and to forget the rest of the tree takes time of the search. If it runs out, everything is
    /// forgotten, and what comes back is what was known of the position.
    fn plant(&mut self, pos: &P, meter: &mut Meter) -> Option<Choice<P::Move>> {
        let mut known = None;
        match self.find(pos, meter) {
            Some(0) => {}
            Some(index) => {
                let before = self.choice_at(index, 0);
                if !self.tree.keep(index, &mut || !meter.work(WORK_INTERVAL)) {
                    known = before;
                    self.restart(pos);
                }
            }
            None => self.restart(pos),
        }
        self.root = Some(pos.clone());
        if !self.tree.node(0).is_expanded() {
            self.expand(0, pos, pos.count_moves());
        }
        known
    }

    fn restart(&mut self, pos: &P) {
        let mut any_move = None;
        pos.each_move(|mv| any_move = any_move.or(Some(mv)));
        self.tree.restart(any_move.expect("an agent is asked only while the game goes on"));
    }

    /// The node of a position a few plies below the root. Only equal positions are the same, never equal keys.
    fn find(&self, pos: &P, meter: &mut Meter) -> Option<usize> {
        let root = self.root.as_ref().filter(|_| self.settings.reuse)?;
        // Judgements speak for the player who searched.
        if self.settings.cut.is_some() && root.to_move() != pos.to_move() {
            return None;
        }
        let mut level = vec![(0, root.clone())];
        let mut n_compared = 0;
        for _ in 0..=MOST_PLIES_ON {
            for (index, reached) in &level {
                if reached == pos {
                    return Some(*index);
                }
                if meter.work(1) {
                    return None;
                }
                work::touched(1);
            }
            n_compared += level.len();
            let mut next = Vec::new();
            for (index, reached) in level {
                if self.tree.node(index).is_expanded() && n_compared + next.len() < MOST_COMPARED {
                    let children = self.tree.node(index).children();
                    work::touched(children.len());
                    if meter.work(children.len() as u32) {
                        return None;
                    }
                    next.extend(children.map(|at| (at, reached.after(self.tree.node(at).mv))));
                }
            }
            level = next;
        }
        None
    }

    /// One playout from the root; false if the search must end before its result is known.
    fn play_out(&mut self, root: &P, meter: &mut Meter) -> bool {
        // Step 1. Walk down to a position of which nothing is known, or everything.
        let mut pos = root.clone();
        let mut index = 0;
        let mut proved = None;
        self.path.clear();
        self.path.push(0);
        let mut node = self.tree.node(0);
        let mut value = loop {
            if node.is_settled() {
                break Some(worth(node.least));
            }
            if !node.is_expanded() {
                let is_new = node.visits == 0;
                let n_moves = if is_new { 0 } else { pos.count_moves() };
                if is_new || !self.tree.has_room(n_moves) {
                    // Step 2. Play on.
                    let player = pos.to_move().other();
                    break self.follow_policy(pos, player, root.to_move(), meter);
                }
                if self.expand(index, &pos, n_moves) {
                    proved = Some(index);
                }
                node = self.tree.node(index);
                continue;
            }
            if meter.work(1) {
                break None;
            }
            work::touched(1);
            let children = self.tree.children_of(node);
            let at = select(&self.settings, node, children);
            index = node.children().start + at;
            node = &children[at];
            pos.play(node.mv);
            self.path.push(index as u32);
        };
        // Step 3. Carry the result up, and with it what was proved: that stands, even if there is no result.
        let mut below = None;
        for &index in self.path.iter().rev() {
            let index = index as usize;
            if proved.is_some() && proved == below && self.tree.prove(index) {
                proved = Some(index);
            }
            below = Some(index);
            let node = self.tree.node_mut(index);
            if let Some(value) = &mut value {
                if node.is_settled() {
                    *value = worth(node.least);
                }
                node.add(*value);
                *value = 1.0 - *value;
            }
        }
        value.is_some()
    }

    /// Lists the moves of a position, so many, and sees which of them end the game; true if that proves something.
    fn expand(&mut self, index: usize, pos: &P, n_moves: usize) -> bool {
        let us = pos.to_move();
        let first = self.tree.begin_children(n_moves);
        let (tree, solver) = (&mut self.tree, self.settings.solver);
        let mut has_win = false;
        let mut is_news = false;
        pos.each_move(|mv| {
            if has_win {
                return;
            }
            match pos.after(mv).outcome() {
                None => tree.push(Node::new(mv)),
                Some(outcome) => {
                    let result = result_for(outcome, us);
                    tree.push(Node::ended(mv, result));
                    // Nothing is better than a win: the other moves need not be kept.
                    has_win = result == WIN && solver;
                    is_news = solver;
                }
            }
        });
        if has_win {
            self.tree.keep_last(first);
        }
        self.tree.adopt(index, first);
        is_news && self.tree.prove(index)
    }

    /// Plays on to the end, or as far as it goes; what that is worth to `player`. `None` if the search must end before.
    #[inline]
    fn follow_policy(
        &mut self,
        mut pos: P,
        player: Player,
        searcher: Player,
        meter: &mut Meter,
    ) -> Option<f32> {
        let most_plies = self.settings.cut.as_ref().map_or(u32::MAX, |cut| cut.plies);
        let is_done = match &self.settings.policy {
            None => {
                // A copy, which the compiler need not write back to memory after every move.
                let mut chance = self.chance.clone();
                let is_done = roll(&mut pos, most_plies, |pos| pos.random_move(&mut chance), 1, meter);
                self.chance = chance;
                is_done
            }
            Some(policy) => {
                let chance = &mut self.chance;
                roll(&mut pos, most_plies, |pos| policy.choose(pos, chance), JUDGEMENT, meter)
            }
        };
        if !is_done {
            return None;
        }
        match (pos.outcome(), &self.settings.cut) {
            (Some(outcome), _) => Some(worth(result_for(outcome, player))),
            (None, Some(cut)) => {
                let share = cut.judge(&mut self.scratch, &pos, searcher, self.scale.unwrap_or(1.0));
                Some(if player == searcher { share } else { 1.0 - share })
            }
            (None, None) => unreachable!("a policy ends only with the game"),
        }
    }

    /// The line that is expected, from a node on.
    fn line(&self, mut index: usize) -> Vec<P::Move> {
        let mut line = Vec::new();
        while let Some(at) = self.tree.best_child(index) {
            let node = self.tree.node(at);
            // The first move is there even if nothing has been looked at.
            if node.visits == 0 && !node.is_settled() && !line.is_empty() {
                break;
            }
            line.push(node.mv);
            index = at;
        }
        line
    }
}

/// The place of the child with the highest upper confidence bound of those that can still be better than what is proved;
/// of several the first.
#[inline]
fn select<P, M>(settings: &Settings<P>, node: &Node<M>, children: &[Node<M>]) -> usize {
    let spread = settings.exploration * log(node.visits).sqrt();
    // What the player to move has for sure is WIN - node.most.
    let hoped = if settings.solver { WIN - node.most + 1 } else { LOSS };
    // The doubt of a child without visits is infinite: it comes first.
    let bound = |child: &Node<M>| child.value() + spread * child.doubt;
    let mut open = children.iter().enumerate().filter(|(_, child)| child.most >= hoped);
    let (mut best, first) = open.next().expect("a node that is not settled has a child worth a look");
    let mut most = bound(first);
    for (at, child) in open {
        let bound = bound(child);
        if bound > most {
            (best, most) = (at, bound);
        }
    }
    best
}

/// The natural logarithm, near enough: straight lines between powers of two, read off the bits of a float. The same on
/// every machine, which a library's logarithm is not, and quicker. At least that of 2, so that no doubt is multiplied
/// by nothing.
#[inline]
fn log(n: u32) -> f32 {
    const PER_BIT: f32 = std::f32::consts::LN_2 / (1 << 23) as f32;
    (n.max(2) as f32).to_bits().wrapping_sub(1.0_f32.to_bits()) as f32 * PER_BIT
}

/// Plays at most so many plies, each of which takes so many steps of work; false if the search must end before.
///
/// As many plies as there may be before a look at the clock are played in one go and counted afterwards, so that there is
/// nothing in the loop but the game. That saves 4 % of the instructions of a playout on connect4, 6 % on isolation, and
/// next to nothing on milestone.
#[inline]
fn roll<P: Position>(
    pos: &mut P,
    most_plies: u32,
    mut next: impl FnMut(&P) -> Option<P::Move>,
    n_steps: u32,
    meter: &mut Meter,
) -> bool {
    let mut n_left = most_plies;
    while n_left > 0 {
        let n_plies = meter.work_left().div_ceil(n_steps).min(n_left);
        for n_played in 0..n_plies {
            let Some(mv) = next(pos) else { return !meter.work(n_played * n_steps) };
            pos.play(mv);
            work::touched(1);
        }
        if meter.work(n_plies * n_steps) {
            return false;
        }
        n_left -= n_plies;
    }
    true
}

/// A result as a player sees it.
#[inline]
fn result_for(outcome: Outcome, player: Player) -> Result {
    match outcome {
        Outcome::Win(winner) if winner == player => WIN,
        Outcome::Win(_) => LOSS,
        Outcome::Draw => DRAW,
    }
}

impl<P: Position> Agent<P> for Mcts<P> {
    fn n_bytes(&self) -> usize {
        self.tree.n_bytes()
    }

    /// Nodes of a budget are playouts; depth is no limit; a budget without nodes and time means 1000 playouts.
    ///
    /// A score that is a win or loss is proved. Its distance is an upper bound: the winner can force the end within so
    /// many plies, whatever the loser does, though perhaps sooner. A proved draw is `Score::EVEN` and exact; anything
    /// else is twice the mean result of the move less one, from -1 to 1.
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move> {
        self.choose_aloud(pos, budget, &mut |_| {})
    }

    fn choose_aloud(
        &mut self,
        pos: &P,
        budget: &Budget,
        tell: &mut dyn FnMut(&Choice<P::Move>),
    ) -> Choice<P::Move> {
        let is_endless = budget.nodes.is_none() && budget.time.is_none() && budget.clock.is_none();
        let default = Budget { nodes: Some(DEFAULT_PLAYOUTS), ..budget.clone() };
        // The clock runs from here: to find what is known of the position takes time as well.
        let mut meter = Meter::new(if is_endless { &default } else { budget });
        if let Some(known) = self.plant(pos, &mut meter) {
            return known;
        }
        if let Some(cut) = self.settings.cut.as_ref().filter(|_| self.scale.is_none()) {
            self.scale = cut.spread(&mut self.scratch, pos, &mut self.chance, &mut meter);
        }
        let mut n_playouts = 0;
        while !self.tree.node(0).is_settled() && !meter.spend() {
            if !self.play_out(pos, &mut meter) {
                break;
            }
            n_playouts += 1;
            // Something new is seen with twice the playouts, not with one more.
            if n_playouts >= FIRST_TOLD && n_playouts.is_power_of_two() {
                tell(&self.choice(n_playouts));
            }
        }
        self.choice(n_playouts)
    }

    fn new_game(&mut self, chance: Stream) {
        self.chance = chance;
        self.root = None;
        self.scale = self.settings.cut.as_ref().and_then(|cut| cut.scale);
    }
}

#[cfg(test)]
mod tests;
