//! Whether treatments differ: every test that documents use, and what it means in words.

use serde::{Deserialize, Serialize};
use zermelo_game::{Stream, stream};
use zermelo_stats::anova::{FTest, anova, welch_anova};
use zermelo_stats::holm::holm;
use zermelo_stats::ranks::{ChiSquaredTest, kruskal_wallis, mann_whitney};
use zermelo_stats::spread::{Centre, bartlett, levene};
use zermelo_stats::summary::Summary;
use zermelo_stats::tukey::tukey_hsd;

use super::sample::CONFIDENCE;
use super::subject::Outcome;

/// The levels at which decisions are told.
pub const ALPHAS: [f64; 2] = [0.05, 0.10];

/// The same in words.
const LEVELS: [&str; 2] = ["5 %", "10 %"];

/// So many couples without a difference are named.
const MOST_NAMED: usize = 2;

/// For how many runs a treatment the power is told.
const POWER_AT: [usize; 4] = [30, 100, 200, 300];

/// How many experiments are drawn to find a power: its standard error is at most 1.6 %.
const N_EXPERIMENTS: usize = 1000;

/// Several lists of numbers compared. A test that has no answer, such as one of numbers that do not vary, is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What the lists are called.
    pub names: Vec<String>,
    /// Have they the same mean? The classical analysis of variance.
    pub anova: Option<F>,
    /// The share of the sum of squares that lies between the lists.
    pub eta_squared: Option<f64>,
    /// Welch's analysis of variance, for which variances may differ.
    pub welch: Option<F>,
    /// Have they the same ranks? Kruskal and Wallis' test.
    pub kruskal_wallis: Option<Chi>,
    /// Have they the same spread? Bartlett's test, for normal numbers.
    pub bartlett: Option<Chi>,
    /// Brown and Forsythe's test of the same, for any numbers.
    pub brown_forsythe: Option<F>,
    /// Each two of them.
    pub couples: Vec<Couple>,
}

/// A test with Fisher's F.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct F {
    /// The statistic.
    pub f: f64,
    /// Degrees of freedom between and within.
    pub df: [f64; 2],
    /// The chance of such a statistic, or a greater one, if there is no difference.
    pub p: f64,
}

/// A test with chi-squared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chi {
    /// The statistic.
    pub chi_squared: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// The chance of such a statistic, or a greater one, if there is no difference.
    pub p: f64,
}

/// Two lists compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Couple {
    /// The first list.
    pub a: String,
    /// The second list.
    pub b: String,
    /// The second mean less the first.
    pub difference: f64,
    /// What Tukey says of that.
    pub tukey: Option<TukeyResult>,
    /// What Mann and Whitney say of the order of the numbers.
    pub mann_whitney: Option<MannWhitneyResult>,
}

/// Tukey's honestly significant difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TukeyResult {
    /// The interval of the difference: all of them hold together with 95 %.
    pub interval: [f64; 2],
    /// The chance that any two lists differ so much if all are the same.
    pub p: f64,
}

/// Mann and Whitney's test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MannWhitneyResult {
    /// The chance that a number of the second list is greater than one of the first; equal ones count half.
    pub superiority: f64,
    /// The chance of such a difference, in either direction, if there is none.
    pub p: f64,
    /// The same, corrected by Holm for the number of couples.
    pub corrected_p: f64,
}

/// How often an experiment of some size would tell the difference that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// How many runs each treatment has.
    pub runs: u32,
    /// The share of experiments in which the analysis of variance says that there is one, at the 5 % level.
    pub anova: f64,
    /// The same of Kruskal and Wallis.
    pub kruskal_wallis: f64,
}

impl From<FTest> for F {
    fn from(test: FTest) -> F {
        F { f: test.f, df: test.df.into(), p: test.p }
    }
}

