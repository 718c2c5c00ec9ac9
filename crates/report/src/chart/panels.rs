//! Small multiples: one small plane for each of many things, all with the same axis to the right, so that they are compared at
//! a glance where a figure each would fill pages.

use super::scatter::PointGroup;
use super::{Drawing, few};
use crate::axis::{Axis, Ends, Ruler};
use crate::error::ReportError;
use crate::font::{shorten, width};
use crate::mark;
use crate::number;
use crate::plane::{name_axis, reference_look};
use crate::sheet::{Heading, PAD, SMALL, Sample, Sheet, TEXT, WIDTH, soft};
use crate::svg::{Anchor, Area, Look, Words};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// Small planes side by side, such as one for each gene of an evolution.
#[derive(Clone, Debug, PartialEq)]
pub struct Panels {
    /// What it says about itself.
    pub heading: Heading,
    /// To the right, the same in every panel.
    pub x: Axis,
    /// Upward.
    pub y: Axis,
    /// Whether the upward axis is the same in every panel too. If not, each has numbers of its own.
    pub shares_y: bool,
    /// What the line of every panel is; not told if no panel has one.
    pub line_name: String,
    /// One for each thing, in rows from the left.
    pub panels: Vec<Panel>,
    /// With more points than this in all panels, only every second, third .. of each group is drawn, and the figure says so.
    pub most_points: usize,
}

/// One of the small planes.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What it is about: its title.
    pub name: String,
    /// Points. Groups of one name have one colour and one shape in all panels.
    pub groups: Vec<PointGroup>,
    /// A line through them, such as medians; may be empty.
    pub line: Vec<[f64; 2]>,
}

/// More points than this in one figure are too many to draw.
const USUAL_MOST: usize = 6000;
/// The height of a panel without its title.
const HEIGHT: f64 = 104.0;
/// Between panels side by side.
const GAP: f64 = 16.0;
/// The height of a line of a panel's title.
const TITLE_LINE: f64 = 14.0;
/// A title has at most so many lines.
const MOST_LINES: usize = 2;
/// Numbers of the upward axis take no more room than this.
const MOST_LABEL: f64 = 64.0;

impl Panels {
    /// Panels that share both axes, thinned when they have thousands of points.
    pub fn new(heading: Heading, x: Axis, y: Axis, panels: Vec<Panel>) -> Panels {
        let line_name = String::new();
        Panels { heading, x, y, shares_y: true, line_name, panels, most_points: USUAL_MOST }
    }

    /// With numbers of its own on the upward axis of each panel.
    pub fn with_own_scales(self) -> Panels {
        Panels { shares_y: false, ..self }
    }

    /// With a name for the line of every panel.
    pub fn line_name(self, name: impl Into<String>) -> Panels {
        Panels { line_name: name.into(), ..self }
    }

    fn n_points(&self) -> usize {
        self.panels.iter().flat_map(|panel| &panel.groups).map(|group| group.points.len()).sum()
    }

    /// Every how many-th point is drawn.
    fn every(&self) -> usize {
        self.n_points().div_ceil(self.most_points.max(1)).max(1)
    }

    /// The names of all groups, in the order in which they are first seen: their places are their colours and shapes.
    fn group_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for group in self.panels.iter().flat_map(|panel| &panel.groups) {
            if !names.contains(&group.name.as_str()) {
                names.push(&group.name);
            }
        }
        names
    }

    fn n_columns(&self) -> usize {
        let most = if self.shares_y { 4 } else { 3 };
        // Four panels are a square, not a row and a half.
        match self.panels.len() {
            4 => 2,
            n => n.min(most),
        }
    }

    /// The upward axes: one, or one for each panel, laid from 0 at the top.
    fn rulers(&self) -> Vec<Ruler> {
        let lay = |values: Vec<f64>| Ruler::new(&self.y, values, (HEIGHT, 0.0), (36.0, Ends::Round));
        let of = |panel: &Panel| -> Vec<f64> { panel.all().map(|point| point[1]).collect() };
        if self.shares_y {
            return vec![lay(self.panels.iter().flat_map(of).collect())];
        }
        self.panels.iter().map(|panel| lay(of(panel))).collect()
    }

    fn legend(&self, sheet: &mut Sheet, names: &[&str]) {
        let has_line = self.panels.iter().any(|panel| panel.line.len() > 1) && !self.line_name.is_empty();
        if names.len() > 1 || has_line {
            let keys = names.iter().enumerate().map(|(series, name)| (series, *name, Sample::Point));
            sheet.legend(keys);
        }
        if has_line {
            // Beside the last line of points there may be no room; below it there is.
            sheet.y -= 4.0;
            let middle = sheet.y + 4.0;
            sheet.svg.line([PAD, middle], [PAD + 26.0, middle], line_look("sample"));
            let name = shorten(&self.line_name, TEXT, WIDTH - 2.0 * PAD - 32.0);
            sheet.svg.words_beside([PAD + 32.0, middle], &name, soft(Anchor::Start));
            sheet.y += 18.0;
        }
        for reference in &self.x.references {
            let text =
                format!("Vertical dashed line: {} ({})", reference.label, self.x.tell(reference.value));
            sheet.small_print(&shorten(&text, TEXT, WIDTH - 2.0 * PAD));
        }
    }
}

