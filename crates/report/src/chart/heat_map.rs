//! Numbers in coloured cells: correlations, champions against their forerunners, cross tables.

use super::{Drawing, few};
use crate::error::ReportError;
use crate::estimate::Estimate;
use crate::font::{shorten, width, wrap_to};
use crate::number::{Numbers, fixed};
use crate::shade::{Hatched, Shades};
use crate::sheet::{Heading, PAD, SMALL, Sheet, TEXT, WIDTH, ink, soft};
use crate::slots::nice_stride;
use crate::svg::{Anchor, Area, Look, OPEN_HATCH, Words};
use crate::table::{Cell, Column, Mark, Table};
use crate::theme::Paint;

/// Rows and columns of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What it says about itself.
    pub heading: Heading,
    /// What the numbers are.
    pub label: String,
    /// How they are written.
    pub numbers: Numbers,
    /// Their colours.
    pub shades: Shades,
    /// What the rows are: "later generation".
    pub row_label: String,
    /// What the columns are: "earlier generation".
    pub column_label: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// A list for each row; none where nothing was measured.
    pub cells: Vec<Vec<Option<HeatCell>>>,
}

/// One number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatCell {
    /// The number. If its interval holds the middle of a diverging scale, the cell is hatched.
    pub estimate: Estimate,
    /// Stars.
    pub mark: Mark,
}

impl From<Estimate> for HeatCell {
    fn from(estimate: Estimate) -> HeatCell {
        HeatCell { estimate, mark: Mark::None }
    }
}

/// The sizes of the cells.
struct Grid {
    left: f64,
    cell: [f64; 2],
    /// The size of the numbers; none if they do not fit.
    text: Option<f64>,
    /// Whether percentages go without tenths.
    is_short: bool,
    /// Whether intervals fit below them.
    has_intervals: bool,
}

const WIDEST_NAME: f64 = 230.0;
const SMALLEST_CELL: f64 = 15.0;

impl HeatMap {
    fn all(&self) -> impl Iterator<Item = &HeatCell> {
        self.cells.iter().flatten().flatten()
    }

    fn is_open(&self, cell: &HeatCell) -> bool {
        let estimate = &cell.estimate;
        self.shades.middle().is_some_and(|middle| estimate.has_interval() && estimate.holds(middle))
    }

    /// The number and its stars. Percentages have no sign in every cell, and no tenths where they would be tiny.
    fn shown(&self, cell: &HeatCell, is_short: bool) -> String {
        let value = cell.estimate.value;
        let number = match self.numbers {
            Numbers::Percent if is_short => fixed(100.0 * value, 0),
            numbers => numbers.write_bare(value),
        };
        format!("{number}{}", cell.mark.stars())
    }

    fn interval(&self, cell: &HeatCell) -> String {
        let write = |value| self.numbers.write_bare(value);
        format!("[{}, {}]", write(cell.estimate.low), write(cell.estimate.high))
    }

    fn name_width(&self) -> f64 {
        self.rows.iter().map(|name| width(name, TEXT)).fold(0.0, f64::max).min(WIDEST_NAME)
    }

    fn grid(&self, sheet_width: f64) -> Grid {
        let left = PAD + self.name_width() + 8.0;
        let n = self.columns.len().max(1) as f64;
        let widest_interval = self.all().filter(|cell| cell.estimate.has_interval());
        let widest_interval =
            widest_interval.map(|cell| width(&self.interval(cell), 9.0)).fold(0.0, f64::max);
        let wide = ((sheet_width - PAD - left) / n).clamp(SMALLEST_CELL, 110.0);
        let fitting = |is_short: bool| {
            let widest = self.all().map(|cell| width(&self.shown(cell, is_short), 1.0)).fold(0.1, f64::max);
            ((wide - 4.0) / widest).min(TEXT)
        };
        let is_short = fitting(false) < 10.0;
        let fitting = fitting(is_short);
        let has_intervals = widest_interval > 0.0 && widest_interval <= wide - 4.0;
        let high = if has_intervals { 34.0 } else { wide.clamp(SMALLEST_CELL, 26.0) };
        let text = (fitting >= 7.0).then_some(fitting);
        Grid { left, cell: [wide, high], text, is_short, has_intervals }
    }
}

