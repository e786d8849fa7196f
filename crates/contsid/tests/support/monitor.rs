//! A monitor that counts, and stops the work.

use contsid::execution::Monitor;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the units that are announced and done, and stops the work after a number of questions whether it should.
pub struct Watch {
    announced: AtomicU64,
    done: AtomicU64,
    asked: AtomicU64,
    patience: u64,
}

impl Watch {
    /// Never stops the work.
    pub fn patient() -> Self {
        Self::stopping_after(u64::MAX)
    }

    /// Stops the work when it is asked once more than this.
    pub fn stopping_after(patience: u64) -> Self {
        Self { announced: AtomicU64::new(0), done: AtomicU64::new(0), asked: AtomicU64::new(0), patience }
    }

    pub fn announced(&self) -> u64 {
        self.announced.load(Ordering::Relaxed)
    }

    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// How often it was asked whether the work should stop.
    #[allow(dead_code, reason = "not every test program asks")]
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Monitor for Watch {
    fn begin(&self, total: u64) {
        self.announced.fetch_add(total, Ordering::Relaxed);
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.patience
    }
}
