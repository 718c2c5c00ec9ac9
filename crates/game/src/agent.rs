//! Players as the program sees them: something that judges positions, something that chooses moves, and how much
//! it may spend on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Player, Position, Proof, Score, Scratch, Stream};

/// A judgement of positions. Asked only about positions in which the game goes on.
///
/// It speaks for one player, whoever is to move: some published evaluations are not zero-sum, and mean the player who
/// searches. A search asks about that player throughout.
///
/// [`value`](Evaluator::value) is all that is needed. One that can judge a position faster from what it knows of another (a
/// network's sums) writes [`value_with`](Evaluator::value_with) as well, which is what searches call.
pub trait Evaluator<P: Position>: Send + Sync {
    /// How good the position is for `player`; finite.
    fn value(&self, pos: &P, player: Player) -> f64;

    /// The same value, for a search that asks about one position after the other: positions that follow each other differ
    /// little, and what was computed for the last one may be kept in `scratch`. The value is that of
    /// [`value`](Evaluator::value), bit for bit, whatever was asked before; so sums that are kept must be exact (integers).
    #[inline]
    fn value_with(&self, _scratch: &mut Scratch, pos: &P, player: Player) -> f64 {
        self.value(pos, player)
    }

    /// What the value is made of: the name of each part (a feature, where it is one) and how much it adds, so that the
    /// parts sum to the value. `None` where the value is no sum. For explanations: a search never asks.
    fn contributions(&self, _pos: &P, _player: Player) -> Option<Vec<(&'static str, f64)>> {
        None
    }
}

/// A function from the side to move, taken as zero-sum.
impl<P: Position, F: Fn(&P) -> f64 + Send + Sync> Evaluator<P> for F {
    fn value(&self, pos: &P, player: Player) -> f64 {
        if pos.to_move() == player { self(pos) } else { -self(pos) }
    }
}

/// How much an agent may spend on one move. Whatever is `None` does not limit it; the first limit reached ends the
/// search. However small the budget, the agent has a move.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time to take for this move.
    pub time: Option<Duration>,
    /// Time for the rest of the game, of which the agent takes a share.
    pub clock: Option<Clock>,
    /// Ends the search from outside.
    pub stop: Option<Stop>,
}

/// A chess clock: what is left for all moves, and what every move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left now.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// A hand on the switch: whoever holds a copy can end the search that holds another.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    switch: Arc<AtomicBool>,
    /// Another switch that ends it, too.
    parent: Option<Arc<Stop>>,
}

impl Stop {
    /// Ends the search, soon.
    pub fn stop(&self) {
        self.switch.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.switch.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_stopped())
    }

    /// A switch of its own for a part of the work: what ends the whole ends the part, but not the other way round.
    pub fn child(&self) -> Stop {
        Stop { switch: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }
}

impl Budget {
    /// Looks so many plies ahead, however long it takes.
    pub fn depth(depth: u32) -> Budget {
        Budget { depth: Some(depth), ..Budget::default() }
    }

    /// Looks at so many positions.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// Takes so much time.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Whether only the depth limits the search, so that its value is a fact about the position.
    pub fn is_depth_only(&self) -> bool {
        self.depth.is_some() && self.nodes.is_none() && self.time.is_none() && self.clock.is_none()
    }

    /// Whether nothing limits it.
    pub fn is_endless(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.clock.is_none()
    }
}

/// A choice, and what is behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What it is worth to the side to move, as far as was seen.
    pub score: Score,
    /// Whether no line that matters ended in a judgement, so that the score is the result with best play. A win or loss
    /// is proved without it; an even score is a proved draw only with it.
    pub is_exact: bool,
    /// How many plies were looked ahead in full.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The line that is expected, the move first; empty if the agent expects nothing.
    pub line: Vec<M>,
    /// Why the agent forfeits the game; then `mv` is any legal move.
    pub forfeit: Option<Forfeit>,
}

/// Why an agent forfeits the game. Agents of our own always do, unless a published defect is asked for by name; engines, which
/// are programs of other people, can fail in every way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Forfeit {
    /// It gives the game up.
    Resigned,
    /// It answered with something that is no legal move.
    Illegal,
    /// It ended, or there is no talking to it.
    Crashed,
    /// It does not answer.
    Stalled,
    /// It answered after its time was over.
    Late,
    /// It says that it has no move, though the game goes on.
    NoMove,
}

impl Forfeit {
    /// All of them.
    pub const ALL: [Forfeit; 6] = [
        Forfeit::Resigned,
        Forfeit::Illegal,
        Forfeit::Crashed,
        Forfeit::Stalled,
        Forfeit::Late,
        Forfeit::NoMove,
    ];

    /// The name in every machine-readable output, as the reason why a game ended.
    pub const fn id(self) -> &'static str {
        match self {
            Forfeit::Resigned => "resignation",
            Forfeit::Illegal => "illegal-move",
            Forfeit::Crashed => "crash",
            Forfeit::Stalled => "stall",
            Forfeit::Late => "time",
            Forfeit::NoMove => "claims-no-move",
        }
    }

    /// Whether this is a fault, which a strict referee does not tolerate.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Forfeit::Resigned | Forfeit::NoMove)
    }
}

impl<M: Copy> Choice<M> {
    /// A move of which nothing more is known.
    pub fn of(mv: M) -> Choice<M> {
        Choice { mv, score: Score::EVEN, is_exact: false, depth: 0, nodes: 0, line: vec![mv], forfeit: None }
    }

    /// The result with best play, if it is proved.
    pub fn proof(&self) -> Option<Proof> {
        Proof::of(self.score, self.is_exact)
    }

    /// Whether the agent gives the game up.
    pub fn resigns(&self) -> bool {
        self.forfeit == Some(Forfeit::Resigned)
    }
}

/// A player: chooses one of the legal moves of a position in which the game goes on.
pub trait Agent<P: Position>: Send {
    /// Chooses.
    fn choose(&mut self, pos: &P, budget: &Budget) -> Choice<P::Move>;

    /// Chooses, and tells on the way what it would choose by then, as often as there is something new to tell.
    fn choose_aloud(
        &mut self,
        pos: &P,
        budget: &Budget,
        _tell: &mut dyn FnMut(&Choice<P::Move>),
    ) -> Choice<P::Move> {
        self.choose(pos, budget)
    }

    /// How many bytes of memory it holds, beyond a few kilobytes: tables and trees.
    fn n_bytes(&self) -> usize {
        0
    }

    /// Hears the moves that lead from the start of the game to the position it is asked about next; also before
    /// [`new_game`](Agent::new_game), where a game begins with an opening. Our own agents look at positions only, but another
    /// program may know moves better than positions.
    fn hear_line(&mut self, _start: &P, _moves: &[P::Move]) {}

    /// What it has to say to people beside its moves, since it was last asked: warnings, and why it did not move. Few and
    /// short texts.
    fn take_remarks(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Forgets everything, so that its moves do not depend on earlier games; whatever it leaves to chance comes from
    /// this stream from now on. Called for every game of a match, so it should be quick.
    fn new_game(&mut self, chance: Stream);
}
