//! The tests of this crate from outside, in one program.

mod decided;
mod mcts;
mod net;
mod searches;
mod switches;
mod trees;
