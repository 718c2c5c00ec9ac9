//! Search: generic over [`Position`](zermelo_game::Position) and nothing else. The evaluator sits behind a pointer,
//! which costs nothing that could be measured; the position never does.

pub mod alphabeta;
mod aside;
pub mod budget;
pub mod casual;
pub mod decided;
pub mod exact;
pub mod fold;
pub mod judged;
pub mod ledger;
pub mod mcts;
pub mod minimax;
pub mod order;
pub mod parallel;
pub mod policy;
pub mod proof;
pub mod quirks;
pub mod random;
pub mod solve;
pub mod table;
mod work;

pub use alphabeta::{AlphaBeta, MOST_DEPTH, Switches};
pub use casual::{Casual, Sight};
pub use decided::{Horizon, decided};
pub use ledger::Ledger;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use parallel::{Parallel, Scheme};
pub use quirks::{Blind, Quirks, Resigning, Ties};
pub use random::Random;
pub use solve::{Method, Solution, SolvePlan, Worth, solve, solve_in};
pub use table::Table;
