//! A low-rank factor that grows, and the systems that it solves.

use super::{CholeskyFactor, Matrix, NotPositiveDefinite};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatRef, Par};

/// F of K ≈ F Fᵀ, which gets more columns as it is found. Stored by rows: products with a few new columns are fastest so.
#[derive(Clone, Debug)]
pub(crate) struct GrowingFactor {
    /// `capacity` numbers for each row, of which the first `rank` count.
    rows: Vec<f64>,
    rank: usize,
    capacity: usize,
}

impl GrowingFactor {
    /// No columns yet, and room for `capacity`.
    pub(crate) fn with_capacity(rows: usize, capacity: usize) -> Self {
        Self { rows: vec![0.0; rows * capacity], rank: 0, capacity }
    }

    /// How many columns F has.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// A row of F.
    pub(crate) fn row(&self, place: usize) -> &[f64] {
        &self.rows[place * self.capacity..][..self.rank]
    }

    /// Fᵀ.
    fn transposed(&self) -> MatRef<'_, f64> {
        let count = self.rows.len() / self.capacity;
        MatRef::from_column_major_slice(&self.rows, self.capacity, count).subrows(0, self.rank)
    }

    /// More columns for F, as rows of a matrix.
    pub(crate) fn push(&mut self, more: &Matrix) {
        let end = self.rank + more.row_count();
        assert!(end <= self.capacity, "there is room for the columns");
        for (row, values) in self.rows.chunks_exact_mut(self.capacity).zip(more.columns()) {
            row[self.rank..end].copy_from_slice(values);
        }
        self.rank = end;
    }

    /// Subtracts F[places] Fᵀ from `out`.
    pub(crate) fn subtract_products(&self, places: &[usize], out: &mut Matrix) {
        let chosen: Vec<Vec<f64>> = places.iter().map(|&place| self.row(place).to_vec()).collect();
        let chosen = Matrix::from_columns(self.rank, &chosen);
        matmul(out.view_mut(), Accum::Add, chosen.view().transpose(), self.transposed(), -1.0, Par::Seq);
    }

    /// Replaces B by (F Fᵀ + ρ I)⁻¹ B = (B − F (Fᵀ F + ρ I)⁻¹ Fᵀ B) / ρ.
    ///
    /// # Errors
    ///
    /// If rounding makes Fᵀ F + ρ I singular.
    pub(crate) fn solve_in_place(&self, ridge: f64, right: &mut Matrix) -> Result<(), NotPositiveDefinite> {
        let mut small = Matrix::lower_products(self.transposed());
        small.add_to_diagonal(ridge);
        let mut inner = Matrix::product(self.transposed(), right.view());
        CholeskyFactor::new(small)?.solve_in_place(&mut inner);
        matmul(right.view_mut(), Accum::Add, self.transposed().transpose(), inner.view(), -1.0, Par::Seq);
        right.scale(1.0 / ridge);
        Ok(())
    }
}
