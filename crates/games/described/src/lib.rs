//! Games written as text, as positions. `crates/rules` compiles a text into a [`Description`]; [`tables`] makes of it what a position
//! walks, and all searches are compiled here for three sizes of boards. Nothing here does I/O.

mod actions;
mod cells;
mod chains;
mod compiler;
mod coverage;
mod ends;
mod erase;
mod features;
mod fit;
mod game;
mod hints;
mod inputs;
mod intern;
mod moves;
mod picture;
mod plays;
mod position;
mod race;
mod second;
mod second_plays;
pub mod shelf;
pub mod tables;
mod text;
mod ways;
mod weighted;
mod wide;

pub use cells::Cells;
pub use compiler::Compiler;
pub use erase::open;
pub use game::Described;
pub use intern::{MOST_GAMES, MOST_SENT, Origin, Visitor, open_for, open_with, read_parameters};
pub use moves::Move;
pub use position::Board;
pub use problem::{Place, Problem, render_all};
pub use zermelo_any::problem;
pub use zermelo_rules::end::{self, End};
pub use zermelo_rules::{
    Description, compile, compile_with, completion, english, judge, reasons, resolve, rules, shape, stuck,
    symmetry, syntax, termination, tree,
};
