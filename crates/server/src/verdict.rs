//! What is known of a position's value, and how well: proved, estimated from stored games, or only on an evaluator's own
//! scale. The three are never mixed up.

use serde::Serialize;
use utoipa::ToSchema;
use zermelo_game::{Player, Score};

use crate::calibration::Calibration;
use crate::wire;

/// What is known of a position's value. Numbers are from the first player's side.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Verdict {
    /// The result with best play.
    Proved {
        /// Who wins; nobody if it is a draw.
        winner: Option<wire::Player>,
        /// In how many plies, at most.
        plies: u32,
        /// In words.
        text: String,
    },
    /// How often such positions were won.
    Estimated {
        /// The share of wins of the first player.
        first: f64,
        /// The share of draws.
        draw: f64,
        /// The share of wins of the second player.
        second: f64,
        /// How many positions the estimate rests on.
        n: u64,
        /// In words.
        text: String,
    },
    /// A value on the evaluator's own scale.
    Uncalibrated {
        /// The value.
        value: f64,
        /// In words.
        text: String,
    },
}

/// Whose words, and what values mean.
#[derive(Clone, Copy)]
pub struct Judge {
    /// What the players are called.
    pub players: [&'static str; 2],
    /// What the evaluator's values mean, if that is known.
    pub calibration: Option<&'static Calibration>,
}

impl Judge {
    /// What a score from the side to move says.
    pub fn verdict(&self, score: Score, to_move: Player) -> Verdict {
        if let Some(plies) = score.proved() {
            // A loss on the spot is told as minus nothing.
            let winner = if score.is_win() { to_move } else { to_move.other() };
            let plies = plies.unsigned_abs();
            let name = self.name(winner);
            let text = if plies == 0 { format!("{name} has won") } else { format!("{name} wins in {plies}") };
            return Verdict::Proved { winner: Some(winner.into()), plies, text };
        }
        let number = f64::from(score.number());
        self.judged(if to_move == Player::First { number } else { -number }, to_move)
    }

    /// What a value says that was kept with a game, from the side to move: infinite if it was proved, and then nobody knows in how many
    /// plies.
    pub fn thought(&self, value: f32, to_move: Player) -> Verdict {
        if value.is_finite() {
            let value = f64::from(value);
            return self.judged(if to_move == Player::First { value } else { -value }, to_move);
        }
        let winner = if value > 0.0 { to_move } else { to_move.other() };
        let text = format!("{} wins", self.name(winner));
        Verdict::Proved { winner: Some(winner.into()), plies: 0, text }
    }

    /// What a value from the first player's side says.
    pub fn judged(&self, value: f64, to_move: Player) -> Verdict {
        let Some(calibration) = self.calibration else {
            let text = if value == 0.0 {
                "even on this evaluator's own scale".to_owned()
            } else {
                let ahead = if value > 0.0 { Player::First } else { Player::Second };
                format!(
                    "+{} points for {} on this evaluator's own scale",
                    short(value.abs()),
                    self.name(ahead)
                )
            };
            return Verdict::Uncalibrated { value, text };
        };
        let [first, draw, second] = calibration.shares(value, to_move);
        let expectation = first + draw / 2.0;
        let (ahead, share) = if expectation >= 0.5 {
            (Player::First, expectation)
        } else {
            (Player::Second, 1.0 - expectation)
        };
        let text = format!("{} {:.0} %", self.name(ahead), 100.0 * share);
        Verdict::Estimated { first, draw, second, n: calibration.n, text }
    }

    /// What the first player can expect by a score, as a share of a point; nothing where values mean nothing known.
    pub fn expectation(&self, score: Score, to_move: Player) -> Option<f64> {
        if score.proved().is_some() {
            let first_wins = score.is_win() == (to_move == Player::First);
            return Some(if first_wins { 1.0 } else { 0.0 });
        }
        let number = f64::from(score.number());
        let value = if to_move == Player::First { number } else { -number };
        self.calibration.map(|calibration| calibration.expectation(value, to_move))
    }

    /// What a player is called at the beginning of a sentence.
    fn name(&self, player: Player) -> String {
        let name = match player {
            Player::First => self.players[0],
            Player::Second => self.players[1],
        };
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

/// A number with as many figures as mean something.
fn short(number: f64) -> String {
    if number >= 100.0 {
        format!("{number:.0}")
    } else if number >= 1.0 {
        format!("{number:.1}")
    } else {
        format!("{number:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(verdict: &Verdict) -> &str {
        match verdict {
            Verdict::Proved { text, .. }
            | Verdict::Estimated { text, .. }
            | Verdict::Uncalibrated { text, .. } => text,
        }
    }

    #[test]
    fn what_is_proved_has_no_percentage_and_what_is_not_calibrated_neither() {
        let judge = Judge { players: ["black", "white"], calibration: None };
        assert_eq!(text(&judge.verdict(Score::win_in(9), Player::First)), "Black wins in 9");
        assert_eq!(text(&judge.verdict(Score::win_in(9), Player::Second)), "White wins in 9");
        assert_eq!(text(&judge.verdict(Score::loss_in(0), Player::First)), "White has won");
        let told = judge.verdict(Score::judged(12.0), Player::Second);
        assert_eq!(text(&told), "+12.0 points for White on this evaluator's own scale");
        assert!(judge.expectation(Score::judged(12.0), Player::First).is_none());
        assert_eq!(judge.expectation(Score::loss_in(3), Player::Second), Some(1.0));
    }
}
