//! The bytes of a file, decompressed; those of a table can be read several times.

use crate::error::{Fault, Problem, ReadError};
use crate::shown::shown_reason;
use crate::source::text;
use contsid::execution::Monitor;
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

/// The most bytes of a file that is read whole, decompressed: 1 GiB holds a matrix of 20,000 nodes as text. Longer
/// input, such as an endless device, is refused before memory runs out.
const MOST_BYTES: u64 = 1 << 30;

/// The first bytes of a compressed file.
const GZIP_MAGIC: &[u8] = b"\x1f\x8b";

/// Opens a file.
pub(crate) fn open(path: &Path) -> Result<File, Fault> {
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|found| found.is_dir()) => Err(Fault::Directory),
        Ok(file) => Ok(file),
        Err(_) if path.is_dir() => Err(Fault::Directory),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Fault::Missing),
        Err(error) => Err(Fault::Io(error)),
    }
}

/// The bytes of a reader, decompressed.
pub(crate) fn read_whole(reader: impl Read) -> Result<Vec<u8>, Fault> {
    limited(decompressing(reader)?, MOST_BYTES)
}

/// The text of a file that is read whole.
///
/// # Errors
///
/// If it cannot be read, is too long (as an endless device is), or is not text.
pub fn read_text(path: &Path) -> Result<String, ReadError> {
    let read = || Ok::<String, Problem>(text(&open(path).and_then(read_whole)?)?.into_owned());
    read().map_err(|problem| ReadError::new(&path.display().to_string(), problem))
}

/// The bytes, decompressed if they are compressed.
pub(crate) fn decompressed(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Fault> {
    if bytes.starts_with(GZIP_MAGIC) { read_whole(bytes).map(Cow::Owned) } else { Ok(Cow::Borrowed(bytes)) }
}

fn limited(reader: impl Read, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut content = Vec::new();
    reader.take(limit + 1).read_to_end(&mut content).map_err(read_fault)?;
    if content.len() as u64 > limit { Err(Fault::TooLong { what: "the content", limit }) } else { Ok(content) }
}

/// The source of a table.
pub(crate) enum Input<'a> {
    /// A regular file.
    File(WatchedFile<'a>),
    /// Bytes in memory.
    Bytes(Cow<'a, [u8]>),
}

impl<'a> Input<'a> {
    /// A file; a pipe, which can be read only once, is read into memory. The monitor is told how far it has been read.
    pub(crate) fn of_path(path: &'a Path, monitor: &'a dyn Monitor) -> Result<Self, Fault> {
        let file = open(path)?;
        match file.metadata() {
            Ok(found) if found.is_file() => {
                monitor.begin(found.len());
                Ok(Self::File(WatchedFile { path, length: found.len(), furthest: Cell::new(0), monitor }))
            }
            _ => Self::of_reader(file),
        }
    }

    /// The bytes of a reader.
    pub(crate) fn of_reader(reader: impl Read) -> Result<Self, Fault> {
        read_whole(reader).map(|bytes| Self::Bytes(Cow::Owned(bytes)))
    }

    /// The decompressed bytes, from the beginning.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + '_>, Fault> {
        match self {
            Self::File(file) => decompressing(file.open()?),
            Self::Bytes(bytes) => decompressing(&**bytes),
        }
    }

    /// The number of bytes, if they are not compressed.
    pub(crate) fn byte_count(&self) -> Option<u64> {
        match self {
            Self::File(file) if !self.is_compressed() => Some(file.length),
            Self::Bytes(bytes) if !self.is_compressed() => Some(bytes.len() as u64),
            _ => None,
        }
    }

    /// The file itself or the bytes, decompressed, for random access.
    pub(crate) fn seekable(&self) -> Result<Seekable<'_>, Fault> {
        match self {
            Self::File(file) if !self.is_compressed() => Ok(Seekable::File(file.open()?)),
            Self::Bytes(bytes) if !self.is_compressed() => Ok(Seekable::Bytes(Cow::Borrowed(bytes))),
            _ => Ok(Seekable::Bytes(Cow::Owned(read_whole(self.open()?)?))),
        }
    }

    /// Tells the monitor that `done` of `all` rows have been read.
    #[cfg(feature = "parquet")]
    pub(crate) fn rows_read(&self, done: usize, all: usize) {
        if let Self::File(file) = self {
            let share = u128::from(file.length) * done as u128 / all.max(1) as u128;
            file.reached(u64::try_from(share).unwrap_or(file.length));
        }
    }

    fn is_compressed(&self) -> bool {
        let mut start = [0; GZIP_MAGIC.len()];
        match self {
            Self::File(file) => {
                File::open(file.path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == GZIP_MAGIC
            }
            Self::Bytes(bytes) => bytes.starts_with(GZIP_MAGIC),
        }
    }
}

/// A file and the monitor that is told how far it has been read, in bytes.
pub(crate) struct WatchedFile<'a> {
    path: &'a Path,
    /// The number of its bytes.
    length: u64,
    /// The most bytes that any of its readers has read.
    furthest: Cell<u64>,
    monitor: &'a dyn Monitor,
}