impl From<ChiSquaredTest> for Chi {
    fn from(test: ChiSquaredTest) -> Chi {
        Chi { chi_squared: test.chi_squared, df: test.df, p: test.p }
    }
}

impl Comparison {
    /// Compares lists; `None` of fewer than two, or if one has a single number, which says nothing about chance.
    pub fn of(names: &[String], lists: &[Vec<f64>]) -> Option<Comparison> {
        if lists.len() < 2 || lists.iter().any(|list| list.len() < 2) {
            return None;
        }
        let whole = anova(lists).ok();
        Some(Comparison {
            names: names.to_vec(),
            anova: whole.map(|whole| whole.test.into()),
            eta_squared: whole.map(|whole| whole.eta_squared()),
            welch: welch_anova(lists).ok().map(F::from),
            kruskal_wallis: kruskal_wallis(lists).ok().map(Chi::from),
            bartlett: bartlett(lists).ok().map(Chi::from),
            brown_forsythe: levene(lists, Centre::Median).ok().map(F::from),
            couples: couples(names, lists),
        })
    }

    /// The couples that differ at this level: if Kruskal and Wallis see a difference, those in which Mann and Whitney do.
    pub fn claims(&self, alpha: f64) -> Vec<&Couple> {
        if self.kruskal_wallis.is_none_or(|test| test.p >= alpha) {
            return Vec::new();
        }
        let is_clear = |couple: &&Couple| couple.mann_whitney.is_some_and(|test| test.corrected_p < alpha);
        self.couples.iter().filter(is_clear).collect()
    }

    /// What this means at all levels, in sentences.
    pub fn words(&self, outcome: Outcome) -> Vec<String> {
        let mut words = Vec::new();
        let [first, second] = ALPHAS.map(|alpha| self.verdict(alpha, outcome));
        if first == second {
            words.push(format!("At the 5 % level and at the 10 % level: {first}."));
        } else {
            words.push(format!("At the 5 % level: {first}."));
            words.push(format!("At the 10 % level: {second}."));
        }
        words.extend(self.dissent());
        words.extend(self.spreads());
        words
    }

    /// At which level which test finds a difference of variances.
    fn spreads(&self) -> Vec<String> {
        let tests = [
            ("Bartlett", self.bartlett.map(|test| test.p)),
            ("Brown-Forsythe", self.brown_forsythe.map(|test| test.p)),
        ];
        let mut words = Vec::new();
        let mut last = 0.0;
        for (alpha, level) in ALPHAS.into_iter().zip(LEVELS) {
            let is_new = |p: &f64| (last..alpha).contains(p);
            let found =
                tests.iter().filter_map(|&(name, p)| Some(format!("{name} {}", equals(p.filter(is_new)?))));
            let found: Vec<String> = found.collect();
            if !found.is_empty() {
                let only = if last > 0.0 { ", but not at a lower one" } else { "" };
                let is_clear = alpha == ALPHAS[0] && self.brown_forsythe.is_some_and(|test| test.p < alpha);
                let advice = if is_clear { PREFER_WELCH } else { "" };
                words.push(format!(
                    "The variances differ significantly at the {level} level{only} ({}){advice}.",
                    found.join(", ")
                ));
            }
            last = alpha;
        }
        words
    }

    /// Where Kruskal-Wallis finds a difference and the analysis of variance does not. (Where it is the other way
    /// round, no difference is claimed, and the claim itself says why.)
    fn dissent(&self) -> Option<String> {
        let (means, ranks) = (self.anova?.p, self.kruskal_wallis?.p);
        let levels: Vec<&str> = (ALPHAS.iter().zip(LEVELS))
            .filter(|&(&alpha, _)| ranks < alpha && means >= alpha)
            .map(|(_, level)| level)
            .collect();
        let sees = format!("Kruskal-Wallis finds a difference ({})", equals(ranks));
        let misses = format!("ANOVA does not ({})", equals(means));
        (!levels.is_empty()).then(|| {
            format!("At the {} level {sees}, and {misses}: {MEANS_AND_RANKS}.", levels.join(" and the "))
        })
    }

