//! What games say by which nobody was selected.

use serde::{Deserialize, Serialize};
use zermelo_arena::{Evidence, Played};
use zermelo_runner::game_runner::{Entrant, Openings};
use zermelo_stats::{Sample, Strength};

/// The games that confirm what was gained: by openings, and against opponents, that nobody was selected by.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfirmationPlan {
    /// How many pairs of games against each group of opponents.
    pub pairs: u32,
    /// How games begin.
    pub openings: Openings,
    /// Whom the champion meets besides the last and the first generation.
    pub opponents: Vec<Entrant>,
}

/// Somebody against others, in games by which nobody was selected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Confirmation {
    /// Against whom.
    pub against: String,
    /// How many of them there are.
    pub opponents: u64,
    /// Games played.
    pub games: u64,
    /// Pairs of games by their result: both lost, one lost and one drawn, even, one won and one drawn, both won.
    pub pairs: [u64; 5],
    /// The share of points, with its 95 % interval.
    pub score: [f64; 3],
    /// The difference in Elo, with its 95 % interval.
    pub elo: [f64; 3],
}

/// The games of somebody, number 0, against some others, numbered from 1.
pub struct Group {
    /// What the opponents are called.
    pub name: String,
    /// How many opponents there are.
    pub n_members: usize,
    /// The pairs of games.
    pub played: Vec<Played>,
}

impl Group {
    /// What the games say; `None` if there are none.
    pub fn confirmation(&self) -> Option<Confirmation> {
        let mut pairs = [0; 5];
        // Opponents repeat themselves separately, and so does the evidence.
        let mut evidence = vec![Evidence::default(); self.n_members + 1];
        for played in &self.played {
            pairs[played.halves()] += 1;
            evidence[played.pair.b as usize].add(played);
        }
        let n_independent = evidence.iter().map(Evidence::n_independent).sum();
        let strength = Strength::of(&Sample::of_pairs(pairs).worth(n_independent)).ok()?;
        let with_interval = |value, (low, high)| [value, low, high];
        Some(Confirmation {
            against: self.name.clone(),
            opponents: self.n_members as u64,
            games: 2 * self.played.len() as u64,
            pairs,
            score: with_interval(strength.score, strength.score_interval),
            elo: with_interval(strength.elo, strength.elo_interval),
        })
    }
}

impl Confirmation {
    /// The finding in a sentence about `who`, and in brackets what else is to be said.
    pub fn sentence(&self, who: &str, remark: &str) -> String {
        let [elo, low, high] = self.elo;
        let verdict = if low > 0.0 {
            "significantly stronger than"
        } else if high < 0.0 {
            "significantly weaker than"
        } else {
            "not significantly different from"
        };
        let remark = if remark.is_empty() { String::new() } else { format!(" ({remark})") };
        format!(
            "On fresh openings, {who} is {verdict} {}: {elo:+.0} Elo, 95 % CI {low:+.0} to {high:+.0}{remark}.",
            self.against
        )
    }
}
