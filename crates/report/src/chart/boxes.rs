//! Boxes for groups of values: treatments side by side with notches, or generations one after the other.

use zermelo_stats::boxplot::{BoxPlot, Hinges};

use super::{Drawing, few};
use crate::axis::Axis;
use crate::error::ReportError;
use crate::number;
use crate::plane::{Plane, Room};
use crate::sheet::{Heading, PAD, Sheet, WIDTH};
use crate::slots::Slots;
use crate::svg::Look;
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// A box for every group.
#[derive(Clone, Debug, PartialEq)]
pub struct Boxes {
    /// What it says about itself.
    pub heading: Heading,
    /// What the groups are.
    pub group_label: String,
    /// Upward.
    pub y: Axis,
    /// From left to right.
    pub groups: Vec<BoxGroup>,
    /// Where boxes end.
    pub hinges: Hinges,
    /// Whether they have notches: where those of two do not overlap, the medians differ at about the 5 % level.
    pub has_notches: bool,
}

/// One group of values.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxGroup {
    /// What it is.
    pub name: String,
    /// Its values; a group may have none.
    pub values: Vec<f64>,
}

impl Boxes {
    fn statistics(&self) -> Result<Vec<Option<BoxPlot>>, ReportError> {
        let of_group = |group: &BoxGroup| match group.values.is_empty() {
            true => Ok(None),
            false => BoxPlot::of(&group.values, self.hinges).map(Some),
        };
        let statistics: Result<Vec<_>, _> = self.groups.iter().map(of_group).collect();
        statistics.map_err(|source| ReportError::Statistics { of: self.heading.title.clone(), source })
    }
}

impl Drawing for Boxes {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.y.check(check)?;
        check.not_empty("values", self.groups.iter().map(|group| group.values.len()).sum())?;
        self.groups
            .iter()
            .flat_map(|group| &group.values)
            .try_for_each(|value| self.y.can_place(check, *value))
    }

    fn width(&self) -> f64 {
        let are_numbers = self.groups.iter().all(|group| group.name.trim().parse::<f64>().is_ok());
        let least = if are_numbers { 5.0 } else { 14.0 };
        WIDTH.max(least * self.groups.len() as f64 + 100.0)
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let statistics = self.statistics()?;
        let notches = statistics.iter().flatten().filter(|_| self.has_notches);
        let notches = notches.flat_map(|plot| [plot.notch.0, plot.notch.1]);
        // A notch may go beyond all values; on a logarithmic axis it could even leave the axis.
        let notches = notches.filter(|end| self.y.scale == crate::axis::Scale::Linear || *end > 1e-150);
        let values = self.groups.iter().flat_map(|group| group.values.iter().copied()).chain(notches);
        let plane = Plane::lay_y(sheet, (&self.y, values), Room { height: 320.0, ..Room::default() });
        let slots = Slots::new(plane.area, self.groups.len());
        let half = (0.5 * slots.width * 0.68).min(44.0);
        for (index, plot) in statistics.iter().enumerate() {
            let Some(plot) = plot else { continue };
            self.draw_box(sheet, &plane, plot, slots.middle(index), half, index);
        }
        let names: Vec<&str> = self.groups.iter().map(|group| group.name.as_str()).collect();
        let ns: Vec<String> = self
            .groups
            .iter()
            .map(|group| format!("n = {}", number::count(group.values.len() as u64)))
            .collect();
        slots.name(sheet, plane.area, &names, &ns, &self.group_label);
        sheet.y = sheet.y.max(plane.area.bottom() + PAD);
        Ok(())
    }

    fn describe(&self) -> String {
        let Ok(statistics) = self.statistics() else { return "Boxes.".to_owned() };
        let groups = self.groups.iter().zip(&statistics).map(|(group, plot)| match plot {
            Some(plot) => format!(
                "{}: median {}, half of the values from {} to {}, n = {}",
                group.name,
                self.y.tell(plot.median),
                self.y.tell(plot.hinges.0),
                self.y.tell(plot.hinges.1),
                number::count(group.values.len() as u64)
            ),
            None => format!("{}: no values", group.name),
        });
        format!("Boxes of {} by {}. {}", self.y.heading(), self.group_label, few(groups))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let names = [
            "median",
            "lower hinge",
            "upper hinge",
            "lower whisker",
            "upper whisker",
            "lower notch",
            "upper notch",
        ];
        let mut columns = vec![Column::text("group"), Column::count("n")];
        columns.extend(names.map(|name| Column::numbers(name, self.y.numbers)));
        columns.push(Column::text("outliers"));
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for (group, plot) in self.groups.iter().zip(self.statistics()?) {
            let mut row = vec![Cell::from(group.name.as_str()), Cell::from(group.values.len())];
            match plot {
                Some(plot) => {
                    let (hinges, whiskers, notch) = (plot.hinges, plot.whiskers, plot.notch);
                    let numbers = [plot.median, hinges.0, hinges.1, whiskers.0, whiskers.1, notch.0, notch.1];
                    row.extend(numbers.map(Cell::from));
                    let outliers: Vec<String> = plot.outliers.iter().map(f64::to_string).collect();
                    row.push(Cell::from(outliers.join(" ")));
                }
                None => row.extend((0..=names.len()).map(|_| Cell::nothing())),
            }
            table.push(row)?;
        }
        Ok(table)
    }
}

