//! Sizes of memory for messages.

/// A number of bytes in decimal units: `1.5 GB`.
///
/// ```
/// assert_eq!(contsid::memory::in_words(720_400), "720 kB");
/// ```
pub fn in_words(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["kB", "MB", "GB", "TB", "PB"];
    let (mut size, mut unit) = (bytes as f64 / 1000.0, UNITS[0]);
    for &larger in &UNITS[1..] {
        if size < 999.5 {
            break;
        }
        (size, unit) = (size / 1000.0, larger);
    }
    if size < 9.95 { format!("{size:.1} {unit}") } else { format!("{size:.0} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn sizes_have_two_digits_at_least() {
        let sizes = [1_073_741_824, 8_000_000_000_000, 999_600, 512, u64::MAX].map(in_words);
        assert_eq!(sizes, ["1.1 GB", "8.0 TB", "1.0 MB", "0.5 kB", "18447 PB"]);
    }
}
