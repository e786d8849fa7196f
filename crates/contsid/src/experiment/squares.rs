//! Squares between parts, and their quotient, the skill.

use crate::distance::contsid::{Interval, Layout, Student, UncertainValue, standard_error};
use crate::numeric::Matrix;

/// A mean square between parts, or a sum of such, and the deviations of the parts, repeat after repeat.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Squares {
    pub(super) value: f64,
    pub(super) deviations: Vec<f64>,
}

impl Squares {
    /// The square of one repeat, from the contrast δ of each part: v = (‖Σ_b δ_b‖² − Σ_b ‖δ_b‖²) / (B (B−1)) and h_b =
    /// 2 ⟨δ_b, m⟩ − ‖m‖², all divided by `norm`².
    pub(super) fn of_repeat(contrasts: &[&Matrix], norm: f64) -> Self {
        let parts = contrasts.len() as f64;
        let mut mean = contrasts[0].clone();
        contrasts[1..].iter().for_each(|contrast| mean.add(contrast));
        mean.scale(1.0 / parts);
        let own: f64 = contrasts.iter().map(|contrast| contrast.inner(contrast)).sum();
        let size = mean.inner(&mean);
        let square = norm * norm;
        let value = (parts * parts * size - own) / (parts * (parts - 1.0)) / square;
        let heights: Vec<f64> =
            contrasts.iter().map(|contrast| (2.0 * contrast.inner(&mean) - size) / square).collect();
        let center = heights.iter().sum::<f64>() / parts;
        Self { value, deviations: heights.into_iter().map(|height| height - center).collect() }
    }

    /// The mean over repeats.
    pub(super) fn of_repeats(repeats: &[&Self]) -> Self {
        let value = repeats.iter().map(|repeat| repeat.value).sum::<f64>() / repeats.len() as f64;
        Self { value, deviations: repeats.iter().flat_map(|repeat| repeat.deviations.iter().copied()).collect() }
    }

    /// Their sum; zero for none.
    pub(super) fn sum<'a>(layout: Layout, squares: impl IntoIterator<Item = &'a Self>) -> Self {
        let nothing = Self { value: 0.0, deviations: vec![0.0; layout.estimates()] };
        squares.into_iter().fold(nothing, |mut sum, squares| {
            sum.value += squares.value;
            sum.deviations.iter_mut().zip(&squares.deviations).for_each(|(sum, value)| *sum += value);
            sum
        })
    }

    pub(super) fn standard_error(&self, layout: Layout) -> f64 {
        standard_error(layout, &self.deviations)
    }

    pub(super) fn interval(&self, layout: Layout) -> Interval {
        let reach = Student::new(layout).quantile() * self.standard_error(layout);
        Interval { lower: self.value - reach, upper: self.value + reach }
    }
}

/// 1 − score / none, with the deviations of the quotient by its derivative.
pub(super) fn skill(score: &Squares, none: &Squares) -> Squares {
    // Computed in this order, a score equal to that of no effect has exactly zero deviations.
    let quotient = score.value / none.value;
    let change = |(own, other): (&f64, &f64)| (other * quotient - own) / none.value;
    Squares { value: 1.0 - quotient, deviations: score.deviations.iter().zip(&none.deviations).map(change).collect() }
}

/// A value with its standard error and interval.
pub(super) fn uncertain(layout: Layout, squares: &Squares) -> UncertainValue {
    let (se, interval) = (squares.standard_error(layout), squares.interval(layout));
    UncertainValue { value: squares.value, se: Some(se), interval: Some(interval) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts with δ = (3, 1) and (1, −1): by hand.
    #[test]
    fn two_parts_by_hand() {
        let [one, two] = [[3.0, 1.0], [1.0, -1.0]].map(|delta| Matrix::from_values(2, delta.to_vec()));
        let found = Squares::of_repeat(&[&one, &two], 2.0);
        // ‖(4, 0)‖² − 10 − 2 = 4 over 2; m = (2, 0), h = 2·6 − 4 = 8 and 2·2 − 4 = 0; all over 4.
        assert_eq!(found, Squares { value: 0.5, deviations: vec![1.0, -1.0] });
    }

    /// d(1 − s/n) = −ds/n + s dn/n².
    #[test]
    fn a_skill_changes_with_both_scores() {
        let score = Squares { value: 1.0, deviations: vec![0.5, -0.5] };
        let none = Squares { value: 4.0, deviations: vec![-1.0, 1.0] };
        let found = skill(&score, &none);
        assert_eq!(found, Squares { value: 0.75, deviations: vec![-0.125 - 0.0625, 0.125 + 0.0625] });
    }
}
