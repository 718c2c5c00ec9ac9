//! The outlines of a text in the font built in.
//!
//! The cut-down Roboto needs no more than glyphs side by side and kerning between neighbours, so a light reader of the font's
//! tables does. A shaping engine for every script of the world took a tenth of the whole build.

use std::fmt::Write;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::font;

/// One of the two weights of the font.
pub(crate) struct Typeface(Face<'static>);

/// A line of text as a path, in the font's own units with the base line at zero and upwards positive.
pub(crate) struct Outline {
    /// The path, as SVG writes it.
    pub path: String,
    /// How far the text reaches.
    pub width: i32,
}

impl Typeface {
    pub fn new(is_bold: bool) -> Typeface {
        let data = if is_bold { font::BOLD } else { font::REGULAR };
        Typeface(Face::parse(data, 0).expect("the font built in can be read"))
    }

    /// How many of the font's units are one font size.
    pub fn units_per_em(&self) -> f64 {
        f64::from(self.0.units_per_em())
    }

    /// The height of a small x, in the font's units.
    pub fn x_height(&self) -> f64 {
        f64::from(self.0.x_height().unwrap_or_default())
    }

    /// A text on one line. A character that the font lacks is an empty box.
    pub fn outline(&self, text: &str) -> Outline {
        let mut pen = Pen { path: String::new(), x: 0 };
        let mut previous = None;
        for character in composed(text).chars().filter(|&character| !is_invisible(character)) {
            let glyph = self.0.glyph_index(character).unwrap_or_default();
            pen.x += previous.map_or(0, |previous| self.kerning(previous, glyph));
            self.0.outline_glyph(glyph, &mut pen);
            pen.x += i32::from(self.0.glyph_hor_advance(glyph).unwrap_or_default());
            previous = Some(glyph);
        }
        Outline { path: pen.path, width: pen.x }
    }

    /// How much nearer than usual two neighbours stand: negative for nearer.
    fn kerning(&self, first: GlyphId, second: GlyphId) -> i32 {
        let lookups = self.0.tables().gpos.iter().flat_map(|table| table.lookups);
        let mut subtables =
            lookups.flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable<'_>>());
        // The first table that knows the pair decides.
        let advance = subtables.find_map(|table| match table {
            PositioningSubtable::Pair(PairAdjustment::Format1 { coverage, sets }) => {
                Some(sets.get(coverage.get(first)?)?.get(second)?.0.x_advance)
            }
            PositioningSubtable::Pair(PairAdjustment::Format2 { coverage, classes, matrix }) => {
                coverage.get(first)?;
                Some(matrix.get((classes.0.get(first), classes.1.get(second)))?.0.x_advance)
            }
            _ => None,
        });
        advance.map_or(0, i32::from)
    }
}

/// Letters with their accents as one character each, as the font has them, where a text writes the accents by themselves.
fn composed(text: &str) -> String {
    // Each line has a letter, and the letter and the accent it is made of.
    let of_pair = |letter: char, accent: char| {
        let mut lines = font::COMPOSED.lines().map(|line| (line, line.chars().skip(1)));
        lines.find_map(|(line, parts)| parts.eq([letter, accent]).then(|| line.chars().next())?)
    };
    let mut composed = String::with_capacity(text.len());
    for character in text.chars() {
        let is_accent = ('\u{300}'..='\u{36f}').contains(&character);
        let one = composed.chars().last().filter(|_| is_accent).and_then(|last| of_pair(last, character));
        if one.is_some() {
            composed.pop();
        }
        composed.push(one.unwrap_or(character));
    }
    composed
}

/// Characters that only say how others are to be written, where the font has nothing to draw.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    )
}

/// Writes outlines as a path of SVG, from where the pen is.
struct Pen {
    path: String,
    x: i32,
}

impl Pen {
    fn write(&mut self, command: char, points: &[[f32; 2]]) {
        self.path.push(command);
        for (index, [x, y]) in points.iter().enumerate() {
            let separator = if index > 0 { " " } else { "" };
            // The font's coordinates are whole numbers or halves, which are exact.
            let _ = write!(self.path, "{separator}{} {y}", x + self.x as f32);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[[x, y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[[x, y]]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', &[[x1, y1], [x, y]]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', &[[x1, y1], [x2, y2], [x, y]]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_kerned() {
        let face = Typeface::new(false);
        let width = |text: &str| face.outline(text).width;
        assert!(width("AV") < width("A") + width("V"));
        assert_eq!(width("HH"), 2 * width("H"));
        // From the font's table `hmtx`: H is 1461 of 2048 units wide, and the box for what it lacks 908.
        assert_eq!((width("H"), width("囲"), width("")), (1461, 908, 0));
    }

    #[test]
    fn accents_join_their_letters() {
        assert_eq!(composed("Zu\u{308}ge \u{3b9}\u{308}\u{301}"), "Z\u{fc}ge \u{390}");
        assert_eq!(composed("x\u{301}\u{301} \u{301}"), "x\u{301}\u{301} \u{301}");
        let face = Typeface::new(false);
        assert_eq!(face.outline("a\u{200b}\u{fe0f}b").path, face.outline("ab").path);
    }

    #[test]
    fn glyphs_follow_each_other() {
        let face = Typeface::new(true);
        let (one, two) = (face.outline("l").path, face.outline("ll").path);
        assert!(two.starts_with(&one) && two.len() > one.len(), "{two}");
        assert_eq!(face.outline(" ").path, "");
    }
}
