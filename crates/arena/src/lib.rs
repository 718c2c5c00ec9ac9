//! Games between agents: how one is played, from which openings, and who meets whom.
//!
//! Everything here is a pure function of its arguments. A schedule says what to play next given what has been played, in
//! schedule order, so a tournament can be stopped anywhere and gone on with, and threads cannot change it.

pub mod bout;
pub mod evidence;
pub mod opening;
pub mod pair;
pub mod points;
pub mod rating;
pub mod schedule;
pub mod selection;
pub mod standings;

pub use bout::{Contender, Effort, Ending, Finish, Referee};
pub use evidence::Evidence;
pub use pair::{GameResult, Pair, Played};
pub use points::Points;
pub use schedule::Schedule;
pub use standings::{Record, Standing, Standings};
