//! What is known of a position's value, and how well: proved, estimated from stored games, or only on an evaluator's own
//! scale. The three are never mixed up.

use serde::Serialize;
use utoipa::ToSchema;
use zermelo_catalog::Thought;
use zermelo_game::{Player, Proof, Score};

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
        /// In how many plies, at most; 0 for a draw.
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
    /// What an agent's thought says of the position it thought about.
    pub fn of_thought(&self, thought: &Thought, to_move: Player) -> Verdict {
        self.verdict(thought.score, thought.is_exact, to_move)
    }

    /// What a score from the side to move says; an exact one is the result with best play.
    pub fn verdict(&self, score: Score, is_exact: bool, to_move: Player) -> Verdict {
        let (winner, plies) = match Proof::of(score, is_exact) {
            Some(Proof::Win(plies)) => (to_move, plies),
            Some(Proof::Loss(plies)) => (to_move.other(), plies),
            Some(Proof::Draw) => {
                return Verdict::Proved { winner: None, plies: 0, text: "drawn with best play".to_owned() };
            }
            None => return self.judged(for_first(score, to_move), to_move),
        };
        let name = self.name(winner);
        let text = if plies == 0 { format!("{name} has won") } else { format!("{name} wins in {plies}") };
        Verdict::Proved { winner: Some(winner.into()), plies, text }
    }

    /// What a value says that was kept with a game, from the side to move: infinite if a win or loss was proved, and then nobody knows
    /// in how many plies; minus nothing if a draw was.
    pub fn thought(&self, value: f32, to_move: Player) -> Verdict {
        if value == 0.0 && value.is_sign_negative() {
            return self.verdict(Score::EVEN, true, to_move);
        }
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
                "equal on this evaluator's own scale".to_owned()
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
    pub fn expectation(&self, score: Score, is_exact: bool, to_move: Player) -> Option<f64> {
        let share = match Proof::of(score, is_exact) {
            Some(Proof::Win(_)) => 1.0,
            Some(Proof::Draw) => 0.5,
            Some(Proof::Loss(_)) => 0.0,
            None => {
                let value = for_first(score, to_move);
                return self.calibration.map(|calibration| calibration.expectation(value, to_move));
            }
        };
        Some(if to_move == Player::First { share } else { 1.0 - share })
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

/// A judgement from the side to move as the first player sees it.
pub fn for_first(score: Score, to_move: Player) -> f64 {
    let number = f64::from(score.number());
    // Adding zero keeps "minus nothing" out.
    if to_move == Player::First { number } else { 0.0 - number }
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
        let told = |score, is_exact, player| text(&judge.verdict(score, is_exact, player)).to_owned();
        assert_eq!(told(Score::win_in(9), false, Player::First), "Black wins in 9");
        assert_eq!(told(Score::win_in(9), true, Player::Second), "White wins in 9");
        assert_eq!(told(Score::loss_in(0), true, Player::First), "White has won");
        assert_eq!(told(Score::EVEN, true, Player::First), "drawn with best play");
        assert_eq!(told(Score::EVEN, false, Player::First), "equal on this evaluator's own scale");
        let uncalibrated = told(Score::judged(12.0), false, Player::Second);
        assert_eq!(uncalibrated, "+12.0 points for White on this evaluator's own scale");
        assert!(judge.expectation(Score::judged(12.0), false, Player::First).is_none());
        assert_eq!(judge.expectation(Score::loss_in(3), true, Player::Second), Some(1.0));
        assert_eq!(judge.expectation(Score::EVEN, true, Player::Second), Some(0.5));
        assert!(judge.expectation(Score::EVEN, false, Player::Second).is_none());
        assert_eq!(text(&judge.thought(-0.0, Player::First)), "drawn with best play");
        assert_eq!(text(&judge.thought(0.0, Player::First)), "equal on this evaluator's own scale");
        assert_eq!(text(&judge.thought(f32::NEG_INFINITY, Player::First)), "White wins");
    }
}
