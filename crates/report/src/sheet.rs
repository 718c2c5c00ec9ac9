//! The sheet a figure is drawn on, the same for all: title, what it was drawn from, legend; then the figure's own part.

use crate::error::{Check, ReportError};
use crate::font::{shorten, width, wrap, wrap_to};
use crate::mark;
use crate::svg::{Anchor, Area, Look, Svg, Words};
use crate::theme::{Paint, Theme};

/// What every figure says about itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// What it shows.
    pub title: String,
    /// What it was drawn from, and what its marks mean: n, and which interval.
    pub basis: String,
    /// What is to be seen, in a sentence, which then stands above the figure in place of the title.
    pub finding: Option<String>,
}

impl Heading {
    /// A heading. Neither part may be empty.
    pub fn new(title: impl Into<String>, basis: impl Into<String>) -> Heading {
        Heading { title: title.into(), basis: basis.into(), finding: None }
    }

    /// The same with what is to be seen.
    #[must_use]
    pub fn saying(self, finding: impl Into<String>) -> Heading {
        Heading { finding: Some(finding.into()), ..self }
    }

    pub(crate) fn check(&self) -> Result<Check<'_>, ReportError> {
        if self.title.trim().is_empty() {
            return Err(ReportError::NoTitle);
        }
        if self.basis.trim().is_empty() {
            return Err(ReportError::NoBasis { of: self.title.clone() });
        }
        Ok(Check { of: &self.title })
    }
}

/// The width of a usual figure.
pub(crate) const WIDTH: f64 = 720.0;
/// The room at the edges.
pub(crate) const PAD: f64 = 16.0;
/// The size of most text.
pub(crate) const TEXT: f64 = 12.0;
/// The smallest size of text.
pub(crate) const SMALL: f64 = 10.5;

/// A figure while it is drawn, from above to below.
pub(crate) struct Sheet {
    pub svg: Svg,
    pub width: f64,
    /// Where the next part begins.
    pub y: f64,
}

/// How a legend shows a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sample {
    /// A line with its dash.
    Line,
    /// A line with points on it.
    LineAndPoint,
    /// A point.
    Point,
    /// A filled area with its hatching.
    Fill,
}

impl Sheet {
    /// A sheet with its heading.
    pub fn begin(heading: &Heading, width: f64, theme: Theme, prefix: &str) -> Sheet {
        let mut sheet = Sheet { svg: Svg::new(theme, prefix), width, y: PAD };
        let room = width - 2.0 * PAD;
        let (above, below) = match &heading.finding {
            Some(finding) => (finding, format!("{}: {}", heading.title, heading.basis)),
            None => (&heading.title, heading.basis.clone()),
        };
        for line in wrap_to(above, 1.03 * 16.0, room, 4) {
            sheet.y += 18.0;
            let words = Words { is_bold: true, ..Words::new(16.0, Paint::Ink, Anchor::Start) };
            sheet.svg.words([PAD, sheet.y - 3.0], &line, words);
        }
        sheet.y += 3.0;
        sheet.small_print(&below);
        sheet.y += 10.0;
        sheet
    }

    /// Sentences in soft ink across the sheet.
    pub fn small_print(&mut self, text: &str) {
        for line in wrap(text, TEXT, self.width - 2.0 * PAD) {
            self.y += 16.0;
            self.svg.words([PAD, self.y - 4.0], &line, soft(Anchor::Start));
        }
    }

    /// A line or more of samples with their names.
    pub fn legend<'a>(&mut self, keys: impl IntoIterator<Item = (usize, &'a str, Sample)>) {
        const LINE: f64 = 19.0;
        let mut x = PAD;
        let mut is_begun = false;
        for (series, name, sample) in keys {
            let name = shorten(name, TEXT, 300.0);
            let wide = SAMPLE + 6.0 + width(&name, TEXT) + 16.0;
            if is_begun && x + wide > self.width - PAD {
                x = PAD;
                self.y += LINE;
            }
            is_begun = true;
            let middle = self.y + 0.5 * LINE;
            self.sample([x, middle], series, sample);
            self.svg.words_beside([x + SAMPLE + 6.0, middle], &name, ink(Anchor::Start));
            x += wide;
        }
        if is_begun {
            self.y += LINE + 8.0;
        }
    }

    /// One sample, of [`SAMPLE`] pixels from its place to the right.
    pub fn sample(&mut self, [x, y]: [f64; 2], series: usize, sample: Sample) {
        if matches!(sample, Sample::Line | Sample::LineAndPoint) {
            let look = Look::new("sample").stroke(Paint::Series(series), 2.0).dash(mark::dash(series));
            self.svg.line([x, y], [x + SAMPLE, y], look);
        }
        if matches!(sample, Sample::Point | Sample::LineAndPoint) {
            self.svg.open("sample", "");
            mark::point(&mut self.svg, [x + 0.5 * SAMPLE, y], 4.0, series, "");
            self.svg.close();
        }
        if sample == Sample::Fill {
            let area = Area { left: x, top: y - 6.0, width: SAMPLE - 2.0, height: 12.0 };
            self.svg.rect(area, Look::new("sample").hatch(series), "");
        }
    }

    /// Names at the ends of lines, moved apart where they would overlap. `ends` are heights, series and names.
    pub fn end_labels(&mut self, area: Area, mut ends: Vec<(f64, usize, &str)>, sample: Sample) {
        const LINE: f64 = 15.0;
        ends.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut places: Vec<f64> = ends.iter().map(|end| end.0).collect();
        // Down, then up again from the bottom: enough room is left by whoever calls.
        for index in 1..places.len() {
            places[index] = places[index].max(places[index - 1] + LINE);
        }
        let mut most = area.bottom();
        for place in places.iter_mut().rev() {
            *place = place.min(most);
            most = *place - LINE;
        }
        for (&(end, series, name), place) in ends.iter().zip(places) {
            let left = area.right() + 4.0;
            if (end - place).abs() > 1.0 {
                let look = Look::new("leader").stroke(Paint::Axis, 0.8);
                self.svg.line([left - 2.0, end], [left + 6.0, place], look);
            }
            self.sample([left + 8.0, place], series, sample);
            let most = self.width - PAD - (left + 8.0 + SAMPLE + 5.0);
            let name = shorten(name, TEXT, most.max(20.0));
            self.svg.words_beside([left + 8.0 + SAMPLE + 5.0, place], &name, ink(Anchor::Start));
        }
    }

    /// The room that names at the ends of lines take; none if there are too many of them, or they are too long.
    pub fn room_for_end_labels<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<f64> {
        let widths: Vec<f64> = names.into_iter().map(|name| width(name, TEXT)).collect();
        let widest = widths.iter().copied().fold(0.0, f64::max);
        (widths.len() <= 8 && widest <= 150.0).then_some(4.0 + 8.0 + SAMPLE + 5.0 + widest + 1.0)
    }

    /// The document.
    pub fn finish(self, title: &str, description: &str) -> String {
        self.svg.finish(self.width, self.y + PAD, title, description)
    }
}

/// The width of a sample in a legend.
pub(crate) const SAMPLE: f64 = 26.0;

/// Ordinary words.
pub(crate) fn ink(anchor: Anchor) -> Words {
    Words::new(TEXT, Paint::Ink, anchor)
}

/// Words that matter less.
pub(crate) fn soft(anchor: Anchor) -> Words {
    Words::new(TEXT, Paint::Soft, anchor)
}
