//! Numbers for people: with commas, with a sign, with a unit that fits.

/// A number with commas: 8,093,672.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number to three places, without the zeros at its end: 1.414, 12.
pub fn short(number: f64) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A number with its sign, and so many places: +3.50, -12; a 0 has none.
pub fn signed(number: f64, places: usize) -> String {
    let text = format!("{number:+.places$}");
    if text.contains(|c: char| ('1'..='9').contains(&c)) { text } else { format!("{:.places$}", 0.0) }
}

/// A chance of the kind that tests give: 0.768, 0.0031, < 0.0001.
pub fn chance(p: f64) -> String {
    match p {
        p if p < 1e-4 => "< 0.0001".to_owned(),
        p if p < 0.01 => format!("{p:.4}"),
        p => format!("{p:.3}"),
    }
}

/// A share such as 94.5 %.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A time such as 1.25 s, 310 ms or 41 µs.
pub fn short_time(seconds: f64) -> String {
    match seconds {
        seconds if seconds >= 1.0 => format!("{seconds:.2} s"),
        seconds if seconds >= 1e-3 => format!("{:.1} ms", seconds * 1e3),
        seconds if seconds >= 1e-6 => format!("{:.1} µs", seconds * 1e6),
        seconds => format!("{:.0} ns", seconds * 1e9),
    }
}

/// How often something happens in a second: 15.3, 812 or 1,250,000.
pub fn rate(per_second: f64) -> String {
    if per_second < 100.0 { format!("{per_second:.1}") } else { grouped(per_second.round() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(8_093_672), "8,093,672");
        assert_eq!(grouped(7), "7");
        assert_eq!([2_f64.sqrt(), 120.0, -0.0001, -0.5].map(short), ["1.414", "120", "0", "-0.5"]);
        assert_eq!(
            [(3.5, 2), (-12.4, 0), (-0.04, 1)].map(|(n, places)| signed(n, places)),
            ["+3.50", "-12", "0.0"]
        );
        assert_eq!([0.76846, 0.00314, 3e-9].map(chance), ["0.768", "0.0031", "< 0.0001"]);
        assert_eq!(percent(0.945), "94.5 %");
        assert_eq!([2.0, 0.31, 41e-6, 3e-8].map(short_time), ["2.00 s", "310.0 ms", "41.0 µs", "30 ns"]);
        assert_eq!([15.25, 1_250_000.2].map(rate), ["15.2", "1,250,000"]);
    }
}
