//! Whether a disk has room left.
//!
//! A program that fails on a full disk does not fail by its own fault, and says so in words of its own:
//! the disk itself is asked instead.

use std::fs;
use std::io;
use std::path::Path;

/// Less free space than this counts as none, in bytes: what a small program writes in one go.
const LEAST_ROOM: usize = 64 << 10;

/// Whether the disk of a directory has hardly any room. Cheap enough to be asked while a program runs.
#[cfg(unix)]
pub(crate) fn is_full(directory: &Path) -> bool {
    nix::sys::statvfs::statvfs(directory).is_ok_and(|disk| {
        let free = u128::from(disk.blocks_available()) * u128::from(disk.fragment_size());
        // Some file systems count no files at all.
        let counts_files = disk.files() > 0;
        free < LEAST_ROOM as u128 || counts_files && disk.files_available() == 0
    })
}

/// Whether the disk of a directory has hardly any room: not known on this system before something is written.
#[cfg(not(unix))]
pub(crate) fn is_full(_directory: &Path) -> bool {
    false
}

/// Whether a directory takes no more: a quota is noticed by writing alone.
pub(crate) fn takes_nothing(directory: &Path) -> bool {
    let path = directory.join(".room");
    let written = fs::write(&path, vec![0; LEAST_ROOM]);
    let _ = fs::remove_file(&path);
    is_full(directory) || written.is_err_and(|error| is_lack_of_room(&error))
}

fn is_lack_of_room(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge)
}
