//! A report as a folder of files.

use std::collections::BTreeSet;
use std::fs;

use zermelo_report::*;

use crate::samples;

#[test]
fn every_figure_and_table_has_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("new/report");
    let mut report = samples::report();
    report.sections[1].blocks.truncate(2);
    // The same title twice, and one that would leave the folder.
    let mut outside = samples::single_bars();
    outside.heading.title = "../../outside".into();
    report.sections[1].blocks.extend([Block::chart(samples::single_bars()), Block::chart(outside)]);
    let written = write(&target, &report).unwrap();
    let names: BTreeSet<String> =
        written.iter().map(|path| path.strip_prefix(&target).unwrap().display().to_string()).collect();
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
    assert_eq!(written[0], target.join("index.html"));
    assert!(written.iter().all(|path| path.is_file()));
    let png = fs::read(target.join("figures/outside.png")).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    // Written again, the same.
    let before = fs::read(&written[0]).unwrap();
    write(&target, &report).unwrap();
    assert_eq!(fs::read(&written[0]).unwrap(), before);
}

#[test]
fn a_figure_that_cannot_be_drawn_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("report");
    let mut report = samples::report();
    let mut bad = samples::weights();
    bad.groups[0].points[3] = [f64::NAN, 0.0];
    report.sections[1].blocks.push(Block::chart(bad));
    let error = write(&target, &report).unwrap_err().to_string();
    assert!(error.contains("Weight of Piece Diff across generations") && error.contains("NaN"), "{error}");
    assert!(!target.exists());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let mut report = samples::report();
    report.sections.clear();
    let error = write(&file, &report).unwrap_err();
    assert!(matches!(&error, ReportError::File { path, .. } if path.starts_with(&file)), "{error}");
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
