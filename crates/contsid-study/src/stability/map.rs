//! Graphs as points of a plane.

use contsid::numeric::{Matrix, Qr, dot};

/// Iterations of the search for the plane: far more than distances of a hundred graphs need.
const ITERATIONS: usize = 300;

/// Eigenvalues below this share of the length of an image are rounding.
const ROUNDING: f64 = 1e-9;

/// Points whose distances are near to the given ones: classical scaling.
///
/// With D² the squared distances and J = I − 11ᵀ/n, the points are the two leading eigenvectors of B = −½ J D² J, each
/// times the root of its eigenvalue. Distances in a plane are kept exactly. W. S. Torgerson (1952), *Multidimensional
/// scaling: I. Theory and method*, Psychometrika 17.
pub(super) fn map(distances: &Matrix) -> Vec<[f64; 2]> {
    let count = distances.row_count();
    if count < 2 {
        return vec![[0.0; 2]; count];
    }
    let squared = Matrix::from_fn(count, count, |row, column| distances.entry(row, column).powi(2));
    let means: Vec<f64> = (0..count).map(|k| squared.column(k).iter().sum::<f64>() / count as f64).collect();
    let mean = means.iter().sum::<f64>() / count as f64;
    let inner = Matrix::from_fn(count, count, |row, column| {
        -0.5 * (squared.entry(row, column) - means[row] - means[column] + mean)
    });
    // Adding a multiple of the identity makes all eigenvalues positive, and the largest ones leading.
    let shift = (0..count).map(|k| inner.column(k).iter().map(|value| value.abs()).sum::<f64>()).fold(0.0, f64::max);
    if shift == 0.0 {
        return vec![[0.0; 2]; count];
    }
    let shifted = Matrix::from_fn(count, count, |row, column| {
        inner.entry(row, column) + if row == column { 0.5 * shift } else { 0.0 }
    });
    let mut plane = Matrix::from_fn(count, 2, |row, column| ((row + 1) as f64 * (column + 1) as f64).sin());
    for _ in 0..ITERATIONS {
        plane = Qr::new(&shifted.times(&plane)).orthonormal;
    }
    let axes = [0, 1].map(|axis| axis_of(&inner, plane.column(axis)));
    (0..count).map(|point| [axes[0][point], axes[1][point]]).collect()
}

/// An eigenvector times the root of its eigenvalue, as its image over that root: equal graphs have equal rows in B, and so
/// the same point, however near the vector is. The largest entry is positive.
fn axis_of(inner: &Matrix, vector: &[f64]) -> Vec<f64> {
    let image: Vec<f64> = (0..vector.len()).map(|k| dot(inner.column(k), vector)).collect();
    let (value, size) = (dot(vector, &image), dot(&image, &image).sqrt());
    if value <= ROUNDING * size {
        return vec![0.0; vector.len()];
    }
    let largest = image.iter().fold(0.0_f64, |most, value| if value.abs() > most.abs() { *value } else { most });
    let root = value.sqrt().copysign(largest);
    image.iter().map(|value| value / root).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_graphs_have_the_same_point() {
        // Sixteen equal graphs, and four that are far away from them and near to each other.
        let kind = |graph: usize| graph.saturating_sub(15);
        let far = [
            [0.0, 25.0, 28.0, 28.5, 28.5],
            [25.0, 0.0, 5.0, 5.0, 4.5],
            [28.0, 5.0, 0.0, 0.5, 0.5],
            [28.5, 5.0, 0.5, 0.0, 1.0],
            [28.5, 4.5, 0.5, 1.0, 0.0],
        ];
        let found = map(&Matrix::from_fn(20, 20, |row, column| far[kind(row)][kind(column)]));
        assert!(found[..16].iter().all(|point| *point == found[0]), "{found:?}");
        assert!(found[16..].iter().all(|point| *point != found[0]), "{found:?}");
    }

    #[test]
    fn distances_in_a_plane_are_kept() {
        let points = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [-1.0, 2.0]];
        let far = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
        let found = map(&Matrix::from_fn(4, 4, |row, column| far(points[row], points[column])));
        for a in 0..4 {
            for b in 0..4 {
                assert!((far(found[a], found[b]) - far(points[a], points[b])).abs() < 1e-9, "{found:?}");
            }
        }
        assert_eq!(map(&Matrix::zeros(3, 3)), [[0.0; 2]; 3]);
    }
}
