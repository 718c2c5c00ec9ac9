//! A Swiss tournament: in every round those meet who stand level, and no two meet again while that can be avoided.

use std::collections::HashSet;

use crate::{Pair, Played};

/// How many pairings are tried before a rematch is allowed.
const MOST_ATTEMPTS: u32 = 20_000;

/// The next round; nothing after the last.
pub fn round(n: usize, n_rounds: u32, n_pairs: u32, history: &[Played]) -> Vec<Pair> {
    let per_round = n / 2 * n_pairs as usize;
    if per_round == 0 || history.len() >= per_round * n_rounds as usize {
        return Vec::new();
    }
    let round = (history.len() / per_round) as u32;
    let mut table = Table::new(n);
    history.chunks_exact(per_round).for_each(|round| table.add_round(round, n_pairs));
    let couples = table.couples();
    let pairs = (0..n_pairs).flat_map(|index| {
        let opening = round.wrapping_mul(n_pairs).wrapping_add(index);
        couples.iter().map(move |&(a, b)| Pair { round, a, b, opening })
    });
    pairs.collect()
}

/// What is known after some rounds.
struct Table {
    /// Twice the points of each entrant.
    halves: Vec<u64>,
    has_rested: Vec<bool>,
    met: HashSet<(u32, u32)>,
}

impl Table {
    fn new(n: usize) -> Table {
        Table { halves: vec![0; n], has_rested: vec![false; n], met: HashSet::new() }
    }

    fn add_round(&mut self, round: &[Played], n_pairs: u32) {
        let mut rests = vec![true; self.halves.len()];
        for played in round {
            let Pair { a, b, .. } = played.pair;
            self.met.insert((a.min(b), a.max(b)));
            self.halves[a as usize] += played.halves() as u64;
            self.halves[b as usize] += 4 - played.halves() as u64;
            rests[a as usize] = false;
            rests[b as usize] = false;
        }
        for (entrant, _) in rests.iter().enumerate().filter(|(_, rests)| **rests) {
            // Resting is as good as winning: it must not throw anybody back.
            self.halves[entrant] += 4 * u64::from(n_pairs);
            self.has_rested[entrant] = true;
        }
    }

    /// Who meets whom, by rank.
    fn couples(&self) -> Vec<(u32, u32)> {
        let mut ranks: Vec<u32> = (0..self.halves.len() as u32).collect();
        ranks.sort_by_key(|&entrant| std::cmp::Reverse(self.halves[entrant as usize]));
        if ranks.len() % 2 == 1 {
            let last = ranks.iter().rposition(|&entrant| !self.has_rested[entrant as usize]);
            ranks.remove(last.unwrap_or(ranks.len() - 1));
        }
        let mut couples = Vec::new();
        let mut n_left = MOST_ATTEMPTS;
        if !self.pair_up(&mut ranks.clone(), &mut couples, &mut n_left) {
            couples = ranks.chunks_exact(2).map(|two| (two[0], two[1])).collect();
        }
        couples
    }

    /// Pairs the best with the best they have not met, so that the others can be paired too.
    fn pair_up(&self, ranks: &mut Vec<u32>, couples: &mut Vec<(u32, u32)>, n_left: &mut u32) -> bool {
        if ranks.is_empty() {
            return true;
        }
        let best = ranks.remove(0);
        for index in 0..ranks.len() {
            if *n_left == 0 {
                break;
            }
            *n_left -= 1;
            let other = ranks[index];
            if self.met.contains(&(best.min(other), best.max(other))) {
                continue;
            }
            ranks.remove(index);
            couples.push((best, other));
            if self.pair_up(ranks, couples, n_left) {
                return true;
            }
            couples.pop();
            ranks.insert(index, other);
        }
        ranks.insert(0, best);
        false
    }
}
