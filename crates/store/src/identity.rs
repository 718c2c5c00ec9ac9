//! Which file it is, whatever its name: for whoever must know that a path still leads to the same file.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file as the system knows it: its device and its number there. It stays the same through links and new names, and
/// a file that is put in its place has another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity(u64, u64);

impl Identity {
    #[cfg(unix)]
    pub fn of(about: &Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity(about.dev(), about.ino())
    }

    /// Elsewhere an open file cannot be replaced, so that there is nothing to tell apart.
    #[cfg(not(unix))]
    pub fn of(_about: &Metadata) -> Identity {
        Identity(0, 0)
    }

    pub fn at(path: &Path) -> io::Result<Identity> {
        fs::metadata(path).map(|about| Identity::of(&about))
    }
}

/// The stores that this process has open, and how often.
static OPEN: Mutex<Option<HashMap<Identity, usize>>> = Mutex::new(None);

fn open_stores() -> MutexGuard<'static, Option<HashMap<Identity, usize>>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps in mind that a store is open, as long as this lives.
#[derive(Debug)]
pub(crate) struct Held(Identity);

impl Held {
    pub fn new(identity: Identity) -> Held {
        *open_stores().get_or_insert_default().entry(identity).or_default() += 1;
        Held(identity)
    }

    pub fn identity(&self) -> Identity {
        self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut stores = open_stores();
        let stores = stores.get_or_insert_default();
        if let Some(n_times) = stores.get_mut(&self.0) {
            *n_times -= 1;
            if *n_times == 0 {
                stores.remove(&self.0);
            }
        }
    }
}

/// Whether this process has this file open as a store.
pub(crate) fn is_open(identity: Identity) -> bool {
    cfg!(unix) && open_stores().as_ref().is_some_and(|stores| stores.contains_key(&identity))
}
