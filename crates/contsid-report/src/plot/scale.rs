//! From values to positions, and the marks of an axis.

/// Maps values of an interval to positions in another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Scale {
    /// For these values and 0, with some room beyond them.
    pub(crate) fn around(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let room = if high > low { 0.05 * (high - low) } else { 1.0 };
        Self { low: if low < 0.0 { low - room } else { 0.0 }, high: high + room, from, to }
    }

    pub(crate) fn position(&self, value: f64) -> f64 {
        self.from + (self.to - self.from) * (value - self.low) / (self.high - self.low)
    }

    /// Round numbers, about five of them.
    pub(crate) fn marks(&self) -> Vec<f64> {
        let raw = (self.high - self.low) / 5.0;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= 0.999 * raw);
        let step = step.unwrap_or(raw);
        let first = (self.low / step).ceil();
        let count = (self.high / step).floor() - first;
        let marks = (0..=12).map(f64::from).take_while(|&index| index <= count);
        marks.map(|index| (first + index) * step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round() {
        let scale = Scale::around([3.0, 47.0].into_iter(), 0.0, 1.0);
        assert_eq!(scale.marks(), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(scale.position(0.0), 0.0);
    }
}
