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
pub use race::{Race, RaceProgress, Stopped};

use crate::{Pair, Played};

/// So many pairs of a fixed schedule are told at once: enough that threads hardly ever wait for the last of them.
const PART: usize = 1 << 16;

/// How many different couples there are of `n`.
fn n_couples(n: usize) -> u64 {
    (n as u64).saturating_mul((n as u64).saturating_sub(1)) / 2
}

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
    /// been played, in the order in which it was scheduled. A schedule that is fixed is told part by part: it may be longer than
    /// anybody wants to hold at once.
    pub fn next(&self, n: usize, history: &[Played]) -> Vec<Pair> {
        match self {
            Schedule::RoundRobin { pairs } => {
                round_robin::pairs(n, *pairs).skip(history.len()).take(PART).collect()
            }
            Schedule::Gauntlet { couples, pairs } => {
                gauntlet::pairs(couples, *pairs).skip(history.len()).take(PART).collect()
            }
            Schedule::Partial { couples, seed } if history.is_empty() => partial::pairs(n, *couples, *seed),
            Schedule::Partial { .. } => Vec::new(),
            Schedule::Swiss { rounds, pairs } => swiss::round(n, *rounds, *pairs, history),
            Schedule::Knockout { pairs } => knockout::round(n, *pairs, history),
            Schedule::Until { elo, most_pairs } => until::round(n, *elo, *most_pairs, history),
            Schedule::Race(race) => race.next(history),
        }
    }

    /// All pairs of a fixed schedule; of another one, what is to be played first.
    pub fn all(&self, n: usize) -> Vec<Pair> {
        match self {
            Schedule::RoundRobin { pairs } => round_robin::pairs(n, *pairs).collect(),
            Schedule::Gauntlet { couples, pairs } => gauntlet::pairs(couples, *pairs).collect(),
            other => other.next(n, &[]),
        }
    }

    /// How many pairs there will be, if that can be told beforehand.
    pub fn n_pairs(&self, n: usize) -> Option<u64> {
        match self {
            Schedule::RoundRobin { pairs } => Some(n_couples(n).saturating_mul(u64::from(*pairs))),
            Schedule::Gauntlet { couples, pairs } => Some(couples.len() as u64 * u64::from(*pairs)),
            Schedule::Partial { couples, .. } => Some(n_couples(n).min(u64::from(*couples))),
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
            Schedule::Swiss { rounds, pairs } => rounds.saturating_mul(*pairs),
            Schedule::Knockout { pairs } => pairs.saturating_add(knockout::MOST_EXTRA_PAIRS),
            Schedule::Until { most_pairs, .. } => *most_pairs,
            Schedule::Race(race) => race.most_pairs,
        }
    }
}
