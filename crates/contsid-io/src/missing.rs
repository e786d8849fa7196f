//! How files mark missing values.

/// The texts of a missing value, in any case.
pub(crate) const MARKERS: [&str; 12] = ["", "NA", "N/A", "#N/A", "NaN", "null", "None", "<NA>", ".", "-", "*", "?"];

/// Whether a cell marks a missing value.
pub(crate) fn is_marker(cell: &str) -> bool {
    cell.len() <= 4 && MARKERS.iter().any(|marker| cell.eq_ignore_ascii_case(marker))
}
