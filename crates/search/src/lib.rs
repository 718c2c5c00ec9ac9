//! Search: generic over [`Position`](zermelo_game::Position) and nothing else. The evaluator sits behind a pointer,
//! which costs nothing that could be measured; the position never does.

pub mod alphabeta;
pub mod budget;
pub mod mcts;
pub mod minimax;
pub mod order;
pub mod policy;
pub mod random;
pub mod table;

pub use alphabeta::{AlphaBeta, Switches};
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use random::Random;
pub use table::Table;
