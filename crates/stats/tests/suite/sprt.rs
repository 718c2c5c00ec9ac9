//! Wald's test against reference values, and its error rates by simulation.

use serde_json::Value;
use zermelo_stats::sprt::normal_log_ratio;
use zermelo_stats::superiority::{exact_superiority_of_wins, superiority_of_wins};
use zermelo_stats::{Sample, Scale, Sprt};

use crate::reference::{assert_near, list, number, numbers, read, whole};

fn games(case: &Value) -> Sample {
    Sample::of_games(whole(&case["wins"]), whole(&case["draws"]), whole(&case["losses"]))
}

fn pairs(case: &Value) -> Sample {
    let counts: Vec<u64> = list(&case["pairs_LL_LD_WLDD_WD_WW"]).iter().map(whole).collect();
    Sample::of_pairs(counts.try_into().expect("five counts"))
}

/// Compares with every pair of bounds of a case.
fn check(sample: &Sample, case: &Value, kind: &str) {
    for test in list(&case["sprt"]) {
        let elo = (number(&test["elo0"]), number(&test["elo1"]));
        let what = format!("{sample:?} {elo:?}");
        for (scale, model) in [(Scale::Logistic, "logistic"), (Scale::Normalised, "normalized")] {
            let sprt = Sprt::new(scale, elo, 0.05, 0.05).expect("a test");
            assert_near(sprt.log_ratio(sample), &test[format!("llr_{model}_{kind}")], &what);
        }
        let normal = normal_log_ratio(sample, elo);
        assert_near(normal, &test["llr_normal_approximation"], &what);
    }
}

#[test]
fn ratios_agree() {
    let data = read("elo.json");
    for case in list(&data["trinomial"]) {
        check(&games(case), case, "trinomial");
        let (wins, losses) = (whole(&case["wins"]), whole(&case["losses"]));
        assert_near(superiority_of_wins(wins, losses), &case["los_wins_losses_erf"], "superiority");
        assert_near(exact_superiority_of_wins(wins, losses), &case["los_exact_beta"], "superiority");
    }
    for case in list(&data["pentanomial"]) {
        check(&pairs(case), case, "pentanomial");
    }
}

#[test]
fn bounds_agree() {
    for case in list(&read("elo.json")["sprt_bounds"]) {
        let sprt = Sprt::new(Scale::Logistic, (0.0, 5.0), number(&case["alpha"]), number(&case["beta"]));
        let (lower, upper) = sprt.expect("a test").bounds();
        assert_near(lower, &case["lower"], "lower");
        assert_near(upper, &case["upper"], "upper");
    }
}

#[test]
fn a_printed_ratio_of_fastchess_is_had_again() {
    let data = read("elo.json");
    let case = &data["external_anchors"][0];
    let sprt = Sprt::new(Scale::Normalised, (number(&case["elo0"]), number(&case["elo1"])), 0.05, 0.05)
        .expect("a test");
    let printed = &case["printed"];
    assert!((sprt.log_ratio(&pairs(case)) - number(&printed["llr"])).abs() < 0.005);
    let bounds = numbers(&printed["bounds"]);
    assert!((sprt.bounds().0 - bounds[0]).abs() < 0.005 && (sprt.bounds().1 - bounds[1]).abs() < 0.005);
}
