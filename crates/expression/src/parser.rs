//! From words to an expression. From what binds least to what binds most: comparisons, sums, products, signs, powers.
//!
//! The parser goes down with the nesting of the text, which is bounded, and writes operations behind their operands, so that
//! nothing that comes after it has to go down at all.

use std::ops::Range;

use crate::expression::{Expression, Name, Node};
use crate::lexer::{Lexer, Token};
use crate::operation::Binding;
use crate::{ExpressionError, MOST_BYTES, MOST_NESTED, MOST_NODES, Operation};

/// Reads a whole text.
pub(crate) fn read(text: &str) -> Result<Expression, ExpressionError> {
    if text.len() > MOST_BYTES {
        let problem = format!("the expression has {} bytes: at most {MOST_BYTES} are possible", text.len());
        return Err(ExpressionError::new(0..0, problem));
    }
    let mut lexer = Lexer::new(text);
    let (token, range) = lexer.next()?;
    let mut parser = Parser { text, lexer, token, range, depth: 0, found: Expression::default() };
    if parser.token == Token::End {
        return Err(ExpressionError::new(0..0, "the expression is empty"));
    }
    parser.comparison()?;
    match parser.token {
        Token::End => Ok(parser.found),
        Token::Close => Err(parser.wrong("this parenthesis was never opened")),
        Token::Comma => Err(parser.wrong("a comma stands only between the numbers that a function takes")),
        _ => Err(parser.unexpected("an operator such as + or *, or the end")),
    }
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The next word, and where it is.
    token: Token<'a>,
    range: Range<usize>,
    depth: usize,
    found: Expression,
}

impl<'a> Parser<'a> {
    fn step(&mut self) -> Result<(), ExpressionError> {
        (self.token, self.range) = self.lexer.next()?;
        Ok(())
    }

    fn wrong(&self, message: impl AsRef<str>) -> ExpressionError {
        ExpressionError::new(self.range.clone(), message)
    }

    fn unexpected(&self, expected: &str) -> ExpressionError {
        match self.token {
            Token::End => self.wrong(format!("the expression ends too early: expected {expected}")),
            _ => self.wrong(format!("expected {expected}, but found `{}`", &self.text[self.range.clone()])),
        }
    }

    fn push(&mut self, node: Node, range: Range<usize>) -> Result<(), ExpressionError> {
        if self.found.nodes.len() == MOST_NODES {
            let problem = format!(
                "the expression has more than {MOST_NODES} numbers, names and operations: shorten it"
            );
            return Err(ExpressionError::new(range, problem));
        }
        self.found.nodes.push(node);
        Ok(())
    }

    /// One level down.
    fn nested(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<(), ExpressionError>,
    ) -> Result<(), ExpressionError> {
        if self.depth == MOST_NESTED {
            return Err(self.wrong(format!("the expression is nested more than {MOST_NESTED} deep")));
        }
        self.depth += 1;
        inside(self)?;
        self.depth -= 1;
        Ok(())
    }

    /// The sign that comes next, if it binds so.
    fn sign(&self, binding: Binding) -> Option<Operation> {
        match self.token {
            Token::Sign(sign) if sign.binding() == binding => Some(sign),
            _ => None,
        }
    }

    fn comparison(&mut self) -> Result<(), ExpressionError> {
        self.sum()?;
        let Some(sign) = self.sign(Binding::Comparison) else { return Ok(()) };
        let range = self.range.clone();
        self.step()?;
        self.sum()?;
        self.push(Node::Operation(sign), range)?;
        match self.sign(Binding::Comparison) {
            Some(_) => {
                Err(self.wrong("comparisons cannot be chained: write if(a < b, b < c, 0) for a < b < c"))
            }
            None => Ok(()),
        }
    }

    fn sum(&mut self) -> Result<(), ExpressionError> {
        self.chain(Binding::Sum, Self::product)
    }

    fn product(&mut self) -> Result<(), ExpressionError> {
        self.chain(Binding::Product, Self::signed)
    }

    /// Operands with signs between them, from left to right.
    fn chain(
        &mut self,
        binding: Binding,
        operand: impl Fn(&mut Self) -> Result<(), ExpressionError>,
    ) -> Result<(), ExpressionError> {
        operand(self)?;
        while let Some(sign) = self.sign(binding) {
            let range = self.range.clone();
            self.step()?;
            operand(self)?;
            self.push(Node::Operation(sign), range)?;
        }
        Ok(())
    }

