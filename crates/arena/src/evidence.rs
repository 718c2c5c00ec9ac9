//! How much a number of games tells.
//!
//! Agents that leave nothing to chance repeat a pair of games whenever they get its opening again: that tells nothing new.
//! If any opening has led to different games, chance is at work, and every pair counts.

use std::collections::HashSet;

use crate::Played;

/// What has been seen of two entrants' games.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    openings: HashSet<u32>,
    pairs: HashSet<(u32, u64)>,
    n_pairs: u64,
}

impl Evidence {
    /// Sees one pair more.
    pub fn add(&mut self, played: &Played) {
        self.openings.insert(played.pair.opening);
        self.pairs.insert((played.pair.opening, played.fingerprint));
        self.n_pairs += 1;
    }

    /// How many pairs were seen.
    pub fn n_pairs(&self) -> u64 {
        self.n_pairs
    }

    /// How many of them differ.
    pub fn n_distinct(&self) -> u64 {
        self.pairs.len() as u64
    }

    /// How many of them are evidence.
    pub fn n_independent(&self) -> u64 {
        if self.pairs.len() == self.openings.len() { self.n_distinct() } else { self.n_pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameResult, Pair};

    fn evidence(pairs: &[(u32, u64)]) -> (u64, u64) {
        let mut evidence = Evidence::default();
        for &(opening, fingerprint) in pairs {
            let pair = Pair { round: 0, a: 0, b: 1, opening };
            evidence.add(&Played { pair, results: [GameResult::Win; 2], fingerprint });
        }
        (evidence.n_distinct(), evidence.n_independent())
    }

    #[test]
    fn repeated_games_are_no_evidence_unless_chance_is_at_work() {
        assert_eq!(evidence(&[]), (0, 0));
        // The same games from the same openings.
        assert_eq!(evidence(&[(0, 7), (1, 8), (0, 7), (1, 8), (0, 7)]), (2, 2));
        // The same opening, different games: also those that happen to be the same count.
        assert_eq!(evidence(&[(0, 7), (0, 8), (0, 7)]), (2, 3));
        // Different openings that lead to the same moves are different games.
        assert_eq!(evidence(&[(0, 7), (1, 7)]), (2, 2));
    }
}
