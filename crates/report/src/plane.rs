//! A plane with two axes of numbers: grid, numbers, labels and lines of reference, the same in every figure that has them.

use crate::axis::{Axis, Ends, Ruler};
use crate::font::{shorten, width};
use crate::sheet::{PAD, SAMPLE, SMALL, Sheet, TEXT, ink, soft};
use crate::svg::{Anchor, Area, Look, Words};
use crate::theme::Paint;

/// Where values lie on a sheet.
pub(crate) struct Plane {
    pub area: Area,
    pub x: Ruler,
    pub y: Ruler,
}

/// How much room a plane is given.
#[derive(Clone, Copy, Default)]
pub(crate) struct Room {
    /// How high it is.
    pub height: f64,
    /// What is kept free at its right side.
    pub right: f64,
    /// The least that is kept free at its left side.
    pub left: f64,
    /// What is kept free above it, below the label of the upward axis.
    pub above: f64,
}

impl Plane {
    /// Draws the plane for all the values, and goes on below it.
    pub fn draw(
        sheet: &mut Sheet,
        (x, x_values): (&Axis, impl IntoIterator<Item = f64>),
        (y, y_values): (&Axis, impl IntoIterator<Item = f64>),
        room: Room,
    ) -> Plane {
        let x_values: Vec<f64> = x_values.into_iter().collect();
        let lay = |left: f64, right: f64| {
            Ruler::new(x, x_values.iter().copied(), (left, right), (84.0, Ends::Close))
        };
        // Where the names of upright references lie hangs on the width of numbers at the left, but not by much.
        let guess = lay(PAD + room.left.max(40.0), sheet.width - PAD - room.right);
        let above = LINE * n_lines(&upright_references(x, &guess, sheet.width)) as f64;
        let mut plane = Plane::lay_y(sheet, (y, y_values), Room { above, ..room });
        // A little room at both sides, so that marks at the ends do not cover the numbers of the upward axis.
        plane.x = lay(plane.area.left + 8.0, plane.area.right() - 8.0);
        draw_bottom(sheet, x, &plane.x, plane.area, false);
        name_upright_references(sheet, x, &plane.x, plane.area);
        plane
    }

    /// Lays and draws the upward axis only; the other one is a dummy.
    pub fn lay_y(
        sheet: &mut Sheet,
        (y, y_values): (&Axis, impl IntoIterator<Item = f64>),
        room: Room,
    ) -> Plane {
        name_axis(sheet, y);
        let top = sheet.y + 10.0 + room.above;
        let ruler = Ruler::new(y, y_values, (top + room.height, top), (44.0, Ends::Round));
        let widest = ruler.ticks.iter().map(|(_, label)| width(label, TEXT)).fold(0.0, f64::max);
        let left = PAD + (widest + 8.0).max(room.left);
        let area =
            Area { left, top, width: sheet.width - PAD - room.right.max(8.0) - left, height: room.height };
        for (tick, label) in &ruler.ticks {
            let height = ruler.place(*tick);
            let look = Look::new("grid").stroke(Paint::Grid, 1.0);
            sheet.svg.line([left, height], [area.right(), height], look);
            sheet.svg.words_beside([left - 7.0, height], label, ink(Anchor::End));
        }
        for reference in &y.references {
            let height = ruler.place(reference.value);
            sheet.svg.line([area.left, height], [area.right(), height], reference_look());
        }
        sheet.y = area.bottom();
        let none = Ruler::new(&Axis::new(""), [], (0.0, 1.0), (1.0, Ends::Round));
        Plane { area, x: none, y: ruler }
    }
}

/// The label of an upward axis above it, and beside it what its lines of reference are: written at the lines, they would
/// cover what is drawn there.
pub(crate) fn name_axis(sheet: &mut Sheet, y: &Axis) {
    const DASH: f64 = SAMPLE + 5.0;
    let full = sheet.width - 2.0 * PAD;
    let label = shorten(&y.heading(), TEXT, full);
    sheet.y += 14.0;
    sheet.svg.words([PAD, sheet.y - 4.0], &label, soft(Anchor::Start));
    let mut free = sheet.width - PAD;
    let mut taken = PAD + width(&label, TEXT) + 16.0;
    for reference in y.references.iter().rev() {
        let value = if y.references.len() > 1 {
            format!(" ({})", y.numbers.write(reference.value))
        } else {
            String::new()
        };
        let name = shorten(&format!("{}{value}", reference.label), SMALL, full - DASH);
        let wide = DASH + width(&name, SMALL);
        if free - wide < taken {
            (free, taken) = (sheet.width - PAD, PAD);
            sheet.y += 15.0;
        }
        let left = free - wide;
        sheet.svg.line([left, sheet.y - 8.0], [left + SAMPLE, sheet.y - 8.0], reference_look());
        let words = Words::new(SMALL, Paint::Soft, Anchor::Start);
        sheet.svg.words([left + DASH, sheet.y - 4.0], &name, words);
        free = left - 16.0;
    }
}

