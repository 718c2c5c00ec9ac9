//! Elo as it is kept at tournaments: after every match a few points change hands.
//!
//! The rating hangs on the order of the matches and never settles: for measuring strength [`crate::bradley_terry`] is better.
//! It is here because the genetic programs of the Milestone study select by it, with matches of two games and K = 30.

use crate::error::StatsError;

/// How the points are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// As Elo has it.
    Exact,
    /// As the published program of the Milestone study has it: ratings are whole numbers, and so is the difference
    /// divided by 400. Below 400 points of difference both sides are expected to score the same, and the points that
    /// change hands are cut to a whole number.
    WholeNumbers,
}

/// A match: some games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// One player.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// How many games they played.
    pub n_games: u32,
    /// What the first one scored in all: 1 for a win, one half for a draw.
    pub score: f64,
}

/// Ratings that change from match to match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialElo {
    /// Everybody's rating before the first match.
    pub start: f64,
    /// How many points a win against an equal is worth, twice over.
    pub k: f64,
    /// How the points are computed.
    pub arithmetic: Arithmetic,
}

impl Default for SequentialElo {
    /// As in the Milestone study, without its defect.
    fn default() -> SequentialElo {
        SequentialElo { start: 1000.0, k: 30.0, arithmetic: Arithmetic::Exact }
    }
}

impl SequentialElo {
    /// The ratings of `n_players`, numbered from 0, after these matches in this order.
    pub fn rate(&self, n_players: usize, matches: &[Match]) -> Result<Vec<f64>, StatsError> {
        for (name, value) in [("the first rating", self.start), ("the factor K", self.k)] {
            if !value.is_finite() {
                return Err(StatsError::BadParameter {
                    name,
                    value: value.to_string(),
                    expected: "a finite number",
                });
            }
        }
        let start = match self.arithmetic {
            Arithmetic::Exact => self.start,
            Arithmetic::WholeNumbers => self.start.trunc(),
        };
        let mut ratings = vec![start; n_players];
        for played in matches {
            let &Match { first, second, .. } = played;
            if first >= n_players || second >= n_players || first == second {
                return Err(StatsError::BadPlayers { first, second, n_players });
            }
            let change = self.change(played, ratings[second] - ratings[first])?;
            ratings[first] += change;
            ratings[second] -= change;
        }
        Ok(ratings)
    }

    /// How many points the first player gains against one whose rating is higher by `lead`.
    fn change(&self, played: &Match, lead: f64) -> Result<f64, StatsError> {
        let n = f64::from(played.n_games);
        if !(0.0..=n).contains(&played.score) {
            let (name, expected) = ("the score of a match", "from 0 to the number of its games");
            return Err(StatsError::BadParameter { name, value: played.score.to_string(), expected });
        }
        let expected = |exponent: f64| n / (1.0 + 10_f64.powf(exponent));
        Ok(match self.arithmetic {
            Arithmetic::Exact => self.k * (played.score - expected(lead / 400.0)),
            Arithmetic::WholeNumbers => (self.k * (played.score - expected((lead / 400.0).trunc()))).trunc(),
        })
    }
}
