//! Files and directories that cannot be used.

use contsid_io::WriteError;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Why a file or a directory cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AccessError {
    /// It cannot be opened, read or created.
    #[error("{}: {error}", path.display())]
    Unusable {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The disk has no room left.
    #[error("{}: the disk is full", path.display())]
    Full {
        /// A directory on the disk.
        path: PathBuf,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
}

/// The bytes of a regular file; a device, which may be endless, is refused.
pub(crate) fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.is_file() {
        return fs::read(path);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
}

/// Adds the path to an error.
pub(crate) fn unusable(path: &Path) -> impl FnOnce(io::Error) -> AccessError + '_ {
    move |error| AccessError::Unusable { path: path.to_owned(), error }
}