impl WatchedFile<'_> {
    /// The bytes from the beginning.
    fn open(&self) -> Result<WatchedReader<'_>, Fault> {
        Ok(WatchedReader { file: self, reader: open(self.path)?, count: 0 })
    }

    /// Tells the monitor how many bytes have been read, if that is news.
    fn reached(&self, count: u64) {
        let (count, before) = (count.min(self.length), self.furthest.get());
        if count > before {
            self.furthest.set(count);
            self.monitor.advance(count - before);
        }
    }
}

/// Reads a file and tells its monitor.
pub(crate) struct WatchedReader<'a> {
    file: &'a WatchedFile<'a>,
    reader: File,
    /// The number of bytes read.
    count: u64,
}

#[cfg(feature = "parquet")]
impl WatchedReader<'_> {
    /// The file without the monitor, which hears nothing of what is read from it.
    pub(crate) fn into_file(self) -> File {
        self.reader
    }
}

impl Read for WatchedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.count += count as u64;
        self.file.reached(self.count);
        Ok(count)
    }
}

impl Seek for WatchedReader<'_> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.reader.seek(position)
    }
}

/// A source with random access.
pub(crate) enum Seekable<'a> {
    File(WatchedReader<'a>),
    Bytes(Cow<'a, [u8]>),
}

/// The bytes of a reader, decompressed; they may have been compressed twice.
fn decompressing<'a>(reader: impl Read + 'a) -> Result<Box<dyn Read + 'a>, Fault> {
    let (once, is_compressed) = decompressing_once(Box::new(reader))?;
    if is_compressed { Ok(decompressing_once(once)?.0) } else { Ok(once) }
}

/// The bytes of a reader, decompressed if they are compressed, and whether they are.
fn decompressing_once<'a>(mut reader: Box<dyn Read + 'a>) -> Result<(Box<dyn Read + 'a>, bool), Fault> {
    let mut start = Vec::new();
    reader.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut start).map_err(read_fault)?;
    let is_compressed = start == GZIP_MAGIC;
    let whole = Cursor::new(start).chain(reader);
    let bytes: Box<dyn Read + 'a> =
        if is_compressed { Box::new(GzipErrors(MultiGzDecoder::new(whole))) } else { Box::new(whole) };
    Ok((bytes, is_compressed))
}

/// Marks the errors of a decoder, to distinguish them from those of the system.
struct GzipErrors<R>(R);

/// An error in compressed bytes.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct GzipError(String);

impl<R: Read> Read for GzipErrors<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| io::Error::other(GzipError(error.to_string())))
    }
}

