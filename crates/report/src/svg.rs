//! Writing SVG: shapes and words by role, not by colour, so that one drawing serves pages, files and paper.
//!
//! Written by hand rather than by a library of charts. `kuva`, which we had in mind, paints the colours of its theme into
//! the file, and those of data are not themed; dark pages by CSS variables, hatching for grey paper, room for names of any
//! length and text alternatives would all have been ours to add, and they are most of the work.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::escape::markup;
use crate::theme::{N_SERIES, Paint, Theme};

/// A drawing that grows.
pub(crate) struct Svg {
    pub theme: Theme,
    /// Goes before every id, since many drawings may stand in one page.
    prefix: String,
    body: String,
    hatches: BTreeSet<usize>,
}

/// A rectangle: where something is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// What a shape looks like.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    class: &'static str,
    fill: Option<Paint>,
    /// The number of a series whose hatching fills it instead.
    hatch: Option<usize>,
    opacity: f64,
    stroke: Option<(Paint, f64)>,
    dash: &'static str,
}

impl Look {
    /// A shape with a name by which it is found again.
    pub fn new(class: &'static str) -> Look {
        Look { class, fill: None, hatch: None, opacity: 1.0, stroke: None, dash: "" }
    }

    pub fn fill(self, paint: Paint) -> Look {
        Look { fill: Some(paint), ..self }
    }

    pub fn hatch(self, series: usize) -> Look {
        Look { hatch: Some(series), ..self }
    }

    pub fn opacity(self, opacity: f64) -> Look {
        Look { opacity, ..self }
    }

    pub fn stroke(self, paint: Paint, width: f64) -> Look {
        Look { stroke: Some((paint, width)), ..self }
    }

    pub fn dash(self, dash: &'static str) -> Look {
        Look { dash, ..self }
    }
}

/// Which end of a text stands at its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// What words look like.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub size: f64,
    pub paint: Paint,
    pub anchor: Anchor,
    pub is_bold: bool,
}

impl Words {
    pub fn new(size: f64, paint: Paint, anchor: Anchor) -> Words {
        Words { size, paint, anchor, is_bold: false }
    }
}

impl Svg {
    pub fn new(theme: Theme, prefix: &str) -> Svg {
        Svg { theme, prefix: prefix.to_owned(), body: String::new(), hatches: BTreeSet::new() }
    }

    /// Everything until [`Svg::close`] belongs together, under a name.
    pub fn open(&mut self, class: &str, name: &str) {
        let _ = writeln!(self.body, "<g class=\"{class}\" data-name=\"{}\">", markup(name));
    }

    pub fn close(&mut self) {
        self.body.push_str("</g>\n");
    }

