//! Files that are written whole or not at all.

use crate::hint::Hint;
use crate::memory::TooLarge;
use crate::shown::{escaped, shown};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot be written: its message reads `graph.npy: …`.
#[derive(Debug, Error)]
#[error("{}: {fault}", escaped(&path.display().to_string()))]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: WriteFault,
}

/// Why a file cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteFault {
    /// The path is a directory.
    #[error("this is a directory; name a file in it")]
    Directory,
    /// The directory of the file does not exist.
    #[error("the directory `{}` does not exist; make it first", .0.display())]
    NoDirectory(PathBuf),
    /// A file is where a directory should be.
    #[error("`{}` is a file, not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// The system refuses to write.
    #[error("the file cannot be written: {0}")]
    Io(#[from] io::Error),
    /// Neither the name of the file nor an option says what format it should have.
    #[error("no format is named by the extension; known are {0}")]
    UnknownFormat(String),
    /// The format can only be read.
    #[error("the format {0} can be read but not written")]
    ReadOnly(&'static str),
    /// The matrix of a graph does not fit into memory.
    #[error("a matrix of {nodes} nodes cannot be made: {error}; choose a format that lists the edges")]
    LargeMatrix {
        /// The number of nodes.
        nodes: usize,
        /// How much memory is needed.
        error: TooLarge,
    },
    /// The output would replace an input.
    #[error("this is the input `{}`; name another file", shown(&.0.display().to_string()))]
    IsInput(PathBuf),
    /// The existing file has no mark of contsid.
    #[error("the file exists, and contsid did not recognisably write it; remove it, or name another")]
    NotOwn,
    /// The existing file is read-only.
    #[error("the file is read-only; make it writable, or name another")]
    ReadOnlyFile,
    /// The format would lose what makes the graph more than directed and undirected edges.
    #[error("the format {format} cannot hold {what}")]
    Marks {
        /// The name of the format.
        format: &'static str,
        /// What it cannot hold.
        what: &'static str,
    },
    /// The format has no room for the names of the nodes.
    #[error("the format {0} holds no names, and these nodes have some")]
    NoNames(&'static str),
    /// A name has a character that the format cannot hold.
    #[error("the name {name:?} has a character that the format {format} cannot hold")]
    Name {
        /// The name.
        name: String,
        /// The name of the format.
        format: &'static str,
    },
}

impl WriteError {
    /// How to go on, if another name or format of the file would help.
    pub fn hint(&self) -> Option<Hint> {
        match self.fault {
            WriteFault::UnknownFormat(_)
            | WriteFault::ReadOnly(_)
            | WriteFault::NoNames(_)
            | WriteFault::Marks { .. }
            | WriteFault::LargeMatrix { .. }
            | WriteFault::Name { .. } => Some(Hint::OutputFormat),
            WriteFault::NotOwn => Some(Hint::Force),
            _ => None,
        }
    }
}

impl WriteFault {
    pub(crate) fn of(self, path: &Path) -> WriteError {
        WriteError { path: path.to_owned(), fault: self }
    }
}

/// Writes a file so that no program reads half of it: into a temporary file, which is then renamed.
///
/// If `write` fails, the old file remains. A replaced file passes its permissions on, and a read-only file is not
/// replaced. A path that is not a regular file, such as `/dev/stdout`, is written directly.
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

/// Checks in advance that [`write_atomically`] can write a file, so no work is lost.
///
/// # Errors
///
/// If the path is a directory, or its directory does not exist or is not writable.
pub fn check_writable(path: impl AsRef<Path>) -> Result<(), WriteError> {
    let path = path.as_ref();
    let checked = Target::of(path).and_then(|target| match target {
        Target::Special => Ok(()),
        Target::File { directory, .. } => Ok(temporary_file(&directory).map(drop)?),
    });
    checked.map_err(|fault| fault.of(path))
}

/// Checks that a directory is writable, or can be created.
///
/// # Errors
///
/// If it, or its nearest existing parent, is a file or not writable.
pub fn check_directory(path: impl AsRef<Path>) -> Result<(), WriteError> {
    let path = path.as_ref();
    let nearest = path.ancestors().find(|parent| parent.exists()).unwrap_or(Path::new("."));
    if !nearest.is_dir() {
        return Err(WriteFault::NotADirectory(nearest.to_owned()).of(path));
    }
    temporary_file(nearest).map(drop).map_err(|error| WriteFault::from(error).of(path))
}

/// What a file is written to.
enum Target {
    /// A device or a pipe.
    Special,
    /// A file, or nothing yet.
    File { path: PathBuf, directory: PathBuf, permissions: Option<Permissions> },
}

impl Target {
    fn of(path: &Path) -> Result<Self, WriteFault> {
        let path = behind_links(path)?;
        let permissions = match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(WriteFault::Directory),
            Ok(found) if found.is_file() && found.permissions().readonly() => return Err(WriteFault::ReadOnlyFile),
            Ok(found) if !found.is_file() => return Ok(Self::Special),
            found => found.ok().map(|found| found.permissions()),
        };
        let directory = directory_of(&path).to_owned();
        if !directory.is_dir() {
            return Err(WriteFault::NoDirectory(directory));
        }
        Ok(Self::File { path, directory, permissions })
    }
}

/// The directory of a file.
pub(crate) fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The bytes of a file, compressed if its name ends with `.gz`.
pub fn compressed_for(path: impl AsRef<Path>, bytes: Vec<u8>) -> Vec<u8> {
    const INTO_MEMORY: &str = "compressed bytes go into memory";
    if !path.as_ref().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz")) {
        return bytes;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&bytes).expect(INTO_MEMORY);
    encoder.finish().expect(INTO_MEMORY)
}

