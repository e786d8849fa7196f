//! How files write that a value is missing.

/// What stands for a missing value, in any case.
pub(crate) const MARKERS: [&str; 12] = ["", "NA", "N/A", "#N/A", "NaN", "null", "None", "<NA>", ".", "-", "*", "?"];

/// Whether a cell says that its value is missing.
pub(crate) fn is_marker(cell: &str) -> bool {
    cell.len() <= 4 && MARKERS.iter().any(|marker| cell.eq_ignore_ascii_case(marker))
}
