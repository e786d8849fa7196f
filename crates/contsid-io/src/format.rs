//! What the formats of graphs and of tables have in common: a name, and extensions of file names.

use crate::source::extension;
use contsid::named::Named;
use std::path::Path;

/// A format of files: the extension of a file's name tells it.
pub trait FileFormat: Named {
    /// The extensions that mean this format.
    fn extensions(self) -> &'static [&'static str];

    /// The format of a path's extension, in any case; a `.gz` after it is ignored.
    fn of_path(path: &Path) -> Option<Self> {
        let extension = extension(path)?;
        Self::CHOICES.iter().copied().find(|format| format.extensions().contains(&extension.as_str()))
    }
}

/// The extensions of formats, for a message.
pub(crate) fn extensions<Format: FileFormat>(formats: impl Iterator<Item = Format>) -> String {
    let extensions = formats.flat_map(FileFormat::extensions);
    extensions.map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(", ")
}
