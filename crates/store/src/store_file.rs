//! The file on the disk: made whole or not at all, and looked at before it is touched.
//!
//! A path may name anything: somebody's notes, a browser's history, half a store. So an existing file is first
//! looked at in a way that cannot change it ("immutable": SQLite takes no lock, makes no file beside it and rolls nothing back);
//! only a file that bears our mark is opened in earnest. We never open the file past SQLite, because closing it
//! would drop the locks that SQLite holds on it in this process.
//!
//! SQLite's write-ahead log lets readers read while a run writes. With `synchronous = FULL` a commit is on the disk
//! when it returns: a killed process loses what it had not committed, and so does a machine without power.
//!
//! There is no check of the whole file on opening: after a kill, SQLite's log is replayed up to its last complete
//! commit and needs none, and reading it all costs some seconds for a few million games. It is not needed for trust either:
//! every record is compared with its checksum, and the number of records with the run's tally, whenever they are read.
//! [`crate::verify`] reads everything on demand, and writes nothing. A file that is cut short is noticed on opening.
//! Only before a file of an earlier format gets its checksums is its structure looked at.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::identity::{Held, Identity};
use crate::run_lock::RunLock;
use crate::schema::{self, APPLICATION_ID, MIGRATIONS};
use crate::{StoreError, is_store};

/// How long we wait for another writer to commit: much longer than the largest batch takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The smallest page that SQLite has: a smaller file is none of its files.
const SMALLEST_PAGE: u64 = 512;

/// A store's file that has been opened.
pub(crate) struct Opened {
    /// The file's own path, without links.
    pub path: PathBuf,
    pub connection: Connection,
    pub held: Held,
}

/// Opens the store at `path` for writing, and makes it if there is nothing yet.
pub(crate) fn open(path: &Path) -> Result<Opened, StoreError> {
    if let Err(error) = fs::symlink_metadata(path)
        && error.kind() == io::ErrorKind::NotFound
    {
        create(path)?;
    }
    let (path, held) = look_at(path)?;
    let mut connection = connect(&path, held.identity())?;
    schema::migrate(&mut connection, &path, MIGRATIONS)?;
    Ok(Opened { path, connection, held })
}

/// Opens the store at `path` for reading only.
pub(crate) fn read(path: &Path) -> Result<Opened, StoreError> {
    let (opened, found) = read_as_it_is(path)?;
    let known = schema::latest();
    if found == known {
        return Ok(opened);
    }
    // A file of an earlier format is brought up to date, if it may be written to.
    let path = opened.path.clone();
    drop(opened);
    let opened = open(&path).map_err(|error| match error {
        StoreError::Damaged { .. } => error,
        _ => StoreError::Older { path: path.clone(), found, known },
    })?;
    let (connection, _) = ready_to_read(opened.connection)
        .map_err(|error| StoreError::from_sqlite(&opened.path, "open", &error))?;
    Ok(Opened { connection, ..opened })
}

/// Opens the store at `path` for reading only, in the format that it has, which is the other half.
pub(crate) fn read_as_it_is(path: &Path) -> Result<(Opened, u32), StoreError> {
    let (path, held) = look_at(path)?;
    // SQLite's own read-only mode would leave an empty log beside the file, which it may not remove again. So it may write
    // if the system lets it, but no statement may.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let ordinary = Connection::open_with_flags(&path, flags).and_then(ready_to_read);
    let opened = match ordinary {
        // In a folder that we may not write to, SQLite cannot share its log with others. If there is no log, nothing is
        // being written, and the file can be read as it lies there.
        Err(error) if cannot_have_log(&error) && !has_log(&path) => {
            open_immutable(&path).and_then(ready_to_read)
        }
        other => other,
    };
    let (connection, found) = opened.map_err(|error| StoreError::from_sqlite(&path, "open", &error))?;
    schema::check_version(&path, found, schema::latest())?;
    Ok((Opened { path, connection, held }, found))
}

/// A connection for reading, and the format that it finds.
fn ready_to_read(connection: Connection) -> rusqlite::Result<(Connection, u32)> {
    settle(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    let found = schema::version(&connection)?;
    Ok((connection, found))
}

/// A connection for writing to a store that has been looked at, and is still this file.
pub(crate) fn connect(path: &Path, identity: Identity) -> Result<Connection, StoreError> {
    let connection = connect_to(path)?;
    if Identity::at(path).ok() == Some(identity) {
        return Ok(connection);
    }
    let detail = "the file has been replaced; try again".to_owned();
    Err(StoreError::Unreachable { path: path.to_owned(), doing: "open", detail })
}

/// A connection for writing.
fn connect_to(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| not_writable(path, &error))?;
    // Asked to write to a file that may only be read, SQLite reads it and says nothing until the first write.
    if connection.is_readonly("main").map_err(|error| not_writable(path, &error))? {
        let detail = "the file may only be read".to_owned();
        return Err(StoreError::ReadOnly { path: path.to_owned(), detail });
    }
    // The first look into the file makes its log, so that a folder which cannot have one is noticed here.
    settle(&connection)
        .and_then(|()| schema::version(&connection))
        .map_err(|error| not_writable(path, &error))?;
    Ok(connection)
}

