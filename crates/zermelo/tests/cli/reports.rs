//! `zermelo report`: every kind of run becomes a folder of figures and tables with a page, or one figure.

use std::path::Path;

use serde_json::Value;

use crate::experiments::{EVOLUTION, Q_LEARNING, STUDY};
use crate::run::{Ran, zermelo_in};

const TOURNAMENT: &str = r#"
kind = "tournament"
title = "Small & <quick>"
game = "tictactoe"
schedule = { kind = "round-robin", games = 20 }
openings = { plies = 2 }
agents = [{ name = "chance", agent = "random" }, { name = "one", agent = "alphabeta(depth=1)" }]

[[tables]]
title = "Against chance"
tested = ["one"]
opponents = ["chance"]
published = { one = 90.0 }
"#;

fn ask(folder: &Path, arguments: &[&str]) -> Ran {
    zermelo_in(folder, arguments, "", &[])
}

/// A folder with the run of a file.
fn ran(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("small.toml"), text).expect("a file");
    let ran = ask(folder.path(), &["run", "small.toml", "--threads", "2"]);
    assert_eq!(ran.code, 0, "{ran:#?}");
    folder
}

/// The files of a report, by their names.
fn report(folder: &Path) -> Vec<String> {
    let ran = ask(folder, &["report", "last", "--json"]);
    let json: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:#?}"));
    let files = json["files"].as_array().cloned().unwrap_or_default();
    files.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[test]
fn a_tournament_becomes_figures_tables_and_a_page() {
    let folder = ran(TOURNAMENT);
    let files = report(folder.path());
    for name in [
        "index.html",
        "figures/ratings.svg",
        "figures/ratings.png",
        "figures/who-beat-whom.csv",
        "tables/standings.md",
    ] {
        let path = format!("report-small-1/{name}");
        assert!(files.contains(&path), "{path} in {files:?}");
        assert!(folder.path().join(path).metadata().is_ok_and(|file| file.len() > 100));
    }
    let page = std::fs::read_to_string(folder.path().join("report-small-1/index.html")).expect("a page");
    assert!(page.contains("Small &amp; &lt;quick&gt;") && !page.contains("<quick>"));
    assert!(page.contains("zermelo run small.toml --seed 1"), "the command that repeats it");
    // The same run, the same bytes.
    assert_eq!(ask(folder.path(), &["report", "last", "-o", "again"]).code, 0);
    let again = std::fs::read_to_string(folder.path().join("again/index.html")).expect("a page");
    assert_eq!(page, again);
    // One figure, in the form that its name asks for.
    for (file, start) in [("one.svg", &b"<svg"[..]), ("one.png", b"\x89PNG"), ("one.csv", b"")] {
        assert_eq!(ask(folder.path(), &["report", "last", "--figure", "ratings", "-o", file]).code, 0);
        let bytes = std::fs::read(folder.path().join(file)).expect("a figure");
        assert!(bytes.starts_with(start) && bytes.len() > 50, "{file}");
    }
    let refused = ask(folder.path(), &["report", "last", "--figure", "nonsense"]);
    assert!(refused.code == 2 && refused.err.contains("who-beat-whom"), "{refused:#?}");
    let refused = ask(folder.path(), &["report", "last", "--figure", "ratings", "-o", "ratings.gif"]);
    assert!(refused.code == 2 && refused.err.contains(".svg, .png or .csv"), "{refused:#?}");
    assert_eq!(ask(folder.path(), &["report", "nobody"]).code, 2);
}

#[test]
fn every_kind_of_run_has_something_to_show() {
    let files = report(ran(EVOLUTION).path());
    for name in ["best-and-median-fitness.png", "fitness-of-all-candidates-by-generation.png"] {
        assert!(files.iter().any(|file| file.ends_with(name)), "{name} in {files:?}");
    }
    let files = report(ran(STUDY).path());
    assert!(files.iter().any(|file| file.ends_with("generations-by-treatment-notched.png")), "{files:?}");
    let files = report(ran(Q_LEARNING).path());
    assert!(files.iter().any(|file| file.ends_with("index.html")), "{files:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let studied = ask(folder.path(), &["study-game", "hexapawn", "--quick", "--threads", "2"]);
    assert_eq!(studied.code, 0, "{studied:#?}");
    let files = report(folder.path());
    for name in ["how-long-games-are.png", "where-pieces-stand.png", "what-every-first-move-is-worth.png"] {
        assert!(files.iter().any(|file| file.ends_with(name)), "{name} in {files:?}");
    }
}

#[test]
fn evolutions_can_be_set_side_by_side() {
    let folder = ran(EVOLUTION);
    let path = folder.path();
    assert_eq!(ask(path, &["run", "small.toml", "--seed", "6"]).code, 0);
    let reported = ask(path, &["report", "1", "--with", "2", "-o", "both"]);
    assert_eq!(reported.code, 0, "{reported:#?}");
    let read = |name: &str| std::fs::read_to_string(path.join(name)).expect("a file");
    let told = read("both/figures/correlation-of-genes-with-fitness-side-by-side.csv");
    assert!(told.contains(",small-1,") && told.contains(",small-2,"), "{told}");
    let page = read("both/index.html");
    assert!(
        page.contains("Side by side: small-1, small-2") && page.contains("--seed 6"),
        "how to repeat both"
    );

    let refused = ask(path, &["report", "1", "--with", "2", "--with", "1"]);
    assert!(refused.code == 2 && refused.err.contains("cannot be compared with itself"), "{refused:#?}");

    std::fs::write(path.join("other.toml"), TOURNAMENT).expect("a file");
    assert_eq!(ask(path, &["run", "other.toml"]).code, 0);
    let refused = ask(path, &["report", "1", "--with", "other"]);
    assert!(
        refused.code == 2 && refused.err.contains("other-3 is a tournament: only evolutions, or studies"),
        "{refused:#?}"
    );
}

/// Agents that differ in one number make a curve, beside what was published of each opponent.
#[test]
fn a_parameter_that_changes_makes_a_curve() {
    let agents: String = [1, 2, 4]
        .map(|nodes| format!("{{ name = \"n{nodes}\", agent = \"alphabeta(nodes={nodes}00)\" }}, "))
        .concat();
    let text = format!(
        "kind = \"tournament\"\ntitle = \"Sweep\"\ngame = \"tictactoe\"\n\
         schedule = {{ kind = \"gauntlet\", games = 20 }}\nopenings = {{ plies = 2 }}\n\
         agents = [{agents} {{ name = \"x\", agent = \"random\" }}, {{ name = \"y\", agent = \"alphabeta(depth=1)\" }}]\n\
         [[tables]]\ntitle = \"Sweep\"\ntested = [\"n1\", \"n2\", \"n4\"]\nopponents = [\"x\", \"y\"]\npublished-games = 200\n\
         [tables.published]\nn1 = [80, 60]\nn2 = [85.5, 65]\nn4 = 71\n"
    );
    let folder = ran(&text);
    let files = report(folder.path());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert!(
        files.contains(&"report-small-1/figures/score-against-nodes-of-alphabeta.png".to_owned()),
        "{files:?}"
    );
    let told = read("report-small-1/figures/score-against-nodes-of-alphabeta.csv");
    assert!(told.contains("measured,line,100,") && told.contains("as published,line,200,0.7525,"), "{told}");
    let told = read("report-small-1/tables/sweep-by-opponent.csv");
    assert!(told.contains("as published,85.5,") && told.lines().count() == 6, "n4 has only a total: {told}");

    let wrong = text.replace("[80, 60]", "[80, 60, 50]");
    std::fs::write(folder.path().join("wrong.toml"), wrong).expect("a file");
    let refused = ask(folder.path(), &["run", "wrong.toml"]);
    assert!(
        refused.code == 2 && refused.err.contains("`n1` in `Sweep` has 3 published scores for 2 opponents"),
        "{refused:#?}"
    );
}
