//! Numbers for people, and for pages.

use crate::plot::scale::Scale;

/// The most decimals that a standard error supports.
const MOST_SUPPORTED: usize = 4;

/// Half of the last decimal that is ever shown beside an error.
const LEAST_SHOWN: f64 = 0.5e-4;

/// Distances below this are what rounding leaves of 0.
const ROUNDING: f64 = 1e-9;

/// A distance, or 0 where it is but rounding.
pub(crate) fn without_rounding(distance: f64) -> f64 {
    if distance.abs() < ROUNDING { 0.0 } else { distance }
}

/// Whether a value and its error are too small to be shown: then the value is written as 0.
pub fn is_nothing(value: f64, error: f64) -> bool {
    value.abs().max(error) < LEAST_SHOWN
}

/// The number of decimals that a standard error supports: two digits of it.
///
/// ```
/// use contsid_report::number::supported_decimals;
///
/// assert_eq!([13.2, 1.32, 0.0132, 0.0].map(supported_decimals), [0, 1, 3, 0]);
/// assert_eq!([0.95, 0.094, 99.0, f64::NAN].map(supported_decimals), [1, 3, 0, 0]);
/// ```
pub fn supported_decimals(se: f64) -> usize {
    if se <= 0.0 || !se.is_finite() {
        return 0;
    }
    POWERS[..MOST_SUPPORTED].iter().position(|power| se * power >= 9.5).unwrap_or(MOST_SUPPORTED)
}

/// A value and its standard error, with as many decimals as that supports; what is 0 but for rounding has no error.
///
/// ```
/// use contsid_report::number::with_error;
///
/// assert_eq!([with_error(20.346, 1.32), with_error(-0.084_321, 0.148_71)], ["20.3 ± 1.3", "−0.08 ± 0.15"]);
/// assert_eq!([with_error(0.0, 0.0), with_error(1e-16, 1e-17)], ["0", "0"]);
/// ```
pub fn with_error(value: f64, se: f64) -> String {
    if is_nothing(value, se) {
        return "0".to_owned();
    }
    let decimals = supported_decimals(se);
    format!("{value:.decimals$} ± {se:.decimals$}").replace('-', "−")
}

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

/// A whole number with a comma after each three digits.
///
/// ```
/// use contsid_report::number::count;
///
/// assert_eq!([count(7), count(1234), count(1_000_000)], ["7", "1,234", "1,000,000"]);
/// ```
pub fn count(value: usize) -> String {
    grouped(&value.to_string())
}

/// A count and its noun.
///
/// ```
/// use contsid_report::number::counted;
///
/// assert_eq!([counted(1, "node"), counted(1234, "node")], ["1 node", "1,234 nodes"]);
/// ```
pub fn counted(value: usize, thing: &str) -> String {
    format!("{} {thing}{}", count(value), if value == 1 { "" } else { "s" })
}

/// Digits with a comma before each three of the last.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The decimals of all numbers of a column.
///
/// ```
/// use contsid_report::number::Decimals;
///
/// let two = Decimals::of([0.132, 12.5]);
/// assert_eq!([two.write(0.132), two.write(12.5), two.write(0.0)], ["0.13", "12.50", "0"]);
/// assert_eq!([two.write(0.001), two.signed(-0.5), two.signed(0.25)], ["<0.01", "−0.50", "+0.25"]);
/// assert_eq!(two.range(2.8, 11.3), "2.80–11.30");
/// assert_eq!(Decimals::WHOLE.signed(-3.0), "−3");
/// // As many as the smallest standard error supports.
/// assert_eq!(Decimals::supported([1.3, 5.0]).write(20.0), "20.0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimals(usize);

/// 10 to the power of each number of digits.
const POWERS: [f64; Decimals::MOST + 1] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5];

impl Decimals {
    /// The most digits that are shown.
    const MOST: usize = 5;

    /// Of counts.
    pub const WHOLE: Self = Self(0);

    /// Of seconds.
    pub const THOUSANDTHS: Self = Self(3);

    /// Of shares and skills.
    pub const HUNDREDTHS: Self = Self(2);

