//! The end of a game in a byte.

use zermelo_game::{Outcome, Player};

use crate::judge::Due;
use crate::reasons;
use crate::rules::Rules;

/// How a game ended, in a byte: the winner, and which goal decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct End(u8);

impl End {
    /// The game goes on.
    pub const NONE: End = End(0);
    /// The goals that an end can name.
    pub const MOST_GOALS: usize = 60;
    const LIMIT: u8 = 61;
    const STUCK: u8 = 62;

    fn new(outcome: Outcome, goal: u8) -> End {
        let winner = match outcome {
            Outcome::Win(Player::First) => 1,
            Outcome::Win(Player::Second) => 2,
            Outcome::Draw => 3,
        };
        End(goal << 2 | winner)
    }

    /// A goal holds.
    pub fn by_goal(due: &Due, outcome: Outcome) -> End {
        End::new(outcome, due.index as u8)
    }

    /// A goal of this number holds.
    #[inline]
    pub fn by_goal_number(goal: u8, outcome: Outcome) -> End {
        End::new(outcome, goal)
    }

    /// Somebody who has no move, of which no goal says anything: on a board that was set up.
    pub fn stuck() -> End {
        End::new(Outcome::Draw, End::STUCK)
    }

    /// The limit is reached.
    pub fn by_limit(winner: Option<Player>) -> End {
        End::new(winner.map_or(Outcome::Draw, Outcome::Win), End::LIMIT)
    }

    /// The result.
    #[inline]
    pub fn outcome(self) -> Option<Outcome> {
        match self.0 & 3 {
            0 => None,
            1 => Some(Outcome::Win(Player::First)),
            2 => Some(Outcome::Win(Player::Second)),
            _ => Some(Outcome::Draw),
        }
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(self) -> bool {
        self.0 != 0
    }

    /// The goal that decided, if one did.
    pub fn goal(self) -> Option<usize> {
        let goal = self.0 >> 2;
        (self.is_over() && goal < End::LIMIT).then_some(usize::from(goal))
    }

    /// Why, in a word for machines.
    pub fn reason(self, rules: &Rules) -> Option<&'static str> {
        match self.0 >> 2 {
            _ if !self.is_over() => None,
            End::LIMIT => Some(reasons::LIMIT),
            End::STUCK => Some(reasons::NO_MOVE),
            goal => Some(reasons::word(rules, usize::from(goal))),
        }
    }
}
