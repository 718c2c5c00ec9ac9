//! What tests share: the laws every game must obey, a slow twin of each game's rules, games told as text,
//! games that are nothing but a tree, and a reader of the case files under `tests/data`. Only tests depend on this crate.

mod action_laws;
pub mod cases;
mod input_laws;
pub mod laws;
pub mod move_laws;
pub mod net;
pub mod play_laws;
pub mod playthrough;
pub mod toys;
pub mod tree;
pub mod twins;

pub use laws::check_game;
pub use tree::Tree;
