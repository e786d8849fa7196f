//! Comments before the first line of a matrix or table, as `np.savetxt` writes them: `# x y z`.
//!
//! The last comment names the columns if it has one word for each cell of the next line. Comments are replaced by
//! blanks of the same length, so lines keep their numbers and offsets.

use crate::delimited::{cell_count, detected_separator};
use crate::separator::Separator;
use std::borrow::Cow;
use std::io::{self, Read};

/// The offset where the leading comments end, and that of the comment that names the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeadingComments {
    end: usize,
    header: Option<usize>,
}

impl LeadingComments {
    /// The comments before the first other line; without a separator, it is detected.
    pub(crate) fn of(text: &[u8], separator: Option<Separator>) -> Self {
        let (mut end, mut last) = (0, None);
        for line in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            // A tab next to the mark would end a cell.
            let indent = line.iter().take_while(|&&byte| byte == b' ').count();
            match &line[indent..] {
                [b'#', b' ', comment @ ..] => last = Some((end + indent, comment)),
                blank if blank.trim_ascii().is_empty() => {}
                data => {
                    let Some((start, comment)) = last else { return Self::default() };
                    let header = names_columns(comment, data, separator).then_some(start);
                    return Self { end, header };
                }
            }
            end += line.len();
        }
        Self::default()
    }

    /// Overwrites comments by blanks, in the bytes that begin at an offset of the text.
    pub(crate) fn blank(self, at: usize, bytes: &mut [u8]) {
        let header = self.header.unwrap_or(self.end);
        for (offset, byte) in (at..self.end).zip(bytes) {
            // Of the header only the mark is overwritten.
            let is_comment = if offset >= header { offset == header } else { !byte.is_ascii_whitespace() };
            if is_comment {
                *byte = b' ';
            }
        }
    }

    /// The text with blanks for its comments.
    pub(crate) fn blanked(self, text: &str) -> Cow<'_, str> {
        if self.end == 0 {
            return Cow::Borrowed(text);
        }
        let mut bytes = text.as_bytes().to_vec();
        self.blank(0, &mut bytes);
        Cow::Owned(String::from_utf8(bytes).expect("whole characters become blanks"))
    }

    /// A reader of a text with blanks for its comments.
    pub(crate) fn blanking<R: Read>(self, inner: R) -> Blanking<R> {
        Blanking { comments: self, inner, at: 0 }
    }
}

/// Whether a comment has one word for each cell of a line.
fn names_columns(comment: &[u8], data: &[u8], separator: Option<Separator>) -> bool {
    let (Ok(comment), Ok(data)) = (std::str::from_utf8(comment), std::str::from_utf8(data)) else { return false };
    let separator = separator.unwrap_or_else(|| detected_separator(&format!("{comment}\n{data}"), Separator::COMMA));
    let cells = cell_count(comment.trim(), separator);
    cells == cell_count(data.trim_end_matches(['\n', '\r']), separator)
        && (cells > 1 || comment.split_whitespace().count() == 1)
}

/// Reads a text with blanks for the comments at its beginning.
pub(crate) struct Blanking<R> {
    comments: LeadingComments,
    inner: R,
    at: usize,
}

impl<R: Read> Read for Blanking<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.comments.blank(self.at, &mut buffer[..count]);
        self.at = self.at.saturating_add(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(text: &str) -> String {
        let comments = LeadingComments::of(text.as_bytes(), None);
        let whole = comments.blanked(text).into_owned();
        let mut read = String::new();
        comments.blanking(text.as_bytes()).read_to_string(&mut read).unwrap();
        assert_eq!(read, whole);
        assert_eq!(whole.len(), text.len());
        whole
    }

    #[test]
    fn comments_are_blank_and_the_last_names_the_columns() {
        assert_eq!(blanked("# x y\n1 2\n"), "  x y\n1 2\n");
        assert_eq!(blanked("# é by me\r\n# x,#y\r\n1,2\n# z"), "          \r\n  x,#y\r\n1,2\n# z");
        assert_eq!(blanked("# three words here\n1 2\n"), "                  \n1 2\n");
        assert_eq!(blanked("# \n\n  # x\n1\n2\n"), "  \n\n    x\n1\n2\n");
        assert_eq!(blanked("# made by hand\n1\n2\n"), "              \n1\n2\n");
        for text in ["#id,a\n1,2\n", "#\n1\n", "\t# a\tb\n1\t0\t0\n", "a,b\n# 1,2\n", "# only\n", "", "x\n"] {
            assert_eq!(blanked(text), text);
        }
    }
}
