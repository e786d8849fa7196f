//! The source of a table: a file or bytes, which can be read several times.

use crate::error::Fault;
use crate::source::{GZIP_MAGIC, open, read_whole};
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// The source of a table.
pub(crate) enum Input<'a> {
    /// A regular file.
    File(&'a Path),
    /// Bytes in memory.
    Bytes(Cow<'a, [u8]>),
}

impl<'a> Input<'a> {
    /// A file; a pipe, which can be read only once, is read into memory.
    pub(crate) fn of_path(path: &'a Path) -> Result<Self, Fault> {
        let file = open(path)?;
        if file.metadata().is_ok_and(|found| found.is_file()) { Ok(Self::File(path)) } else { Self::of_reader(file) }
    }

    /// The bytes of a reader.
    pub(crate) fn of_reader(reader: impl Read) -> Result<Self, Fault> {
        read_whole(reader).map(|bytes| Self::Bytes(Cow::Owned(bytes)))
    }

    /// The decompressed bytes, from the beginning.
    pub(crate) fn open(&self) -> Result<Box<dyn Read + '_>, Fault> {
        match self {
            Self::File(path) => decompressing(open(path)?),
            Self::Bytes(bytes) => decompressing(&**bytes),
        }
    }

    /// The number of bytes, if they are not compressed.
    pub(crate) fn byte_count(&self) -> Option<u64> {
        match self {
            Self::File(path) if !self.is_compressed() => std::fs::metadata(path).map(|found| found.len()).ok(),
            Self::Bytes(bytes) if !self.is_compressed() => Some(bytes.len() as u64),
            _ => None,
        }
    }

    /// The file itself or the bytes, decompressed, for random access.
    pub(crate) fn seekable(&self) -> Result<Seekable<'_>, Fault> {
        match self {
            Self::File(path) if !self.is_compressed() => Ok(Seekable::File(open(path)?)),
            Self::Bytes(bytes) if !self.is_compressed() => Ok(Seekable::Bytes(Cow::Borrowed(bytes))),
            _ => Ok(Seekable::Bytes(Cow::Owned(read_whole(self.open()?)?))),
        }
    }

    fn is_compressed(&self) -> bool {
        let mut start = [0; GZIP_MAGIC.len()];
        match self {
            Self::File(path) => {
                File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == GZIP_MAGIC
            }
            Self::Bytes(bytes) => bytes.starts_with(GZIP_MAGIC),
        }
    }
}

/// A source with random access.
pub(crate) enum Seekable<'a> {
    File(File),
    Bytes(Cow<'a, [u8]>),
}

fn decompressing<'a>(mut reader: impl Read + 'a) -> Result<Box<dyn Read + 'a>, Fault> {
    let mut start = Vec::new();
    reader.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut start).map_err(Fault::Io)?;
    let is_compressed = start == GZIP_MAGIC;
    let whole = Cursor::new(start).chain(reader);
    Ok(if is_compressed { Box::new(GzipErrors(MultiGzDecoder::new(whole))) } else { Box::new(whole) })
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
        Some(error) => Fault::Malformed { format: "gzip", reason: crate::shown::shown_reason(error) },
        None => Fault::Io(error),
    }
}
