//! What is wrong with a description, and where. Plain data, so that a terminal and an editor show the same.

use serde::{Deserialize, Serialize};
use zermelo_game::nearest;

/// A place in a text: line and column count from 1, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column; 0 if the problem is about the whole line.
    pub column: usize,
    /// How many characters it is about.
    pub length: usize,
}

impl Place {
    /// The whole of a line.
    pub fn line(line: usize) -> Place {
        Place { line, column: 0, length: 0 }
    }

    /// From the beginning of this place to the end of another, if they are on one line.
    #[must_use]
    pub fn through(self, last: Place) -> Place {
        if last.line == self.line && last.column >= self.column {
            Place { length: last.column + last.length - self.column, ..self }
        } else {
            self
        }
    }
}

/// Something that is wrong with a description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What is wrong, in a sentence without the place.
    pub message: String,
    /// What may stand there, if that is a list of words.
    pub expected: Vec<String>,
    /// The word that was probably meant.
    pub nearest: Option<String>,
}

impl Problem {
    /// A problem that says this.
    pub fn new(place: Place, message: impl Into<String>) -> Problem {
        // A description may be any text: what is quoted of it is fit to be shown.
        let message = zermelo_game::shown(&message.into());
        Problem { place, message, expected: Vec::new(), nearest: None }
    }

    /// A word that is none of those that may stand there; `what` says what was looked for.
    pub fn unknown<'a>(
        place: Place,
        what: &str,
        word: &str,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Problem {
        let options: Vec<&str> = options.into_iter().collect();
        let near = near(word, &options);
        let rest = match (near, options.as_slice()) {
            (None, []) => String::new(),
            (None, options) => format!(": expected {}", listed(options)),
            (Some(near), [_]) => format!("; did you mean `{near}`?"),
            (Some(near), options) => format!("; did you mean `{near}`? Expected {}", listed(options)),
        };
        let problem = Problem::new(place, format!("unknown {what} `{word}`{rest}"));
        Problem {
            expected: options.iter().map(|&option| option.to_owned()).collect(),
            nearest: near.map(str::to_owned),
            ..problem
        }
    }

    /// The problem with its place and the line it is about, for a terminal.
    pub fn render(&self, file: &str, text: &str) -> String {
        let Place { line, column, length } = self.place;
        let head = match (line, column) {
            (0, _) => format!("{file}: {}\n", self.message),
            (_, 0) => format!("{file}:{line}: {}\n", self.message),
            _ => format!("{file}:{line}:{column}: {}\n", self.message),
        };
        let quoted = text.lines().nth(line.wrapping_sub(1)).filter(|_| column > 0);
        let Some(quoted) = quoted else { return head };
        // Tabs become spaces, so that the marks stand below what they mark.
        let quoted: String = quoted.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let marks = "^".repeat(length.max(1));
        let quoted = quoted.trim_end();
        format!("{head}{line:>5} | {quoted}\n      | {:>width$}{marks}\n", "", width = column - 1)
    }
}

/// The word among some that was probably meant.
pub fn near<'a>(word: &str, options: &[&'a str]) -> Option<&'a str> {
    nearest(word, options.iter().copied())
}

/// Words as a list in a sentence: `a`, `b` or `c`.
pub fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [most @ .., last] => {
            let most: Vec<String> = most.iter().map(|word| format!("`{word}`")).collect();
            format!("{} or `{last}`", most.join(", "))
        }
    }
}

/// All problems as a terminal shows them, in the order of the text.
pub fn render_all(problems: &[Problem], file: &str, text: &str) -> String {
    problems.iter().map(|problem| problem.render(file, text)).collect()
}
