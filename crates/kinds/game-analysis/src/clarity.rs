//! How clear choices are: what the best move is worth more than the second-best, and how many are about as good.

use serde::{Deserialize, Serialize};
use zermelo_game::Player;

use super::estimate::Estimate;
use super::expectation::Expectation;

/// A choice between moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Crossroads {
    /// The ply, from 0.
    pub ply: u64,
    /// Legal moves.
    pub moves: u64,
    /// The expected share of wins of the best move.
    pub best: f64,
    /// That of the second-best.
    pub second: f64,
    /// Moves whose share is at most so much below the best one's, the best included.
    pub near: u64,
}

impl Crossroads {
    /// A position with the values of its moves to the side to move; `None` with fewer than two moves.
    pub fn of(
        ply: usize,
        mover: Player,
        values: &[f32],
        near: f64,
        expectation: &Expectation,
    ) -> Option<Crossroads> {
        let mut shares: Vec<f64> = values.iter().map(|&value| expectation.share(value, mover)).collect();
        shares.sort_by(|a, b| b.total_cmp(a));
        let (&best, &second) = (shares.first()?, shares.get(1)?);
        // Rounding must not part what is exactly so far away.
        let n_near = shares.iter().filter(|&&share| share >= best - near - 1e-12).count();
        Some(Crossroads { ply: ply as u64, moves: shares.len() as u64, best, second, near: n_near as u64 })
    }
}

/// How clear choices are, in positions of different games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clarity {
    /// Who looked at them.
    pub players: String,
    /// Moves are about as good as the best if their expected share of wins is at most so much less.
    pub near: f64,
    /// What the best move is worth more than the second-best, in expected shares of wins.
    pub gap: Option<Estimate>,
    /// Moves that are about as good as the best one, itself included.
    pub near_best: Option<Estimate>,
    /// Their share of the legal moves.
    pub near_best_share: Option<Estimate>,
    /// The share of choices in which only one move will do.
    pub only_moves: Option<Estimate>,
    /// The choices.
    pub choices: Vec<Crossroads>,
}

impl Clarity {
    /// Of these choices.
    pub fn of(players: &str, near: f64, choices: Vec<Crossroads>) -> Clarity {
        let mean = |value: &dyn Fn(&Crossroads) -> f64| {
            Estimate::mean(&choices.iter().map(value).collect::<Vec<f64>>())
        };
        let n_only = choices.iter().filter(|choice| choice.near == 1).count();
        Clarity {
            players: players.to_owned(),
            near,
            gap: mean(&|choice| choice.best - choice.second).map(|gap| gap.within(0.0, 1.0)),
            near_best: mean(&|choice| choice.near as f64),
            near_best_share: mean(&|choice| choice.near as f64 / choice.moves as f64)
                .map(|share| share.within(0.0, 1.0)),
            only_moves: Estimate::share(n_only as u64, choices.len() as u64),
            choices,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossroads(values: &[f32]) -> Option<Crossroads> {
        let expectation = Expectation { slope: 1.0, ..Expectation::BLIND };
        Crossroads::of(3, Player::First, values, 0.05, &expectation)
    }

    #[test]
    fn the_gap_is_between_the_two_best() {
        let ln = |share: f64| (share / (1.0 - share)).ln() as f32;
        let choice = crossroads(&[ln(0.3), ln(0.8), ln(0.76), ln(0.7)]).unwrap();
        assert!((choice.best - choice.second - 0.04).abs() < 1e-6, "{choice:?}");
        assert_eq!((choice.moves, choice.near), (4, 2));
        // Two ways to win are equally good, however long they take; one that wins leaves no other.
        let won = crossroads(&[f32::INFINITY, f32::INFINITY, 2.0]).unwrap();
        assert_eq!((won.best - won.second, won.near), (0.0, 2));
        let only = crossroads(&[f32::NEG_INFINITY, f32::INFINITY]).unwrap();
        assert_eq!((only.best - only.second, only.near), (1.0, 1));
        assert_eq!(crossroads(&[1.0]), None);
    }

    #[test]
    fn shares_are_no_whole_numbers() {
        let choices = vec![
            crossroads(&[0.0, 0.0, 0.0, f32::NEG_INFINITY]).unwrap(),
            crossroads(&[f32::INFINITY, 0.0, 0.0, 0.0]).unwrap(),
        ];
        let clarity = Clarity::of("somebody", 0.05, choices);
        let value = |estimate: Option<Estimate>| estimate.unwrap().value;
        assert_eq!(value(clarity.gap), 0.25);
        assert_eq!(value(clarity.near_best), 2.0);
        assert_eq!(value(clarity.near_best_share), 0.5);
        assert_eq!(value(clarity.only_moves), 0.5);
    }
}