    /// What can be claimed at this level.
    fn verdict(&self, alpha: f64, outcome: Outcome) -> String {
        let claims = self.claims(alpha);
        if claims.is_empty()
            && let Some(ranks) = self.kruskal_wallis
            && ranks.p < alpha
        {
            return format!(
                "there is a significant difference (Kruskal-Wallis {}), but no single pair differs significantly",
                equals(ranks.p)
            );
        }
        if claims.is_empty()
            && let (Some(means), Some(ranks)) = (self.anova, self.kruskal_wallis)
            && means.p < alpha
        {
            return format!(
                "the tests disagree, so no difference is claimed: ANOVA finds one ({}), Kruskal-Wallis does not \
                 ({}); {MEANS_AND_RANKS}",
                equals(means.p),
                equals(ranks.p)
            );
        }
        if claims.is_empty() {
            let told = |name: &str, p: Option<f64>| p.map(|p| format!("{name} {}", equals(p)));
            let tests = [
                told("ANOVA", self.anova.map(|test| test.p)),
                told("Kruskal-Wallis", self.kruskal_wallis.map(|test| test.p)),
            ];
            let tests: Vec<String> = tests.into_iter().flatten().collect();
            let tests =
                if tests.is_empty() { "the numbers do not vary".to_owned() } else { tests.join(", ") };
            return format!("no significant difference ({tests})");
        }
        let told = claims.iter().filter_map(|couple| {
            let test = couple.mann_whitney?;
            let (more, less, share) = if test.superiority >= 0.5 {
                (&couple.b, &couple.a, test.superiority)
            } else {
                (&couple.a, &couple.b, 1.0 - test.superiority)
            };
            Some(format!(
                "{more} is {} than {less} (a run of {less} is the shorter of the two in {:.1} % of pairs, {})",
                outcome.more(),
                100.0 * share,
                equals(test.corrected_p)
            ))
        });
        let mut text = told.collect::<Vec<_>>().join("; ");
        let rest: Vec<String> = (self.couples.iter())
            .filter(|couple| !claims.iter().any(|claim| std::ptr::eq(*claim, *couple)))
            .map(|couple| format!("{} and {}", couple.a, couple.b))
            .collect();
        match rest.len() {
            0 => {}
            1..=MOST_NAMED => {
                text.push_str(&format!("; no significant difference between {}", rest.join(", or ")));
            }
            n => text.push_str(&format!("; no significant difference in the other {n} pairs")),
        }
        text
    }
}

/// What to do about variances that differ; `zermelo stats compare` says the same.
const PREFER_WELCH: &str = ": prefer Welch to ANOVA and Tukey";

/// Why tests of means and of ranks may disagree.
const MEANS_AND_RANKS: &str = "means depend on a few long runs, ranks do not";

/// A chance after the letter p: `p = 0.031`, `p = 3.7e-9`.
pub(crate) fn equals(p: f64) -> String {
    match p {
        p if p < 1e-300 => "p < 1e-300".to_owned(),
        p if p < 1e-4 => format!("p = {p:.1e}"),
        p if p < 0.01 => format!("p = {p:.4}"),
        p => format!("p = {p:.3}"),
    }
}

fn couples(names: &[String], lists: &[Vec<f64>]) -> Vec<Couple> {
    let tukey = tukey_hsd(lists, CONFIDENCE).ok();
    let means: Vec<f64> =
        lists.iter().map(|list| Summary::of(list).map_or(0.0, |summary| summary.mean)).collect();
    let places = (0..lists.len()).flat_map(|a| (a + 1..lists.len()).map(move |b| (a, b)));
    let mut couples: Vec<Couple> = (places.enumerate())
        .map(|(at, (a, b))| Couple {
            a: names[a].clone(),
            b: names[b].clone(),
            difference: means[b] - means[a],
            // Tukey's list is in the same order.
            tukey: (tukey.as_ref().and_then(|all| all.get(at)))
                .map(|found| TukeyResult { interval: found.interval.into(), p: found.p }),
            mann_whitney: mann_whitney(&lists[b], &lists[a]).ok().map(|test| MannWhitneyResult {
                superiority: test.superiority,
                p: test.p,
                corrected_p: test.p,
            }),
        })
        .collect();
    correct(&mut couples);
    couples
}

