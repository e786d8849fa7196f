//! Memory that threads reuse.

use std::sync::{Mutex, PoisonError};

/// Values that are not in use.
#[derive(Debug, Default)]
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T: Default> Pool<T> {
    /// A used value, or a new one.
    pub(super) fn take(&self) -> T {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Returns a value for reuse.
    pub(super) fn give(&self, value: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(value);
    }
}
