//! Mean, deviation and error of a sample.

use serde::Serialize;

/// A mean and its spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Statistic {
    /// The number of values.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1 below; none for a single number.
    pub sd: Option<f64>,
}

impl Statistic {
    /// The statistic of at least one number.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let sd = (count > 1).then(|| (squares / (count - 1) as f64).sqrt());
        Some(Self { count, mean, sd })
    }

    /// The standard error of the mean, sd/√n.
    pub fn standard_error(&self) -> Option<f64> {
        self.sd.map(|sd| sd / (self.count as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_by_hand() {
        // Mean 5, squared deviations 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
        let statistic = Statistic::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]).unwrap();
        assert_eq!((statistic.count, statistic.mean), (8, 5.0));
        assert_eq!(statistic.sd, Some((32.0_f64 / 7.0).sqrt()));
        assert_eq!(statistic.standard_error(), Some((32.0_f64 / 7.0).sqrt() / 8.0_f64.sqrt()));
        assert_eq!(Statistic::of([3.0]).unwrap().sd, None);
        assert_eq!(Statistic::of([]), None);
    }
}
