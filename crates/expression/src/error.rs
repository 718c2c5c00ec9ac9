//! What is wrong with an expression, and where.

use std::ops::Range;

use thiserror::Error;
use zermelo_game::shown;

/// A text that is no expression, or not one of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ExpressionError {
    /// The part of the text that it is about, in bytes.
    pub range: Range<usize>,
    /// What is wrong and what was expected, in a sentence without the place.
    pub message: String,
    /// The names that may stand there, if it is about a name.
    pub expected: Vec<String>,
    /// The name that was probably meant.
    pub nearest: Option<String>,
}

impl ExpressionError {
    pub(crate) fn new(range: Range<usize>, message: impl AsRef<str>) -> ExpressionError {
        // A text may be anything: what is quoted of it is fit to be shown.
        ExpressionError { range, message: shown(message.as_ref()), expected: Vec::new(), nearest: None }
    }

    /// Where it is in its text: line and column from 1, and how many characters it is about.
    pub fn place(&self, text: &str) -> (usize, usize, usize) {
        let start = text.floor_char_boundary(self.range.start);
        let end = text.floor_char_boundary(self.range.end).max(start);
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = 1 + before.matches('\n').count();
        let length = text[start..end].split('\n').next().map_or(0, |part| part.chars().count());
        (line, 1 + text[line_start..start].chars().count(), length.max(1))
    }
}
