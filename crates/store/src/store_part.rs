//! Whether a file belongs to a store: for whoever is about to write to a file that may be anything.
//!
//! The file's bytes decide, not its name: a store may have any name, and links lead to it by others. Bytes are compared
//! generously, since a damaged store is worth as much care as a sound one.

use std::fmt;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::identity::{self, Identity};
use crate::schema::APPLICATION_ID;

/// The first bytes of every SQLite file.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";
/// Where the mark of the program stands that a file belongs to.
const MARK_AT: usize = 68;
/// How many of the bits of both may be wrong. Files of other programs differ in more.
const MOST_WRONG_BITS: u32 = 8;
/// The first bytes of SQLite's write-ahead logs, but for their last bit, and the version that follows.
const LOG: [u32; 2] = [0x377f_0682, 3_007_000];

/// What a file is to a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePart {
    /// It is one.
    Store,
    /// It lies beside this one and belongs to it: its log, its index or a lock.
    Beside(PathBuf),
    /// It is a write-ahead log of SQLite under a name that does not tell whose.
    Log,
}

impl fmt::Display for StorePart {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorePart::Store => write!(out, "a Zermelo store with runs in it"),
            StorePart::Beside(store) => write!(out, "a part of the store {}", store.display()),
            StorePart::Log => write!(out, "a write-ahead log of SQLite, with data that a store needs"),
        }
    }
}

impl StorePart {
    /// What the file at `path` is to a store, links followed; `None` if it is nothing, or not there.
    pub fn at(path: &Path) -> Option<StorePart> {
        let path = resolved(path);
        match header(&path) {
            Header::Store => return Some(StorePart::Store),
            Header::Log => return Some(StorePart::Log),
            Header::Other => {}
        }
        let name = path.file_name()?.to_str()?;
        let store = path.with_file_name(store_name(name)?);
        // The log may be there before anything of it is.
        is_store(&store).then_some(StorePart::Beside(store))
    }
}

/// Whether the file at `path` is a store of Zermelo, links followed. A damaged one is one, too.
pub fn is_store(path: &Path) -> bool {
    header(path) == Header::Store
}

/// The path without links, also if the file is not there yet.
fn resolved(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

/// The store's name in the name of a file that lies beside it.
fn store_name(name: &str) -> Option<&str> {
    let ends = ["-wal", "-shm", "-journal", "-making", "-making.lock"];
    ends.iter().find_map(|end| name.strip_suffix(end)).or_else(|| {
        let (store, number) = name.strip_suffix(".lock")?.rsplit_once("-run-")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then_some(store)
    })
}

/// What the first bytes of a file say.
#[derive(PartialEq, Eq)]
enum Header {
    Store,
    Log,
    Other,
}

fn header(path: &Path) -> Header {
    let Ok(about) = fs::metadata(path) else { return Header::Other };
    if !about.is_file() {
        return Header::Other;
    }
    // Not read if it is open in this process: closing it would drop the locks that SQLite has on it.
    if identity::is_open(Identity::of(&about)) {
        return Header::Store;
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(100).read_to_end(&mut bytes));
    if read.is_err() {
        return Header::Other;
    }
    if let Some(mark) = bytes.get(MARK_AT..MARK_AT + 4) {
        let expected = SQLITE.iter().chain(&APPLICATION_ID.to_be_bytes()).copied().collect::<Vec<u8>>();
        let n_wrong: u32 = bytes[..16]
            .iter()
            .chain(mark)
            .zip(expected)
            .map(|(found, byte)| (found ^ byte).count_ones())
            .sum();
        if n_wrong <= MOST_WRONG_BITS {
            return Header::Store;
        }
    }
    let word = |place: usize| bytes.get(place..place + 4).map(|word| [word[0], word[1], word[2], word[3]]);
    match (word(0).map(u32::from_be_bytes), word(4).map(u32::from_be_bytes)) {
        (Some(magic), Some(version)) if [magic & !1, version] == LOG => Header::Log,
        _ => Header::Other,
    }
}
