//! Names of simulations, learners and scorings.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// A name that can stand in a table's cell and in a file's name: letters, digits, `-`, `_` and `.`, a letter or digit
/// first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

/// A name with other characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a name: use letters, digits, `-`, `_` and `.`, and begin with a letter or digit")]
pub struct NameError(pub String);

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(name: String) -> Result<Self, NameError> {
        let is_allowed = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if name.starts_with(char::is_alphanumeric) && name.chars().all(is_allowed) {
            Ok(Self(name))
        } else {
            Err(NameError(name))
        }
    }
}

impl std::str::FromStr for Name {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
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
        for good in ["pc", "ica-lingam", "my_learner.2", "β"] {
            assert!(good.parse::<Name>().is_ok(), "{good}");
        }
        for bad in ["", "..", "a/b", "a,b", "a b", "-x", "a\nb", "\"a\""] {
            assert_eq!(bad.parse::<Name>(), Err(NameError(bad.to_owned())));
        }
    }
}
