//! What is known of a column before any graph is.

use super::plan::{JointPoints, Plan};
use super::{InterventionPoints, Interventions};
use crate::kernel::{KernelColumn, MarkovRoot, ProductKernel, low_rank_factor};
use crate::numeric::{Matrix, dot, largest_size};
use std::sync::Arc;

/// A factor with more columns than this (or than a quarter of the rows) is not worth its memory.
const MOST_COLUMNS: usize = 512;

/// With no more columns than this a factor is always worth it.
const FEW_COLUMNS: usize = 64;

/// How the norm of Σ_s δ_s k(x⁽ˢ⁾, ·) is found.
pub(super) enum Root {
    /// K = L Lᵀ with few columns.
    LowRank(Factor),
    /// A Laplace kernel: one recursion.
    Markov(MarkovRoot),
    /// The Gram matrix, made as it is needed.
    Gram,
}

/// L of K = L Lᵀ.
pub(super) struct Factor {
    /// Lᵀ
    pub(super) transposed: Matrix,
    /// Lᵀ 1 / N
    pub(super) mean: Vec<f64>,
    /// The largest |entry| of each column of L.
    pub(super) sizes: Vec<f64>,
}

impl Factor {
    /// The number of columns of L.
    pub(super) fn rank(&self) -> usize {
        self.mean.len()
    }
}

/// A column as target and as treatment.
pub(super) struct PreparedColumn {
    pub(super) kernel: KernelColumn,
    pub(super) root: Root,
    /// ‖μ̂‖, the norm of the embedding of the observed values.
    pub(super) norm: f64,
    /// The interventions on the column alone, and how they were chosen.
    pub(super) points: InterventionPoints,
    pub(super) interventions: Interventions,
    pub(super) plan: Arc<Plan>,
}

impl PreparedColumn {
    pub(super) fn new(kernel: KernelColumn, interventions: &Interventions) -> Self {
        let features = low_rank_factor(&kernel, most_columns(kernel.len()));
        let values: Vec<f64> = kernel.values().collect();
        let points = interventions.points(&values);
        let rows = match (interventions, &features) {
            (Interventions::Observed, Some(features)) => rows_at(features, &values, points.values()).map(Arc::new),
            _ => None,
        };
        let root = root(&kernel, features);
        let norm = norm(&kernel, &root);
        let plan = Arc::new(Plan { points: JointPoints::of_one(&points), rows });
        Self { kernel, root, norm, points, interventions: interventions.clone(), plan }
    }

    /// The largest row sum of K, which no eigenvalue of it exceeds.
    pub(super) fn largest_row_sum(&self) -> f64 {
        row_sums(&self.kernel).into_iter().fold(0.0, f64::max)
    }

    /// The low-rank factor, if there is one.
    pub(super) fn factor(&self) -> Option<&Factor> {
        match &self.root {
            Root::LowRank(factor) => Some(factor),
            Root::Markov(_) | Root::Gram => None,
        }
    }
}

/// The largest rank that a factor may have for this many rows.
pub(super) fn most_columns(rows: usize) -> usize {
    (rows / 4).clamp(FEW_COLUMNS, MOST_COLUMNS).min(rows)
}

fn root(kernel: &KernelColumn, features: Option<Matrix>) -> Root {
    match features {
        Some(features) => {
            let count = kernel.len() as f64;
            let mean = features.column_sums().into_iter().map(|sum| sum / count).collect();
            let sizes = features.columns().map(largest_size).collect();
            Root::LowRank(Factor { transposed: features.transposed(), mean, sizes })
        }
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
    let (product, mut row, mut scratch) = (ProductKernel::new(&[kernel]), vec![0.0; count], Vec::new());
    let sum = |place| {
        product.against_row(0, place, &mut row, &mut scratch);
        row.iter().sum()
    };
    (0..count).map(sum).collect()
}

/// The factor's row at the first value that equals each of the sorted points, where they are more than its columns.
fn rows_at(features: &Matrix, values: &[f64], points: &[f64]) -> Option<Matrix> {
    if features.column_count() >= points.len() {
        return None;
    }
    let mut places = vec![0; points.len()];
    for (row, &value) in values.iter().enumerate().rev() {
        places[points.partition_point(|&point| point < value)] = row;
    }
    Some(features.gathered_rows(&places))
}
