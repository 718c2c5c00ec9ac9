//! Rows with names at the left, values along one axis below, and the numbers themselves at the right: bars and intervals.

use crate::axis::{Axis, Ends, Ruler};
use crate::estimate::Estimate;
use crate::font::{width, wrap_to};
use crate::number;
use crate::plane::{LINE, draw_bottom, n_lines_of_references, name_upright_references};
use crate::sheet::{PAD, SMALL, Sheet, TEXT, ink, soft};
use crate::svg::{Anchor, Area, Look, Words};
use crate::theme::Paint;

/// Where rows lie on a sheet.
pub(crate) struct Rows {
    pub area: Area,
    pub x: Ruler,
    /// The middle of every line of every row.
    pub lines: Vec<Vec<f64>>,
    /// How high a line is.
    pub line: f64,
}

/// Room above and below the lines of a row, together.
const GAP: f64 = 9.0;
/// The widest name before it is broken or cut.
const WIDEST_NAME: f64 = 210.0;

impl Rows {
    /// Draws names, numbers and axis, and goes on below. Each row has the same number of estimates; each has its line.
    pub fn draw<'a>(sheet: &mut Sheet, rows: &[(&'a str, Vec<Option<&'a Estimate>>)], axis: &Axis) -> Rows {
        let n_lines = rows.iter().map(|row| row.1.len()).max().unwrap_or(1).max(1);
        let line = if n_lines == 1 { 20.0 } else { 17.0 };
        let names: Vec<Vec<String>> = rows
            .iter()
            .map(|row| wrap_to(row.0, TEXT, WIDEST_NAME, if n_lines == 1 { 2 } else { 3 }))
            .collect();
        let texts: Vec<Vec<(String, String)>> = rows
            .iter()
            .map(|row| {
                let text = |estimate: &Option<&Estimate>| match estimate {
                    Some(estimate) => {
                        (estimate.write(axis.numbers), estimate.n.map(number::count).unwrap_or_default())
                    }
                    None => ("none".to_owned(), String::new()),
                };
                row.1.iter().map(text).collect()
            })
            .collect();
        let widest =
            |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| width(text, TEXT)).fold(0.0, f64::max);
        let name_width = widest(&mut names.iter().flatten().map(String::as_str));
        let number_width = widest(&mut texts.iter().flatten().map(|text| text.0.as_str()));
        let n_width = widest(&mut texts.iter().flatten().map(|text| text.1.as_str()));
        let has_n = n_width > 0.0;
        let right = number_width + if has_n { n_width.max(10.0) + 14.0 } else { 0.0 };
        let left = PAD + name_width + 10.0;
        let height_of = |names: &Vec<String>| (n_lines as f64 * line).max(15.0 * names.len() as f64) + GAP;
        let height: f64 = names.iter().map(height_of).sum();
        let across = (sheet.width - PAD - right - 14.0 - left).max(80.0);
        let values = rows.iter().flat_map(|row| row.1.iter().flatten());
        let values = values.flat_map(|estimate| [estimate.value, estimate.low, estimate.high]);
        let ruler = Ruler::new(axis, values, (left, left + across), (70.0, Ends::Round));
        let n_names = n_lines_of_references(axis, &ruler, sheet.width).max(usize::from(has_n));
        let area = Area { left, top: sheet.y + 4.0 + LINE * n_names as f64, width: across, height };
        draw_bottom(sheet, axis, &ruler, area, true);
        name_upright_references(sheet, axis, &ruler, area);
        let (numbers_end, n_end) =
            (sheet.width - PAD - if has_n { n_width.max(10.0) + 14.0 } else { 0.0 }, sheet.width - PAD);
        if has_n {
            sheet.svg.words([n_end, area.top - 4.0], "n", Words::new(SMALL, Paint::Soft, Anchor::End));
        }
        let mut lines = Vec::new();
        let mut y = area.top;
        for ((row, names), texts) in rows.iter().zip(&names).zip(&texts) {
            let high = height_of(names);
            let middle = y + 0.5 * high;
            for (index, name) in names.iter().enumerate() {
                let at = middle + 15.0 * (index as f64 - 0.5 * (names.len() as f64 - 1.0));
                sheet.svg.words_beside([left - 10.0, at], name, ink(Anchor::End));
            }
            let mut middles = Vec::new();
            for (index, text) in texts.iter().enumerate() {
                let at = middle + line * (index as f64 - 0.5 * (row.1.len() as f64 - 1.0));
                sheet.svg.words_beside([numbers_end, at], &text.0, ink(Anchor::End));
                sheet.svg.words_beside([n_end, at], &text.1, soft(Anchor::End));
                middles.push(at);
            }
            lines.push(middles);
            y += high;
        }
        Rows { area, x: ruler, lines, line }
    }

    /// An interval at a height, with a stroke at each end, or an arrow where it goes on beyond the axis.
    pub fn whisker(
        &self,
        sheet: &mut Sheet,
        y: f64,
        (low, high): (f64, f64),
        paint: Paint,
        thickness: f64,
        cap: f64,
    ) {
        let look = Look::new("whisker").stroke(paint, thickness);
        let (from, to) = (self.x.place(low), self.x.place(high));
        sheet.svg.line([from, y], [to, y], look);
        for (x, value) in [(from, low), (to, high)] {
            match f64::from(self.x.beyond(value)) {
                0.0 if cap > 0.0 => sheet.svg.line([x, y - cap], [x, y + cap], look),
                0.0 => {}
                side => {
                    let arrow = [[x + 6.0 * side, y], [x, y - 4.0], [x, y + 4.0]];
                    sheet.svg.polygon(&arrow, Look::new("beyond").fill(paint), "");
                }
            }
        }
    }
}
