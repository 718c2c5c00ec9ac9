//! The font of pictures, and how wide text is at most. SVG asks for the reader's own font, whose widths nobody knows
//! beforehand; PNG files are painted with the font built in.

/// Painted where no font is installed, and for the same bytes everywhere: Roboto, cut down (see `font/README.md`).
pub(crate) const REGULAR: &[u8] = include_bytes!("../font/Roboto-Regular-subset.ttf");
/// The same for titles.
pub(crate) const BOLD: &[u8] = include_bytes!("../font/Roboto-Bold-subset.ttf");

/// The letters with accents that the font has: each line a letter, and the two characters it can also be written with.
pub(crate) const COMPOSED: &str = include_str!("../font/composed.txt");

/// The widths of the characters from space to tilde in thousandths of the font's size: the widest of Roboto, Liberation
/// Sans (as wide as Arial and Helvetica) and DejaVu Sans, one of which, or something like it, is what most readers have.
const WIDTHS: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 413, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556, 1015, 684, 686, 722, 770, 667, 611, 778, 752, 295,
    552, 667, 557, 873, 748, 787, 667, 787, 722, 667, 611, 732, 684, 989, 685, 667, 685, 390, 411, 390, 838,
    556, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// How wide a text is, in pixels.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let thousandths: f64 = text.chars().map(of_character).sum();
    size * thousandths / 1000.0
}

fn of_character(character: char) -> f64 {
    match u32::from(character) {
        code @ 0x20..=0x7e => f64::from(WIDTHS[(code - 0x20) as usize]),
        // East Asian writing and pictures.
        0x1100..=0x11ff
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe4f
        | 0xff00..=0xff60 => 1000.0,
        0x1f000.. => 1200.0,
        // The minus sign, the multiplication sign and their like, which are wider than letters.
        0xb1 | 0xd7 | 0x2200..=0x22ff => 838.0,
        0x2014 | 0x2026 => 1000.0,
        _ => 640.0,
    }
}

/// Breaks a text into lines no wider than `most`; a word that is wider is broken too.
pub(crate) fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer, size) <= most {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for character in word.chars() {
            line.push(character);
            if width(&line, size) > most && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, character.to_string()));
            }
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// At most so many lines; what does not fit ends with an ellipsis.
pub(crate) fn wrap_to(text: &str, size: f64, most: f64, n_lines: usize) -> Vec<String> {
    let mut lines = wrap(text, size, most);
    if lines.len() > n_lines {
        let rest = lines.split_off(n_lines.max(1) - 1).join(" ");
        lines.push(shorten(&rest, size, most));
    }
    lines
}

/// A text on one line, with an ellipsis where it does not fit.
pub(crate) fn shorten(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    for character in text.chars() {
        short.push(character);
        if width(&short, size) + width("…", size) > most {
            short.pop();
            break;
        }
    }
    format!("{}…", short.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_nothing() {
        let text = "the quick brown fox jumps over a Donaudampfschifffahrtsgesellschaftskapitän";
        for most in [5.0, 40.0, 100.0, 1000.0] {
            let lines = wrap(text, 12.0, most);
            assert!(lines.iter().all(|line| width(line, 12.0) <= most || line.chars().count() == 1));
            let squeezed = |text: &str| text.replace(' ', "");
            assert_eq!(squeezed(&lines.concat()), squeezed(text));
        }
        assert_eq!(wrap("", 12.0, 100.0), [""]);
    }

    #[test]
    fn what_does_not_fit_is_shortened() {
        assert_eq!(shorten("short", 12.0, 100.0), "short");
        let short = shorten("a rather long name of an agent", 12.0, 80.0);
        assert!(short.ends_with('…') && width(&short, 12.0) <= 80.0, "{short}");
        assert_eq!(wrap_to("one two three four five six", 12.0, 40.0, 2).len(), 2);
    }
}
