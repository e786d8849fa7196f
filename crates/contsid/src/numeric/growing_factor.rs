//! A low-rank factor that grows, and the systems that it solves.

use super::{CholeskyFactor, FactorError, Matrix};
use crate::execution::Execution;
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

/// F of K ≈ F Fᵀ, to which columns are added. Stored by rows, so that products with a few new columns are fastest.
#[derive(Clone, Debug)]
pub(crate) struct GrowingFactor {
    /// `capacity` numbers for each row, of which the first `rank` count; the memory may be longer.
    rows: Vec<f64>,
    count: usize,
    rank: usize,
    capacity: usize,
}

impl GrowingFactor {
    /// `count` rows, no columns yet, and room for `capacity`, in reused memory.
    pub(crate) fn with_capacity(count: usize, capacity: usize, mut memory: Vec<f64>) -> Self {
        let needed = count * capacity;
        if memory.len() < needed {
            memory.resize(needed, 0.0);
        }
        Self { rows: memory, count, rank: 0, capacity }
    }

    /// The memory, for reuse.
    pub(crate) fn into_memory(self) -> Vec<f64> {
        self.rows
    }

    /// The number of columns of F.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// A row of F.
    pub(crate) fn row(&self, index: usize) -> &[f64] {
        &self.rows[index * self.capacity..][..self.rank]
    }

    /// Fᵀ.
    fn transposed(&self) -> MatRef<'_, f64> {
        let rows = &self.rows[..self.count * self.capacity];
        MatRef::from_column_major_slice(rows, self.capacity, self.count).subrows(0, self.rank)
    }

    /// Adds columns to F, given as rows of a matrix.
    pub(crate) fn push(&mut self, more: &Matrix) {
        let end = self.rank + more.row_count();
        assert!(end <= self.capacity, "there is room for the columns");
        for (row, values) in self.rows.chunks_exact_mut(self.capacity).zip(more.columns()) {
            row[self.rank..end].copy_from_slice(values);
        }
        self.rank = end;
    }

    /// Subtracts F[indices] Fᵀ from `out`.
    pub(crate) fn subtract_products(&self, indices: &[usize], out: &mut Matrix) {
        let chosen: Vec<Vec<f64>> = indices.iter().map(|&index| self.row(index).to_vec()).collect();
        let chosen = Matrix::from_columns(self.rank, &chosen);
        matmul(out.view_mut(), Accum::Add, chosen.view().transpose(), self.transposed(), -1.0, Par::Seq);
    }

    /// Replaces B by (F Fᵀ + ρ I)⁻¹ B.
    ///
    /// # Errors
    ///
    /// If rounding makes Fᵀ F + ρ I singular, or the computation is stopped.
    pub(crate) fn solve_in_place(
        &self,
        ridge: f64,
        right: &mut Matrix,
        execution: &Execution<'_>,
    ) -> Result<(), FactorError> {
        let leading = right.column_count();
        right.scale(1.0 / ridge);
        self.solve_scaled(ridge, right.view_mut(), leading, execution)
    }

    /// As [`solve_in_place`](Self::solve_in_place), where B is transposed and only its first `leading` columns need all
    /// digits.
    ///
    /// # Errors
    ///
    /// If rounding makes Fᵀ F + ρ I singular, or the computation is stopped.
    pub(crate) fn solve_rows_in_place(
        &self,
        ridge: f64,
        right: &mut Matrix,
        leading: usize,
        execution: &Execution<'_>,
    ) -> Result<(), FactorError> {
        right.scale(1.0 / ridge);
        self.solve_scaled(ridge, right.view_mut().transpose_mut(), leading, execution)
    }

    /// Replaces B / ρ by X = B / ρ − F Y with Y = (Fᵀ F + ρ I)⁻¹ Fᵀ B / ρ.
    ///
    /// The difference cancels digits. Since Fᵀ X = ρ Y exactly, the error is F (Fᵀ F + ρ I)⁻¹ (ρ Y − Fᵀ X); it is added
    /// to the first `leading` columns of X.
    fn solve_scaled(
        &self,
        ridge: f64,
        mut right: MatMut<'_, f64>,
        leading: usize,
        execution: &Execution<'_>,
    ) -> Result<(), FactorError> {
        let (thin, wide) = (self.transposed().transpose(), self.transposed());
        let mut small = Matrix::lower_products(wide);
        small.add_to_diagonal(ridge);
        let small = CholeskyFactor::new(small, execution)?;
        let mut inner = Matrix::product(wide, right.as_ref());
        small.solve_in_place(&mut inner, execution)?;
        matmul(right.as_mut(), Accum::Add, thin, inner.view(), -1.0, Par::Seq);
        let (mut lacking, mut solution) = (inner.columns_from(0, leading), right.subcols_mut(0, leading));
        lacking.scale(ridge);
        matmul(lacking.view_mut(), Accum::Add, wide, solution.as_ref(), -1.0, Par::Seq);
        small.solve_in_place(&mut lacking, execution)?;
        matmul(solution.as_mut(), Accum::Add, thin, lacking.view(), 1.0, Par::Seq);
        Ok(())
    }
}
