//! When games are decided, how far the winner was behind, and how often the lead changed.

use serde::{Deserialize, Serialize};
use zermelo_game::Player;

use super::estimate::Estimate;
use super::expectation::Expectation;
use super::trace::Trace;

/// A game is decided when the winner may expect more than this to the end.
pub const DECIDED: f64 = 0.9;
/// Nobody leads whose expected share of wins is within this of one half.
pub const DEAD_ZONE: f64 = 0.1;
/// Whoever wins from less than this has come back.
pub const COMEBACK: f64 = 0.25;

/// How exciting games are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tension {
    /// Games with a winner, of which all but the changes of the lead are told.
    pub decided_games: u64,
    /// How much of a game, from 0 to 1, is played when its result is decided for good.
    pub decided_at: Option<Estimate>,
    /// The median of the same.
    pub decided_at_median: Option<Estimate>,
    /// Games by how much of them was played when they were decided, in tenths.
    pub decided_at_histogram: [u64; 10],
    /// How far below one half the winner's expected share of wins was at worst.
    pub drama: Option<Estimate>,
    /// The share of games that were won from far behind.
    pub comebacks: Option<Estimate>,
    /// How often the lead changes in a game, drawn ones included.
    pub lead_changes: Option<Estimate>,
}

impl Tension {
    /// Of these games.
    pub fn of(traces: &[Trace], expectation: &Expectation) -> Tension {
        let (mut decided_at, mut behind, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        for trace in traces.iter().filter(|trace| !trace.values.is_empty()) {
            let course = expectation.consensus(trace);
            changes.push(f64::from(lead_changes(course.iter().map(|&(_, share)| share))));
            let Some(winner) = trace.winner() else { continue };
            let own: Vec<(usize, f64)> = (course.into_iter())
                .map(|(ply, share)| (ply, if winner == Player::First { share } else { 1.0 - share }))
                .collect();
            let ply = decided_at_ply(&own).unwrap_or(trace.n_plies());
            decided_at.push(ply as f64 / trace.n_plies() as f64);
            let worst = own.iter().map(|&(_, share)| share).fold(0.5, f64::min);
            behind.push(0.5 - worst);
        }
        let mut histogram = [0; 10];
        decided_at.iter().for_each(|share| histogram[((10.0 * share) as usize).min(9)] += 1);
        let n_comebacks = behind.iter().filter(|&&behind| 0.5 - behind < COMEBACK).count();
        let unit = |estimate: Estimate| estimate.within(0.0, 1.0);
        Tension {
            decided_games: decided_at.len() as u64,
            decided_at: Estimate::mean(&decided_at).map(unit),
            decided_at_median: Estimate::median(&decided_at),
            decided_at_histogram: histogram,
            drama: Estimate::mean(&behind).map(|drama| drama.within(0.0, 0.5)),
            comebacks: Estimate::share(n_comebacks as u64, behind.len() as u64),
            lead_changes: Estimate::mean(&changes).map(|changes| changes.within(0.0, f64::INFINITY)),
        }
    }
}

/// The first ply from which on the winner's share stays above the threshold; `None` if it is not there at the end.
fn decided_at_ply(own: &[(usize, f64)]) -> Option<usize> {
    let sure = own.iter().rev().take_while(|&&(_, share)| share > DECIDED);
    sure.last().map(|&(ply, _)| ply)
}

/// How often another player took the lead than had it last. To take it first is no change, nor is to lose it to nobody.
pub(super) fn lead_changes(shares: impl Iterator<Item = f64>) -> u32 {
    let (mut leader, mut n_changes) = (None, 0);
    for share in shares {
        let now = match share {
            share if share > 0.5 + DEAD_ZONE => Player::First,
            share if share < 0.5 - DEAD_ZONE => Player::Second,
            _ => continue,
        };
        n_changes += u32::from(leader.is_some_and(|before| before != now));
        leader = Some(now);
    }
    n_changes
}

#[cfg(test)]
mod tests {
    use zermelo_game::Outcome;

    use super::super::trace::tests::game;
    use super::*;

    /// Values that mean these shares of the first player at the plies from 0.
    fn values(shares: &[f64]) -> Vec<f32> {
        let value = |(ply, share): (usize, &f64)| {
            let own = if ply % 2 == 0 { *share } else { 1.0 - share };
            (own / (1.0 - own)).ln() as f32
        };
        shares.iter().enumerate().map(value).collect()
    }

    fn tension(games: &[(Outcome, &[f64])]) -> Tension {
        let traces: Vec<Trace> = (games.iter())
            .map(|(outcome, shares)| game(*outcome, &vec![2; shares.len()], &values(shares)))
            .collect();
        Tension::of(&traces, &Expectation { slope: 1.0, ..Expectation::BLIND })
    }

    const FIRST: Outcome = Outcome::Win(Player::First);
    const SECOND: Outcome = Outcome::Win(Player::Second);

    #[test]
    fn a_game_is_decided_when_it_stays_so() {
        // Both together are above 0.9 only at ply 4 of 5; the other game is decided by its last move alone.
        let found = tension(&[(FIRST, &[0.5, 0.95, 0.8, 0.92, 0.97]), (SECOND, &[0.5, 0.4, 0.5, 0.6])]);
        assert_eq!(found.decided_games, 2);
        assert!((found.decided_at.unwrap().value - (0.8 + 1.0) / 2.0).abs() < 1e-9, "{found:?}");
        assert_eq!(found.decided_at_histogram, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    }

    #[test]
    fn what_was_decided_from_the_beginning_was_decided_at_once() {
        let found = tension(&[(FIRST, &[0.95, 0.95, 0.95]), (SECOND, &[0.05, 0.05, 0.05])]);
        assert_eq!(found.decided_at.map(|at| at.value), Some(0.0));
        assert_eq!(found.drama.map(|drama| drama.value), Some(0.0));
        assert_eq!(found.lead_changes.map(|changes| changes.value), Some(0.0));
    }

    #[test]
    fn drama_is_the_winners_worst_moment() {
        // 0.3 below for the first winner, 0.1 for the second, nothing for the third; one of three came back.
        let found = tension(&[
            (FIRST, &[0.2, 0.2, 0.7, 0.9]),
            (SECOND, &[0.6, 0.6, 0.3, 0.1]),
            (FIRST, &[0.6, 0.7, 0.8, 0.9]),
            (Outcome::Draw, &[0.5, 0.1, 0.9, 0.5]),
        ]);
        assert_eq!(found.decided_games, 3);
        assert!((found.drama.unwrap().value - 0.4 / 3.0).abs() < 1e-6, "{found:?}");
        assert!((found.comebacks.unwrap().value - 1.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn the_first_leader_changes_nothing() {
        for (shares, expected) in [
            (&[0.9, 0.9, 0.9][..], 0),
            (&[0.1, 0.5, 0.9], 1),
            // Within the dead zone nobody leads, and the old leader may come again.
            (&[0.7, 0.55, 0.45, 0.7, 0.59, 0.41], 0),
            (&[0.7, 0.3, 0.7, 0.3], 3),
            (&[0.5, 0.5], 0),
            (&[], 0),
        ] {
            assert_eq!(lead_changes(shares.iter().copied()), expected, "{shares:?}");
        }
        // Drawn games count.
        let found = tension(&[(Outcome::Draw, &[0.8, 0.2, 0.5]), (FIRST, &[0.8, 0.9, 0.9])]);
        assert_eq!(found.lead_changes.map(|changes| changes.value), Some(0.5));
    }
}
