//! Settings that are words: the same in files, on the command line and in Python.

/// Names the variants of a setting by [`contsid::named!`], and reads and writes it in files by these names.
///
/// The type needs `#[serde(try_from = "String", into = "String")]`.
macro_rules! word {
    ($type:ty { $($variant:ident: $name:literal),+ $(,)? }) => {
        contsid::named!($type { $($variant: $name),+ });

        impl TryFrom<String> for $type {
            type Error = contsid::named::UnknownWord;

            fn try_from(text: String) -> Result<Self, Self::Error> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    };
}

pub(crate) use word;
