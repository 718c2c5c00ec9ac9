//! Errors of reading moves and positions: each names the text, the place in it and what was expected.

use thiserror::Error;

/// Spaces out, capitals down: the forms a person may add to a move without changing its meaning.
pub fn normalise(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Why a text is not a move that can be played here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// It is not written like a move of this game.
    #[error("cannot read the move `{}`: expected {expected} at character {}", shown(text), at + 1)]
    Unreadable {
        /// The text.
        text: String,
        /// The first character that does not fit, counted from 0.
        at: usize,
        /// What would fit there.
        expected: String,
    },
    /// It is a move of this game, but not one that may be made here.
    #[error("the move `{}` is not legal here: {why}", shown(text))]
    Illegal {
        /// The move.
        text: String,
        /// The rule it breaks.
        why: String,
    },
    /// No move can be made any more.
    #[error("the move `{}` cannot be played: the game is over ({how})", shown(text))]
    GameOver {
        /// The move.
        text: String,
        /// How the game ended.
        how: String,
    },
}

/// Why a text is not a position of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read the position `{}`: {problem} (character {})", shown(text), at + 1)]
pub struct PositionError {
    /// The text.
    pub text: String,
    /// The place of the problem, in characters from 0.
    pub at: usize,
    /// What is wrong there and what was expected.
    pub problem: String,
    /// The cell of the game's view that it is about, where it is about one.
    pub cell: Option<usize>,
}

impl MoveError {
    /// The text is not written like a move: at character `at` (from 0) something else was expected.
    pub fn unreadable(text: &str, at: usize, expected: impl Into<String>) -> MoveError {
        MoveError::Unreadable { text: text.to_owned(), at, expected: expected.into() }
    }

    /// The move breaks a rule.
    pub fn illegal(text: &str, why: impl Into<String>) -> MoveError {
        MoveError::Illegal { text: text.to_owned(), why: why.into() }
    }
}

impl MoveError {
    /// The same error about the text as it was typed, before it was normalised.
    #[must_use]
    pub fn about_typed(self, typed: &str) -> MoveError {
        let text = typed.trim().to_owned();
        match self {
            MoveError::Unreadable { at, expected, .. } => {
                // The same character, spaces counted.
                let places =
                    text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).map(|(index, _)| index);
                let at = places.clone().nth(at).unwrap_or(text.chars().count());
                MoveError::Unreadable { text, at, expected }
            }
            MoveError::Illegal { why, .. } => MoveError::Illegal { text, why },
            MoveError::GameOver { how, .. } => MoveError::GameOver { text, how },
        }
    }
}

impl PositionError {
    /// At character `at` (from 0) there is this problem.
    pub fn new(text: &str, at: usize, problem: impl Into<String>) -> PositionError {
        PositionError { text: text.to_owned(), at, problem: problem.into(), cell: None }
    }
}

/// A text that may be anything, fit to be shown: not too long, control characters spelled out.
pub fn shown(text: &str) -> String {
    const MOST: usize = 400;
    let mut short = String::new();
    for c in text.chars().take(MOST) {
        if c.is_control() { short.extend(c.escape_debug()) } else { short.push(c) }
    }
    if text.chars().nth(MOST).is_some() {
        short.push_str("..");
    }
    short
}

/// Reads a text from left to right, knowing where it is.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `text`.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, rest: text, at: 0 }
    }

    /// The next character, if any, without taking it.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character.
    pub fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.at += 1;
        Some(c)
    }

    /// Takes the next character if it is one of `wanted`.
    pub fn take_any(&mut self, wanted: &[char]) -> Option<char> {
        self.peek().filter(|c| wanted.contains(c))?;
        self.take()
    }

    /// Takes a whole number of at most six digits, without leading zeros: every number is written in one way.
    pub fn number(&mut self) -> Option<usize> {
        let n_digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(n_digits);
        if n_digits == 0 || n_digits > 6 || (n_digits > 1 && digits.starts_with('0')) {
            return None;
        }
        self.rest = rest;
        self.at += n_digits;
        digits.parse().ok()
    }

    /// The whole text as a number, if it is one.
    pub fn whole_number(mut self) -> Option<usize> {
        self.number().filter(|_| self.is_done())
    }

    /// Passes over white space.
    pub fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.take();
        }
    }

    /// Takes lower-case letters as a column number from 0: `a`, .. `z`, `aa`, `ab`, ..
    pub fn column(&mut self) -> Option<usize> {
        let n_letters = self.rest.bytes().take_while(u8::is_ascii_lowercase).count();
        if n_letters == 0 || n_letters > 3 {
            return None;
        }
        let (letters, rest) = self.rest.split_at(n_letters);
        self.rest = rest;
        self.at += n_letters;
        let number = letters.bytes().fold(0, |n, letter| n * 26 + usize::from(letter - b'a') + 1);
        Some(number - 1)
    }

    /// Whether everything has been read.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// The move cannot be read: here, something else was expected.
    pub fn move_error(&self, expected: &str) -> MoveError {
        MoveError::unreadable(self.text, self.at, expected)
    }

    /// The position cannot be read: here, there is a problem.
    pub fn position_error(&self, problem: impl Into<String>) -> PositionError {
        PositionError::new(self.text, self.at, problem)
    }
}
