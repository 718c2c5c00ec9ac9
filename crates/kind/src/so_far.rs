//! What an unfinished run has come to.

use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Heading, Line, Lines, Numbers, ReportError, Section,
    Spread as LineSpread, Table,
};

use crate::curve::{Curve, Point, Series, Spread};

/// What an unfinished run has come to: not what its report will say in the end.
pub struct SoFar {
    /// What has to be known to read the numbers, in sentences.
    pub cautions: Vec<String>,
    /// Tables and figures of what is there.
    pub sections: Vec<Section>,
}

/// A table of points shows at most so many of the last ones.
const MOST_POINTS: usize = 12;
/// A curve with more lines than this becomes a table of their last points.
const MOST_SERIES: usize = 5;

/// Curves as sections: each as a figure, with its last points in a table. Curves without points are left out.
pub fn sections_of_curves(curves: &[Curve]) -> Result<Vec<Section>, ReportError> {
    let with_points =
        curves.iter().filter(|curve| curve.series.iter().any(|series| !series.points.is_empty()));
    with_points.map(section).collect()
}

fn section(curve: &Curve) -> Result<Section, ReportError> {
    let mut blocks: Vec<Block> = vec![table(curve)?.into()];
    if curve.series.iter().any(|series| series.points.len() > 1) && curve.series.len() <= MOST_SERIES {
        blocks.push(Block::chart(Lines {
            heading: Heading::new(curve.title.clone(), "so far; the run is not finished"),
            x: Axis::count(curve.x),
            y: Axis::new(curve.y),
            lines: curve.series.iter().filter(|series| !series.points.is_empty()).map(line).collect(),
            spread: match curve.spread {
                Spread::Band => LineSpread::Band,
                Spread::Bars => LineSpread::Strokes,
            },
        }));
    }
    Ok(Section { title: curve.title.clone(), blocks })
}

fn line(series: &Series) -> Line {
    Line::new(series.name.clone(), series.points.iter().map(|point| (point.0, estimate(point))))
}

fn estimate(&Point(_, y, low, high): &Point) -> Estimate {
    match (low, high) {
        (Some(low), Some(high)) => Estimate::new(y, (low.min(y), high.max(y))),
        _ => Estimate::exact(y),
    }
}

/// The last points of each line; of many lines, the last point alone.
fn table(curve: &Curve) -> Result<Table, ReportError> {
    let number = |name: &str| Column::numbers(name, Numbers::Plain);
    if curve.series.len() > MOST_SERIES {
        let columns = vec![Column::text("name"), Column::count(curve.x), number(curve.y)];
        let mut table = Table::new(format!("{} so far", curve.title), columns);
        for series in &curve.series {
            if let Some(point) = series.points.last() {
                table.push(vec![series.name.as_str().into(), (point.0 as u64).into(), point.1.into()])?;
            }
        }
        return Ok(table);
    }
    let mut columns = vec![Column::count(curve.x)];
    columns.extend(curve.series.iter().map(|series| number(&series.name)));
    let mut table = Table::new(format!("{} so far", curve.title), columns);
    let mut places: Vec<f64> =
        curve.series.iter().flat_map(|series| &series.points).map(|point| point.0).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    for &x in &places[places.len().saturating_sub(MOST_POINTS)..] {
        let mut row: Vec<Cell> = vec![(x as u64).into()];
        for series in &curve.series {
            let point = series.points.iter().find(|point| point.0 == x);
            row.push(Cell::from(point.map(|point| point.1)));
        }
        table.push(row)?;
    }
    if places.len() > MOST_POINTS {
        table.note(format!("The last {MOST_POINTS} of {} points.", places.len()));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_points_are_shown() {
        let points =
            |from: u32| (from..=20).map(|x| Point(f64::from(x), 0.5 * f64::from(x), None, None)).collect();
        let series = |name: &str, from| Series { name: name.to_owned(), points: points(from) };
        let curve = Curve {
            name: "fitness",
            title: "Fitness".to_owned(),
            x: "generation",
            y: "fitness",
            spread: Spread::Band,
            series: vec![series("best", 1), series("median", 19)],
        };
        let sections = sections_of_curves(std::slice::from_ref(&curve)).expect("a section");
        let [Block::Table(table), Block::Chart(_)] = &sections[0].blocks[..] else { panic!("{sections:?}") };
        let (head, rows) = table.texts();
        assert_eq!(head, ["generation", "best", "median"]);
        assert_eq!(rows.len(), MOST_POINTS);
        assert_eq!(rows[0][..2], ["9".to_owned(), "4.5".to_owned()]);
        assert_eq!(rows[11].last().map(String::as_str), Some("10"), "{rows:?}");
        // Many lines: the last point of each.
        let many =
            Curve { series: (0..9).map(|k| series(&format!("gene {k}"), 5)).collect(), ..curve.clone() };
        let sections = sections_of_curves(&[many]).expect("a section");
        let [Block::Table(table)] = &sections[0].blocks[..] else { panic!("{sections:?}") };
        assert_eq!(table.n_rows(), 9);
        let empty = Curve { series: vec![Series { name: String::new(), points: Vec::new() }], ..curve };
        assert_eq!(sections_of_curves(&[empty]).expect("nothing").len(), 0);
    }
}
