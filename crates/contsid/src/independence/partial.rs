//! Partial correlations: how strongly are two variables related, given others?
//!
//! With the correlation matrix C, a set S and the Cholesky factor L of C[S, S], the coordinates of a variable x are u =
//! L⁻¹ C[S, x], and its residual given S has the variance 1 − ‖u‖². Sets are built one variable at a time, and each
//! variable adds a row to L, so a step of enumerating sets costs O(|S|²), not O(|S|³).
//!
//! Squares lose digits. Where less than [`WEAK`] of a variance remains given S, the same quantities are computed by
//! orthogonalising columns of the triangular factor of the data, which keeps twice as many digits.

use super::CentredColumns;
use crate::numeric::{Matrix, dot};

/// Share of variance below which the Cholesky path has lost more than half of its digits.
const WEAK: f64 = 1e-6;

/// Smaller shares of variance count as this one, so nothing is divided by zero.
const TINY: f64 = 1e-30;

/// The correlations of all pairs of variables.
#[derive(Clone, Debug)]
pub struct Correlations {
    variable_count: usize,
    entries: Vec<f64>,
    columns: Matrix,
}

impl Correlations {
    /// Those of the columns of a table.
    pub fn new(centred: &CentredColumns) -> Self {
        let columns = centred.upper().clone();
        let product = columns.transpose_times(&columns);
        let count = centred.variable_count();
        let entries = (0..count).flat_map(|column| product.column(column).iter().copied()).collect();
        Self { variable_count: count, entries, columns }
    }

    /// The number of variables, p.
    pub fn variable_count(&self) -> usize {
        self.variable_count
    }

    fn with(&self, variable: usize) -> &[f64] {
        &self.entries[variable * self.variable_count..][..self.variable_count]
    }
}

/// The correlation of two variables given others.
#[derive(Clone, Copy, Debug)]
pub struct Partial {
    /// r, between −1 and 1.
    pub correlation: f64,
    /// 1 − r², with its own relative accuracy.
    pub unexplained: f64,
}

impl Partial {
    /// Fisher's |z| = ½ ln((1 + |r|) / (1 − |r|)).
    pub fn fisher(&self) -> f64 {
        let r = self.correlation.abs();
        // (1 + r) / (1 − r) = (1 + r)² / (1 − r²); for small r the logarithm would lose it.
        if r < 0.5 { r.atanh() } else { (1.0 + r).ln() - 0.5 * self.unexplained.ln() }
    }
}

/// A set of variables that is conditioned on, built one by one.
#[derive(Debug)]
pub struct Conditioning<'a> {
    correlations: &'a Correlations,
    members: Vec<usize>,
    /// The rows of L, one after the other: row k has k + 1 entries.
    factor: Vec<f64>,
    /// The number of leading members with at least [`WEAK`] of their variance left by those before.
    sound: usize,
    /// A variable, its coordinates, and its remaining variance.
    aim: Aim,
    scratch: Vec<f64>,
}

#[derive(Debug, Default)]
struct Aim {
    variable: usize,
    coordinates: Vec<f64>,
    left: f64,
}

impl<'a> Conditioning<'a> {
    /// Conditions on nothing.
    pub fn new(correlations: &'a Correlations) -> Self {
        let (members, factor, scratch) = (Vec::new(), Vec::new(), Vec::new());
        Self { correlations, members, factor, sound: 0, aim: Aim::default(), scratch }
    }

    /// Conditions on these variables only.
    pub fn set(&mut self, variables: impl IntoIterator<Item = usize>) {
        self.truncate(0);
        variables.into_iter().for_each(|variable| self.push(variable));
    }

    /// Conditions on one more variable.
    pub fn push(&mut self, variable: usize) {
        let size = self.members.len();
        let mut row = std::mem::take(&mut self.scratch);
        let left = self.coordinates(variable, &mut row);
        self.factor.extend_from_slice(&row);
        self.factor.push(left.max(TINY).sqrt());
        self.scratch = row;
        self.members.push(variable);
        if self.sound == size && left >= WEAK {
            self.sound += 1;
        }
    }

