//! Why something cannot be shown.

use thiserror::Error;
use zermelo_stats::StatsError;

use crate::estimate::Estimate;

/// Why something cannot be shown. `of` is the title of the figure or table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A figure or table without a title: nobody could speak of it.
    #[error("a figure or table has no title: give it one")]
    NoTitle,
    /// A figure that does not say what it was drawn from.
    #[error("`{of}` does not state its sample: give n, and the kind of interval")]
    NoBasis {
        /// Which figure.
        of: String,
    },
    /// There is nothing to draw.
    #[error("`{of}` has no {what}: give it some, or leave it out")]
    Empty {
        /// Which figure or table.
        of: String,
        /// What is missing.
        what: &'static str,
    },
    /// A value is not a number, infinite, or so large that differences are.
    #[error("`{of}`: {what} is {value}: leave it out, or find its source")]
    NotFinite {
        /// Which figure or table.
        of: String,
        /// Which value.
        what: String,
        /// The value, as text.
        value: String,
    },
    /// A logarithmic axis has no place for zero and less.
    #[error("`{of}`: {what} is {value}, which a logarithmic axis cannot show: choose a linear axis")]
    NotPositive {
        /// Which figure.
        of: String,
        /// Which value.
        what: String,
        /// The value, as text.
        value: String,
    },
    /// An interval, or a range, that ends before it begins.
    #[error("`{of}`: {what} goes from {low} to {high}: swap its ends")]
    Reversed {
        /// Which figure or table.
        of: String,
        /// Which interval.
        what: String,
        /// Where it begins, as text.
        low: String,
        /// Where it ends, as text.
        high: String,
    },
    /// Lists that belong together have different lengths.
    #[error("`{of}`: {what} has {got} values, expected {expected}")]
    UnequalLengths {
        /// Which figure or table.
        of: String,
        /// Which list.
        what: String,
        /// How long it should be.
        expected: usize,
        /// How long it is.
        got: usize,
    },
    /// A value that has no meaning where it stands.
    #[error("`{of}`: {what} is {value}, but must be {expected}")]
    BadValue {
        /// Which figure or table.
        of: String,
        /// Which value.
        what: String,
        /// The value, as text.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// The statistics that a figure needs cannot be had.
    #[error("`{of}`: {source}")]
    Statistics {
        /// Which figure.
        of: String,
        /// Why not.
        source: StatsError,
    },
    /// A picture that cannot be painted: a fault of ours.
    #[error("cannot render a picture: {reason}")]
    Picture {
        /// What the painter said.
        reason: String,
    },
}

/// Larger numbers are refused, since their differences and products would not be finite.
const MOST: f64 = 1e150;

/// Checks the values of one figure or table, and names it in what it finds.
#[derive(Clone, Copy)]
pub(crate) struct Check<'a> {
    /// The title of the figure or table.
    pub of: &'a str,
}

impl Check<'_> {
    pub fn not_empty(self, what: &'static str, n: usize) -> Result<(), ReportError> {
        if n == 0 {
            return Err(ReportError::Empty { of: self.of.to_owned(), what });
        }
        Ok(())
    }

    pub fn length(self, what: &str, expected: usize, got: usize) -> Result<(), ReportError> {
        if expected != got {
            let (of, what) = (self.of.to_owned(), what.to_owned());
            return Err(ReportError::UnequalLengths { of, what, expected, got });
        }
        Ok(())
    }

    pub fn finite(self, what: &str, value: f64) -> Result<(), ReportError> {
        if value.abs() <= MOST {
            return Ok(());
        }
        Err(ReportError::NotFinite {
            of: self.of.to_owned(),
            what: what.to_owned(),
            value: value.to_string(),
        })
    }

    pub fn all_finite(self, what: &str, values: impl IntoIterator<Item = f64>) -> Result<(), ReportError> {
        values.into_iter().try_for_each(|value| self.finite(what, value))
    }

    pub fn interval(self, what: &str, (low, high): (f64, f64)) -> Result<(), ReportError> {
        self.all_finite(what, [low, high])?;
        if low > high {
            let (of, what) = (self.of.to_owned(), what.to_owned());
            return Err(ReportError::Reversed { of, what, low: low.to_string(), high: high.to_string() });
        }
        Ok(())
    }

    pub fn estimate(self, what: &str, estimate: &Estimate) -> Result<(), ReportError> {
        self.finite(what, estimate.value)?;
        self.interval(what, (estimate.low, estimate.high))
    }

    pub fn bad(self, what: &str, value: impl ToString, expected: &'static str) -> ReportError {
        ReportError::BadValue {
            of: self.of.to_owned(),
            what: what.to_owned(),
            value: value.to_string(),
            expected,
        }
    }
}
