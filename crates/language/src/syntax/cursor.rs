//! The words of one clause, read from left to right.

use crate::problem::{Place, Problem, listed};
use crate::tokens::Token;
use crate::tree::{Name, Number};

/// What a reader of a clause gives back: its part of the tree, or the first problem of the clause.
pub type Read<T> = Result<T, Problem>;

/// A place in the words of a clause.
#[derive(Clone)]
pub struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The words that were looked for at this place and not found: what else may stand here.
    tried: Vec<&'static str>,
}

impl<'a> Cursor<'a> {
    /// At the first of these words.
    pub fn new(tokens: &'a [Token]) -> Cursor<'a> {
        Cursor { tokens, at: 0, tried: Vec::new() }
    }

    /// The next word, in lower case.
    pub fn peek(&self) -> Option<&'a str> {
        self.peek_at(0)
    }

    /// The word after so many others.
    pub fn peek_at(&self, ahead: usize) -> Option<&'a str> {
        self.tokens.get(self.at + ahead).map(|token| token.text.as_str())
    }

    /// Takes the next word.
    pub fn take(&mut self) -> Option<&'a Token> {
        let token = self.tokens.get(self.at)?;
        self.advance(1);
        Some(token)
    }

    fn advance(&mut self, n_words: usize) {
        self.at += n_words;
        if n_words > 0 {
            self.tried.clear();
        }
    }

    /// Takes this word, or these with spaces between them, if they follow.
    pub fn accept(&mut self, words: &'static str) -> bool {
        let mut n_words = 0;
        let are_there = words.split(' ').all(|word| {
            n_words += 1;
            self.peek_at(n_words - 1) == Some(word)
        });
        if are_there {
            self.advance(n_words);
        } else {
            self.miss(words);
        }
        are_there
    }

    fn miss(&mut self, words: &'static str) {
        if !self.tried.contains(&words) {
            self.tried.push(words);
        }
    }

    /// Takes a comma if one of these words follows it.
    pub fn accept_comma_before(&mut self, is_wanted: impl Fn(&str) -> bool) -> bool {
        let is_there = self.peek() == Some(",") && self.peek_at(1).is_some_and(is_wanted);
        if is_there {
            self.advance(1);
        } else {
            self.miss(",");
        }
        is_there
    }

    /// Takes this word, or says that it was expected.
    pub fn expect(&mut self, word: &'static str) -> Read<()> {
        if self.accept(word) {
            return Ok(());
        }
        Err(self.unexpected(&self.tried))
    }

    /// Where the next word stands, or where it would stand.
    pub fn place(&self) -> Place {
        match self.tokens.get(self.at) {
            Some(token) => token.place,
            None => match self.tokens.last() {
                Some(last) => {
                    Place { column: last.place.column + last.place.length, length: 1, ..last.place }
                }
                None => Place::default(),
            },
        }
    }

    /// From a place to the last word taken.
    pub fn since(&self, first: Place) -> Place {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(first, |last| first.through(last.place))
    }

    /// The next word is none of these.
    pub fn unexpected(&self, options: &[&str]) -> Problem {
        let expected = || options.iter().map(|&option| option.to_owned()).collect();
        match self.peek() {
            None => {
                let message = format!("the line ends too early: expected {}", listed(options));
                Problem { expected: expected(), ..Problem::new(self.place(), message) }
            }
            Some(word) => {
                let near = zermelo_problem::near(word, options);
                let guess = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                let message = format!("expected {}, found `{word}`{guess}", listed(options));
                Problem {
                    expected: expected(),
                    nearest: near.map(str::to_owned),
                    ..Problem::new(self.place(), message)
                }
            }
        }
    }

    /// The same, naming what was looked for.
    pub fn unknown(&self, what: &str, options: &[&str]) -> Problem {
        match self.peek() {
            Some(word) => Problem::unknown(self.place(), what, word, options.iter().copied()),
            None => self.unexpected(options),
        }
    }

    /// Something that is no word of the language is missing here.
    pub fn missing(&self, what: &str) -> Problem {
        let found = self.peek().map_or(String::new(), |word| format!(", found `{word}`"));
        Problem::new(self.place(), format!("expected {what}{found}"))
    }

    /// All words must have been taken.
    pub fn finish(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => {
                let others = if self.tried.is_empty() { "" } else { ", or " };
                let message = format!(
                    "`{word}` has no meaning here: expected the end of the line{others}{}",
                    listed(&self.tried)
                );
                let expected = self.tried.iter().map(|&word| word.to_owned()).collect();
                Err(Problem { expected, ..Problem::new(self.place(), message) })
            }
        }
    }

    /// The words up to one of these, as a name.
    pub fn name_until(&mut self, ends: &[&str], what: &str) -> Read<Name> {
        let first = self.at;
        while self.peek().is_some_and(|word| !ends.contains(&word)) {
            self.advance(1);
        }
        joined(&self.tokens[first..self.at]).ok_or_else(|| self.missing(what))
    }

    /// One word as a name.
    pub fn name(&mut self, what: &str) -> Read<Name> {
        match self.peek() {
            Some("," | "=" | ":") | None => Err(self.missing(what)),
            Some(_) => {
                self.advance(1);
                joined(&self.tokens[self.at - 1..self.at]).ok_or_else(|| self.missing(what))
            }
        }
    }

    /// A number that is written out.
    pub fn plain_number(&mut self, what: &str) -> Read<usize> {
        let number = self.peek().and_then(number_of).ok_or_else(|| self.missing(what))?;
        self.advance(1);
        Ok(number)
    }

    /// A number or a parameter.
    pub fn number(&mut self, what: &str) -> Read<Number> {
        let place = self.place();
        match self.peek() {
            Some(word) if number_of(word).is_some() => {
                self.advance(1);
                Ok(Number::Given(number_of(word).unwrap_or(0), place))
            }
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => Err(self.missing(what)),
            Some(word) if word.chars().all(|c| c.is_alphabetic() || c == '-') => {
                Ok(Number::Named(self.name(what)?))
            }
            _ => Err(self.missing(what)),
        }
    }
}

/// A whole number of at most four digits.
pub fn number_of(word: &str) -> Option<usize> {
    let is_number = !word.is_empty() && word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { word.parse().ok() } else { None }
}

/// Words as one name.
fn joined(tokens: &[Token]) -> Option<Name> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let join = |part: &dyn Fn(&Token) -> &str| tokens.iter().map(part).collect::<Vec<_>>().join(" ");
    Some(Name {
        text: join(&|token| &token.text),
        raw: join(&|token| &token.raw),
        place: first.place.through(last.place),
    })
}
