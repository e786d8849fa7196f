//! Which files an output may replace.
//!
//! A file is recognised as contsid's by a mark at its beginning or its end: pages have a generator, drawings and lists
//! of edges a comment, PDF files a producer, tables of pairs their header. Matrices, Tetrad's text and node-link JSON
//! cannot have a mark, so replacing them must always be asked for.

use crate::error::Fault;
use crate::input::Input;
use crate::write::{WriteError, WriteFault, behind_links, check_writable, directory_of};
use contsid::execution::Silent;
use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The comment in files that can have one.
pub const MARK: &str = "written by contsid";

/// The number of bytes at each end of a file that are searched for a mark.
const SEARCHED: u64 = 4096;

/// Marks anywhere in these bytes.
const MARKS: [&[u8]; 3] = [MARK.as_bytes(), b"<meta name=\"generator\" content=\"contsid", b"tEXtSoftware\0contsid"];

/// Headers of the tables that contsid writes.
const HEADERS: [&[u8]; 2] = [b"learnt,treatment,outcome,sid,", b"learnt,treatments,outcome,case,"];

/// Which existing files an output may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Those with contsid's mark, and empty ones.
    OwnFiles,
    /// Any.
    Anything,
}

/// Checks in advance that a file can be written and that nothing is lost by it.
///
/// # Errors
///
/// If it is one of the inputs, also through links; if a file is there that may not be replaced; and as
/// [`check_writable`].
pub fn check_output<P: AsRef<Path>>(path: impl AsRef<Path>, inputs: &[P], replace: Replace) -> Result<(), WriteError> {
    let path = path.as_ref();
    if let Some(input) = inputs.iter().map(AsRef::as_ref).find(|input| is_same_file(path, input)) {
        return Err(WriteFault::IsInput(input.to_owned()).of(path));
    }
    check_writable(path)?;
    let is_lost = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
    if replace == Replace::OwnFiles && is_lost && !is_written_by_contsid(path) {
        return Err(WriteFault::NotOwn.of(path));
    }
    Ok(())
}

/// Whether two paths are the same file, which need not exist.
pub fn is_same_file(first: &Path, second: &Path) -> bool {
    match (without_links(first), without_links(second)) {
        (Some(first), Some(second)) => first == second || has_same_identity(&first, &second),
        _ => false,
    }
}

/// The path of a file without links.
fn without_links(path: &Path) -> Option<PathBuf> {
    let path = behind_links(path).ok()?;
    let in_directory = || Some(fs::canonicalize(directory_of(&path)).ok()?.join(path.file_name()?));
    fs::canonicalize(&path).ok().or_else(in_directory)
}

#[cfg(unix)]
fn has_same_identity(first: &Path, second: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |path: &Path| fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
    identity(first).is_some_and(|found| Some(found) == identity(second))
}

#[cfg(not(unix))]
fn has_same_identity(_: &Path, _: &Path) -> bool {
    false
}

/// Whether a file bears a mark of contsid.
pub fn is_written_by_contsid(path: impl AsRef<Path>) -> bool {
    ends(path.as_ref()).is_ok_and(|ends| {
        let contains = |mark: &[u8]| ends.windows(mark.len()).any(|window| window == mark);
        HEADERS.iter().any(|header| ends.starts_with(header)) || MARKS.into_iter().any(contains)
    })
}

/// The beginning of a file, decompressed, and its end: a PDF has its producer there.
fn ends(path: &Path) -> Result<Vec<u8>, Fault> {
    let mut ends = Vec::new();
    Input::of_path(path, &Silent)?.open()?.take(SEARCHED).read_to_end(&mut ends).map_err(Fault::Io)?;
    let mut file = fs::File::open(path).map_err(Fault::Io)?;
    let length = file.metadata().map_err(Fault::Io)?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(SEARCHED).max(ends.len() as u64))).map_err(Fault::Io)?;
    file.read_to_end(&mut ends).map_err(Fault::Io)?;
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = directory.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let inputs = [file("truth.csv", "0,1\n0,0\n"), directory.path().join("absent.csv")];
        let check = |path: &Path, replace| check_output(path, &inputs, replace).map_err(|error| error.to_string());
        let new = directory.path().join("new.html");
        assert_eq!(check(&new, Replace::OwnFiles), Ok(()));
        for replace in [Replace::OwnFiles, Replace::Anything] {
            assert!(check(&inputs[0], replace).unwrap_err().contains("this is the input `"));
        }
        let other = file("notes.txt", "mine");
        let error = check_output(&other, &inputs, Replace::OwnFiles).unwrap_err();
        assert_eq!(error.hint(), Some(crate::Hint::Force));
        assert!(error.to_string().ends_with(
            "notes.txt: the file exists, and contsid did not recognisably write it; remove it, or name another"
        ));
        assert_eq!(check(&other, Replace::Anything), Ok(()));
        for own in [
            "",
            "<!DOCTYPE html><head><meta name=\"generator\" content=\"contsid 0.1\">",
            "# written by contsid\nA -> B",
            "learnt,treatment,outcome,sid,aid_ancestor\n",
            "\u{89}PNG....tEXtSoftware\0contsid",
            &format!("%PDF-1.7\n{}<pdf:Producer>written by contsid</pdf:Producer>\n%%EOF", "1 0 R\n".repeat(2000)),
        ] {
            assert_eq!(check(&file("own", own), Replace::OwnFiles), Ok(()), "{own}");
        }
        assert!(check(directory.path(), Replace::Anything).unwrap_err().contains("this is a directory"));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_inputs() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("data.csv"), "a\n1\n").unwrap();
        fs::create_dir(path("folder")).unwrap();
        std::os::unix::fs::symlink(path("data.csv"), path("soft")).unwrap();
        fs::hard_link(path("data.csv"), path("hard")).unwrap();
        assert!(is_same_file(&path("new"), &path("folder/../new")) && !is_same_file(&path("new"), &path("newer")));
        for output in ["data.csv", "soft", "hard", "folder/../data.csv"] {
            let message = check_output(path(output), &[path("data.csv")], Replace::Anything).unwrap_err().to_string();
            assert!(message.contains("this is the input"), "{output}: {message}");
            let reversed = check_output(path("data.csv"), &[path(output)], Replace::Anything);
            assert!(reversed.is_err(), "{output}");
        }
    }
}
