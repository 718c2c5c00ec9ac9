//! The append-only log of finished work: one SQLite file that holds runs and, for each run, its agents, openings,
//! games, events and files. A run may be a stage of another one. Beside the runs it keeps lines of play that are too long for an address. It knows records, not games and not experiments.
//!
//! The log is the only state there is. Whoever resumes a run computes the schedule again, asks which games are
//! there ([`Store::game_indices`]) and plays the missing ones; there is no checkpoint to keep in step with it.
//!
//! [`Store`] reads, and hands out an [`OpenRun`] to write one run with. An `OpenRun` holds the run's lock, so two
//! processes cannot write the same run, and the lock vanishes with the process that holds it. A [`Writer`] puts an
//! `OpenRun` on a thread of its own and commits whatever has queued up in the meantime.
//!
//! Nothing that stands in the log is changed. Adding a record that is there already does nothing; adding a different
//! one in its place is an error. Every record has a checksum that is compared whenever it is read, and every run a tally of its
//! records, so that damage is told and never passed on ([`verify`] looks at everything). How long the work took, and notes such as who did it, stand beside the log, where they can be no part of a result.
//!
//! ```
//! use zermelo_game::{Outcome, Player};
//! use zermelo_store::{GameRow, NewRun, Store};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("zermelo.db");
//! let store = Store::open(&path)?;
//! let mut run = store.begin_run(&NewRun {
//!     stem: "isolation-heuristics".to_owned(),
//!     kind: "tournament".to_owned(),
//!     experiment: "games = 2".to_owned(),
//!     seed: 1,
//!     code_version: "0.1.0".to_owned(),
//!     created: 1_700_000_000,
//!     stage_of: None,
//! })?;
//! run.append_games(&[GameRow {
//!     index: 0,
//!     first: 0,
//!     second: 1,
//!     opening: 0,
//!     round: 0,
//!     outcome: Outcome::Win(Player::First),
//!     reason: "no-move".to_owned(),
//!     plies: 31,
//!     moves: vec![17, 4, 9],
//!     nodes: [1000, 900],
//!     micros: [52, 48],
//! }])?;
//! run.finish(r#"{"games": 1}"#)?;
//!
//! let reader = Store::read(&path)?;
//! let run = reader.find_run("isolation")?;
//! assert_eq!(run.name, "isolation-heuristics-1");
//! assert_eq!(reader.n_games(run.id)?, 1);
//! # Ok(())
//! # }
//! ```

mod agent_row;
mod artifact;
mod checksum;
mod error;
mod event_row;
mod game_row;
mod identity;
mod line_row;
mod note;
mod open_run;
mod opening_row;
mod run;
mod run_lock;
mod schema;
mod sitting;
mod store;
mod store_file;
mod store_part;
mod tally;
mod verification;
mod watch;
mod writer;

pub use agent_row::AgentRow;
pub use artifact::Artifact;
pub use error::{Change, StoreError};
pub use event_row::EventRow;
pub use game_row::{GameRow, Games};
pub use line_row::LineRow;
pub use note::NoteRow;
pub use open_run::OpenRun;
pub use opening_row::OpeningRow;
pub use run::{NewRun, Run, RunId, Status, Worked};
pub use store::Store;
pub use store_part::{StorePart, is_store};
pub use verification::{RunVerification, Verification, verify};
pub use writer::Writer;
