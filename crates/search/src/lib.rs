//! Search: generic over [`Position`](zermelo_game::Position) and nothing else. The evaluator sits behind a pointer,
//! which costs nothing that could be measured; the position never does.

pub mod alphabeta;
mod aside;
pub mod blundering;
pub mod budget;
pub mod canonical;
pub mod decided;
pub mod eval_cache;
pub mod exact;
pub mod mcts;
pub mod minimax;
pub mod order;
pub mod parallel;
pub mod policy;
pub mod proof;
pub mod proof_table;
pub mod quirks;
pub mod random;
pub mod solve;
pub mod table;
mod work;

pub use alphabeta::{AlphaBeta, MOST_DEPTH, Switches};
pub use blundering::{Blundering, Sight};
pub use decided::{Horizon, decided};
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use parallel::{Parallel, Scheme};
pub use proof_table::ProofTable;
pub use quirks::{Blind, Quirks, Resigning, Ties};
pub use random::Random;
pub use solve::{Method, Solution, SolvePlan, Worth, solve, solve_in};
pub use table::Table;
