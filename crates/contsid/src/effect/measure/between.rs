//! What the contrasts of the parts say about one pair: distance, square, and how far the parts deviate.
//!
//! With δ_rb(x) the contrast of part b in repeat r at intervention x, in coordinates of the outcome's space:
//!
//! ```text
//! v(x)  = mean_r ( ‖Σ_b δ_rb‖² − Σ_b ‖δ_rb‖² ) / (B (B−1))
//! m(x)  = mean_rb δ_rb          t(x) = mean_rb ‖δ_rb − mean_b δ_rb‖² / (B−1)
//! a(x)  = mean_rb ⟨δ_rb − mean_b δ_rb, m/‖m‖⟩² / (B−1)
//! v'(x) = v + a · v₊/(v₊ + t)
//! d     = max(0, mean_x sign(v') √|v'|)          q = mean_x v(x)          ℓ = mean_x ‖m(x)‖
//! g_rb  = mean over the interventions of part b's own rows of ⟨δ_rb(x), m(x)⟩/‖m(x)‖ − d n_rb
//! h_rb  = mean over the same of 2⟨δ_rb, m⟩ − ‖m‖²
//! ```
//!
//! n_rb = ⟨μ_rb, μ⟩/‖μ‖² is there where contrasts are divided by ‖μ‖: this norm is estimated from the same rows.
//!
//! Products between different parts are free of the noise that each part's estimate has. The interventions pass by in
//! blocks: what is kept of a block is one contrast for each part, and of all blocks a few numbers.

use super::Parted;
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
    /// mean_x sign(v') √|v'|, which is d where it is positive, with the deviations of g.
    pub(crate) root: Parted,
    /// q, with the deviations of h.
    pub(crate) square: Parted,
    /// ℓ, the mean length of m: noise makes it too large where it makes the root too small.
    pub(crate) length: f64,
    /// mean_x t(x)
    pub(crate) noise: f64,
    /// κ of the side that is farther from linear; none without a guide.
    pub(crate) kappa: Option<f64>,
}

impl PairStatistics {
    /// The same for contrasts divided by a norm.
    pub(super) fn divided_by(self, norm: f64) -> Self {
        Self {
            root: self.root.divided_by(norm),
            square: self.square.divided_by(norm * norm),
            length: self.length / norm,
            noise: self.noise / (norm * norm),
            kappa: self.kappa,
        }
    }

    /// g_rb − d n_rb: the norm that contrasts are divided by is estimated too.
    pub(super) fn count_norm(&mut self, n: Vec<f64>, grid: PartGrid) {
        let d = self.root.value.max(0.0);
        let n = Parted::of_parts(0.0, n, grid.groups);
        self.root = std::mem::take(&mut self.root).plus(&n, -d);
    }
}

/// The statistics of a pair whose contrasts have `rank` coordinates. `write` gives the contrasts of a part, counted
/// over all repeats, at some interventions: a row for each intervention, a column for each coordinate. `block` lends
/// its memory.
pub(super) fn pair_statistics(
    grid: PartGrid,
    points: &PointShares,
    rank: usize,
    block: &mut PointBlock,
    mut write: impl FnMut(Range<usize>, usize, &mut Matrix),
) -> PairStatistics {
    let mut sums = Sums::new(grid);
    block.delta.resize_with(grid.estimates(), Matrix::default);
    let count = points.shares.len();
    let length = (BLOCK_NUMBERS / (grid.estimates() * rank).max(1)).clamp(8, LONGEST_BLOCK);
    for first in (0..count).step_by(length) {
        let range = first..count.min(first + length);
        block.fill(grid, range.clone(), rank, &mut write);
        sums.add(block, points, range);
    }
    PairStatistics {
        root: Parted::of_parts(sums.root, sums.g, grid.groups),
        square: Parted::of_parts(sums.q, sums.h, grid.groups),
        length: sums.length,
        noise: sums.noise,
        kappa: None,
    }
}

