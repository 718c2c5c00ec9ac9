//! Colours. A page has light and dark ones as CSS variables; a file that stands alone, and a PNG, have the light ones.
//!
//! The colours of series are told apart by people who do not see all colours, and stand out from the ground (3:1 at
//! least; tested): more than can be said of the usual palettes. They never stand alone: see `mark.rs`.

use std::fmt::Write;

/// Where a picture is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// By itself, or on paper: light colours.
    Alone,
    /// By itself on a dark ground.
    Dark,
    /// In a page that has the variables of [`variables`]: light or dark as its reader likes it.
    Page,
}

/// What is painted, by its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// The background.
    Ground,
    /// Text.
    Ink,
    /// Text that matters less.
    Soft,
    /// Axes.
    Axis,
    /// Lines that guide the eye.
    Grid,
    /// Marks that no series owns.
    Plain,
    /// One end of a scale: less.
    Cold,
    /// The other end: more.
    Warm,
    /// Text on the ends of a scale.
    OnStrong,
    /// A series, by its number.
    Series(usize),
}

/// How many colours series have.
pub(crate) const N_SERIES: usize = 6;

/// Name, light colour, dark colour.
const COLOURS: [(&str, &str, &str); 9] = [
    ("ground", "#FFFFFF", "#16181D"),
    ("ink", "#1B1D22", "#E8E8E6"),
    ("soft", "#565C66", "#A9AEB7"),
    ("axis", "#868C96", "#7C828C"),
    ("grid", "#E4E6E9", "#2B2F37"),
    ("plain", "#6B7280", "#9AA0AA"),
    ("cold", "#1D5FA6", "#2F6FBF"),
    ("warm", "#A34A00", "#A85A10"),
    ("on-strong", "#FFFFFF", "#FFFFFF"),
];
const SERIES: [(&str, &str); N_SERIES] = [
    ("#3D98D1", "#8AA3F3"),
    ("#D0750A", "#D89B07"),
    ("#5554B6", "#16F6ED"),
    ("#8B5148", "#C35141"),
    ("#19237D", "#F9E361"),
    ("#54220F", "#8059BB"),
];

/// How strong a scale's colour may be under text in ink; stronger ones bear text in [`Paint::OnStrong`].
pub(crate) const STRONG: f64 = 0.78;

impl Paint {
    fn row(self) -> (String, &'static str, &'static str) {
        let index = match self {
            Paint::Ground => 0,
            Paint::Ink => 1,
            Paint::Soft => 2,
            Paint::Axis => 3,
            Paint::Grid => 4,
            Paint::Plain => 5,
            Paint::Cold => 6,
            Paint::Warm => 7,
            Paint::OnStrong => 8,
            Paint::Series(index) => {
                let (light, dark) = SERIES[index % N_SERIES];
                return (format!("series-{}", index % N_SERIES + 1), light, dark);
            }
        };
        let (name, light, dark) = COLOURS[index];
        (name.to_owned(), light, dark)
    }

    /// The value of an attribute.
    pub fn write(self, theme: Theme) -> String {
        let (name, light, dark) = self.row();
        match theme {
            Theme::Alone => light.to_owned(),
            Theme::Dark => dark.to_owned(),
            Theme::Page => format!("var(--{name})"),
        }
    }
}

/// Every colour as a CSS variable: `--ground`, `--ink`, `--series-1` and so on, light or dark.
pub fn variables(is_dark: bool) -> String {
    let roles = [
        Paint::Ground,
        Paint::Ink,
        Paint::Soft,
        Paint::Axis,
        Paint::Grid,
        Paint::Plain,
        Paint::Cold,
        Paint::Warm,
        Paint::OnStrong,
    ];
    let mut css = String::new();
    for paint in roles.into_iter().chain((0..N_SERIES).map(Paint::Series)) {
        let (name, light, dark) = paint.row();
        let _ = write!(css, "--{name}:{};", if is_dark { dark } else { light });
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channels(colour: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0)
    }

    /// The contrast of WCAG between two colours.
    fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
        let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        let light = |c: [f64; 3]| 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
        let (one, other) = (light(one), light(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn pick(paint: Paint, is_dark: bool) -> [f64; 3] {
        let (_, light, dark) = paint.row();
        channels(if is_dark { dark } else { light })
    }

    #[test]
    fn everything_stands_out_from_the_ground() {
        for is_dark in [false, true] {
            let ground = pick(Paint::Ground, is_dark);
            for (paint, least) in
                [(Paint::Ink, 12.0), (Paint::Soft, 6.0), (Paint::Axis, 3.0), (Paint::Plain, 3.0)]
            {
                assert!(contrast(pick(paint, is_dark), ground) >= least, "{paint:?}, dark: {is_dark}");
            }
            for series in 0..N_SERIES {
                let ratio = contrast(pick(Paint::Series(series), is_dark), ground);
                assert!(ratio >= 3.0, "series {series}, dark {is_dark}: {ratio}");
            }
        }
    }

    /// The colour of a cell is an end of the scale over the ground, more or less opaque.
    #[test]
    fn numbers_on_a_scale_can_be_read() {
        for is_dark in [false, true] {
            let ground = pick(Paint::Ground, is_dark);
            for end in [Paint::Cold, Paint::Warm] {
                let end = pick(end, is_dark);
                for step in 0..=100 {
                    let t = f64::from(step) / 100.0;
                    let cell = [0, 1, 2].map(|c| t * end[c] + (1.0 - t) * ground[c]);
                    let text = if t > STRONG { Paint::OnStrong } else { Paint::Ink };
                    let ratio = contrast(pick(text, is_dark), cell);
                    assert!(ratio >= 3.9, "{end:?} at {t}, dark {is_dark}: {ratio}");
                }
            }
        }
    }
}
