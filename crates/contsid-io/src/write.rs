//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot be written: its message reads `graph.npy: …`.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: WriteFault,
}

/// What keeps a file from being written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteFault {
    /// The path is a directory.
    #[error("this is a directory; name a file in it")]
    Directory,
    /// The directory of the file does not exist.
    #[error("the directory `{}` does not exist; make it first", .0.display())]
    NoDirectory(PathBuf),
    /// The system refuses to write.
    #[error("the file cannot be written: {0}")]
    Io(#[from] io::Error),
    /// Neither the name of the file nor an option says what format it should have.
    #[error("no format is named by the extension; known are {known}; name the format with --format")]
    UnknownFormat {
        /// The extensions that are known.
        known: String,
    },
    /// The format can only be read.
    #[error("the format {format} can be read but not written; choose another with --format")]
    ReadOnly {
        /// The name of the format.
        format: &'static str,
    },
    /// The format has no room for the names of the nodes.
    #[error("the format {format} holds no names, and these nodes have some; choose another with --format")]
    NoNames {
        /// The name of the format.
        format: &'static str,
    },
    /// A name has a character that the format cannot hold.
    #[error("the name {name:?} has a character that the format {format} cannot hold; choose another with --format")]
    Name {
        /// The name.
        name: String,
        /// The name of the format.
        format: &'static str,
    },
}

impl WriteFault {
    pub(crate) fn of(self, path: &Path) -> WriteError {
        WriteError { path: path.to_owned(), fault: self }
    }
}

/// Writes a file so that nobody ever sees a part of it: into a temporary file beside it, which is then renamed.
///
/// If `write` fails, what stood there before still stands there. What is not a regular file, such as `/dev/stdout`, is
/// written directly.
///
/// # Errors
///
/// If the system refuses, or `write` does.
///
/// ```
/// use std::io::Write;
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("note.txt");
/// contsid_io::write_atomically(&path, |file| writeln!(file, "done"))?;
/// assert_eq!(std::fs::read_to_string(&path)?, "done\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_atomically(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), WriteError> {
    let path = path.as_ref();
    write_beside(path, write).map_err(|fault| fault.of(path))
}

fn write_beside(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteFault> {
    // A link is followed, so that it is the file behind it that is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    match fs::metadata(&target) {
        Ok(found) if found.is_dir() => return Err(WriteFault::Directory),
        Ok(found) if !found.is_file() => return Ok(write_through(File::options().write(true).open(path)?, write)?),
        _ => {}
    }
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !directory.is_dir() {
        return Err(WriteFault::NoDirectory(directory.to_owned()));
    }
    let temporary = temporary_file(directory)?;
    write_through(temporary.as_file(), write)?;
    temporary.as_file().sync_all()?;
    temporary.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

fn write_through(file: impl Write, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = BufWriter::new(file);
    write(&mut buffered)?;
    buffered.flush()
}

/// A temporary file with the permissions that a new file has.
fn temporary_file(directory: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".contsid-").tempfile_in(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_what_was_there() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, "old").unwrap();
        let error = write_atomically(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("no more room"))
        });
        assert!(error.unwrap_err().to_string().ends_with("file: the file cannot be written: no more room"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        write_atomically(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn wrong_paths_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let message = |path: &Path| write_atomically(path, |_| Ok(())).unwrap_err().to_string();
        assert!(message(directory.path()).ends_with("this is a directory; name a file in it"));
        assert!(message(&directory.path().join("no/file")).ends_with("no` does not exist; make it first"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept_in_mind() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("file"), directory.path().join("link"));
        fs::write(&file, "old").unwrap();
        let usual = fs::metadata(&file).unwrap().permissions().mode();
        symlink(&file, &link).unwrap();
        write_atomically(&link, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode(), usual);
    }
}
