//! The secret that lets other machines in. It is never written to a log, and comparing it tells nothing about it.

use std::fmt;
use std::hint::black_box;

use thiserror::Error;

/// A shorter secret can be guessed.
pub const LEAST_CHARACTERS: usize = 16;
/// A longer one does not fit into every header.
pub const MOST_CHARACTERS: usize = 256;

/// What a client has to know.
#[derive(Clone)]
pub struct Token(String);

/// Why a text is no token. The text itself is not repeated: it may be nearly right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// It can be guessed, or is too long.
    #[error(
        "a token has {LEAST_CHARACTERS} to {MOST_CHARACTERS} characters, this one has {0}; \
         `openssl rand -hex 16` makes a good one"
    )]
    Length(usize),
    /// It cannot stand in an address and a cookie.
    #[error("a token has letters and digits only, and `-`, `_`, `.` and `~`")]
    Character,
}

impl Token {
    /// A token, if the text is long enough and can stand in an address.
    pub fn new(text: &str) -> Result<Token, TokenError> {
        if !text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.~".contains(c)) {
            return Err(TokenError::Character);
        }
        if !(LEAST_CHARACTERS..=MOST_CHARACTERS).contains(&text.len()) {
            return Err(TokenError::Length(text.len()));
        }
        Ok(Token(text.to_owned()))
    }

    /// Whether this is the token. How long that takes depends neither on how much of it is right nor on how long the token is.
    pub fn is(&self, given: &str) -> bool {
        let (own, given) = (self.0.as_bytes(), given.as_bytes());
        let mut difference = u8::from(own.len() != given.len());
        for at in 0..MOST_CHARACTERS {
            let byte = |text: &[u8]| text.get(at).copied().unwrap_or(0);
            difference |= black_box(byte(own) ^ byte(given));
        }
        black_box(difference) == 0
    }

    /// The secret itself, for the cookie.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token::new("correct-horse-battery").expect("long enough");
        assert!(token.is("correct-horse-battery"));
        for given in ["", "correct-horse-batter", "correct-horse-battery0", "correct-horse-batterY", "é"] {
            assert!(!token.is(given), "{given}");
        }
        assert!(!token.is(&format!("correct-horse-battery{}", "\0".repeat(1000))));
        assert!(!token.is("correct-horse-battery\0"), "padding is no part of it");
    }

    #[test]
    fn short_tokens_are_refused_and_none_is_ever_shown() {
        assert_eq!(Token::new("x").err(), Some(TokenError::Length(1)));
        assert_eq!(Token::new("").err(), Some(TokenError::Length(0)));
        assert_eq!(Token::new("fifteen-letters").err(), Some(TokenError::Length(15)));
        assert_eq!(Token::new("sixteen letters!").err(), Some(TokenError::Character));
        assert_eq!(Token::new(&"a".repeat(257)).err(), Some(TokenError::Length(257)));
        let token = Token::new("sixteen-letters-").expect("long enough");
        assert!(!format!("{token:?}").contains("sixteen"));
        let problem = Token::new("almost right!").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(!problem.contains("almost"), "{problem}");
    }
}
