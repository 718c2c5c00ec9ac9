//! The tic-tac-toe study's genetic algorithm on tables that play tic-tac-toe: what a run is told ([`TablesPlan`]),
//! one run ([`Breeder::run`]), and what many runs have found ([`Collection`]).
//!
//! The document's text and the program behind its numbers differ in four ways. Both readings are here, and each difference is
//! a switch of its own ([`Reading`]).

mod breeder;
mod collection;
mod plan;

pub use breeder::{Breeder, TablesRun};
pub use collection::{Collected, Collection, Openings, Range};
pub use plan::{Mutable, Niching, Opposition, Reading, Side, TablesPlan, UnmutatedChildren};