    /// Conditions on the first `size` members only.
    pub fn truncate(&mut self, size: usize) {
        self.members.truncate(size);
        self.factor.truncate(size * (size + 1) / 2);
        self.sound = self.sound.min(size);
    }

    /// Whether nothing is conditioned on.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The number of variables conditioned on.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Sets the first variable of the pairs that [`Self::partial`] is asked about.
    pub fn aim_at(&mut self, variable: usize) {
        let mut coordinates = std::mem::take(&mut self.aim.coordinates);
        let left = self.coordinates(variable, &mut coordinates);
        self.aim = Aim { variable, coordinates, left };
    }

    /// The partial correlation of the variable aimed at with another.
    pub fn partial(&mut self, other: usize) -> Partial {
        let mut coordinates = std::mem::take(&mut self.scratch);
        let left = self.coordinates(other, &mut coordinates);
        // Few numbers: a plain sum is faster here than one in lanes.
        let shared: f64 = coordinates.iter().zip(&self.aim.coordinates).map(|(a, b)| a * b).sum();
        let joint = self.correlations.with(other)[self.aim.variable] - shared;
        self.scratch = coordinates;
        if self.sound == self.len() && left >= WEAK && self.aim.left >= WEAK {
            let correlation = joint / (left * self.aim.left).sqrt();
            let unexplained = (1.0 - correlation) * (1.0 + correlation);
            if unexplained >= WEAK {
                return Partial { correlation, unexplained };
            }
        }
        self.orthogonalised(other)
    }

    /// The partial correlation of two variables.
    pub fn partial_of(&mut self, first: usize, second: usize) -> Partial {
        self.aim_at(first);
        self.partial(second)
    }

    /// The share of a variable's variance that remains given the others.
    pub fn left_of(&mut self, variable: usize) -> f64 {
        let mut coordinates = std::mem::take(&mut self.scratch);
        let left = self.coordinates(variable, &mut coordinates);
        self.scratch = coordinates;
        if self.sound == self.len() && left >= WEAK {
            return left;
        }
        let basis = self.basis();
        let rest = self.rest_of(variable, &basis);
        dot(&rest, &rest)
    }

    /// u = L⁻¹ C[S, x]; returns 1 − ‖u‖².
    fn coordinates(&self, variable: usize, out: &mut Vec<f64>) -> f64 {
        let column = self.correlations.with(variable);
        out.clear();
        let (mut left, mut start) = (1.0, 0);
        for (k, &member) in self.members.iter().enumerate() {
            let row = &self.factor[start..=start + k];
            let sum: f64 = row[..k].iter().zip(out.iter()).map(|(a, b)| a * b).sum();
            let value = (column[member] - sum) / row[k];
            out.push(value);
            left -= value * value;
            start += k + 1;
        }
        left
    }

    fn orthogonalised(&self, other: usize) -> Partial {
        let basis = self.basis();
        let first = self.rest_of(self.aim.variable, &basis);
        let mut second = self.rest_of(other, &basis);
        let (first_left, second_left) = (dot(&first, &first).max(TINY), dot(&second, &second).max(TINY));
        let joint = dot(&first, &second);
        let correlation = (joint / (first_left * second_left).sqrt()).clamp(-1.0, 1.0);
        for (value, along) in second.iter_mut().zip(&first) {
            *value -= along * (joint / first_left);
        }
        let unexplained = (dot(&second, &second) / second_left).clamp(TINY, 1.0);
        Partial { correlation, unexplained }
    }

    /// An orthonormal basis of the span of the members.
    fn basis(&self) -> Vec<Vec<f64>> {
        let mut basis: Vec<Vec<f64>> = Vec::with_capacity(self.members.len());
        for &member in &self.members {
            let mut direction = self.rest_of(member, &basis);
            let length = dot(&direction, &direction).max(TINY).sqrt();
            for value in &mut direction {
                *value /= length;
            }
            basis.push(direction);
        }
        basis
    }

