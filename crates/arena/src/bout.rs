//! One game between two agents.

use std::time::{Duration, Instant};

use zermelo_game::{Choice, Outcome, Player, Position, Quit, Stream};

/// Somebody who sits at a board, with their budget.
pub trait Contender<P: Position> {
    /// Begins a new game: nothing is remembered, the clock is full, and chance comes from this stream.
    fn new_game(&mut self, chance: Stream);

    /// Chooses a move.
    fn choose(&mut self, pos: &P) -> Choice<P::Move>;
}

/// Somebody who may end a game that the rules would go on with.
pub trait Referee<P: Position> {
    /// The result, and in a word why, if the game is to end here after so many moves.
    fn judge(&mut self, pos: &P, n_moves: u32) -> Option<(Outcome, &'static str)>;
}

/// No referee: games go on to their end.
impl<P: Position> Referee<P> for () {
    #[inline]
    fn judge(&mut self, _pos: &P, _n_moves: u32) -> Option<(Outcome, &'static str)> {
        None
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// An agent did not move.
    Quit(Quit),
    /// The referee ended it, for this reason.
    Judged(&'static str),
}

/// What an agent spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves it chose.
    pub moves: u64,
    /// Positions it looked at.
    pub nodes: u64,
    /// Moves whose time was taken.
    pub timed_moves: u64,
    /// The time those took.
    pub time: Duration,
}

impl Effort {
    /// Positions looked at for a move, on average.
    pub fn nodes_per_move(&self) -> f64 {
        self.nodes as f64 / self.moves.max(1) as f64
    }

    /// Seconds taken for a move, on average.
    pub fn seconds_per_move(&self) -> f64 {
        self.time.as_secs_f64() / self.timed_moves.max(1) as f64
    }

    /// Adds what was spent elsewhere.
    pub fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.timed_moves += other.timed_moves;
        self.time += other.time;
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// Who won.
    pub outcome: Outcome,
    /// How it came to that.
    pub ending: Ending,
    /// What each contender spent.
    pub efforts: [Effort; 2],
    /// Tells games with different moves or endings apart.
    pub hash: u64,
}

/// Plays one game from a position to its end. `beginner` is which of the two contenders sits on the side that moves first in
/// the game; the streams are for the two sides.
///
/// The moves are left in `moves`. Looking at the clock takes longer than the fastest agents think, so that is done only
/// if it is asked for.
#[inline]
pub fn play<P: Position>(
    opening: &P,
    contenders: &mut [impl Contender<P>; 2],
    beginner: usize,
    streams: [Stream; 2],
    referee: &mut impl Referee<P>,
    is_timed: bool,
    moves: &mut Vec<P::Move>,
) -> Finish {
    for (side, stream) in Player::BOTH.into_iter().zip(streams) {
        contenders[side.index() ^ beginner].new_game(stream);
    }
    moves.clear();
    let mut efforts = [Effort::default(); 2];
    let mut hash = opening.key();
    let mut pos = opening.clone();
    let mut started = is_timed.then(Instant::now);
    loop {
        if let Some(outcome) = pos.outcome() {
            return Finish { outcome, ending: Ending::Rules, efforts, hash };
        }
        if let Some((outcome, reason)) = referee.judge(&pos, moves.len() as u32) {
            return Finish { outcome, ending: Ending::Judged(reason), efforts, hash: hash ^ 2 };
        }
        let who = pos.to_move().index() ^ beginner;
        let choice = contenders[who].choose(&pos);
        let effort = &mut efforts[who];
        effort.moves += 1;
        effort.nodes += choice.nodes;
        if let Some(before) = started {
            let now = Instant::now();
            effort.time += now - before;
            effort.timed_moves += 1;
            started = Some(now);
        }
        if let Some(quit) = choice.quits {
            let outcome = Outcome::Win(pos.to_move().other());
            return Finish { outcome, ending: Ending::Quit(quit), efforts, hash: hash ^ 1 };
        }
        pos.play(choice.mv);
        moves.push(choice.mv);
        hash = (hash.rotate_left(5) ^ pos.key()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
