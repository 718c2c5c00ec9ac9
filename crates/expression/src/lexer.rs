//! An expression as words, each with its place.

use std::ops::Range;

use crate::{ExpressionError, LARGEST_NUMBER, Operation};

/// A word of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'a> {
    Number(f64),
    Name(&'a str),
    /// An operator of two operands, or a minus sign.
    Sign(Operation),
    Open,
    Close,
    Comma,
    End,
}

/// Reads words from left to right. `#` begins a comment that ends with its line.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

pub(crate) fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    /// The next word and its place.
    pub(crate) fn next(&mut self) -> Result<(Token<'a>, Range<usize>), ExpressionError> {
        self.skip_blank();
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else {
            return Ok((Token::End, self.text.len()..self.text.len()));
        };
        if first.is_ascii_digit() || first == '.' {
            return self.number();
        }
        if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
            return Ok(self.word(Token::Name(&rest[..length]), length));
        }
        let two = [
            ("<=", Operation::LessOrEqual),
            (">=", Operation::GreaterOrEqual),
            ("==", Operation::Equal),
            ("!=", Operation::NotEqual),
        ];
        if let Some((_, sign)) = two.into_iter().find(|(written, _)| rest.starts_with(written)) {
            return Ok(self.word(Token::Sign(sign), 2));
        }
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            ',' => Token::Comma,
            '+' => Token::Sign(Operation::Add),
            '-' => Token::Sign(Operation::Subtract),
            '*' => Token::Sign(Operation::Multiply),
            '/' => Token::Sign(Operation::Divide),
            '^' => Token::Sign(Operation::Power),
            '<' => Token::Sign(Operation::Less),
            '>' => Token::Sign(Operation::Greater),
            other => {
                let hint = match other {
                    '=' => "; equality is written `==`",
                    '!' => "; inequality is written `!=`",
                    '{' | '}' => {
                        "; gaps such as `{a}` are filled with genes in the agent of an evolution only"
                    }
                    _ => "",
                };
                let problem = format!("`{other}` means nothing in an expression{hint}");
                return Err(ExpressionError::new(self.at..self.at + other.len_utf8(), problem));
            }
        };
        Ok(self.word(token, 1))
    }

    fn word(&mut self, token: Token<'a>, length: usize) -> (Token<'a>, Range<usize>) {
        let start = self.at;
        self.at += length;
        (token, start..self.at)
    }

    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
            self.at += blank;
            let rest = &rest[blank..];
            if !rest.starts_with('#') {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Digits with a point and an exponent: `2`, `0.5`, `.5`, `1e-3`.
    fn number(&mut self) -> Result<(Token<'a>, Range<usize>), ExpressionError> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let mut end = digits(start);
        if bytes.get(end) == Some(&b'.') {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let signed = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if digits(signed) > signed {
                end = digits(signed);
            }
        }
        // What touches a number belongs to it: `2x` and `1.2.3` are no numbers.
        let rest = &self.text[end..];
        let more = rest.find(|c| !is_in_name(c) && c != '.').unwrap_or(rest.len());
        let written = &self.text[start..end + more];
        let number = written.parse::<f64>().ok().filter(|number| number.is_finite() && more == 0);
        let range = start..end + more;
        self.at = range.end;
        match number {
            Some(number) if number <= LARGEST_NUMBER => Ok((Token::Number(number), range)),
            Some(_) => {
                Err(ExpressionError::new(range, format!("`{written}`: expected a number of at most 1e9")))
            }
            None => {
                let problem = format!("`{written}` is no number: expected one such as 2, 0.5 or 1e-3");
                Err(ExpressionError::new(range, problem))
            }
        }
    }
}
