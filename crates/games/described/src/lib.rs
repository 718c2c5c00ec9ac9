//! Games written as text. A description is compiled in three steps, each in its own file: [`syntax`] (text to tree, with places, in `crates/language`),
//! [`resolve`] (names looked up, checked, normalised into [`rules`]) and [`tables`] (what a position walks). Nothing here does
//! I/O; a text that a stranger sends is compiled in bounded time and memory, and never panics.

mod actions;
mod cells;
mod compile;
mod compiler;
mod coverage;
mod end;
mod ends;
mod english;
mod erase;
mod features;
mod fit;
mod game;
mod hints;
mod inputs;
mod intern;
pub mod judge;
mod moves;
mod position;
mod race;
pub mod reasons;
pub mod resolve;
pub mod rules;
mod sentences;
pub mod shape;
pub mod shelf;
pub mod stuck;
pub mod symmetry;
pub mod tables;
pub mod termination;
mod text;
mod ways;
mod weighted;
mod wide;

pub use cells::Cells;
pub use compile::{Description, compile, compile_with};
pub use compiler::Compiler;
pub use end::End;
pub use erase::open;
pub use game::Described;
pub use intern::{MOST_GAMES, Visitor, open_with, read_parameters};
pub use moves::Move;
pub use position::Board;
pub use problem::{Place, Problem, render_all};
pub use zermelo_any::problem;
pub use zermelo_language::{syntax, tree};
