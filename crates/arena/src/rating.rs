//! Ratings from what was played.

use std::collections::BTreeMap;

use zermelo_stats::StatsError;
use zermelo_stats::bradley_terry::{BradleyTerry, Ratings};
use zermelo_stats::encounter::Encounter;

use crate::{Evidence, GameResult, Played};

/// How far ratings are expected to lie apart where games alone would put them infinitely far: in Elo.
pub const PRIOR_DEVIATION: f64 = 400.0;

/// The ratings of `n` entrants, and whether a prior was needed because some took no point at all from the others.
///
/// Repeated games of agents that leave nothing to chance count once (see [`Evidence`]).
pub fn rate(n: usize, history: &[Played]) -> Result<(Ratings, bool), StatsError> {
    let encounters = encounters(history);
    match BradleyTerry::default().fit(n, &encounters) {
        Err(StatsError::Unbounded { .. }) => {
            let model = BradleyTerry { prior_deviation: Some(PRIOR_DEVIATION), ..BradleyTerry::default() };
            model.fit(n, &encounters).map(|ratings| (ratings, true))
        }
        fit => fit.map(|ratings| (ratings, false)),
    }
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
