//! The rules of games written as text. [`compile()`] reads a text ([`syntax`], in `crates/language`), looks up its names and
//! normalises it into [`rules`] ([`resolve`]), proves that the game ends ([`termination`]) and finds its symmetries. `sentences`
//! tells the result in words. Nothing here does I/O; a text that a stranger sends is compiled in bounded time and memory, and
//! never panics.

pub mod compile;
pub mod completion;
pub mod end;
pub mod english;
pub mod judge;
pub mod reasons;
pub mod resolve;
pub mod rules;
pub mod second;
mod sentences;
pub mod shape;
pub mod stuck;
pub mod symmetry;
pub mod termination;

pub use compile::{Description, compile, compile_with};
pub use zermelo_language::{syntax, tree};
pub(crate) use zermelo_problem as problem;
