//! Games of pawns on a chess-like board: [`breakthrough`] and [`hexapawn`] are two gaits of the same rules.

pub mod breakthrough;
pub mod hexapawn;
mod pawns;
