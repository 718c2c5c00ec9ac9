//! Data that nobody would draw by hand: none, one, all equal, huge, tiny, a hundred of them, names without end. A figure is
//! drawn, or a typed error says why not.

use roxmltree::Document;
use zermelo_report::*;
use zermelo_stats::boxplot::Hinges;

use crate::samples;

fn heading() -> Heading {
    Heading::new("Odd", "n = 1")
}

fn bars(values: Vec<Option<Estimate>>) -> Chart {
    let categories = (0..values.len()).map(|index| format!("category {index}")).collect();
    Bars {
        heading: heading(),
        axis: Axis::new("Elo"),
        categories,
        series: vec![BarSeries { name: String::new(), values }],
    }
    .into()
}

fn scatter(points: Vec<[f64; 2]>) -> Chart {
    Scatter::new(heading(), Axis::new("x"), Axis::new("y"), vec![PointGroup { name: "a".into(), points }])
        .into()
}

/// The same points in so many panels, with a line through them.
fn panels(n: usize, points: Vec<[f64; 2]>) -> Chart {
    let panel = |index: usize| Panel {
        name: format!("panel {index}"),
        groups: vec![PointGroup { name: "a".into(), points: points.clone() }],
        line: points.clone(),
    };
    Panels::new(heading(), Axis::new("x"), Axis::new("y"), (0..n).map(panel).collect()).into()
}

/// The same with a scale for each.
fn own_panels(n: usize, points: Vec<[f64; 2]>) -> Chart {
    match panels(n, points) {
        Chart::Panels(panels) => panels.with_own_scales().line_name("line").into(),
        other => other,
    }
}

fn lines(points: Vec<(f64, Estimate)>) -> Chart {
    Lines {
        heading: heading(),
        x: Axis::new("x"),
        y: Axis::new("y"),
        lines: vec![Line::new("a", points)],
        spread: Spread::Band,
    }
    .into()
}

fn boxes(groups: Vec<(String, Vec<f64>)>) -> Chart {
    let groups = groups.into_iter().map(|(name, values)| BoxGroup { name, values }).collect();
    Boxes {
        heading: heading(),
        group_label: "group".into(),
        y: Axis::new("y"),
        groups,
        hinges: Hinges::Tukey,
        has_notches: true,
    }
    .into()
}

fn forest(rows: Vec<(String, Estimate)>) -> Chart {
    let rows = rows.into_iter().map(|(name, estimate)| ForestRow { name, estimate, inner: None }).collect();
    Forest { heading: heading(), axis: Axis::new("Elo"), rows, shaded: None }.into()
}

fn heat_map(n_rows: usize, n_columns: usize, value: impl Fn(usize, usize) -> f64) -> Chart {
    let name = |index: usize| format!("agent number {index}");
    HeatMap {
        heading: heading(),
        label: "r".into(),
        numbers: Numbers::Signed(2),
        shades: Shades::Diverging { middle: 0.0, reach: 1.0 },
        row_label: String::new(),
        column_label: String::new(),
        rows: (0..n_rows).map(name).collect(),
        columns: (0..n_columns).map(name).collect(),
        cells: (0..n_rows)
            .map(|row| {
                (0..n_columns).map(|column| Some(Estimate::exact(value(row, column)).into())).collect()
            })
            .collect(),
    }
    .into()
}

fn board(values: Vec<Option<f64>>) -> Chart {
    let cell = |(index, value): (usize, Option<f64>)| {
        let x = index as f64;
        BoardCell {
            name: index.to_string(),
            polygon: vec![[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]],
            value,
        }
    };
    Board {
        heading: heading(),
        label: "v".into(),
        numbers: Numbers::Plain,
        shades: Shades::Growing { low: 0.0, high: 1.0 },
        cells: values.into_iter().enumerate().map(cell).collect(),
    }
    .into()
}

fn histogram(bins: Vec<Bin>) -> Chart {
    Histogram { heading: heading(), x: Axis::new("x"), counted: "Games".into(), bins }.into()
}