/// The fault of an error while reading.
pub(crate) fn read_fault(error: io::Error) -> Fault {
    let gzip = error.get_ref().and_then(|inner| inner.downcast_ref::<GzipError>());
    match gzip {
        Some(error) => Fault::Malformed { format: "gzip", reason: shown_reason(error) },
        None => Fault::Io(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// The totals begun and the units done.
    #[derive(Default)]
    struct Told(Mutex<(Vec<u64>, u64)>);

    impl Monitor for Told {
        fn begin(&self, total: u64) {
            self.0.lock().unwrap().0.push(total);
        }

        fn advance(&self, units: u64) {
            self.0.lock().unwrap().1 += units;
        }
    }

    #[test]
    fn what_has_no_end_is_refused() {
        let refused = limited(io::repeat(0), 1000);
        assert!(matches!(refused, Err(Fault::TooLong { limit: 1000, .. })));
        assert_eq!(limited(io::repeat(7).take(1000), 1000).unwrap().len(), 1000);
    }

    #[test]
    fn each_byte_of_a_file_is_told_once_however_often_it_is_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), vec![b'1'; 100_000]).unwrap();
        let told = Told::default();
        let input = Input::of_path(file.path(), &told).unwrap();
        for length in [10, 60_000, 100_000, 100_000] {
            let mut bytes = Vec::new();
            input.open().unwrap().take(length).read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes.len() as u64, length);
            assert_eq!(told.0.lock().unwrap().1, length);
        }
        assert_eq!(told.0.lock().unwrap().0, [100_000]);
        assert_eq!(input.byte_count(), Some(100_000));
    }

    fn compressed(content: &[u8]) -> Vec<u8> {
        use std::io::Write;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    /// The bytes that a source gives for random access, and whether they are in memory.
    fn sought(input: &Input<'_>) -> (Vec<u8>, bool) {
        match input.seekable().unwrap() {
            Seekable::Bytes(bytes) => (bytes.into_owned(), true),
            Seekable::File(mut file) => {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).unwrap();
                (bytes, false)
            }
        }
    }

    #[test]
    fn files_and_bytes_are_read_alike_compressed_or_not() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for (stored, count) in [(b"a,b\n1,2\n".to_vec(), Some(8)), (compressed(b"a,b\n1,2\n"), None)] {
            std::fs::write(file.path(), &stored).unwrap();
            let from_file = Input::of_path(file.path(), &contsid::execution::Silent).unwrap();
            let from_bytes = Input::Bytes(Cow::Borrowed(&stored));
            for input in [&from_file, &from_bytes] {
                let mut bytes = Vec::new();
                input.open().unwrap().read_to_end(&mut bytes).unwrap();
                assert_eq!((bytes.as_slice(), input.byte_count()), (&b"a,b\n1,2\n"[..], count));
                assert_eq!(sought(input).0, b"a,b\n1,2\n");
            }
            // Only a file that is not compressed is read from where it is.
            assert_eq!([sought(&from_file).1, sought(&from_bytes).1], [count.is_none(), true]);
        }
    }

    #[test]
    fn errors_in_compressed_bytes_are_told_from_those_of_the_system() {
        let whole = compressed(b"a,b\n1,2\n");
        let cut = Input::Bytes(Cow::Borrowed(&whole[..whole.len() - 9]));
        let error = cut.open().unwrap().read_to_end(&mut Vec::new()).unwrap_err();
        assert!(matches!(read_fault(error), Fault::Malformed { format: "gzip", .. }));
        assert!(matches!(read_fault(io::Error::other("disk")), Fault::Io(_)));
    }

    #[test]
    fn compressed_bytes_are_read_as_what_they_hold() {
        let packed = compressed(b"A -> B");
        assert_eq!(read_whole(&packed[..]).unwrap(), b"A -> B");
        assert_eq!(&*decompressed(&packed).unwrap(), b"A -> B");
        assert_eq!(&*decompressed(b"A -> B").unwrap(), b"A -> B");
        let cut = &packed[..packed.len() - 9];
        for fault in [read_whole(cut).unwrap_err(), decompressed(cut).unwrap_err()] {
            assert!(matches!(fault, Fault::Malformed { format: "gzip", .. }), "{fault:?}");
        }
    }

    #[test]
    fn what_is_not_a_file_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        assert!(matches!(open(directory.path()), Err(Fault::Directory)));
        assert!(matches!(open(&directory.path().join("absent")), Err(Fault::Missing)));
        let through_a_file = directory.path().join("file");
        std::fs::write(&through_a_file, "a").unwrap();
        assert!(matches!(open(&through_a_file.join("inside")), Err(Fault::Io(_))));
    }
}
