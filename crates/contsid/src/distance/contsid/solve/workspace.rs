//! Memory that one system after the other is solved and judged in.

use crate::numeric::Matrix;
use std::sync::{Mutex, PoisonError};

/// What was needed before: a matrix of N × N, half as much memory for its factor in single precision, and what norms take.
#[derive(Default)]
pub(super) struct Workspace {
    pub(super) system: Option<Matrix>,
    pub(super) single: Vec<f32>,
    pub(super) scratch: Scratch,
}

impl Workspace {
    /// A square matrix of this size: the one that was used before if it fits, or a new one.
    pub(super) fn take_system(&mut self, size: usize) -> Matrix {
        self.system.take().filter(|matrix| matrix.row_count() == size).unwrap_or_else(|| Matrix::zeros(size, size))
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

/// The workspaces that no thread is using.
#[derive(Default)]
pub(super) struct Workspaces(Mutex<Vec<Workspace>>);

impl Workspaces {
    /// One that was used before, or a new one.
    pub(super) fn take(&self) -> Workspace {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Keeps one for the next system.
    pub(super) fn give(&self, workspace: Workspace) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
    }
}
