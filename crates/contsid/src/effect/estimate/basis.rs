//! Coordinates of a column's values, the same for all parts.
//!
//! Contrasts of different parts are multiplied, so that all parts need coordinates in one basis. The basis is spanned
//! by some of the column's values, the landmarks: with K their Gram matrix and K = C Cᵀ, the coordinates of a value y
//! are C⁻¹ k(landmarks, y). Landmarks take little memory, whatever the number of rows, and the coordinates of a part
//! are found when they are needed.

use crate::kernel::{Kernel, KernelColumn, distinct_count, pivoted_factor};
use crate::numeric::{Matrix, dot, sum};
use serde::{Deserialize, Serialize};

/// The most landmarks: an outcome whose kernel needs more is approximated by this many of its values.
const MOST_LANDMARKS: usize = 512;

/// The most numbers of a factor of all rows while landmarks are searched for: half a gigabyte.
const FACTOR_NUMBERS: usize = 64 << 20;

/// A smooth kernel has at most about this rank, so its factor is computed for any number of rows.
const SMOOTH_RANK: usize = 64;

/// A basis in which the values of a column have coordinates whose inner products are the kernel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Basis {
    #[serde(with = "landmarks")]
    pub(crate) landmarks: KernelColumn,
    /// C
    pub(crate) triangle: Matrix,
    /// Whether inner products are the kernel for all values, as far as rounding goes; else for the landmarks only.
    pub(crate) is_exact: bool,
    /// ‖μ‖, the norm of the mean of all values.
    pub(crate) norm: f64,
}

impl Basis {
    /// A basis for the values of a column, and for further `points` that need coordinates.
    ///
    /// Exact where at most [`MOST_LANDMARKS`] landmarks are enough: for smooth kernels, for few distinct values.
    /// Otherwise the landmarks are observed values, evenly by rank.
    pub(crate) fn new(column: &KernelColumn, points: &[f64]) -> Self {
        let kernel = column.kernel();
        let candidates: Vec<f64> = column.values().chain(points.iter().copied()).collect();
        let most = (FACTOR_NUMBERS / candidates.len()).clamp(SMOOTH_RANK, MOST_LANDMARKS).min(candidates.len());
        if let Some(exact) = Self::exact(&candidates, kernel, most) {
            return exact.with_norm_of(column);
        }
        let values: Vec<f64> = column.values().collect();
        Self::exact(&evenly_by_rank(values, MOST_LANDMARKS), kernel, MOST_LANDMARKS)
            .map(|basis| Self { is_exact: false, ..basis })
            .expect("as many landmarks as values are enough")
            .with_norm_of(column)
    }

    /// A basis in which all these values have exact coordinates; none if it needs more than `most` landmarks.
    fn exact(values: &[f64], kernel: Kernel, most: usize) -> Option<Self> {
        let values = if distinct_count(values) <= most { distinct(values) } else { values.to_vec() };
        let factor = pivoted_factor(&KernelColumn::of_numbers(&values, kernel), most)?;
        let landmarks: Vec<f64> = factor.pivots.iter().map(|&pivot| values[pivot]).collect();
        let triangle = factor.rows.gathered_rows(&factor.pivots);
        Some(Self { landmarks: KernelColumn::of_numbers(&landmarks, kernel), triangle, is_exact: true, norm: 0.0 })
    }

    fn with_norm_of(mut self, column: &KernelColumn) -> Self {
        let sums = self.landmarks.values().map(|landmark| sum(&column.against(landmark))).collect();
        let mut mean = Matrix::from_columns(self.rank(), &[sums]);
        mean.scale(1.0 / column.len() as f64);
        mean.divide_by_triangle(&self.triangle);
        self.norm = dot(mean.column(0), mean.column(0)).sqrt();
        self
    }

    pub(crate) fn rank(&self) -> usize {
        self.landmarks.len()
    }

    pub(crate) fn kernel(&self) -> Kernel {
        self.landmarks.kernel()
    }

    /// Whether inner products are the kernel for all values.
    pub(crate) fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// ‖μ‖, the norm of the mean of all values.
    pub(crate) fn norm(&self) -> f64 {
        self.norm
    }

    /// A row of coordinates for each of these values, if they are exact and fewer than the values.
    pub(crate) fn rows_at(&self, values: &[f64]) -> Option<Matrix> {
        (self.is_exact && self.rank() < values.len()).then(|| self.coordinates(values).transposed())
    }

    /// A column of coordinates for each of these values.
    pub(crate) fn coordinates(&self, values: &[f64]) -> Matrix {
        self.coordinates_of(&KernelColumn::of_numbers(values, self.kernel()))
    }

