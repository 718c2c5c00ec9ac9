//! The runner: games between agents, played on threads, for matches and experiments alike.
//!
//! [`GameRunner`](game_runner::GameRunner) is the one executor of games. A game's number decides its random stream, so
//! neither threads nor interruptions change a result.

pub mod clock_rule;
pub mod examples;
pub mod executor;
pub mod fleet;
pub mod game_runner;
pub mod matches;
pub mod names;
pub mod openings;
pub mod positions;
pub mod self_play;
pub mod speeds;
pub mod work;

pub use clock_rule::{ClockMode, ClockRule};
pub use matches::{Faults, MatchPlan, MatchResult, play_match};
pub use speeds::Speeds;
pub use zermelo_arena::Effort;
