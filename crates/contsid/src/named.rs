//! Choices by name: the same words on the command line, in files and in Python.

/// One of a few choices, each of which has a name.
///
/// ```
/// use contsid::comparison::Undirected;
/// use contsid::named::Named;
///
/// assert_eq!(Undirected::named("drop"), Some(Undirected::Drop));
/// assert_eq!(Undirected::Extend.name(), "extend");
/// assert_eq!(Undirected::named("up"), None);
/// ```
pub trait Named: Copy + 'static {
    /// Every choice.
    const CHOICES: &'static [Self];

    /// Its name, in lower case.
    fn name(self) -> &'static str;

    /// The choice with this name.
    fn named(name: &str) -> Option<Self> {
        Self::CHOICES.iter().copied().find(|choice| choice.name() == name)
    }

    /// The names of all choices, in order.
    fn names() -> impl Iterator<Item = &'static str> {
        Self::CHOICES.iter().map(|choice| choice.name())
    }
}

/// Names the variants of a type.
#[macro_export]
macro_rules! named {
    ($type:ty { $($variant:ident: $name:literal),+ $(,)? }) => {
        impl $crate::named::Named for $type {
            const CHOICES: &'static [Self] = &[$(Self::$variant),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}
