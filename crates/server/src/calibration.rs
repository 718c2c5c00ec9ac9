//! What an evaluator's value means: how often positions valued like this were won. Fitted on stored games, per game and
//! evaluator; where nobody has fitted it, no percentage is told.

use std::sync::LazyLock;

use serde::Deserialize;
use zermelo_game::Player;

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
}

static CALIBRATIONS: LazyLock<Vec<Calibration>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/calibrations.json")).expect("a file of our own is well formed")
});

/// What this evaluator's values mean in this game, if that is known.
pub fn find(game: &str, evaluator: &str) -> Option<&'static Calibration> {
    CALIBRATIONS.iter().find(|one| one.game == game && one.evaluator == evaluator)
}

impl Calibration {
    /// The shares of wins of the first player, draws, and wins of the second, for a value from the first player's side.
    pub fn shares(&self, value: f64, to_move: Player) -> [f64; 3] {
        let turn = if to_move == Player::First { self.to_move } else { -self.to_move };
        let odds = self.first + turn + self.slope * value;
        let first = logistic(odds - self.draws);
        let second = logistic(-odds - self.draws);
        [first, (1.0 - first - second).max(0.0), second]
    }

    /// What the first player can expect, a draw counting half.
    pub fn expectation(&self, value: f64, to_move: Player) -> f64 {
        let [first, draw, _] = self.shares(value, to_move);
        first + draw / 2.0
    }
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
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
}
