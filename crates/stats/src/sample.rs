//! A sample of results: how often each of a few equally spaced scores was seen.
//!
//! Single games score 0, 1/2 or 1. Games played in pairs, from one opening and both sides, are not independent, but the
//! pairs are: so a pair is one observation, which scores 0, 1/4, 1/2, 3/4 or 1 (the pentanomial model).

/// Counts of results, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Not whole numbers where repeated observations count for less.
    counts: [f64; 5],
    n_kinds: usize,
}

impl Sample {
    /// Results of single games.
    pub fn of_games(wins: u64, draws: u64, losses: u64) -> Sample {
        Sample { counts: [losses as f64, draws as f64, wins as f64, 0.0, 0.0], n_kinds: 3 }
    }

    /// Results of pairs of games: both lost, one lost and one drawn, even, one won and one drawn, both won.
    pub fn of_pairs(pairs: [u64; 5]) -> Sample {
        Sample { counts: pairs.map(|count| count as f64), n_kinds: 5 }
    }

    /// The same results, counted as only so many independent observations.
    ///
    /// Agents that leave nothing to chance play the same games again from the same opening: that is no fresh evidence.
    #[must_use]
    pub fn worth(self, n_independent: u64) -> Sample {
        let n = self.n();
        let share = if n > 0.0 { (n_independent as f64 / n).min(1.0) } else { 1.0 };
        Sample { counts: self.counts.map(|count| count * share), ..self }
    }

    /// How many observations there are.
    pub fn n(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// How often each possible score was seen, from the worst to the best.
    pub fn counts(&self) -> &[f64] {
        &self.counts[..self.n_kinds]
    }

    /// The distance between two neighbouring scores.
    pub fn step(&self) -> f64 {
        1.0 / (self.n_kinds - 1) as f64
    }

    /// How many games an observation is.
    pub fn games_each(&self) -> f64 {
        if self.n_kinds == 5 { 2.0 } else { 1.0 }
    }

    /// Every score that is possible with the share of observations that had it. Shares have no meaning if there are no
    /// observations.
    pub fn shares(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        let (n, step) = (self.n(), self.step());
        let counts = self.counts.into_iter().take(self.n_kinds).enumerate();
        counts.map(move |(index, count)| (index as f64 * step, count / n))
    }

    /// The mean score.
    pub fn score(&self) -> f64 {
        let points: f64 = self.shares().map(|(score, share)| score * share).sum();
        points.clamp(0.0, 1.0)
    }

    /// The variance of the score of an observation (with divisor n, as match programs have it).
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.shares().map(|(score, share)| share * (score - mean).powi(2)).sum()
    }

    /// How many observations are worse, and how many better, than the mean.
    pub fn around_the_mean(&self) -> (f64, f64) {
        let (n, mean) = (self.n(), self.score());
        let count = |is_counted: fn(f64) -> bool| -> f64 {
            let counted = self.shares().filter(|&(score, _)| is_counted(score - mean));
            counted.map(|(_, share)| share * n).sum()
        };
        // A mean is rarely the exact binary number.
        (count(|distance| distance < -1e-9), count(|distance| distance > 1e-9))
    }

    /// The variance that the most likely distribution with another mean has: that among all distributions over the
    /// possible scores with the mean `mean`, under which these results are the most probable. `mean` lies strictly
    /// between 0 and 1.
    ///
    /// By Lagrange, it has the shares p / (1 + t (a - mean)) for a score a seen with the share p, where t makes the mean
    /// right. If a smaller mean is asked for than the scores that were seen can have, the worst possible score takes the rest.
    pub fn variance_at(&self, mean: f64) -> f64 {
        if mean > self.score() {
            self.mirrored().variance_below(1.0 - mean)
        } else {
            self.variance_below(mean)
        }
    }

    /// The same for a mean that is at most the one that was seen.
    fn variance_below(&self, mean: f64) -> f64 {
        let seen = self.shares().filter(|&(_, share)| share > 0.0);
        let excess = |t: f64| -> f64 {
            seen.clone().map(|(score, share)| share * (score - mean) / (1.0 + t * (score - mean))).sum()
        };
        // Beyond this the worst score would have a negative share.
        let most = 1.0 / mean;
        let has_worst = self.counts[0] > 0.0;
        let (mut low, mut high) = (0.0, most);
        if has_worst || excess(most) < 0.0 {
            for _ in 0..48 {
                let middle = 0.5 * (low + high);
                if excess(middle) > 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
        } else {
            low = most;
        }
        let (mut share_left, mut variance) = (1.0, 0.0);
        for (score, share) in seen {
            let share = share / (1.0 + low * (score - mean));
            share_left -= share;
            variance += share * (score - mean).powi(2);
        }
        variance + share_left.max(0.0) * mean * mean
    }

    /// The same results from the other side.
    #[must_use]
    pub fn mirrored(&self) -> Sample {
        let mut counts = self.counts;
        counts[..self.n_kinds].reverse();
        Sample { counts, ..*self }
    }
}
