//! The unit of a tournament: two games from one opening, with the sides exchanged.

/// Two games to play between two entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The round, from 0: what may be played at the same time.
    pub round: u32,
    /// The entrant who begins the first game.
    pub a: u32,
    /// The entrant who begins the second game.
    pub b: u32,
    /// Which opening of the tournament's list.
    pub opening: u32,
}

/// How a game ended for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameResult {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl GameResult {
    /// The same game for the other side.
    #[must_use]
    pub const fn reversed(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }

    /// Twice the score: 0, 1 or 2.
    pub const fn halves(self) -> u32 {
        self as u32
    }
}

/// A pair that has been played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who played.
    pub pair: Pair,
    /// How the two games ended for `a`.
    pub results: [GameResult; 2],
    /// Tells pairs with different moves apart.
    pub fingerprint: u64,
}

impl Played {
    /// The result of the pair for `a`, from 0 (both lost) to 4 (both won).
    pub fn halves(&self) -> usize {
        self.results.iter().map(|result| result.halves() as usize).sum()
    }
}
