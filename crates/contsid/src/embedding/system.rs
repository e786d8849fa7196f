//! The regularised systems behind conditional and intervention mean embeddings.

use super::Lambda;
use crate::execution::{Cancelled, Execution};
use crate::kernel::ProductKernel;
use crate::numeric::{FactorError, LANES, Matrix, add_multiple, multiply, sum};
use thiserror::Error;

/// The number of columns filled between two checks for a stop.
const COLUMNS_AT_ONCE: usize = 64;

/// Why a regression cannot be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FitError {
    /// Rounding makes the system K + N λ I singular.
    #[error("the system with lambda = {lambda:e} cannot be solved in double precision: take a larger lambda")]
    Singular {
        /// λ
        lambda: f64,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl FitError {
    /// A system with this λ has no factor.
    pub(super) fn new(lambda: Lambda, error: FactorError) -> Self {
        match error {
            FactorError::NotPositiveDefinite => Self::Singular { lambda: lambda.value() },
            FactorError::Cancelled(cancelled) => Self::Cancelled(cancelled),
        }
    }
}

/// How r, the mean of K_Z over the data, is obtained.
pub(crate) enum AdjustmentMeans {
    /// While the matrix is filled.
    Computed,
    /// It is known, which saves one of two `exp` for each entry.
    Known(Vec<f64>),
}

/// Writes the lower triangle of K_R ∘ K_Z + N λ I into `out`, given the ridge N λ, and returns r.
///
/// r_s = (1/N) Σ_m k_Z(z⁽ˢ⁾, z⁽ᵐ⁾), which is 1 for empty Z; K_R and K_Z are the Gram matrices of the treatments and of
/// the adjustment set. O(N²) evaluations.
pub(crate) fn fill_system(
    treatments: &ProductKernel<'_>,
    adjustment: &ProductKernel<'_>,
    ridge: f64,
    means: AdjustmentMeans,
    out: &mut Matrix,
    execution: &Execution<'_>,
) -> Result<Vec<f64>, Cancelled> {
    match means {
        AdjustmentMeans::Known(means) => {
            let product = treatments.and(adjustment);
            let fill = |first, row, column: &mut [f64], scratch: &mut Vec<f64>| {
                product.against_row(first, row, column, scratch);
            };
            fill_triangle(out, ridge, fill, execution)?;
            Ok(means)
        }
        AdjustmentMeans::Computed => fill_and_measure(treatments, adjustment, ridge, out, execution),
    }
}

/// Fills each column from its diagonal, or a little above so that whole vectors are filled, and adds N λ to the
/// diagonal. `fill` gets the first row, the index of the column, and the column from that row on.
fn fill_triangle(
    out: &mut Matrix,
    ridge: f64,
    mut fill: impl FnMut(usize, usize, &mut [f64], &mut Vec<f64>),
    execution: &Execution<'_>,
) -> Result<(), Cancelled> {
    let (count, mut scratch) = (out.row_count(), Vec::new());
    for index in 0..count {
        if index % COLUMNS_AT_ONCE == 0 {
            execution.check()?;
        }
        let above = (count - index).next_multiple_of(LANES) - (count - index);
        let first = index.saturating_sub(above);
        let column = out.column_mut(index);
        fill(first, index, &mut column[first..], &mut scratch);
        column[index] += ridge;
    }
    Ok(())
}

fn fill_and_measure(
    treatments: &ProductKernel<'_>,
    adjustment: &ProductKernel<'_>,
    ridge: f64,
    out: &mut Matrix,
    execution: &Execution<'_>,
) -> Result<Vec<f64>, Cancelled> {
    let count = out.row_count();
    let (mut sums, mut buffer) = (vec![0.0; count], vec![0.0; count]);
    let fill = |first: usize, row: usize, column: &mut [f64], scratch: &mut Vec<f64>| {
        adjustment.against_row(first, row, column, scratch);
        let below = &column[row - first..];
        sums[row] += sum(below);
        add_multiple(&mut sums[row + 1..], &below[1..], 1.0);
        let other = &mut buffer[..column.len()];
        treatments.against_row(first, row, other, scratch);
        multiply(column, other);
    };
    fill_triangle(out, ridge, fill, execution)?;
    Ok(sums.into_iter().map(|sum| sum / count as f64).collect())
}
