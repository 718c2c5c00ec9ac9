//! A plane with two axes of numbers: grid, numbers, labels and lines of reference, the same in every figure that has them.

use crate::axis::{Axis, Ruler};
use crate::font::{shorten, width};
use crate::sheet::{PAD, SMALL, Sheet, TEXT, ink, soft};
use crate::svg::{Anchor, Area, Look, Words};
use crate::theme::Paint;

/// Where values lie on a sheet.
pub(crate) struct Plane {
    pub area: Area,
    pub x: Ruler,
    pub y: Ruler,
}

/// How much room a plane is given.
pub(crate) struct Room {
    /// How high it is.
    pub height: f64,
    /// What is kept free at its right side.
    pub right: f64,
}

impl Plane {
    /// Draws the plane for all the values, and goes on below it.
    pub fn draw(
        sheet: &mut Sheet,
        (x, x_values): (&Axis, impl IntoIterator<Item = f64>),
        (y, y_values): (&Axis, impl IntoIterator<Item = f64>),
        room: Room,
    ) -> Plane {
        let mut plane = Plane::lay_y(sheet, (y, y_values), room);
        plane.x = Ruler::new(x, x_values, (plane.area.left, plane.area.right()), 84.0);
        plane.draw_x(sheet, x);
        plane
    }

    /// Lays and draws the upward axis only; the other one is a dummy.
    pub fn lay_y(
        sheet: &mut Sheet,
        (y, y_values): (&Axis, impl IntoIterator<Item = f64>),
        room: Room,
    ) -> Plane {
        let full = sheet.width - 2.0 * PAD;
        sheet.svg.words([PAD, sheet.y + 10.0], &shorten(&y.heading(), TEXT, full), soft(Anchor::Start));
        let top = sheet.y + 24.0;
        let ruler = Ruler::new(y, y_values, (top + room.height, top), 44.0);
        let widest = ruler.ticks.iter().map(|(_, label)| width(label, TEXT)).fold(0.0, f64::max);
        let left = PAD + widest + 8.0;
        let area =
            Area { left, top, width: sheet.width - PAD - room.right.max(8.0) - left, height: room.height };
        for (tick, label) in &ruler.ticks {
            let height = ruler.place(*tick);
            sheet.svg.line(
                [left, height],
                [area.right(), height],
                Look::new("grid").stroke(Paint::Grid, 1.0),
            );
            sheet.svg.words_beside([left - 7.0, height], label, ink(Anchor::End));
        }
        sheet.y = area.bottom();
        let none = Ruler::new(&Axis::new(""), [], (0.0, 1.0), 1.0);
        let plane = Plane { area, x: none, y: ruler };
        for reference in &y.references {
            let height = plane.y.place(reference.value);
            let look = Look::new("reference").stroke(Paint::Soft, 1.2).dash("5 4");
            sheet.svg.line([area.left, height], [area.right(), height], look);
        }
        plane
    }

    /// Draws the axis at the bottom and goes on below it.
    fn draw_x(&self, sheet: &mut Sheet, axis: &Axis) {
        draw_bottom(sheet, axis, &self.x, self.area, false);
    }

    /// The names of upward references, last, so that they stand over what was drawn.
    pub fn name_references(&self, sheet: &mut Sheet, y: &Axis) {
        for reference in &y.references {
            let height = self.y.place(reference.value);
            let above = if height - self.area.top < 16.0 { height + 12.0 } else { height - 4.0 };
            let label = shorten(&reference.label, SMALL, 0.6 * self.area.width);
            let place = [self.area.right() - 4.0, above];
            let words = Words::new(SMALL, Paint::Soft, Anchor::End);
            sheet.svg.words(place, &label, words);
        }
    }
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
        let middle = x.min(sheet.width - 4.0 - half).max(4.0 + half);
        if middle - half >= free_from {
            sheet.svg.words([middle, bottom + 17.0], label, ink(Anchor::Middle));
            free_from = middle + half + 8.0;
        }
    }
    let look = Look::new("axis").stroke(Paint::Axis, 1.0);
    sheet.svg.line([area.left, bottom], [area.right(), bottom], look);
    for reference in &axis.references {
        let x = ruler.place(reference.value);
        let look = Look::new("reference").stroke(Paint::Soft, 1.2).dash("5 4");
        sheet.svg.line([x, area.top], [x, bottom], look);
    }
    sheet.y = bottom + 22.0;
    if !axis.label.is_empty() {
        let label = shorten(&axis.heading(), TEXT, sheet.width - 2.0 * PAD);
        let half = 0.5 * width(&label, TEXT);
        let middle = (area.left + 0.5 * area.width).min(sheet.width - PAD - half).max(PAD + half);
        sheet.svg.words([middle, bottom + 36.0], &label, soft(Anchor::Middle));
        sheet.y = bottom + 40.0;
    }
}

/// The names of references that stand upright, above an area, side by side where there is room.
pub(crate) fn name_upright_references(sheet: &mut Sheet, axis: &Axis, ruler: &Ruler, area: Area) {
    let mut references: Vec<(f64, &str)> = axis
        .references
        .iter()
        .map(|reference| (ruler.place(reference.value), reference.label.as_str()))
        .collect();
    references.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free_from = [f64::NEG_INFINITY; 3];
    for (x, label) in references {
        let label = shorten(label, SMALL, 0.5 * area.width);
        let half = 0.5 * width(&label, SMALL);
        let middle = x.min(sheet.width - PAD - half).max(PAD + half);
        let line = free_from.iter().position(|free| middle - half >= *free).unwrap_or(0);
        free_from[line] = middle + half + 8.0;
        let place = [middle, area.top - 4.0 - 12.0 * line as f64];
        sheet.svg.words(place, &label, Words::new(SMALL, Paint::Soft, Anchor::Middle));
    }
}

/// The lines that the names of upright references need above an area.
pub(crate) fn n_lines_of_references(axis: &Axis) -> usize {
    axis.references.len().min(3)
}
