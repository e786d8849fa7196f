//! How much memory is free.

use contsid::memory::in_words;
use thiserror::Error;

/// The bytes that the system reports as available; none if it does not say.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// More memory than is available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", sizes(in_words(*needed), &in_words(*available)))]
pub struct TooLarge {
    /// The bytes that are needed.
    pub needed: u64,
    /// The bytes that are available.
    pub available: u64,
}

/// What is read piece by piece is known to need more than there is, but not how much.
fn sizes(needed: String, available: &str) -> String {
    let needed = if needed == available { format!("more than {needed}") } else { needed };
    format!("{needed} of memory are needed, and {available} are available")
}

/// The memory limit of one file if the system does not say what is free, in bytes.
const ASSUMED_MEMORY: u64 = 4 << 30;

/// The memory limit of one file, in bytes: half of what is free, to leave room for working with it.
pub(crate) fn most_memory() -> u64 {
    available_memory().map_or(ASSUMED_MEMORY, |free| free / 2)
}

/// Checks that `count` numbers fit into memory, before any is stored.
pub(crate) fn check_numbers(count: Option<usize>) -> Result<(), TooLarge> {
    let needed = count.map_or(u64::MAX, |count| (count as u64).saturating_mul(8));
    let available = most_memory();
    if needed > available { Err(TooLarge { needed, available }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{TooLarge, available_memory, most_memory};

    #[cfg(target_os = "linux")]
    #[test]
    fn free_memory_is_told_in_bytes_and_a_file_may_take_half() {
        let free = available_memory().expect("Linux tells it");
        // Any machine that runs these tests has 100 MB and less than 100 TB.
        assert!((100_000_000..100_000_000_000_000).contains(&free), "{free}");
        assert!(most_memory() < free / 4 * 3, "{free}");
    }

    #[test]
    fn what_is_needed_is_never_said_to_be_what_is_available() {
        let said = |needed| TooLarge { needed, available: 7_800_000_000 }.to_string();
        assert_eq!(said(8_000_000_000_000), "8.0 TB of memory are needed, and 7.8 GB are available");
        assert_eq!(said(7_800_000_008), "more than 7.8 GB of memory are needed, and 7.8 GB are available");
    }
}
