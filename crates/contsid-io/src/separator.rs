//! The separator of cells.

use contsid::named::{UnknownWord, Words};
use std::fmt;
use std::str::FromStr;

/// The separator of the cells of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// One ASCII character, such as a comma.
    Character(u8),
    /// White space, any amount of it.
    Space,
}

impl Separator {
    /// A comma.
    pub const COMMA: Self = Self::Character(b',');
    /// A semicolon.
    pub const SEMICOLON: Self = Self::Character(b';');
    /// A tab.
    pub const TAB: Self = Self::Character(b'\t');
}

impl Words for Separator {
    const FORMS: &'static [&'static str] = &["comma", "semicolon", "tab", "space", "a character"];
}

/// `comma`, `semicolon`, `tab`, `space`, or one character that can separate cells.
///
/// ```
/// use contsid_io::Separator;
///
/// assert_eq!("tab".parse(), Ok(Separator::TAB));
/// assert_eq!("|".parse(), Ok(Separator::Character(b'|')));
/// assert!("1".parse::<Separator>().is_err());
/// ```
impl FromStr for Separator {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        match (text, text.as_bytes()) {
            ("comma", _) => Ok(Self::COMMA),
            ("semicolon", _) => Ok(Self::SEMICOLON),
            ("tab" | "\\t", _) => Ok(Self::TAB),
            ("space" | " ", _) => Ok(Self::Space),
            (_, &[byte]) if byte == b'\t' || byte.is_ascii_punctuation() && !b"\".-+#_".contains(&byte) => {
                Ok(Self::Character(byte))
            }
            _ => Err(Self::unknown(text)),
        }
    }
}

impl fmt::Display for Separator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::COMMA => formatter.write_str("comma"),
            Self::SEMICOLON => formatter.write_str("semicolon"),
            Self::TAB => formatter.write_str("tab"),
            Self::Space => formatter.write_str("space"),
            Self::Character(byte) => write!(formatter, "{}", char::from(byte).escape_default()),
        }
    }
}
