//! One column, ready to be an outcome or part of a system.

use crate::execution::{Cancelled, Execution};
use crate::kernel::{KernelColumn, MarkovRoot, ProductKernel, low_rank_factor};
use crate::numeric::{Matrix, dot};

/// The largest rank of a factor, which is also limited to a quarter of the rows: above that it is not worth its memory.
const MOST_COLUMNS: usize = 512;

/// A factor of at most this rank is always worth its memory.
const FEW_COLUMNS: usize = 64;

/// The number of weight vectors processed together for a kernel without a low-rank factor.
pub(crate) const BLOCK: usize = 256;

/// The number of columns of a Gram matrix computed at a time.
const GRAM_BLOCK: usize = 128;

/// How the norm of Σ_s δ_s k(x⁽ˢ⁾, ·) is computed.
pub(crate) enum Root {
    /// K = L Lᵀ with few columns.
    LowRank(Factor),
    /// A Laplace kernel: one recursion.
    Markov(MarkovRoot),
    /// The Gram matrix, computed when needed.
    Gram,
}

/// L of K = L Lᵀ: its rows are the coordinates of the values in a basis.
pub(crate) struct Factor {
    /// Lᵀ
    pub(crate) transposed: Matrix,
    /// Lᵀ 1 / N, the coordinates of the marginal.
    pub(crate) mean: Vec<f64>,
}

impl Factor {
    fn new(transposed: Matrix) -> Self {
        let count = transposed.column_count() as f64;
        let mean = transposed.row_sums().into_iter().map(|sum| sum / count).collect();
        Self { transposed, mean }
    }

    pub(crate) fn rank(&self) -> usize {
        self.mean.len()
    }
}

/// A column under its kernel.
pub(crate) struct PreparedColumn {
    pub(crate) kernel: KernelColumn,
    pub(crate) root: Root,
    /// ‖μ̂‖, the norm of the embedding of the observed values of all rows.
    pub(crate) norm: f64,
}

impl PreparedColumn {
    pub(crate) fn new(kernel: KernelColumn) -> Self {
        let factor = low_rank_factor(&kernel, most_columns(kernel.len()));
        let root = root(&kernel, factor.as_ref());
        let norm = norm(&kernel, &root);
        Self { kernel, root, norm }
    }

    /// A column of some rows, with the coordinates of its values (a column for each) in the basis of all rows, if any,
    /// and the norm of all rows.
    pub(crate) fn of_part(kernel: KernelColumn, coordinates: Option<Matrix>, norm: f64) -> Self {
        let root = coordinates.map_or(Root::Gram, |transposed| Root::LowRank(Factor::new(transposed)));
        Self { kernel, root, norm }
    }

    /// The largest row sum of K, an upper bound of its eigenvalues.
    pub(crate) fn largest_row_sum(&self) -> f64 {
        row_sums(&self.kernel).into_iter().fold(0.0, f64::max)
    }

    /// ‖Σ_s δ_s k(x⁽ˢ⁾, ·)‖² = δᵀ K δ for each column δ of a block.
    pub(crate) fn squared_norms(&self, block: &Matrix, execution: &Execution<'_>) -> Result<Vec<f64>, Cancelled> {
        execution.check()?;
        match &self.root {
            Root::LowRank(factor) => Ok(factor.transposed.times(block).squared_norms()),
            Root::Markov(root) => Ok(block.columns().map(|delta| root.squared_norm(delta)).collect()),
            Root::Gram => self.quadratic_forms(block, execution),
        }
    }

    /// δᵀ K δ for each column δ of the block, computing a few columns of K at a time.
    fn quadratic_forms(&self, block: &Matrix, execution: &Execution<'_>) -> Result<Vec<f64>, Cancelled> {
        let (kernel, rows) = (ProductKernel::new([&self.kernel]), self.kernel.len());
        let mut forms = vec![0.0; block.column_count()];
        for first in (0..rows).step_by(GRAM_BLOCK) {
            execution.check()?;
            let count = GRAM_BLOCK.min(rows - first);
            let product = kernel.gram_columns(rows, first, count).transpose_times(block);
            for (index, form) in forms.iter_mut().enumerate() {
                *form += dot(product.column(index), &block.column(index)[first..first + count]);
            }
        }
        Ok(forms)
    }

    pub(crate) fn factor(&self) -> Option<&Factor> {
        match &self.root {
            Root::LowRank(factor) => Some(factor),
            Root::Markov(_) | Root::Gram => None,
        }
    }
}

/// The largest rank that a factor may have for this many rows.
pub(crate) fn most_columns(rows: usize) -> usize {
    (rows / 4).clamp(FEW_COLUMNS, MOST_COLUMNS).min(rows)
}

fn root(kernel: &KernelColumn, factor: Option<&Matrix>) -> Root {
    match factor {
        Some(factor) => Root::LowRank(Factor::new(factor.transposed())),
        None => kernel.markov_root().map_or(Root::Gram, Root::Markov),
    }
}

fn norm(kernel: &KernelColumn, root: &Root) -> f64 {
    let count = kernel.len();
    match root {
        Root::LowRank(factor) => dot(&factor.mean, &factor.mean).sqrt(),
        Root::Markov(root) => root.squared_norm(&vec![1.0; count]).sqrt() / count as f64,
        Root::Gram => row_sums(kernel).into_iter().sum::<f64>().sqrt() / count as f64,
    }
}

/// K 1.
fn row_sums(kernel: &KernelColumn) -> Vec<f64> {
    let count = kernel.len();
    let (product, mut row, mut scratch) = (ProductKernel::new([kernel]), vec![0.0; count], Vec::new());
    let sum = |index| {
        product.against_row(0, index, &mut row, &mut scratch);
        row.iter().sum()
    };
    (0..count).map(sum).collect()
}
