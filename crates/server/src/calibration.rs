//! What an evaluator's value means: how often positions valued like this were won. Fitted on stored games, per game and
//! evaluator; where nobody has fitted it, no percentage is told.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_game::Player;
use zermelo_stats::ordered;

/// What a value means.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Calibration {
    /// The game.
    pub game: String,
    /// The evaluator.
    pub evaluator: String,
    /// By how much the log-odds rise with the value.
    pub slope: f64,
    /// The log-odds for being on the move.
    pub to_move: f64,
    /// The log-odds for being the first player.
    pub first: f64,
    /// Half the width of the draws, in log-odds; 0 where nothing was drawn.
    pub draws: f64,
    /// How many positions it was fitted on.
    pub n: u64,
    /// How it does on games it was not fitted on, from what is predicted to be lost to what is predicted to be won.
    pub bins: Vec<ReliabilityBin>,
}

/// Positions of which about the same was predicted, in games that nothing was fitted on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReliabilityBin {
    /// What the first player was predicted to score on average, a draw counting half.
    pub predicted: f64,
    /// What came.
    pub observed: f64,
    /// The lower end of its interval, 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many positions.
    pub n: u64,
    /// Of how many games; positions of one game share their result.
    pub games: u64,
}

static CALIBRATIONS: LazyLock<Vec<Calibration>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/calibrations.json")).expect("a file of our own is well formed")
});

/// A curve is believed if for so many of the positions it was not fitted on ..
const LEAST_BELIEVED: f64 = 0.75;
/// .. it predicts what came, give or take the interval and so much.
const SLACK: f64 = 0.05;

/// What this evaluator's values mean in this game, if that is known. A curve that other games refute is not.
pub fn find(game: &str, evaluator: &str) -> Option<&'static Calibration> {
    let known = CALIBRATIONS.iter().find(|one| one.game == game && one.evaluator == evaluator);
    known.filter(|calibration| calibration.is_believable())
}

impl Calibration {
    /// Whether games that it was not fitted on bear it out.
    fn is_believable(&self) -> bool {
        let bears_out = |bin: &&ReliabilityBin| (bin.low - SLACK..=bin.high + SLACK).contains(&bin.predicted);
        let n = |bins: &mut dyn Iterator<Item = &ReliabilityBin>| bins.map(|bin| bin.n).sum::<u64>() as f64;
        n(&mut self.bins.iter().filter(bears_out)) >= LEAST_BELIEVED * n(&mut self.bins.iter())
    }

    /// The shares of wins of the first player, draws, and wins of the second, for a value from the first player's side.
    pub fn shares(&self, value: f64, to_move: Player) -> [f64; 3] {
        let turn = if to_move == Player::First { self.to_move } else { -self.to_move };
        let odds = self.first + turn + self.slope * value;
        ordered::shares(odds, self.draws)
    }

    /// What the first player can expect, a draw counting half.
    pub fn expectation(&self, value: f64, to_move: Player) -> f64 {
        let [first, draw, _] = self.shares(value, to_move);
        first + draw / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_follow_the_value() {
        let calibration = Calibration {
            game: String::new(),
            evaluator: String::new(),
            slope: 0.01,
            to_move: 0.2,
            first: 0.1,
            draws: 0.5,
            n: 1,
            bins: Vec::new(),
        };
        for value in [-1e6, -50.0, 0.0, 50.0, 1e6] {
            let shares = calibration.shares(value, Player::First);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{shares:?}");
        }
        let expected = |value, to_move| calibration.expectation(value, to_move);
        assert!(expected(50.0, Player::First) > expected(0.0, Player::First));
        assert!(expected(0.0, Player::First) > expected(0.0, Player::Second));
        // Nothing but a value: two to one at log 2.
        let plain = Calibration { to_move: 0.0, first: 0.0, draws: 0.0, slope: 1.0, ..calibration };
        assert!((plain.shares(2_f64.ln(), Player::Second)[0] - 2.0 / 3.0).abs() < 1e-12);
    }

    /// What is told in percentages has been looked at on other games, and the intervals there are intervals.
    #[test]
    fn what_is_shipped_was_looked_at() {
        assert!(CALIBRATIONS.len() >= 5);
        for one in CALIBRATIONS.iter() {
            let name = format!("{} {}", one.game, one.evaluator);
            assert!(one.slope > 0.0 && one.draws >= 0.0 && one.n >= 1000, "{name}: {one:?}");
            assert!(one.bins.len() > 2, "{name}");
            assert!(one.bins.is_sorted_by(|a, b| a.predicted < b.predicted), "{name}");
            for bin in &one.bins {
                assert!(bin.low <= bin.observed && bin.observed <= bin.high, "{name}: {bin:?}");
                assert!(bin.games <= bin.n && bin.games > 0, "{name}: {bin:?}");
            }
        }
        // Games that can be drawn have a share of draws, the others none.
        let draws = |game: &str| find(game, "default").map(|one| one.shares(0.0, Player::First)[1]);
        assert!(draws("connect4") > Some(0.05) && draws("simplexity") > Some(0.0));
        // Isolation's values say who is ahead now; who wins hangs on who runs out of moves first, and its curve misses by far.
        assert_eq!(
            [draws("milestone"), draws("breakthrough"), draws("isolation")],
            [Some(0.0), Some(0.0), None]
        );
    }
}
