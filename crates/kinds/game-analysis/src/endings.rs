//! How games end: with a winner, in a draw, by a limit, and by which rule.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zermelo_game::{Outcome, Player};

use super::estimate::Estimate;
use super::trace::Trace;

/// How games ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Endings {
    /// Games that the first player won, that were drawn, and that the second player won, by the rules.
    pub results: [u64; 3],
    /// Games that a limit ended: if there are any, all other numbers are in doubt.
    pub cut: u64,
    /// The share of games with a winner.
    pub decided: Option<Estimate>,
    /// The share of drawn games; those that were cut are none.
    pub drawn: Option<Estimate>,
    /// How often each rule ended a game, the most frequent first.
    pub reasons: Vec<Reason>,
}

/// A rule that ends games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reason {
    /// The rule in a word.
    pub reason: String,
    /// How many games it ended.
    pub games: u64,
    /// Their share of all games.
    pub share: Option<Estimate>,
}

impl Endings {
    /// How these games ended.
    pub fn of(traces: &[Trace]) -> Endings {
        let n = traces.len() as u64;
        let (mut results, mut cut) = ([0; 3], 0);
        let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
        for trace in traces {
            *reasons.entry(&trace.reason).or_default() += 1;
            if trace.is_cut() {
                cut += 1;
                continue;
            }
            let place = match trace.outcome {
                Outcome::Win(Player::First) => 0,
                Outcome::Draw => 1,
                Outcome::Win(Player::Second) => 2,
            };
            results[place] += 1;
        }
        let mut reasons: Vec<Reason> = (reasons.into_iter())
            .map(|(reason, games)| Reason {
                reason: reason.to_owned(),
                games,
                share: Estimate::share(games, n),
            })
            .collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.games));
        Endings {
            results,
            cut,
            decided: Estimate::share(results[0] + results[2], n),
            drawn: Estimate::share(results[1], n),
            reasons,
        }
    }

    /// Whether a rule ended any of the games.
    pub fn has(&self, reason: &str) -> bool {
        self.reasons.iter().any(|other| other.reason == reason)
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace::CUT;
    use super::super::trace::tests::game;
    use super::*;

    #[test]
    fn cut_games_are_neither_drawn_nor_won() {
        let won = game(Outcome::Win(Player::Second), &[1; 4], &[]);
        let drawn = game(Outcome::Draw, &[1; 4], &[]);
        let cut = Trace { reason: CUT.to_owned(), ..drawn.clone() };
        let endings = Endings::of(&[won.clone(), drawn, cut, won]);
        assert_eq!(endings.results, [0, 1, 2]);
        assert_eq!(endings.cut, 1);
        assert_eq!(endings.drawn.map(|share| (share.value, share.n)), Some((0.25, 4)));
        assert_eq!(endings.decided.map(|share| share.value), Some(0.5));
        let reasons: Vec<(&str, u64)> =
            endings.reasons.iter().map(|reason| (reason.reason.as_str(), reason.games)).collect();
        assert_eq!(reasons, [("line", 2), ("full", 1), (CUT, 1)]);
        assert!(endings.has("full") && !endings.has("stuck"));
    }
}
