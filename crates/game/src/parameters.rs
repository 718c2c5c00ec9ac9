//! Comma-separated values, with or without a name: the text behind the colon of a game id, or between the
//! parentheses of an evaluator or agent such as `cs5(r0=1/6, r5=0.5)`. What stands in quotation marks is text: its commas,
//! parentheses and equals signs mean nothing here.

use std::ops::RangeInclusive;

use thiserror::Error;

/// Why the text behind the colon names no member of the family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct ParameterError {
    /// What is wrong and what there is.
    pub problem: String,
}

impl ParameterError {
    /// An error that says this.
    pub fn new(problem: impl Into<String>) -> ParameterError {
        // A parameter may be any text: what is told of it is fit to be shown.
        ParameterError { problem: crate::notation::shown(&problem.into()) }
    }
}

/// The parts of a parameter text, taken one by one; what is left at the end was not known.
#[derive(Clone, Debug)]
pub struct Parameters {
    named: Vec<(String, String)>,
    plain: Vec<String>,
    known: Vec<&'static str>,
}

impl Parameters {
    /// Takes a text such as `8x13,win=4` apart.
    pub fn read(text: &str) -> Result<Parameters, ParameterError> {
        let mut parameters = Parameters { named: Vec::new(), plain: Vec::new(), known: Vec::new() };
        for part in split_outside_parentheses(text) {
            // An equals sign inside parentheses belongs to whoever is called there, one inside quotation marks to nobody,
            // and one behind several words to the last of them, as in `engine --level=3`.
            let open = part.find(['(', '"']).unwrap_or(part.len());
            let is_name = |name: &str| name.len() < open && !name.trim().contains(char::is_whitespace);
            match part.split_once('=').filter(|(name, _)| is_name(name)) {
                Some((name, value)) => {
                    let (name, value) = (crate::notation::normalise(name), value.trim());
                    if parameters.named.iter().any(|(other, _)| *other == name) {
                        return Err(ParameterError::new(format!("`{name}` is given twice")));
                    }
                    parameters.named.push((name, value.to_owned()));
                }
                None if part.is_empty() && text.trim().is_empty() => {}
                None if part.is_empty() => {
                    return Err(ParameterError::new(format!("`{text}` has nothing between two commas")));
                }
                None => parameters.plain.push(part.to_owned()),
            }
        }
        Ok(parameters)
    }

    /// Takes `name=value` if it is there.
    pub fn word(&mut self, name: &'static str) -> Option<String> {
        self.known.push(name);
        let index = self.named.iter().position(|(other, _)| other == name)?;
        Some(self.named.remove(index).1)
    }

    /// Puts `name=value` there, in the place of another value if it has one.
    pub fn set(&mut self, name: &str, value: &str) {
        self.named.retain(|(other, _)| other != name);
        self.named.push((name.to_owned(), value.to_owned()));
    }

    /// Takes `name=number`, or the default.
    pub fn number(
        &mut self,
        name: &'static str,
        range: RangeInclusive<usize>,
        default: usize,
    ) -> Result<usize, ParameterError> {
        self.word(name).map_or(Ok(default), |value| within(&format!("{name}={value}"), &value, &range))
    }

    /// Takes a plain `ROWSxCOLUMNS`, or the default.
    pub fn size(
        &mut self,
        rows: RangeInclusive<usize>,
        cols: RangeInclusive<usize>,
        default: (usize, usize),
    ) -> Result<(usize, usize), ParameterError> {
        if self.plain.is_empty() {
            return Ok(default);
        }
        let text = crate::notation::normalise(&self.plain.remove(0));
        let Some((height, width)) = text.split_once('x') else {
            let problem = format!(
                "`{text}` is not a size: expected rows x columns, as in `{}x{}`",
                default.0, default.1
            );
            return Err(ParameterError::new(problem));
        };
        let side = |number: &str, range: &RangeInclusive<usize>, what: &str| {
            let number = crate::notation::Reader::new(number).whole_number();
            let problem = || format!("`{text}`: expected {} to {} {what}", range.start(), range.end());
            number.filter(|number| range.contains(number)).ok_or_else(|| ParameterError::new(problem()))
        };
        Ok((side(height, &rows, "rows")?, side(width, &cols, "columns")?))
    }

    /// Takes exactly `N` plain numbers, or the default.
    pub fn numbers<const N: usize>(
        &mut self,
        range: RangeInclusive<usize>,
        default: [usize; N],
    ) -> Result<[usize; N], ParameterError> {
        if self.plain.is_empty() {
            return Ok(default);
        }
        if self.plain.len() != N {
            let example = default.map(|n| n.to_string()).join(",");
            let problem = format!("expected {N} numbers, as in `{example}`, but found {}", self.plain.len());
            return Err(ParameterError::new(problem));
        }
        let mut numbers = default;
        for (number, text) in numbers.iter_mut().zip(self.plain.drain(..)) {
            *number = within(&text, &text, &range)?;
        }
        Ok(numbers)
    }

