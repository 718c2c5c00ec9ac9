//! Why there is no report.

use thiserror::Error;
use zermelo_report::ReportError;
use zermelo_store::StoreError;

/// A run of which no report can be made.
#[derive(Debug, Error)]
pub enum RunReportError {
    /// It has not come to its end.
    #[error("{run} is not finished: `zermelo show {run}` prints the command that resumes it")]
    NotFinished {
        /// The run.
        run: String,
    },
    /// Its result makes no sense to this program.
    #[error("the result of {run} cannot be read: {problem}")]
    Unreadable {
        /// The run.
        run: String,
        /// Why.
        problem: String,
    },
    /// It cannot be set beside others.
    #[error(
        "{run} is a {kind}: only evolutions, or studies of games, can be set side by side, and all of one kind"
    )]
    NotComparable {
        /// The run.
        run: String,
        /// Its kind.
        kind: String,
    },
    /// Something cannot be shown.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}
