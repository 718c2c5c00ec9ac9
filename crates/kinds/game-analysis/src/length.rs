//! How long games are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zermelo_stats::boxplot::quantile;

use super::estimate::Estimate;
use super::trace::Trace;

/// How many plies games have, from the start to the end; games that a limit cut are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Length {
    /// The median.
    pub median: Estimate,
    /// The mean; `None` of a single game.
    pub mean: Option<Estimate>,
    /// The 5th and the 95th percentile.
    pub middle: [f64; 2],
    /// The shortest and the longest.
    pub range: [u64; 2],
    /// Numbers of plies with the games that had so many, ascending.
    pub histogram: Vec<(u64, u64)>,
}

impl Length {
    /// Of these games; `None` if all were cut.
    pub fn of(traces: &[Trace]) -> Option<Length> {
        let whole = traces.iter().filter(|trace| !trace.is_cut());
        let plies: Vec<u64> = whole.map(|trace| trace.n_plies() as u64).collect();
        let values: Vec<f64> = plies.iter().map(|&plies| plies as f64).collect();
        let mut histogram: BTreeMap<u64, u64> = BTreeMap::new();
        plies.iter().for_each(|&plies| *histogram.entry(plies).or_default() += 1);
        let at = |share| quantile(&values, share).ok();
        Some(Length {
            median: Estimate::median(&values)?,
            mean: Estimate::mean(&values),
            middle: [at(0.05)?, at(0.95)?],
            range: [*plies.iter().min()?, *plies.iter().max()?],
            histogram: histogram.into_iter().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::Outcome;

    use super::super::trace::CUT;
    use super::super::trace::tests::game;
    use super::*;

    #[test]
    fn the_opening_counts_and_cut_games_do_not() {
        let of = |n: usize| game(Outcome::Draw, &vec![2; n], &[0.0; 2]);
        let cut = Trace { reason: CUT.to_owned(), ..of(90) };
        let length = Length::of(&[of(4), of(6), of(6), of(9), cut.clone()]).unwrap();
        assert_eq!(length.median.value, 6.0);
        assert_eq!(length.mean.map(|mean| mean.value), Some(6.25));
        assert_eq!(length.range, [4, 9]);
        assert_eq!(length.histogram, [(4, 1), (6, 2), (9, 1)]);
        // By linear interpolation: 4 + 0.05 * 3 * 2, and 6 + (0.95 * 3 - 2) * 3.
        assert!(
            (length.middle[0] - 4.3).abs() < 1e-9 && (length.middle[1] - 8.55).abs() < 1e-9,
            "{length:?}"
        );
        assert_eq!(Length::of(&[cut]), None);
    }
}
