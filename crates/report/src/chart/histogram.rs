//! How often values occur: lengths of games, leads, margins.

use super::Drawing;
use crate::axis::{Axis, Scale};
use crate::error::ReportError;
use crate::number::{self, Numbers};
use crate::plane::{Plane, Room, draw_upright_references};
use crate::sheet::{Heading, Sheet};
use crate::svg::{Area, Look};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// Bars side by side, each over the values it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// What it says about itself.
    pub heading: Heading,
    /// To the right; a median and other places worth a line are its references.
    pub x: Axis,
    /// What is counted: "games".
    pub counted: String,
    /// From left to right, without overlap.
    pub bins: Vec<Bin>,
}

/// The values from `low` on and below `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// How many values lie in it.
    pub count: u64,
}

impl Histogram {
    /// Counts whole numbers, given as (value, how many): a bin for each value, or for several if there are many.
    pub fn of_counts(
        heading: Heading,
        x: Axis,
        counted: impl Into<String>,
        counts: impl IntoIterator<Item = (u64, u64)>,
    ) -> Histogram {
        const MOST_BINS: u64 = 60;
        let counts: Vec<(u64, u64)> = counts.into_iter().filter(|(_, count)| *count > 0).collect();
        let least = counts.iter().map(|count| count.0).min().unwrap_or(0);
        let most = counts.iter().map(|count| count.0).max().unwrap_or(0);
        let width = crate::slots::nice_stride(((most - least) / MOST_BINS + 1) as f64) as u64;
        let first = least / width;
        let n_bins = if counts.is_empty() { 0 } else { (most / width - first) as usize + 1 };
        // A bin of one value lies round it, a bin of several begins at its first one.
        let shift = if width == 1 { 0.5 } else { 0.0 };
        let mut bins: Vec<Bin> = (0..n_bins as u64)
            .map(|index| {
                let low = ((first + index) * width) as f64 - shift;
                Bin { low, high: low + width as f64, count: 0 }
            })
            .collect();
        for (value, count) in counts {
            bins[(value / width - first) as usize].count += count;
        }
        Histogram { heading, x, counted: counted.into(), bins }
    }

    fn n(&self) -> u64 {
        self.bins.iter().map(|bin| bin.count).sum()
    }
}

impl Drawing for Histogram {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.x.check(check)?;
        check.not_empty("bins", self.bins.len())?;
        for bin in &self.bins {
            check.interval(&self.x.label, (bin.low, bin.high))?;
            self.x.can_place(check, bin.low)?;
        }
        if let Some(pair) = self.bins.windows(2).find(|pair| pair[0].high > pair[1].low) {
            return Err(check.bad(&self.x.label, pair[1].low, "no less than the end of the bin before"));
        }
        Ok(())
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let y = Axis::count(self.counted.as_str()).covering(0.0);
        let xs = self.bins.iter().flat_map(|bin| [bin.low, bin.high]);
        let counts = self.bins.iter().map(|bin| bin.count as f64);
        let plane =
            Plane::draw(sheet, (&self.x, xs), (&y, counts), Room { height: 260.0, ..Room::default() });
        let n = self.n().max(1);
        for bin in &self.bins {
            let (left, right) = (plane.x.place(bin.low), plane.x.place(bin.high));
            let top = plane.y.place(bin.count as f64);
            let gap = if right - left > 6.0 { 1.0 } else { 0.0 };
            let height = plane.area.bottom() - top;
            let area = Area { left: left + 0.5 * gap, top, width: right - left - gap, height };
            let share = number::percent(bin.count as f64 / n as f64);
            let tip = format!("{}: {} ({share})", self.tell(bin), number::count(bin.count));
            sheet.svg.rect(area, Look::new("bar").fill(Paint::Series(0)), &tip);
        }
        draw_upright_references(sheet, &self.x, &plane.x, plane.area);
        Ok(())
    }

    fn describe(&self) -> String {
        let most = self.bins.iter().max_by_key(|bin| bin.count);
        let most = most.map_or(String::new(), |bin| {
            format!(" Most frequent: {} ({} of them).", self.tell(bin), number::count(bin.count))
        });
        let references: String = self
            .x
            .references
            .iter()
            .map(|reference| format!(" {}: {}.", reference.label, self.x.tell(reference.value)))
            .collect();
        let n = number::count(self.n());
        format!("Distribution of {} by {}; n = {n}.{most}{references}", self.counted, self.x.heading())
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns = vec![
            Column::numbers("from", Numbers::Plain),
            Column::numbers("to", Numbers::Plain),
            Column::count(self.counted.as_str()),
        ];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for bin in &self.bins {
            table.push(vec![Cell::from(bin.low), Cell::from(bin.high), Cell::from(bin.count)])?;
        }
        Ok(table)
    }
}

impl Histogram {
    /// The values of a bin in words.
    fn tell(&self, bin: &Bin) -> String {
        let is_whole = self.x.numbers == Numbers::Count && self.x.scale == Scale::Linear;
        let (low, high) = (bin.low.ceil(), (bin.high - 1e-9).floor());
        if is_whole && low == high {
            self.x.tell(low)
        } else if is_whole {
            format!("{} to {}", self.x.numbers.write(low), self.x.tell(high))
        } else {
            format!("{} to {}", self.x.numbers.write(bin.low), self.x.tell(bin.high))
        }
    }
}
