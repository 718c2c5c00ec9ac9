//! Why a run could not be written.

use std::io;

use parquet::errors::ParquetError;
use thiserror::Error;

use zermelo_catalog::RequestError;

/// A run that was not written, or not to its end.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The run cannot be read.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The system does not take what is written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// The table does not fit into a Parquet file.
    #[error("not writable as Parquet: {0}")]
    Parquet(ParquetError),
    /// It was stopped.
    #[error("interrupted")]
    Stopped,
}

impl From<csv::Error> for ExportError {
    fn from(error: csv::Error) -> ExportError {
        ExportError::Write(match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })
    }
}

impl From<serde_json::Error> for ExportError {
    fn from(error: serde_json::Error) -> ExportError {
        ExportError::Write(error.into())
    }
}

impl From<ParquetError> for ExportError {
    fn from(error: ParquetError) -> ExportError {
        match error {
            ParquetError::External(inner) => match inner.downcast() {
                Ok(inner) => ExportError::Write(*inner),
                Err(inner) => ExportError::Parquet(ParquetError::External(inner)),
            },
            error => ExportError::Parquet(error),
        }
    }
}
