//! Several games side by side, such as variants of the same rules: which differences between them are real.
//!
//! Every measure of a game is compared with that of every other game. All these tests are held to 5 % together (Holm), over the
//! whole table: of many differences some look large by chance.

use zermelo_stats::letters::letters;

use super::estimate::Estimate;
use super::level::Level;
use super::result::AnalysisResult;
use super::verdict::{Side, significant_differences};

/// A game among others.
#[derive(Clone, Debug)]
pub struct Compared<'a> {
    /// What it is called here, such as `size 6, pawns 2`.
    pub name: String,
    /// What was measured.
    pub result: &'a AnalysisResult,
    /// What its text says, if it is written as text.
    pub text: Option<TextFacts>,
}

/// What the text of a game says.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct TextFacts {
    /// The rules in words, one sentence after the other.
    pub sentences: Vec<String>,
    /// The clauses that random games never use.
    pub unused: Vec<String>,
}

/// What is measured of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// How far the first player's score is from one half.
    Imbalance,
    /// The share of drawn games.
    Drawn,
    /// How many plies games have.
    Length,
    /// How much of a game is played when it is decided.
    DecidedAt,
    /// How often the lead changes.
    LeadChanges,
    /// How many legal moves there are.
    Moves,
    /// The Elo between the least and the most thought.
    Depth,
}

impl Measure {
    /// All of them, in the order of tables.
    pub const ALL: [Measure; 7] = [
        Measure::Imbalance,
        Measure::Drawn,
        Measure::Length,
        Measure::DecidedAt,
        Measure::LeadChanges,
        Measure::Moves,
        Measure::Depth,
    ];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Imbalance => "distance from fair",
            Measure::Drawn => "draws",
            Measure::Length => "plies",
            Measure::DecidedAt => "decided at",
            Measure::LeadChanges => "lead changes",
            Measure::Moves => "legal moves",
            Measure::Depth => "depth of skill",
        }
    }

    /// What was measured of a game.
    pub fn of(self, result: &AnalysisResult) -> Option<Estimate> {
        match self {
            Measure::Imbalance => strongest(result)?.score.map(distance_from_half),
            Measure::Drawn => strongest(result)?.endings.drawn,
            Measure::Length => strongest(result)?.length.as_ref()?.mean,
            Measure::DecidedAt => result.tension.decided_at,
            Measure::LeadChanges => result.tension.lead_changes,
            Measure::Moves => result.branching.as_ref()?.moves,
            Measure::Depth => {
                let ladder = result.ladder.as_ref().filter(|ladder| !ladder.rungs.is_empty())?;
                let [value, low, high] = ladder.elo;
                Some(Estimate { value, low, high, n: ladder.rungs.iter().map(|rung| rung.games.games).sum() })
            }
        }
    }
}

/// The strongest players who played against themselves.
pub fn strongest(result: &AnalysisResult) -> Option<&Level> {
    result.levels.iter().find(|level| level.name == result.strongest).or(result.levels.last())
}

/// How far a share is from one half. Where the interval contains one half, that of the distance begins at nothing.
fn distance_from_half(share: Estimate) -> Estimate {
    let [low, high] = [share.low - 0.5, share.high - 0.5];
    let least = if low <= 0.0 && 0.0 <= high { 0.0 } else { low.abs().min(high.abs()) };
    Estimate { value: (share.value - 0.5).abs(), low: least, high: low.abs().max(high.abs()), n: share.n }
}

/// The difference between two independent estimates, with an interval from theirs (Zou and Donner 2008).
fn difference(one: Estimate, other: Estimate) -> [f64; 3] {
    let value = one.value - other.value;
    // Squares and a root are the same on every machine; `hypot` is not.
    let length = |one: f64, other: f64| (one * one + other * other).sqrt();
    let below = length(one.value - one.low, other.high - other.value);
    let above = length(one.high - one.value, other.value - other.low);
    [value, value - below, value + above]
}

/// Games side by side.
pub struct Comparison<'a> {
    /// The games.
    pub games: Vec<Compared<'a>>,
    /// Of every measure: the pairs of games that differ.
    different: Vec<Vec<(usize, usize)>>,
    /// How many pairs were tested, over all measures.
    pub n_tests: usize,
}

