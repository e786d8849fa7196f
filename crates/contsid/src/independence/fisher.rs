//! Fisher's test of a partial correlation.

use statrs::function::erf::erfc;
use std::f64::consts::SQRT_2;

/// Fisher's test: z √(n − |S| − 3) is nearly standard normal if two variables are independent given S, where z is half
/// the logarithm of (1 + r) / (1 − r), and r their partial correlation.
///
/// Exact for normally distributed variables as n grows; it sees linear dependence only.
///
/// R. A. Fisher (1924), *The distribution of the partial correlation coefficient*, Metron 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FisherZ {
    /// The number of rows, n.
    pub sample_count: usize,
}

impl FisherZ {
    /// √(n − |S| − 3), or 0 where no degree of freedom is left.
    pub fn scale(self, order: usize) -> f64 {
        (self.sample_count as f64 - order as f64 - 3.0).max(0.0).sqrt()
    }

    /// The p-value of the statistic |z| √(n − |S| − 3), two-sided.
    pub fn p_value(statistic: f64) -> f64 {
        erfc(statistic / SQRT_2)
    }
}
