//! The laboratory: every game by name, and whole jobs to run on any of them.
//!
//! Here, and only here, all games are named. A game's type ends at this border: above it there are a
//! [`Catalog`](catalog) of ids, an [`OpenGame`] and a [`Session`], each call of which is a whole job (a move
//! played, a tree counted), so that one virtual call buys millions of monomorphic ones.

pub mod analysis;
pub mod bench;
pub mod bred;
pub mod catalog;
pub mod confirmation;
mod desk;
pub mod error;
pub mod evolution;
pub mod experiment;
pub mod export;
mod form;
pub mod game_file;
pub mod hall;
mod limits;
pub mod matches;
mod names;
mod needs;
pub mod networks;
pub mod open_game;
pub mod openings;
pub mod people;
pub mod perft;
pub mod portrait;
pub mod positions;
pub mod q_learning;
pub mod record;
pub mod series;
pub mod session;
pub mod solve;
pub mod study;
pub mod svg;
pub mod tables;
pub mod tournament;
pub mod training;
pub mod ugi;

pub use analysis::{Analysis, AnalysisPlan, Evaluation, Glance, Term, Thought, WatchPlan};
pub use bench::{Bench, BenchPlan};
pub use catalog::{Entry, entries, open};
pub use error::LabError;
pub use game_file::GameFile;
pub use matches::{Faults, MatchPlan, MatchResult, play_match};
pub use open_game::OpenGame;
pub use perft::{Perft, PerftPlan};
pub use record::Record;
pub use session::{Session, Start};
pub use ugi::{CheckPlan, EnginePlan, Finding};
pub use zermelo_any::Permission;
pub use zermelo_arena::Effort;
