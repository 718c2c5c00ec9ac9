//! Tic-tac-toe as the tic-tac-toe study plays it: tables that know a cell for every position, the exact count of the
//! games they win and lose, and the opponents they are measured against. The rules that everybody else plays by are
//! in `mnk`; here a [`Board`] is a number below 3^9, so that a table's move is two array reads.
//!
//! | noun | where |
//! | --- | --- |
//! | a position and its code | [`board`] |
//! | the 765 positions a table knows | [`base_case`] |
//! | a table, as genes and as text | [`table`] |
//! | all games of a table at once, with weights | [`walk`] |
//! | wins, draws and losses against every reply; when two tables are one strategy | [`fitness`] |
//! | who a table is measured against | [`opponent`] |
//! | its chances there, its games there | [`rival`]; lost games without playing: [`binomial`] |
//! | a table at the real board | [`player`] |
//!
//! Nothing is global: [`BaseCases`], [`Fitness`] and [`Rival`] are values, made once (milliseconds) and
//! shared by reference.

pub mod base_case;
pub mod binomial;
pub mod board;
pub mod fitness;
pub mod opponent;
pub mod player;
pub mod rival;
pub mod table;
pub mod walk;

pub use base_case::{BaseCase, BaseCases, N_GENES};
pub use board::{Board, Cells};
pub use fitness::{Fitness, Sameness, Tally};
pub use opponent::Opponent;
pub use rival::{Odds, Rival};
pub use table::{Genes, Table, TableError};
