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

    /// Whether the means differ by at most two standard errors of their difference; none if an error is unknown.
    pub(super) fn is_near(&self, other: &Self) -> Option<bool> {
        let error = self.standard_error()?.hypot(other.standard_error()?);
        Some((self.mean - other.mean).abs() <= 2.0 * error)
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

    #[test]
    fn means_are_near_within_two_standard_errors() {
        // Standard errors 3 and 4, so 5 of the difference.
        let statistic = |mean, sd| Statistic { count: 4, mean, sd };
        let (first, second) = (statistic(0.0, Some(6.0)), |mean| statistic(mean, Some(8.0)));
        assert_eq!([-10.0, 10.0, 10.1].map(|mean| first.is_near(&second(mean))), [Some(true), Some(true), Some(false)]);
        assert_eq!(first.is_near(&statistic(0.0, None)), None);
    }
}