/// How a line of reference looks.
pub(crate) fn reference_look() -> Look {
    Look::new("reference").stroke(Paint::Soft, 1.3).dash("5 4")
}

/// Draws a ruler below an area: its numbers, its label, and its lines of reference across the area.
pub(crate) fn draw_bottom(sheet: &mut Sheet, axis: &Axis, ruler: &Ruler, area: Area, has_grid: bool) {
    let bottom = area.bottom();
    let mut free_from = 0.0;
    for (tick, label) in &ruler.ticks {
        let x = ruler.place(*tick);
        if has_grid {
            sheet.svg.line([x, area.top], [x, bottom], Look::new("grid").stroke(Paint::Grid, 1.0));
        }
        sheet.svg.line([x, bottom], [x, bottom + 4.0], Look::new("tick").stroke(Paint::Axis, 1.0));
        let half = 0.5 * width(label, TEXT);
        // The outermost numbers stay on the sheet, and none runs into the one before.
        let middle = x.min(sheet.width - 8.0 - half).max(8.0 + half);
        if middle - half >= free_from {
            sheet.svg.words([middle, bottom + 17.0], label, ink(Anchor::Middle));
            free_from = middle + half + 8.0;
        }
    }
    draw_axis(sheet, area);
    draw_upright_references(sheet, axis, ruler, area);
    sheet.y = bottom + 22.0;
    if !axis.label.is_empty() {
        let label = shorten(&axis.heading(), TEXT, sheet.width - 2.0 * PAD);
        let half = 0.5 * width(&label, TEXT);
        let middle = (area.left + 0.5 * area.width).min(sheet.width - PAD - half).max(PAD + half);
        sheet.svg.words([middle, bottom + 36.0], &label, soft(Anchor::Middle));
        sheet.y = bottom + 40.0;
    }
}

/// The line below an area; again where something was drawn over it.
pub(crate) fn draw_axis(sheet: &mut Sheet, area: Area) {
    let look = Look::new("axis").stroke(Paint::Axis, 1.0);
    sheet.svg.line([area.left, area.bottom()], [area.right(), area.bottom()], look);
}

/// The upright lines of reference; again where something was drawn over them. They are seen on every colour, since there
/// is ground beside them.
pub(crate) fn draw_upright_references(sheet: &mut Sheet, axis: &Axis, ruler: &Ruler, area: Area) {
    for reference in &axis.references {
        let x = ruler.place(reference.value);
        let beside = Look::new("beside").stroke(Paint::Ground, 3.4);
        sheet.svg.line([x, area.top], [x, area.bottom()], beside);
        sheet.svg.line([x, area.top], [x, area.bottom()], reference_look());
    }
}

/// The height of a line of names of references.
pub(crate) const LINE: f64 = 13.0;

/// The names of upright references: their middles, and on which line they do not run into each other.
fn upright_references(axis: &Axis, ruler: &Ruler, sheet_width: f64) -> Vec<(f64, usize, String)> {
    let mut references: Vec<(f64, &str)> = axis
        .references
        .iter()
        .map(|reference| (ruler.place(reference.value), reference.label.as_str()))
        .collect();
    references.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free_from: Vec<f64> = Vec::new();
    let mut names = Vec::new();
    for (x, label) in references {
        let label = shorten(label, SMALL, 0.5 * sheet_width);
        let half = 0.5 * width(&label, SMALL);
        let middle = x.min(sheet_width - PAD - half).max(PAD + half);
        let line = free_from.iter().position(|free| middle - half >= *free).unwrap_or(free_from.len());
        if line == free_from.len() {
            free_from.push(0.0);
        }
        free_from[line] = middle + half + 8.0;
        names.push((middle, line, label));
    }
    names
}

fn n_lines(names: &[(f64, usize, String)]) -> usize {
    names.iter().map(|(_, line, _)| line + 1).max().unwrap_or(0)
}

/// How many lines the names of upright references take.
pub(crate) fn n_lines_of_references(axis: &Axis, ruler: &Ruler, sheet_width: f64) -> usize {
    n_lines(&upright_references(axis, ruler, sheet_width))
}

/// Writes the names of upright references above an area.
pub(crate) fn name_upright_references(sheet: &mut Sheet, axis: &Axis, ruler: &Ruler, area: Area) {
    for (middle, line, label) in upright_references(axis, ruler, sheet.width) {
        let place = [middle, area.top - 4.0 - LINE * line as f64];
        sheet.svg.words(place, &label, Words::new(SMALL, Paint::Soft, Anchor::Middle));
    }
}
