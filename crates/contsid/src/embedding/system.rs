//! The regularised systems behind conditional and intervention mean embeddings.

use super::Lambda;
use crate::kernel::ProductKernel;
use crate::numeric::{Matrix, add_multiple, multiply, sum};
use thiserror::Error;

/// Kernels are evaluated for so many rows at a time.
const VECTOR: usize = 16;

/// A system K + N λ I that rounding makes singular.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the system with lambda = {lambda:e} cannot be solved in double precision: take a larger lambda")]
pub struct SingularError {
    /// λ
    pub lambda: f64,
}

/// How r, the mean of K_Z over the data, is found.
pub(crate) enum Reach {
    /// While the matrix is filled.
    Measured,
    /// It is known: one `exp` for each entry instead of two.
    Known(Vec<f64>),
}

/// Writes the lower triangle of K_R ∘ K_Z + N λ I into `out`, and gives r.
///
/// r_s = (1/N) Σ_m k_Z(z⁽ˢ⁾, z⁽ᵐ⁾), which is 1 for empty Z; K_R and K_Z are the Gram matrices of the treatments and of
/// the adjustment set. O(N²) evaluations.
pub(crate) fn fill_system(
    treatments: &ProductKernel<'_>,
    adjustment: &ProductKernel<'_>,
    lambda: Lambda,
    reach: Reach,
    out: &mut Matrix,
) -> Vec<f64> {
    let reach = match reach {
        Reach::Known(reach) => {
            let product = treatments.and(adjustment);
            fill_triangle(out, |first, row, column, scratch| product.against_row(first, row, column, scratch));
            reach
        }
        Reach::Measured => fill_and_measure(treatments, adjustment, out),
    };
    out.add_to_diagonal(lambda.ridge(reach.len()));
    reach
}

/// Fills each column from its diagonal on, or from a little above, so that the rows come in whole vectors of numbers.
/// `fill` is given the first row, the place of the column, and the column from that row on.
fn fill_triangle(out: &mut Matrix, mut fill: impl FnMut(usize, usize, &mut [f64], &mut Vec<f64>)) {
    let (count, mut scratch) = (out.row_count(), Vec::new());
    for place in 0..out.column_count() {
        let above = (count - place).next_multiple_of(VECTOR) - (count - place);
        let first = place.saturating_sub(above);
        fill(first, place, &mut out.column_mut(place)[first..], &mut scratch);
    }
}

fn fill_and_measure(treatments: &ProductKernel<'_>, adjustment: &ProductKernel<'_>, out: &mut Matrix) -> Vec<f64> {
    let count = out.row_count();
    let (mut sums, mut buffer) = (vec![0.0; count], vec![0.0; count]);
    fill_triangle(out, |first, row, column, scratch| {
        adjustment.against_row(first, row, column, scratch);
        let below = &column[row - first..];
        sums[row] += sum(below);
        add_multiple(&mut sums[row + 1..], &below[1..], 1.0);
        let other = &mut buffer[..column.len()];
        treatments.against_row(first, row, other, scratch);
        multiply(column, other);
    });
    sums.into_iter().map(|sum| sum / count as f64).collect()
}
