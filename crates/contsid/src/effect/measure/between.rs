//! What the contrasts of the parts say about one pair: distance, square, and how far the parts deviate.
//!
//! With δ_rb(x) the contrast of part b in repeat r at intervention x, in coordinates of the outcome's space:
//!
//! ```text
//! v(x)  = mean_r ( ‖Σ_b δ_rb‖² − Σ_b ‖δ_rb‖² ) / (B (B−1))
//! m(x)  = mean_rb δ_rb          t(x) = mean_rb ‖δ_rb − mean_b δ_rb‖² / (B−1)
//! a(x)  = mean_rb ⟨δ_rb − mean_b δ_rb, m/‖m‖⟩² / (B−1)
//! v'(x) = v + a · v₊/(v₊ + t)
//! d     = max(0, mean_x sign(v') √|v'|)          q = mean_x v(x)
//! g_rb  = mean over the interventions of part b's own rows of ⟨δ_rb(x), m(x)⟩/‖m(x)‖
//! h_rb  = mean over the same of 2⟨δ_rb, m⟩ − ‖m‖²
//! ```
//!
//! Products between different parts are free of the noise that each part's estimate has. The interventions pass by in
//! blocks: what is kept of a block is one contrast for each part, and of all blocks a few numbers.

use crate::effect::estimate::rows::{PartGrid, PointShares};
use crate::numeric::Matrix;
use std::ops::Range;

/// Floor on ‖m(x)‖ before dividing.
const LEAST_SIZE: f64 = 1e-12;

/// The numbers of a block's contrasts: they fit into a core's own cache.
const BLOCK_NUMBERS: usize = 96 << 10;

/// The most interventions of a block: more do not make products faster.
const LONGEST_BLOCK: usize = 128;

/// The statistics of one pair; from all rows there is a root alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PairStatistics {
    /// The mean of the signed root, which is d where it is positive.
    pub(crate) root: f64,
    /// q
    pub(crate) square: f64,
    /// g_rb − mean_b g_rb, repeat after repeat.
    pub(crate) deviations: Vec<f64>,
    /// h_rb − mean_b h_rb, repeat after repeat.
    pub(crate) square_deviations: Vec<f64>,
}

impl PairStatistics {
    /// The same for contrasts divided by a norm.
    pub(super) fn divided_by(mut self, norm: f64) -> Self {
        self.root /= norm;
        self.square /= norm * norm;
        self.deviations.iter_mut().for_each(|value| *value /= norm);
        self.square_deviations.iter_mut().for_each(|value| *value /= norm * norm);
        self
    }
}

/// The statistics of a pair whose contrasts have `rank` coordinates. `write` gives the contrasts of a part, counted
/// over all repeats, at some interventions: a row for each intervention, a column for each coordinate. `block` lends its memory.
pub(super) fn pair_statistics(
    grid: PartGrid,
    points: &PointShares,
    rank: usize,
    block: &mut Block,
    mut write: impl FnMut(Range<usize>, usize, &mut Matrix),
) -> PairStatistics {
    let mut sums = Sums::new(grid);
    block.contrasts.resize_with(grid.estimates(), Matrix::default);
    let count = points.shares.len();
    let length = (BLOCK_NUMBERS / (grid.estimates() * rank).max(1)).clamp(8, LONGEST_BLOCK);
    for first in (0..count).step_by(length) {
        let range = first..count.min(first + length);
        block.fill(grid, range.clone(), rank, &mut write);
        sums.add(block, points, range);
    }
    sums.finish()
}

/// The contrasts of all parts, or of all groups of parts, at some interventions.
#[derive(Default)]
pub(super) struct Block {
    /// δ of each group of parts, repeat after repeat.
    contrasts: Vec<Matrix>,
    /// m
    mean: Matrix,
    /// v
    between: Vec<f64>,
    /// t
    spread: Vec<f64>,
    part: Matrix,
    total: Matrix,
}

impl Block {
    fn fill(
        &mut self,
        grid: PartGrid,
        range: Range<usize>,
        rank: usize,
        write: &mut impl FnMut(Range<usize>, usize, &mut Matrix),
    ) {
        let length = range.len();
        self.mean.reset(length, rank);
        self.between = vec![0.0; length];
        self.spread = vec![0.0; length];
        for repeat in 0..grid.repeats {
            self.total.reset(length, rank);
            let squares = self.read_repeat(grid, repeat, &range, rank, write);
            let mut own = vec![0.0; length];
            self.total.add_row_products(&self.total, &mut own);
            let pairs = (grid.parts * (grid.parts - 1) * grid.repeats) as f64;
            add_scaled_difference(&mut self.between, &own, &squares, 1.0, 1.0 / pairs);
            self.add_spread(grid, repeat, rank, own, squares);
            self.mean.add(&self.total);
        }
        self.mean.scale(1.0 / (grid.repeats * grid.parts) as f64);
    }