    /// Takes `name=value` as a real number, or the default. A fraction such as `1/6` is a number.
    pub fn real(&mut self, name: &'static str, default: f64) -> Result<f64, ParameterError> {
        self.word(name).map_or(Ok(default), |value| real(&format!("{name}={value}"), &value))
    }

    /// Takes `name=number`, or the default, for a number that is not whole and lies in the range.
    pub fn real_within(
        &mut self,
        name: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
    ) -> Result<f64, ParameterError> {
        let value = self.real(name, default)?;
        if range.contains(&value) {
            return Ok(value);
        }
        let (start, end) = range.into_inner();
        Err(ParameterError::new(format!("`{name}={value}`: expected a number from {start} to {end}")))
    }

    /// Takes all plain values as real numbers.
    pub fn reals(&mut self) -> Result<Vec<f64>, ParameterError> {
        self.plain.drain(..).map(|value| real(&value, &value)).collect()
    }

    /// Takes the first plain value if there is one.
    pub fn plain(&mut self) -> Option<String> {
        if self.plain.is_empty() { None } else { Some(self.plain.remove(0)) }
    }

    /// Everything must have been taken.
    pub fn finish(self) -> Result<(), ParameterError> {
        if let Some(text) = self.plain.first() {
            return Err(ParameterError::new(format!("`{text}` has no meaning here")));
        }
        let Some((name, _)) = self.named.first() else { return Ok(()) };
        if self.known.is_empty() {
            return Err(ParameterError::new(format!("there is no parameter `{name}` here")));
        }
        let near = nearest(name, self.known.iter().copied());
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let problem = format!("there is no parameter `{name}`: there are {}{hint}", self.known.join(", "));
        Err(ParameterError::new(problem))
    }
}

/// Calls are nested at most so deep. Every reader of a call inside a call comes through [`read_call`], so none of them can be led
/// deeper than its stack allows.
const MOST_NESTED: usize = 16;

/// Takes `name(parameters)` apart; the parentheses may be missing.
pub fn read_call(text: &str) -> Result<(String, Parameters), ParameterError> {
    let (name, inside) = split_call(text)?;
    Ok((name, Parameters::read(inside)?))
}

/// The name of a call and what stands between its parentheses, as it is.
pub fn split_call(text: &str) -> Result<(String, &str), ParameterError> {
    let text = text.trim();
    if nesting(text) > MOST_NESTED {
        let problem = format!("parentheses are nested more than {MOST_NESTED} deep in `{text}`");
        return Err(ParameterError::new(problem));
    }
    let (name, inside) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => {
            let inside = rest.strip_suffix(')').filter(|inside| is_balanced(inside));
            (name, inside.ok_or_else(|| ParameterError::new(mismatch(text)))?)
        }
    };
    Ok((crate::notation::normalise(name), inside))
}

/// The parts between commas that are inside neither parentheses nor quotation marks, trimmed.
fn split_outside_parentheses(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in unquoted(text) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// How deep parentheses are nested.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for (_, c) in unquoted(text) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// Whether a text put in the place of one value stays one value: it has no comma of its own, and its parentheses and quotation marks
/// match.
pub fn is_one_value(text: &str) -> bool {
    is_balanced(text) && split_outside_parentheses(text).len() == 1
}

/// Whether every parenthesis and every quotation mark has its partner.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    unquoted(text).all(|(_, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    }) && depth == 0
        && text.matches('"').count().is_multiple_of(2)
}

/// Which parenthesis or quotation mark of a call has no partner, and where it stands. Who tells it quotes the text.
fn mismatch(text: &str) -> String {
    let place = |at: usize| 1 + text[..at].chars().count();
    let of = "the parentheses or quotation marks do not match:";
    if !text.matches('"').count().is_multiple_of(2)
        && let Some(at) = text.rfind('"')
    {
        return format!("{of} the quotation mark at character {} has no second one", place(at));
    }
    let mut open = Vec::new();
    for (at, c) in unquoted(text) {
        match c {
            '(' => open.push(at),
            ')' if open.pop().is_none() => {
                return format!("{of} the `)` at character {} closes nothing", place(at));
            }
            ')' if open.is_empty() && at + 1 < text.len() => {
                return format!("{of} the `)` at character {} closes the call, and more follows", place(at));
            }
            _ => {}
        }
    }
    // If the first one is open, it may be any of those that follow that was meant to be closed.
    let missing = open.len();
    let parentheses = if missing == 1 { "a `)` is" } else { "several `)` are" };
    let from = open.first().map_or(1, |at| place(*at));
    format!("{of} {parentheses} missing; the `(` at character {from} is never closed")
}

/// The characters outside quotation marks, and where they are.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut is_quoted = false;
    text.char_indices().filter(move |&(_, c)| {
        is_quoted ^= c == '"';
        !is_quoted && c != '"'
    })
}