impl Boxes {
    fn draw_box(&self, sheet: &mut Sheet, plane: &Plane, plot: &BoxPlot, x: f64, half: f64, index: usize) {
        let y = |value: f64| {
            // Below a logarithmic axis there is nothing: a notch ends at the axis.
            let is_placed = self.y.scale == crate::axis::Scale::Linear || value > 0.0;
            if is_placed { plane.y.place(value) } else { plane.area.bottom() }
        };
        let group = &self.groups[index];
        sheet.svg.open("box", &group.name);
        let thickness = if half < 5.0 { 0.8 } else { 1.2 };
        let thin = Look::new("whisker").stroke(Paint::Ink, thickness);
        for (hinge, whisker) in [(plot.hinges.0, plot.whiskers.0), (plot.hinges.1, plot.whiskers.1)] {
            sheet.svg.line([x, y(hinge)], [x, y(whisker)], thin);
            sheet.svg.line([x - 0.4 * half, y(whisker)], [x + 0.4 * half, y(whisker)], thin);
        }
        let (low, high) = plot.hinges;
        let waist = if self.has_notches { 0.55 * half } else { half };
        let mut right = vec![[half, y(high)]];
        if self.has_notches {
            right.extend([[half, y(plot.notch.1)], [waist, y(plot.median)], [half, y(plot.notch.0)]]);
        }
        right.push([half, y(low)]);
        let left = right.iter().rev().map(|&[dx, y]| [x - dx, y]);
        let outline: Vec<[f64; 2]> = right.iter().map(|&[dx, y]| [x + dx, y]).chain(left).collect();
        let tip = format!("{}: median {}, n = {}", group.name, self.y.tell(plot.median), group.values.len());
        // Boxes stand beside their names: one colour serves all.
        let look = Look::new("outline").fill(Paint::Series(0)).opacity(0.45).stroke(Paint::Ink, thickness);
        sheet.svg.polygon(&outline, look, &tip);
        let thick = Look::new("median").stroke(Paint::Ink, if half < 5.0 { 1.6 } else { 2.6 });
        sheet.svg.line([x - waist, y(plot.median)], [x + waist, y(plot.median)], thick);
        for outlier in &plot.outliers {
            let radius = (0.3 * half).clamp(1.2, 3.0);
            let look = Look::new("outlier").fill(Paint::Ground).stroke(Paint::Ink, 1.0);
            sheet.svg.circle([x, y(*outlier)], radius, look, &self.y.tell(*outlier));
        }
        sheet.svg.close();
    }
}
