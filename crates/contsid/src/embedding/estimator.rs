//! Corrections of the weights of ridge regression.

use thiserror::Error;

/// Smallest sum of weights that can be rescaled to one: smaller sums are rounding.
const SMALLEST_SUM: f64 = 1e-6;

/// Smallest divisor of weights that must sum to one: for smaller sums the marginal makes up the rest.
const LEAST_SUM: f64 = 0.5;

/// How the weights w of an estimated embedding Σ_s w_s k(x⁽ˢ⁾, ·) follow from the regression's weights v.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Estimator {
    /// w = v, the paper's choice. Far from the data, and under a strong ridge, the embedding shrinks to zero.
    #[default]
    Plain,
    /// w = v / Σ v, so the weights sum to one; undefined if their sum is not clearly positive.
    Normalised,
    /// w = v + (1 − Σ v)/N: the regression of k(x⁽ˢ⁾, ·) − μ̂ instead of k(x⁽ˢ⁾, ·), so the embedding shrinks to
    /// the marginal μ̂ = (1/N) Σ_s k(x⁽ˢ⁾, ·).
    Centred,
}

crate::named!(Estimator { Plain: "plain", Normalised: "normalised", Centred: "centred" });

/// The weights at a point sum to (almost) nothing, so they cannot be rescaled to sum to one.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the weights sum to {sum:e}, too little to be rescaled to one: there are no data near this point")]
pub struct WeightSumError {
    /// The sum.
    pub sum: f64,
}

/// w = scale · v + shift / N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Correction {
    pub(crate) scale: f64,
    pub(crate) shift: f64,
}

impl Correction {
    /// Makes weights that sum to `sum` sum to one: v / max(Σ v, ½), with the rest spread evenly over the rows.
    pub(crate) fn to_one(sum: f64) -> Self {
        let scale = 1.0 / sum.max(LEAST_SUM);
        Self { scale, shift: 1.0 - sum * scale }
    }

    /// w for the regression's weights v, in place.
    pub(crate) fn apply(self, weights: &mut [f64]) {
        let share = self.shift / weights.len() as f64;
        for weight in weights {
            *weight = *weight * self.scale + share;
        }
    }
}

/// How the weights of a system's solution are corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weighting {
    /// By an estimator of the options.
    By(Estimator),
    /// So that they sum to one: see [`Correction::to_one`].
    SumToOne,
}

impl Weighting {
    /// Whether no weight changes.
    pub(crate) fn keeps_all(self) -> bool {
        self == Self::By(Estimator::Plain)
    }

    /// The correction of weights that sum to `sum`.
    pub(crate) fn correction(self, sum: f64) -> Result<Correction, WeightSumError> {
        match self {
            Self::By(estimator) => estimator.correction(sum),
            Self::SumToOne => Ok(Correction::to_one(sum)),
        }
    }
}

impl Estimator {
    /// The correction of weights that sum to `sum`.
    pub(crate) fn correction(self, sum: f64) -> Result<Correction, WeightSumError> {
        match self {
            Self::Plain => Ok(Correction { scale: 1.0, shift: 0.0 }),
            Self::Normalised if sum > SMALLEST_SUM => Ok(Correction { scale: 1.0 / sum, shift: 0.0 }),
            Self::Normalised => Err(WeightSumError { sum }),
            Self::Centred => Ok(Correction { scale: 1.0, shift: 1.0 - sum }),
        }
    }

    /// An upper bound of ‖Σ_s w_s k(x⁽ˢ⁾, ·)‖, given those of ‖Σ_s v_s k(x⁽ˢ⁾, ·)‖ (`regression`), |Σ v| (`sum`) and
    /// ‖μ̂‖ (`marginal`).
    pub(crate) fn largest_norm(self, regression: f64, sum: f64, marginal: f64) -> f64 {
        match self {
            Self::Plain => regression,
            Self::Normalised => regression / SMALLEST_SUM,
            Self::Centred => regression + (1.0 + sum) * marginal,
        }
    }

    /// w for the regression's weights v, in place.
    pub(crate) fn correct(self, weights: &mut [f64]) -> Result<(), WeightSumError> {
        self.correction(weights.iter().sum())?.apply(weights);
        Ok(())
    }
}
