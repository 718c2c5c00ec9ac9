//! `zermelo stats` from outside, against numbers of other programs (`tests/data/stats`).

use std::path::Path;

use serde_json::{Value, json};

use crate::run::{Ran, json, refusal, zermelo, zermelo_in};

fn data(name: &str) -> Value {
    let path = format!("{}/../../tests/data/stats/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("the file is JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

#[track_caller]
fn assert_near(got: &Value, expected: &Value, tolerance: f64) {
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    let (got, expected) = (number(got), number(expected));
    assert!((got - expected).abs() <= tolerance * expected.abs().max(1.0), "{got} instead of {expected}");
}

/// Compares what is in a text, given on standard input.
fn compare(text: &str, arguments: &[&str]) -> Ran {
    zermelo_in(Path::new("."), &[&["stats", "compare", "-"], arguments].concat(), text, &[])
}

fn compared(text: &str) -> Value {
    let ran = compare(text, &["--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:#?}");
    serde_json::from_str(&ran.out).expect("one document")
}

#[test]
fn groups_agree_with_other_programs() {
    let data = data("groups");
    for (name, dataset) in data["datasets"].as_object().expect("datasets") {
        let mut text = String::from("group,value\n");
        for (group, values) in dataset["groups"].as_object().expect("groups") {
            list(values).iter().for_each(|value| text.push_str(&format!("{group},{value}\n")));
        }
        let (answer, expected) = (compared(&text), &dataset["results"]);
        println!("{name}");
        assert_eq!(answer["unanswered"], json!({}));
        for key in ["df_between", "df_within"] {
            assert_eq!(answer["anova"][key], expected["anova"][key]);
        }
        for (test, statistic, their_test, their_statistic) in [
            ("anova", "f", "anova", "F"),
            ("welch", "f", "welch_anova", "F"),
            ("bartlett", "chi2", "bartlett", "chi2"),
            ("levene", "w", "levene_median_brown_forsythe", "W"),
            ("fligner", "chi2", "fligner", "chi2"),
            ("kruskal", "h", "kruskal_wallis", "H_tie_corrected"),
        ] {
            assert_near(&answer[test][statistic], &expected[their_test][their_statistic], 1e-9);
            assert_near(&answer[test]["p"], &expected[their_test]["p"], 1e-9);
        }
        assert_near(&answer["shapiro"]["p"], &expected["shapiro_residuals"]["p"], 1e-6);
        let pairs = list(&answer["tukey"]);
        assert_eq!(pairs.len(), list(&expected["tukey_hsd"]).len());
        for (pair, expected) in pairs.iter().zip(list(&expected["tukey_hsd"])) {
            assert_eq!((&pair["a"], &pair["b"]), (&expected["a"], &expected["b"]));
            assert_near(&pair["diff"], &expected["diff_b_minus_a"], 1e-9);
            assert_near(&pair["low"], &expected["ci95"][0], 1e-6);
            assert_near(&pair["high"], &expected["ci95"][1], 1e-6);
            assert_near(&pair["p"], &expected["p_adj"], 1e-6);
        }
        for (index, group) in list(&answer["groups"]).iter().enumerate() {
            let name = group["name"].as_str().expect("a name");
            assert_eq!(group["n"], expected["n"][index]);
            for key in ["mean", "sd", "median"] {
                assert_near(&group[key], &expected[key][index], 1e-9);
            }
            let (plot, interval) = (&expected["box"][name]["ggplot2_type7"], &expected["mean_ci95_t"][name]);
            for (key, expected) in [
                ("q1", &plot["lower_hinge"]),
                ("q3", &plot["upper_hinge"]),
                ("notch_low", &plot["notch_lower"]),
                ("notch_high", &plot["notch_upper"]),
                ("mean_low", &interval[0]),
                ("mean_high", &interval[1]),
            ] {
                assert_near(&group[key], expected, 1e-9);
            }
        }
    }
}

#[test]
fn a_file_is_compared_as_its_text_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "group,value\nb,1\na,2\nb,3\na,7\n";
    std::fs::write(folder.path().join("some.csv"), text).expect("a file");
    let ran = zermelo_in(folder.path(), &["stats", "compare", "some.csv", "--json"], "", &[]);
    assert_eq!(serde_json::from_str::<Value>(&ran.out).expect("one document"), compared(text));
    let names: Vec<Value> =
        list(&compared(text)["groups"]).iter().map(|group| group["name"].clone()).collect();
    assert_eq!(names, ["b", "a"], "groups keep the order of the file");
}

#[test]
fn a_test_without_an_answer_is_null_and_says_why() {
    for (text, nulls, why) in [
        ("a,1\na,2\nb,3\n", &["bartlett", "levene", "welch"][..], "group `b` has a single value"),
        ("a,1\na,2\na,4\nb,3\nb,3\n", &["bartlett", "welch"], "all values of group `b` are the same"),
        (
            "a,1\na,1\nb,2\nb,2\n",
            &["anova", "bartlett", "fligner", "levene", "shapiro", "tukey", "welch"],
            "all values of group `a` are the same",
        ),
        (
            "a,5\nb,5\n",
            &["anova", "bartlett", "fligner", "kruskal", "levene", "shapiro", "tukey", "welch"],
            "group `a` has a single value",
        ),
    ] {
        let text = format!("group,value\n{text}");
        let answer = compared(&text);
        let unanswered = answer["unanswered"].as_object().expect("reasons");
        assert_eq!(unanswered.keys().collect::<Vec<_>>(), nulls, "{answer}");
        assert!(nulls.iter().all(|test| answer[test].is_null()), "{answer}");
        assert!(unanswered["welch"].as_str().is_some_and(|reason| reason.contains(why)), "{answer}");
        let told = compare(&text, &[]);
        assert!(told.code == 0 && told.out.contains(why), "{told:#?}");
        assert!(!told.out.contains("NaN") && !told.out.contains("inf"), "{told:#?}");
    }
}

#[test]
fn bad_files_are_refused_with_the_line() {
    for (text, told) in [
        ("", "it is empty; expected the header `group,value`"),
        ("group,value\n", "no rows below the header"),
        ("group,value\na,1\na,2\n", "at least two groups, but there is only `a`, with 2 values"),
        ("a,1\nb,2\n", "line 1: found the header `a,1`"),
        ("group,value\na,1\n\nb,much\n", "line 4: `much` is not a number"),
        ("group,value\na,inf\n", "line 2: `inf` is not a finite number"),
        ("group,value\na,1,5\n", "line 2: `a,1,5` has 3 fields"),
        ("group,value\na,1e308\na,1e308\nb,1\nb,2\n", "group `a`: the numbers are too large"),
    ] {
        let ran = compare(text, &["--json"]);
        let error: Value = serde_json::from_str(&ran.out).expect("one document");
        assert_eq!((ran.code, &error["error"]["kind"]), (2, &json!("bad-file")), "{ran:#?}");
        assert!(error["error"]["message"].as_str().is_some_and(|message| message.contains(told)), "{error}");
    }
    let (kind, message) = refusal(&["stats", "compare", "nowhere.csv"]);
    assert!(kind == "bad-file" && message.starts_with("nowhere.csv: cannot be read"), "{message}");
}

#[test]
fn a_comparison_is_told_in_plain_words() {
    let told = |text: &str| {
        let ran = compare(&format!("group,value\n{text}"), &[]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:#?}");
        ran.out
    };
    let differs = told("low,1\nlow,2\nlow,3\nhigh,11\nhigh,12\nhigh,13\n");
    assert!(differs.contains("The means differ") && differs.contains("Tukey: high > low."), "{differs}");
    let same = told("a,1\na,2\na,3\nb,2\nb,1\nb,3\n");
    assert!(same.contains("No significant difference of means"), "{same}");
}

/// The counts of a case, as arguments.
fn counts(case: &Value) -> Vec<String> {
    if case["wins"].is_u64() {
        ["wins", "draws", "losses"].iter().map(|key| case[key].to_string()).collect()
    } else {
        let pairs = list(&case["pairs_LL_LD_WLDD_WD_WW"]).iter().map(Value::to_string);
        std::iter::once("--pairs".to_owned()).chain(pairs).collect()
    }
}

fn ask(words: &[&str], counts: &[String], more: &[&str]) -> Value {
    let counts: Vec<&str> = counts.iter().map(String::as_str).collect();
    json(&[&["stats"], words, &counts, more].concat())
}

#[test]
fn elo_and_sprt_agree_with_other_programs() {
    let data = data("elo");
    for kind in ["trinomial", "pentanomial"] {
        for case in list(&data[kind]) {
            let counts = counts(case);
            let answer = ask(&["elo"], &counts, &[]);
            assert_near(&answer["score"], &case["score"], 1e-9);
            if answer["elo_interval"] == "normal" {
                assert_near(&answer["elo"], &case["elo"], 1e-9);
                assert_near(&answer["low"], &case["elo_ci95"][0], 1e-9);
                assert_near(&answer["high"], &case["elo_ci95"][1], 1e-9);
                assert_near(&answer["nelo"], &case["nelo"], 1e-9);
                assert_near(&answer["los"], &case["los_normal_score"], 1e-9);
            }
            for test in list(&case["sprt"]) {
                let (elo0, elo1) = (test["elo0"].to_string(), test["elo1"].to_string());
                for model in ["logistic", "normalized"] {
                    let more = ["--elo0", &elo0, "--elo1", &elo1, "--model", model];
                    let answer = ask(&["sprt"], &counts, &more);
                    assert_near(&answer["llr"], &test[format!("llr_{model}_{kind}")], 1e-9);
                }
            }
        }
    }
    for case in list(&data["sprt_bounds"]) {
        let (alpha, beta) = (case["alpha"].to_string(), case["beta"].to_string());
        let arguments = ["3", "2", "1", "--elo0=0", "--elo1=5", "--alpha", &alpha, "--beta", &beta];
        let answer = ask(&["sprt"], &[], &arguments);
        assert_near(&answer["lower"], &case["lower"], 1e-9);
        assert_near(&answer["upper"], &case["upper"], 1e-9);
    }
    let anchor = &data["external_anchors"][0];
    let answer = ask(&["sprt"], &counts(anchor), &["--elo0", "0", "--elo1", "20", "--model", "normalized"]);
    assert_near(&answer["llr"], &anchor["printed"]["llr"], 0.005);
    assert_eq!(answer["verdict"], "upper");
}

#[test]
fn extreme_results_have_finite_answers() {
    let most = "9007199254740992";
    for results in [
        &["1", "0", "0"][..],
        &["0", "1", "0"],
        &["0", "0", "1"],
        &["300", "0", "0"],
        &["0", "0", "300"],
        &[most, most, most],
        &["--pairs", "0", "0", "0", "0", "1"],
        &["--pairs", "0", "0", "7", "0", "0"],
        &["--pairs", most, "0", "0", "0", most],
    ] {
        let elo = json(&[&["stats", "elo"], results].concat());
        for key in ["score", "elo", "low", "high", "nelo", "nelo_low", "nelo_high", "los"] {
            assert!(elo[key].is_f64(), "{results:?}: {key} in {elo}");
        }
        assert!(elo["low"].as_f64() <= elo["elo"].as_f64() && elo["elo"].as_f64() <= elo["high"].as_f64());
        for model in ["logistic", "normalized"] {
            let more = ["--elo0", "-200", "--elo1", "200", "--model", model];
            let sprt = json(&[&["stats", "sprt"], results, &more].concat());
            assert!(sprt["llr"].is_f64(), "{results:?}: {sprt}");
        }
    }
    let nothing = json(&["stats", "sprt", "0", "0", "0", "--elo0", "0", "--elo1", "5"]);
    assert_eq!((&nothing["llr"], &nothing["verdict"]), (&json!(0.0), &json!("open")));
}

#[test]
fn results_are_told_in_plain_words() {
    for (arguments, told) in [
        (&["elo", "120", "60", "20"][..], "Significantly stronger: +191 Elo, 95 % CI +150 to +237."),
        (&["elo", "20", "60", "120"], "Significantly weaker: -191 Elo"),
        (&["elo", "300", "0", "0"], "all 300 games were won, so by at least +757 Elo"),
        (&["elo", "1", "0", "0"], "No significant difference in 1 game"),
        (&["elo", "--pairs", "10", "40", "100", "55", "15"], "No significant difference in 440 games"),
        (&["sprt", "120", "60", "20", "--elo0", "0", "--elo1", "5"], "Undecided"),
        (
            &["sprt", "120", "60", "20", "--elo0", "0", "--elo1", "10"],
            "H1 accepted, 10 Elo explains the results better than 0. If H0 were true",
        ),
        (
            &["sprt", "20", "60", "120", "--elo0", "-10", "--elo1", "0"],
            "H0 accepted, -10 Elo explains the results better than 0. If H1 were true",
        ),
        (&["sprt", "0", "0", "0", "--elo0", "0", "--elo1", "5"], "no games yet"),
        (
            &["elo", "--pairs", "10", "40", "100", "55", "15", "--independent", "22"],
            "440 games, pairs 220: LL 10, LD 40, M 100, WD 55, WW 15; games repeat, so these count as 22 independent pairs",
        ),
    ] {
        let ran = zermelo(&[&["stats"], arguments].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:#?}");
        assert!(ran.out.contains(told), "{arguments:?}: expected `{told}` in:\n{}", ran.out);
    }
}

#[test]
fn wrong_questions_are_refused() {
    for (arguments, kind, told) in [
        (&["elo", "0", "0", "0"][..], "no-games", "no games were played"),
        (&["elo", "-1", "2", "3"], "usage", "'-1'"),
        (&["elo", "1.5", "2", "3"], "usage", "a whole number of results"),
        (&["elo", "many", "2", "3"], "usage", "a whole number of results"),
        (&["elo", "99999999999999999999", "2", "3"], "usage", "to 9007199254740992"),
        (&["elo", "1", "2"], "usage", "<L>"),
        (&["elo", "1", "2", "3", "4"], "usage", "'4'"),
        (&["elo", "--pairs", "1", "2", "3"], "usage", "5 values"),
        (
            &["elo", "--pairs", "1", "2", "3", "4", "5", "--independent", "16"],
            "usage",
            "there are only 15 pairs",
        ),
        (&["elo", "1", "2", "3", "--pairs", "1", "2", "3", "4", "5"], "usage", "cannot be used with"),
        (&["sprt", "1", "2", "3", "--elo0", "0"], "usage", "--elo1"),
        (&["sprt", "1", "2", "3", "--elo0", "5", "--elo1", "0"], "usage", "greater than elo0"),
        (&["sprt", "1", "2", "3", "--elo0", "nan", "--elo1", "0"], "usage", "NaN"),
        (&["sprt", "1", "2", "3", "--elo0", "0", "--elo1", "5000"], "usage", "at most 1000 Elo"),
        (&["sprt", "1", "2", "3", "--elo0", "0", "--elo1", "5", "--alpha", "0"], "usage", "alpha is 0"),
        (&["sprt", "1", "2", "3", "--elo0", "0", "--elo1", "5", "--beta", "-1"], "usage", "beta is -1"),
        (&["sprt", "1", "2", "3", "--elo0", "0", "--elo1", "5", "--model", "bayes"], "usage", "logistic"),
        (&["anova"], "usage", "anova"),
    ] {
        let (got_kind, message) = refusal(&[&["stats"], arguments].concat());
        assert_eq!(got_kind, kind, "{arguments:?}: {message}");
        assert!(message.contains(told), "{arguments:?}: expected `{told}` in: {message}");
    }
}

/// A match whose games repeat says as how many pairs they count; with that number its test can be repeated.
#[test]
fn repeated_pairs_count_as_many_as_said() {
    let pairs = ["stats", "sprt", "--elo0", "0", "--elo1", "20", "--pairs", "20", "0", "280", "0", "100"];
    let (all, some) = (json(&pairs), json(&[&pairs[..], &["--independent", "40"]].concat()));
    let llr = |answer: &Value| answer["llr"].as_f64().expect("a number");
    // (Kinds of results that were not seen count as a trace of one, so this is not quite exact.)
    assert!((llr(&all) - 10.0 * llr(&some)).abs() < 1e-2, "{all} {some}");
    assert_eq!((&all["independent_pairs"], &some["independent_pairs"]), (&400.into(), &40.into()));
}