fn stack(places: Vec<f64>, values: Vec<f64>) -> Chart {
    Stack {
        heading: heading(),
        x: Axis::new("x"),
        y: Axis::new("y"),
        shape: StackShape::Areas,
        places,
        layers: vec![Layer { name: "a".into(), values }],
    }
    .into()
}

fn survival(steps: Vec<Step>) -> Chart {
    let curve = SurvivalCurve { name: "a".into(), n: 5, steps, cut: Vec::new() };
    Survival { heading: heading(), time: Axis::new("t"), share_label: "left".into(), curves: vec![curve] }
        .into()
}

/// Drawn, well-formed, without numbers that are none, and everything on the sheet.
fn draws(chart: &Chart) {
    let svg = chart.svg().unwrap_or_else(|error| panic!("{error}: {chart:?}"));
    let document = Document::parse(&svg).unwrap();
    let size: Vec<f64> = document
        .root_element()
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    for node in document.descendants().filter(|node| node.is_element() && node.tag_name().name() != "path") {
        for (name, limit) in [
            ("x", size[2]),
            ("x1", size[2]),
            ("x2", size[2]),
            ("cx", size[2]),
            ("y", size[3]),
            ("y1", size[3]),
            ("y2", size[3]),
            ("cy", size[3]),
        ] {
            let Some(value) = node.attribute(name) else { continue };
            let value: f64 = value.parse().unwrap();
            assert!((-0.1..=limit + 0.1).contains(&value), "{name} = {value} of {limit} in {node:?}");
        }
        if let Some(points) = node.attribute("points") {
            assert!(points.split([' ', ',']).all(|n| n.parse::<f64>().is_ok_and(f64::is_finite)), "{points}");
        }
    }
    chart.data().unwrap();
    assert!(!chart.describe().is_empty());
}

fn fails(chart: &Chart) -> ReportError {
    chart.data().expect_err("data that cannot be drawn are not written either");
    chart.svg().expect_err("this cannot be drawn")
}

#[test]
fn nothing_is_no_figure() {
    let empty = [
        bars(Vec::new()),
        scatter(Vec::new()),
        panels(0, vec![[0.0, 0.0]]),
        panels(3, Vec::new()),
        lines(Vec::new()),
        boxes(vec![("a".into(), Vec::new())]),
        forest(Vec::new()),
        heat_map(0, 3, |_, _| 0.0),
        heat_map(3, 0, |_, _| 0.0),
        board(Vec::new()),
        histogram(Vec::new()),
        stack(Vec::new(), Vec::new()),
        survival(Vec::new()),
    ];
    for chart in &empty {
        let error = fails(chart);
        assert!(matches!(&error, ReportError::Empty { of, .. } if of == "Odd"), "{error}");
        assert!(error.to_string().ends_with("give it some, or leave it out"));
    }
}

#[test]
fn a_figure_says_what_it_is_and_what_it_was_drawn_from() {
    let mut bare = samples::single_bars();
    bare.heading.title = " ".into();
    assert!(matches!(fails(&bare.clone().into()), ReportError::NoTitle));
    bare.heading = Heading::new("Score", "");
    assert!(matches!(fails(&bare.into()), ReportError::NoBasis { .. }));
}

