//! Lines with bands: learning curves, best fitness by generation, score against a parameter, power, ladders of skill.

use zermelo_stats::StatsError;
use zermelo_stats::loess::Loess;

use super::{Drawing, few};
use crate::axis::{Axis, Ruler};
use crate::error::ReportError;
use crate::estimate::Estimate;
use crate::mark;
use crate::plane::{Plane, Room};
use crate::sheet::{Heading, Sample, Sheet};
use crate::svg::{Look, Svg};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// Lines in a plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// What it says about itself.
    pub heading: Heading,
    /// To the right.
    pub x: Axis,
    /// Upward.
    pub y: Axis,
    /// The lines.
    pub lines: Vec<Line>,
    /// How their intervals are drawn.
    pub spread: Spread,
}

/// How intervals are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// As an area along the line: what lies between the points is meant too.
    Band,
    /// As a stroke at each point: only the points were measured.
    Strokes,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is.
    pub name: String,
    /// From left to right.
    pub points: Vec<LinePoint>,
    /// What the line was drawn from: pale points behind it.
    pub dots: Vec<[f64; 2]>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinePoint {
    /// Where it is.
    pub x: f64,
    /// How high, with its interval.
    pub y: Estimate,
}

impl Line {
    /// A line without intervals: a loss, a published curve.
    pub fn exact(name: impl Into<String>, points: impl IntoIterator<Item = [f64; 2]>) -> Line {
        let points = points.into_iter().map(|[x, y]| LinePoint { x, y: Estimate::exact(y) });
        Line { name: name.into(), points: points.collect(), dots: Vec::new() }
    }

    /// A line of estimates.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, Estimate)>) -> Line {
        let points = points.into_iter().map(|(x, y)| LinePoint { x, y });
        Line { name: name.into(), points: points.collect(), dots: Vec::new() }
    }

    /// A smooth line with a band through points, which are shown behind it. The work grows with the cube of their number,
    /// so smooth means rather than thousands of points.
    ///
    /// # Errors
    ///
    /// If the points are too few, or all at one place.
    pub fn smoothed(name: impl Into<String>, dots: Vec<[f64; 2]>, loess: &Loess) -> Result<Line, StatsError> {
        const N_PLACES: usize = 60;
        let (x, y): (Vec<f64>, Vec<f64>) = dots.iter().map(|&[x, y]| (x, y)).unzip();
        let (from, to) = (
            x.iter().copied().fold(f64::INFINITY, f64::min),
            x.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        );
        let at: Vec<f64> =
            (0..=N_PLACES).map(|step| from + (to - from) * step as f64 / N_PLACES as f64).collect();
        // An empty list has no places either: let the smoother say so.
        let at = if x.is_empty() { Vec::new() } else { at };
        let curve = loess.smooth(&x, &y, &at)?;
        let points = at.into_iter().zip(curve.fit.into_iter().zip(curve.band));
        let points = points.map(|(x, (fit, band))| LinePoint { x, y: Estimate::new(fit, band) });
        Ok(Line { name: name.into(), points: points.collect(), dots })
    }
}

/// With more points, a line has no marks on it.
const MOST_MARKS: usize = 32;

impl Lines {
    fn sample(&self) -> Sample {
        if self.has_marks() { Sample::LineAndPoint } else { Sample::Line }
    }

    fn has_marks(&self) -> bool {
        self.lines.iter().all(|line| line.points.len() <= MOST_MARKS)
    }

    /// How far a line is moved to the right: strokes of several lines at one place would hide each other.
    fn nudge(&self, index: usize) -> f64 {
        const APART: f64 = 6.0;
        let has_strokes = |line: &&Line| line.points.iter().any(|point| point.y.has_interval());
        if self.spread == Spread::Band || self.lines.iter().filter(has_strokes).count() < 2 {
            return 0.0;
        }
        APART * (index as f64 - 0.5 * (self.lines.len() - 1) as f64)
    }
}

