//! Text from people, whatever is in it, is shown and never taken for markup.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use zermelo_report::*;

use crate::samples;

/// A report with a text in every place that takes one.
fn with(text: &str) -> Report {
    let title = format!("t{text}");
    let heading = || Heading::new(title.as_str(), title.as_str());
    let bars = Bars {
        heading: heading(),
        axis: Axis::percent(text).unit(text).reference(0.5, text),
        categories: vec![text.into(), text.into()],
        series: vec![
            BarSeries { name: text.into(), values: vec![Some(Estimate::new(0.4, (0.3, 0.5))), None] },
            BarSeries { name: text.into(), values: vec![Some(Estimate::new(0.6, (0.5, 0.7))), None] },
        ],
    };
    let map = HeatMap {
        heading: heading(),
        label: text.into(),
        row_label: text.into(),
        column_label: text.into(),
        rows: vec![text.into(); 6],
        columns: vec![text.into(); 6],
        ..samples::small_matrix()
    };
    let board = Board {
        heading: heading(),
        label: text.into(),
        cells: vec![BoardCell { name: text.into(), ..samples::squares().cells[0].clone() }],
        ..samples::squares()
    };
    let point_group = || PointGroup { name: text.into(), points: vec![[0.0, 1.0], [1.0, 2.0]] };
    let panel =
        || Panel { name: text.into(), groups: vec![point_group()], line: vec![[0.0, 1.0], [1.0, 2.0]] };
    let axis = || Axis::new(text).unit(text).reference(1.0, text);
    let panels = Panels::new(heading(), axis(), axis(), vec![panel(), panel()]).line_name(text);
    let mut table = Table::new(title.as_str(), vec![Column::text(text), Column::count(text)]);
    table.push(vec![text.into(), 1_u64.into()]).unwrap();
    table.note(text);
    Report {
        title: title.clone(),
        summary: vec![text.into()],
        sections: vec![
            Section {
                title: text.into(),
                blocks: vec![Block::Prose(text.into()), Block::List(vec![text.into()]), table.into()],
            },
            Section {
                title: text.into(),
                blocks: vec![
                    Block::chart(bars),
                    Block::chart(map),
                    Block::chart(board),
                    Block::chart(panels),
                    Block::Listing { caption: text.into(), text: text.into() },
                ],
            },
        ],
        origin: Origin {
            command: text.into(),
            seed: None,
            version: text.into(),
            experiment: format!("e{text}"),
            further: vec![(text.into(), text.into())],
        },
    }
}

/// The tags of a page outside its drawings, whose number of lines hangs on the text, and without what texts may fill.
fn tags(html: &str) -> Vec<String> {
    let mut rest = html;
    let mut outside = String::new();
    while let Some((before, after)) = rest.split_once("<svg") {
        outside.push_str(before);
        rest = after.split_once("</svg>").unwrap().1;
    }
    outside.push_str(rest);
    let tags = outside.split('<').skip(1).map(|tag| {
        let tag = tag.split_once('>').expect("every tag is closed").0;
        // Names of attributes only: every second piece between quotes is a value.
        tag.split('"').step_by(2).collect::<Vec<_>>().join("\"")
    });
    tags.collect()
}

fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        Just("<script>alert(1)</script>".to_owned()),
        Just("\" onload=\"x".to_owned()),
        Just("'><img src=x>".to_owned()),
        Just("]]></svg></pre>--><!--".to_owned()),
        Just("&amp;&#60;&lt".to_owned()),
        Just("|\n\r\t\0\u{7}\u{ffff}".to_owned()),
        Just("\u{202e}ßé漢字🎲".to_owned()),
        Just("</style><style>*{}".to_owned()),
        any::<String>(),
    ];
    proptest::collection::vec(pieces, 1..4).prop_map(|pieces| pieces.concat())
}

/// The same texts every time.
fn always_the_same() -> Config {
    Config { cases: 100, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

proptest! {
    #![proptest_config(always_the_same())]

    #[test]
    fn pages_have_the_same_tags_whatever_is_written(text in hostile()) {
        let report = with(&text);
        prop_assert_eq!(tags(&report.to_html().unwrap()), tags(&with("plain").to_html().unwrap()));
    }

    #[test]
    fn figures_stay_well_formed_and_keep_their_title(text in hostile()) {
        for chart in with(&text).charts() {
            for theme in [Theme::Alone, Theme::Page] {
                let svg = chart.svg_for(theme, "figure").unwrap();
                let document = roxmltree::Document::parse(&svg);
                prop_assert!(document.is_ok(), "{}", document.unwrap_err());
                let document = document.unwrap();
                let title = document.root_element().first_element_child().unwrap();
                let shown: String = title.text().unwrap_or_default().chars().filter(|c| c.is_alphanumeric()).collect();
                let meant: String = chart.title().chars().filter(|c| c.is_alphanumeric()).collect();
                prop_assert_eq!(shown, meant);
                let names = ["svg", "title", "desc", "defs", "pattern", "path", "g", "rect", "line", "circle", "polygon", "polyline", "text"];
                for node in document.descendants().filter(roxmltree::Node::is_element) {
                    prop_assert!(names.contains(&node.tag_name().name()));
                    prop_assert!(node.attributes().all(|attribute| !attribute.name().starts_with("on")));
                }
            }
        }
    }

    #[test]
    fn tables_keep_their_shape(text in hostile()) {
        let report = with(&text);
        let table = report.tables().next().unwrap();
        let markdown = table.to_markdown();
        let rows = markdown.lines().filter(|line| line.starts_with("| "));
        for row in rows {
            let bars = row.replace("\\\\", "").replace("\\|", "").matches('|').count();
            prop_assert_eq!(bars, 3, "{}", row);
        }
        let csv = table.to_csv();
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        prop_assert_eq!(&reader.headers().unwrap()[0], text.as_str());
        let record = reader.records().next().unwrap().unwrap();
        prop_assert_eq!((&record[0], &record[1]), (text.as_str(), "1"));
        prop_assert_eq!(table.to_text().lines().count(), 6);
    }
}

#[test]
fn pictures_are_painted_whatever_is_written() {
    let text = "<script>&\u{0}\u{202e}\u{ffff}漢字🎲]]>";
    for chart in with(text).charts() {
        chart.png().unwrap();
    }
}
