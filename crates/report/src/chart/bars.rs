//! Bars with intervals. They lie, so that names of any length can be read beside them.

use super::{Drawing, few};
use crate::axis::Axis;
use crate::error::ReportError;
use crate::estimate::Estimate;
use crate::rows::Rows;
use crate::sheet::{Heading, Sample, Sheet};
use crate::svg::{Area, Look};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// Bars, one for each category; with several series, a group of bars for each category.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What it says about itself.
    pub heading: Heading,
    /// What the lengths mean. A bar begins at zero, which the axis therefore covers.
    pub axis: Axis,
    /// The names of the rows.
    pub categories: Vec<String>,
    /// One value for each category each.
    pub series: Vec<BarSeries>,
}

/// The bars of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct BarSeries {
    /// What they are; empty if there is only one series.
    pub name: String,
    /// One for each category; none where nothing was measured.
    pub values: Vec<Option<Estimate>>,
}

impl Drawing for Bars {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.axis.check(check)?;
        check.not_empty("categories", self.categories.len())?;
        check.not_empty("series", self.series.len())?;
        for series in &self.series {
            check.length(&series.name, self.categories.len(), series.values.len())?;
            for estimate in series.values.iter().flatten() {
                check.estimate(&series.name, estimate)?;
                self.axis.can_place(check, estimate.low.min(estimate.value))?;
            }
        }
        Ok(())
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        if self.series.len() > 1 {
            let keys = self.series.iter().enumerate();
            sheet.legend(keys.map(|(index, series)| (index, series.name.as_str(), Sample::Fill)));
        }
        let is_linear = self.axis.scale == crate::axis::Scale::Linear;
        let axis = if is_linear { self.axis.clone().covering(0.0) } else { self.axis.clone() };
        let rows: Vec<(&str, Vec<Option<&Estimate>>)> = self
            .categories
            .iter()
            .enumerate()
            .map(|(row, name)| {
                (name.as_str(), self.series.iter().map(|series| series.values[row].as_ref()).collect())
            })
            .collect();
        let laid = Rows::draw(sheet, &rows, &axis);
        let foot = if is_linear { laid.x.place(0.0) } else { laid.area.left };
        let line = Look::new("foot").stroke(Paint::Axis, 1.0);
        sheet.svg.line([foot, laid.area.top], [foot, laid.area.bottom()], line);
        for (index, series) in self.series.iter().enumerate() {
            sheet.svg.open("bars", &series.name);
            for (row, estimate) in series.values.iter().enumerate() {
                let Some(estimate) = estimate else { continue };
                let (y, end) = (laid.lines[row][index], laid.x.place(estimate.value));
                let (left, width) = (foot.min(end), (end - foot).abs());
                let area = Area { left, top: y - 0.5 * laid.line + 1.5, width, height: laid.line - 3.0 };
                let tip = format!("{}: {}", self.categories[row], estimate.tell(self.axis.numbers));
                sheet.svg.rect(area, Look::new("bar").hatch(index), &tip);
                if estimate.has_interval() {
                    // A light line under the dark one, so that it is seen on the bar too.
                    laid.whisker(sheet, y, (estimate.low, estimate.high), Paint::Ground, 4.0, 5.0);
                    laid.whisker(sheet, y, (estimate.low, estimate.high), Paint::Ink, 1.6, 4.0);
                }
            }
            sheet.svg.close();
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let bars = self.series.iter().flat_map(|series| {
            self.categories.iter().zip(&series.values).map(|(category, value)| {
                let name = if series.name.is_empty() { String::new() } else { format!(", {}", series.name) };
                let value = value.map_or("none".to_owned(), |value| value.tell(self.axis.numbers));
                format!("{category}{name}: {value}")
            })
        });
        format!("Bars of {}. {}", self.axis.heading(), few(bars))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let names = self.series.iter().map(|series| {
            Column::numbers(
                if series.name.is_empty() { &self.axis.label } else { &series.name },
                self.axis.numbers,
            )
        });
        let mut table = Table::new(
            self.heading.title.as_str(),
            [Column::text("category")].into_iter().chain(names).collect(),
        );
        for (row, category) in self.categories.iter().enumerate() {
            let values = self.series.iter().map(|series| Cell::from(series.values[row]));
            table.push([Cell::from(category.as_str())].into_iter().chain(values).collect())?;
        }
        Ok(table)
    }
}