impl Drawing for HeatMap {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.shades.check(check)?;
        check.length("the list of rows", self.rows.len(), self.cells.len())?;
        for (name, row) in self.rows.iter().zip(&self.cells) {
            check.length(name, self.columns.len(), row.len())?;
            for cell in row.iter().flatten() {
                check.estimate(name, &cell.estimate)?;
            }
        }
        check.not_empty("numbers", self.all().count())
    }

    fn width(&self) -> f64 {
        WIDTH.max(2.0 * PAD + self.name_width() + 8.0 + SMALLEST_CELL * self.columns.len() as f64)
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let mut hatched: Vec<(&str, Hatched)> = Vec::new();
        let open =
            self.shades.middle().map(|middle| format!("interval holds {}", self.numbers.write_round(middle)));
        if let Some(open) = open.as_deref().filter(|_| self.all().any(|cell| self.is_open(cell))) {
            hatched.push((open, Hatched::Open));
        }
        self.shades.legend(sheet, &self.label, self.numbers, &hatched);
        let stars = self.all().map(|cell| cell.mark).max().unwrap_or_default();
        if stars != Mark::None {
            sheet.small_print("* p < 0.05, ** p < 0.01, *** p < 0.001.");
        }
        sheet.y += 4.0;
        let grid = self.grid(sheet.width);
        if grid.text.is_none() {
            sheet.small_print("There are too many cells to print numbers: see the table of this figure.");
        }
        self.draw_column_names(sheet, &grid);
        let [wide, high] = grid.cell;
        let top = sheet.y;
        let every = if high < 13.0 { nice_stride(13.0 / high) } else { 1 };
        for (row, name) in self.rows.iter().enumerate() {
            let middle = top + (row as f64 + 0.5) * high;
            if row % every == 0 {
                let name = shorten(name, TEXT, WIDEST_NAME);
                sheet.svg.words_beside([grid.left - 8.0, middle], &name, ink(Anchor::End));
            }
            for (column, cell) in self.cells[row].iter().enumerate() {
                let left = grid.left + column as f64 * wide;
                let area = Area { left, top: top + row as f64 * high, width: wide, height: high };
                if let Some(cell) = cell {
                    self.draw_cell(sheet, &grid, area, cell, [row, column]);
                }
            }
        }
        sheet.y = top + self.rows.len() as f64 * high;
        Ok(())
    }

    fn describe(&self) -> String {
        let mut all: Vec<(f64, String)> = Vec::new();
        for (row, cells) in self.rows.iter().zip(&self.cells) {
            for (column, cell) in self.columns.iter().zip(cells) {
                if let Some(cell) = cell {
                    all.push((
                        cell.estimate.value,
                        format!("{row}, {column}: {}", cell.estimate.tell(self.numbers)),
                    ));
                }
            }
        }
        all.sort_by(|one, other| other.0.total_cmp(&one.0));
        let n = all.len();
        let extremes = if n > 8 {
            let (top, bottom) = (&all[..4], &all[n - 4..]);
            let tell = |some: &[(f64, String)]| few(some.iter().map(|(_, text)| text.clone()));
            format!("The largest: {} The smallest: {}", tell(top), tell(bottom))
        } else {
            few(all.into_iter().map(|(_, text)| text))
        };
        format!("{} in {} rows and {} columns. {extremes}", self.label, self.rows.len(), self.columns.len())
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns = vec![
            Column::text(if self.row_label.is_empty() { "row" } else { &self.row_label }),
            Column::text(if self.column_label.is_empty() { "column" } else { &self.column_label }),
            Column::numbers(self.label.as_str(), self.numbers),
        ];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for (row, cells) in self.rows.iter().zip(&self.cells) {
            for (column, cell) in self.columns.iter().zip(cells) {
                if let Some(cell) = cell {
                    let number = Cell::from(cell.estimate).marked(cell.mark);
                    table.push(vec![Cell::from(row.as_str()), Cell::from(column.as_str()), number])?;
                }
            }
        }
        Ok(table)
    }
}