    pub fn rect(&mut self, area: Area, look: Look, tip: &str) {
        let Area { left, top, width, height } = area;
        let place = format!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            px(left),
            px(top),
            px(width.max(0.0)),
            px(height.max(0.0))
        );
        self.shape(&place, look, tip);
    }

    pub fn line(&mut self, from: [f64; 2], to: [f64; 2], look: Look) {
        let [[x1, y1], [x2, y2]] = [from, to].map(|corner| corner.map(px));
        self.shape(&format!("line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""), look, "");
    }

    pub fn circle(&mut self, [x, y]: [f64; 2], radius: f64, look: Look, tip: &str) {
        self.shape(&format!("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", px(x), px(y), px(radius)), look, tip);
    }

    pub fn polyline(&mut self, points: &[[f64; 2]], look: Look) {
        self.shape(&format!("polyline points=\"{}\"", list(points)), look, "");
    }

    pub fn polygon(&mut self, points: &[[f64; 2]], look: Look, tip: &str) {
        self.shape(&format!("polygon points=\"{}\"", list(points)), look, tip);
    }

    /// Words with their base line at `y`.
    pub fn words(&mut self, [x, y]: [f64; 2], text: &str, words: Words) {
        self.turned_words([x, y], text, words, 0.0);
    }

    /// Words with their middle at `y`.
    pub fn words_beside(&mut self, [x, y]: [f64; 2], text: &str, words: Words) {
        self.turned_words([x, y + 0.355 * words.size], text, words, 0.0);
    }

    /// Words turned round their place, clockwise in degrees.
    pub fn turned_words(&mut self, [x, y]: [f64; 2], text: &str, words: Words, degrees: f64) {
        let anchor = match words.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if words.is_bold { " font-weight=\"bold\"" } else { "" };
        let (x, y) = (px(x), px(y));
        let turn = if degrees == 0.0 {
            String::new()
        } else {
            format!(" transform=\"rotate({} {x} {y})\"", px(degrees))
        };
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"{anchor}{weight}{turn}>{}</text>",
            px(words.size),
            words.paint.write(self.theme),
            markup(text)
        );
    }

    fn shape(&mut self, place: &str, look: Look, tip: &str) {
        let fill = match (look.hatch, look.fill) {
            (Some(series), _) => {
                self.hatches.insert(series);
                format!("url(#{}-hatch-{series})", self.prefix)
            }
            (None, Some(paint)) => paint.write(self.theme),
            (None, None) => "none".to_owned(),
        };
        let _ = write!(self.body, "<{place} fill=\"{fill}\"");
        if !look.class.is_empty() {
            let _ = write!(self.body, " class=\"{}\"", look.class);
        }
        if look.opacity < 1.0 {
            let _ = write!(self.body, " fill-opacity=\"{}\"", hundredths(look.opacity));
        }
        if let Some((paint, width)) = look.stroke {
            let _ =
                write!(self.body, " stroke=\"{}\" stroke-width=\"{}\"", paint.write(self.theme), px(width));
        }
        if !look.dash.is_empty() {
            let _ = write!(self.body, " stroke-dasharray=\"{}\"", look.dash);
        }
        if tip.is_empty() {
            self.body.push_str("/>\n");
        } else {
            let _ = writeln!(
                self.body,
                "><title>{}</title></{}>",
                markup(tip),
                place.split(' ').next().unwrap_or("")
            );
        }
    }

    /// The whole document. Title and description are what a screen reader says.
    pub fn finish(self, width: f64, height: f64, title: &str, description: &str) -> String {
        let (prefix, theme) = (&self.prefix, self.theme);
        let (width, height) = (px(width.ceil()), px(height.ceil()));
        let size = match theme {
            Theme::Alone | Theme::Dark => format!("width=\"{width}\" height=\"{height}\" "),
            Theme::Page => format!("style=\"max-width:{width}px\" "),
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" {size}role=\"img\" \
             aria-labelledby=\"{prefix}-title {prefix}-text\" font-family=\"system-ui, sans-serif\" \
             stroke-linejoin=\"round\">\n<title id=\"{prefix}-title\">{}</title>\n<desc id=\"{prefix}-text\">{}</desc>\n",
            markup(title),
            markup(description)
        );
        if !self.hatches.is_empty() {
            svg.push_str("<defs>\n");
            for &series in &self.hatches {
                svg.push_str(&hatching(prefix, series, theme));
            }
            svg.push_str("</defs>\n");
        }
        let ground = Paint::Ground.write(theme);
        let _ =
            writeln!(svg, "<rect class=\"ground\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>");
        svg.push_str(&self.body);
        svg.push_str("</svg>\n");
        svg
    }
}

/// The number of a hatching that belongs to no series: lines of the text's colour, with nothing behind.
pub(crate) const OPEN_HATCH: usize = 1000;

/// A pattern for each series, so that areas can be told apart on grey paper.
fn hatching(prefix: &str, series: usize, theme: Theme) -> String {
    let id = format!("{prefix}-hatch-{series}");
    let (back, front, lines) = if series == OPEN_HATCH {
        (String::new(), Paint::Soft, "M-1 1L1 -1M0 6L6 0M5 7L7 5")
    } else {
        // Colours repeat after six series; patterns are shifted then.
        let lines = match (series + series / N_SERIES) % 6 {
            0 => "",
            1 => "M-1 1L1 -1M0 8L8 0M7 9L9 7",
            2 => "M-1 7L1 9M0 0L8 8M7 -1L9 1",
            3 => "M0 4H8",
            4 => "M4 0V8",
            _ => "M0 4H8M4 0V8",
        };
        let back =
            format!("<rect width=\"8\" height=\"8\" fill=\"{}\"/>", Paint::Series(series).write(theme));
        (back, Paint::Ground, lines)
    };
    let (side, width) = if series == OPEN_HATCH { (6, "0.8") } else { (8, "1.3") };
    format!(
        "<pattern id=\"{id}\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\">{back}\
         <path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/></pattern>\n",
        if lines.is_empty() { "M0 0" } else { lines },
        front.write(theme)
    )
}

fn list(points: &[[f64; 2]]) -> String {
    let points: Vec<String> = points.iter().map(|&[x, y]| format!("{},{}", px(x), px(y))).collect();
    points.join(" ")
}

/// A length to a tenth of a pixel.
pub(crate) fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn hundredths(share: f64) -> String {
    format!("{:.3}", share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!([px(12.04), px(-0.01), px(3.25), px(-7.0)], ["12", "0", "3.2", "-7"]);
    }
}
