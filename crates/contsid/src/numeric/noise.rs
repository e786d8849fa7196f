//! When are two numbers different?

/// Two distances count as equal if they differ by less than this times max(1, the larger one). Rounding errors are far
/// smaller, and no data distinguish such distances.
const NOISE: f64 = 1e-9;

/// Whether two distances differ by more than rounding; what is not a number differs from everything.
pub(crate) fn differ(a: f64, b: f64) -> bool {
    let is_rounding = (a - b).abs() <= NOISE * a.abs().max(b.abs()).max(1.0);
    !is_rounding
}

/// The change from one distance to another; zero if it is rounding.
pub(crate) fn change(before: f64, after: f64) -> f64 {
    if differ(before, after) { after - before } else { 0.0 }
}

/// A number for each value: larger for larger values, equal for values that differ only by rounding.
pub(crate) fn levels(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let (mut levels, mut level) = (vec![0; values.len()], 0);
    for two in order.windows(2) {
        level += usize::from(differ(values[two[0]], values[two[1]]));
        levels[two[1]] = level;
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_no_difference() {
        assert_eq!(change(12.5, 12.5 + 1.78e-15).to_bits(), 0);
        assert_eq!(change(0.0, 1e-12).to_bits(), 0);
        assert!((change(0.25, 0.5) - 0.25).abs() < 1e-15);
        assert!(differ(1e6, 1e6 + 0.01) && !differ(1e6, 1e6 + 1e-4));
        assert!(change(f64::NAN, 1.0).is_nan());
    }

    #[test]
    fn levels_are_shared_by_equal_values() {
        assert_eq!(levels(&[3.0, 1.0, 3.0 + 1e-14, 2.0]), [2, 0, 2, 1]);
        assert!(levels(&[]).is_empty());
    }
}
