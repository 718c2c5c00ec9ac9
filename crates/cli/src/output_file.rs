//! A file that is there when it is complete.
//!
//! It grows under another name in the same folder and takes its own at the end, so that whatever goes wrong
//! leaves no half file behind, and no file that was there before is lost.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that is being written.
pub enum OutputFile {
    /// Beside the place where it belongs.
    Growing(NamedTempFile, PathBuf),
    /// Something that is no ordinary file (a pipe, `/dev/null`): it is written to as it is.
    Straight(File),
}

impl OutputFile {
    /// Begins the file that will stand at `path`.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        // A link stays a link: the file that it names is written anew.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if let Ok(there) = fs::metadata(&path)
            && !there.is_file()
        {
            return File::options().write(true).open(&path).map(OutputFile::Straight);
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&name).suffix(".part");
        // Others may read it if they may read what this person usually writes.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(OutputFile::Growing(builder.tempfile_in(folder).map_err(without_path)?, path))
    }

    /// It is complete.
    pub fn keep(self) -> io::Result<()> {
        match self {
            OutputFile::Growing(file, path) => file.persist(path).map(|_| ()).map_err(|error| error.error),
            OutputFile::Straight(_) => Ok(()),
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
            OutputFile::Straight(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::Growing(file, _) => file.as_file_mut().flush(),
            OutputFile::Straight(file) => file.flush(),
        }
    }
}
