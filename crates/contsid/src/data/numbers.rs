//! The numbers of a column: in memory of our own, or kept elsewhere and read when they are needed.

use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

/// Numbers that someone else keeps, such as a column of an array in Python.
pub trait NumberSource: Send + Sync {
    /// The number of rows.
    fn row_count(&self) -> usize;

    /// A copy of all numbers.
    fn all(&self) -> Vec<f64>;

    /// A copy of the numbers of these rows, in this order.
    fn rows(&self, rows: &[usize]) -> Vec<f64>;
}

/// The numbers of a column. Clones share them.
///
/// Numbers that are kept elsewhere are never copied as a whole table: [`values`](Self::values) copies one column for as
/// long as it is looked at, and [`rows`](Self::rows) a few rows.
///
/// ```
/// use contsid::data::Numbers;
///
/// let numbers = Numbers::from(vec![1.5, 2.5, 3.5]);
/// assert_eq!(numbers.values()[1], 2.5);
/// assert_eq!(numbers.rows(&[2, 0]), [3.5, 1.5]);
/// ```
#[derive(Clone)]
pub struct Numbers(Storage);

#[derive(Clone)]
enum Storage {
    Own(Arc<Vec<f64>>),
    Elsewhere { source: Arc<dyn NumberSource>, fingerprint: u64 },
}

impl Numbers {
    /// Numbers that stay where they are, and must not change while they are in use: see
    /// [`is_unchanged`](Self::is_unchanged).
    pub fn elsewhere(source: Arc<dyn NumberSource>) -> Self {
        let fingerprint = fingerprint(&source.all());
        Self(Storage::Elsewhere { source, fingerprint })
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match &self.0 {
            Storage::Own(values) => values.len(),
            Storage::Elsewhere { source, .. } => source.row_count(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All numbers, one after the other: a copy of those that are kept elsewhere.
    pub fn values(&self) -> Cow<'_, [f64]> {
        match &self.0 {
            Storage::Own(values) => Cow::Borrowed(values),
            Storage::Elsewhere { source, .. } => Cow::Owned(source.all()),
        }
    }

    /// The numbers of these rows, in this order.
    pub fn rows(&self, rows: &[usize]) -> Vec<f64> {
        match &self.0 {
            Storage::Own(values) => rows.iter().map(|&row| values[row]).collect(),
            Storage::Elsewhere { source, .. } => source.rows(rows),
        }
    }

    /// Whether the numbers are those that were there at first. Only numbers that are kept elsewhere can change.
    pub fn is_unchanged(&self) -> bool {
        match &self.0 {
            Storage::Own(_) => true,
            Storage::Elsewhere { source, fingerprint: first } => fingerprint(&source.all()) == *first,
        }
    }
}

fn fingerprint(values: &[f64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for value in values {
        hasher.write_u64(value.to_bits());
    }
    hasher.finish()
}

impl From<Vec<f64>> for Numbers {
    fn from(values: Vec<f64>) -> Self {
        Self(Storage::Own(Arc::new(values)))
    }
}

impl FromIterator<f64> for Numbers {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        values.into_iter().collect::<Vec<_>>().into()
    }
}

impl PartialEq for Numbers {
    /// Equal numbers, wherever they are kept.
    fn eq(&self, other: &Self) -> bool {
        self.values() == other.values()
    }
}

impl fmt::Debug for Numbers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values().fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Numbers behind a lock, as an array is behind its interpreter.
    struct Kept(Mutex<Vec<f64>>);

    impl NumberSource for Kept {
        fn row_count(&self) -> usize {
            self.0.lock().unwrap().len()
        }

        fn all(&self) -> Vec<f64> {
            self.0.lock().unwrap().clone()
        }

        fn rows(&self, rows: &[usize]) -> Vec<f64> {
            let values = self.0.lock().unwrap();
            rows.iter().map(|&row| values[row]).collect()
        }
    }

    #[test]
    fn numbers_are_the_same_wherever_they_are_kept() {
        let kept = Numbers::elsewhere(Arc::new(Kept(Mutex::new(vec![1.0, -2.0, 3.0]))));
        let own = Numbers::from(vec![1.0, -2.0, 3.0]);
        assert_eq!((kept.len(), kept.values(), kept.rows(&[2, 2])), (3, own.values(), own.rows(&[2, 2])));
        assert_eq!(kept, own);
        assert!(!kept.is_empty() && Numbers::from(Vec::new()).is_empty());
        assert_eq!(format!("{kept:?}"), "[1.0, -2.0, 3.0]");
    }

    #[test]
    fn a_change_elsewhere_is_noticed() {
        let source = Arc::new(Kept(Mutex::new(vec![1.0, -2.0])));
        let kept = Numbers::elsewhere(source.clone());
        assert!(kept.is_unchanged() && Numbers::from(vec![1.0]).is_unchanged());
        // Two changed signs must not cancel.
        source.0.lock().unwrap().iter_mut().for_each(|value| *value = -*value);
        assert!(!kept.is_unchanged());
    }
}