impl Drawing for Lines {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.x.check(check)?;
        self.y.check(check)?;
        check.not_empty("points", self.lines.iter().map(|line| line.points.len()).sum())?;
        for line in &self.lines {
            for point in &line.points {
                self.x.can_place(check, point.x)?;
                check.estimate(&line.name, &point.y)?;
                self.y.can_place(check, point.y.low.min(point.y.value))?;
            }
            for [x, y] in &line.dots {
                self.x.can_place(check, *x)?;
                self.y.can_place(check, *y)?;
            }
            if let Some(pair) = line.points.windows(2).find(|pair| pair[0].x > pair[1].x) {
                return Err(check.bad(&line.name, pair[1].x, "in order from left to right"));
            }
        }
        Ok(())
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let names = self.lines.iter().map(|line| line.name.as_str());
        let is_alone = self.lines.len() == 1;
        let room = if is_alone { Some(0.0) } else { Sheet::room_for_end_labels(names) };
        if room.is_none() {
            let keys = self.lines.iter().enumerate();
            sheet.legend(keys.map(|(index, line)| (index, line.name.as_str(), self.sample())));
        }
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let dots = |axis: usize| self.lines.iter().flat_map(|line| &line.dots).map(move |dot| dot[axis]);
        let xs = points().map(|point| point.x).chain(dots(0));
        let ys = points().flat_map(|point| [point.y.value, point.y.low, point.y.high]).chain(dots(1));
        let right = room.unwrap_or(0.0);
        let plane = Plane::draw(
            sheet,
            (&self.x, xs),
            (&self.y, ys),
            Room { height: 320.0, right, ..Room::default() },
        );
        for (index, line) in self.lines.iter().enumerate() {
            self.draw_spread(&mut sheet.svg, &plane, line, index);
        }
        for (index, line) in self.lines.iter().enumerate() {
            self.draw_line(&mut sheet.svg, &plane, line, index);
        }
        if room.is_some() && !is_alone {
            let ends = self.lines.iter().enumerate().filter_map(|(index, line)| {
                Some((plane.y.place(line.points.last()?.y.value), index, line.name.as_str()))
            });
            sheet.end_labels(plane.area, ends.collect(), self.sample());
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let lines = self.lines.iter().map(|line| match (line.points.first(), line.points.last()) {
            (Some(first), Some(last)) => format!(
                "{}: from {} at {} to {} at {}",
                line.name,
                first.y.tell(self.y.numbers),
                self.x.tell(first.x),
                last.y.tell(self.y.numbers),
                self.x.tell(last.x)
            ),
            _ => format!("{}: no points", line.name),
        });
        format!("Lines of {} by {}. {}", self.y.heading(), self.x.heading(), few(lines))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns = vec![
            Column::text("line"),
            Column::text("kind"),
            Column::numbers(self.x.label.as_str(), self.x.numbers),
            Column::numbers(self.y.label.as_str(), self.y.numbers),
        ];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for line in &self.lines {
            let name = || Cell::from(line.name.as_str());
            for point in &line.points {
                table.push(vec![name(), Cell::from("line"), Cell::from(point.x), Cell::from(point.y)])?;
            }
            for [x, y] in &line.dots {
                table.push(vec![
                    name(),
                    Cell::from("dot"),
                    Cell::from(*x),
                    Cell::from(Estimate::exact(*y)),
                ])?;
            }
        }
        Ok(table)
    }
}

impl Lines {
    fn draw_spread(&self, svg: &mut Svg, plane: &Plane, line: &Line, index: usize) {
        let paint = Paint::Series(index);
        for [x, y] in &line.dots {
            let look = Look::new("dot").fill(paint).opacity(0.35);
            svg.circle([plane.x.place(*x), plane.y.place(*y)], 2.2, look, "");
        }
        let has_intervals = line.points.iter().any(|point| point.y.has_interval());
        match self.spread {
            Spread::Band if has_intervals => {
                let look = Look::new("band").fill(paint).opacity(0.18);
                svg.polygon(&band(&line.points, &plane.x, &plane.y), look, "");
            }
            Spread::Strokes => {
                for point in line.points.iter().filter(|point| point.y.has_interval()) {
                    let x = plane.x.place(point.x) + self.nudge(index);
                    let (low, high) = (plane.y.place(point.y.low), plane.y.place(point.y.high));
                    let look = Look::new("whisker").stroke(paint, 1.4);
                    svg.line([x, low], [x, high], look);
                    for y in [low, high] {
                        svg.line([x - 3.0, y], [x + 3.0, y], look);
                    }
                }
            }
            Spread::Band => {}
        }
    }

    fn draw_line(&self, svg: &mut Svg, plane: &Plane, line: &Line, index: usize) {
        let place =
            |point: &LinePoint| [plane.x.place(point.x) + self.nudge(index), plane.y.place(point.y.value)];
        let places: Vec<[f64; 2]> = line.points.iter().map(place).collect();
        svg.open("line", &line.name);
        if places.len() > 1 {
            let look = Look::new("curve").stroke(Paint::Series(index), 2.0).dash(mark::dash(index));
            svg.polyline(&places, look);
        }
        if self.has_marks() || places.len() == 1 {
            for (place, point) in places.iter().zip(&line.points) {
                let tip =
                    format!("{}, {}: {}", line.name, self.x.tell(point.x), point.y.tell(self.y.numbers));
                mark::point(svg, *place, 3.6, index, &tip);
            }
        }
        svg.close();
    }
}

/// Along the upper ends of the intervals and back along the lower ones.
fn band(points: &[LinePoint], x: &Ruler, y: &Ruler) -> Vec<[f64; 2]> {
    let upper = points.iter().map(|point| [x.place(point.x), y.place(point.y.high)]);
    let lower = points.iter().rev().map(|point| [x.place(point.x), y.place(point.y.low)]);
    upper.chain(lower).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(n: usize, spread: Spread) -> Lines {
        let point = |x: f64| (x, Estimate::new(0.5, (0.4, 0.6)));
        let line = |index: usize| Line::new(format!("line {index}"), [point(1.0), point(2.0)]);
        Lines {
            heading: Heading::new("Lines", "10 games"),
            x: Axis::new("x"),
            y: Axis::new("y"),
            lines: (0..n).map(line).collect(),
            spread,
        }
    }

    #[test]
    fn strokes_of_several_lines_stand_beside_each_other() {
        let all =
            |lines: &Lines| (0..lines.lines.len()).map(|index| lines.nudge(index)).collect::<Vec<f64>>();
        assert_eq!(all(&lines(3, Spread::Strokes)), [-6.0, 0.0, 6.0]);
        assert_eq!(all(&lines(1, Spread::Strokes)), [0.0], "nobody is in the way");
        assert_eq!(all(&lines(3, Spread::Band)), [0.0; 3], "bands may overlap");
        let mut beside_exact = lines(2, Spread::Strokes);
        beside_exact.lines[1] = Line::exact("exact", [[1.0, 0.5], [2.0, 0.5]]);
        assert_eq!(all(&beside_exact), [0.0; 2], "only strokes hide each other");
    }
}