impl Panel {
    /// All places in it.
    fn all(&self) -> impl Iterator<Item = &[f64; 2]> {
        self.groups.iter().flat_map(|group| &group.points).chain(&self.line)
    }
}

fn line_look(class: &'static str) -> Look {
    Look::new(class).stroke(Paint::Ink, 1.6)
}

fn small(anchor: Anchor) -> Words {
    Words::new(SMALL, Paint::Ink, anchor)
}

impl Drawing for Panels {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.x.check(check)?;
        self.y.check(check)?;
        check.not_empty("panels", self.panels.len())?;
        check.not_empty("points", self.panels.iter().map(|panel| panel.all().count()).sum())?;
        for [x, y] in self.panels.iter().flat_map(Panel::all) {
            self.x.can_place(check, *x)?;
            self.y.can_place(check, *y)?;
        }
        let is_back = |pair: &[[f64; 2]]| pair[1][0] < pair[0][0];
        if let Some(pair) =
            self.panels.iter().flat_map(|panel| panel.line.windows(2)).find(|pair| is_back(pair))
        {
            return Err(check.bad("a place along a line", pair[1][0], "no less than the one before it"));
        }
        Ok(())
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let every = self.every();
        if every > 1 {
            let (shown, all) = (number::count(every as u64), number::count(self.n_points() as u64));
            sheet.y -= 10.0;
            sheet.small_print(&format!("One of every {shown} of the {all} points is drawn."));
            sheet.y += 10.0;
        }
        let names = self.group_names();
        self.legend(sheet, &names);
        name_axis(sheet, &self.y);
        sheet.y += 6.0;
        let (n_columns, rulers) = (self.n_columns(), self.rulers());
        let labels = rulers.iter().flat_map(|ruler| &ruler.ticks);
        let gutter = 8.0 + labels.map(|(_, label)| width(label, SMALL)).fold(0.0, f64::max).min(MOST_LABEL);
        let n = n_columns as f64;
        let room = sheet.width - 2.0 * PAD;
        // Numbers stand at the left of every panel, or of the first in a row.
        let n_gutters = if self.shares_y { 1.0 } else { n };
        let wide = (room - n_gutters * gutter - (n - 1.0) * GAP) / n;
        let step = wide + GAP + if self.shares_y { 0.0 } else { gutter };
        let values: Vec<f64> = self.panels.iter().flat_map(Panel::all).map(|point| point[0]).collect();
        let x = Ruler::new(&self.x, values, (5.0, wide - 5.0), (58.0, Ends::Close));
        let n_drawn = self.n_points() / every / self.panels.len().max(1);
        let radius = if n_drawn > 150 {
            1.5
        } else if n_drawn > 40 {
            1.9
        } else {
            2.6
        };
        let titles: Vec<Vec<String>> =
            self.panels.iter().map(|panel| title_lines(&panel.name, wide)).collect();
        let title = 5.0 + TITLE_LINE * titles.iter().map(Vec::len).max().unwrap_or(1) as f64;
        let top = sheet.y;
        for (index, panel) in self.panels.iter().enumerate() {
            let (row, column) = (index / n_columns, index % n_columns);
            let area = Area {
                left: PAD + gutter + column as f64 * step,
                top: top + title + row as f64 * (HEIGHT + title + 12.0),
                width: wide,
                height: HEIGHT,
            };
            let y = &rulers[if self.shares_y { 0 } else { index }];
            sheet.svg.open("panel", &panel.name);
            let bold = Words { is_bold: true, ..Words::new(TEXT, Paint::Ink, Anchor::Start) };
            for (above, line) in titles[index].iter().rev().enumerate() {
                let base = area.top - 7.0 - TITLE_LINE * above as f64;
                sheet.svg.words([area.left, base], line, bold);
            }
            let has_numbers = !self.shares_y || column == 0;
            draw_grid(sheet, area, y, &self.y, has_numbers);
            for reference in &self.x.references {
                let place = area.left + x.place(reference.value);
                sheet.svg.line([place, area.top], [place, area.bottom()], reference_look());
            }
            let at = |point: &[f64; 2]| [area.left + x.place(point[0]), area.top + y.place(point[1])];
            for group in &panel.groups {
                let series = names.iter().position(|name| *name == group.name).unwrap_or(0);
                sheet.svg.open("points", &group.name);
                for point in group.points.iter().step_by(every) {
                    mark::point(&mut sheet.svg, at(point), radius, series, "");
                }
                sheet.svg.close();
            }
            if panel.line.len() > 1 {
                let places: Vec<[f64; 2]> = panel.line.iter().map(at).collect();
                // Ground beside the line, so that it is seen on points of every colour.
                sheet.svg.polyline(&places, Look::new("beside").stroke(Paint::Ground, 3.6));
                sheet.svg.polyline(&places, line_look("curve"));
            }
            // The lowest panel of its column has the numbers.
            let is_lowest = index + n_columns >= self.panels.len();
            draw_floor(sheet, area, &x, is_lowest);
            sheet.svg.close();
            sheet.y = sheet.y.max(area.bottom());
        }
        sheet.y += 22.0;
        if !self.x.label.is_empty() {
            let label = shorten(&self.x.heading(), TEXT, room);
            sheet.svg.words([0.5 * sheet.width, sheet.y + 12.0], &label, soft(Anchor::Middle));
            sheet.y += 18.0;
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let panels = self.panels.iter().map(|panel| {
            let ys = || panel.all().map(|point| point[1]);
            let (low, high) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
            let n = number::count(panel.groups.iter().map(|group| group.points.len() as u64).sum());
            match panel.all().count() {
                0 => format!("{}: no points", panel.name),
                _ => format!("{}: {n} points from {} to {}", panel.name, self.y.tell(low), self.y.tell(high)),
            }
        });
        let scales = if self.shares_y { "the same axes" } else { "its own y scale" };
        format!("Panels of {} by {}, each with {scales}. {}", self.y.heading(), self.x.heading(), few(panels))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns = vec![
            Column::text("panel"),
            Column::text("group"),
            Column::numbers(self.x.label.as_str(), self.x.numbers),
            Column::numbers(self.y.label.as_str(), self.y.numbers),
        ];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        let line_name = if self.line_name.is_empty() { "line" } else { &self.line_name };
        for panel in &self.panels {
            let points = panel
                .groups
                .iter()
                .flat_map(|group| group.points.iter().map(move |point| (group.name.as_str(), point)));
            for (group, [x, y]) in points.chain(panel.line.iter().map(|point| (line_name, point))) {
                let name = panel.name.as_str();
                table.push(vec![name.into(), group.into(), Cell::from(*x), Cell::from(*y)])?;
            }
        }
        Ok(table)
    }
}