    /// Reads the contrasts of a repeat, and adds them up in `total`; gives Σ_b ‖δ_rb‖².
    fn read_repeat(
        &mut self,
        grid: PartGrid,
        repeat: usize,
        range: &Range<usize>,
        rank: usize,
        write: &mut impl FnMut(Range<usize>, usize, &mut Matrix),
    ) -> Vec<f64> {
        let mut squares = vec![0.0; range.len()];
        for group in 0..grid.groups {
            let members = grid.members(group);
            let contrast = &mut self.contrasts[repeat * grid.groups + group];
            if members.len() == 1 {
                write(range.clone(), repeat * grid.parts + members.start, contrast);
                contrast.add_row_products(contrast, &mut squares);
            } else {
                contrast.reset(range.len(), rank);
                for part in members.clone() {
                    write(range.clone(), repeat * grid.parts + part, &mut self.part);
                    self.part.add_row_products(&self.part, &mut squares);
                    contrast.add(&self.part);
                }
            }
            self.total.add(contrast);
            if members.len() > 1 {
                contrast.scale(1.0 / members.len() as f64);
            }
        }
        squares
    }

    /// Adds the repeat's share of t = Σ_b ‖δ_b − mean_b δ_b‖² / (B (B−1)), given ‖Σ_b δ_b‖² and Σ_b ‖δ_b‖² of its
    /// parts.
    fn add_spread(&mut self, grid: PartGrid, repeat: usize, rank: usize, mut total: Vec<f64>, mut squares: Vec<f64>) {
        let groups = grid.groups;
        if groups < grid.parts {
            let contrasts = &self.contrasts[repeat * groups..][..groups];
            (total, squares) = (vec![0.0; total.len()], vec![0.0; total.len()]);
            self.part.reset(total.len(), rank);
            for contrast in contrasts {
                contrast.add_row_products(contrast, &mut squares);
                self.part.add(contrast);
            }
            self.part.add_row_products(&self.part, &mut total);
        }
        let share = 1.0 / (groups * (groups - 1) * grid.repeats) as f64;
        add_scaled_difference(&mut self.spread, &squares, &total, 1.0 / groups as f64, share);
    }
}

/// target += (a − factor · b) · share
fn add_scaled_difference(target: &mut [f64], a: &[f64], b: &[f64], factor: f64, share: f64) {
    for ((target, a), b) in target.iter_mut().zip(a).zip(b) {
        *target += (a - factor * b) * share;
    }
}

/// The sums over the interventions so far.
struct Sums {
    grid: PartGrid,
    root: f64,
    square: f64,
    /// Σ g
    own: Vec<f64>,
    /// Σ h
    own_squares: Vec<f64>,
}

impl Sums {
    fn new(grid: PartGrid) -> Self {
        let zeros = vec![0.0; grid.estimates()];
        Self { grid, root: 0.0, square: 0.0, own: zeros.clone(), own_squares: zeros }
    }

    fn add(&mut self, block: &Block, points: &PointShares, range: Range<usize>) {
        let mut sizes = vec![0.0; range.len()];
        block.mean.add_row_products(&block.mean, &mut sizes);
        for size in &mut sizes {
            *size = size.sqrt().max(LEAST_SIZE);
        }
        let along = self.add_deviations(block, points, &range, &sizes);
        for (index, share) in points.shares[range].iter().enumerate() {
            let (v, t) = (block.between[index], block.spread[index].max(0.0));
            let signal = v.max(0.0);
            let corrected = if signal + t > 0.0 { v + along[index] * signal / (signal + t) } else { v };
            self.root += share * corrected.abs().sqrt().copysign(corrected);
            self.square += share * v;
        }
    }

    /// Adds to g and h of every part; gives a(x).
    fn add_deviations(&mut self, block: &Block, points: &PointShares, range: &Range<usize>, sizes: &[f64]) -> Vec<f64> {
        let (groups, length) = (self.grid.groups, range.len());
        let share = 1.0 / (groups * (groups - 1) * self.grid.repeats) as f64;
        let mut along = vec![0.0; length];
        let mut inner = vec![vec![0.0; length]; groups];
        for repeat in 0..self.grid.repeats {
            for (group, inner) in inner.iter_mut().enumerate() {
                let index = repeat * groups + group;
                inner.fill(0.0);
                block.contrasts[index].add_row_products(&block.mean, inner);
                for ((own, inner), size) in points.own(index)[range.clone()].iter().zip(&mut *inner).zip(sizes) {
                    self.own_squares[index] += own * (2.0 * *inner - size * size);
                    *inner /= size;
                    self.own[index] += own * *inner;
                }
            }
            for (point, along) in along.iter_mut().enumerate() {
                let center = inner.iter().map(|inner| inner[point]).sum::<f64>() / groups as f64;
                *along += inner.iter().map(|inner| (inner[point] - center).powi(2)).sum::<f64>() * share;
            }
        }
        along
    }