impl HeatMap {
    fn draw_column_names(&self, sheet: &mut Sheet, grid: &Grid) {
        let wide = grid.cell[0];
        let across = wide * self.columns.len() as f64;
        if !self.column_label.is_empty() || !self.row_label.is_empty() {
            if width(&self.row_label, TEXT) <= grid.left - 8.0 - PAD {
                sheet.svg.words([grid.left - 8.0, sheet.y + 14.0], &self.row_label, soft(Anchor::End));
            } else {
                sheet.small_print(&format!("Rows: {}", self.row_label));
            }
            let label = shorten(&self.column_label, TEXT, sheet.width - PAD - grid.left);
            let middle = (grid.left + 0.5 * across).max(grid.left + 0.5 * width(&label, TEXT));
            sheet.svg.words([middle, sheet.y + 14.0], &label, soft(Anchor::Middle));
            sheet.y += 20.0;
        }
        let widest = self.columns.iter().map(|name| width(name, TEXT)).fold(0.0, f64::max);
        let middle = |index: usize| grid.left + (index as f64 + 0.5) * wide;
        let are_numbers = self.columns.iter().all(|name| name.trim().parse::<f64>().is_ok());
        if widest <= wide - 4.0 || (wide >= 60.0 && !are_numbers) {
            let names: Vec<Vec<String>> =
                self.columns.iter().map(|name| wrap_to(name, TEXT, wide - 4.0, 3)).collect();
            let n_lines = names.iter().map(Vec::len).max().unwrap_or(1);
            for (index, lines) in names.iter().enumerate() {
                for (line, text) in lines.iter().enumerate() {
                    let y = sheet.y + 12.0 + 14.0 * (n_lines - lines.len() + line) as f64;
                    sheet.svg.words([middle(index), y], text, ink(Anchor::Middle));
                }
            }
            sheet.y += 14.0 * n_lines as f64 + 5.0;
        } else if are_numbers {
            let every = nice_stride((widest + 6.0) / wide);
            for (index, name) in self.columns.iter().enumerate().filter(|(index, _)| index % every == 0) {
                sheet.svg.words([middle(index), sheet.y + 12.0], name, ink(Anchor::Middle));
            }
            sheet.y += 18.0;
        } else {
            let widest = self.columns.iter().map(|name| width(name, SMALL)).fold(0.0, f64::max);
            let tall = widest.min(150.0);
            sheet.y += tall + 4.0;
            for (index, name) in self.columns.iter().enumerate() {
                let place = [middle(index) + 0.355 * SMALL, sheet.y - 4.0];
                let words = Words::new(SMALL, Paint::Ink, Anchor::Start);
                sheet.svg.turned_words(place, &shorten(name, SMALL, tall), words, -90.0);
            }
        }
    }

    fn draw_cell(
        &self,
        sheet: &mut Sheet,
        grid: &Grid,
        area: Area,
        cell: &HeatCell,
        [row, column]: [usize; 2],
    ) {
        let estimate = &cell.estimate;
        let (paint, strength) = self.shades.of(estimate.value);
        let tip = format!("{}, {}: {}", self.rows[row], self.columns[column], estimate.tell(self.numbers));
        let look = Look::new("cell").fill(paint).opacity(strength).stroke(Paint::Ground, 1.0);
        sheet.svg.rect(area, look, &tip);
        let middle = [area.left + 0.5 * area.width, area.top + 0.5 * area.height];
        let text_paint = self.shades.text_on(estimate.value);
        let is_open = self.is_open(cell);
        if is_open {
            sheet.svg.rect(area, Look::new("open").hatch(OPEN_HATCH), "");
        }
        let Some(size) = grid.text else { return };
        let shown = self.shown(cell, grid.is_short);
        if is_open {
            // The number stands on a plain ground within the hatching.
            let (wide, high) = (width(&shown, size) + 2.0, size + 1.0);
            let lift = if grid.has_intervals { -7.0 } else { 0.0 };
            let plate = Area {
                left: middle[0] - 0.5 * wide,
                top: middle[1] - 0.5 * high + lift,
                width: wide,
                height: high,
            };
            sheet.svg.rect(plate, Look::new("plate").fill(Paint::Ground), "");
        }
        let words = Words::new(size, if is_open { Paint::Ink } else { text_paint }, Anchor::Middle);
        if !grid.has_intervals {
            sheet.svg.words_beside(middle, &shown, words);
            return;
        }
        sheet.svg.words_beside([middle[0], middle[1] - 7.0], &shown, words);
        if estimate.has_interval() {
            let text = self.interval(cell);
            let y = middle[1] + 8.0;
            if is_open {
                let wide = width(&text, 9.0) + 2.0;
                let plate = Area { left: middle[0] - 0.5 * wide, top: y - 5.5, width: wide, height: 11.0 };
                sheet.svg.rect(plate, Look::new("plate").fill(Paint::Ground), "");
            }
            sheet.svg.words_beside([middle[0], y], &text, Words { size: 9.0, ..words });
        }
    }
}
