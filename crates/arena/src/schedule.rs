//! Who meets whom.
//!
//! A schedule is a function from what has been played to what is to be played next. It is asked again when all of that
//! is done, until it has nothing more. It sees results in schedule order, never in the order in which games happened to
//! finish, so what it decides does not depend on threads.

mod gauntlet;
mod knockout;
mod partial;
mod race;
mod round_robin;
mod swiss;
mod until;

pub use knockout::bracket_winner;
pub use race::{Race, Stopped};

use crate::{Pair, Played};

/// Kinds of tournaments. "Pairs" are pairs of games: one opening, from both sides.
#[derive(Clone, Debug, PartialEq)]
pub enum Schedule {
    /// Everybody meets everybody.
    RoundRobin {
        /// How often each two meet.
        pairs: u32,
    },
    /// Some couples meet.
    Gauntlet {
        /// Who meets whom.
        couples: Vec<(u32, u32)>,
        /// How often.
        pairs: u32,
    },
    /// Some couples, drawn at random, meet once.
    Partial {
        /// How many couples.
        couples: u32,
        /// Decides which.
        seed: u64,
    },
    /// In every round those meet who stand level, but never the same two again while that can be avoided.
    Swiss {
        /// How many rounds.
        rounds: u32,
        /// How many pairs two play in a round.
        pairs: u32,
    },
    /// Who loses is out.
    Knockout {
        /// How many pairs two play in a round; more while they are level.
        pairs: u32,
    },
    /// Whoever tells most meets, until all ratings are known to so many Elo.
    Until {
        /// Half the width of every 95 % interval.
        elo: f64,
        /// But never more pairs than this.
        most_pairs: u32,
    },
    /// Two entrants, until a sequential test knows who is right.
    Race(Race),
}

impl Schedule {
    /// What is to be played next among `n` entrants, in order; nothing if the tournament is over. `history` is all that has
    /// been played, in the order in which it was scheduled.
    pub fn next(&self, n: usize, history: &[Played]) -> Vec<Pair> {
        match self {
            Schedule::RoundRobin { pairs } if history.is_empty() => round_robin::pairs(n, *pairs),
            Schedule::Gauntlet { couples, pairs } if history.is_empty() => gauntlet::pairs(couples, *pairs),
            Schedule::Partial { couples, seed } if history.is_empty() => partial::pairs(n, *couples, *seed),
            Schedule::RoundRobin { .. } | Schedule::Gauntlet { .. } | Schedule::Partial { .. } => Vec::new(),
            Schedule::Swiss { rounds, pairs } => swiss::round(n, *rounds, *pairs, history),
            Schedule::Knockout { pairs } => knockout::round(n, *pairs, history),
            Schedule::Until { elo, most_pairs } => until::round(n, *elo, *most_pairs, history),
            Schedule::Race(race) => race.next(history),
        }
    }

    /// How many pairs there will be, if that can be told beforehand.
    pub fn n_pairs(&self, n: usize) -> Option<u64> {
        match self {
            Schedule::RoundRobin { .. } | Schedule::Gauntlet { .. } | Schedule::Partial { .. } => {
                Some(self.next(n, &[]).len() as u64)
            }
            Schedule::Swiss { rounds, pairs } => {
                Some(u64::from(*rounds) * u64::from(*pairs) * (n as u64 / 2))
            }
            Schedule::Knockout { .. } | Schedule::Until { .. } | Schedule::Race(_) => None,
        }
    }

    /// How many openings it asks for at most, so that no two meet twice in the same one.
    pub fn n_openings(&self) -> u32 {
        match self {
            Schedule::RoundRobin { pairs } | Schedule::Gauntlet { pairs, .. } => *pairs,
            Schedule::Partial { .. } => 1,
            Schedule::Swiss { rounds, pairs } => rounds * pairs,
            Schedule::Knockout { pairs } => pairs + knockout::MOST_EXTRA_PAIRS,
            Schedule::Until { most_pairs, .. } => *most_pairs,
            Schedule::Race(race) => race.most_pairs,
        }
    }
}
