//! Numbers with their uncertainty: cells of tables.

use contsid::effect::{Estimate, Pair, PairEstimate, Score};
use contsid_report::number::supported_decimals;

/// The columns of the table.
pub const COLUMNS: [&str; 2] = ["contSID ± error", "low overlap"];

/// The number of decimals that the errors of a column support.
pub fn decimals<'a>(scores: impl Iterator<Item = &'a Score>) -> usize {
    let errors = scores.flat_map(|score| [score.sum.lower, score.sum.upper]).filter_map(|found| found.error());
    errors.map(supported_decimals).max().unwrap_or(0)
}

/// The cells of one learnt graph.
pub fn cells(score: Option<&Score>, decimals: usize) -> [String; 2] {
    let Some(score) = score else { return ["-".to_owned(), "-".to_owned()] };
    let text = |found: Estimate| match (found.value, found.error()) {
        (0.0, Some(0.0)) => "0".to_owned(),
        (value, Some(error)) => format!("{value:.decimals$} ± {error:.decimals$}"),
        (value, None) => format!("{value:.decimals$}"),
    };
    let value = if score.is_determined {
        text(score.sum.upper)
    } else {
        format!("[{}, {}]", text(score.sum.lower), text(score.sum.upper))
    };
    [value, format!("{:.1} %", 100.0 * score.low_overlap)]
}

/// The columns in a table of pairs. Upper bounds differ from lower ones only if a graph has undirected edges.
pub const PAIR_COLUMNS: [&str; 13] = [
    "crossfit",
    "se",
    "model_se",
    "ci_low",
    "ci_high",
    "p_value",
    "adjusted_p_value",
    "low_overlap",
    "crossfit_upper",
    "se_upper",
    "model_se_upper",
    "ci_low_upper",
    "ci_high_upper",
];

/// The cells of a pair; empty if it is left out, or nothing is cross-fitted. A pair without an estimate has distance 0.
pub fn pair_cells(pair: Option<&Pair>) -> Vec<String> {
    let Some(Pair { lower: Some(lower), upper: Some(upper), .. }) = pair else {
        return vec![String::new(); PAIR_COLUMNS.len()];
    };
    let errors = |PairEstimate { value, uncertainty }: &PairEstimate| {
        let found = uncertainty.as_ref();
        found.map_or([0.0; 5], |found| [*value, found.se, found.model_se, found.interval.lower, found.interval.upper])
    };
    let tests = lower.uncertainty.as_ref();
    let tests = tests.map_or([1.0, 1.0, 0.0], |found| [found.p_value, found.adjusted_p_value, found.low_overlap]);
    let cells = errors(lower).into_iter().chain(tests).chain(errors(upper));
    cells.map(|value| value.to_string()).collect()
}
