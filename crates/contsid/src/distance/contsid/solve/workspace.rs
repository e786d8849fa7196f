//! Memory that is reused for solving systems and computing distances.

use crate::numeric::Matrix;

/// What was needed before: a matrix of N × N, half as much memory for its factor in single precision, and what norms
/// take.
#[derive(Default)]
pub(super) struct Workspace {
    pub(super) system: Option<Matrix>,
    pub(super) single: Vec<f32>,
    pub(super) scratch: Scratch,
}

impl Workspace {
    /// A square matrix of this size, in the memory of the one that was used before.
    pub(super) fn take_system(&mut self, size: usize) -> Matrix {
        let Some(matrix) = self.system.take() else { return Matrix::zeros(size, size) };
        let mut numbers = matrix.into_values();
        numbers.resize(size * size, 0.0);
        Matrix::from_values(size, numbers)
    }

    /// Keeps the numbers of such a matrix, which served for something else.
    pub(super) fn give_numbers(&mut self, size: usize, numbers: Vec<f64>) {
        self.system = Some(Matrix::from_values(size, numbers));
    }
}

/// Matrices in which one outcome after the other is judged.
#[derive(Default)]
pub(in super::super) struct Scratch {
    pub(in super::super) small: Matrix,
    pub(in super::super) total: Matrix,
    pub(in super::super) more: Matrix,
}