    fn signed(&mut self) -> Result<(), ExpressionError> {
        if self.token != Token::Sign(Operation::Subtract) {
            return self.power();
        }
        let range = self.range.clone();
        self.step()?;
        self.nested(Self::signed)?;
        self.push(Node::Operation(Operation::Negate), range)
    }

    /// Powers are taken from right to left, and an exponent may have a sign: `2^-x^2`.
    fn power(&mut self) -> Result<(), ExpressionError> {
        self.atom()?;
        if self.token != Token::Sign(Operation::Power) {
            return Ok(());
        }
        let range = self.range.clone();
        self.step()?;
        self.nested(Self::signed)?;
        self.push(Node::Operation(Operation::Power), range)
    }

    fn atom(&mut self) -> Result<(), ExpressionError> {
        let range = self.range.clone();
        match self.token {
            Token::Number(number) => {
                self.step()?;
                self.push(Node::Number(number), range)
            }
            Token::Name(name) => {
                self.step()?;
                match self.token {
                    Token::Open => self.call(name, range),
                    _ => self.name(name, range),
                }
            }
            Token::Open => {
                self.step()?;
                self.nested(Self::comparison)?;
                self.close(range)
            }
            _ => Err(self.unexpected("a number, a name or a parenthesis")),
        }
    }

    /// The end of what was opened at `open`.
    fn close(&mut self, open: Range<usize>) -> Result<(), ExpressionError> {
        match self.token {
            Token::Close => self.step(),
            Token::End => Err(ExpressionError::new(open, "this parenthesis is never closed")),
            _ => Err(self.unexpected("an operator or `)`")),
        }
    }

    fn name(&mut self, name: &str, range: Range<usize>) -> Result<(), ExpressionError> {
        let word = name.to_lowercase();
        if let Some(function) = Operation::function(&word) {
            let problem = format!("`{name}` is a function: write {}", function.form());
            return Err(ExpressionError::new(range, problem));
        }
        let known = self.found.names.iter().position(|known| known.word == word);
        let index = known.unwrap_or_else(|| {
            let around = hyphenated(self.text, &range);
            self.found.names.push(Name { word, range: range.clone(), hyphenated: around });
            self.found.names.len() - 1
        });
        self.push(Node::Quantity(index), range)
    }

    fn call(&mut self, name: &str, range: Range<usize>) -> Result<(), ExpressionError> {
        let word = name.to_lowercase();
        let Some(function) = Operation::function(&word) else {
            return Err(no_function(&word, range));
        };
        let open = self.range.clone();
        self.step()?;
        let mut n_found = 0;
        if self.token != Token::Close {
            loop {
                self.nested(Self::comparison)?;
                n_found += 1;
                // Of several numbers the least is found two by two.
                if n_found > 2 && takes_many(function) {
                    self.push(Node::Operation(function), range.clone())?;
                }
                match self.token {
                    Token::Comma => self.step()?,
                    _ => break,
                }
            }
        }
        let expected = function.n_operands();
        if n_found != expected && !(takes_many(function) && n_found > 2) && self.token == Token::Close {
            let problem = format!("`{word}` is written {}, but found {n_found} numbers", function.form());
            return Err(ExpressionError::new(range, problem));
        }
        self.close(open)?;
        self.push(Node::Operation(function), range)
    }
}

fn takes_many(function: Operation) -> bool {
    matches!(function, Operation::Min | Operation::Max)
}

fn no_function(word: &str, range: Range<usize>) -> ExpressionError {
    let names: Vec<&str> = Operation::functions().map(Operation::written).collect();
    let nearest = match word {
        "log" => Some("ln"),
        "pow" => Some("^"),
        _ => zermelo_game::nearest(word, names.iter().copied()),
    };
    let hint = nearest.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let problem = format!("there is no function `{word}`: there are {}{hint}", names.join(", "));
    ExpressionError {
        expected: names.iter().map(|&name| name.to_owned()).collect(),
        nearest: nearest.map(str::to_owned),
        ..ExpressionError::new(range, problem)
    }
}

/// The word with hyphens that a name is the beginning of, written with underscores: `own_moves` for the `own` in `own-moves`.
fn hyphenated(text: &str, range: &Range<usize>) -> Option<(String, Range<usize>)> {
    let rest = &text[range.start..];
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let word = rest[..length].trim_end_matches('-');
    word.contains('-').then(|| (word.to_lowercase().replace('-', "_"), range.start..range.start + word.len()))
}
