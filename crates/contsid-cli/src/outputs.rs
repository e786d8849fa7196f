//! Files that are written: checked before the work starts, and named when they are there.

use crate::console::Console;
use crate::interrupt::uninterrupted;
use anyhow::Result;
use std::path::Path;

/// Writes a file, and says so.
pub fn write(path: &Path, bytes: &[u8], console: &Console) -> Result<()> {
    uninterrupted(|| contsid_io::write_atomically(path, |file| file.write_all(bytes)))?;
    console.wrote(path);
    Ok(())
}