impl<'a> Comparison<'a> {
    /// Compares all games in all measures.
    pub fn of(games: Vec<Compared<'a>>) -> Comparison<'a> {
        let mut tested = Vec::new();
        for (place, measure) in Measure::ALL.into_iter().enumerate() {
            let known: Vec<Option<Estimate>> = games.iter().map(|game| measure.of(game.result)).collect();
            for (one, first) in known.iter().enumerate() {
                for (other, second) in known.iter().enumerate().skip(one + 1) {
                    if let (Some(first), Some(second)) = (first, second) {
                        tested.push((place, (one, other), difference(*first, *second)));
                    }
                }
            }
        }
        let sides = significant_differences(&tested.iter().map(|test| test.2).collect::<Vec<_>>());
        let mut different = vec![Vec::new(); Measure::ALL.len()];
        for ((place, pair, _), side) in tested.iter().zip(sides) {
            if side != Side::Neither {
                different[*place].push(*pair);
            }
        }
        Comparison { games, different, n_tests: tested.len() }
    }

    /// Whether two games differ significantly.
    pub fn differ(&self, measure: Measure, one: usize, other: usize) -> bool {
        self.different[measure as usize].contains(&(one.min(other), one.max(other)))
    }

    /// How many pairs differ significantly, over all measures.
    pub fn n_different(&self) -> usize {
        self.different.iter().map(Vec::len).sum()
    }

    /// The letters of every game: games that share one were not found to differ. Nothing where it was not measured.
    pub fn letters(&self, measure: Measure) -> Vec<String> {
        let mut told = letters(self.games.len(), &self.different[measure as usize]);
        for (game, letters) in self.games.iter().zip(&mut told) {
            if measure.of(game.result).is_none() {
                letters.clear();
            }
        }
        told
    }

    /// The game with the most of a measure, or the least, and those that were not found to differ from it.
    pub fn best(&self, measure: Measure, is_most: bool) -> Option<(usize, Vec<usize>)> {
        let known =
            self.games.iter().enumerate().filter_map(|(at, game)| Some((at, measure.of(game.result)?.value)));
        let known: Vec<(usize, f64)> = known.collect();
        let sign = if is_most { -1.0 } else { 1.0 };
        let &(best, _) = known.iter().min_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)))?;
        let like =
            known.iter().map(|&(at, _)| at).filter(|&at| at != best && !self.differ(measure, at, best));
        Some((best, like.collect()))
    }

    /// The sentences that all texts share, and those of each that not all share.
    pub fn rules(&self) -> (Vec<&str>, Vec<Vec<&str>>) {
        let texts: Vec<&[String]> = self
            .games
            .iter()
            .map(|game| game.text.as_ref().map_or(&[][..], |text| &text.sentences))
            .collect();
        let is_shared = |sentence: &String| texts.iter().all(|text| text.contains(sentence));
        let shared = texts.first().map_or(&[][..], |text| text).iter().filter(|sentence| is_shared(sentence));
        let own = texts.iter().map(|text| {
            text.iter().filter(|sentence| !is_shared(sentence)).map(String::as_str).collect::<Vec<_>>()
        });
        (shared.map(String::as_str).collect(), own.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::tests::of_results;

    fn estimate(value: f64, half: f64) -> Estimate {
        Estimate { value, low: value - half, high: value + half, n: 100 }
    }

    #[test]
    fn distances_from_one_half_begin_at_nothing() {
        let near = |found: Estimate, expected: [f64; 3]| {
            let got = [found.value, found.low, found.high];
            assert!(
                got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-12),
                "{got:?}"
            );
        };
        near(distance_from_half(estimate(0.52, 0.05)), [0.02, 0.0, 0.07]);
        near(distance_from_half(estimate(0.3, 0.05)), [0.2, 0.15, 0.25]);
        near(distance_from_half(estimate(0.7, 0.05)), [0.2, 0.15, 0.25]);
    }

    /// Two shares as Newcombe (1998, method 10) compares them: 56 of 70 and 48 of 80, whose Wilson intervals are given.
    #[test]
    fn differences_have_the_interval_of_both() {
        let shares = [Estimate::share(56, 70), Estimate::share(48, 80)].map(|share| share.expect("a share"));
        let [value, low, high] = difference(shares[0], shares[1]);
        assert!((value - 0.2).abs() < 1e-12, "{value}");
        assert!((low - 0.0524).abs() < 5e-5 && (high - 0.3339).abs() < 5e-5, "{low} to {high}");
    }

    #[test]
    fn what_differs_is_found_and_the_best_is_named() {
        let with_score = |value: f64| {
            let mut result = of_results(&[[12, 0, 12]]);
            let name = result.strongest.clone();
            for level in result.levels.iter_mut().filter(|level| level.name == name) {
                level.score = Some(estimate(value, 0.03));
            }
            result
        };
        let results = [0.7, 0.51, 0.45].map(with_score);
        let games = results.iter().enumerate().map(|(at, result)| Compared {
            name: format!("game {at}"),
            result,
            text: Some(TextFacts {
                sentences: vec!["Shared.".to_owned(), format!("Own {at}.")],
                unused: Vec::new(),
            }),
        });
        let comparison = Comparison::of(games.collect());
        assert!(comparison.differ(Measure::Imbalance, 0, 1) && comparison.differ(Measure::Imbalance, 2, 0));
        assert!(!comparison.differ(Measure::Imbalance, 1, 2));
        assert_eq!(comparison.letters(Measure::Imbalance), ["a", "b", "b"]);
        assert_eq!(comparison.best(Measure::Imbalance, false), Some((1, vec![2])));
        assert_eq!(comparison.best(Measure::Imbalance, true), Some((0, Vec::new())));
        assert_eq!(comparison.n_different(), 2);
        let (shared, own) = comparison.rules();
        assert_eq!((shared, own), (vec!["Shared."], vec![vec!["Own 0."], vec!["Own 1."], vec!["Own 2."]]));
    }

    /// Of games that are the same in truth, hardly any table calls any difference real.
    #[test]
    fn equal_games_hardly_ever_differ() {
        let mut chance = zermelo_game::stream(1, "comparison", 0);
        let mut normal = || (0..12).map(|_| chance.below(1_000_000) as f64 / 1e6).sum::<f64>() - 6.0;
        let n_tables = 400;
        let mut n_wrong = 0;
        for _ in 0..n_tables {
            let results: Vec<AnalysisResult> = (0..5)
                .map(|_| {
                    let mut result = of_results(&[[12, 0, 12]]);
                    let name = result.strongest.clone();
                    for level in result.levels.iter_mut().filter(|level| level.name == name) {
                        level.score = Some(estimate(0.5 + 0.025 * normal(), 1.96 * 0.025));
                    }
                    result.tension.lead_changes = Some(estimate(3.0 + 0.1 * normal(), 0.196));
                    result
                })
                .collect();
            let games = results.iter().map(|result| Compared { name: String::new(), result, text: None });
            n_wrong += u32::from(Comparison::of(games.collect()).n_different() > 0);
        }
        // 5 % of 400 are 20; the tests are many and depend on each other, so Holm's are fewer.
        assert!((1..=28).contains(&n_wrong), "{n_wrong}");
    }
}
