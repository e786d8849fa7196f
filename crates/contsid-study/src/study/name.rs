//! Names of simulations, learners and scorings.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// A name for the records and the tables: it begins with a letter or digit, holds no quote, comma, slash or control
/// character, and no space at its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// A name with other characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a name: begin with a letter or digit, and use no quotes, commas, slashes, control characters, and no \
     space at the end"
)]
pub struct InvalidName(pub String);

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as part of a file's name: letters, digits, `-`, `_` and `.` as they are, other bytes as `%` and their
    /// number. Different names stay different.
    pub(crate) fn in_a_file_name(&self) -> String {
        let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let written = |c: char| if is_plain(c) { c.to_string() } else { format!("%{:x}%", u32::from(c)) };
        self.0.chars().map(written).collect()
    }
}

impl TryFrom<String> for Name {
    type Error = InvalidName;

    fn try_from(name: String) -> Result<Self, InvalidName> {
        let is_allowed = |c: char| !c.is_control() && !"\"'`,/\\".contains(c);
        if name.starts_with(char::is_alphanumeric) && name.chars().all(is_allowed) && !name.ends_with(' ') {
            Ok(Self(name))
        } else {
            Err(InvalidName(name))
        }
    }
}

impl std::str::FromStr for Name {
    type Err = InvalidName;

    fn from_str(name: &str) -> Result<Self, InvalidName> {
        Self::try_from(name.to_owned())
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_directory_or_cell() {
        for good in ["pc", "ica-lingam", "my_learner.2", "β", "PC (α = 0.05)"] {
            assert!(good.parse::<Name>().is_ok(), "{good}");
        }
        for bad in ["", "..", "a/b", "a\\b", "a,b", "a ", "-x", "a\nb", "\"a\"", "a\u{1b}[1m"] {
            assert_eq!(bad.parse::<Name>(), Err(InvalidName(bad.to_owned())));
        }
        let names = ["PC (2)", "PC-(2)", "PC_2"].map(|name| name.parse::<Name>().unwrap().in_a_file_name());
        assert_eq!(names, ["PC%20%%28%2%29%", "PC-%28%2%29%", "PC_2"]);
    }
}
