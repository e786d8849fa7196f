//! Mean and standard deviation of a sample.

/// The mean and the standard deviation (with n below).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    mean: f64,
    sd: f64,
}

impl Moments {
    pub(crate) fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        // Divides before adding: the sum of finite numbers may overflow, their mean does not.
        let mean = values.iter().map(|value| value / count).sum::<f64>();
        let largest = values.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max);
        if largest == 0.0 {
            return Self { mean, sd: 0.0 };
        }
        let scaled = values.iter().map(|value| (value - mean) / largest);
        Self { mean, sd: largest * (scaled.map(|share| share * share).sum::<f64>() / count).sqrt() }
    }

    pub(crate) fn sd(&self) -> f64 {
        self.sd
    }

    /// (value − mean)/sd; 0 where all values are equal.
    pub(crate) fn standardised(&self, value: f64) -> f64 {
        if self.sd == 0.0 { 0.0 } else { (value - self.mean) / self.sd }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_values_do_not_overflow() {
        let moments = Moments::of(&[8e307, -8e307]);
        assert_eq!((moments.standardised(8e307), moments.standardised(-8e307)), (1.0, -1.0));
        assert_eq!(Moments::of(&[3.0, 3.0]).standardised(3.0).to_bits(), 0);
    }
}
