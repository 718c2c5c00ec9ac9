//! What reports of several kinds show alike.

mod common;
mod error;
pub mod score_table;

pub use common::{INTERVAL, confirmations, estimate, first_share, of_games, sides};
pub use error::RunReportError;
