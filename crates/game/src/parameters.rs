//! The text behind the colon of a game id: comma-separated values, with or without a name.

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
        for part in text.split(',').map(crate::notation::normalise) {
            match part.split_once('=') {
                Some((name, value)) => {
                    if parameters.named.iter().any(|(other, _)| other == name) {
                        return Err(ParameterError::new(format!("`{name}` is given twice")));
                    }
                    parameters.named.push((name.to_owned(), value.to_owned()));
                }
                None if part.is_empty() && text.trim().is_empty() => {}
                None if part.is_empty() => {
                    return Err(ParameterError::new(format!("`{text}` has nothing between two commas")));
                }
                None => parameters.plain.push(part),
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
        let text = self.plain.remove(0);
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

/// The name most like `text`, if one is like it at all.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = names.into_iter().map(|name| (name, strsim::jaro_winkler(text, name)));
    scored.filter(|&(_, score)| score > 0.75).max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name)
}

/// A number in a range, or an error that quotes the text it stands in.
fn within(text: &str, number: &str, range: &RangeInclusive<usize>) -> Result<usize, ParameterError> {
    let number = crate::notation::Reader::new(number).whole_number();
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        ParameterError::new(format!("`{text}`: expected a number from {} to {}", range.start(), range.end()))
    })
}
