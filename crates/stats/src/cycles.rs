//! Where a single rating fails: how much of the results it explains, and cycles such as A > B > C > A.
//!
//! **How much is explained.** The logarithm of the odds of every pairing is split into a difference of ratings and a rest
//! (least squares, weighted by precision, as in HodgeRank). If ratings are all there is, the rest is noise, and its weighted
//! square has a chi-squared distribution: that is the test. Noise also makes the plain share look bad after few games,
//! so the share beyond noise has the squares that noise alone would give taken away.
//!
//! **Which cycles are real.** A cycle is real if all three of its arrows are. In a pool without cycles every cycle that is
//! seen has a wrong arrow; so if no arrow at all is wrong, no cycle is. The arrows are tested by sign (exact, draws say
//! nothing) with Bonferroni's correction for all the pairings and both directions: the stated confidence holds for **all**
//! cycles reported together. The bootstrap adds, per cycle, how often it is seen in samples drawn from the results.

use rand_core::Rng;

use crate::bootstrap::uniform;
use crate::boxplot::quantile_of_sorted;
use crate::encounter::{Encounter, check, connected_groups};
use crate::error::{StatsError, at_least, inside_unit};
use crate::matrix::Matrix;
use crate::superiority::sign_test;
use crate::tails::chi_squared_tail;

/// Three players each of whom beats the next, and the last one the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// The players, the smallest number first.
    pub players: [usize; 3],
    /// How sure it is that this, and all the cycles that are as sure, are real.
    pub confidence: f64,
    /// In which share of the samples drawn from the results the cycle was seen.
    pub bootstrap_share: f64,
}

/// What a single rating explains of a pool's results, and what not.
#[derive(Clone, Debug, PartialEq)]
pub struct Intransitivity {
    /// The share of the squared differences that ratings explain, noise and all.
    pub explained: f64,
    /// The same beyond noise.
    pub explained_beyond_noise: f64,
    /// An interval of the share beyond noise, by the bootstrap.
    pub interval: (f64, f64),
    /// The chance of so large a rest if ratings explain everything.
    pub p: f64,
    /// The cycles that were seen, the surest first.
    pub cycles: Vec<Cycle>,
}

/// Two players and the results of the one with the smaller number, whoever moved first.
#[derive(Clone, Copy, Debug)]
struct Pairing {
    players: (usize, usize),
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Pairing {
    /// The logarithm of the odds, and one divided by its variance. Half a win and half a loss more keep both finite.
    fn odds(&self) -> (f64, f64) {
        let (wins, losses) = (self.wins + 0.5, self.losses + 0.5);
        let n = wins + self.draws + losses;
        let score = (wins + 0.5 * self.draws) / n;
        let squares =
            wins * (1.0 - score).powi(2) + self.draws * (0.5 - score).powi(2) + losses * score.powi(2);
        let slope = 1.0 / (score * (1.0 - score));
        ((score / (1.0 - score)).ln(), n * n / (squares * slope * slope))
    }

    /// A sample of as many games drawn from these.
    fn drawn(&self, rng: &mut impl Rng) -> Pairing {
        let n = self.wins + self.draws + self.losses;
        let mut drawn = Pairing { wins: 0.0, draws: 0.0, losses: 0.0, ..*self };
        for _ in 0..n.round() as u64 {
            let place = uniform(rng) * n;
            if place < self.wins {
                drawn.wins += 1.0;
            } else if place < self.wins + self.draws {
                drawn.draws += 1.0;
            } else {
                drawn.losses += 1.0;
            }
        }
        drawn
    }

    /// 1 if the player with the smaller number won more often, -1 if less often.
    fn direction(&self) -> i8 {
        i8::from(self.wins > self.losses) - i8::from(self.wins < self.losses)
    }
}

impl Intransitivity {
    /// Analyses a pool, with so many samples drawn for the bootstrap.
    pub fn of(
        n_players: usize,
        encounters: &[Encounter],
        confidence: f64,
        n_replicates: usize,
        rng: &mut impl Rng,
    ) -> Result<Intransitivity, StatsError> {
        inside_unit("the confidence", confidence)?;
        at_least("a bootstrap's list of replicates", 2, n_replicates)?;
        let pairings = pairings(n_players, encounters)?;
        if pairings.is_empty() {
            return Err(StatsError::NoGames);
        }
        let groups = connected_groups(n_players, encounters)?;
        let split = Split::of(&pairings, &groups)?;
        let mut seen = cycles(n_players, &pairings);
        let mut replicates = Vec::with_capacity(n_replicates);
        for _ in 0..n_replicates {
            let drawn: Vec<Pairing> = pairings.iter().map(|pairing| pairing.drawn(rng)).collect();
            replicates.push(Split::of(&drawn, &groups)?.explained_beyond_noise());
            for (cycle, arrows) in &mut seen {
                let is_seen = arrows.iter().all(|&(index, direction)| drawn[index].direction() == direction);
                cycle.bootstrap_share += f64::from(u8::from(is_seen)) / n_replicates as f64;
            }
        }
        replicates.sort_by(f64::total_cmp);
        let mut cycles: Vec<Cycle> = seen.into_iter().map(|(cycle, _)| cycle).collect();
        let by_share = |a: &Cycle, b: &Cycle| b.bootstrap_share.total_cmp(&a.bootstrap_share);
        cycles.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| by_share(a, b)));
        let tail = 0.5 * (1.0 - confidence);
        Ok(Intransitivity {
            explained: split.explained(),
            explained_beyond_noise: split.explained_beyond_noise(),
            interval: split
                .interval(quantile_of_sorted(&replicates, tail), quantile_of_sorted(&replicates, 1.0 - tail)),
            p: split.p(),
            cycles,
        })
    }

    /// The cycles that are real with this confidence, all together.
    pub fn real_cycles(&self, confidence: f64) -> impl Iterator<Item = &Cycle> {
        self.cycles.iter().filter(move |cycle| cycle.confidence >= confidence)
    }
}

