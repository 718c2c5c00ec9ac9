//! A file that is there when it is complete, and that never takes the place of a store.
//!
//! It grows under another name in the same folder and takes its own at the end, so that whatever goes wrong
//! leaves no half file behind, and no file that was there before is lost.
//!
//! Every file that a command writes goes through here (`xtask/src/tidy.rs` sees to that): a store holds weeks of
//! work, and `-o` is easily given its name.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use thiserror::Error;
use zermelo_store::StorePart;

use crate::reply::Failure;

/// A file that is being written.
pub enum OutputFile {
    /// Beside the place where it belongs.
    Growing(NamedTempFile, PathBuf),
    /// Something that is no ordinary file (a pipe, `/dev/null`): it is written to as it is.
    Straight(File, PathBuf),
}

/// Why a file is not written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// It would take the place of a store, or of something that a store needs.
    #[error("{} is {part}: it was left as it is and nothing was written; name another file", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
        /// What stands there.
        part: StorePart,
    },
    /// The system says no.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Failure {
        match error {
            OutputError::InTheWay { .. } => Failure::wrong("store-in-the-way", error.to_string()),
            OutputError::Write { .. } => Failure::failed("file", error.to_string()),
        }
    }
}

/// An error if this file belongs to a store. Other files may be replaced.
pub fn guard(path: &Path) -> Result<(), OutputError> {
    match StorePart::at(path) {
        Some(part) => Err(OutputError::InTheWay { path: path.to_owned(), part }),
        None => Ok(()),
    }
}

/// Writes a file, all of it or nothing.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), OutputError> {
    let mut file = OutputFile::start(path)?;
    file.write_all(bytes.as_ref()).map_err(|source| OutputError::Write { path: path.to_owned(), source })?;
    file.keep()
}

/// Writes files into a folder, which is made if need be, as are the folders in it. Gives their paths. If one of them
/// would take the place of a store, none is written.
pub fn write_folder(folder: &Path, files: Vec<(PathBuf, Vec<u8>)>) -> Result<Vec<PathBuf>, OutputError> {
    let files: Vec<(PathBuf, Vec<u8>)> =
        files.into_iter().map(|(name, bytes)| (folder.join(name), bytes)).collect();
    files.iter().try_for_each(|(path, _)| guard(path))?;
    let mut written = Vec::new();
    for (path, bytes) in files {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)
                .map_err(|source| OutputError::Write { path: parent.to_owned(), source })?;
        }
        write(&path, bytes)?;
        written.push(path);
    }
    Ok(written)
}

impl OutputFile {
    /// Begins the file that will stand at `path`.
    pub fn start(path: &Path) -> Result<OutputFile, OutputError> {
        guard(path)?;
        OutputFile::begin(path).map_err(|source| OutputError::Write { path: path.to_owned(), source })
    }

    fn begin(path: &Path) -> io::Result<OutputFile> {
        // A link stays a link: the file that it names is written anew.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let there = fs::metadata(&path).ok();
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(OutputFile::Straight(file, path));
        }
        // Putting another file in its place would pass over that.
        if there.as_ref().is_some_and(|there| there.permissions().readonly()) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&name).suffix(".part");
        // Others may read it if they could read what was there, or may read what this person usually writes.
        #[cfg(unix)]
        builder.permissions(there.map_or_else(
            || std::os::unix::fs::PermissionsExt::from_mode(0o666),
            |there| there.permissions(),
        ));
        Ok(OutputFile::Growing(builder.tempfile_in(folder).map_err(without_path)?, path))
    }

    /// It is complete.
    pub fn keep(self) -> Result<(), OutputError> {
        match self {
            OutputFile::Growing(file, path) => {
                // A store may have been made there in the meantime.
                guard(&path)?;
                let kept = file.persist(&path);
                kept.map(|_| ()).map_err(|error| OutputError::Write { path, source: error.error })
            }
            OutputFile::Straight(mut file, path) => {
                file.flush().map_err(|source| OutputError::Write { path, source })
            }
        }
    }
}

/// The system's word without the name of the file beside, which nobody has asked for.
fn without_path(error: io::Error) -> io::Error {
    let plain =
        error.get_ref().and_then(|inner| inner.source()).and_then(|inner| inner.downcast_ref::<io::Error>());
    plain.and_then(io::Error::raw_os_error).map_or(error, io::Error::from_raw_os_error)
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputFile::Growing(file, _) => file.as_file_mut().write(bytes),
            OutputFile::Straight(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::Growing(file, _) => file.as_file_mut().flush(),
            OutputFile::Straight(file, _) => file.flush(),
        }
    }
}
