//! Estimates with intervals, one below the other: ratings, differences, ablations.

use super::{Drawing, few};
use crate::axis::Axis;
use crate::error::ReportError;
use crate::estimate::Estimate;
use crate::rows::Rows;
use crate::sheet::{Heading, Sheet};
use crate::svg::{Area, Look};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// Rows of estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// What it says about itself.
    pub heading: Heading,
    /// What is estimated. A reference at "no difference" belongs on it.
    pub axis: Axis,
    /// From above to below.
    pub rows: Vec<ForestRow>,
    /// Values that are not told apart from the best: a band behind the rows.
    pub shaded: Option<(f64, f64)>,
}

/// One estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    /// What it is of.
    pub name: String,
    /// The number, and the interval that is drawn thin.
    pub estimate: Estimate,
    /// A narrower interval, drawn thick.
    pub inner: Option<(f64, f64)>,
}

impl Drawing for Forest {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.axis.check(check)?;
        check.not_empty("rows", self.rows.len())?;
        for row in &self.rows {
            check.estimate(&row.name, &row.estimate)?;
            self.axis.can_place(check, row.estimate.low.min(row.estimate.value))?;
            if let Some(inner) = row.inner {
                check.interval(&row.name, inner)?;
                self.axis.can_place(check, inner.0)?;
            }
        }
        self.shaded.map_or(Ok(()), |shaded| check.interval("the shaded band", shaded))
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let rows: Vec<(&str, Vec<Option<&Estimate>>)> =
            self.rows.iter().map(|row| (row.name.as_str(), vec![Some(&row.estimate)])).collect();
        let laid = Rows::draw(sheet, &rows, &self.axis);
        if let Some((low, high)) = self.shaded {
            let (left, right) = (laid.x.place(low), laid.x.place(high));
            let area = Area { left, width: right - left, ..laid.area };
            sheet.svg.rect(area, Look::new("shaded").fill(Paint::Plain).opacity(0.14), "");
        }
        for (row, lines) in self.rows.iter().zip(&laid.lines) {
            let (y, paint) = (lines[0], Paint::Series(0));
            let estimate = &row.estimate;
            if estimate.has_interval() {
                laid.whisker(sheet, y, (estimate.low, estimate.high), paint, 1.6, 4.0);
            }
            if let Some(inner) = row.inner {
                laid.whisker(sheet, y, inner, paint, 5.0, 0.0);
            }
            let tip = format!("{}: {}", row.name, estimate.tell(self.axis.numbers));
            let look = Look::new("point").fill(Paint::Ink).stroke(Paint::Ground, 1.0);
            sheet.svg.circle([laid.x.place(estimate.value), y], 3.6, look, &tip);
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let rows =
            self.rows.iter().map(|row| format!("{}: {}", row.name, row.estimate.tell(self.axis.numbers)));
        format!("Estimates of {} with intervals. {}", self.axis.heading(), few(rows))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns =
            vec![Column::text("name"), Column::numbers(self.axis.label.as_str(), self.axis.numbers)];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for row in &self.rows {
            table.push(vec![Cell::from(row.name.as_str()), Cell::from(row.estimate)])?;
        }
        Ok(table)
    }
}
