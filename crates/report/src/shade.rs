//! Colours for numbers: one hue that grows, or two that grow away from the middle. The colour of a cell is an end of the
//! scale over the ground, more or less opaque, so that it is right on light and on dark ground.

use crate::error::{Check, ReportError};
use crate::font::width;
use crate::number::Numbers;
use crate::sheet::{PAD, Sheet, TEXT, ink, soft};
use crate::svg::{Anchor, Area, Look, OPEN_HATCH};
use crate::theme::{Paint, STRONG};

/// Which colours numbers have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shades {
    /// From nothing at `low` to full at `high`.
    Growing {
        /// No colour here and below.
        low: f64,
        /// Full colour here and above.
        high: f64,
    },
    /// Cold below the middle, warm above it, none at it.
    Diverging {
        /// No colour here: zero, an even score.
        middle: f64,
        /// Full colour so far from the middle.
        reach: f64,
    },
}

impl Shades {
    pub(crate) fn check(&self, check: Check) -> Result<(), ReportError> {
        let (low, high) = self.ends();
        check.interval("the scale of colours", (low, high))?;
        if low == high {
            return Err(check.bad("the scale of colours", low, "more than one value wide"));
        }
        Ok(())
    }

    fn ends(&self) -> (f64, f64) {
        match *self {
            Shades::Growing { low, high } => (low, high),
            Shades::Diverging { middle, reach } => (middle - reach, middle + reach),
        }
    }

    /// Which end of the scale, and how strong.
    pub(crate) fn of(&self, value: f64) -> (Paint, f64) {
        match *self {
            Shades::Growing { low, high } => (Paint::Cold, ((value - low) / (high - low)).clamp(0.0, 1.0)),
            Shades::Diverging { middle, reach } => {
                let paint = if value < middle { Paint::Cold } else { Paint::Warm };
                (paint, ((value - middle).abs() / reach).clamp(0.0, 1.0))
            }
        }
    }

    /// The colour of text on the colour of a value.
    pub(crate) fn text_on(&self, value: f64) -> Paint {
        if self.of(value).1 > STRONG { Paint::OnStrong } else { Paint::Ink }
    }

    /// The value at which there is nothing to be seen.
    pub(crate) fn middle(&self) -> Option<f64> {
        match *self {
            Shades::Growing { .. } => None,
            Shades::Diverging { middle, .. } => Some(middle),
        }
    }

    /// Draws the scale with its numbers, and what the hatched cells are, if there are any.
    pub(crate) fn legend(
        &self,
        sheet: &mut Sheet,
        label: &str,
        numbers: Numbers,
        hatched: &[(&str, Hatched)],
    ) {
        const BAR: f64 = 180.0;
        const N_STEPS: usize = 24;
        let (low, high) = self.ends();
        let ends = [numbers.write_round(low), numbers.write_round(high)];
        let mut x = PAD;
        let y = sheet.y + 10.0;
        let label = crate::font::shorten(label, TEXT, 0.4 * sheet.width);
        if !label.is_empty() {
            sheet.svg.words_beside([x, y], &label, soft(Anchor::Start));
            x += width(&label, TEXT) + 10.0;
        }
        sheet.svg.words_beside([x, y], &ends[0], ink(Anchor::Start));
        x += width(&ends[0], TEXT) + 6.0;
        for step in 0..N_STEPS {
            let value = low + (step as f64 + 0.5) / N_STEPS as f64 * (high - low);
            let (paint, strength) = self.of(value);
            let wide = BAR / N_STEPS as f64;
            let area = Area { left: x + wide * step as f64, top: y - 7.0, width: wide, height: 14.0 };
            sheet.svg.rect(area, Look::new("scale").fill(paint).opacity(strength), "");
        }
        let frame = Area { left: x, top: y - 7.0, width: BAR, height: 14.0 };
        sheet.svg.rect(frame, Look::new("scale").stroke(Paint::Axis, 0.8), "");
        x += BAR + 6.0;
        sheet.svg.words_beside([x, y], &ends[1], ink(Anchor::Start));
        x += width(&ends[1], TEXT) + 20.0;
        let mut y = y;
        for (meaning, kind) in hatched {
            let wide = 20.0 + 6.0 + width(meaning, TEXT);
            if x + wide > sheet.width - PAD {
                (x, y) = (PAD, y + 20.0);
            }
            let area = Area { left: x, top: y - 7.0, width: 20.0, height: 14.0 };
            kind.draw(sheet, area);
            sheet.svg.words_beside([x + 26.0, y], meaning, ink(Anchor::Start));
            x += wide + 16.0;
        }
        sheet.y = y + 20.0;
    }
}

/// Cells that are told from others by more than their colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hatched {
    /// Not told from the middle.
    Open,
    /// No value.
    Missing,
}

impl Hatched {
    fn draw(self, sheet: &mut Sheet, area: Area) {
        let look = Look::new("sample").stroke(Paint::Axis, 0.8);
        sheet.svg.rect(
            area,
            if self == Hatched::Open { look.hatch(OPEN_HATCH) } else { look.fill(Paint::Grid) },
            "",
        );
    }
}