/// Holds the tests of all couples to one level together.
fn correct(couples: &mut [Couple]) {
    let mut tests: Vec<&mut MannWhitneyResult> =
        couples.iter_mut().filter_map(|couple| couple.mann_whitney.as_mut()).collect();
    let corrected = holm(&tests.iter().map(|test| test.p).collect::<Vec<f64>>());
    tests.iter_mut().zip(corrected).for_each(|(test, p)| test.corrected_p = p);
}

/// How often experiments of several sizes, drawn from these numbers, would tell that the treatments differ. Nothing of fewer
/// than two lists, or of numbers that do not vary.
pub(crate) fn powers(lists: &[Vec<f64>], seed: u64) -> Vec<Power> {
    if kruskal_wallis(lists).is_err() {
        return Vec::new();
    }
    POWER_AT.into_iter().map(|runs| power(lists, runs, &mut stream(seed, "power", runs as u64))).collect()
}

fn power(lists: &[Vec<f64>], runs: usize, chance: &mut Stream) -> Power {
    let mut drawn = vec![vec![0.0; runs]; lists.len()];
    let mut n_found = [0_usize; 2];
    for _ in 0..N_EXPERIMENTS {
        for (drawn, list) in drawn.iter_mut().zip(lists) {
            drawn.fill_with(|| list[chance.below(list.len())]);
        }
        let found = [
            anova(&drawn).is_ok_and(|whole| whole.test.p < ALPHAS[0]),
            kruskal_wallis(&drawn).is_ok_and(|test| test.p < ALPHAS[0]),
        ];
        n_found.iter_mut().zip(found).for_each(|(n, found)| *n += usize::from(found));
    }
    let [anova, kruskal_wallis] = n_found.map(|n| n as f64 / N_EXPERIMENTS as f64);
    Power { runs: runs as u32, anova, kruskal_wallis }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(n: usize) -> Vec<String> {
        ["a", "b", "c"][..n].iter().map(|name| (*name).to_owned()).collect()
    }

    /// Numbers without much order, `n` of them.
    fn list(n: usize, seed: u64) -> Vec<f64> {
        let mut chance = stream(seed, "list", 0);
        (0..n).map(|_| (chance.below(8) + chance.below(8)) as f64).collect()
    }

    #[test]
    fn holm_corrects_from_the_smallest_up() {
        let couple = |p| Couple {
            a: String::new(),
            b: String::new(),
            difference: 0.0,
            tukey: None,
            mann_whitney: Some(MannWhitneyResult { superiority: 0.5, p, corrected_p: p }),
        };
        let mut couples = [0.04, 0.01, 0.03, 0.9].map(couple);
        correct(&mut couples);
        let corrected = couples.map(|couple| couple.mann_whitney.expect("a test").corrected_p);
        for (got, expected) in corrected.into_iter().zip([0.09, 0.04, 0.09, 0.9]) {
            assert!((got - expected).abs() < 1e-12, "{corrected:?}");
        }
    }

    /// Without a difference 5 % of experiments tell one; of three standard errors and a bit.
    #[test]
    fn power_is_the_level_without_a_difference_and_all_with_a_great_one() {
        let same = vec![list(5000, 1); 3];
        for power in powers(&same, 1) {
            assert!((power.anova - 0.05).abs() < 0.025, "{power:?}");
            assert!((power.kruskal_wallis - 0.05).abs() < 0.025, "{power:?}");
        }
        let far: Vec<f64> = same[0].iter().map(|value| value + 8.0).collect();
        let powers_of_far = powers(&[same[0].clone(), far], 1);
        assert_eq!(powers_of_far.len(), POWER_AT.len());
        assert!(powers_of_far.iter().all(|power| power.anova > 0.99 && power.kruskal_wallis > 0.99));
        assert!(powers(&[vec![3.0; 9], vec![3.0; 9]], 1).is_empty() && powers(&[list(9, 1)], 1).is_empty());
    }

    #[test]
    fn what_can_be_claimed_is_said() {
        let (plain, other) = (list(300, 1), list(300, 2));
        let far: Vec<f64> = list(300, 3).iter().map(|value| value + 3.0).collect();
        let told = |lists: &[Vec<f64>]| {
            let comparison = Comparison::of(&names(lists.len()), lists).expect("several lists");
            comparison.words(Outcome::Generations)
        };
        let words = told(&[plain.clone(), other.clone()]);
        assert!(words[0].contains("no significant difference (ANOVA p = 0."), "{words:?}");
        let words = told(&[plain.clone(), other, far.clone()]);
        for part in [
            "5 % level",
            "c is slower than a (a run of a is the shorter of the two in ",
            "c is slower than b",
            "no significant difference between a and b",
        ] {
            assert!(words[0].contains(part), "`{part}` is not in {words:?}");
        }
        // The other way round it is still the same one that is slower.
        let words = told(&[far, plain.clone()]);
        assert!(words[0].contains("a is slower than b (a run of b is the shorter"), "{words:?}");
        // One long run moves the mean, and no rank.
        let mut long = plain.clone();
        long[0] = 1e4;
        let wide: Vec<f64> = plain.iter().map(|value| value + 1.0).collect();
        let words = told(&[wide, long]);
        assert!(words.iter().any(|word| word.contains(MEANS_AND_RANKS)), "{words:?}");
        assert!(
            words
                .iter()
                .any(|word| word
                    .starts_with("The variances differ significantly at the 5 % level (Bartlett p ")),
            "{words:?}"
        );
        assert_eq!(
            told(&[vec![2.0; 5], vec![2.0; 5]])[0],
            "At the 5 % level and at the 10 % level: no significant difference (the numbers do not vary)."
        );
        assert_eq!(Comparison::of(&names(1), &[plain]), None);
    }

    /// At no level is a difference both claimed and denied.
    #[test]
    fn no_level_contradicts_itself() {
        let mut n_disagreements = 0;
        for seed in 0..400 {
            let lists: Vec<Vec<f64>> = (0..3)
                .map(|group| {
                    let mut values = list(12, 10 * seed + group);
                    // A long run now and then moves a mean, and hardly a rank.
                    values[0] += if (seed + group) % 3 == 0 { 15.0 } else { 0.0 };
                    values
                })
                .collect();
            let words = Comparison::of(&names(3), &lists).expect("lists").words(Outcome::Generations);
            for level in LEVELS {
                let at =
                    |word: &&String| word.contains(&format!("{level} level")) && !word.contains("variances");
                let of_level: Vec<&String> = words.iter().filter(at).collect();
                let denied = of_level.iter().any(|word| word.contains(": no significant difference"));
                let seen = of_level.iter().any(|word| word.contains("finds a difference"));
                assert!(!(denied && seen), "{words:?}");
                n_disagreements +=
                    usize::from(of_level.iter().any(|word| word.contains("the tests disagree")));
            }
        }
        assert!(n_disagreements > 0, "the case was never met");
    }

    #[test]
    fn chances_are_never_nothing() {
        assert_eq!(
            [0.7684, 0.0042, 3.7e-9, 0.0].map(equals),
            ["p = 0.768", "p = 0.0042", "p = 3.7e-9", "p < 1e-300"]
        );
    }
}
