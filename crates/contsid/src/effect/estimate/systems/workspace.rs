//! Memory that is reused for solving systems.

use crate::numeric::Matrix;

/// What was needed before: a matrix of N × N, and half as much memory for its factor in single precision.
#[derive(Default)]
pub(super) struct Workspace {
    pub(super) system: Option<Matrix>,
    pub(super) single: Vec<f32>,
}

impl Workspace {
    /// A square matrix of this size, in the memory of the one that was used before.
    pub(super) fn take_system(&mut self, size: usize) -> Matrix {
        let Some(matrix) = self.system.take() else { return Matrix::zeros(size, size) };
        let mut numbers = matrix.into_values();
        numbers.resize(size * size, 0.0);
        Matrix::from_values(size, numbers)
    }
}
