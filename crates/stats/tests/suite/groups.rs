//! Comparisons of groups against scipy's and statsmodels'.

use proptest::prelude::*;
use serde_json::Value;
use zermelo_stats::StatsError;
use zermelo_stats::anova::{anova, welch_anova};
use zermelo_stats::boxplot::{BoxPlot, Hinges, quantile};
use zermelo_stats::correlation::{pearson, spearman};
use zermelo_stats::loess::Loess;
use zermelo_stats::ranks::{kruskal_wallis, mann_whitney};
use zermelo_stats::shapiro::shapiro_wilk;
use zermelo_stats::spread::{Centre, bartlett, fligner_killeen, levene};
use zermelo_stats::summary::Summary;
use zermelo_stats::tails::t_upper_quantile;
use zermelo_stats::tukey::tukey_hsd;

use crate::chance::{always_the_same, dice, normal};
use crate::reference::{assert_interval, assert_near, assert_within, list, number, numbers, read};

/// Calls with every data set: its name, the names of its groups, their values, and what is expected.
fn each_data_set(mut visit: impl FnMut(&str, &[String], &[Vec<f64>], &Value)) {
    let data = read("groups.json");
    for (name, set) in data["datasets"].as_object().expect("data sets") {
        // The tests of several groups come in alphabetical order, which is also that of the file.
        let groups = set["groups"].as_object().expect("groups");
        let names: Vec<String> = groups.keys().cloned().collect();
        let values: Vec<Vec<f64>> = groups.values().map(numbers).collect();
        visit(name, &names, &values, &set["results"]);
    }
}

#[test]
fn means_agree() {
    each_data_set(|name, _, groups, expected| {
        let (whole, case) = (anova(groups).expect("an answer"), &expected["anova"]);
        assert_near(whole.squares_between, &case["ss_between"], name);
        assert_near(whole.squares_within, &case["ss_within"], name);
        assert_near(whole.mean_square_between(), &case["ms_between"], name);
        assert_near(whole.mean_square_within(), &case["ms_within"], name);
        assert_near(whole.test.df.0, &case["df_between"], name);
        assert_near(whole.test.df.1, &case["df_within"], name);
        assert_near(whole.test.f, &case["F"], name);
        assert_near(whole.test.p, &case["p"], name);
        assert_near(whole.eta_squared(), &case["eta_squared"], name);
        assert_near(whole.omega_squared(), &case["omega_squared"], name);
        let (welch, case) = (welch_anova(groups).expect("an answer"), &expected["welch_anova"]);
        assert_near(welch.f, &case["F"], name);
        assert_interval(welch.df, &case["df"], 1e-9, name);
        assert_near(welch.p, &case["p"], name);
    });
}

#[test]
fn variances_and_ranks_agree() {
    each_data_set(|name, _, groups, expected| {
        let test = bartlett(groups).expect("an answer");
        assert_near(test.chi_squared, &expected["bartlett"]["chi2"], name);
        assert_near(test.p, &expected["bartlett"]["p"], name);
        for (centre, key) in [(Centre::Mean, "levene_mean"), (Centre::Median, "levene_median_brown_forsythe")]
        {
            let test = levene(groups, centre).expect("an answer");
            assert_near(test.f, &expected[key]["W"], name);
            assert_near(test.p, &expected[key]["p"], name);
        }
        let test = fligner_killeen(groups).expect("an answer");
        assert_near(test.chi_squared, &expected["fligner"]["chi2"], name);
        assert_near(test.p, &expected["fligner"]["p"], name);
        let test = kruskal_wallis(groups).expect("an answer");
        assert_near(test.chi_squared, &expected["kruskal_wallis"]["H_tie_corrected"], name);
        assert_near(test.p, &expected["kruskal_wallis"]["p"], name);
    });
}