#[test]
fn what_is_no_number_is_refused() {
    let step = |time, share| Step { time, share: Estimate::exact(share), at_risk: 1 };
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        let estimate = Estimate::new(0.0, (-1.0, bad));
        let charts = [
            bars(vec![Some(Estimate::exact(bad))]),
            scatter(vec![[0.0, bad]]),
            scatter(vec![[bad, 0.0]]),
            panels(2, vec![[0.0, bad]]),
            own_panels(2, vec![[bad, 0.0]]),
            lines(vec![(bad, Estimate::exact(0.0))]),
            lines(vec![(0.0, Estimate::exact(bad))]),
            boxes(vec![("a".into(), vec![1.0, bad])]),
            forest(vec![("a".into(), Estimate::exact(bad))]),
            heat_map(1, 1, |_, _| bad),
            board(vec![Some(bad)]),
            histogram(vec![Bin { low: 0.0, high: bad, count: 1 }]),
            stack(vec![bad], vec![1.0]),
            stack(vec![1.0], vec![bad]),
            survival(vec![step(1.0, bad)]),
            survival(vec![step(bad, 0.5)]),
        ];
        for chart in &charts {
            let error = fails(chart);
            assert!(matches!(error, ReportError::NotFinite { .. }), "{error}: {chart:?}");
        }
        assert!(matches!(
            fails(&forest(vec![("a".into(), estimate)])),
            ReportError::NotFinite { .. } | ReportError::Reversed { .. }
        ));
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let reversed = Estimate::new(0.0, (1.0, -1.0));
    assert!(matches!(fails(&bars(vec![Some(reversed)])), ReportError::Reversed { .. }));
    assert!(matches!(
        fails(&lines(vec![(2.0, Estimate::exact(0.0)), (1.0, Estimate::exact(0.0))])),
        ReportError::BadValue { .. }
    ));
    assert!(matches!(fails(&panels(1, vec![[2.0, 0.0], [1.0, 0.0]])), ReportError::BadValue { .. }));
    assert!(matches!(fails(&stack(vec![1.0, 1.0], vec![1.0, 1.0])), ReportError::BadValue { .. }));
    assert!(matches!(fails(&stack(vec![1.0], vec![-1.0])), ReportError::BadValue { .. }));
    assert!(matches!(fails(&stack(vec![1.0], vec![1.0, 2.0])), ReportError::UnequalLengths { .. }));
    let step = Step { time: 1.0, share: Estimate::exact(1.5), at_risk: 1 };
    assert!(matches!(fails(&survival(vec![step])), ReportError::BadValue { .. }));
    let overlap = vec![Bin { low: 0.0, high: 2.0, count: 1 }, Bin { low: 1.0, high: 3.0, count: 1 }];
    assert!(matches!(fails(&histogram(overlap)), ReportError::BadValue { .. }));
    let mut flat = samples::squares();
    flat.shades = Shades::Growing { low: 1.0, high: 1.0 };
    assert!(matches!(fails(&flat.into()), ReportError::BadValue { .. }));
    let mut line = samples::squares();
    line.cells[0].polygon.truncate(2);
    assert!(matches!(fails(&line.into()), ReportError::BadValue { .. }));
    let mut loss = samples::loss();
    loss.lines[0].points[0].y = Estimate::exact(0.0);
    assert!(matches!(fails(&loss.into()), ReportError::NotPositive { .. }));
    let mut short = samples::small_matrix();
    short.cells[2].pop();
    assert!(matches!(fails(&short.into()), ReportError::UnequalLengths { .. }));
}

#[test]
fn one_value_and_equal_values_are_drawn() {
    let step = |time: f64, share: f64| Step { time, share: Estimate::exact(share), at_risk: 1 };
    for value in [0.0, 1.0, -7.5, 1e150, -1e150, 1e-150, 123_456_789.125] {
        draws(&bars(vec![Some(Estimate::exact(value)), None]));
        draws(&bars(vec![Some(Estimate::exact(value)); 3]));
        draws(&scatter(vec![[value, value]]));
        draws(&scatter(vec![[value, value]; 5]));
        draws(&panels(1, vec![[value, value]]));
        draws(&panels(7, vec![[value, value]; 5]));
        draws(&own_panels(7, vec![[value, value]; 5]));
        draws(&lines(vec![(value, Estimate::exact(value))]));
        draws(&lines(vec![(value, Estimate::exact(value)); 4]));
        draws(&forest(vec![("a".into(), Estimate::exact(value))]));
        draws(&heat_map(1, 1, |_, _| value));
        draws(&board(vec![Some(value), None]));
        draws(&histogram(vec![Bin { low: value, high: value, count: 1 }]));
        draws(&stack(vec![value], vec![value.abs()]));
        if value.abs() < 1e100 {
            // Squares of larger numbers are no numbers any more.
            draws(&boxes(vec![("a".into(), vec![value])]));
            draws(&boxes(vec![("a".into(), vec![value; 9]), ("b".into(), Vec::new())]));
        }
    }
    draws(&survival(vec![step(0.0, 0.0)]));
    draws(&survival(vec![step(1e150, 0.5)]));
    draws(&histogram(vec![Bin { low: 0.0, high: 1.0, count: 0 }]));
    draws(&histogram(vec![Bin { low: 0.0, high: 1.0, count: u64::MAX }]));
}

