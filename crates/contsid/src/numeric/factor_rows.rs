//! A low-rank factor that grows, and the systems that it solves.

use super::{CholeskyFactor, Matrix, NotPositiveDefinite};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{BlockStructure, matmul as triangular_matmul};
use faer::{Accum, MatRef, Par};

/// F of K ≈ F Fᵀ, which gets more columns as it is found. The numbers of one row of F stand together.
#[derive(Clone, Debug)]
pub(crate) struct FactorRows {
    rows: usize,
    rank: usize,
    capacity: usize,
    values: Vec<f64>,
}

impl FactorRows {
    /// No columns yet, and room for `capacity`.
    pub(crate) fn with_capacity(rows: usize, capacity: usize) -> Self {
        Self { rows, rank: 0, capacity, values: vec![0.0; rows * capacity] }
    }

    /// How many columns F has.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// A row of F.
    pub(crate) fn row(&self, place: usize) -> &[f64] {
        &self.values[place * self.capacity..][..self.rank]
    }

    /// More columns for F.
    pub(crate) fn push(&mut self, columns: &Matrix) {
        assert!(self.rank + columns.column_count() <= self.capacity, "there is room for the columns");
        let columns: Vec<&[f64]> = columns.columns().collect();
        for (place, row) in self.values.chunks_exact_mut(self.capacity).enumerate() {
            let targets = &mut row[self.rank..][..columns.len()];
            targets.iter_mut().zip(&columns).for_each(|(target, column)| *target = column[place]);
        }
        self.rank += columns.len();
    }

    /// Subtracts F F[places]ᵀ from `out`.
    pub(crate) fn subtract_products(&self, places: &[usize], out: &mut Matrix) {
        let chosen: Vec<Vec<f64>> = places.iter().map(|&place| self.row(place).to_vec()).collect();
        let chosen = Matrix::from_columns(self.rank, &chosen);
        matmul(out.view_mut(), Accum::Add, self.transposed().transpose(), chosen.view(), -1.0, Par::Seq);
    }

    /// Replaces B by (F Fᵀ + ρ I)⁻¹ B = (B − F (Fᵀ F + ρ I)⁻¹ Fᵀ B) / ρ.
    ///
    /// # Errors
    ///
    /// If rounding makes Fᵀ F + ρ I singular.
    pub(crate) fn solve_in_place(&self, ridge: f64, right: &mut Matrix) -> Result<(), NotPositiveDefinite> {
        let mut small = self.gram();
        small.add_to_diagonal(ridge);
        let mut inner = Matrix::zeros(self.rank, right.column_count());
        matmul(inner.view_mut(), Accum::Replace, self.transposed(), right.view(), 1.0, Par::Seq);
        CholeskyFactor::new(small)?.solve_in_place(&mut inner);
        matmul(right.view_mut(), Accum::Add, self.transposed().transpose(), inner.view(), -1.0, Par::Seq);
        right.scale(1.0 / ridge);
        Ok(())
    }

    /// The lower triangle of Fᵀ F.
    fn gram(&self) -> Matrix {
        let mut result = Matrix::zeros(self.rank, self.rank);
        triangular_matmul(
            result.view_mut(),
            BlockStructure::TriangularLower,
            Accum::Replace,
            self.transposed(),
            BlockStructure::Rectangular,
            self.transposed().transpose(),
            BlockStructure::Rectangular,
            1.0,
            Par::Seq,
        );
        result
    }

    /// Fᵀ, as it is stored.
    fn transposed(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.values, self.capacity, self.rows).subrows(0, self.rank)
    }
}
