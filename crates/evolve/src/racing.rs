//! Racing: which of several candidates is best, when each judgement is noisy and judgements are dear.
//!
//! Successive halving: everybody is judged a little, the worse half goes, and the same effort is spent again
//! on those who are left, until one is. Judgements are kept from round to round. Two things are added, each
//! measured to help: whoever is clearly worse than the leader goes too, and whoever is as good as level with
//! the last one to stay, stays.
//!
//! Simulated with 32 candidates, spread 30 Elo, 200 games each: equal shares lose 14 Elo against the true
//! best, this less than 6 (`tests/suite/racing.rs`).

use zermelo_stats::summary::Summary;

use crate::EvolveError;
use crate::error::setting;
use crate::selection::ranking;

/// Who is so many standard errors behind the leader goes, whatever its rank.
const CLEARLY_WORSE: f64 = 3.0;

/// Who is less than so many standard errors behind the last one to stay, stays too. More spares too many: at
/// 0.5 the simulated loss is that of plain halving, at 1 nearly twice as much.
const AS_GOOD_AS_LEVEL: f64 = 0.25;

/// A race under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Halving {
    /// How many judgements are left.
    budget: u64,
    /// Who is still in, the best first once something is known.
    running: Vec<usize>,
    /// Who is out, the worst first.
    out: Vec<usize>,
    results: Vec<Option<Summary>>,
}

/// Whom to judge, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Which candidate, from 0.
    pub candidate: usize,
    /// How many more judgements it gets.
    pub judgements: u64,
}

impl Halving {
    /// A race of `n` candidates with so many judgements in all, at least one for each.
    pub fn new(n: usize, budget: u64) -> Result<Halving, EvolveError> {
        setting(n > 0, "the number of candidates", n, "at least 1")?;
        let expected = format!("at least one judgement for each of {n} candidates");
        setting(budget >= n as u64, "the budget", budget, expected)?;
        Ok(Halving { budget, running: (0..n).collect(), out: Vec::new(), results: vec![None; n] })
    }

    /// Whom to judge next, and how often; empty when the race is over.
    pub fn ask(&self) -> Vec<Heat> {
        let judgements = self.share();
        if judgements == 0 {
            return Vec::new();
        }
        self.running.iter().map(|&candidate| Heat { candidate, judgements }).collect()
    }

    /// Takes in what the judgements just asked for were, in that order, and sends the worse home.
    pub fn tell(&mut self, results: &[Summary]) -> Result<(), EvolveError> {
        let asked = self.ask();
        if results.len() != asked.len() {
            let (expected, got) = (asked.len(), results.len());
            return Err(EvolveError::WrongNumber { what: "heats", expected, got });
        }
        for (index, (result, heat)) in results.iter().zip(&asked).enumerate() {
            if !(result.mean.is_finite() && result.squares.is_finite()) {
                let value = result.mean.to_string();
                return Err(EvolveError::NotFinite { what: "heats", index, value });
            }
            let expected = format!("{}, as asked", heat.judgements);
            setting(result.n as u64 == heat.judgements, "the number of judgements", result.n, expected)?;
        }
        for (result, heat) in results.iter().zip(&asked) {
            let whole = self.results[heat.candidate].map_or(*result, |before| joined(before, *result));
            self.results[heat.candidate] = Some(whole);
            self.budget -= heat.judgements;
        }
        self.eliminate();
        Ok(())
    }

    /// All candidates, the best first: those still in by their means, then those who went, the last to go
    /// first.
    pub fn order(&self) -> Vec<usize> {
        self.running.iter().chain(self.out.iter().rev()).copied().collect()
    }

    /// What is known about each candidate; nothing before the first heat.
    pub fn results(&self) -> &[Option<Summary>] {
        &self.results
    }

    /// How many judgements are left. Some may be when the race is over: then it was decided early.
    pub fn budget_left(&self) -> u64 {
        self.budget
    }

    /// How many judgements each gets in this heat: what is left, spread evenly over the rounds that halving
    /// still needs.
    fn share(&self) -> u64 {
        let n = self.running.len() as u64;
        if n < 2 || self.budget < n {
            return 0;
        }
        let n_rounds = u64::from(n.next_power_of_two().trailing_zeros());
        (self.budget / n_rounds / n).max(1)
    }

    fn eliminate(&mut self) {
        let means: Vec<f64> = self.running.iter().map(|&index| self.mean(index)).collect();
        let ranked: Vec<usize> = ranking(&means).into_iter().map(|at| self.running[at]).collect();
        let n_kept = ranked.len().div_ceil(2);
        let variance = self.variance();
        let gap = |better: usize, worse: usize| self.mean(better) - self.mean(worse);
        let error = |a: usize, b: usize| {
            let n = |index: usize| self.results[index].map_or(1.0, |result| result.n as f64);
            variance.map(|variance| (variance * (1.0 / n(a) + 1.0 / n(b))).sqrt())
        };
        let stays = |rank: usize, index: usize| {
            if rank < n_kept {
                let clearly = error(ranked[0], index).map(|error| CLEARLY_WORSE * error);
                rank == 0 || clearly.is_none_or(|clearly| gap(ranked[0], index) <= clearly)
            } else {
                // Somebody must go, or the race would not end.
                let level = error(ranked[n_kept - 1], index).map(|error| AS_GOOD_AS_LEVEL * error);
                rank + 1 < ranked.len() && level.is_some_and(|level| gap(ranked[n_kept - 1], index) < level)
            }
        };
        let (kept, gone): (Vec<_>, Vec<_>) =
            ranked.iter().copied().enumerate().partition(|&(rank, index)| stays(rank, index));
        self.out.extend(gone.into_iter().rev().map(|(_, index)| index));
        self.running = kept.into_iter().map(|(_, index)| index).collect();
    }

    fn mean(&self, candidate: usize) -> f64 {
        self.results[candidate].map_or(f64::NEG_INFINITY, |result| result.mean)
    }

    /// The variance of a single judgement, from all candidates still in: a few judgements of one alone may
    /// happen to be equal. `None` if nobody was judged twice.
    fn variance(&self) -> Option<f64> {
        let known = || self.running.iter().filter_map(|&index| self.results[index]);
        let df: usize = known().map(|result| result.n.saturating_sub(1)).sum();
        (df > 0).then(|| known().map(|result| result.squares).sum::<f64>() / df as f64)
    }
}

/// The summary of two lists together (Chan, Golub and LeVeque).
fn joined(a: Summary, b: Summary) -> Summary {
    let (n_a, n_b) = (a.n as f64, b.n as f64);
    let (gap, n) = (b.mean - a.mean, n_a + n_b);
    Summary {
        n: a.n + b.n,
        mean: a.mean + gap * n_b / n,
        squares: a.squares + b.squares + gap * gap * n_a * n_b / n,
    }
}
