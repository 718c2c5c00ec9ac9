//! How much there is to learn: what every doubling of thought gains.

use serde::{Deserialize, Serialize};

use super::file::NODES;
use crate::confirmation::Confirmation;

/// A level stands above the last one if it scores so much against it, and more than half without doubt.
pub const LEVEL: f64 = 0.6;

/// Levels of thought, each against the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ladder {
    /// Who plays, with `{nodes}` where the strength stands.
    pub players: String,
    /// Every doubling.
    pub rungs: Vec<Rung>,
    /// How many levels can be told apart, the lowest included.
    pub levels: u64,
    /// The Elo between the lowest and the highest, with its 95 % interval.
    pub elo: [f64; 3],
}

/// A doubling of thought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rung {
    /// Nodes of the weaker and the stronger player.
    pub nodes: [u64; 2],
    /// The stronger against the weaker.
    pub games: Confirmation,
    /// Whether it is a level of its own.
    pub is_level: bool,
}

impl Rung {
    /// What games of the stronger against the weaker say.
    pub fn of(nodes: [u64; 2], games: Confirmation) -> Rung {
        let is_level = games.score[0] >= LEVEL && games.score[1] > 0.5;
        Rung { nodes, games, is_level }
    }
}

impl Ladder {
    /// Who plays, with how little and how much they think: `alphabeta(nodes=100 to 1600)`.
    pub fn who(&self) -> String {
        let [Some(first), Some(last)] = [self.rungs.first(), self.rungs.last()] else {
            return self.players.split('(').next().unwrap_or_default().to_owned();
        };
        self.players.replace(NODES, &format!("{} to {}", first.nodes[0], last.nodes[1]))
    }

    /// Of these rungs, whose games are independent.
    pub fn of(players: &str, rungs: Vec<Rung>) -> Ladder {
        let mut total = [0.0; 3];
        for Rung { games, .. } in &rungs {
            let [elo, low, high] = games.elo;
            total[0] += elo;
            total[1] += (elo - low).powi(2);
            total[2] += (high - elo).powi(2);
        }
        // Errors of independent games add by their squares.
        let elo = [total[0], total[0] - total[1].sqrt(), total[0] + total[2].sqrt()];
        let levels = 1 + rungs.iter().filter(|rung| rung.is_level).count() as u64;
        Ladder { players: players.to_owned(), rungs, levels, elo }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rung(score: [f64; 3], elo: [f64; 3]) -> Rung {
        let games = Confirmation {
            against: String::new(),
            opponents: 1,
            games: 200,
            pairs: [0, 0, 100, 0, 0],
            score,
            elo,
        };
        Rung::of([100, 200], games)
    }

    #[test]
    fn levels_must_be_shown() {
        let sure = rung([0.65, 0.58, 0.72], [108.0, 56.0, 164.0]);
        let doubtful = rung([0.62, 0.49, 0.74], [85.0, -7.0, 182.0]);
        let slight = rung([0.57, 0.53, 0.61], [49.0, 21.0, 78.0]);
        assert_eq!([&sure, &doubtful, &slight].map(|rung| rung.is_level), [true, false, false]);
        let ladder = Ladder::of("somebody", vec![sure, doubtful, slight]);
        assert_eq!(ladder.levels, 2);
        assert_eq!(ladder.elo[0], 242.0);
        let below = (52.0_f64.powi(2) + 92.0_f64.powi(2) + 28.0_f64.powi(2)).sqrt();
        assert!((ladder.elo[1] - (242.0 - below)).abs() < 1e-9);
        assert_eq!(Ladder::of("nobody", Vec::new()).levels, 1);
    }
}
