//! Experiments: files that say what is to be found out, the runs that find it out, and their results.
//!
//! [`KINDS`] lists all kinds of experiments; each is a crate of its own, and what they have in common is in `zermelo-kind`. A
//! run writes everything it finishes into the store, so an interrupted run goes on where it stopped, with the same result.

pub mod begun;
pub mod champions;
mod clocks;
mod doubts;
pub mod estimate;
pub mod experiment;
mod fleet_notes;
mod kinds;
pub mod people;
pub mod run_report;
pub mod series;
mod sprt_match;
mod sprt_test;
mod study_game;
pub mod variants;
pub mod verification;

pub use kinds::{KINDS, carry_out_kind, kind_named};
pub use sprt_match::SprtMatch;
pub use sprt_test::SprtTest;
pub use study_game::{study_game, study_game_named};
pub use zermelo_evolutions as evolution;
pub use zermelo_game_analysis as game_analysis;
pub use zermelo_kind::game_texts::register_all as register_games;
pub use zermelo_kind::self_play::thoughts_of;
pub use zermelo_kind::{
    Champion, Change, ClockNote, Confirmation, Curve, FleetNote, Journal, Kind, Past, Plan, Point,
    ProvenanceNote, Record, RunResult, RunWorkers, Running, ScoreTable, ScoreTableRow, Series as CurveSeries,
    SoFar, Spread, Unit, UsageNote, Wanted, Weight, WorkDone, WorkerNote, form, game_of, has_stages, report,
    title_of,
};
pub use zermelo_q_learning as q_learning;
pub use zermelo_studies as study;
pub use zermelo_tournaments as tournament;
pub use zermelo_trainings as training;
