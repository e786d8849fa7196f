//! Numbers with their uncertainty: cells of tables.

use contsid::distance::bounds::Span;
use contsid::effect::{Estimate, Pair, PairEstimate, Score};
use contsid_report::number::{is_nothing, supported_decimals};

/// The columns of the table.
pub const COLUMNS: [&str; 2] = ["contSID ± error", "low overlap"];

/// The decimals of numbers without an error.
const USUAL: usize = 4;

/// The number of decimals that the errors of a column support; the usual one if there are none.
pub fn decimals<'a>(scores: impl Iterator<Item = &'a Score>) -> usize {
    let errors = scores.flat_map(|score| [score.sum.lower, score.sum.upper]).filter_map(|found| found.error());
    errors.filter(|&error| !is_nothing(0.0, error)).map(supported_decimals).max().unwrap_or(USUAL)
}

/// A number without an error; 0 has no decimals.
pub fn number(value: f64, decimals: usize) -> String {
    if value == 0.0 { "0".to_owned() } else { signed(value, decimals) }
}

/// A number with a typographic minus, which what rounds to 0 has not.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_negative = value < 0.0 && text.contains(|digit| matches!(digit, '1'..='9'));
    if is_negative { format!("−{text}") } else { text }
}

/// The cells of one learnt graph.
pub fn cells(score: Option<&Score>, decimals: usize) -> [String; 2] {
    let Some(score) = score else { return ["–".to_owned(), "–".to_owned()] };
    let text = |found: Estimate| match (found.value, found.error()) {
        (value, Some(error)) if is_nothing(value, error) => "0".to_owned(),
        (value, Some(error)) => format!("{} ± {error:.decimals$}", signed(value, decimals)),
        (value, None) => number(value, decimals),
    };
    let value = if score.is_determined {
        text(score.sum.upper)
    } else {
        format!("[{}, {}]", text(score.sum.lower), text(score.sum.upper))
    };
    [value, format!("{:.1} %", 100.0 * score.low_overlap)]
}

/// The columns of distances in a table of pairs: one for each number, or two where a graph leaves some of them open.
#[derive(Clone, Copy, Debug)]
pub struct PairColumns {
    has_bounds: bool,
}

impl PairColumns {
    /// What is known of a pair from all rows, and cross-fitted.
    const NAMES: [&str; 9] =
        ["d", "crossfit", "se", "model_se", "ci_low", "ci_high", "p_value", "adjusted_p_value", "low_overlap"];

    /// The columns that the scores of graphs need, from all rows and cross-fitted.
    pub fn of<'a>(scores: impl Iterator<Item = [&'a Option<Score>; 2]>) -> Self {
        Self { has_bounds: scores.flatten().flatten().any(|score| !score.is_determined) }
    }

    /// Their names, as in Python.
    pub fn names(self) -> Vec<String> {
        let ends: &[&str] = if self.has_bounds { &["_lower", "_upper"] } else { &[""] };
        Self::NAMES.iter().flat_map(|name| ends.iter().map(move |end| format!("{name}{end}"))).collect()
    }

    /// The cells of a pair, from all rows and cross-fitted; empty where nothing is known.
    pub fn cells(self, all_rows: Option<&Pair>, in_parts: Option<&Pair>) -> Vec<String> {
        let all_rows = all_rows.and_then(Pair::span).map(|Span { lower, upper }| [[lower], [upper]]);
        let in_parts = match in_parts {
            Some(Pair { lower: Some(lower), upper: Some(upper), .. }) => Some([lower, upper].map(numbers)),
            _ => None,
        };
        self.ends(all_rows).into_iter().chain(self.ends(in_parts)).collect()
    }

    /// Each number at its smallest and its largest distance, or once.
    fn ends<const COUNT: usize>(self, found: Option<[[f64; COUNT]; 2]>) -> Vec<String> {
        let ends = if self.has_bounds { 0..2 } else { 1..2 };
        let text = |(index, end): (usize, usize)| found.map_or_else(String::new, |found| found[end][index].to_string());
        (0..COUNT).flat_map(|index| ends.clone().map(move |end| (index, end))).map(text).collect()
    }
}

/// The distance of a pair, its errors, interval, p-values and low overlap; without an estimate its distance is 0.
fn numbers(pair: &PairEstimate) -> [f64; 8] {
    let Some(found) = &pair.uncertainty else { return [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0] };
    let interval = found.interval;
    let [p_value, adjusted, overlap] = [found.p_value, found.adjusted_p_value, found.low_overlap];
    [pair.value, found.se, found.model_se, interval.lower, interval.upper, p_value, adjusted, overlap]
}
