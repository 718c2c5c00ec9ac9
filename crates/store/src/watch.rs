//! Looks whether the file that is being written is still the one at its path.
//!
//! A file that is removed or replaced goes on existing for those who have it open: everything can be written to it, and
//! nothing of it will be found again. The same holds for SQLite's log beside it, which has what was committed last until it
//! is copied into the file. Asking the system costs some microseconds, and a commit costs more than a thousand.

use std::fs;
use std::path::Path;

use crate::identity::Identity;
use crate::store_file::beside;

/// What a store's files were when they were opened.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    file: Identity,
    log: Option<Log>,
}

#[derive(Clone, Debug)]
struct Log {
    identity: Identity,
    /// As long as it is open, SQLite does not make it shorter, unless somebody asks for it.
    length: u64,
}

/// What happened to a store's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Something that cannot be mended.
    Gone(&'static str),
    /// The log was cut short. That is no loss if it had been copied into the file before.
    ShortLog,
}

impl Watch {
    /// Begins to watch the files of a store that is open.
    pub fn new(path: &Path, file: Identity) -> Watch {
        Watch { file, log: log_of(path) }
    }

    /// Looks whether the files are still those that were opened.
    pub fn look(&self, path: &Path) -> Result<(), Trouble> {
        match Identity::at(path) {
            Err(_) => return Err(Trouble::Gone("the file has been removed")),
            Ok(there) if there != self.file => {
                return Err(Trouble::Gone("the file has been replaced"));
            }
            Ok(_) => {}
        }
        let Some(log) = &self.log else { return Ok(()) };
        match log_of(path) {
            None => Err(Trouble::Gone("its write-ahead log (-wal) has been removed")),
            Some(there) if there.identity != log.identity => {
                Err(Trouble::Gone("its write-ahead log (-wal) has been replaced"))
            }
            Some(there) if there.length < log.length => Err(Trouble::ShortLog),
            Some(_) => Ok(()),
        }
    }

    /// Keeps in mind how long the log is now.
    pub fn note(&mut self, path: &Path) {
        if let (Some(log), Some(there)) = (&mut self.log, log_of(path)) {
            log.length = there.length;
        }
    }
}

fn log_of(path: &Path) -> Option<Log> {
    let about = fs::metadata(beside(path, "-wal")).ok()?;
    Some(Log { identity: Identity::of(&about), length: about.len() })
}