/// A title in as few lines as it needs, broken after spaces and hyphens: names of heuristics are long, and differ at their ends.
fn title_lines(name: &str, most: f64) -> Vec<String> {
    // Bold letters are a little wider.
    let size = 1.06 * TEXT;
    let mut lines = vec![String::new()];
    for piece in name.split_inclusive([' ', '-']) {
        let n = lines.len();
        let last = &mut lines[n - 1];
        let is_full = width(format!("{last}{piece}").trim_end(), size) > most;
        if is_full && !last.is_empty() && n < MOST_LINES {
            lines.push(piece.to_owned());
        } else {
            last.push_str(piece);
        }
    }
    lines.iter().map(|line| shorten(line.trim_end(), size, most)).collect()
}

/// Lines across a panel, with their numbers at its left.
fn draw_grid(sheet: &mut Sheet, area: Area, ruler: &Ruler, axis: &Axis, has_numbers: bool) {
    for (tick, label) in &ruler.ticks {
        let height = area.top + ruler.place(*tick);
        let look = Look::new("grid").stroke(Paint::Grid, 1.0);
        sheet.svg.line([area.left, height], [area.right(), height], look);
        if has_numbers {
            let label = shorten(label, SMALL, MOST_LABEL);
            sheet.svg.words_beside([area.left - 5.0, height], &label, small(Anchor::End));
        }
    }
    for reference in &axis.references {
        let height = area.top + ruler.place(reference.value);
        sheet.svg.line([area.left, height], [area.right(), height], reference_look());
    }
}

/// The line below a panel, with ticks, and with numbers if it is the lowest.
fn draw_floor(sheet: &mut Sheet, area: Area, ruler: &Ruler, has_numbers: bool) {
    let bottom = area.bottom();
    sheet.svg.line([area.left, bottom], [area.right(), bottom], Look::new("axis").stroke(Paint::Axis, 1.0));
    let mut free_from = f64::NEG_INFINITY;
    for (tick, label) in &ruler.ticks {
        let x = area.left + ruler.place(*tick);
        sheet.svg.line([x, bottom], [x, bottom + 3.0], Look::new("tick").stroke(Paint::Axis, 1.0));
        let half = 0.5 * width(label, SMALL);
        // Numbers stay below their own panel, and none runs into the one before.
        let middle = x.min(area.right() - half).max(area.left + half - 4.0);
        let fits = middle - half >= free_from && 2.0 * half <= area.width;
        if has_numbers && fits {
            sheet.svg.words([middle, bottom + 15.0], label, small(Anchor::Middle));
            free_from = middle + half + 6.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_are_broken_between_words() {
        let lines = |name: &str| title_lines(name, 150.0);
        assert_eq!(lines("Mobility"), ["Mobility"]);
        assert_eq!(lines("aggr-pieces-anti-centrality"), ["aggr-pieces-anti-", "centrality"]);
        assert_eq!(lines("Defended Hexes Middle Prox"), ["Defended Hexes", "Middle Prox"]);
        assert_eq!(lines(""), [""]);
        let endless = lines(&"word ".repeat(40));
        assert!(endless.len() == 2 && endless[1].ends_with('…'), "{endless:?}");
        assert_eq!(lines(&"x".repeat(100)).len(), 1, "one word is shortened");
    }
}