    /// The same for values under the kernel. Each landmark is compared with all values at once: values are many.
    pub(crate) fn coordinates_of(&self, column: &KernelColumn) -> Matrix {
        let against: Vec<Vec<f64>> = self.landmarks.values().map(|landmark| column.against(landmark)).collect();
        let mut coordinates = Matrix::from_columns(column.len(), &against).transposed();
        coordinates.divide_by_triangle(&self.triangle);
        coordinates
    }
}

/// Landmarks as messages have them: the kernel's word and bandwidth, and the values.
mod landmarks {
    use crate::kernel::{Bandwidth, KernelColumn, KernelFamily};
    use crate::named::Named;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(landmarks: &KernelColumn, serializer: S) -> Result<S::Ok, S::Error> {
        let kernel = landmarks.kernel();
        let bandwidth = kernel.bandwidth().map_or(1.0, Bandwidth::value);
        (kernel.family().name(), bandwidth, landmarks.values().collect::<Vec<f64>>()).serialize(serializer)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<KernelColumn, D::Error> {
        let (family, bandwidth, values) = <(String, f64, Vec<f64>)>::deserialize(deserializer)?;
        let family: KernelFamily = family.parse().map_err(D::Error::custom)?;
        let bandwidth = Bandwidth::new(bandwidth).map_err(D::Error::custom)?;
        Ok(KernelColumn::of_numbers(&values, family.with_bandwidth(bandwidth)))
    }
}

/// At most `count` of the values, evenly by rank, each once.
fn evenly_by_rank(mut values: Vec<f64>, count: usize) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let rows = values.len();
    let chosen: Vec<f64> = even_ranks(rows, count).map(|rank| values[rank]).collect();
    distinct(&chosen)
}

/// The middles of `count` equal parts of the ranks of `rows` values; all ranks if there are no more.
pub(crate) fn even_ranks(rows: usize, count: usize) -> impl Iterator<Item = usize> {
    let count = count.min(rows);
    (0..count).map(move |index| (2 * index + 1) * rows / (2 * count))
}

fn distinct(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.dedup();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bandwidth, KernelFamily};
    use crate::named::Named;

    fn values(count: usize) -> Vec<f64> {
        (0..count).map(|k| ((k * k % 997) as f64 / 10.0).sin() * 3.0).collect()
    }

    fn column(values: &[f64], family: KernelFamily) -> KernelColumn {
        KernelColumn::of_numbers(values, family.with_bandwidth(Bandwidth::new(1.3).unwrap()))
    }

    #[test]
    fn inner_products_are_the_kernel() {
        let values = values(60);
        for &family in KernelFamily::CHOICES {
            let column = column(&values, family);
            let basis = Basis::new(&column, &[7.5]);
            assert!(basis.is_exact());
            let points = [values[3], values[50], 7.5];
            let (rows, points_at) = (basis.coordinates(&values), basis.coordinates(&points));
            let products = rows.transpose_times(&points_at);
            for (index, &point) in points.iter().enumerate() {
                for (found, expected) in products.column(index).iter().zip(column.against(point)) {
                    assert!((found - expected).abs() < 1e-12, "{family}: {found} {expected}");
                }
            }
        }
    }

    #[test]
    fn the_norm_is_that_of_all_values() {
        let values = values(60);
        for &family in KernelFamily::CHOICES {
            let column = column(&values, family);
            let sum: f64 = values.iter().flat_map(|&value| column.against(value)).sum();
            let expected = sum.sqrt() / 60.0;
            let norm = Basis::new(&column, &[]).norm();
            assert!((norm - expected).abs() < 1e-12, "{family}: {norm} {expected}");
        }
    }

    #[test]
    fn many_values_of_a_rough_kernel_are_seen_through_some() {
        let values: Vec<f64> = (0..3000).map(|k| (f64::from(k) * 0.618_034).fract() * 6.0).collect();
        let column = column(&values, KernelFamily::Laplace);
        let basis = Basis::new(&column, &[]);
        assert_eq!((basis.is_exact(), basis.rank()), (false, MOST_LANDMARKS));
        // The norm of a smooth mean is hardly smaller: ∫∫ exp(−|x − y|/σ) over [0, 6]².
        let (width, sigma) = (6.0, 1.3f64);
        let mean = 2.0 * sigma / width - 2.0 * (sigma / width).powi(2) * (1.0 - (-width / sigma).exp());
        assert!((basis.norm() - mean.sqrt()).abs() < 1e-4, "{} {}", basis.norm(), mean.sqrt());
    }

    #[test]
    fn ranks_are_even_and_all_where_they_are_few() {
        assert_eq!(even_ranks(3, 10).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(even_ranks(10, 2).collect::<Vec<_>>(), [2, 7]);
    }
}