/// The path of a file that belongs to the store and lies beside it.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// Makes an empty store under another name and gives it its own when it is complete, so that no kill leaves half a
/// store, and a store that another process makes at the same time is not overwritten.
fn create(path: &Path) -> Result<(), StoreError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::PermissionDenied => {
            StoreError::ReadOnly { path: path.to_owned(), detail: error.to_string() }
        }
        _ => StoreError::from_io(path, "make", &error),
    };
    let _lock = RunLock::wait(&beside(path, "-making.lock")).map_err(failed)?;
    if path.exists() {
        return Ok(());
    }
    let unfinished = beside(path, "-making");
    for suffix in ["", "-journal", "-wal", "-shm"] {
        // What a maker left who was killed; mostly there is nothing.
        let _ = fs::remove_file(beside(&unfinished, suffix));
    }
    let told = |error: rusqlite::Error| StoreError::from_sqlite(path, "make", &error);
    let mut connection = Connection::open(&unfinished).map_err(told)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID).map_err(told)?;
    schema::migrate(&mut connection, path, MIGRATIONS)?;
    connection.pragma_update(None, "journal_mode", "wal").map_err(told)?;
    connection.close().map_err(|(_, error)| told(error))?;
    fs::rename(&unfinished, path).map_err(failed)?;
    // The name must be on the disk before the first game is; where folders cannot be synced, the system has to do.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Makes sure that there is a store of a format that we know at `path`, without touching it, and returns its path without
/// links, and which file it is.
fn look_at(path: &Path) -> Result<(PathBuf, Held), StoreError> {
    let about = fs::metadata(path).map_err(|error| match (error.kind(), fs::read_link(path)) {
        (io::ErrorKind::NotFound, Ok(target)) => StoreError::LooseLink { path: path.to_owned(), target },
        (io::ErrorKind::NotFound, Err(_)) => StoreError::Missing { path: path.to_owned() },
        _ => StoreError::from_io(path, "open", &error),
    })?;
    if !about.is_file() {
        let what = if about.is_dir() { "a folder" } else { "no ordinary file" };
        return Err(StoreError::NotAFile { path: path.to_owned(), what });
    }
    match about.len() {
        0 => return Err(not_a_store(path, "it is empty")),
        1..SMALLEST_PAGE => return Err(not_a_store(path, "not an SQLite file")),
        _ => {}
    }
    let real = fs::canonicalize(path).map_err(|error| StoreError::from_io(path, "open", &error))?;
    let marks = open_immutable(&real).and_then(marks);
    let marks = match marks {
        // A file that is just being written may look cut short to somebody who ignores its log.
        Err(error) if is_corrupt(&error) && has_log(&real) => {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            Connection::open_with_flags(&real, flags).and_then(self::marks)
        }
        other => other,
    };
    let marks = marks.map_err(|error| match StoreError::from_sqlite(path, "read", &error) {
        // SQLite takes a damaged first page for a file that is none of its own.
        StoreError::NotAStore { path, .. } if is_store(&real) => {
            StoreError::Damaged { path, detail: "its first page is not that of an SQLite file".to_owned() }
        }
        told => told,
    })?;
    match marks {
        (APPLICATION_ID, 0) => Err(not_a_store(path, "it has Zermelo's application id, but no tables")),
        (APPLICATION_ID, version) => {
            schema::check_version(path, version, schema::latest())?;
            Ok((real, Held::new(Identity::of(&about))))
        }
        (0, _) => Err(not_a_store(path, "it is another program's SQLite file")),
        (other, _) => Err(not_a_store(path, &format!("it is an SQLite file of application {other:#x}"))),
    }
}

/// The application id and the format that stand in the file's first page.
fn marks(connection: Connection) -> rusqlite::Result<(i32, u32)> {
    let application = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    Ok((application, schema::version(&connection)?))
}

/// Opens a file so that it cannot change, nor anything beside it.
fn open_immutable(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(immutable(path), flags | OpenFlags::SQLITE_OPEN_URI)
}

/// The settings that each connection needs afresh.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "synchronous", "full")?;
    // The file may come from anybody: its schema may call no functions with side effects.
    connection.pragma_update(None, "trusted_schema", false)
}

/// The file's address for SQLite's reading without locks. Every byte that could mean something in an address is spelled out.
fn immutable(path: &Path) -> String {
    let mut address = "file:".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02x}");
        }
    }
    address.push_str("?immutable=1");
    address
}

pub(crate) fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

fn is_corrupt(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
}

/// Whether this is how SQLite fails in a folder where it may not make its log.
fn cannot_have_log(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// An error of a file that could be read a moment ago: if it cannot be opened now, its log cannot be made beside it.
fn not_writable(path: &Path, error: &rusqlite::Error) -> StoreError {
    if cannot_have_log(error) {
        StoreError::ReadOnly { path: path.to_owned(), detail: error.to_string() }
    } else {
        StoreError::from_sqlite(path, "open", error)
    }
}

fn not_a_store(path: &Path, why: &str) -> StoreError {
    StoreError::NotAStore { path: path.to_owned(), why: why.to_owned() }
}
