//! Two entrants, until a sequential test knows who is right.

use zermelo_stats::{Sample, Sprt, Verdict};

use crate::{Evidence, GameResult, Pair, Played};

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
        let mut progress = RaceProgress::new(*self);
        history.iter().for_each(|played| progress.add(played));
        progress.next()
    }

    /// All pairs from this number on, as they are played while there is no verdict.
    pub fn pairs(&self, from: u32) -> impl Iterator<Item = Pair> + use<> {
        (from..self.most_pairs).map(|opening| Pair { round: opening / BATCH, a: 0, b: 1, opening })
    }

    /// Where the first verdict fell, pair by pair in schedule order; `None` if there is none yet. What a batch played beyond that
    /// does not count for the verdict.
    pub fn stopped(&self, history: &[Played]) -> Option<Stopped> {
        let mut progress = RaceProgress::new(*self);
        history.iter().for_each(|played| progress.add(played));
        progress.stopped()
    }
}

/// A race as far as it has been played. Pairs are added one by one in schedule order, so nothing is computed twice.
#[derive(Clone, Debug)]
pub struct RaceProgress {
    race: Race,
    /// The pairs that count, by result.
    pairs: [u64; 5],
    /// The games of these pairs that the tested entrant won, drew and lost.
    games: [u64; 3],
    evidence: Evidence,
    verdict: Verdict,
    n_counted: usize,
    n_played: u32,
}

impl RaceProgress {
    /// A race of which nothing has been played.
    pub fn new(race: Race) -> RaceProgress {
        let (evidence, verdict) = (Evidence::default(), Verdict::Open);
        RaceProgress { race, pairs: [0; 5], games: [0; 3], evidence, verdict, n_counted: 0, n_played: 0 }
    }

    /// One pair more. After a verdict it is counted as played, and changes nothing else.
    pub fn add(&mut self, played: &Played) {
        self.n_played += 1;
        if self.verdict != Verdict::Open {
            return;
        }
        self.n_counted += 1;
        self.pairs[played.halves()] += 1;
        for result in played.results {
            self.games[match result {
                GameResult::Win => 0,
                GameResult::Draw => 1,
                GameResult::Loss => 2,
            }] += 1;
        }
        self.evidence.add(played);
        self.verdict = self.race.test.verdict(&self.sample());
    }

    /// The next batch; nothing after a verdict.
    pub fn next(&self) -> Vec<Pair> {
        if self.verdict != Verdict::Open {
            return Vec::new();
        }
        self.race.pairs(self.n_played).take(BATCH as usize).collect()
    }

    /// The pairs that the test has looked at, by result: lost twice, lost and drawn, even, won and drawn, won twice.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// The games that the test has looked at: those that the tested entrant won, drew and lost.
    pub fn games(&self) -> [u64; 3] {
        self.games
    }

    /// The race.
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// How many pairs the test has looked at.
    pub fn n_pairs(&self) -> usize {
        self.n_counted
    }

    /// How many pairs have been played: more than the test has looked at, if a batch went on after the verdict.
    pub fn n_played(&self) -> u32 {
        self.n_played
    }

    /// What the pairs are as evidence: repeated games count once.
    pub fn sample(&self) -> Sample {
        Sample::of_pairs(self.pairs).worth(self.evidence.n_independent())
    }

    /// How many of the pairs are evidence.
    pub fn n_independent(&self) -> u64 {
        self.evidence.n_independent()
    }

    /// The logarithm of the likelihood ratio, as the test looks at it.
    pub fn log_ratio(&self) -> f64 {
        self.race.test.log_ratio(&self.sample())
    }

    /// What the test says.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Where the verdict fell; `None` if there is none yet.
    pub fn stopped(&self) -> Option<Stopped> {
        let stopped = Stopped { n_pairs: self.n_counted, verdict: self.verdict, pairs: self.pairs };
        (self.verdict != Verdict::Open).then_some(stopped)
    }
}
