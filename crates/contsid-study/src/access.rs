//! Files and directories that cannot be used.

use contsid_io::WriteError;
use std::io;
use std::path::{Path, PathBuf};
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

/// Adds the path to an error.
pub(crate) fn unusable(path: &Path) -> impl FnOnce(io::Error) -> AccessError + '_ {
    move |error| AccessError::Unusable { path: path.to_owned(), error }
}