    fn finish(self) -> PairStatistics {
        let centred = |mut values: Vec<f64>| {
            for repeat in values.chunks_exact_mut(self.grid.groups) {
                let center = repeat.iter().sum::<f64>() / repeat.len() as f64;
                for value in repeat.iter_mut() {
                    *value -= center;
                }
            }
            values
        };
        PairStatistics {
            root: self.root,
            square: self.square,
            deviations: centred(self.own),
            square_deviations: centred(self.own_squares),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts whose contrasts have one coordinate, at two interventions: by hand.
    #[test]
    fn two_parts_by_hand() {
        let grid = PartGrid::new(1, 2);
        let points = PointShares::of_all(vec![0.5, 0.5], &[vec![1.0, 0.0], vec![0.0, 1.0]]);
        // δ₁ = (3, 1) and δ₂ = (1, −1) at the two interventions.
        let contrasts = [[3.0, 1.0], [1.0, -1.0]];
        let found = pair_statistics(grid, &points, 1, &mut Block::default(), |range, part, out| {
            out.reset(range.len(), 1);
            out.column_mut(0).copy_from_slice(&contrasts[part][range]);
        });
        // At the first m = 2, v = 3·1, t = a = (1² + 1²)/2 = 1, v' = 3 + 3/4; at the second m = 0, v = −1, t = 1, v' =
        // −1.
        assert!((found.root - f64::midpoint(3.75f64.sqrt(), -1.0)).abs() < 1e-15);
        assert_eq!(found.square, 1.0);
        // g₁ = ⟨3, 2⟩/2 = 3 from its own intervention, the first; g₂ = 0 from the second, where m = 0.
        assert_eq!(found.deviations, [1.5, -1.5]);
        // h₁ = 2·3·2 − 4 = 8, h₂ = 0 (but for the smallest size squared).
        assert!((found.square_deviations[0] - 4.0).abs() < 1e-15);
    }

    /// 40 parts in 20 groups of two: the statistics of the deviations are those of the 20 means.
    #[test]
    fn above_twenty_parts_deviations_are_between_groups() {
        let value = |part: usize, point: usize| ((part * 7 + point * 3) % 11) as f64 - 3.0;
        let points = |groups: usize| PointShares::of_all(vec![1.0 / 3.0; 3], &vec![vec![1.0 / 3.0; 3]; groups]);
        let many = pair_statistics(PartGrid::new(1, 40), &points(20), 1, &mut Block::default(), |range, part, out| {
            out.reset(range.len(), 1);
            range.clone().zip(out.column_mut(0)).for_each(|(point, out)| *out = value(part, point));
        });
        let grouped =
            pair_statistics(PartGrid::new(1, 20), &points(20), 1, &mut Block::default(), |range, part, out| {
                out.reset(range.len(), 1);
                let mean = |point| f64::midpoint(value(2 * part, point), value(2 * part + 1, point));
                range.clone().zip(out.column_mut(0)).for_each(|(point, out)| *out = mean(point));
            });
        for (found, expected) in many.deviations.iter().zip(&grouped.deviations) {
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
        // v takes products between all 40 parts.
        let v = |point: usize| {
            let values: Vec<f64> = (0..40).map(|part| value(part, point)).collect();
            let (sum, squares) = (values.iter().sum::<f64>(), values.iter().map(|value| value * value).sum::<f64>());
            (sum * sum - squares) / 1560.0
        };
        assert!((many.square - (v(0) + v(1) + v(2)) / 3.0).abs() < 1e-13);
        // t is that of the 20 means, and with one coordinate a = t.
        let root = |point: usize| {
            let means: Vec<f64> =
                (0..20).map(|group| f64::midpoint(value(2 * group, point), value(2 * group + 1, point))).collect();
            let center = means.iter().sum::<f64>() / 20.0;
            let t = means.iter().map(|mean| (mean - center).powi(2)).sum::<f64>() / 380.0;
            let (v, signal) = (v(point), v(point).max(0.0));
            let corrected = v + t * signal / (signal + t);
            corrected.abs().sqrt().copysign(corrected)
        };
        assert!((many.root - (root(0) + root(1) + root(2)) / 3.0).abs() < 1e-13);
    }
}
