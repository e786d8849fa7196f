//! The median distance between two values, without listing all pairs.

use super::Bandwidth;

/// Values beyond this are scaled down first: their distances could overflow.
const LARGE: f64 = 1e307;

/// Number of cuts of an interval by linear interpolation. For most data few distances remain after that.
const PASSES_BY_LENGTH: usize = 16;

/// Smallest distance of a cut from the ends of its interval, as a share of the interval.
const SMALLEST_SHARE: f64 = 0.02;

/// The median of |x − y| over all pairs of values: the usual bandwidth of a kernel.
///
/// If the number of pairs is even, it is the mean of the two middle distances. If ties make it zero, it is the median
/// of the distances that are not zero; if all values are equal, it is 1. It is at most the largest finite number.
///
/// Exact: a distance is found by cutting the interval that holds it, first by length and then by the number of
/// floating-point numbers in it, and the distances up to a bound are counted in the sorted values by two pointers; once
/// at most N are left they are listed. O(N log N) for sorting, and at most 80 passes of O(N).
///
/// ```
/// use contsid::kernel::median_distance;
///
/// assert_eq!(median_distance(&[0.0, 1.0, 3.0]).value(), 2.0); // distances 1, 2, 3
/// assert_eq!(median_distance(&[5.0, 5.0, 5.0, 6.0]).value(), 0.5); // 0, 0, 0, 1, 1, 1
/// assert_eq!(median_distance(&[5.0, 5.0]).value(), 1.0);
/// ```
///
/// # Panics
///
/// If a value is not a number.
pub fn median_distance(values: &[f64]) -> Bandwidth {
    let scale = if values.iter().any(|value| value.abs() > LARGE) { 0.25 } else { 1.0 };
    let mut sorted: Vec<f64> = values.iter().map(|value| value * scale).collect();
    sorted.sort_unstable_by(|a, b| a.partial_cmp(b).expect("columns hold numbers"));
    let pairs = sorted.len() * sorted.len().saturating_sub(1) / 2;
    let zeros = count_up_to(&sorted, 0.0);
    let median = match middle(&sorted, 0, pairs) {
        median if median > 0.0 => median,
        _ => middle(&sorted, zeros, pairs - zeros),
    };
    let unscaled = (median / scale).min(f64::MAX);
    Bandwidth::new(if unscaled > 0.0 { unscaled } else { 1.0 }).expect("positive, and at most the largest number")
}

/// The median of `count` distances, those that follow the `skipped` smallest; 0 if there are none.
fn middle(sorted: &[f64], skipped: usize, count: usize) -> f64 {
    if count == 0 {
        return 0.0;
    }
    let rank = skipped + (count - 1) / 2;
    let low = order_statistic(sorted, rank);
    if count % 2 == 1 || count_up_to(sorted, low) > rank + 1 {
        return low;
    }
    f64::midpoint(low, smallest_above(sorted, low))
}

/// The distance that has `rank` distances before it in sorted order.
fn order_statistic(sorted: &[f64], rank: usize) -> f64 {
    let largest = sorted.last().zip(sorted.first()).map_or(0.0, |(last, first)| last - first);
    // Numbers that are not negative are ordered as their bits are. It is among the distances with bits low..=high, of
    // which `before` have fewer and `until` no more.
    let (mut low, mut high) = (0, largest.to_bits());
    let (mut before, mut until) = (0, sorted.len() * sorted.len().saturating_sub(1) / 2);
    // A quarter of the allowed rest, alternately on either side of the rank.
    let margin = sorted.len() as f64 / 4.0;
    for pass in 0.. {
        if low >= high || until - before <= sorted.len() {
            break;
        }
        let cut = if pass < PASSES_BY_LENGTH {
            let aim = (rank - before) as f64 + if pass % 2 == 0 { margin } else { -margin };
            let share = (aim / (until - before) as f64).clamp(SMALLEST_SHARE, 1.0 - SMALLEST_SHARE);
            let (from, to) = (f64::from_bits(low), f64::from_bits(high));
            (from * (1.0 - share) + to * share).to_bits().clamp(low, high - 1)
        } else {
            low + (high - low) / 2
        };
        let count = count_up_to(sorted, f64::from_bits(cut));
        if count > rank { (high, until) = (cut, count) } else { (low, before) = (cut + 1, count) }
    }
    if low == high {
        return f64::from_bits(low);
    }
    let mut left = distances_between(sorted, f64::from_bits(low), f64::from_bits(high));
    let (_, found, _) = left.select_nth_unstable_by(rank - before, f64::total_cmp);
    *found
}

/// The distances of at least `low` and at most `high`, in no order.
fn distances_between(sorted: &[f64], low: f64, high: f64) -> Vec<f64> {
    let (mut first, mut found) = (0, Vec::new());
    for (index, &value) in sorted.iter().enumerate() {
        while value - sorted[first] > high {
            first += 1;
        }
        let distances = sorted[first..index].iter().map(|other| value - other);
        found.extend(distances.take_while(|&distance| distance >= low));
    }
    found
}

/// The number of pairs at most `bound` apart.
fn count_up_to(sorted: &[f64], bound: f64) -> usize {
    let (mut first, mut count) = (0, 0);
    for (index, &value) in sorted.iter().enumerate() {
        while value - sorted[first] > bound {
            first += 1;
        }
        count += index - first;
    }
    count
}

/// The smallest distance above `bound`; there is one.
fn smallest_above(sorted: &[f64], bound: f64) -> f64 {
    let (mut first, mut smallest) = (0, f64::INFINITY);
    for &value in sorted {
        while value - sorted[first] > bound {
            first += 1;
        }
        if first > 0 {
            smallest = smallest.min(value - sorted[first - 1]);
        }
    }
    smallest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn by_definition(values: &[f64]) -> f64 {
        let pairs = values.iter().enumerate().flat_map(|(index, a)| values[..index].iter().map(move |b| (a - b).abs()));
        let mut distances: Vec<f64> = pairs.collect();
        distances.sort_by(f64::total_cmp);
        let median = |list: &[f64]| match list.len() {
            0 => 0.0,
            odd if odd % 2 == 1 => list[odd / 2],
            even => f64::midpoint(list[even / 2 - 1], list[even / 2]),
        };
        let nonzero: Vec<f64> = distances.iter().copied().filter(|&distance| distance > 0.0).collect();
        [median(&distances), median(&nonzero), 1.0].into_iter().find(|&value| value > 0.0).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default()
        })]

        #[test]
        fn equals_the_definition(values in prop::collection::vec(-1e3f64..1e3, 1..40)) {
            prop_assert_eq!(median_distance(&values).value(), by_definition(&values));
        }

        #[test]
        fn equals_the_definition_with_ties(values in prop::collection::vec(-3i32..3, 1..30)) {
            let values: Vec<f64> = values.into_iter().map(|value| f64::from(value) / 7.0).collect();
            prop_assert_eq!(median_distance(&values).value(), by_definition(&values));
        }
    }

    #[test]
    fn extreme_values_have_a_bandwidth() {
        assert_eq!(median_distance(&[-1.5e308, 1.5e308]).value(), f64::MAX);
        assert_eq!(median_distance(&[0.0, 1e300]).value(), 1e300);
        assert_eq!(median_distance(&[0.0, 5e-324]).value(), 5e-324);
        assert_eq!(median_distance(&[]).value(), 1.0);
    }
}
