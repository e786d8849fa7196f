//! Intervals and p-values by Student's t distribution.

use crate::effect::estimate::PartGrid;
use statrs::distribution::{Continuous, ContinuousCDF, StudentsT};

/// What has a p-value below this is told apart from nothing; intervals cover the rest.
pub const LEVEL: f64 = 0.05;

/// The share of a distribution that lies below the upper end of an interval of 95 %.
const UPPER: f64 = 1.0 - LEVEL / 2.0;

/// Student's t distribution with the degrees of freedom that a grid has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Student {
    distribution: StudentsT,
    quantile: f64,
}

impl Student {
    pub(crate) fn new(grid: PartGrid) -> Self {
        Self::of(grid.degrees_of_freedom())
    }

    /// With this many degrees of freedom, if there is one.
    pub(crate) fn with(degrees_of_freedom: usize) -> Option<Self> {
        (degrees_of_freedom > 0).then(|| Self::of(degrees_of_freedom as f64))
    }

    fn of(degrees_of_freedom: f64) -> Self {
        let distribution =
            StudentsT::new(0.0, 1.0, degrees_of_freedom).expect("the number of degrees of freedom is positive");
        let mut quantile = distribution.inverse_cdf(UPPER);
        // Two steps of Newton's method: the library's inverse has fewer digits than its distribution function.
        for _ in 0..2 {
            quantile -= (distribution.cdf(quantile) - UPPER) / distribution.pdf(quantile);
        }
        Self { distribution, quantile }
    }

    /// The value of T that 97.5 % lie below.
    pub(crate) fn quantile(&self) -> f64 {
        self.quantile
    }

    /// P(T > value / error); 1 if there is no error.
    pub(crate) fn above(&self, value: f64, error: f64) -> f64 {
        if error > 0.0 { self.distribution.sf(value / error) } else { 1.0 }
    }

    /// P(|T| > |value| / error); 1 if there is no error and no value, 0 if there is a value without error.
    pub(crate) fn beyond(&self, value: f64, error: f64) -> f64 {
        match (error > 0.0, value == 0.0) {
            (true, _) => (2.0 * self.distribution.sf(value.abs() / error)).min(1.0),
            (false, true) => 1.0,
            (false, false) => 0.0,
        }
    }
}

/// p-values adjusted for their number: the smallest rate of false discoveries at which each is called different
/// (Benjamini & Hochberg 1995). The k-th smallest of n becomes the smallest of p n / rank over itself and all larger
/// ones, at most 1.
pub(crate) fn adjusted(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[b].total_cmp(&p_values[a]));
    let (mut adjusted, mut smallest) = (vec![1.0; p_values.len()], 1.0f64);
    for (above, &index) in order.iter().enumerate() {
        let rank = p_values.len() - above;
        smallest = smallest.min(p_values[index] * p_values.len() as f64 / rank as f64);
        adjusted[index] = smallest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The library's distribution function has some eleven digits.
    const TOLERANCE: f64 = 1e-10;

    /// Printed tables of the quantiles, and P(T > 1.7) by integrating cos^(ν−1) θ over θ = arctan(t/√ν).
    #[test]
    fn quantiles_and_tails() {
        let cases = [
            (1, 2, 12.706_204_736_432_095, 0.169_253_027_330_332_65),
            (10, 2, 2.228_138_851_964_938_5, 0.059_984_672_954_506_49),
            (1, 20, 2.093_024_054_408_263, 0.052_721_633_294_004_74),
        ];
        for (repeats, parts, quantile, tail) in cases {
            let student = Student::new(PartGrid::new(repeats, parts));
            assert!((student.quantile() - quantile).abs() < TOLERANCE * quantile, "{}", student.quantile());
            assert!((student.above(1.7, 1.0) - tail).abs() < TOLERANCE, "{}", student.above(1.7, 1.0));
            assert!((student.beyond(-3.4, 2.0) - 2.0 * tail).abs() < TOLERANCE);
        }
    }

    #[test]
    fn without_error_there_is_nothing_to_divide_by() {
        let student = Student::new(PartGrid::new(1, 2));
        assert_eq!([student.above(1.0, 0.0), student.beyond(0.0, 0.0), student.beyond(0.1, 0.0)], [1.0, 1.0, 0.0]);
    }

    /// R's p.adjust(c(0.01, 0.04, 0.03, 0.5), "BH")
    #[test]
    fn adjusted_p_values_of_another_program() {
        let found = adjusted(&[0.01, 0.04, 0.03, 0.5]);
        for (found, expected) in found.iter().zip([0.04, 0.053_333_333_333_333_34, 0.053_333_333_333_333_34, 0.5]) {
            assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        }
        assert!(adjusted(&[]).is_empty());
    }
}
