//! What can go wrong with a store: what it was, which file, and what a person can do about it.
//!
//! Errors are plain text and numbers, so that they can be cloned: a failure on the writer's thread is told to
//! everybody who adds a game afterwards.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::RunId;
use crate::checksum::BadRecord;

/// A store that cannot be opened, read or written as was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// There is no such file, and reading does not make one.
    #[error("{}: there is no such store; create one with `zermelo run FILE`", path.display())]
    Missing {
        /// The file that was asked for.
        path: PathBuf,
    },
    /// The path names a folder, a device or something else that is no file.
    #[error("{}: this is {what}, not a file; name a file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// What is there: "a folder", or "no ordinary file".
        what: &'static str,
    },
    /// The file is something else. It was not touched.
    #[error("{}: this is not a Zermelo store ({why}); it was not changed, name another file", path.display())]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// How that shows.
        why: String,
    },
    /// The file was written by a later version of Zermelo. It was not touched.
    #[error(
        "{}: this store has format {found}, but this version supports formats up to {known}; use the newer Zermelo \
         that wrote it",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The file's format.
        found: u32,
        /// The latest format this program knows.
        known: u32,
    },
    /// The file has an earlier format, and reading may not bring it up to date.
    #[error(
        "{}: this store has the older format {found}, and reading does not upgrade it to {known}; the next `zermelo \
         run` with it will",
        path.display()
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// The file's format.
        found: u32,
        /// The format this program reads.
        known: u32,
    },
    /// The file was a store, but its content is broken: cut off, or overwritten in places.
    #[error(
        "{}: this store is damaged ({detail}); `zermelo verify-store --store {}` lists what is intact; restore a \
         backup, or recover what is readable with `sqlite3 FILE .recover`",
        path.display(), path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        detail: String,
    },
    /// The file, or its log, was taken away while a run was written to it.
    #[error(
        "{}: {what} while run {run} was being written, and its data may be lost; check with `zermelo verify-store`, \
         then use --resume or start again, and do not touch the files of a store while a run is writing",
        path.display()
    )]
    Lost {
        /// The file.
        path: PathBuf,
        /// The run.
        run: String,
        /// What happened to the file.
        what: String,
    },
    /// The path is a link to something that is not there.
    #[error(
        "{}: this is a link to {}, which does not exist; restore the store there, remove the link, or name another \
         file",
        path.display(), target.display()
    )]
    LooseLink {
        /// The path.
        path: PathBuf,
        /// Where the link points.
        target: PathBuf,
    },
    /// The file or its folder cannot be written to.
    #[error(
        "{}: this store cannot be written to ({detail}); allow writing to the file and its folder, or copy it elsewhere",
        path.display()
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// How that shows.
        detail: String,
    },
    /// The system does not let us at the file.
    #[error("{}: cannot {doing} this store: {detail}", path.display())]
    Unreachable {
        /// The file.
        path: PathBuf,
        /// What was being done: "open", "read", "write".
        doing: &'static str,
        /// What the system says.
        detail: String,
    },
    /// There is no room left. What was committed before is safe.
    #[error("{}: the disk is full; saved data is safe; free some space and resume the run", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// Another process kept the store busy for longer than we waited.
    #[error("{}: another process is keeping this store busy; try again when it has finished", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// No run has this name, number or prefix.
    #[error("there is no run `{text}`{hint}")]
    NoSuchRun {
        /// What was asked for.
        text: String,
        /// What there is instead.
        hint: String,
    },
    /// Several runs begin like this.
    #[error("several runs begin with `{text}`: {}; give more of the name, or its number", names.join(", "))]
    SeveralRuns {
        /// What was asked for.
        text: String,
        /// The runs that begin so.
        names: Vec<String>,
    },
    /// Another process, or another part of this one, is writing this run.
    #[error("run {name} is being written{}; wait for it or stop it", by(*holder))]
    RunIsHeld {
        /// The run.
        name: String,
        /// The process that holds it, if it could be read.
        holder: Option<u32>,
    },
    /// A finished run takes no more records.
    #[error("run {name} is finished and cannot be extended; start a new one")]
    RunIsFinished {
        /// The run.
        name: String,
    },
    /// There is an unfinished run of this experiment file, but it was begun with something else.
    #[error("run {name} cannot be resumed: {change}; undo that change, or start a new run")]
    RunHasChanged {
        /// The unfinished run.
        name: String,
        /// What is different now.
        change: Change,
    },
    /// A record stands in this place already, and it is a different one.
    #[error("{what} {index} of run {name} already exists and differs; a run must be reproducible")]
    Different {
        /// What kind of record: "game", "agent", "opening", "event".
        what: &'static str,
        /// Its index in the run.
        index: u64,
        /// The run.
        name: String,
    },
    /// An index is larger than the file can hold.
    #[error("{what} {index}: an index is at most {}", i64::MAX)]
    IndexTooLarge {
        /// What kind of record it belongs to.
        what: &'static str,
        /// The index.
        index: u64,
    },
    /// A text that must be JSON is not.
    #[error("the {what} of run {name} is not JSON")]
    NotJson {
        /// Which text: "result" or "event".
        what: &'static str,
        /// The run.
        name: String,
    },
    /// The writer's thread ended without saying why.
    #[error("the thread that saves games ended unexpectedly; what it had committed is safe")]
    WriterGone,
}