    /// Three or four digits of the largest value.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let largest = values.into_iter().map(f64::abs).filter(|value| value.is_finite()).fold(0.0, f64::max);
        if largest == 0.0 {
            return Self(2);
        }
        let bounds = [1000.0, 100.0, 1.0, 0.1, 0.01];
        Self(bounds.iter().position(|&bound| largest >= bound).unwrap_or(Self::MOST))
    }

    /// Two digits of the smallest standard error that is not 0.
    pub fn supported(errors: impl IntoIterator<Item = f64>) -> Self {
        let smallest = errors.into_iter().filter(|error| *error > 0.0).fold(f64::INFINITY, f64::min);
        if !smallest.is_finite() {
            return Self(2);
        }
        Self(supported_decimals(smallest))
    }

    /// Those of the steps of an axis, which begin with 1, 2 or 5.
    fn of_step(step: f64) -> Self {
        Self(POWERS.iter().position(|power| step * power > 0.999).unwrap_or(Self::MOST))
    }

    /// A number; what is too small for the digits says so, and only 0 is 0.
    pub fn write(self, value: f64) -> String {
        let digits = self.0;
        let text = format!("{:.digits$}", value.abs());
        let sign = if value < 0.0 { "−" } else { "" };
        if value == 0.0 {
            return "0".to_owned();
        }
        if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) {
            let least = 1.0 / POWERS[digits];
            return if value < 0.0 { "≈0".to_owned() } else { format!("<{least:.digits$}") };
        }
        let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
        format!("{sign}{}{rest}", grouped(whole))
    }

    /// A change: with its sign.
    pub fn signed(self, value: f64) -> String {
        let text = self.write(value);
        if text.starts_with('<') {
            "≈0".to_owned()
        } else if value > 0.0 {
            format!("+{text}")
        } else {
            text
        }
    }

    /// Two bounds, or one number where they are the same.
    pub fn range(self, lower: f64, upper: f64) -> String {
        if lower == upper { self.write(upper) } else { format!("{}–{}", self.write(lower), self.write(upper)) }
    }

    /// A number and its standard error, with more digits where the error is too small for these. What rounds to 0 is 0.
    ///
    /// ```
    /// use contsid_report::number::Decimals;
    ///
    /// let two = Decimals::HUNDREDTHS;
    /// assert_eq!([two.uncertain(0.5, 0.12), two.uncertain(-0.001, 0.12)], ["0.50 ± 0.12", "0.00 ± 0.12"]);
    /// assert_eq!([two.uncertain(-0.0021, 0.0013), two.uncertain(0.0, 0.0)], ["−0.0021 ± 0.0013", "0"]);
    /// assert_eq!(two.uncertain(1e-7, 1e-8), "0");
    /// ```
    pub fn uncertain(self, value: f64, error: f64) -> String {
        if is_nothing(value, error) {
            return "0".to_owned();
        }
        let digits = self.supporting(error);
        format!("{} ± {}", digits.plain(value), digits.plain(error))
    }

    /// The same of a change: with its sign.
    ///
    /// ```
    /// use contsid_report::number::Decimals;
    ///
    /// let two = Decimals::HUNDREDTHS;
    /// let text = |value, error| two.uncertain_change(value, error);
    /// assert_eq!([text(0.5, 0.12), text(0.0021, 0.0013)], ["+0.50 ± 0.12", "+0.0021 ± 0.0013"]);
    /// assert_eq!([text(-0.5, 0.12), text(0.001, 0.12)], ["−0.50 ± 0.12", "0.00 ± 0.12"]);
    /// ```
    pub fn uncertain_change(self, value: f64, error: f64) -> String {
        let text = self.uncertain(value, error);
        let is_shown =
            !is_nothing(value, error) && self.supporting(error).plain(value).contains(|c| matches!(c, '1'..='9'));
        if value > 0.0 && is_shown { format!("+{text}") } else { text }
    }

    /// These, or more where an error is too small for them.
    fn supporting(self, error: f64) -> Self {
        let is_too_small = error > 0.0 && error * POWERS[self.0] < 0.5;
        Self(if is_too_small { self.0.max(supported_decimals(error)) } else { self.0 })
    }

    /// A number without a sign if it rounds to 0.
    fn plain(self, value: f64) -> String {
        let digits = self.0;
        let text = format!("{:.digits$}", value.abs());
        if text.bytes().all(|byte| matches!(byte, b'0' | b'.')) { text } else { self.write(value) }
    }
}

/// A p-value as people write it.
///
/// ```
/// use contsid_report::number::p_value;
///
/// assert_eq!([p_value(0.000_01), p_value(0.0312), p_value(0.42)], ["p < 0.001", "p = 0.031", "p = 0.42"]);
/// ```
pub fn p_value(value: f64) -> String {
    if value < 0.001 {
        "p < 0.001".to_owned()
    } else if value < 0.1 {
        format!("p = {value:.3}")
    } else {
        format!("p = {value:.2}")
    }
}

/// The marks of an axis: each value with its words, all with the same number of digits.
pub(crate) fn ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    let marks = Scale { low, high, from: 0.0, to: 1.0 }.marks();
    let step = marks.windows(2).map(|two| two[1] - two[0]).next().unwrap_or(1.0);
    let digits = Decimals::of_step(step);
    let large = low.abs().max(high.abs());
    let words = |value: f64| if (1e-4..1e7).contains(&large) { digits.write(value) } else { short(value) };
    // What remains of 0 after rounding is 0.
    let clean = |value: f64| if value.abs() < step / 1e6 { 0.0 } else { value };
    marks.into_iter().map(clean).map(|value| (value, words(value))).collect()
}

/// Five significant digits: more than a page can show.
pub(crate) fn rounded(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn columns_have_the_digits_that_errors_support() {
        let write = |error: f64, value: f64| Decimals::supported([error, 0.0]).write(value);
        assert_eq!([write(0.51, 0.132), write(0.012, 0.132), write(30.0, 1234.4)], ["0.13", "0.132", "1,234"]);
        assert_eq!([write(0.0, 0.5), write(1e-9, 0.5)], ["0.50", "0.5000"]);
        let column = Decimals::of([0.5, f64::NAN]);
        assert_eq!([column.signed(1e-5), column.signed(-1e-5), column.signed(0.5)], ["≈0", "≈0", "+0.500"]);
        assert_eq!([column.write(0.5), column.write(-0.0), column.write(-0.0001)], ["0.500", "0", "≈0"]);
    }

    #[test]
    fn ticks_have_the_same_digits() {
        let words = |low, high| ticks(low, high).into_iter().map(|(_, words)| words).collect::<Vec<_>>();
        assert_eq!(words(0.0, 2.6), ["0", "1", "2"]);
        assert_eq!(words(-0.3, 0.3), ["−0.2", "0", "0.2"]);
        assert_eq!(words(0.0, 5000.0), ["0", "1,000", "2,000", "3,000", "4,000", "5,000"]);
    }

    #[test]
    fn five_digits_are_kept() {
        assert_eq!([rounded(123_456.0), rounded(1.0 / 3.0), rounded(0.0)], [123_460.0, 0.333_33, 0.0]);
    }
}
