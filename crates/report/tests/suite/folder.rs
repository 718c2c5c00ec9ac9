//! A report as a folder of files.

use std::collections::BTreeSet;

use zermelo_report::*;

use crate::samples;

#[test]
fn every_figure_and_table_has_its_files() {
    let mut report = samples::report();
    report.sections[1].blocks.truncate(2);
    // The same title twice, and one that would leave the folder.
    let mut outside = samples::single_bars();
    outside.heading.title = "../../outside".into();
    report.sections[1].blocks.extend([Block::chart(samples::single_bars()), Block::chart(outside)]);
    let written = files(&report).unwrap();
    let names: BTreeSet<String> = written.iter().map(|(path, _)| path.display().to_string()).collect();
    let figures = [
        "games-won-by-black-and-by-white",
        "score-of-the-champion-by-opponent",
        "score-of-the-champion-by-opponent-2",
        "outside",
    ];
    let mut expected: BTreeSet<String> = figures
        .iter()
        .flat_map(|name| ["svg", "png", "csv"].map(|ending| format!("figures/{name}.{ending}")))
        .collect();
    expected.extend(["index.html", "tables/standings.csv", "tables/standings.md"].map(String::from));
    assert_eq!(names, expected);
    assert_eq!(written.last().unwrap().0.to_str(), Some("index.html"));
    let (_, png) = written.iter().find(|(path, _)| path.ends_with("figures/outside.png")).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert!(written == files(&report).unwrap(), "the same every time");
}

#[test]
fn a_figure_that_cannot_be_drawn_is_named() {
    let mut report = samples::report();
    let mut bad = samples::weights();
    bad.groups[0].points[3] = [f64::NAN, 0.0];
    report.sections[1].blocks.push(Block::chart(bad));
    let error = files(&report).unwrap_err().to_string();
    assert!(error.contains("Weight of Piece Diff across generations") && error.contains("NaN"), "{error}");
}

/// Anchors of a page lead to one place each, whatever its sections are called.
#[test]
fn every_id_of_a_page_is_there_once() {
    let mut report = samples::report();
    report.sections.extend(
        ["Origin", "Tables", "Contents"].map(|title| Section { title: title.into(), blocks: Vec::new() }),
    );
    let html = report.to_html().unwrap();
    let ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    for anchor in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(unique.contains(anchor), "{anchor}");
    }
    // It needs nothing from anywhere: the only addresses are the names of SVG.
    assert_eq!(html.matches("://").count(), html.matches("http://www.w3.org/2000/svg").count());
}