/// The contrasts of all parts, or of all groups of parts, at some interventions, in the letters of the module's head.
#[derive(Default)]
pub(super) struct PointBlock {
    /// δ of each group of parts, repeat after repeat.
    delta: Vec<Matrix>,
    m: Matrix,
    v: Vec<f64>,
    t: Vec<f64>,
    /// The contrast of one part, while those of a group are added up.
    part: Matrix,
    /// Σ_b δ_rb of a repeat.
    total: Matrix,
}

impl PointBlock {
    fn fill(
        &mut self,
        grid: PartGrid,
        range: Range<usize>,
        rank: usize,
        write: &mut impl FnMut(Range<usize>, usize, &mut Matrix),
    ) {
        let length = range.len();
        self.m.reset(length, rank);
        self.v = vec![0.0; length];
        self.t = vec![0.0; length];
        for repeat in 0..grid.repeats {
            self.total.reset(length, rank);
            let squares = self.read_repeat(grid, repeat, &range, rank, write);
            let mut own = vec![0.0; length];
            self.total.add_row_products(&self.total, &mut own);
            let pairs = (grid.parts * (grid.parts - 1) * grid.repeats) as f64;
            add_scaled_difference(&mut self.v, &own, &squares, 1.0, 1.0 / pairs);
            self.add_to_t(grid, repeat, rank, own, squares);
            self.m.add(&self.total);
        }
        self.m.scale(1.0 / (grid.repeats * grid.parts) as f64);
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
            let delta = &mut self.delta[repeat * grid.groups + group];
            if members.len() == 1 {
                write(range.clone(), repeat * grid.parts + members.start, delta);
                delta.add_row_products(delta, &mut squares);
            } else {
                delta.reset(range.len(), rank);
                for part in members.clone() {
                    write(range.clone(), repeat * grid.parts + part, &mut self.part);
                    self.part.add_row_products(&self.part, &mut squares);
                    delta.add(&self.part);
                }
            }
            self.total.add(delta);
            if members.len() > 1 {
                delta.scale(1.0 / members.len() as f64);
            }
        }
        squares
    }

    /// Adds the repeat's share of t = Σ_b ‖δ_b − mean_b δ_b‖² / (B (B−1)), given ‖Σ_b δ_b‖² and Σ_b ‖δ_b‖² of its
    /// parts.
    fn add_to_t(&mut self, grid: PartGrid, repeat: usize, rank: usize, mut total: Vec<f64>, mut squares: Vec<f64>) {
        let b = grid.groups;
        if b < grid.parts {
            (total, squares) = (vec![0.0; total.len()], vec![0.0; total.len()]);
            self.part.reset(total.len(), rank);
            for delta in &self.delta[repeat * b..][..b] {
                delta.add_row_products(delta, &mut squares);
                self.part.add(delta);
            }
            self.part.add_row_products(&self.part, &mut total);
        }
        let share = 1.0 / (b * (b - 1) * grid.repeats) as f64;
        add_scaled_difference(&mut self.t, &squares, &total, 1.0 / b as f64, share);
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
    q: f64,
    length: f64,
    noise: f64,
    g: Vec<f64>,
    h: Vec<f64>,
}

impl Sums {
    fn new(grid: PartGrid) -> Self {
        let zeros = vec![0.0; grid.estimates()];
        Self { grid, root: 0.0, q: 0.0, length: 0.0, noise: 0.0, g: zeros.clone(), h: zeros }
    }

    fn add(&mut self, block: &PointBlock, points: &PointShares, range: Range<usize>) {
        let mut sizes = vec![0.0; range.len()];
        block.m.add_row_products(&block.m, &mut sizes);
        for size in &mut sizes {
            *size = size.sqrt().max(LEAST_SIZE);
        }
        let a = self.add_deviations(block, points, &range, &sizes);
        for (index, share) in points.shares[range].iter().enumerate() {
            let (v, t, a) = (block.v[index], block.t[index].max(0.0), a[index]);
            let signal = v.max(0.0);
            let corrected = if signal + t > 0.0 { v + a * signal / (signal + t) } else { v };
            self.root += share * corrected.abs().sqrt().copysign(corrected);
            self.q += share * v;
            self.length += share * sizes[index];
            self.noise += share * t;
        }
    }

