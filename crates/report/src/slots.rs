//! Names along the bottom of a figure, one slot each: broken into lines, turned, or thinned, whatever their number needs.

use crate::font::{width, wrap, wrap_to};
use crate::sheet::{SMALL, Sheet, TEXT, ink, soft};
use crate::svg::{Anchor, Area, Look, Words};
use crate::theme::Paint;

/// Slots of equal width along an area.
pub(crate) struct Slots {
    left: f64,
    /// How wide a slot is.
    pub width: f64,
}

impl Slots {
    pub fn new(area: Area, n: usize) -> Slots {
        Slots { left: area.left, width: area.width / n.max(1) as f64 }
    }

    /// The middle of a slot.
    pub fn middle(&self, index: usize) -> f64 {
        self.left + (index as f64 + 0.5) * self.width
    }

    /// Writes the names below the area, `further` below them where there is room, and goes on below.
    pub fn name(&self, sheet: &mut Sheet, area: Area, names: &[&str], further: &[String], label: &str) {
        let bottom = area.bottom();
        let look = Look::new("axis").stroke(Paint::Axis, 1.0);
        sheet.svg.line([area.left, bottom], [area.right(), bottom], look);
        let widest = names.iter().map(|name| width(name, TEXT)).fold(0.0, f64::max);
        let are_numbers = names.iter().all(|name| name.trim().parse::<f64>().is_ok());
        let room = self.width - 8.0;
        let mut y = bottom + 4.0;
        if widest <= room || (self.width >= 56.0 && !are_numbers) {
            let lines: Vec<Vec<String>> = names.iter().map(|name| wrap_to(name, TEXT, room, 3)).collect();
            for (index, lines) in lines.iter().enumerate() {
                for (line, text) in lines.iter().enumerate() {
                    let place = [self.middle(index), y + 12.0 + 14.0 * line as f64];
                    sheet.svg.words(place, text, ink(Anchor::Middle));
                }
            }
            y += 14.0 * lines.iter().map(Vec::len).max().unwrap_or(1) as f64 + 4.0;
        } else if are_numbers {
            let every = nice_stride((widest + 10.0) / self.width);
            for (index, name) in names.iter().enumerate().filter(|(index, _)| index % every == 0) {
                sheet.svg.words([self.middle(index), y + 12.0], name, ink(Anchor::Middle));
            }
            y += 18.0;
        } else {
            let widest = names.iter().map(|name| width(name, SMALL)).fold(0.0, f64::max);
            let tall = widest.min(140.0);
            let every = (13.0 / self.width).ceil().max(1.0) as usize;
            for (index, name) in names.iter().enumerate().filter(|(index, _)| index % every == 0) {
                let name = crate::font::shorten(name, SMALL, tall);
                let place = [self.middle(index) + 0.355 * SMALL, y + 2.0];
                sheet.svg.turned_words(place, &name, Words::new(SMALL, Paint::Ink, Anchor::End), -90.0);
            }
            y += tall + 6.0;
        }
        if further.iter().all(|text| width(text, SMALL) <= room) && !further.is_empty() {
            for (index, text) in further.iter().enumerate() {
                let words = Words::new(SMALL, Paint::Soft, Anchor::Middle);
                sheet.svg.words([self.middle(index), y + 10.0], text, words);
            }
            y += 14.0;
        }
        for line in wrap(label, TEXT, area.width) {
            if !line.is_empty() {
                sheet.svg.words([area.left + 0.5 * area.width, y + 14.0], &line, soft(Anchor::Middle));
                y += 18.0;
            }
        }
        sheet.y = y;
    }
}

/// The least of 1, 2, 5, 10, 20 .. that is no less.
pub(crate) fn nice_stride(least: f64) -> usize {
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if (factor * power) as f64 >= least {
                return factor * power;
            }
        }
        power *= 10;
    }
}
