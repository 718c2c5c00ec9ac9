//! Values are where the numbers of the axes say they are, read back from the drawing.

use roxmltree::{Document, Node};
use zermelo_report::*;
use zermelo_stats::boxplot::{BoxPlot, Hinges};

use crate::samples;

fn number(node: Node, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("no {name} in {node:?}")).parse().unwrap()
}

fn of_class<'a>(document: &'a Document<'a>, class: &'a str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

/// Corners of polygons and polylines.
fn corners(node: Node) -> Vec<[f64; 2]> {
    let points = node.attribute("points").unwrap().split(' ');
    let corner = |text: &str| {
        let (x, y) = text.split_once(',').unwrap();
        [x.parse().unwrap(), y.parse().unwrap()]
    };
    points.map(corner).collect()
}

/// What a number on an axis says.
fn read(text: &str) -> f64 {
    let plain = text.replace(['−', ',', '+'], "").replace(" %", "");
    let value: f64 = plain.parse().unwrap_or_else(|_| panic!("no number: {text}"));
    let value = if text.contains('%') { value / 100.0 } else { value };
    if text.starts_with('−') { -value } else { value }
}

/// The axis whose lines have a class, along an attribute, as (place of 0, pixels for 1): from its outermost numbers.
fn axis(document: &Document, class: &str, along: &str) -> (f64, f64) {
    let lines = document.descendants().filter(|node| node.attribute("class") == Some(class));
    let named = lines.filter_map(|line| {
        let text = line.next_sibling_element().filter(|node| node.tag_name().name() == "text")?;
        Some((read(text.text().unwrap()), number(line, along)))
    });
    let named: Vec<(f64, f64)> = named.collect();
    let (first, last) = (named[0], *named.last().unwrap());
    let scale = (last.1 - first.1) / (last.0 - first.0);
    // All numbers are on one line.
    for (value, place) in &named {
        assert!((first.1 + (value - first.0) * scale - place).abs() < 0.2, "{named:?}");
    }
    (first.1 - first.0 * scale, scale)
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 0.2
}

