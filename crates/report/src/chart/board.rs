//! A value on every cell of a board, whatever its shape: where games are opened, fought out and won.

use super::{Drawing, few};
use crate::error::ReportError;
use crate::font::width;
use crate::number::Numbers;
use crate::shade::{Hatched, Shades};
use crate::sheet::{Heading, PAD, Sheet};
use crate::svg::{Anchor, Look, Words};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// A board with values.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// What it says about itself.
    pub heading: Heading,
    /// What the values are.
    pub label: String,
    /// How they are written.
    pub numbers: Numbers,
    /// Their colours.
    pub shades: Shades,
    /// The cells.
    pub cells: Vec<BoardCell>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardCell {
    /// What players call it.
    pub name: String,
    /// Its corners, in any unit; y grows downward.
    pub polygon: Vec<[f64; 2]>,
    /// Its value; none where there is nothing to say.
    pub value: Option<f64>,
}

/// The largest board, in pixels.
const LARGEST: [f64; 2] = [640.0, 520.0];
/// The largest cell: a board of few cells need not fill the sheet.
const LARGEST_CELL: f64 = 66.0;

impl Board {
    fn has_missing(&self) -> bool {
        self.cells.iter().any(|cell| cell.value.is_none())
    }
}

/// Middle, width and height of a cell.
fn extent(polygon: &[[f64; 2]]) -> ([f64; 2], [f64; 2]) {
    let along = |axis: usize| {
        let values = || polygon.iter().map(move |corner| corner[axis]);
        (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (top, bottom)) = (along(0), along(1));
    ([0.5 * (left + right), 0.5 * (top + bottom)], [right - left, bottom - top])
}

impl Drawing for Board {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.shades.check(check)?;
        check.not_empty("cells", self.cells.len())?;
        for cell in &self.cells {
            let what = format!("cell {}", cell.name);
            if cell.polygon.len() < 3 {
                return Err(check.bad(&what, cell.polygon.len(), "a polygon of three corners or more"));
            }
            check.all_finite(&what, cell.polygon.iter().flatten().copied().chain(cell.value))?;
        }
        Ok(())
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let missing: &[(&str, Hatched)] = &[("no value", Hatched::Missing)];
        let hatched = if self.has_missing() { missing } else { &[] };
        self.shades.legend(sheet, &self.label, self.numbers, hatched);
        sheet.y += 10.0;
        let corners: Vec<[f64; 2]> =
            self.cells.iter().flat_map(|cell| cell.polygon.iter().copied()).collect();
        let (middle, size) = extent(&corners);
        let largest = self.cells.iter().map(|cell| extent(&cell.polygon).1);
        let largest = largest.fold(0.0_f64, |largest, [wide, high]| largest.max(wide).max(high));
        let fits = |have: f64, want: f64| if want > 0.0 { have / want } else { 1.0 };
        let scale = fits(LARGEST[0].min(sheet.width - 2.0 * PAD), size[0])
            .min(fits(LARGEST[1], size[1]))
            .min(fits(LARGEST_CELL, largest));
        let top = sheet.y;
        let place = |[x, y]: [f64; 2]| {
            [0.5 * sheet.width + scale * (x - middle[0]), top + scale * (y - middle[1] + 0.5 * size[1])]
        };
        let shown = |cell: &BoardCell| cell.value.map(|value| self.numbers.write_bare(value));
        // One size for all numbers: that of the narrowest.
        let narrowest = self.cells.iter().filter_map(|cell| {
            let room = 0.86 * scale * extent(&cell.polygon).1[0];
            Some(room / width(&shown(cell)?, 1.0).max(0.1))
        });
        let text = narrowest.fold(13.0, f64::min);
        let has_names = largest * scale >= 40.0;
        for cell in &self.cells {
            let points: Vec<[f64; 2]> = cell.polygon.iter().map(|corner| place(*corner)).collect();
            let ([x, y], [_, high]) = extent(&points);
            let look = Look::new("cell").stroke(Paint::Axis, 1.0);
            let value = shown(cell);
            let tip = match cell.value {
                Some(value) => format!("{}: {}", cell.name, self.numbers.write(value)),
                None => format!("{}: no value", cell.name),
            };
            let (look, paint) = match cell.value {
                Some(value) => {
                    let (paint, strength) = self.shades.of(value);
                    (look.fill(paint).opacity(strength), self.shades.text_on(value))
                }
                None => (look.fill(Paint::Grid), Paint::Soft),
            };
            sheet.svg.polygon(&points, look, &tip);
            if let (Some(value), true) = (value, text >= 7.0) {
                sheet.svg.words_beside([x, y], &value, Words::new(text, paint, Anchor::Middle));
            }
            let name_room = 0.5 * high - 0.5 * text;
            if has_names
                && name_room > 12.0
                && width(&cell.name, 9.0) <= 0.6 * scale * extent(&cell.polygon).1[0]
            {
                let words = Words::new(9.0, paint, Anchor::Middle);
                sheet.svg.words_beside([x, y + 0.32 * high], &cell.name, words);
            }
        }
        sheet.y = top + scale * size[1];
        Ok(())
    }

    fn describe(&self) -> String {
        let mut cells: Vec<(f64, &str)> =
            self.cells.iter().filter_map(|cell| Some((cell.value?, cell.name.as_str()))).collect();
        cells.sort_by(|one, other| other.0.total_cmp(&one.0));
        let most =
            cells.iter().take(6).map(|(value, name)| format!("{name}: {}", self.numbers.write(*value)));
        format!(
            "A board of {} cells coloured by {}. The largest: {}",
            self.cells.len(),
            self.label,
            few(most)
        )
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns = vec![Column::text("cell"), Column::numbers(self.label.as_str(), self.numbers)];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for cell in &self.cells {
            table.push(vec![Cell::from(cell.name.as_str()), Cell::from(cell.value)])?;
        }
        Ok(table)
    }
}
