//! An expression as it was written, without a game: operations behind their operands, and the names that it uses.

use std::fmt;
use std::ops::Range;

use crate::operation::Binding;
use crate::{ExpressionError, Operation, parser};

/// One step of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// A number.
    Number(f64),
    /// A quantity of the game, by the place of its name in [`Expression::names`].
    Quantity(usize),
    /// An operation on the results before it.
    Operation(Operation),
}

/// A name in an expression.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub word: String,
    /// Where it first is.
    pub range: Range<usize>,
    /// The word with hyphens that it begins, with underscores in their place.
    pub hyphenated: Option<(String, Range<usize>)>,
}

/// An expression that was read.
#[derive(Clone, Debug, Default)]
pub struct Expression {
    pub(crate) nodes: Vec<Node>,
    pub(crate) names: Vec<Name>,
}

impl Expression {
    /// Reads a text.
    pub fn read(text: &str) -> Result<Expression, ExpressionError> {
        parser::read(text)
    }

    /// The steps, each behind its operands.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The names of quantities, each once, in the order of the text.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| name.word.as_str())
    }
}

/// Two expressions are the same if they compute the same in the same way, wherever their words stand.
impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.nodes == other.nodes && self.names().eq(other.names())
    }
}

/// Writes it with as few parentheses as it needs; reading that gives the same expression.
impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let mut done: Vec<(String, Binding)> = Vec::new();
        for node in &self.nodes {
            let written = match *node {
                Node::Number(number) => (number.to_string(), Binding::Atom),
                Node::Quantity(name) => (self.names[name].word.clone(), Binding::Atom),
                Node::Operation(operation) => {
                    let operands = done.split_off(done.len().saturating_sub(operation.n_operands()));
                    (written(operation, &operands), operation.binding())
                }
            };
            done.push(written);
        }
        formatter.write_str(done.last().map_or("", |(text, _)| text))
    }
}

fn written(operation: Operation, operands: &[(String, Binding)]) -> String {
    let at_least = |(text, binding): &(String, Binding), least: Binding| {
        if *binding >= least { text.clone() } else { format!("({text})") }
    };
    let sign = operation.written();
    match (operation.binding(), operands) {
        (Binding::Sign, [one]) => format!("-{}", at_least(one, Binding::Sign)),
        (Binding::Power, [a, b]) => format!("{}^{}", at_least(a, Binding::Atom), at_least(b, Binding::Sign)),
        (Binding::Product, [a, b]) => {
            format!("{} {sign} {}", at_least(a, Binding::Product), at_least(b, Binding::Sign))
        }
        (Binding::Sum, [a, b]) => {
            format!("{} {sign} {}", at_least(a, Binding::Sum), at_least(b, Binding::Product))
        }
        (Binding::Comparison, [a, b]) => {
            format!("{} {sign} {}", at_least(a, Binding::Sum), at_least(b, Binding::Sum))
        }
        (_, operands) => {
            let operands: Vec<&str> = operands.iter().map(|(text, _)| text.as_str()).collect();
            format!("{sign}({})", operands.join(", "))
        }
    }
}

/// The text of a file in one line without its comments, as it can stand in the text of an agent. Gaps stay as they are.
pub fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
