//! Distances in the unit that people know: how far an outcome would have to be shifted, in its standard deviations.

use super::Observations;
use contsid::effect::ContSidOptions;
use contsid::embedding::{distance_of_shift, shift_of_distance};

/// A distance from here on is told as a shift of the outcome too.
const LARGE: f64 = 0.1;

/// The shifts that bars of distances are marked by.
const MARKS: [(f64, &str); 5] = [(0.25, "¼"), (0.5, "½"), (1.0, "1"), (2.0, "2"), (3.0, "3")];

/// Where bandwidths and norms are those by which a shift has a distance of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftScale;

impl ShiftScale {
    /// None without data, and where the kernel, its bandwidth or the norm is another one.
    pub(super) fn of(data: Option<&Observations<'_>>) -> Option<Self> {
        let (chosen, usual) = (data?.options, ContSidOptions::default());
        let is_usual =
            chosen.normalise == usual.normalise && chosen.bandwidth == usual.bandwidth && chosen.kernel == usual.kernel;
        is_usual.then_some(Self)
    }

    /// The shift of a large distance, such as `0.8`; none for small ones, and for those that no shift has.
    pub(super) fn shift(self, distance: f64) -> Option<String> {
        let shift = shift_of_distance(distance).filter(|_| distance >= LARGE);
        shift.map(|shift| format!("{shift:.1}"))
    }

    /// The distances of some shifts, with their words.
    pub(super) fn marks(self) -> Vec<(f64, &'static str)> {
        MARKS.iter().map(|&(shift, words)| (distance_of_shift(shift), words)).collect()
    }

    /// The distance of a shift by one standard deviation.
    pub(super) fn one(self) -> String {
        format!("{:.3}", distance_of_shift(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_distances_are_told_as_shifts() {
        let shift = |distance| ShiftScale.shift(distance);
        assert_eq!(
            [shift(0.456), shift(0.562), shift(0.05), shift(1.5)].map(Option::unwrap_or_default),
            ["0.8", "1.0", "", ""]
        );
    }

    #[test]
    fn the_page_explains_d_by_the_shift_of_one_standard_deviation() {
        let terms = include_str!("../../assets/terms.txt");
        assert!(terms.contains(&format!("d = {}", ShiftScale.one())));
    }
}