#[test]
fn points_lie_where_the_axes_say() {
    let scatter = samples::weights();
    let svg = Chart::from(scatter.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let (x, y) = (axis(&document, "tick", "x1"), axis(&document, "grid", "y1"));
    let groups = of_class(&document, "points");
    assert_eq!(groups.len(), 2);
    let circles = groups[0].children().filter(|node| node.has_attribute("cx"));
    let mut n = 0;
    for (circle, [value_x, value_y]) in circles.zip(&scatter.groups[0].points) {
        assert!(close(number(circle, "cx"), x.0 + x.1 * value_x));
        assert!(close(number(circle, "cy"), y.0 + y.1 * value_y));
        n += 1;
    }
    assert_eq!(n, scatter.groups[0].points.len());
}

#[test]
fn too_many_points_are_thinned() {
    let mut scatter = samples::weights();
    scatter.most_points = 300;
    let n: usize = scatter.groups.iter().map(|group| group.points.len()).sum();
    let svg = Chart::from(scatter.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let drawn: usize = of_class(&document, "points")
        .iter()
        .map(|group| group.children().filter(Node::is_element).count())
        .sum();
    assert!(n > 1000 && (200..=300).contains(&drawn), "{drawn} of {n}");
    assert!(svg.contains("One of every 5 of the 1,250 points is drawn."));
    assert_eq!(Chart::from(scatter).data().unwrap().n_rows(), n);

    let mut panels = samples::weight_panels();
    panels.most_points = 600;
    let n: usize = panels.panels.iter().flat_map(|panel| &panel.groups).map(|group| group.points.len()).sum();
    let n_line: usize = panels.panels.iter().map(|panel| panel.line.len()).sum();
    let svg = Chart::from(panels.clone()).svg().unwrap();
    assert!(svg.contains("One of every 9 of the 5,187 points is drawn."), "{n}");
    assert_eq!(Chart::from(panels).data().unwrap().n_rows(), n + n_line, "the data are whole");
}

/// Every panel has its points where its own numbers say; numbers along the bottom stand only below the lowest of each column.
#[test]
fn panels_have_their_own_places() {
    for chart in [samples::weight_panels(), samples::unlike_panels()] {
        let svg = Chart::from(chart.clone()).svg().unwrap();
        let document = Document::parse(&svg).unwrap();
        let drawn = of_class(&document, "panel");
        assert_eq!(drawn.len(), chart.panels.len());
        let n_columns = if chart.shares_y { 4 } else { 3 };
        for (index, (node, panel)) in drawn.iter().zip(&chart.panels).enumerate() {
            assert_eq!(node.attribute("data-name"), Some(panel.name.as_str()));
            let inside = |class: &str| -> Vec<Node> {
                node.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
            };
            // The panel's own numbers, or, where axes are shared, those of the first in its row.
            let numbered = if chart.shares_y { drawn[index - index % n_columns] } else { *node };
            let grid = numbered.descendants().filter(|node| node.attribute("class") == Some("grid"));
            let named: Vec<(f64, f64)> = grid
                .map(|line| {
                    let text = line.next_sibling_element().unwrap().text().unwrap();
                    (read(text), number(line, "y1"))
                })
                .collect();
            let (low, high) = (named[0], *named.last().unwrap());
            let scale = (high.1 - low.1) / (high.0 - low.0);
            let circles: Vec<Node> =
                inside("point").into_iter().filter(|node| node.has_attribute("cx")).collect();
            let points = &panel.groups[0].points;
            assert_eq!(circles.len(), points.len(), "{}", panel.name);
            for (circle, [_, y]) in circles.iter().zip(points) {
                assert!(close(number(*circle, "cy"), low.1 + (y - low.0) * scale), "{}: {y}", panel.name);
            }
            assert_eq!(inside("curve").len(), usize::from(panel.line.len() > 1));
            let is_lowest = index + n_columns >= chart.panels.len();
            let below = inside("tick").into_iter().filter(|tick| {
                tick.next_sibling_element().is_some_and(|next| next.tag_name().name() == "text")
            });
            assert_eq!(below.count() > 1, is_lowest, "{}", panel.name);
        }
    }
}

#[test]
fn bars_end_at_their_values() {
    let bars = samples::wins_by_colour();
    let svg = Chart::from(bars.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    // Every tick is followed by its number.
    let x = axis(&document, "tick", "x1");
    let values: Vec<f64> = bars
        .series
        .iter()
        .flat_map(|series| series.values.iter().flatten().map(|value| value.value))
        .collect();
    let drawn = of_class(&document, "bar");
    assert_eq!(drawn.len(), values.len());
    for (bar, value) in drawn.iter().zip(values) {
        assert!(close(number(*bar, "x"), x.0));
        assert!(close(number(*bar, "x") + number(*bar, "width"), x.0 + x.1 * value));
    }
}

#[test]
fn intervals_end_where_they_end_or_in_arrows() {
    let forest = samples::tukey();
    let svg = Chart::from(forest.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let x = axis(&document, "tick", "x1");
    // The long stroke of a whisker is level.
    let level: Vec<Node> = of_class(&document, "whisker")
        .into_iter()
        .filter(|line| line.attribute("y1") == line.attribute("y2"))
        .collect();
    for (line, row) in level.iter().zip(&forest.rows) {
        assert!(close(number(*line, "x1"), x.0 + x.1 * row.estimate.low));
        assert!(close(number(*line, "x2"), x.0 + x.1 * row.estimate.high.min(2.0)));
    }
    assert_eq!((level.len(), of_class(&document, "beyond").len()), (3, 1));
    for (point, row) in of_class(&document, "point").iter().zip(&forest.rows) {
        assert!(close(number(*point, "cx"), x.0 + x.1 * row.estimate.value));
    }
}

#[test]
fn curves_and_bands_go_through_their_points() {
    let lines = samples::fitness();
    let svg = Chart::from(lines.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let (x, y) = (axis(&document, "tick", "x1"), axis(&document, "grid", "y1"));
    let (curves, bands) = (of_class(&document, "curve"), of_class(&document, "band"));
    assert_eq!((curves.len(), bands.len()), (3, 3));
    for ((curve, band), line) in curves.iter().zip(&bands).zip(&lines.lines) {
        let (curve, band) = (corners(*curve), corners(*band));
        let n = line.points.len();
        assert_eq!((curve.len(), band.len()), (n, 2 * n));
        for (index, point) in line.points.iter().enumerate() {
            assert!(
                close(curve[index][0], x.0 + x.1 * point.x)
                    && close(curve[index][1], y.0 + y.1 * point.y.value)
            );
            assert!(close(band[index][1], y.0 + y.1 * point.y.high));
            assert!(close(band[2 * n - 1 - index][1], y.0 + y.1 * point.y.low));
        }
    }
    let dots: usize = lines.lines.iter().map(|line| line.dots.len()).sum();
    assert_eq!(of_class(&document, "dot").len(), dots);
}

#[test]
fn boxes_stand_at_their_quartiles() {
    let boxes = samples::treatments();
    let svg = Chart::from(boxes.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let y = axis(&document, "grid", "y1");
    let (medians, outlines) = (of_class(&document, "median"), of_class(&document, "outline"));
    assert_eq!(medians.len(), boxes.groups.len());
    for (index, group) in boxes.groups.iter().enumerate() {
        let plot = BoxPlot::of(&group.values, Hinges::Quartiles).unwrap();
        assert!(close(number(medians[index], "y1"), y.0 + y.1 * plot.median));
        let ys: Vec<f64> = corners(outlines[index]).iter().map(|corner| corner[1]).collect();
        // Hinge, notch, waist, notch, hinge, and back.
        let expected = [plot.hinges.1, plot.notch.1, plot.median, plot.notch.0, plot.hinges.0];
        for (place, value) in ys.iter().zip(expected) {
            assert!(close(*place, y.0 + y.1 * value), "{ys:?}");
        }
    }
    let n_outliers: usize = boxes
        .groups
        .iter()
        .map(|group| BoxPlot::of(&group.values, Hinges::Quartiles).unwrap().outliers.len())
        .sum();
    assert_eq!(of_class(&document, "outlier").len(), n_outliers);
}

#[test]
fn colours_grow_with_the_numbers() {
    let map = samples::small_matrix();
    let svg = Chart::from(map.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let cells: Vec<&HeatCell> = map.cells.iter().flatten().flatten().collect();
    let drawn = of_class(&document, "cell");
    assert_eq!(drawn.len(), cells.len());
    for (node, cell) in drawn.iter().zip(&cells) {
        let value = cell.estimate.value;
        let strength = (value - 0.5).abs() / 0.5;
        assert!((number(*node, "fill-opacity") - strength).abs() < 0.001);
        assert_eq!(node.attribute("fill"), Some(if value < 0.5 { "#1D5FA6" } else { "#A34A00" }));
    }
    // Later champions: hatched exactly where the interval holds one half.
    let map = samples::champions();
    let svg = Chart::from(map.clone()).svg().unwrap();
    let open = map.cells.iter().flatten().flatten().filter(|cell| cell.estimate.holds(0.5)).count();
    assert!(open > 20);
    assert_eq!(of_class(&Document::parse(&svg).unwrap(), "open").len(), open);
}

#[test]
fn histograms_count() {
    let axis_of_plies = Axis::count("Length").unit("plies");
    let heading = Heading::new("Lengths", "n = 10 games");
    let histogram = Histogram::of_counts(heading, axis_of_plies, "Games", [(7, 4), (9, 5), (8, 1), (200, 0)]);
    let bins: Vec<(f64, f64, u64)> =
        histogram.bins.iter().map(|bin| (bin.low, bin.high, bin.count)).collect();
    assert_eq!(bins, [(6.5, 7.5, 4), (7.5, 8.5, 1), (8.5, 9.5, 5)]);
    let svg = Chart::from(histogram).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let y = axis(&document, "grid", "y1");
    for (bar, count) in of_class(&document, "bar").iter().zip([4.0, 1.0, 5.0]) {
        assert!(close(number(*bar, "y"), y.0 + y.1 * count));
    }
    // Many values share bins of a round width, and none is lost.
    let heading = Heading::new("Lengths", "n = 1,000 games");
    let wide =
        Histogram::of_counts(heading, Axis::count("Length"), "Games", (0..1000).map(|value| (value, 1)));
    assert!(wide.bins.len() <= 60 && wide.bins.iter().map(|bin| bin.count).sum::<u64>() == 1000);
    assert_eq!(wide.bins[0].high - wide.bins[0].low, 20.0);
}

#[test]
fn layers_add_up() {
    let stack = samples::choices();
    let svg = Chart::from(stack.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let y = axis(&document, "grid", "y1");
    let layers = of_class(&document, "layer");
    for (index, place) in stack.places.iter().enumerate() {
        let total: f64 = stack.layers.iter().map(|layer| layer.values[index]).sum();
        let top = layers.last().unwrap().children().filter(Node::is_element).nth(index).unwrap();
        assert!(close(number(top, "y"), y.0 + y.1 * total), "at {place}");
    }
}

#[test]
fn survival_goes_down_in_steps() {
    let survival = samples::survival();
    let svg = Chart::from(survival.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let (x, y) = (axis(&document, "tick", "x1"), axis(&document, "grid", "y1"));
    for (node, curve) in of_class(&document, "curve").iter().zip(&survival.curves) {
        let corners = corners(*node);
        assert!(close(corners[0][1], y.0 + y.1) && close(corners[0][0], x.0));
        for (step, pair) in curve.steps.iter().zip(corners[1..].chunks(2)) {
            assert!(close(pair[0][0], x.0 + x.1 * step.time) && close(pair[1][0], pair[0][0]));
            assert!(close(pair[1][1], y.0 + y.1 * step.share.value));
        }
    }
    // At risk at 4: those of the step there.
    let at_risk = survival.curves[0].steps.iter().find(|step| step.time == 4.0).unwrap().at_risk;
    assert!(document.descendants().any(|node| node.text() == Some(&at_risk.to_string())));
}

#[test]
fn boards_keep_their_shape() {
    let board = samples::hexagons();
    let svg = Chart::from(board.clone()).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let drawn = of_class(&document, "cell");
    assert_eq!(drawn.len(), 37);
    let (first, last) = (corners(drawn[0]), corners(drawn[36]));
    let given = [&board.cells[0].polygon, &board.cells[36].polygon];
    let scale = (last[0][1] - first[0][1]) / (given[1][0][1] - given[0][0][1]);
    for (places, given) in [first.clone(), last].iter().zip(given) {
        for (place, corner) in places.iter().zip(given) {
            let expected = [
                first[0][0] + scale * (corner[0] - board.cells[0].polygon[0][0]),
                first[0][1] + scale * (corner[1] - board.cells[0].polygon[0][1]),
            ];
            assert!(close(place[0], expected[0]) && close(place[1], expected[1]));
        }
    }
}

#[test]
fn a_logarithmic_axis_has_equal_factors() {
    let points = (0..4).map(|power| [10.0_f64.powi(power), 1.0 + f64::from(power)]);
    let lines = Lines {
        heading: Heading::new("Log", "n = 4"),
        x: Axis::new("Nodes").logarithmic(),
        y: Axis::new("Elo"),
        lines: vec![Line::exact("a", points)],
        spread: Spread::Band,
    };
    let svg = Chart::from(lines).svg().unwrap();
    let document = Document::parse(&svg).unwrap();
    let places = corners(of_class(&document, "curve")[0]);
    let steps: Vec<f64> = places.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
    assert!(steps.iter().all(|step| close(*step, steps[0])) && steps[0] > 50.0, "{steps:?}");
}
