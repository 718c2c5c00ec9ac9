//! Two entrants, until a sequential test knows who is right.

use zermelo_stats::{Sample, Sprt, Verdict};

use crate::{Evidence, Pair, Played};

/// So many pairs are played before the test is looked at again. A constant, so that the number of threads changes nothing.
const BATCH: u32 = 32;

/// A match with a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Race {
    /// The test.
    pub test: Sprt,
    /// Without a verdict the race ends here.
    pub most_pairs: u32,
}

/// Where a race was decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopped {
    /// After so many pairs.
    pub n_pairs: usize,
    /// What the test says.
    pub verdict: Verdict,
    /// The pairs up to there, by result.
    pub pairs: [u64; 5],
}

impl Race {
    /// The next batch; nothing after a verdict.
    pub fn next(&self, history: &[Played]) -> Vec<Pair> {
        let n = history.len() as u32;
        if n >= self.most_pairs || self.stopped(history).is_some() {
            return Vec::new();
        }
        self.pairs(n).take(BATCH as usize).collect()
    }

    /// All pairs from this number on, as they are played while there is no verdict.
    pub fn pairs(&self, from: u32) -> impl Iterator<Item = Pair> {
        (from..self.most_pairs).map(|opening| Pair { round: opening / BATCH, a: 0, b: 1, opening })
    }

    /// Where the first verdict fell, pair by pair in schedule order; `None` if there is none yet. What a batch played beyond that
    /// does not count for the verdict.
    pub fn stopped(&self, history: &[Played]) -> Option<Stopped> {
        let mut pairs = [0; 5];
        let mut evidence = Evidence::default();
        for (index, played) in history.iter().enumerate() {
            pairs[played.halves()] += 1;
            evidence.add(played);
            let sample = Sample::of_pairs(pairs).worth(evidence.n_independent());
            let verdict = self.test.verdict(&sample);
            if verdict != Verdict::Open {
                return Some(Stopped { n_pairs: index + 1, verdict, pairs });
            }
        }
        None
    }
}