/// The file that links lead to, which need not exist: the one to replace.
pub(crate) fn behind_links(path: &Path) -> io::Result<PathBuf> {
    /// The limit of Linux.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else { return Ok(fs::canonicalize(&path).unwrap_or(path)) };
        path = path.parent().map_or(target.clone(), |parent| parent.join(&target));
    }
    Err(io::Error::other("it is a link to a link without end"))
}

fn write_beside(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteFault> {
    let Target::File { path, directory, permissions } = Target::of(path)? else {
        return Ok(write_through(File::options().write(true).open(path)?, write)?);
    };
    let temporary = temporary_file(&directory)?;
    if let Some(permissions) = permissions {
        // Set before anything is written, so only those who could read the old file can read this one.
        temporary.as_file().set_permissions(permissions)?;
    }
    write_through(temporary.as_file(), write)?;
    temporary.as_file().sync_all()?;
    temporary.persist(&path).map_err(|error| error.error)?;
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

    #[test]
    fn what_cannot_be_written_is_known_before() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("file");
        check_writable(&file).unwrap();
        check_directory(directory.path().join("a/b")).unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        fs::write(&file, "old").unwrap();
        check_writable(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        let message = |checked: Result<(), WriteError>| checked.unwrap_err().to_string();
        assert!(message(check_writable(directory.path())).ends_with("this is a directory; name a file in it"));
        assert!(message(check_writable(directory.path().join("no/file"))).ends_with("does not exist; make it first"));
        assert!(message(check_directory(&file)).ends_with("file` is a file, not a directory"));
        assert!(message(check_directory(file.join("a"))).ends_with("file` is a file, not a directory"));
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
        for mode in [0o600, 0o640] {
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            write_atomically(&file, |file| file.write_all(b"newer")).unwrap();
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, mode);
        }
        fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
        let refused = write_atomically(&file, |file| file.write_all(b"newest")).unwrap_err().to_string();
        assert!(refused.ends_with("the file is read-only; make it writable, or name another"), "{refused}");
        assert_eq!(fs::read_to_string(&link).unwrap(), "newer");
        let (new, dangling) = (directory.path().join("new"), directory.path().join("dangling"));
        symlink("new", &dangling).unwrap();
        write_atomically(&dangling, |file| file.write_all(b"first")).unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&new).unwrap(), "first");
        symlink("round", directory.path().join("round")).unwrap();
        assert!(
            write_atomically(directory.path().join("round"), |_| Ok(()))
                .unwrap_err()
                .to_string()
                .contains("without end")
        );
    }
}
