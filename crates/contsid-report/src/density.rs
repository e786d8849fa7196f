//! Densities from embeddings.
//!
//! An estimated embedding Σ_s w_s k(y⁽ˢ⁾, ·) puts weights on the observed outcomes. They may be negative and need not
//! sum to one, so they are no distribution. What is shown is made of them in two steps:
//!
//! 1. the weights are replaced by the nearest probabilities: v minimises Σ_s (v_s − w_s)² over v ≥ 0, Σ_s v_s = 1
//!    ([`nearest_probabilities`]). That takes the ripples of a regression away on both sides of zero, where clipping
//!    would keep the positive ones; and what the ridge has shrunk to zero becomes the marginal;
//! 2. numbers are smoothed by a Gaussian of the bandwidth 0.9 · min(sd, IQR/1.349) · m^(−1/5) (Silverman 1986, equation
//!    3.31), where the standard deviation and the quartiles are those of v and m = 1/Σ_s v_s² is the number of samples
//!    that it rests on; categories, and numbers with few different values, become bars.

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

use crate::number::short;
use contsid::data::Column;

/// The number of points at which a density is shown.
pub const GRID_POINTS: usize = 64;

/// Numbers with no more different values than this are shown as bars.
const MOST_BARS: usize = 12;

/// The number of bins between two points of the grid.
const BINS_PER_STEP: usize = 8;

/// How far beyond the smallest and largest observation the grid reaches, in bandwidths of the marginal.
const MARGIN: f64 = 3.0;

/// The probability vector nearest to the weights: max(w_s − θ, 0) with θ such that it sums to one.
///
/// O(N log N). Reference: Held, Wolfe & Crowder (1974), Proposition 1.
///
/// ```
/// use contsid_report::density::nearest_probabilities;
///
/// assert_eq!(nearest_probabilities(&[0.75, -0.5, 0.25]), [0.75, 0.0, 0.25]);
/// assert_eq!(nearest_probabilities(&[0.0, 0.0]), [0.5, 0.5]);
/// ```
pub fn nearest_probabilities(weights: &[f64]) -> Vec<f64> {
    let mut sorted = weights.to_vec();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let (mut sum, mut threshold) = (0.0, 0.0);
    for (index, &weight) in sorted.iter().enumerate() {
        sum += weight;
        let candidate = (sum - 1.0) / (index + 1) as f64;
        if weight <= candidate {
            break;
        }
        threshold = candidate;
    }
    weights.iter().map(|weight| (weight - threshold).max(0.0)).collect()
}

/// Where the density of an outcome is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Support {
    /// [`GRID_POINTS`] equally spaced points.
    Grid {
        /// The first point.
        low: f64,
        /// The distance between two points.
        step: f64,
    },
    /// One bar for each level, by its label.
    Levels(Vec<String>),
}

/// The observations of an outcome, ready to be weighed.
#[derive(Clone, Debug)]
pub struct Outcome {
    support: Support,
    /// For each sample its level, or its position on the finer grid of bins.
    positions: Vec<f64>,
}

impl Outcome {
    /// Decides how a column is shown.
    pub fn new(column: &Column) -> Self {
        match column {
            Column::Categorical { codes, levels } => Self {
                support: Support::Levels(levels.clone()),
                positions: codes.iter().map(|&c| f64::from(c)).collect(),
            },
            Column::Numeric(numbers) => Self::of_numbers(&numbers.values()),
        }
    }

    fn of_numbers(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let mut levels = sorted.clone();
        levels.dedup();
        if levels.len() <= MOST_BARS {
            let position = |value: &f64| levels.partition_point(|level| level < value) as f64;
            let positions = values.iter().map(position).collect();
            return Self { support: Support::Levels(levels.iter().map(|&level| short(level)).collect()), positions };
        }
        let (first, last) = (sorted[0], sorted[sorted.len() - 1]);
        let spread = Spread::of(&sorted.iter().map(|&value| (value, 1.0 / values.len() as f64)));
        let margin = MARGIN * spread.bandwidth(values.len() as f64).max((last - first) / GRID_POINTS as f64);
        let (low, high) = (first - margin, last + margin);
        let step = (high - low) / (GRID_POINTS - 1) as f64;
        let positions = values.iter().map(|value| (value - low) / step * BINS_PER_STEP as f64).collect();
        Self { support: Support::Grid { low, step }, positions }
    }

