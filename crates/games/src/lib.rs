//! The games, one file each: rules, notation and picture, and nothing else.
//!
//! A new game is a new file here with a type that implements [`zermelo_game::Family`], one `pub mod` line
//! below, and one line in the catalog of `zermelo-lab`. The files `bits`, `squeeze`, `in_a_row`, `windows` and
//! `pawns` hold what several games share; `tictactoe` is no game of its own, but tables that play one of `mnk`.

mod bits;
mod in_a_row;
mod pawns;
mod squeeze;
mod windows;

pub mod breakthrough;
pub mod drop;
pub mod hexapawn;
pub mod isolation;
pub mod milestone;
pub mod mnk;
pub mod simplexity;
pub mod tictactoe;
