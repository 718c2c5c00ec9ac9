//! The catalog: every game by name, and what a caller does with one.
//!
//! The program [registers](registry) the families of games. A game's type ends below this border: above it there are a
//! [`Catalog`](catalog) of ids, an [`OpenGame`] and a [`Session`]. A session's calls are whole jobs (a position
//! analysed, a tree counted), so that one virtual call buys millions of monomorphic ones.

pub mod analysis;
pub mod bench;
pub mod catalog;
pub mod error;
pub mod expressions;
pub mod game_check;
pub mod game_file;
pub mod game_template;
pub mod game_texts;
pub mod guests;
pub mod networks;
pub mod open_game;
pub mod opponents;
pub mod perft;
pub mod registry;
pub mod session;
pub mod solve;
pub mod speed;
pub mod svg;
pub mod ugi;

pub use analysis::{Analysis, AnalysisPlan, Evaluation, Glance, Term, Thought, WatchPlan};
pub use bench::{Bench, BenchPlan};
pub use catalog::{Entry, described_entries, entries, open};
pub use error::RequestError;
pub use game_file::GameFile;
pub use open_game::OpenGame;
pub use perft::{Perft, PerftPlan};
pub use registry::{AlreadyRegistered, compiler, families, register};
pub use session::{Session, Start};
pub use ugi::{CheckPlan, EnginePlan, Finding};
pub use zermelo_any::Permission;
