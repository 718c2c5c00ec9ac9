//! A rectangle of coloured characters, drawn into anywhere and printed once.

use anstyle::{Ansi256Color, Color, Style};

/// A character and its colours (256-colour numbers; `None` is the terminal's own).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Glyph {
    symbol: char,
    paint: Paint,
}

/// The colours of a character.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Paint {
    /// The character's own colour.
    pub ink: Option<u8>,
    /// The colour behind it.
    pub ground: Option<u8>,
    /// Whether it is bold.
    pub bold: bool,
}

impl Paint {
    /// This ink on whatever is there.
    pub const fn ink(color: u8) -> Paint {
        Paint { ink: Some(color), ground: None, bold: false }
    }

    /// The same in bold.
    pub const fn bold(self) -> Paint {
        Paint { bold: true, ..self }
    }

    /// The same on this ground.
    pub const fn on(self, color: u8) -> Paint {
        Paint { ground: Some(color), ..self }
    }

    fn style(self) -> Style {
        let color = |number: u8| Color::Ansi256(Ansi256Color(number));
        let style = Style::new().fg_color(self.ink.map(color)).bg_color(self.ground.map(color));
        if self.bold { style.bold() } else { style }
    }
}

/// The rectangle.
pub struct Canvas {
    rows: Vec<Vec<Glyph>>,
}

const BLANK: Glyph = Glyph { symbol: ' ', paint: Paint { ink: None, ground: None, bold: false } };

impl Canvas {
    /// Blanks.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { rows: vec![vec![BLANK; width]; height] }
    }

    /// Writes a text from a place to the right; what does not fit is cut off. Without a ground of its own it
    /// keeps the ground it is written on.
    pub fn text(&mut self, row: usize, col: usize, text: &str, paint: Paint) {
        let Some(row) = self.rows.get_mut(row) else { return };
        for (glyph, symbol) in row.iter_mut().skip(col).zip(text.chars()) {
            let ground = paint.ground.or(glyph.paint.ground);
            *glyph = Glyph { symbol, paint: Paint { ground, ..paint } };
        }
    }

    /// The picture, with escape codes if `color`, without trailing blanks otherwise.
    pub fn render(&self, color: bool) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let end = row.iter().rposition(|glyph| *glyph != BLANK).map_or(0, |last| last + 1);
            let mut current = Paint::default();
            for glyph in &row[..end] {
                if color && glyph.paint != current {
                    out.push_str(&current.style().render_reset().to_string());
                    out.push_str(&glyph.paint.style().render().to_string());
                    current = glyph.paint;
                }
                out.push(glyph.symbol);
            }
            if current != Paint::default() {
                out.push_str(&current.style().render_reset().to_string());
            }
            if !color {
                out.truncate(out.trim_end_matches(' ').len());
            }
            out.push('\n');
        }
        out
    }
}
