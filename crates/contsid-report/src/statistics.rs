//! Statistics of samples, as plots and pages show them.

use serde::Serialize;

/// Median, quartiles, mean, and the farthest values within one and a half boxes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct BoxSummary {
    pub(crate) low: f64,
    pub(crate) lower: f64,
    pub(crate) median: f64,
    pub(crate) upper: f64,
    pub(crate) high: f64,
    pub(crate) mean: f64,
}

impl BoxSummary {
    /// Of at least one value.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|share| quantile(&sorted, share));
        let reach = 1.5 * (upper - lower);
        let inside = |value: &&f64| (lower - reach..=upper + reach).contains(*value);
        let low = *sorted.iter().find(inside)?;
        let high = *sorted.iter().rev().find(inside)?;
        Some(Self { low, lower, median, upper, high, mean: values.iter().sum::<f64>() / values.len() as f64 })
    }
}

/// Between order statistics, Hyndman & Fan's type 7.
#[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let position = share * last as f64;
    let (low, part) = (position.floor() as usize, position.fract());
    sorted[low] + part * (sorted[(low + 1).min(last)] - sorted[low])
}

/// Spearman's rank correlation; none where one side does not vary.
pub(crate) fn rank_correlation(points: &[[f64; 2]]) -> Option<f64> {
    let side = |side: usize| ranks(&points.iter().map(|point| point[side]).collect::<Vec<_>>());
    let (a, b) = (side(0), side(1));
    let mean = f64::midpoint(points.len() as f64, 1.0);
    let sum = |f: &dyn Fn(f64, f64) -> f64| a.iter().zip(&b).map(|(a, b)| f(a - mean, b - mean)).sum::<f64>();
    let correlation = sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    correlation.is_finite().then_some(correlation)
}

/// From 1; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count() as f64;
        let equal = values.iter().filter(|other| *other == value).count() as f64;
        below + f64::midpoint(equal, 1.0)
    };
    values.iter().map(rank).collect()
}

/// Between −½ and ½, the same for the same index: points that fall together are told apart.
pub(crate) fn scattered(index: usize) -> f64 {
    let golden = 0.618_033_988_749_894_9;
    (index as f64 * golden).fract() - 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_by_hand() {
        // 1 … 9 and an outlier: quartiles 3.25 and 7.75, so the whiskers reach from −3.5 to 14.5.
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 40.0];
        let found = BoxSummary::of(&values).unwrap();
        assert_eq!([found.low, found.lower, found.median, found.upper, found.high], [1.0, 3.25, 5.5, 7.75, 9.0]);
        assert_eq!(found.mean, 8.5);
        assert!(BoxSummary::of(&[]).is_none());
    }

    #[test]
    fn rank_correlations_by_hand() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0]), [2.5, 1.0, 2.5]);
        assert_eq!(rank_correlation(&[[1.0, 10.0], [2.0, 30.0], [3.0, 90.0]]), Some(1.0));
        // d² = 1 + 1 + 0: 1 − 6·2/(3·8).
        assert_eq!(rank_correlation(&[[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]]), Some(0.5));
        assert_eq!(rank_correlation(&[[1.0, 2.0], [1.0, 3.0]]), None);
    }
}
