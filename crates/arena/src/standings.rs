//! Who stands where: points, and who did what against whom.

use crate::{GameResult, Played, Points};

/// Wins, draws and losses, and pairs of games by their result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games: both lost, one lost and one drawn, even, one won and one drawn, both won.
    pub pairs: [u64; 5],
}

impl Record {
    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of points, a draw being half; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + 0.5 * self.draws as f64) / games as f64)
    }

    /// The record of somebody who was here and elsewhere.
    pub fn add(&mut self, other: &Record) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (here, there) in self.pairs.iter_mut().zip(other.pairs) {
            *here += there;
        }
    }

    fn count(&mut self, results: [GameResult; 2]) {
        for result in results {
            match result {
                GameResult::Win => self.wins += 1,
                GameResult::Draw => self.draws += 1,
                GameResult::Loss => self.losses += 1,
            }
        }
        self.pairs[results.iter().map(|result| result.halves() as usize).sum::<usize>()] += 1;
    }
}

/// Where an entrant stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The entrant.
    pub entrant: usize,
    /// Their points.
    pub points: f64,
    /// Against everybody.
    pub record: Record,
}

/// Everybody's results against everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// By entrant and opponent.
    table: Vec<Vec<Record>>,
    points: Points,
}

impl Standings {
    /// What has been played among so many entrants.
    pub fn new(n_entrants: usize, points: Points, history: &[Played]) -> Standings {
        let mut standings =
            Standings { table: vec![vec![Record::default(); n_entrants]; n_entrants], points };
        for played in history {
            standings.add(played);
        }
        standings
    }

    /// Counts a pair.
    pub fn add(&mut self, played: &Played) {
        let (a, b) = (played.pair.a as usize, played.pair.b as usize);
        self.table[a][b].count(played.results);
        self.table[b][a].count(played.results.map(GameResult::reversed));
    }

    /// How many entrants there are.
    pub fn n_entrants(&self) -> usize {
        self.table.len()
    }

    /// What an entrant did against an opponent.
    pub fn between(&self, entrant: usize, opponent: usize) -> &Record {
        &self.table[entrant][opponent]
    }

    /// Where an entrant stands.
    pub fn of(&self, entrant: usize) -> Standing {
        let mut record = Record::default();
        for against in &self.table[entrant] {
            record.add(against);
        }
        let points = self.points.of(record.wins, record.draws, record.losses);
        Standing { entrant, points, record }
    }

    /// Everybody, the best first: by points a game, so that who has played less is not behind for that; level entrants
    /// in the order they were entered.
    pub fn ranking(&self) -> Vec<Standing> {
        let mut ranking: Vec<Standing> = (0..self.n_entrants()).map(|entrant| self.of(entrant)).collect();
        let per_game = |standing: &Standing| standing.points / standing.record.games().max(1) as f64;
        ranking.sort_by(|a, b| per_game(b).total_cmp(&per_game(a)));
        ranking
    }
}