    /// Adds to g and h of every part, given ‖m(x)‖; gives a(x).
    fn add_deviations(
        &mut self,
        block: &PointBlock,
        points: &PointShares,
        range: &Range<usize>,
        sizes: &[f64],
    ) -> Vec<f64> {
        let (groups, length) = (self.grid.groups, range.len());
        let share = 1.0 / (groups * (groups - 1) * self.grid.repeats) as f64;
        let mut a = vec![0.0; length];
        let mut along = vec![vec![0.0; length]; groups];
        for repeat in 0..self.grid.repeats {
            for (group, along) in along.iter_mut().enumerate() {
                let index = repeat * groups + group;
                along.fill(0.0);
                block.delta[index].add_row_products(&block.m, along);
                for ((own, along), size) in points.own(index)[range.clone()].iter().zip(&mut *along).zip(sizes) {
                    self.h[index] += own * (2.0 * *along - size * size);
                    *along /= size;
                    self.g[index] += own * *along;
                }
            }
            for (point, a) in a.iter_mut().enumerate() {
                let center = along.iter().map(|along| along[point]).sum::<f64>() / groups as f64;
                *a += along.iter().map(|along| (along[point] - center).powi(2)).sum::<f64>() * share;
            }
        }
        a
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
        let found = pair_statistics(grid, &points, 1, &mut PointBlock::default(), |range, part, out| {
            out.reset(range.len(), 1);
            out.column_mut(0).copy_from_slice(&contrasts[part][range]);
        });
        // At the first m = 2, v = 3·1, t = a = (1² + 1²)/2 = 1, v' = 3 + 3/4; at the second m = 0, v = −1, t = 1, v' =
        // −1.
        assert!((found.root.value - f64::midpoint(3.75f64.sqrt(), -1.0)).abs() < 1e-15);
        assert_eq!(found.square.value, 1.0);
        // g₁ = ⟨3, 2⟩/2 = 3 from its own intervention, the first; g₂ = 0 from the second, where m = 0.
        assert_eq!(found.root.deviations, [1.5, -1.5]);
        // h₁ = 2·3·2 − 4 = 8, h₂ = 0 (but for the smallest size squared).
        assert!((found.square.deviations[0] - 4.0).abs() < 1e-15);
    }

    /// 40 parts in 20 groups of two: the statistics of the deviations are those of the 20 means.
    #[test]
    fn above_twenty_parts_deviations_are_between_groups() {
        let value = |part: usize, point: usize| ((part * 7 + point * 3) % 11) as f64 - 3.0;
        let points = |groups: usize| PointShares::of_all(vec![1.0 / 3.0; 3], &vec![vec![1.0 / 3.0; 3]; groups]);
        let many =
            pair_statistics(PartGrid::new(1, 40), &points(20), 1, &mut PointBlock::default(), |range, part, out| {
                out.reset(range.len(), 1);
                range.clone().zip(out.column_mut(0)).for_each(|(point, out)| *out = value(part, point));
            });
        let grouped =
            pair_statistics(PartGrid::new(1, 20), &points(20), 1, &mut PointBlock::default(), |range, part, out| {
                out.reset(range.len(), 1);
                let mean = |point| f64::midpoint(value(2 * part, point), value(2 * part + 1, point));
                range.clone().zip(out.column_mut(0)).for_each(|(point, out)| *out = mean(point));
            });
        for (found, expected) in many.root.deviations.iter().zip(&grouped.root.deviations) {
            assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        }
        // v takes products between all 40 parts.
        let v = |point: usize| {
            let values: Vec<f64> = (0..40).map(|part| value(part, point)).collect();
            let (sum, squares) = (values.iter().sum::<f64>(), values.iter().map(|value| value * value).sum::<f64>());
            (sum * sum - squares) / 1560.0
        };
        assert!((many.square.value - (v(0) + v(1) + v(2)) / 3.0).abs() < 1e-13);
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
        assert!((many.root.value - (root(0) + root(1) + root(2)) / 3.0).abs() < 1e-13);
    }
}
