//! How much there is to learn: what every doubling of thought gains.

use serde::{Deserialize, Serialize};

use super::file::NODES;
use super::verdict::{Side, Test, hold_together};
use zermelo_kind::Confirmation;

/// A level stands above the last one if it scores so much against it, and significantly more than half.
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
    /// Whether it is a level of its own, as one of the ladder's rungs.
    pub is_level: bool,
}

impl Rung {
    /// What games of the stronger against the weaker say. Whether it is a level of its own is for the ladder to say.
    pub fn of(nodes: [u64; 2], games: Confirmation) -> Rung {
        Rung { nodes, games, is_level: false }
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
    pub fn of(players: &str, mut rungs: Vec<Rung>) -> Ladder {
        let sides = sides(&rungs);
        for (rung, side) in rungs.iter_mut().zip(sides) {
            rung.is_level = rung.games.score[0] >= LEVEL && side == Side::More;
        }
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

    /// Which doublings gain or lose significantly, all of them held to 5 % together.
    pub fn verdicts(&self) -> Vec<Side> {
        sides(&self.rungs)
    }
}

fn sides(rungs: &[Rung]) -> Vec<Side> {
    let tests: Vec<_> = rungs.iter().map(|rung| Some(Test::of_interval(rung.games.score, 0.5))).collect();
    hold_together(&tests)
        .into_iter()
        .map(|verdict| verdict.map_or(Side::Neither, |verdict| verdict.side))
        .collect()
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
        let ladder = Ladder::of("somebody", vec![sure, doubtful, slight]);
        assert_eq!(ladder.rungs.iter().map(|rung| rung.is_level).collect::<Vec<_>>(), [true, false, false]);
        assert_eq!(ladder.verdicts(), [Side::More, Side::Neither, Side::More]);
        // z = 2.1: enough for a level alone, not for one of three.
        let weak = rung([0.6, 0.507, 0.693], [70.0, 5.0, 141.0]);
        let none = rung([0.5, 0.41, 0.59], [0.0, -63.0, 63.0]);
        assert_eq!(Ladder::of("", vec![weak.clone()]).levels, 2);
        assert_eq!(Ladder::of("", vec![weak, none.clone(), none]).levels, 1);
        assert_eq!(ladder.levels, 2);
        assert_eq!(ladder.elo[0], 242.0);
        let below = (52.0_f64.powi(2) + 92.0_f64.powi(2) + 28.0_f64.powi(2)).sqrt();
        assert!((ladder.elo[1] - (242.0 - below)).abs() < 1e-9);
        assert_eq!(Ladder::of("nobody", Vec::new()).levels, 1);
    }
}
