//! Games that people played, kept like all others: one run for each game, which has no end, and what it says about them.

mod game;
mod report;
mod result;

pub use game::{Experience, GameId, PersonGame, Seat, record};
pub use result::{LevelResult, PeopleResult, PersonResult, result_of};
