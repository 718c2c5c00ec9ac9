//! Which of several claims are significant, all of them held to 5 % together (Holm). A portrait makes the same claim at
//! every level, after every first move and about every heuristic: each alone at 5 %, some would be wrong by chance.

use zermelo_stats::Z95;
use zermelo_stats::holm::holm;
use zermelo_stats::tails::normal_cdf;
use zermelo_stats::{Sample, Strength};

/// How often all claims together may be wrong.
const LEVEL: f64 = 0.05;

/// What a test says about a score or a difference, as one of several tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The p-value, corrected for the number of tests (Holm).
    pub p: f64,
    /// Which way the value lies if that is significant.
    pub side: Side,
    /// Whether the value's own 95 % interval excludes even, whatever the other tests are.
    pub excludes_even: bool,
}

/// Which way a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Significantly more than even.
    More,
    /// Neither is significant.
    Neither,
    /// Significantly less than even.
    Less,
}

/// One test against even, two-sided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Test {
    is_more: bool,
    p: f64,
}

impl Test {
    /// Whether games that were won, drawn and lost, worth so many independent ones, show a score other than one half. It is
    /// the test whose interval [`super::Estimate::score`] gives.
    pub fn of_results([wins, draws, losses]: [u64; 3], n_independent: u64) -> Option<Test> {
        let strength = Strength::of(&Sample::of_games(wins, draws, losses).worth(n_independent)).ok()?;
        let p = 2.0 * strength.los.min(1.0 - strength.los);
        Some(Test { is_more: strength.score > 0.5, p })
    }

    /// Whether a value with its 95 % interval lies beside `even`: by the interval's end that is nearer to it.
    pub fn of_interval([value, low, high]: [f64; 3], even: f64) -> Test {
        let is_more = value > even;
        let reach = if is_more { value - low } else { high - value };
        // Without any spread nothing is known of chance.
        let z = if reach > 0.0 { Z95 * (value - even).abs() / reach } else { 0.0 };
        Test { is_more, p: 2.0 * normal_cdf(-z) }
    }
}

/// Holds tests to 5 % together. What was not tested has no verdict and costs the others nothing.
pub(super) fn hold_together(tests: &[Option<Test>]) -> Vec<Option<Verdict>> {
    let corrected = holm(&tests.iter().flatten().map(|test| test.p).collect::<Vec<f64>>());
    let mut corrected = corrected.into_iter();
    let verdict = |test: &Test| {
        let p = corrected.next().unwrap_or(1.0);
        let side = match (p < LEVEL, test.is_more) {
            (true, true) => Side::More,
            (true, false) => Side::Less,
            (false, _) => Side::Neither,
        };
        Verdict { p, side, excludes_even: test.p < LEVEL }
    };
    let mut verdict = verdict;
    tests.iter().map(|test| test.as_ref().map(&mut verdict)).collect()
}

/// Which of several differences, each with its 95 % interval, are significantly more or less than nothing, all of them held to
/// 5 % together.
pub fn significant_differences(differences: &[[f64; 3]]) -> Vec<Side> {
    let tests: Vec<_> =
        differences.iter().map(|&difference| Some(Test::of_interval(difference, 0.0))).collect();
    let verdicts = hold_together(&tests).into_iter();
    verdicts.map(|verdict| verdict.map_or(Side::Neither, |verdict| verdict.side)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::estimate::Estimate;
    use super::*;

    fn sides(tests: &[Option<Test>]) -> Vec<Option<Side>> {
        hold_together(tests).into_iter().map(|verdict| verdict.map(|verdict| verdict.side)).collect()
    }

    /// Alone, a test says what the interval beside it says: significant exactly if the interval excludes one half.
    #[test]
    fn tests_and_intervals_agree() {
        let mut n_significant = 0;
        for n in [1, 2, 5, 12, 40, 200] {
            for wins in 0..=n {
                for draws in [0, (n - wins) / 2, n - wins] {
                    let results = [wins, draws, n - wins - draws];
                    let score = Estimate::score(results, n).unwrap();
                    let excludes = score.low > 0.5 || score.high < 0.5;
                    for test in [
                        Test::of_results(results, n).unwrap(),
                        Test::of_interval([score.value, score.low, score.high], 0.5),
                    ] {
                        assert_eq!(test.p < 0.05, excludes, "{results:?}: {test:?}, {score:?}");
                    }
                    n_significant += u32::from(excludes);
                }
            }
        }
        assert!(n_significant > 100);
    }

    #[test]
    fn several_tests_need_more_evidence() {
        // z = 2.2: significant alone, not as one of three; z = 4 is.
        let weak = Test::of_interval([0.61, 0.512, 0.708], 0.5);
        let clear = Test::of_interval([0.3, 0.202, 0.398], 0.5);
        let none = Test::of_interval([0.5, 0.4, 0.6], 0.5);
        assert_eq!(sides(&[Some(weak)]), [Some(Side::More)]);
        assert_eq!(
            sides(&[Some(weak), None, Some(none), Some(clear)]),
            [Some(Side::Neither), None, Some(Side::Neither), Some(Side::Less)]
        );
        assert!(hold_together(&[Some(weak), Some(none)])[0].unwrap().excludes_even);
        // One that was not tested costs the others nothing.
        assert_eq!(sides(&[Some(weak), None]), [Some(Side::More), None]);
        assert_eq!(Test::of_results([0, 0, 0], 0), None);
        assert_eq!(sides(&[Some(Test::of_interval([0.7, 0.7, 0.7], 0.5))]), [Some(Side::Neither)]);
    }
}
