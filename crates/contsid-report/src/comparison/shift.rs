//! Distances in the unit that people know: how far an outcome would have to be shifted, in its standard deviations.

use super::Observations;
use contsid::effect::ContSidOptions;
use contsid::embedding::{distance_of_shift, shift_of_distance};

/// A distance from here on is told as a shift of the outcome too.
const LARGE: f64 = 0.1;

/// The shifts that bars of distances are marked by.
const MARKS: [(f64, &str); 5] = [(0.25, "¼"), (0.5, "½"), (1.0, "1"), (2.0, "2"), (3.0, "3")];

/// For each outcome whether a shift of it has a distance of its own: numbers have, categories and constants have not.
pub(super) fn have_shifts(data: Option<&Observations<'_>>, node_count: usize) -> Vec<bool> {
    let Some(data) = data.filter(|_| has_shifts(data)) else { return vec![false; node_count] };
    data.table.columns().iter().map(|column| column.is_numeric() && !column.is_constant()).collect()
}

/// Whether a shift has a distance: with data, and with the default kernel, bandwidth and norm.
pub(super) fn has_shifts(data: Option<&Observations<'_>>) -> bool {
    let usual = ContSidOptions::default();
    data.is_some_and(|data| {
        let chosen = data.options;
        chosen.normalise == usual.normalise && chosen.bandwidth == usual.bandwidth && chosen.kernel == usual.kernel
    })
}

/// The shift of a large distance, such as `0.8`; none for small ones, and for those that no shift has.
pub(super) fn shift_text(distance: f64) -> Option<String> {
    let shift = shift_of_distance(distance).filter(|_| distance >= LARGE);
    shift.map(|shift| format!("{shift:.1}"))
}

/// The distances of some shifts, with their words.
pub(super) fn shift_marks() -> Vec<(f64, &'static str)> {
    MARKS.iter().map(|&(shift, words)| (distance_of_shift(shift), words)).collect()
}

/// The distance of a shift by one standard deviation.
pub(super) fn distance_of_one() -> String {
    format!("{:.3}", distance_of_shift(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_distances_are_told_as_shifts() {
        let texts = [0.456, 0.562, 0.05, 1.5].map(|distance| shift_text(distance).unwrap_or_default());
        assert_eq!(texts, ["0.8", "1.0", "", ""]);
    }

    #[test]
    fn the_page_explains_d_by_the_shift_of_one_standard_deviation() {
        let terms = include_str!("../../assets/terms.txt");
        assert!(terms.contains(&format!("d = {}", distance_of_one())));
    }
}
