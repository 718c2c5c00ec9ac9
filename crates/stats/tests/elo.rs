//! Strength against numbers from outside (`tests/data/stats/elo.json`), and on every small sample there is.

use serde_json::Value;
use zermelo_stats::tails::normal_cdf;
use zermelo_stats::{Method, Sample, StatsError, Strength};
use zermelo_stats::{Z95, score_interval};

fn data() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/stats/elo.json");
    let text = std::fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("the file is JSON")
}

fn whole(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no count"))
}

fn pairs(case: &Value) -> [u64; 5] {
    let counts: Vec<u64> =
        case["pairs_LL_LD_WLDD_WD_WW"].as_array().expect("five counts").iter().map(whole).collect();
    counts.try_into().expect("five counts")
}

#[track_caller]
fn assert_near(got: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().unwrap_or_else(|| panic!("{what}: {expected} is no number"));
    assert!((got - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{what}: {got} instead of {expected}");
}

/// Compares all that the case says, where the textbook's interval may be believed.
fn check(sample: &Sample, case: &Value) -> Method {
    let strength = Strength::of(sample).expect("games were played");
    assert_near(strength.score, &case["score"], "score");
    if strength.method == Method::Normal {
        assert_near(strength.elo, &case["elo"], "elo");
        assert_near(strength.elo_interval.0, &case["elo_ci95"][0], "low");
        assert_near(strength.elo_interval.1, &case["elo_ci95"][1], "high");
        assert_near(strength.nelo, &case["nelo"], "nelo");
        assert_near(strength.los, &case["los_normal_score"], "los");
    }
    strength.method
}

#[test]
fn games_and_pairs_agree_with_the_formulas() {
    let data = data();
    let mut n_compared = 0;
    for case in data["trinomial"].as_array().expect("a list") {
        let sample = Sample::of_games(whole(&case["wins"]), whole(&case["draws"]), whole(&case["losses"]));
        n_compared += u32::from(check(&sample, case) == Method::Normal);
    }
    for case in data["pentanomial"].as_array().expect("a list") {
        n_compared += u32::from(check(&Sample::of_pairs(pairs(case)), case) == Method::Normal);
    }
    assert!(n_compared >= 7, "most of the cases have a believable interval");
}

#[test]
fn a_printed_result_of_another_program_is_had_again() {
    let case = &data()["external_anchors"][0];
    let strength = Strength::of(&Sample::of_pairs(pairs(case))).expect("games were played");
    let printed = |key: &str| case["printed"][key].as_f64().expect("a number");
    assert!((strength.elo - printed("elo")).abs() < 0.005, "{strength:?}");
    assert!((strength.nelo - printed("nelo")).abs() < 0.005, "{strength:?}");
    // There it says that the error is `nan`.
    assert!(strength.elo_interval.0 > 300.0 && strength.elo_interval.1 < 1200.0, "{strength:?}");
}

/// Wins and losses only: Wilson's interval in closed form, and the classical likelihood of superiority.
#[test]
fn without_draws_the_score_interval_is_wilsons() {
    for (wins, losses) in [(0, 7), (1, 0), (3, 1), (10, 0), (19, 1), (300, 0)] {
        let n = (wins + losses) as f64;
        let (p, z2) = (wins as f64 / n, Z95 * Z95);
        let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = Z95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
        for sample in [Sample::of_games(wins, 0, losses), Sample::of_pairs([losses, 0, 0, 0, wins])] {
            let (low, high) = score_interval(&sample);
            assert!((low - (centre - half)).abs() < 1e-9, "{wins}-{losses}: {low}");
            assert!((high - (centre + half)).abs() < 1e-9, "{wins}-{losses}: {high}");
            let los = Strength::of(&sample).expect("games were played").los;
            let classical = normal_cdf((wins as f64 - losses as f64) / n.sqrt());
            assert!((los - classical).abs() < 1e-9, "{wins}-{losses}: {los}");
        }
    }
}

/// Only even pairs: a decisive pair has at most the share z² / (n + z²), however that is divided.
#[test]
fn even_pairs_only_are_evidence_of_nearness() {
    let (low, high) = score_interval(&Sample::of_pairs([0, 0, 20, 0, 0]));
    let expected = 0.5 * Z95 * Z95 / (20.0 + Z95 * Z95);
    assert!((high - 0.5 - expected).abs() < 1e-9 && (0.5 - low - expected).abs() < 1e-9, "{low} {high}");
}

#[test]
fn normal_tails_are_exact() {
    for (z, p) in [(-3.0, 0.0013498980316300933), (-Z95, 0.025), (0.0, 0.5), (5.0, 0.9999997133484281)] {
        assert!((normal_cdf(z) - p).abs() < 1e-12, "{z}");
    }
}

/// Every vector of up to six pairs: finite, in order, mirrored for the other side, and no worse for a better result.
#[test]
fn every_small_sample_has_a_finite_and_sensible_answer() {
    let mut n_samples = 0;
    for code in 0..7_u64.pow(5) {
        let counts: [u64; 5] = std::array::from_fn(|index| code / 7_u64.pow(index as u32) % 7);
        let n: u64 = counts.iter().sum();
        if n > 6 {
            continue;
        }
        n_samples += 1;
        let sample = Sample::of_pairs(counts);
        let strength = match Strength::of(&sample) {
            Ok(strength) => strength,
            Err(error) => {
                assert_eq!(error, StatsError::NoGames);
                assert_eq!(n, 0);
                continue;
            }
        };
        let (low, high) = strength.elo_interval;
        let (nelo_low, nelo_high) = strength.nelo_interval;
        let numbers =
            [strength.score, strength.elo, low, high, nelo_low, strength.nelo, nelo_high, strength.los];
        assert!(numbers.iter().all(|number| number.is_finite()), "{counts:?}: {strength:?}");
        assert!(low < strength.elo && strength.elo < high, "{counts:?}: {strength:?}");
        assert!(nelo_low <= strength.nelo && strength.nelo <= nelo_high, "{counts:?}: {strength:?}");
        assert!((0.0..=1.0).contains(&strength.los), "{counts:?}: {strength:?}");
        let other = Strength::of(&sample.mirrored()).expect("games were played");
        for (here, there) in [
            (strength.elo, -other.elo),
            (low, -other.elo_interval.1),
            (strength.nelo, -other.nelo),
            (nelo_low, -other.nelo_interval.1),
        ] {
            assert!((here - there).abs() < 1e-6, "{counts:?}: {strength:?} {other:?}");
        }
        // One pair better by one step.
        for at in (0..4).filter(|&at| counts[at] > 0) {
            let mut better = counts;
            better[at] -= 1;
            better[at + 1] += 1;
            let better = Strength::of(&Sample::of_pairs(better)).expect("games were played");
            assert!(better.elo > strength.elo, "{counts:?} {at}: {strength:?} {better:?}");
            assert!(better.elo_interval.1 > low && better.elo_interval.1 >= high - 1e-6, "{counts:?} {at}");
        }
    }
    assert_eq!(n_samples, 462);
}

#[test]
fn single_games_have_finite_answers_too() {
    for (wins, draws, losses) in
        [(1, 0, 0), (0, 1, 0), (0, 0, 1), (300, 0, 0), (0, 500, 0), (1_000_000, 0, 1)]
    {
        let strength = Strength::of(&Sample::of_games(wins, draws, losses)).expect("games were played");
        let (low, high) = strength.elo_interval;
        assert!(low.is_finite() && high.is_finite() && strength.nelo.is_finite(), "{strength:?}");
        assert!(low < strength.elo && strength.elo < high, "{strength:?}");
    }
    assert_eq!(Strength::of(&Sample::of_games(0, 0, 0)), Err(StatsError::NoGames));
}

/// A thousand repeats of ten games are ten games.
#[test]
fn repeats_are_no_evidence() {
    let once = Strength::of(&Sample::of_pairs([0, 1, 2, 3, 4])).expect("games were played");
    let repeated = Sample::of_pairs([0, 100, 200, 300, 400]);
    let counted_once = Strength::of(&repeated.worth(10)).expect("games were played");
    assert!((once.elo_interval.0 - counted_once.elo_interval.0).abs() < 1e-6);
    let believed = Strength::of(&repeated).expect("games were played");
    assert!(believed.elo_interval.0 > once.elo_interval.0 && (believed.elo - once.elo).abs() < 1e-9);
    assert_eq!(repeated.worth(5000), repeated);
}