    /// Where densities are shown.
    pub fn support(&self) -> &Support {
        &self.support
    }

    /// The density of the observations with these probabilities at each point of the grid, or the probability of each
    /// level. On the grid the trapezoid rule gives one.
    pub fn density(&self, probabilities: &[f64]) -> Vec<f64> {
        match &self.support {
            Support::Levels(levels) => {
                let mut bars = vec![0.0; levels.len()];
                self.positions
                    .iter()
                    .zip(probabilities)
                    .for_each(|(&position, weight)| bars[whole(position)] += weight);
                bars
            }
            Support::Grid { step, .. } => self.smoothed(probabilities, *step),
        }
    }

    /// The density of the observed outcomes.
    pub fn marginal(&self) -> Vec<f64> {
        self.density(&vec![1.0 / self.positions.len() as f64; self.positions.len()])
    }

    fn smoothed(&self, probabilities: &[f64], step: f64) -> Vec<f64> {
        let bins = self.binned(probabilities);
        let effective = 1.0 / probabilities.iter().map(|weight| weight * weight).sum::<f64>();
        let spread = Spread::of(&bins.iter().enumerate().map(|(bin, &weight)| (bin as f64, weight)));
        // A bell narrower than the steps of the grid would be missed by it.
        let bandwidth = spread.bandwidth(effective).max(BINS_PER_STEP as f64);
        let bell: Vec<f64> = (0..bins.len()).map(|far| (-0.5 * (far as f64 / bandwidth).powi(2)).exp()).collect();
        let at = |point: usize| {
            let centre = point * BINS_PER_STEP;
            bins.iter().enumerate().map(|(bin, weight)| weight * bell[bin.abs_diff(centre)]).sum::<f64>()
        };
        let density: Vec<f64> = (0..GRID_POINTS).map(at).collect();
        let area = trapezoid(&density, step);
        density.into_iter().map(|value| value / area).collect()
    }

    /// The probabilities on a fine grid, each shared between its two neighbours.
    fn binned(&self, probabilities: &[f64]) -> Vec<f64> {
        let mut bins = vec![0.0; (GRID_POINTS - 1) * BINS_PER_STEP + 1];
        for (position, weight) in self.positions.iter().zip(probabilities) {
            let (bin, share) = (whole(*position), position.fract());
            bins[bin] += weight * (1.0 - share);
            bins[bin + 1] += weight * share;
        }
        bins
    }
}

/// The integral of a function on an equally spaced grid by the trapezoid rule.
pub fn trapezoid(values: &[f64], step: f64) -> f64 {
    match values {
        [] | [_] => 0.0,
        [first, .., last] => step * (values.iter().sum::<f64>() - (first + last) / 2.0),
    }
}

#[expect(clippy::cast_sign_loss, reason = "positions are not negative")]
fn whole(position: f64) -> usize {
    position as usize
}

/// The standard deviation and the distance of the quartiles of a weighted sample.
struct Spread {
    deviation: f64,
    quartiles: f64,
}

impl Spread {
    /// Of values in increasing order with weights that sum to one.
    fn of(weighted: &(impl Iterator<Item = (f64, f64)> + Clone)) -> Self {
        let mean: f64 = weighted.clone().map(|(value, weight)| value * weight).sum();
        let variance: f64 = weighted.clone().map(|(value, weight)| weight * (value - mean).powi(2)).sum();
        let quantile = |share: f64| {
            let mut sum = 0.0;
            let reached = weighted.clone().find(|(_, weight)| {
                sum += weight;
                sum >= share
            });
            reached.map_or(mean, |(value, _)| value)
        };
        Self { deviation: variance.sqrt(), quartiles: quantile(0.75) - quantile(0.25) }
    }

    /// Silverman's rule of thumb; by the standard deviation alone where more than half of the values are the same.
    fn bandwidth(&self, samples: f64) -> f64 {
        let robust = self.quartiles / 1.349;
        let width = if robust > 0.0 { robust.min(self.deviation) } else { self.deviation };
        0.9 * width * samples.powf(-0.2)
    }
}
