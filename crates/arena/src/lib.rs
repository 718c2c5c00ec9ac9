//! Games between agents: how one is played, from which openings, and who meets whom.
//!
//! Everything here is a pure function of its arguments. A schedule says what to play next given what has been played, in
//! schedule order, so a tournament can be stopped anywhere and gone on with, and threads cannot change it.

mod calibration;
pub mod evidence;
mod game_loop;
pub mod pair;
pub mod points;
pub mod rating;
pub mod schedule;
pub mod standings;

pub use calibration::{Bin, Calibration, ValuedGame};
pub use evidence::Evidence;
pub use game_loop::{Effort, Finish, GameEnd, Referee, play_game};
pub use pair::{GameResult, Pair, Played};
pub use points::Points;
pub use schedule::Schedule;
pub use standings::{Record, Standing, Standings};
