//! Numbers as people read them: thousands grouped, a true minus sign, never a minus before zero.

/// How the numbers of a column or an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// About three digits that mean something.
    Plain,
    /// Whole things: games, plies, generations. What lies between two is written with its fraction.
    Count,
    /// So many digits after the point.
    Decimals(usize),
    /// The same, with a plus sign before what is more than zero: differences.
    Signed(usize),
    /// Shares, with one digit after the point: 0.563 is "56.3 %".
    Percent,
    /// Probabilities of chance: three digits, and never "0.000".
    PValue,
}

impl Numbers {
    /// The number as text.
    pub fn write(self, number: f64) -> String {
        match self {
            Numbers::Percent => format!("{} %", self.write_bare(number)),
            _ => self.write_bare(number),
        }
    }

    /// A round number as text: without digits after the point that say nothing.
    pub(crate) fn write_round(self, number: f64) -> String {
        match self {
            Numbers::Percent if (100.0 * number).fract() == 0.0 => format!("{} %", fixed(100.0 * number, 0)),
            Numbers::Decimals(_) if number.fract() == 0.0 => fixed(number, 0),
            Numbers::Signed(_) if number.fract() == 0.0 => signed(number, 0),
            _ => self.write(number),
        }
    }

    /// The number without its unit.
    pub(crate) fn write_bare(self, number: f64) -> String {
        match self {
            Numbers::Plain => plain(number),
            // A median of counts need not be one.
            Numbers::Count if number.fract() != 0.0 => without_trailing_zeros(&fixed(number, 2)),
            Numbers::Count => fixed(number, 0),
            Numbers::Decimals(decimals) => fixed(number, decimals),
            Numbers::Signed(decimals) => signed(number, decimals),
            Numbers::Percent => fixed(100.0 * number, 1),
            Numbers::PValue => p_value(number),
        }
    }
}

/// From here on numbers are written with a power of ten: nobody counts fifteen digits.
const MANY: f64 = 1e15;

/// A number with so many digits after the point.
pub fn fixed(number: f64, decimals: usize) -> String {
    if number.abs() >= MANY || !number.is_finite() {
        return scientific(number, 2);
    }
    let text = format!("{:.decimals$}", number.abs());
    let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let minus = if number < 0.0 && !is_zero { "−" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{minus}{}{point}{fraction}", group(whole))
}

/// The same, with a plus sign before what is more than zero.
pub fn signed(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    let is_more = number > 0.0 && text.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    if is_more { format!("+{text}") } else { text }
}

/// A whole number, thousands grouped.
pub fn count(number: u64) -> String {
    group(&number.to_string())
}

/// A share with one digit after the point.
pub fn percent(share: f64) -> String {
    Numbers::Percent.write(share)
}

/// A probability of chance: three digits, and what lies beyond them as a bound.
pub fn p_value(p: f64) -> String {
    if p < 0.001 {
        "< 0.001".to_owned()
    } else if p > 0.999 {
        "> 0.999".to_owned()
    } else {
        fixed(p, 3)
    }
}

/// A number of unknown size: about three digits that mean something.
pub fn plain(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 {
        "0".to_owned()
    } else if !(1e-4..1e9).contains(&size) {
        scientific(number, 2)
    } else if number.fract() == 0.0 {
        fixed(number, 0)
    } else {
        let decimals = (2 - size.log10().floor() as i32).clamp(0, 6) as usize;
        without_trailing_zeros(&fixed(number, decimals))
    }
}

/// A number with a power of ten, and at most so many digits after the point.
pub(crate) fn scientific(number: f64, decimals: usize) -> String {
    if !number.is_finite() {
        return number.to_string();
    }
    let text = format!("{number:.decimals$e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{power}", without_trailing_zeros(digits)).replace('-', "−")
}

fn without_trailing_zeros(text: &str) -> String {
    if !text.contains('.') {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Commas between groups of three digits.
fn group(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        let cases = [
            (Numbers::Count, 1_234_567.0, "1,234,567"),
            (Numbers::Count, 999.0, "999"),
            (Numbers::Count, 7.5, "7.5"),
            (Numbers::Count, -1000.0, "−1,000"),
            (Numbers::Decimals(1), 1234.56, "1,234.6"),
            (Numbers::Decimals(2), -0.001, "0.00"),
            (Numbers::Decimals(0), -0.0, "0"),
            (Numbers::Signed(1), 38.04, "+38.0"),
            (Numbers::Signed(0), -9.4, "−9"),
            (Numbers::Signed(0), 0.3, "0"),
            (Numbers::Percent, 0.5634, "56.3 %"),
            (Numbers::Percent, 1.0, "100.0 %"),
            (Numbers::PValue, 0.0, "< 0.001"),
            (Numbers::PValue, 0.0344, "0.034"),
            (Numbers::PValue, 1.0, "> 0.999"),
            (Numbers::Plain, 0.12345, "0.123"),
            (Numbers::Plain, 12.5, "12.5"),
            (Numbers::Plain, 80_000.0, "80,000"),
            (Numbers::Plain, 1.5e12, "1.5e12"),
            (Numbers::Plain, -2e-9, "−2e−9"),
            (Numbers::Plain, -0.0, "0"),
            (Numbers::Decimals(3), 1e300, "1e300"),
        ];
        for (numbers, number, text) in cases {
            assert_eq!(numbers.write(number), text, "{numbers:?} of {number}");
        }
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }
}
