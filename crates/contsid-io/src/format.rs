//! What the formats of graphs and of tables have in common: a name, and extensions of file names.

use contsid::named::Named;

/// A format of files: the extension of a file's name tells it.
pub trait FileFormat: Named {
    /// The extensions that mean this format.
    fn extensions(self) -> &'static [&'static str];

    /// The format that an extension in lower case means.
    fn of_extension(extension: &str) -> Option<Self> {
        Self::CHOICES.iter().copied().find(|format| format.extensions().contains(&extension))
    }
}

/// The extensions of formats, for a message.
pub(crate) fn extensions<Format: FileFormat>(formats: impl Iterator<Item = Format>) -> String {
    let extensions = formats.flat_map(FileFormat::extensions);
    extensions.map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(", ")
}
