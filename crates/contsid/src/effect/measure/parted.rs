//! Numbers that are measured in parts of the rows.

use crate::effect::estimate::PartGrid;
use crate::numeric::Matrix;

/// A number, and how far each part of the rows deviates from it: standard errors, sums and differences come from these.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Parted {
    pub(crate) value: f64,
    /// What each part, or group of parts, says less the mean of its repeat, repeat after repeat. Empty if the error is
    /// not known: from all rows, and for a bound that no member is known to attain.
    pub(crate) deviations: Vec<f64>,
    /// How far it may be off in ways that parts share: from an estimate without a guide, from one by lengths, and by
    /// what all of them smooth away.
    pub(crate) disagreement: [f64; 3],
}

impl Parted {
    /// A number whose error is not known.
    pub(crate) fn exact(value: f64) -> Self {
        Self { value, ..Self::default() }
    }

    /// A number, given what each of `parts` parts says, repeat after repeat.
    pub(super) fn of_parts(value: f64, mut said: Vec<f64>, parts: usize) -> Self {
        for repeat in said.chunks_exact_mut(parts) {
            let center = repeat.iter().sum::<f64>() / repeat.len() as f64;
            for own in repeat {
                *own -= center;
            }
        }
        Self { value, deviations: said, ..Self::default() }
    }

    /// The square of one repeat, from the contrast δ of each part: v = (‖Σ_b δ_b‖² − Σ_b ‖δ_b‖²) / (B (B−1)) and h_b =
    /// 2 ⟨δ_b, m⟩ − ‖m‖², all divided by `norm`².
    pub(crate) fn square_of_repeat(contrasts: &[Matrix], norm: f64) -> Self {
        let b = contrasts.len() as f64;
        let mut m = contrasts[0].clone();
        contrasts[1..].iter().for_each(|delta| m.add(delta));
        m.scale(1.0 / b);
        let own: f64 = contrasts.iter().map(|delta| delta.inner(delta)).sum();
        let size = m.inner(&m);
        let v = (b * b * size - own) / (b * (b - 1.0));
        let h = contrasts.iter().map(|delta| (2.0 * delta.inner(&m) - size) / (norm * norm)).collect();
        Self::of_parts(v / (norm * norm), h, contrasts.len())
    }

    /// The mean over repeats.
    pub(crate) fn of_repeats(repeats: &[Self]) -> Self {
        let value = repeats.iter().map(|repeat| repeat.value).sum::<f64>() / repeats.len() as f64;
        let deviations = repeats.iter().flat_map(|repeat| repeat.deviations.iter().copied()).collect();
        Self { value, deviations, ..Self::default() }
    }

    /// The sum of numbers whose errors are known; zero for none.
    pub(crate) fn sum<'a>(grid: PartGrid, numbers: impl IntoIterator<Item = &'a Self>) -> Self {
        let nothing = Self { deviations: vec![0.0; grid.estimates()], ..Self::default() };
        numbers.into_iter().fold(nothing, |sum, number| sum.plus(number, 1.0))
    }

    /// This number plus `factor` times another of the same parts.
    pub(crate) fn plus(mut self, other: &Self, factor: f64) -> Self {
        self.value += factor * other.value;
        self.deviations.iter_mut().zip(&other.deviations).for_each(|(own, other)| *own += factor * other);
        self.disagreement.iter_mut().zip(&other.disagreement).for_each(|(own, other)| *own += factor * other);
        self
    }

    /// This number in another unit.
    pub(super) fn divided_by(mut self, unit: f64) -> Self {
        self.value /= unit;
        self.deviations.iter_mut().chain(&mut self.disagreement).for_each(|own| *own /= unit);
        self
    }

    /// 1 − this / none, with the deviations of the quotient by its derivative.
    pub(crate) fn skill(&self, none: &Self) -> Self {
        // Computed in this order, a score equal to that of no effect has exactly zero deviations.
        let quotient = self.value / none.value;
        let change = |(own, other): (&f64, &f64)| (other * quotient - own) / none.value;
        let deviations = self.deviations.iter().zip(&none.deviations).map(change).collect();
        Self { value: 1.0 - quotient, deviations, ..Self::default() }
    }

    /// How far other estimates of the number differ: what parts have in common, a bias, shows here.
    pub(crate) fn model_error(&self) -> f64 {
        self.disagreement.iter().map(|own| own * own).sum::<f64>().sqrt()
    }

    /// The standard error of a mean over the parts: se² = mean_r Σ_b deviation² / (B (B−1)).
    pub(crate) fn standard_error(&self, grid: PartGrid) -> f64 {
        let squares: f64 = self.deviations.iter().map(|own| own * own).sum();
        let b = grid.groups as f64;
        (squares / grid.repeats as f64 / (b * (b - 1.0))).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts with δ = (3, 1) and (1, −1): by hand.
    #[test]
    fn two_parts_by_hand() {
        let contrasts = [[3.0, 1.0], [1.0, -1.0]].map(|delta| Matrix::from_values(2, delta.to_vec()));
        let found = Parted::square_of_repeat(&contrasts, 2.0);
        // ‖(4, 0)‖² − 10 − 2 = 4 over 2; m = (2, 0), h = 2·6 − 4 = 8 and 2·2 − 4 = 0; all over 4.
        assert_eq!(found, Parted { value: 0.5, deviations: vec![1.0, -1.0], ..Parted::default() });
    }

    /// d(1 − s/n) = −ds/n + s dn/n².
    #[test]
    fn a_skill_changes_with_both_scores() {
        let score = Parted { value: 1.0, deviations: vec![0.5, -0.5], ..Parted::default() };
        let none = Parted { value: 4.0, deviations: vec![-1.0, 1.0], ..Parted::default() };
        let found = score.skill(&none);
        assert_eq!((found.value, found.deviations), (0.75, vec![-0.125 - 0.0625, 0.125 + 0.0625]));
    }
}
