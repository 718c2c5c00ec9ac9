//! What every kind of experiment has: a file with a form, a plan that can be checked and carried out, a result with findings
//! and a report, and the log of its run.
//!
//! A kind is a crate in `crates/kinds` that implements [`Kind`], [`Plan`] and [`RunResult`]. `zermelo-experiments` lists all
//! kinds; reports, the command line and the server ask these traits and know no kind by name.

mod clock_note;
mod common;
mod confirmation;
mod curve;
pub mod expression_files;
mod fleet_note;
pub mod form;
pub mod game_texts;
mod journal;
mod kind;
pub mod limits;
pub mod memory;
mod openings_file;
mod plan;
mod played_pair;
mod provenance_note;
mod record;
pub mod report;
mod result;
mod run_log;
mod run_workers;
mod score_table;
pub mod self_play;
mod so_far;
mod worker_note;

pub use clock_note::ClockNote;
pub use common::Common;
pub use confirmation::{Confirmation, ConfirmationPlan, Group};
pub use curve::{Curve, Point, Series, Spread};
pub use fleet_note::{FleetNote, UsageNote};
pub use journal::{Journal, Past, RunContext, Running};
pub use kind::{Kind, Source, read_result};
pub use openings_file::{OpeningsFile, check_adjudication, pairs_of, read_openings};
pub use plan::{Plan, Unit, Wanted};
pub use played_pair::played_pair;
pub use provenance_note::ProvenanceNote;
pub use record::{Record, game_of, has_stages, title_of};
pub use result::{Champion, RunResult, Weight};
pub use run_log::RunLog;
pub use run_workers::RunWorkers;
pub use score_table::{Change, ScoreTable, ScoreTablePlan, ScoreTableRow, compare, score_of, score_table};
pub use so_far::{SoFar, sections_of_curves};
pub use worker_note::{WorkDone, WorkerNote};
