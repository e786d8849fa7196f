//! Options as words: the same on the command line, in files, in Python and in results.
//!
//! Each option type lists its words in [`Words::FORMS`], reads them by [`FromStr`] and writes them by [`Display`].
//! Types whose values are all known are [`Named`], through the macro [`named!`](crate::named!).

use std::error::Error;
use std::fmt::Display;
use std::str::FromStr;

/// An option that is written as a word: reading what [`Display`] writes gives the same value.
///
/// ```
/// use contsid::effect::LambdaChoice;
/// use contsid::named::Words;
///
/// assert_eq!(LambdaChoice::FORMS, ["1/N", "loo", "a positive number"]);
/// assert_eq!("loo".parse(), Ok(LambdaChoice::LeaveOneOut));
/// assert_eq!("0.01".parse::<LambdaChoice>()?.to_string(), "0.01");
/// # Ok::<(), contsid::named::UnknownWord>(())
/// ```
pub trait Words: Display + FromStr<Err: Error + Send + Sync + 'static> {
    /// The words, or their forms, such as `grid:K`.
    const FORMS: &'static [&'static str];

    /// The error for an unknown text.
    fn unknown(text: &str) -> UnknownWord {
        UnknownWord { text: text.to_owned(), forms: Self::FORMS }
    }
}

/// A text that is not a word of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not understood: choose one of {}", forms.join(", "))]
pub struct UnknownWord {
    /// The text.
    pub text: String,
    /// The forms of the option's words.
    pub forms: &'static [&'static str],
}

/// An option with a few values, each of which has a name.
///
/// ```
/// use contsid::comparison::Undirected;
/// use contsid::named::Named;
///
/// assert_eq!("drop".parse(), Ok(Undirected::Drop));
/// assert_eq!(Undirected::Extend.name(), "extend");
/// let unknown = "up".parse::<Undirected>().unwrap_err();
/// assert_eq!(unknown.to_string(), "`up` is not understood: choose one of bounds, drop, extend");
/// ```
pub trait Named: Words + Copy + 'static {
    /// Every value, in the order of [`Words::FORMS`].
    const CHOICES: &'static [Self];

    /// Its name.
    fn name(self) -> &'static str;
}

/// Names the variants of a type.
#[macro_export]
macro_rules! named {
    ($type:ty { $($variant:ident: $name:literal),+ $(,)? }) => {
        impl $crate::named::Words for $type {
            const FORMS: &'static [&'static str] = &[$($name),+];
        }

        impl $crate::named::Named for $type {
            const CHOICES: &'static [Self] = &[$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad($crate::named::Named::name(*self))
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::named::UnknownWord;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                match text {
                    $($name => Ok(Self::$variant),)+
                    _ => Err(<Self as $crate::named::Words>::unknown(text)),
                }
            }
        }
    };
}

/// The option for a number; none if the text is not a number, or the option does not accept it.
pub(crate) fn from_number<T, E>(text: &str, checked: impl FnOnce(f64) -> Result<T, E>) -> Option<T> {
    checked(text.trim().parse().ok()?).ok()
}
