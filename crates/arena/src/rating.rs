//! Ratings from what was played.

use std::collections::BTreeMap;

use zermelo_stats::StatsError;
use zermelo_stats::encounter::Encounter;
use zermelo_stats::pool::{Meeting, Pool, PoolModel};

use crate::{Evidence, GameResult, Played};

/// How far ratings are expected to lie apart where games alone would put them infinitely far: in Elo.
pub const PRIOR_DEVIATION: f64 = 400.0;

/// The ratings of `n` entrants in Elo, and whether a prior was needed because some took no point at all from the others.
///
/// Repeated games of agents that leave nothing to chance count once (see [`Evidence`]).
pub fn rate(n: usize, history: &[Played]) -> Result<(Pool, bool), StatsError> {
    let meetings = meetings(history);
    match PoolModel::default().fit(n, &meetings) {
        Err(StatsError::Unbounded { .. }) => {
            let model = PoolModel { prior_deviation: Some(PRIOR_DEVIATION), ..PoolModel::default() };
            model.fit(n, &meetings).map(|pool| (pool, true))
        }
        fit => fit.map(|pool| (pool, false)),
    }
}

/// What was played by each couple, each pair of games counted as much as it tells.
fn meetings(history: &[Played]) -> Vec<Meeting> {
    let mut couples: BTreeMap<(u32, u32), ([u64; 5], Evidence)> = BTreeMap::new();
    for played in history {
        let (pairs, evidence) = couples.entry((played.pair.a, played.pair.b)).or_default();
        pairs[played.halves()] += 1;
        evidence.add(played);
    }
    let meeting = |((a, b), (pairs, evidence)): ((u32, u32), ([u64; 5], Evidence))| {
        let worth = evidence.n_independent() as f64 / evidence.n_pairs().max(1) as f64;
        Meeting { a: a as usize, b: b as usize, pairs: pairs.map(|n| n as f64 * worth) }
    };
    couples.into_iter().map(meeting).collect()
}

/// What was played, by who moved first, each game counted as much as it tells.
pub fn encounters(history: &[Played]) -> Vec<Encounter> {
    /// Games by result, when one began and when the other did, and what they tell.
    type Seen = ([[u64; 3]; 2], Evidence);
    let mut couples: BTreeMap<(u32, u32), Seen> = BTreeMap::new();
    for played in history {
        let (counts, evidence) = couples.entry((played.pair.a, played.pair.b)).or_default();
        evidence.add(played);
        // In the second game the other one began.
        let [first, second] = played.results;
        counts[0][first as usize] += 1;
        counts[1][GameResult::reversed(second) as usize] += 1;
    }
    let encounters = couples.into_iter().flat_map(|((a, b), (counts, evidence))| {
        let worth = evidence.n_independent() as f64 / evidence.n_pairs().max(1) as f64;
        let encounter = move |first: u32, second: u32, counts: [u64; 3]| {
            let [losses, draws, wins] = counts.map(|count| count as f64 * worth);
            Encounter { first: first as usize, second: second as usize, wins, draws, losses }
        };
        [encounter(a, b, counts[0]), encounter(b, a, counts[1])]
    });
    encounters.collect()
}
