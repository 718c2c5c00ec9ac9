//! One writer for each run: an empty file beside the store, locked by the operating system.
//!
//! The lock belongs to the open file and not to what is written in it, so the system lifts it when the process ends,
//! however it ends. A row in a table with a process number and a heartbeat would outlive a killed process, and would need a
//! guess about how long a slow one may be silent.
//!
//! The file is removed when the run is let go; a killed process leaves it behind, unlocked, and the next writer takes
//! it over. Removing has a trap: somebody may have opened the file just before it is gone, and would then hold a
//! lock on a file that nobody else can find. So whoever has locked a file looks whether it is still the one at that path.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How often a held lock is tried again, and how long we sleep in between: whoever asks [`is_held`] holds
/// the lock for a moment, and this is not to be taken for a writer.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(5);

/// The number of a process takes so many letters at most.
const LONGEST_NUMBER: u64 = 16;

/// An exclusive lock, held until this is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct RunLock {
    file: File,
    path: PathBuf,
}

/// Why there is no lock.
#[derive(Debug)]
pub(crate) enum NoLock {
    /// Somebody else holds it: the process with this number, if it could be read.
    Held(Option<u32>),
    /// The system said no.
    Failed(io::Error),
}

impl RunLock {
    /// Takes the lock, or says who has it.
    pub(crate) fn take(path: &Path) -> Result<RunLock, NoLock> {
        for _ in 0..TRIES {
            let file = open(path).map_err(NoLock::Failed)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => return Ok(RunLock::signed(file, path)),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(NoLock::Failed(error)),
            }
        }
        Err(NoLock::Held(holder(path)))
    }

    /// Takes the lock, and waits until it can be had.
    pub(crate) fn wait(path: &Path) -> io::Result<RunLock> {
        loop {
            let file = open(path)?;
            file.lock()?;
            if is_at(&file, path) {
                return Ok(RunLock::signed(file, path));
            }
        }
    }

    /// Writes our process number into the file, for the message that others get. The lock does not hang on it.
    fn signed(mut file: File, path: &Path) -> RunLock {
        // A longer file is none of ours: somebody has put a link in the lock's place.
        if file.metadata().is_ok_and(|about| about.len() <= LONGEST_NUMBER) {
            let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
        }
        RunLock { file, path: path.to_owned() }
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // Only where `is_at` can tell that a file has gone may it be removed. First removed, then unlocked.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

/// Whether somebody holds the lock.
pub(crate) fn is_held(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

fn holder(path: &Path) -> Option<u32> {
    let mut text = String::new();
    File::open(path).ok()?.take(LONGEST_NUMBER).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

/// Whether the open file is the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let Ok(ours) = file.metadata() else { return false };
    fs::metadata(path).is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino()))
}

/// Elsewhere lock files are not removed, so the file at a path stays the same one.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_lock_is_held_once_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        assert!(!is_held(&path));
        let lock = RunLock::take(&path).unwrap();
        assert!(is_held(&path));
        let pid = std::process::id();
        assert!(matches!(RunLock::take(&path), Err(NoLock::Held(Some(holder))) if holder == pid));
        drop(lock);
        assert!(!is_held(&path));
        assert!(!path.exists());
        drop(RunLock::take(&path).unwrap());
    }

    /// The trap that the file's comment speaks of: with many taking and removing at once, two would get in sooner
    /// or later.
    #[test]
    fn never_two_hold_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let inside = AtomicU32::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        let lock = RunLock::wait(&path).unwrap();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        (0..5).for_each(|_| thread::yield_now());
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                });
            }
        });
    }
}