/// What is different between an unfinished run and the wish to resume it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The experiment file's text.
    Experiment,
    /// The seed.
    Seed {
        /// The run's.
        then: u64,
        /// The one asked for.
        now: u64,
    },
    /// The version of the program.
    CodeVersion {
        /// The run's.
        then: String,
        /// This program's.
        now: String,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Experiment => write!(out, "the experiment file has changed since it started"),
            Change::Seed { then, now } => write!(out, "its seed was {then}, not {now}"),
            Change::CodeVersion { then, now } => {
                write!(out, "it was started by version {then} of the program, and this is {now}")
            }
        }
    }
}

impl StoreError {
    /// What SQLite answered, told as what it means for the store at `path`.
    pub(crate) fn from_sqlite(path: &Path, doing: &'static str, error: &rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        let detail = match error {
            rusqlite::Error::FromSqlConversionFailure(_, _, cause) if cause.is::<BadRecord>() => {
                cause.to_string()
            }
            _ => error.to_string(),
        };
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => {
                StoreError::NotAStore { path, why: "not an SQLite file".to_owned() }
            }
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, detail },
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path, detail },
            Some(ErrorCode::DiskFull) => StoreError::DiskFull { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure) => {
                StoreError::Unreachable { path, doing, detail }
            }
            // What is left speaks of content that our tables cannot have: a missing table, a wrong type.
            _ => StoreError::Damaged { path, detail },
        }
    }

    /// What the system answered, told as what it means for the store at `path`.
    pub(crate) fn from_io(path: &Path, doing: &'static str, error: &io::Error) -> StoreError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::StorageFull => StoreError::DiskFull { path },
            io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly { path, detail: error.to_string() },
            _ => StoreError::Unreachable { path, doing, detail: error.to_string() },
        }
    }

    /// Whether what was asked for was fine, and it failed while it was done; otherwise something else should be asked for.
    pub fn is_failure(&self) -> bool {
        matches!(
            self,
            StoreError::Damaged { .. }
                | StoreError::Lost { .. }
                | StoreError::Unreachable { .. }
                | StoreError::DiskFull { .. }
                | StoreError::Busy { .. }
                | StoreError::Different { .. }
                | StoreError::WriterGone
        )
    }

    pub(crate) fn no_such_run(run: RunId) -> StoreError {
        StoreError::NoSuchRun { text: run.to_string(), hint: String::new() }
    }
}

fn by(holder: Option<u32>) -> String {
    holder.map_or_else(String::new, |pid| format!(" by process {pid}"))
}