#[test]
fn huge_and_tiny_stand_side_by_side() {
    draws(&scatter(vec![[1e-150, -1e150], [1e150, 1e-150]]));
    draws(&panels(5, vec![[1e-150, -1e150], [1e150, 1e-150]]));
    draws(&own_panels(5, vec![[-1e150, 1e-150], [1e-150, 1e150]]));
    draws(&bars(vec![Some(Estimate::new(1e12, (-1e12, 3e12))), Some(Estimate::exact(1e-9))]));
    draws(&lines(vec![(0.0, Estimate::exact(1e9)), (1e-9, Estimate::exact(1e9 + 1.0))]));
    let factors = Lines {
        heading: heading(),
        x: Axis::new("x").logarithmic(),
        y: Axis::new("y").logarithmic(),
        lines: vec![Line::exact("a", [[1e-140, 1e140], [1e140, 1e-140]])],
        spread: Spread::Strokes,
    };
    draws(&factors.into());
}

#[test]
fn a_hundred_names_and_names_without_end_are_drawn() {
    let name = |index: usize| format!("agent {index} with a rather long name that goes on and on");
    let endless = "word ".repeat(200) + &"x".repeat(2000);
    for n in [1, 2, 25, 100] {
        draws(&forest(
            (0..n).map(|index| (name(index), Estimate::new(index as f64, (-1.0, 200.0)).of(7))).collect(),
        ));
        draws(&boxes((0..n).map(|index| (name(index), vec![1.0, 2.0, index as f64])).collect()));
        draws(&boxes((0..n).map(|index| (index.to_string(), vec![1.0, 2.0, index as f64])).collect()));
        draws(&heat_map(n, n, |row, column| (row as f64 - column as f64) / n as f64));
        draws(&bars((0..n).map(|index| Some(Estimate::exact(index as f64))).collect()));
        draws(&board((0..n).map(|index| Some(index as f64 / n as f64)).collect()));
        draws(&panels(n, vec![[0.0, 1.0], [1.0, 2.0]]));
        draws(&own_panels(n, vec![[0.0, 1.0], [1.0, 2.0]]));
        let many: Vec<Line> =
            (0..n).map(|index| Line::exact(name(index), [[0.0, 0.0], [1.0, index as f64]])).collect();
        draws(&Lines { lines: many, ..samples::score_against_r() }.into());
        let places: Vec<f64> = (0..n).map(|index| index as f64).collect();
        draws(&stack(places, vec![1.0; n]));
    }
    let mut long = samples::treatments();
    long.heading = Heading::new(endless.as_str(), endless.as_str());
    long.group_label = endless.clone();
    long.y = Axis::new(endless.as_str()).unit(endless.as_str()).reference(7.0, endless.as_str());
    long.groups[0].name = endless.clone();
    draws(&long.into());
    let mut long = samples::survival();
    long.curves[1].name = endless.clone();
    long.time = Axis::new(endless.as_str()).reference(3.0, endless.as_str()).reference(4.0, endless.as_str());
    draws(&long.into());
    let mut long = samples::weight_panels();
    long.heading = Heading::new(endless.as_str(), endless.as_str());
    long.x = Axis::new(endless.as_str()).reference(3.0, endless.as_str());
    long.y = Axis::new(endless.as_str()).unit(endless.as_str()).reference(0.5, endless.as_str());
    (long.line_name, long.panels[0].name) = (endless.clone(), endless.clone());
    long.panels[0].groups[0].name = endless.clone();
    long.panels[1].groups.clear();
    draws(&long.into());
    let mut long = samples::squares();
    (long.label, long.cells[0].name) = (endless.clone(), endless.clone());
    draws(&long.into());
    draws(&forest(vec![(endless, Estimate::new(0.0, (-1.0, 1.0)))]));
}
