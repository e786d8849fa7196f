//! A low-rank factor that grows, and the systems that it solves.

use super::{CholeskyFactor, Matrix, NotPositiveDefinite};
use faer::linalg::matmul::matmul;
use faer::{Accum, Par};

/// F of K ≈ F Fᵀ, which gets more columns as it is found.
///
/// Its numbers are stored twice: by columns, as products of matrices read them fastest, and by rows, for single entries of
/// F Fᵀ.
#[derive(Clone, Debug)]
pub(crate) struct GrowingFactor {
    columns: Matrix,
    rows: Vec<f64>,
    capacity: usize,
}

impl GrowingFactor {
    /// No columns yet, and room for `capacity`.
    pub(crate) fn with_capacity(rows: usize, capacity: usize) -> Self {
        Self { columns: Matrix::zeros(rows, 0), rows: vec![0.0; rows * capacity], capacity }
    }

    /// How many columns F has.
    pub(crate) fn rank(&self) -> usize {
        self.columns.column_count()
    }

    /// A row of F.
    pub(crate) fn row(&self, place: usize) -> &[f64] {
        &self.rows[place * self.capacity..][..self.rank()]
    }

    /// More columns for F.
    pub(crate) fn push(&mut self, more: &Matrix) {
        let first = self.rank();
        assert!(first + more.column_count() <= self.capacity, "there is room for the columns");
        let columns: Vec<&[f64]> = more.columns().collect();
        for (place, row) in self.rows.chunks_exact_mut(self.capacity).enumerate() {
            let targets = &mut row[first..][..columns.len()];
            targets.iter_mut().zip(&columns).for_each(|(target, column)| *target = column[place]);
        }
        self.columns.append(more);
    }

    /// Subtracts F F[places]ᵀ from `out`.
    pub(crate) fn subtract_products(&self, places: &[usize], out: &mut Matrix) {
        let chosen: Vec<Vec<f64>> = places.iter().map(|&place| self.row(place).to_vec()).collect();
        let chosen = Matrix::from_columns(self.rank(), &chosen);
        matmul(out.view_mut(), Accum::Add, self.columns.view(), chosen.view(), -1.0, Par::Seq);
    }

    /// Replaces B by (F Fᵀ + ρ I)⁻¹ B = (B − F (Fᵀ F + ρ I)⁻¹ Fᵀ B) / ρ.
    ///
    /// # Errors
    ///
    /// If rounding makes Fᵀ F + ρ I singular.
    pub(crate) fn solve_in_place(&self, ridge: f64, right: &mut Matrix) -> Result<(), NotPositiveDefinite> {
        let mut small = self.columns.gram();
        small.add_to_diagonal(ridge);
        let mut inner = self.columns.transpose_times(right);
        CholeskyFactor::new(small)?.solve_in_place(&mut inner);
        matmul(right.view_mut(), Accum::Add, self.columns.view(), inner.view(), -1.0, Par::Seq);
        right.scale(1.0 / ridge);
        Ok(())
    }
}
