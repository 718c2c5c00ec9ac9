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
    for name in ["best-and-median-fitness.png", "fitness-of-everybody-by-generation.png"] {
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