    /// The residual of a variable on a basis. The second pass removes the rounding errors of the first.
    fn rest_of(&self, variable: usize, basis: &[Vec<f64>]) -> Vec<f64> {
        let mut rest = self.correlations.columns.column(variable).to_vec();
        for direction in basis.iter().chain(basis) {
            let along = dot(direction, &rest);
            rest.iter_mut().zip(direction).for_each(|(value, part)| *value -= along * part);
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Column, Table};
    use crate::graph::NodeNames;

    /// Pseudo-random numbers from −1 to 1.
    fn noise(row: usize, column: usize) -> f64 {
        ((row * 7919 + column * 104_729 + row * row * 31) % 1009) as f64 / 504.5 - 1.0
    }

    fn correlations(columns: Vec<Vec<f64>>) -> Correlations {
        let names = NodeNames::numbered(columns.len());
        let table = Table::new(names, columns.into_iter().map(Column::numbers).collect()).unwrap();
        Correlations::new(&CentredColumns::new(&table).unwrap())
    }

    fn noisy(count: usize) -> Correlations {
        correlations((0..count).map(|column| (0..60).map(|row| noise(row, column)).collect()).collect())
    }

    #[test]
    fn agrees_with_the_recursion() {
        // r_xy.z = (r_xy − r_xz r_yz) / √((1 − r_xz²)(1 − r_yz²))
        let all = noisy(3);
        let r = |a: usize, b: usize| all.with(a)[b];
        let expected = (r(0, 1) - r(0, 2) * r(1, 2)) / ((1.0 - r(0, 2).powi(2)) * (1.0 - r(1, 2).powi(2))).sqrt();
        let mut given = Conditioning::new(&all);
        given.push(2);
        let partial = given.partial_of(0, 1);
        assert!((partial.correlation - expected).abs() < 1e-14);
        assert!((partial.fisher() - expected.abs().atanh()).abs() < 1e-14);
    }

    #[test]
    fn both_paths_agree() {
        let all = noisy(6);
        let mut given = Conditioning::new(&all);
        given.set([4, 1, 5]);
        let quick = given.partial_of(0, 3);
        let slow = given.orthogonalised(3);
        assert!((quick.correlation - slow.correlation).abs() < 1e-14);
        assert!((quick.unexplained - slow.unexplained).abs() < 1e-14);
        given.truncate(1);
        given.push(2);
        let again = given.partial_of(0, 3);
        given.set([4, 2]);
        assert!((again.correlation - given.partial_of(0, 3).correlation).abs() < 1e-15);
    }

    #[test]
    fn digits_survive_a_near_copy() {
        // y = x + 10⁻⁸ e and z = e: given x, y and z are the same up to sign, and without x hardly related.
        let x: Vec<f64> = (0..60).map(|row| noise(row, 0)).collect();
        let z: Vec<f64> = (0..60).map(|row| noise(row, 1)).collect();
        let y: Vec<f64> = x.iter().zip(&z).map(|(x, z)| x + 1e-8 * z).collect();
        let w: Vec<f64> = (0..60).map(|row| noise(row, 2)).collect();
        let all = correlations(vec![x, y, z, w]);
        let mut given = Conditioning::new(&all);
        given.push(0);
        assert!(given.partial_of(1, 2).correlation > 1.0 - 1e-12);
        let plain = given.partial_of(2, 3);
        let through_copy = given.partial_of(1, 3);
        assert!((plain.correlation - through_copy.correlation).abs() < 1e-6);
        assert!((given.left_of(2) - plain_left(&all)).abs() < 1e-14);
    }

    fn plain_left(all: &Correlations) -> f64 {
        1.0 - all.with(0)[2].powi(2)
    }
}
