//! One game between two agents. (Q-learning learns between moves and steps through its games itself.)

use std::time::{Duration, Instant};

use zermelo_game::{Choice, Forfeit, Outcome, Player, Position};

/// Looks on while a game is played, and may end it where the rules would go on.
pub trait Referee<P: Position> {
    /// The result, and in a word why, if the game is to end here after so many moves.
    #[inline]
    fn before_move(&mut self, _pos: &P, _n_moves: u32) -> Option<(Outcome, &'static str)> {
        None
    }

    /// The same once a move was chosen and made.
    #[inline]
    fn after_move(&mut self, _mover: Player, _choice: &Choice<P::Move>) -> Option<(Outcome, &'static str)> {
        None
    }
}

/// No referee: games go on to their end.
impl<P: Position> Referee<P> for () {}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules, for this reason.
    Rules,
    /// An agent did not move.
    Forfeit(Forfeit),
    /// The referee ended it, for this reason.
    Adjudicated(&'static str),
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
    pub end: GameEnd,
    /// What each side spent.
    pub efforts: [Effort; 2],
}

/// Plays one game from a position to its end; `choose` moves for the side to move.
///
/// The moves are left in `moves`. Looking at the clock takes longer than the fastest agents think, so that is done only
/// if it is asked for.
#[inline]
pub fn play_game<P: Position>(
    opening: &P,
    choose: &mut impl FnMut(&P) -> Choice<P::Move>,
    referee: &mut impl Referee<P>,
    is_timed: bool,
    moves: &mut Vec<P::Move>,
) -> Finish {
    moves.clear();
    let mut efforts = [Effort::default(); 2];
    let mut pos = opening.clone();
    let mut started = is_timed.then(Instant::now);
    loop {
        if let Some(outcome) = pos.outcome() {
            return Finish { outcome, end: GameEnd::Rules, efforts };
        }
        if let Some((outcome, reason)) = referee.before_move(&pos, moves.len() as u32) {
            return Finish { outcome, end: GameEnd::Adjudicated(reason), efforts };
        }
        let mover = pos.to_move();
        let choice = choose(&pos);
        let effort = &mut efforts[mover.index()];
        effort.moves += 1;
        effort.nodes += choice.nodes;
        if let Some(before) = started {
            let now = Instant::now();
            effort.time += now - before;
            effort.timed_moves += 1;
            started = Some(now);
        }
        if let Some(forfeit) = choice.forfeit {
            return Finish { outcome: Outcome::Win(mover.other()), end: GameEnd::Forfeit(forfeit), efforts };
        }
        pos.play(choice.mv);
        moves.push(choice.mv);
        if let Some((outcome, reason)) = referee.after_move(mover, &choice) {
            return Finish { outcome, end: GameEnd::Adjudicated(reason), efforts };
        }
    }
}
