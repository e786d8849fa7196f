//! Linear algebra by the book.

/// A matrix as rows.
pub type Rows = Vec<Vec<f64>>;

/// The inverse by Gauss–Jordan elimination with partial pivoting.
///
/// # Panics
///
/// If the matrix is singular.
pub fn inverse(matrix: &Rows) -> Rows {
    let size = matrix.len();
    let identity = |row: usize| (0..size).map(move |column| f64::from(u8::from(row == column)));
    let mut rows: Rows =
        matrix.iter().enumerate().map(|(row, values)| values.iter().copied().chain(identity(row)).collect()).collect();
    for step in 0..size {
        let pivot =
            (step..size).max_by(|&a, &b| rows[a][step].abs().total_cmp(&rows[b][step].abs())).expect("rows are left");
        assert!(rows[pivot][step] != 0.0, "the matrix is singular");
        rows.swap(step, pivot);
        let scale = rows[step][step];
        rows[step].iter_mut().for_each(|value| *value /= scale);
        let pivot_row = rows[step].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != step) {
            let factor = row[step];
            row.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    rows.into_iter().map(|row| row[size..].to_vec()).collect()
}

/// A v.
pub fn times(matrix: &Rows, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// wᵀ K w.
pub fn quadratic_form(matrix: &Rows, vector: &[f64]) -> f64 {
    times(matrix, vector).iter().zip(vector).map(|(a, b)| a * b).sum()
}

/// A⁻¹ b, from a rounded inverse: three steps of iterative refinement with residuals in twice the precision make the
/// solution exact to the last digits, even if A is badly conditioned.
pub fn solve(matrix: &Rows, inverse: &Rows, right: &[f64]) -> Vec<f64> {
    let mut solution = times(inverse, right);
    for _ in 0..3 {
        let residual: Vec<f64> =
            matrix.iter().zip(right).map(|(row, &value)| residual(row, &solution, value)).collect();
        let correction = times(inverse, &residual);
        solution.iter_mut().zip(correction).for_each(|(value, change)| *value += change);
    }
    solution
}

/// b − Σ a x, each product and sum with its rounding error (Ogita, Rump & Oishi 2005, Dot2).
fn residual(row: &[f64], solution: &[f64], right: f64) -> f64 {
    let (mut sum, mut errors) = (right, 0.0);
    for (&a, &x) in row.iter().zip(solution) {
        let product = -a * x;
        let product_error = (-a).mul_add(x, -product);
        let next = sum + product;
        let virtual_part = next - sum;
        let sum_error = (sum - (next - virtual_part)) + (product - virtual_part);
        sum = next;
        errors += product_error + sum_error;
    }
    sum + errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badly_conditioned_system_is_solved_to_the_last_digits() {
        // The Hilbert matrix of size 7, scaled to whole numbers (condition number 5e8), and its solution for row sums.
        let scale = 360_360.0;
        let matrix: Rows = (0..7).map(|a| (0..7).map(|b| scale / f64::from(a + b + 1)).collect()).collect();
        let right: Vec<f64> = matrix.iter().map(|row| row.iter().sum()).collect();
        let solution = solve(&matrix, &inverse(&matrix), &right);
        assert!(solution.iter().all(|value| (value - 1.0).abs() < 1e-14), "{solution:?}");
    }
}
