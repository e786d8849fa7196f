//! Squares between parts, and their quotients.

use crate::effect::estimate::PartGrid;
use crate::numeric::Matrix;

/// A mean square between parts, a sum of such, or a quotient; and the deviations of the parts, repeat after repeat.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Square {
    pub(crate) value: f64,
    pub(crate) deviations: Vec<f64>,
}

impl Square {
    /// The square of one repeat, from the contrast δ of each part: v = (‖Σ_b δ_b‖² − Σ_b ‖δ_b‖²) / (B (B−1)) and h_b =
    /// 2 ⟨δ_b, m⟩ − ‖m‖², all divided by `norm`².
    pub(crate) fn of_repeat(contrasts: &[&Matrix], norm: f64) -> Self {
        let parts = contrasts.len() as f64;
        let mut m = contrasts[0].clone();
        contrasts[1..].iter().for_each(|contrast| m.add(contrast));
        m.scale(1.0 / parts);
        let own: f64 = contrasts.iter().map(|contrast| contrast.inner(contrast)).sum();
        let size = m.inner(&m);
        let v = (parts * parts * size - own) / (parts * (parts - 1.0));
        let h: Vec<f64> = contrasts.iter().map(|contrast| (2.0 * contrast.inner(&m) - size) / (norm * norm)).collect();
        let center = h.iter().sum::<f64>() / parts;
        Self { value: v / (norm * norm), deviations: h.into_iter().map(|h| h - center).collect() }
    }

    /// The mean over repeats.
    pub(crate) fn of_repeats(repeats: &[&Self]) -> Self {
        let value = repeats.iter().map(|repeat| repeat.value).sum::<f64>() / repeats.len() as f64;
        Self { value, deviations: repeats.iter().flat_map(|repeat| repeat.deviations.iter().copied()).collect() }
    }

    /// Their sum; zero for none.
    pub(crate) fn sum<'a>(grid: PartGrid, squares: impl IntoIterator<Item = &'a Self>) -> Self {
        let nothing = Self { value: 0.0, deviations: vec![0.0; grid.estimates()] };
        squares.into_iter().fold(nothing, |mut sum, squares| {
            sum.value += squares.value;
            sum.deviations.iter_mut().zip(&squares.deviations).for_each(|(sum, value)| *sum += value);
            sum
        })
    }

    /// 1 − this / none, with the deviations of the quotient by its derivative.
    pub(crate) fn skill(&self, none: &Self) -> Self {
        // Computed in this order, a score equal to that of no effect has exactly zero deviations.
        let quotient = self.value / none.value;
        let change = |(own, other): (&f64, &f64)| (other * quotient - own) / none.value;
        Self { value: 1.0 - quotient, deviations: self.deviations.iter().zip(&none.deviations).map(change).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts with δ = (3, 1) and (1, −1): by hand.
    #[test]
    fn two_parts_by_hand() {
        let [one, two] = [[3.0, 1.0], [1.0, -1.0]].map(|delta| Matrix::from_values(2, delta.to_vec()));
        let found = Square::of_repeat(&[&one, &two], 2.0);
        // ‖(4, 0)‖² − 10 − 2 = 4 over 2; m = (2, 0), h = 2·6 − 4 = 8 and 2·2 − 4 = 0; all over 4.
        assert_eq!(found, Square { value: 0.5, deviations: vec![1.0, -1.0] });
    }

    /// d(1 − s/n) = −ds/n + s dn/n².
    #[test]
    fn a_skill_changes_with_both_scores() {
        let score = Square { value: 1.0, deviations: vec![0.5, -0.5] };
        let none = Square { value: 4.0, deviations: vec![-1.0, 1.0] };
        let found = score.skill(&none);
        assert_eq!(found, Square { value: 0.75, deviations: vec![-0.125 - 0.0625, 0.125 + 0.0625] });
    }
}
