//! Evaluators as expressions over a game's quantities: `own_moves^2 / (distance + opponent_moves^2)`.
//!
//! A text is read once ([`Expression::read`]), its names are looked up in the list of one game ([`Expression::compile`]), and from
//! then on a [`Compiled`] expression is a short list of operations on numbers. It has no loops, no memory of its own and no calls,
//! so it ends soon and cannot fail; every operation has a finite result for all numbers ([`arithmetic`]).
//!
//! | question | where |
//! | --- | --- |
//! | What may be written? | `lexer.rs`, `parser.rs`; the words are in [`Operation`] |
//! | What is 1/0, and how large may a number become? | [`arithmetic`] |
//! | How is it computed? | `program.rs`; a plain weighted sum: `sum.rs` |
//! | What does a mistake look like? | [`ExpressionError`] |

pub mod arithmetic;
mod compiled;
mod error;
mod expression;
mod lexer;
mod operation;
mod parser;
mod program;
mod sum;

pub use compiled::Compiled;
pub use error::ExpressionError;
pub use expression::{Expression, Node, one_line};
pub use operation::Operation;

/// An expression has at most so many numbers, names and operations.
pub const MOST_NODES: usize = 1_000;

/// Parentheses, functions, powers and minus signs are nested at most so deep.
pub const MOST_NESTED: usize = 64;

/// An expression has at most so many different numbers and quantities, and intermediate results at a time.
pub const MOST_SLOTS: usize = 256;

/// The longest text, in bytes.
pub const MOST_BYTES: usize = 64 * 1024;

/// Larger numbers are slips: the agent texts have the same bound.
pub const LARGEST_NUMBER: f64 = 1e9;
