//! Numbers for people, and for pages.

/// A number for people: three or four digits, and none at the end that says nothing.
///
/// ```
/// use contsid_report::number::short;
///
/// assert_eq!(short(0.012_51), "0.0125");
/// assert_eq!(short(-12.3), "−12.3");
/// assert_eq!(short(0.000_123_45), "1.23e−4");
/// ```
pub fn short(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if !(1e-3..1e5).contains(&size) {
        return format!("{value:.2e}").replace('-', "−");
    }
    let bounds = [1000.0, 100.0, 10.0, 0.1, 0.01];
    let digits = bounds.iter().position(|&bound| size >= bound).unwrap_or(bounds.len());
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

/// Five significant digits: more than a page can show.
pub(crate) fn rounded(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The browser tests ask the pages' script for the same.
    #[test]
    fn numbers_have_three_or_four_digits() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (2.0 / 3.0, "0.667"),
            (-0.125, "−0.125"),
            (0.0125, "0.0125"),
            (1.0 / 300.0, "0.00333"),
            (12.3456, "12.35"),
            (123.456, "123.5"),
            (12345.6, "12346"),
            (0.000_123_456, "1.23e−4"),
            (-2_500_000.0, "−2.50e6"),
            (1e-12, "1.00e−12"),
        ];
        for (value, words) in cases {
            assert_eq!(short(value), words);
        }
    }

    #[test]
    fn five_digits_are_kept() {
        assert_eq!([rounded(123_456.0), rounded(1.0 / 3.0), rounded(0.0)], [123_460.0, 0.333_33, 0.0]);
    }
}
