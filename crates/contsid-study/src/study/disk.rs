//! Whether a disk has room left.
//!
//! A program that fails on a full disk is not at fault, and its message can be anything, so the disk itself is checked.

use std::fs;
use std::io;
use std::path::Path;

/// Less free space than this counts as none, in bytes: about what a small program writes at once.
const LEAST_ROOM: usize = 64 << 10;

/// Whether the disk of a directory is nearly full. Cheap enough to check while a program runs.
#[cfg(unix)]
pub(crate) fn is_full(directory: &Path) -> bool {
    nix::sys::statvfs::statvfs(directory).is_ok_and(|disk| {
        let free = u128::from(disk.blocks_available()) * u128::from(disk.fragment_size());
        // Some file systems do not count files.
        let counts_files = disk.files() > 0;
        free < LEAST_ROOM as u128 || counts_files && disk.files_available() == 0
    })
}

/// Whether the disk of a directory is nearly full: unknown on this system until something is written.
#[cfg(not(unix))]
pub(crate) fn is_full(_directory: &Path) -> bool {
    false
}

/// Whether a directory accepts no more data, by writing to it: only so is a quota noticed.
pub(crate) fn takes_nothing(directory: &Path) -> bool {
    let path = directory.join(".room");
    let written = fs::write(&path, vec![0; LEAST_ROOM]);
    let _ = fs::remove_file(&path);
    is_full(directory) || written.is_err_and(|error| is_lack_of_room(&error))
}

fn is_lack_of_room(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge)
}
