//! How much memory is free.

use contsid::memory::in_words;
use thiserror::Error;

/// The bytes that the system reports as available, at most as many as the limits of this process (`ulimit -v` and
/// `ulimit -d`) leave; none if it does not say.
pub fn available_memory() -> Option<u64> {
    let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
    let (limits, own) = (read("/proc/self/limits"), read("/proc/self/status"));
    let left = |limit: &str, used: &str| Some(bytes(&limits, limit)?.saturating_sub(kilobytes(&own, used)?));
    let bounds = [
        kilobytes(&read("/proc/meminfo"), "MemAvailable:"),
        left("Max address space", "VmSize:"),
        left("Max data size", "VmData:"),
    ];
    bounds.into_iter().flatten().min()
}

/// What a line such as `VmSize:  12 kB` says, in bytes.
fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// What a line such as `Max data size  SOFT  HARD  bytes` says; none if it is unlimited.
fn bytes(text: &str, key: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(key))?.split_whitespace().next()?.parse().ok()
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
    limit(available_memory())
}

fn limit(free: Option<u64>) -> u64 {
    free.map_or(ASSUMED_MEMORY, |free| free / 2)
}

/// Checks that `count` numbers fit into memory, before any is stored.
pub(crate) fn check_numbers(count: Option<usize>) -> Result<(), TooLarge> {
    check(count, most_memory())
}

/// Checks that `needed` bytes are free before they are allocated: an allocation that fails ends the process.
///
/// # Errors
///
/// If fewer are free.
pub fn check_free(needed: u64) -> Result<(), TooLarge> {
    match available_memory() {
        Some(available) if needed > available => Err(TooLarge { needed, available }),
        _ => Ok(()),
    }
}

fn check(count: Option<usize>, available: u64) -> Result<(), TooLarge> {
    let needed = count.map_or(u64::MAX, |count| (count as u64).saturating_mul(8));
    if needed > available { Err(TooLarge { needed, available }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{TooLarge, available_memory, bytes, check, kilobytes, limit, most_memory};

    #[cfg(target_os = "linux")]
    #[test]
    fn free_memory_is_told_in_bytes_and_a_file_may_take_half() {
        let free = available_memory().expect("Linux tells it");
        // Any machine that runs these tests has 100 MB and less than 100 TB.
        assert!((100_000_000..100_000_000_000_000).contains(&free), "{free}");
        assert!(most_memory() < free / 4 * 3, "{free}");
    }

    #[test]
    fn limits_are_read_in_bytes() {
        let text = "Limit  Soft Limit  Hard Limit  Units\nMax data size  unlimited  unlimited  bytes\n\
                    Max address space  1000  2000  bytes\n";
        assert_eq!((bytes(text, "Max address space"), bytes(text, "Max data size")), (Some(1000), None));
        assert_eq!(kilobytes("Name: x\nVmSize:\t   12 kB\n", "VmSize:"), Some(12 * 1024));
    }

    #[test]
    fn where_the_system_does_not_say_a_file_may_take_four_gigabytes() {
        assert_eq!(limit(None), 4 * 1024 * 1024 * 1024);
        assert_eq!(limit(Some(1000)), 500);
    }

    #[test]
    fn numbers_of_eight_bytes_may_fill_the_limit_but_not_more() {
        assert_eq!(check(Some(100), 800), Ok(()));
        assert_eq!(check(Some(100), 799), Err(TooLarge { needed: 800, available: 799 }));
        assert_eq!(check(None, u64::MAX - 1), Err(TooLarge { needed: u64::MAX, available: u64::MAX - 1 }));
    }

    #[test]
    fn what_is_needed_is_never_said_to_be_what_is_available() {
        let said = |needed| TooLarge { needed, available: 7_800_000_000 }.to_string();
        assert_eq!(said(8_000_000_000_000), "8.0 TB of memory are needed, and 7.8 GB are available");
        assert_eq!(said(7_800_000_008), "more than 7.8 GB of memory are needed, and 7.8 GB are available");
    }
}