/// A real number: `0.5`, `-2`, `1/6`.
fn real(text: &str, number: &str) -> Result<f64, ParameterError> {
    let parse = |part: &str| part.trim().parse::<f64>().ok();
    let value = match number.split_once('/') {
        Some((above, below)) => parse(above).zip(parse(below)).map(|(above, below)| above / below),
        None => parse(number),
    };
    let value = value
        .filter(|value| value.is_finite())
        .ok_or_else(|| ParameterError::new(format!("`{text}`: expected a number such as 0.5 or 1/6")))?;
    if value.abs() > LARGEST_REAL {
        return Err(ParameterError::new(format!("`{text}`: expected a number between -1e9 and 1e9")));
    }
    Ok(value)
}

/// Larger numbers are slips, and their sums and products would soon be no numbers.
const LARGEST_REAL: f64 = 1e9;

/// The name most like `text`, if one is like it at all.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = names.into_iter().map(|name| (name, strsim::jaro_winkler(text, name)));
    scored.filter(|&(_, score)| score > 0.75).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name)
}

/// A number in a range, or an error that quotes the text it stands in.
fn within(text: &str, number: &str, range: &RangeInclusive<usize>) -> Result<usize, ParameterError> {
    let number = crate::notation::Reader::new(number.trim()).whole_number();
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        ParameterError::new(format!("`{text}`: expected a number from {} to {}", range.start(), range.end()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parenthesis_without_a_partner_has_a_place() {
        for (text, told) in [
            (
                "expr(own_moves - 2*(opponent_moves)",
                "a `)` is missing; the `(` at character 5 is never closed",
            ),
            ("a(b(c(d)", "several `)` are missing; the `(` at character 2 is never closed"),
            ("a(b))", "the `)` at character 4 closes the call, and more follows"),
            ("a(b)c", "the `)` at character 4 closes the call, and more follows"),
            ("a(\"b)", "the quotation mark at character 3 has no second one"),
        ] {
            let error = read_call(text).expect_err(text).to_string();
            assert!(error.ends_with(told) && !error.contains(text), "{text}: {error}");
        }
    }

    #[test]
    fn calls_nest() {
        let (name, mut outer) =
            read_call("AlphaBeta(depth=6, eval=cs5(r0=1/6, r5=0.5), Path/To)").expect("a call");
        assert_eq!(name, "alphabeta");
        assert_eq!(outer.number("depth", 1..=9, 3), Ok(6));
        assert_eq!(outer.plain().as_deref(), Some("Path/To"), "values keep their capitals");
        let inner = outer.word("eval").expect("an evaluator");
        let (name, mut inner) = read_call(&inner).expect("a call");
        assert_eq!(
            (name.as_str(), inner.real("r0", 0.0), inner.real("r5", 0.0)),
            ("cs5", Ok(1.0 / 6.0), Ok(0.5))
        );
        assert!(inner.finish().is_ok() && outer.finish().is_ok());
        for bad in ["a(b", "a(b))", "a)b(", "a((b)"] {
            assert!(read_call(bad).is_err(), "{bad}");
        }
        assert!(Parameters::read("r=1/0").expect("parts").real("r", 1.0).is_err());
    }

    #[test]
    fn calls_nest_only_so_deep() {
        let nested = |depth| format!("{}x{}", "a(".repeat(depth), ")".repeat(depth));
        assert!(read_call(&nested(MOST_NESTED)).is_ok());
        for depth in [MOST_NESTED + 1, 5_000] {
            let error = read_call(&nested(depth)).expect_err("too deep").to_string();
            assert!(error.contains("nested more than 16 deep"), "{error}");
        }
    }

    #[test]
    fn quoted_text_is_left_alone() {
        let text = r#"ugi("a, b=(c" --x=1, nodes = 9)"#;
        let (name, mut parameters) = read_call(text).expect("a call");
        assert_eq!((name.as_str(), parameters.plain().as_deref()), ("ugi", Some(r#""a, b=(c" --x=1"#)));
        assert_eq!(parameters.number("nodes", 1..=9, 1), Ok(9));
        assert!(parameters.finish().is_ok());
        let (_, mut parameters) = read_call("ugi(engine 2.0 --level=3 --agent a(b=2, c))").expect("a call");
        assert_eq!(parameters.plain().as_deref(), Some("engine 2.0 --level=3 --agent a(b=2, c)"));
        for bad in [r#"a("b)"#, r#"a("(" b ")"#, r#"a("b"")"#] {
            assert!(read_call(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_value_can_be_put_in_its_place() {
        let (_, mut parameters) = read_call("a(depth=3)").expect("a call");
        parameters.set("depth", "4");
        parameters.set("memory", "5");
        assert_eq!(
            (parameters.number("depth", 1..=9, 1), parameters.number("memory", 1..=9, 1)),
            (Ok(4), Ok(5))
        );
    }
}