/// The squares of the log-odds, split into what ratings explain and a rest.
struct Split {
    total: f64,
    rest: f64,
    n_pairings: f64,
    /// How many pairings there are beyond those that a tree of games would have.
    df: f64,
}

impl Split {
    fn of(pairings: &[Pairing], groups: &[Vec<usize>]) -> Result<Split, StatsError> {
        let n: usize = groups.iter().map(Vec::len).sum();
        let (mut laplacian, mut right) = (Matrix::zeros(n), vec![0.0; n]);
        // Each group may shift as a whole; ones in its block hold its mean at 0.
        for group in groups {
            for &row in group {
                group.iter().for_each(|&column| laplacian[(row, column)] += 1.0);
            }
        }
        for pairing in pairings {
            let ((a, b), (odds, weight)) = (pairing.players, pairing.odds());
            laplacian[(a, a)] += weight;
            laplacian[(b, b)] += weight;
            laplacian[(a, b)] -= weight;
            laplacian[(b, a)] -= weight;
            right[a] += weight * odds;
            right[b] -= weight * odds;
        }
        let factor = laplacian
            .cholesky()
            .ok_or(StatsError::NotConverged { what: "a rating of the pool", n_steps: 1 })?;
        let ratings = factor.solve_by_cholesky(&right);
        let total: f64 = pairings.iter().map(Pairing::odds).map(|(odds, weight)| weight * odds * odds).sum();
        let rest = pairings.iter().map(|pairing| {
            let ((a, b), (odds, weight)) = (pairing.players, pairing.odds());
            weight * (odds - ratings[a] + ratings[b]).powi(2)
        });
        let df = (pairings.len() + groups.len() - n) as f64;
        Ok(Split { total, rest: rest.sum(), n_pairings: pairings.len() as f64, df })
    }

    fn explained(&self) -> f64 {
        if self.total <= 1e-12 { 1.0 } else { (1.0 - self.rest / self.total).clamp(0.0, 1.0) }
    }

    fn explained_beyond_noise(&self) -> f64 {
        let (total, rest) = (self.total - self.n_pairings, (self.rest - self.df).max(0.0));
        if total <= rest { f64::from(u8::from(rest <= 0.0)) } else { 1.0 - rest / total }
    }

    /// To the bootstrap the results are the truth, whose plain share the replicates scatter about. The share beyond noise
    /// scatters likewise about the real truth.
    fn interval(&self, low: f64, high: f64) -> (f64, f64) {
        let (plain, beyond) = (self.explained(), self.explained_beyond_noise());
        let ends = (beyond - (high - plain), beyond - (low - plain));
        (ends.0.clamp(0.0, beyond), ends.1.clamp(beyond, 1.0))
    }

    fn p(&self) -> f64 {
        if self.df < 1.0 { 1.0 } else { chi_squared_tail(self.rest, self.df) }
    }
}

/// All pairings that were played, whoever moved first.
fn pairings(n_players: usize, encounters: &[Encounter]) -> Result<Vec<Pairing>, StatsError> {
    check(n_players, encounters)?;
    let mut pairings: Vec<Pairing> = Vec::new();
    let mut places = vec![None; n_players * n_players];
    for encounter in encounters.iter().filter(|encounter| encounter.n() > 0.0) {
        let &Encounter { first, second, wins, draws, losses } = encounter;
        let (players, wins, losses) =
            if first < second { ((first, second), wins, losses) } else { ((second, first), losses, wins) };
        let place = *places[players.0 * n_players + players.1].get_or_insert_with(|| {
            pairings.push(Pairing { players, wins: 0.0, draws: 0.0, losses: 0.0 });
            pairings.len() - 1
        });
        pairings[place].wins += wins;
        pairings[place].draws += draws;
        pairings[place].losses += losses;
    }
    Ok(pairings)
}

/// The three arrows of a cycle: which pairing, and its direction.
type Arrows = [(usize, i8); 3];

/// All cycles that were seen.
fn cycles(n_players: usize, pairings: &[Pairing]) -> Vec<(Cycle, Arrows)> {
    let mut places = vec![None; n_players * n_players];
    for (index, pairing) in pairings.iter().enumerate() {
        places[pairing.players.0 * n_players + pairing.players.1] = Some(index);
    }
    let mut found = Vec::new();
    for a in 0..n_players {
        for b in a + 1..n_players {
            let Some(ab) = places[a * n_players + b] else { continue };
            for c in b + 1..n_players {
                let (Some(bc), Some(ac)) = (places[b * n_players + c], places[a * n_players + c]) else {
                    continue;
                };
                let direction = pairings[ab].direction();
                let arrows = [(ab, direction), (bc, direction), (ac, -direction)];
                if direction == 0 || arrows.iter().any(|&(index, way)| pairings[index].direction() != way) {
                    continue;
                }
                let doubt = arrows.iter().map(|&(index, _)| doubt(&pairings[index])).fold(0.0, f64::max);
                let confidence = (1.0 - 2.0 * pairings.len() as f64 * doubt).max(0.0);
                let players = if direction > 0 { [a, b, c] } else { [a, c, b] };
                found.push((Cycle { players, confidence, bootstrap_share: 0.0 }, arrows));
            }
        }
    }
    found
}

/// The chance of an arrow at least as clear if both players are equal.
fn doubt(pairing: &Pairing) -> f64 {
    sign_test(pairing.wins.max(pairing.losses), pairing.wins.min(pairing.losses))
}
