#![doc = include_str!("../README.md")]

mod alphabeta;
mod aside;
mod blundering;
mod budget;
mod canonical;
mod decided;
mod eval_cache;
mod exact;
mod mcts;
mod minimax;
mod order;
mod parallel;
pub mod policy;
mod proof;
mod proof_table;
mod quirks;
mod random;
mod solve;
mod table;
mod work;

pub use alphabeta::{AlphaBeta, MOST_DEPTH, Switches};
pub use blundering::{Blundering, Sight};
pub use decided::{Horizon, decided};
pub use mcts::{Cut, EXPLORATION, Mcts, Settings as MctsSettings};
pub use minimax::Minimax;
pub use parallel::{Parallel, Scheme};
pub use proof_table::ProofTable;
pub use quirks::{Blind, Quirks, Resigning, Ties};
pub use random::Random;
pub use solve::{Method, Solution, SolvePlan, Worth, solve, solve_in};
pub use table::Table;