#[test]
fn normality_agrees() {
    each_data_set(|name, _, groups, expected| {
        let residuals: Vec<f64> = groups
            .iter()
            .flat_map(|group| {
                let mean = Summary::of(group).expect("values").mean;
                group.iter().map(move |value| value - mean)
            })
            .collect();
        let test = shapiro_wilk(&residuals).expect("an answer");
        assert_near(test.w, &expected["shapiro_residuals"]["W"], name);
        assert_near(test.p, &expected["shapiro_residuals"]["p"], name);
    });
}

#[test]
fn tukeys_comparisons_agree() {
    each_data_set(|name, names, groups, expected| {
        let comparisons = tukey_hsd(groups, 0.95).expect("an answer");
        let cases = list(&expected["tukey_hsd"]);
        assert_eq!(comparisons.len(), cases.len());
        for (got, case) in comparisons.iter().zip(cases) {
            assert_eq!(
                (&names[got.groups.0][..], &names[got.groups.1][..]),
                (text(&case["a"]), text(&case["b"]))
            );
            assert_near(got.difference, &case["diff_b_minus_a"], name);
            assert_near(got.standard_error, &case["se"], name);
            assert_near(got.q, &case["q"], name);
            assert_within(got.p, number(&case["p_adj"]), 1e-6, name);
            assert_interval(got.interval, &case["ci95"], 1e-6, name);
        }
    });
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn box_plots_and_intervals_of_means_agree() {
    each_data_set(|name, names, groups, expected| {
        for (index, (group, values)) in names.iter().zip(groups).enumerate() {
            let summary = Summary::of(values).expect("values");
            assert_near(summary.mean, &expected["mean"][index], name);
            assert_near(summary.deviation(), &expected["sd"][index], name);
            assert_near(quantile(values, 0.5).expect("values"), &expected["median"][index], name);
            let interval = summary.mean_interval(0.95).expect("two values");
            assert_interval(interval, &expected["mean_ci95_t"][group.as_str()], 1e-9, name);
            for (convention, key) in
                [(Hinges::Quartiles, "ggplot2_type7"), (Hinges::Tukey, "r_boxplot_stats_hinges")]
            {
                let (plot, case) =
                    (BoxPlot::of(values, convention).expect("values"), &expected["box"][group][key]);
                assert_near(plot.hinges.0, &case["lower_hinge"], name);
                assert_near(plot.hinges.1, &case["upper_hinge"], name);
                assert_near(plot.median, &case["median"], name);
                assert_near(plot.whiskers.0, &case["lower_whisker"], name);
                assert_near(plot.whiskers.1, &case["upper_whisker"], name);
                assert_near(plot.notch.0, &case["notch_lower"], name);
                assert_near(plot.notch.1, &case["notch_upper"], name);
                assert_eq!(plot.outliers, numbers(&case["outliers"]), "{name}");
            }
        }
    });
}

/// Values printed in the manuals of R (`wilcox.test`, permeability of membranes) and scipy (`mannwhitneyu`, diagnosis of
/// diabetes).
#[test]
fn mann_whitney_agrees_with_manuals() {
    let at_term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    let early = [1.15, 0.88, 0.90, 0.74, 1.21];
    let test = mann_whitney(&at_term, &early).expect("an answer");
    assert!(test.is_exact && test.u == 35.0);
    assert!((0.5 * test.p - 0.1272).abs() < 5e-5, "{test:?}");
    let (males, females) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
    let test = mann_whitney(&males, &females).expect("an answer");
    assert!(test.u == 17.0 && (test.p - 1.0 / 9.0).abs() < 1e-12, "{test:?}");
    assert!((test.superiority - 0.85).abs() < 1e-12);
}

/// With ties the normal approximation; two groups of many values give nearly Kruskal and Wallis' p.
#[test]
fn mann_whitney_is_kruskal_wallis_of_two_groups() {
    let first: Vec<f64> = (0..300).map(|index| f64::from(index % 37)).collect();
    let second: Vec<f64> = (0..260).map(|index| f64::from(index % 41)).collect();
    let (two, several) = (mann_whitney(&first, &second), kruskal_wallis(&[&first, &second]));
    let (two, several) = (two.expect("an answer"), several.expect("an answer"));
    assert!(!two.is_exact && (two.p - several.p).abs() < 1e-4, "{two:?} {several:?}");
    let mirrored = mann_whitney(&second, &first).expect("an answer");
    assert!(
        (two.p - mirrored.p).abs() < 1e-12 && (two.superiority + mirrored.superiority - 1.0).abs() < 1e-12
    );
}

/// The weights of eleven men, the example of the manual of scipy and of Shapiro and Wilk themselves.
#[test]
fn few_values_are_tested_for_normality() {
    let weights = [148.0, 154.0, 158.0, 160.0, 161.0, 162.0, 166.0, 170.0, 182.0, 195.0, 236.0];
    let test = shapiro_wilk(&weights).expect("an answer");
    assert_within(test.w, 0.788_814_78, 1e-7, "W");
    assert_within(test.p, 0.006_703_8, 1e-6, "p");
    let evenly = shapiro_wilk(&[1.0, 2.0, 3.0]).expect("an answer");
    assert!((evenly.w - 1.0).abs() < 1e-12 && evenly.p > 0.999, "{evenly:?}");
}

/// Of normal samples 5 % are rejected, whatever their size; the approximations differ for 3, up to 5, up to 11 and more.
#[test]
fn normality_is_rejected_at_the_stated_rate() {
    for n in [3, 4, 5, 6, 11, 12, 50] {
        let mut dice = dice("normality", n as u64);
        let is_rejected = |_: &u32| {
            let values: Vec<f64> = (0..n).map(|_| 7.0 + 2.0 * normal(&mut dice)).collect();
            shapiro_wilk(&values).expect("an answer").p < 0.05
        };
        let rate = (0..3000).filter(is_rejected).count() as f64 / 3000.0;
        println!("{n} normal values: rejected in {rate}");
        assert!((0.038..0.062).contains(&rate), "{n}: {rate}");
    }
}

/// Of two groups, however unequal, Tukey's p is that of the analysis of variance, and its interval Student's.
#[test]
fn two_groups_of_unequal_size_are_students() {
    let (few, many) = (vec![4.1, 5.9, 5.0], vec![6.0, 7.5, 5.5, 8.1, 6.6, 7.0, 9.3, 6.1]);
    let whole = anova(&[&few, &many]).expect("an answer");
    let comparison = tukey_hsd(&[&few, &many], 0.95).expect("an answer")[0];
    assert_within(comparison.p, whole.test.p, 1e-9, "p");
    assert_within(comparison.q * comparison.q, 2.0 * whole.test.f, 1e-9, "q");
    let half = t_upper_quantile(0.025, 9.0) * (whole.mean_square_within() * (1.0 / 3.0 + 1.0 / 8.0)).sqrt();
    assert_within(comparison.interval.1 - comparison.difference, half, 1e-8, "interval");
}

#[test]
fn degenerate_groups_have_typed_errors() {
    let (one, none): ([Vec<f64>; 1], [Vec<f64>; 0]) = ([vec![1.0, 2.0]], []);
    for groups in [&one[..], &none[..]] {
        let error = StatsError::TooFewGroups { got: groups.len() };
        assert_eq!(anova(groups).unwrap_err(), error);
        assert_eq!(welch_anova(groups).unwrap_err(), error);
        assert_eq!(bartlett(groups).unwrap_err(), error);
        assert_eq!(levene(groups, Centre::Mean).unwrap_err(), error);
        assert_eq!(fligner_killeen(groups).unwrap_err(), error);
        assert_eq!(kruskal_wallis(groups).unwrap_err(), error);
        assert_eq!(tukey_hsd(groups, 0.95).unwrap_err(), error);
    }
    // No variance, an empty group, single values, and what is not a number: an error each, and nothing panics.
    let constant = vec![vec![0.1; 7], vec![0.1; 5]];
    let empty = vec![vec![1.0, 2.0], vec![]];
    let single = vec![vec![1.0], vec![2.0]];
    let not_numbers = vec![vec![1.0, 2.0], vec![f64::NAN, 3.0]];
    for groups in [&constant, &empty, &single, &not_numbers] {
        assert!(anova(groups).is_err(), "{groups:?}");
        assert!(welch_anova(groups).is_err(), "{groups:?}");
        assert!(bartlett(groups).is_err(), "{groups:?}");
        assert!(levene(groups, Centre::Median).is_err(), "{groups:?}");
        assert!(tukey_hsd(groups, 0.95).is_err(), "{groups:?}");
    }
    for groups in [&constant, &empty, &not_numbers] {
        assert!(kruskal_wallis(groups).is_err(), "{groups:?}");
        assert!(mann_whitney(&groups[0], &groups[1]).is_err(), "{groups:?}");
        assert!(fligner_killeen(groups).is_err(), "{groups:?}");
    }
    assert!(shapiro_wilk(&[1.0; 9]).is_err() && shapiro_wilk(&[1.0, 2.0]).is_err());
    assert!(Summary::of(&[]).is_err() && Summary::of(&[f64::INFINITY]).is_err());
    assert!(Summary::of(&[1.0]).expect("a value").mean_interval(0.95).is_err());
    assert!(BoxPlot::of(&[], Hinges::Tukey).is_err());
    let point = BoxPlot::of(&[2.5], Hinges::Quartiles).expect("a value");
    assert_eq!((point.median, point.whiskers, point.notch), (2.5, (2.5, 2.5), (2.5, 2.5)));
}

/// Any number there is, and many that are alike.
fn value() -> impl Strategy<Value = f64> {
    prop_oneof![prop::num::f64::ANY, -3.0..3.0_f64, (0..3_i8).prop_map(f64::from)]
}

#[track_caller]
fn assert_finite<T>(result: Result<T, StatsError>, numbers: impl Fn(&T) -> Vec<f64>) {
    if let Ok(answer) = result {
        assert!(numbers(&answer).iter().all(|number| number.is_finite()), "{:?}", numbers(&answer));
    }
}

proptest! {
    #![proptest_config(always_the_same())]
    #[test]
    fn whatever_the_values_answers_are_finite_or_errors(
        groups in prop::collection::vec(prop::collection::vec(value(), 0..7), 0..4)
    ) {
        assert_finite(anova(&groups), |a| vec![a.test.f, a.test.p, a.eta_squared(), a.omega_squared()]);
        assert_finite(welch_anova(&groups), |test| vec![test.f, test.df.1, test.p]);
        assert_finite(bartlett(&groups), |test| vec![test.chi_squared, test.p]);
        assert_finite(levene(&groups, Centre::Mean), |test| vec![test.f, test.p]);
        assert_finite(levene(&groups, Centre::Median), |test| vec![test.f, test.p]);
        assert_finite(fligner_killeen(&groups), |test| vec![test.chi_squared, test.p]);
        assert_finite(kruskal_wallis(&groups), |test| vec![test.chi_squared, test.p]);
        for group in &groups {
            assert_finite(Summary::of(group), |summary| vec![summary.mean, summary.deviation()]);
            assert_finite(shapiro_wilk(group), |test| vec![test.w, test.p]);
            for convention in [Hinges::Quartiles, Hinges::Tukey] {
                assert_finite(BoxPlot::of(group, convention), |plot| {
                    vec![plot.hinges.0, plot.hinges.1, plot.median, plot.whiskers.0, plot.whiskers.1, plot.notch.0, plot.notch.1]
                });
            }
        }
        if let [first, second, ..] = &groups[..] {
            assert_finite(mann_whitney(first, second), |test| vec![test.u, test.superiority, test.p]);
            for correlation in [pearson, spearman] {
                assert_finite(correlation(first, second, 0.95), |c| vec![c.r, c.p, c.interval.0, c.interval.1]);
            }
            assert_finite(Loess::default().smooth(first, second, &[0.5]), |curve| {
                vec![curve.fit[0], curve.standard_error[0], curve.band[0].0, curve.band[0].1, curve.df]
            });
        }
    }
}
