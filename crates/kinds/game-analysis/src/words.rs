//! The words of which sentences about a game are made: numbers with their intervals, lists, plurals, levels of play.

use super::estimate::Estimate;
use super::level::Level;

/// A whole number with commas between thousands: 1,600.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// 1 ply, 2 plies.
pub(super) fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// The same of a number that need not be whole: 28.5 plies.
pub(super) fn plural_of(number: f64, one: &str, many: &str) -> String {
    format!("{} {}", short(number), if number == 1.0 { one } else { many })
}

/// A number with one digit after the point, or none if that is 0: 28.5, 29.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A whole number with its sign: +14, -35; a 0 has none.
pub(super) fn signed(number: f64) -> String {
    let text = format!("{number:+.0}");
    if text.ends_with(|digit: char| digit != '0') || text.len() > 2 { text } else { "0".to_owned() }
}

/// a, b and c.
pub(super) fn list<T: AsRef<str>>(parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// Names, of very many only the first ones: a1, b1, c1 and 20 more.
pub(super) fn names(names: &[&str]) -> String {
    const MOST: usize = 12;
    if names.len() <= MOST + 1 {
        return names.join(", ");
    }
    format!("{} and {} more", names[..MOST].join(", "), names.len() - MOST)
}

/// With a capital letter at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// As many digits after the point as tell the ends of a score's interval from 50 %: one that begins at 50.3 % does not begin at
/// 50 %.
fn digits_of_score(score: Estimate) -> usize {
    let ends = [100.0 * score.low, 100.0 * score.high];
    let is_apart =
        |digits: usize, end: f64| end == 50.0 || format!("{end:.digits$}") != format!("{:.digits$}", 50.0);
    (0..3).find(|&digits| ends.iter().all(|&end| is_apart(digits, end))).unwrap_or(3)
}

/// A share in percent, and its interval, with so many digits after the point.
fn percents(estimate: Estimate, digits: usize) -> [String; 2] {
    let Estimate { value, low, high, .. } = estimate.times(100.0);
    [format!("{value:.digits$} %"), format!("95 % CI {low:.digits$} to {high:.digits$}")]
}

/// A share: 12 % (95 % CI 8 to 17). What is not 0 is not written so.
pub(super) fn percent(estimate: Estimate) -> String {
    let is_small = estimate.value > 0.0 && estimate.value < 0.01;
    let [value, interval] = percents(estimate, usize::from(is_small));
    format!("{value} ({interval})")
}

/// A score, which is told from 50 %: 58 % (95 % CI 52 to 64).
pub(super) fn score(estimate: Estimate) -> String {
    let [value, interval] = percents(estimate, digits_of_score(estimate));
    format!("{value} ({interval})")
}

/// 58 %, 95 % CI 52 to 64: where brackets are around it already.
pub(super) fn score_within(estimate: Estimate) -> String {
    percents(estimate, digits_of_score(estimate)).join(", ")
}

/// 3.4 (95 % CI 3.1 to 3.7).
pub(super) fn number(Estimate { value, low, high, .. }: Estimate) -> String {
    format!("{value:.1} (95 % CI {low:.1} to {high:.1})")
}

/// +14 Elo (95 % CI -35 to +63).
pub(super) fn elo([value, low, high]: [f64; 3]) -> String {
    format!("{} Elo (95 % CI {} to {})", signed(value), signed(low), signed(high))
}

/// Levels of play with their preposition: with random moves and at 100, 400 and 1,600 nodes.
pub(super) fn at_levels<'a>(levels: impl IntoIterator<Item = &'a Level>) -> String {
    let (mut is_random, mut nodes) = (false, Vec::new());
    for level in levels {
        match level.nodes {
            0 => is_random = true,
            n => nodes.push(n),
        }
    }
    let mut parts = Vec::new();
    if is_random {
        parts.push("with random moves".to_owned());
    }
    if let Some(&last) = nodes.last() {
        let numbers: Vec<String> = nodes.iter().copied().map(grouped).collect();
        parts.push(format!("at {} {}", list(&numbers), if last == 1 { "node" } else { "nodes" }));
    }
    parts.join(" and ")
}

/// A level as a thing: random moves, 1,600 nodes.
pub(super) fn name_of(level: &Level) -> String {
    match level.nodes {
        0 => "random moves".to_owned(),
        n => plural(n, "node", "nodes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(
            [grouped(0), grouped(999), grouped(1600), grouped(1_234_567)],
            ["0", "999", "1,600", "1,234,567"]
        );
        assert_eq!([plural(1, "ply", "plies"), plural(1000, "ply", "plies")], ["1 ply", "1,000 plies"]);
        assert_eq!(plural_of(28.5, "ply", "plies"), "28.5 plies");
        assert_eq!(plural_of(1.0, "ply", "plies"), "1 ply");
        assert_eq!(
            [0.3, -0.3, 0.0, 14.2, -35.0, 100.0, -10.0].map(signed),
            ["0", "0", "0", "+14", "-35", "+100", "-10"]
        );
        assert_eq!([28.0, 28.46, -0.01].map(short), ["28", "28.5", "0"]);
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!([list(&["a"]), list(&["a", "b"]), list(&["a", "b", "c"])], ["a", "a and b", "a, b and c"]);
        let many: Vec<String> = (0..20).map(|n| format!("a{n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(names(&many).ends_with("a11 and 8 more"), "{}", names(&many));
        assert!(names(&many[..13]).ends_with("a11, a12"));
        assert_eq!([capital("no level"), capital("")], ["No level", ""]);
    }

    /// An interval that excludes 50 % does so as it is written, too.
    #[test]
    fn rounding_hides_no_finding() {
        let estimate = |value, low, high| Estimate { value, low, high, n: 100 };
        assert_eq!(score(estimate(0.584, 0.521, 0.6432)), "58 % (95 % CI 52 to 64)");
        assert_eq!(score(estimate(0.55, 0.503, 0.597)), "55.0 % (95 % CI 50.3 to 59.7)");
        assert_eq!(score(estimate(0.45, 0.4, 0.49996)), "45.000 % (95 % CI 40.000 to 49.996)");
        assert_eq!(score(estimate(0.4, 0.3, 0.5)), "40 % (95 % CI 30 to 50)");
        assert_eq!(score_within(estimate(0.584, 0.521, 0.6432)), "58 %, 95 % CI 52 to 64");
        assert_eq!(percent(estimate(0.003, 0.001, 0.012)), "0.3 % (95 % CI 0.1 to 1.2)");
        assert_eq!(percent(estimate(0.0, 0.0, 0.012)), "0 % (95 % CI 0 to 1)");
        assert_eq!(percent(estimate(0.4, 0.309, 0.498)), "40 % (95 % CI 31 to 50)");
    }
}
