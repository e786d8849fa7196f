//! The guided estimate of a pair, checked by estimates that are wrong in other ways.
//!
//! A linear model that guides parts leaves a bias where nothing is linear, and so does noise: roots of noisy squares
//! are too small on average. Deviations between parts show neither, since all parts share them. Two other estimates
//! have other biases: n has no guide, and ℓ = mean_x ‖m(x)‖ is too large by about as much as the root is too small.
//! With g the guided estimate, w how clearly the side that is farther from linear is so ([`Signal::weight_of_checks`]),
//! and ρ the share of the squares that is not noise:
//!
//! ```text
//! ρ         = q₊/(q₊ + mean_x t(x))
//! d         → d + ½ w (n − g) + 5/4 w ρ (ℓ − d)
//! model_se² = w² ( (g − n)² + (ℓ − d)² + (0.03 ℓ)² )
//! ```
//!
//! Where nothing differs ρ is near 0, so that noise does not count as distance. n and g are compared at some of the
//! interventions; each counts by the share of the parts that have data nearby, since elsewhere n knows nothing. An
//! outcome without a guide has g = n and w = 1.
//!
//! [`Signal::weight_of_checks`]: crate::effect::estimate::guide::Signal::weight_of_checks

use super::between::{PairStatistics, PointBlock, pair_statistics};
use super::contrasts::PairContrasts;
use super::parted::Parted;
use crate::effect::estimate::guide::Signal;
use crate::effect::estimate::rows::{PartGrid, PointShares};
use crate::effect::estimate::wanted::TaskPoints;
use crate::numeric::Matrix;

/// The share of w by which the estimate without a guide draws the guided one towards it: the mean of the two is better
/// than either.
const OF_UNGUIDED: f64 = 0.5;

/// How far the number moves towards the length, and a little beyond: smoothing, which no estimate shows, adds to what
/// noise takes off.
const TOWARDS_LENGTH: f64 = 1.25;

/// The error, as a share of the length, of what every estimate smooths away alike.
const SMOOTHED_AWAY: f64 = 0.03;

/// The statistics of a pair from its contrasts in all parts, checked at some points if there are any.
pub(super) fn statistics(
    grid: PartGrid,
    points: &TaskPoints,
    rank: usize,
    parts: &PairContrasts<'_>,
    (block, scratch): &mut (PointBlock, Matrix),
) -> PairStatistics {
    let mut measured = |points: &PointShares, contrasts: &PairContrasts<'_>| {
        pair_statistics(grid, points, rank, block, |range, part, out| contrasts.write(range, part, scratch, out))
    };
    let (mut found, signal) = (measured(&points.shares, parts), parts.signal());
    found.kappa = signal.map(Signal::kappa);
    let Some(checked) = points.checked.as_ref() else { return found };
    let w = signal.map_or(1.0, |signal| signal.weight_of_checks(grid));
    let others = signal.filter(|_| w > 0.0).map(|_| {
        let near = checked.scaled(|point| parts.share_with_data(point));
        [measured(&near, parts), measured(&near, &parts.without_guide())]
    });
    tempered(found, others.as_ref(), w)
}

/// `others` are g and n; none without a guide.
fn tempered(mut found: PairStatistics, others: Option<&[PairStatistics; 2]>, w: f64) -> PairStatistics {
    let (q, length) = (found.square.value.max(0.0), found.length);
    let longer = length - found.root.value;
    let rho = if q > 0.0 { q / (q + found.noise) } else { 0.0 };
    if let Some([g, n]) = others {
        let towards = |found: Parted, g: &Parted, n: &Parted| {
            let disagreement = [w * (g.value - n.value), 0.0, 0.0];
            Parted { disagreement, ..found.plus(n, OF_UNGUIDED * w).plus(g, -OF_UNGUIDED * w) }
        };
        found.root = towards(found.root, &g.root, &n.root);
        found.square = towards(found.square, &g.square, &n.square);
    }
    found.root.value += TOWARDS_LENGTH * w * rho * longer;
    found.root.disagreement[1..].copy_from_slice(&[w * longer, w * SMOOTHED_AWAY * length]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(root: f64) -> PairStatistics {
        PairStatistics { root: Parted::exact(root), square: Parted::exact(0.75), length: 1.2, noise: 0.25, kappa: None }
    }

    /// By hand: ρ = ¾, d = 1 + ¼ (0.7 − 1.1) + 5/4 · ½ · ¾ · 0.2, and the errors ½ · 0.4, ½ · 0.2 and ½ · 0.036.
    #[test]
    fn other_estimates_move_the_number_and_widen_its_interval() {
        let found = tempered(of(1.0), Some(&[of(1.1), of(0.7)]), 0.5).root;
        let error = 0.2f64.hypot(0.1).hypot(0.018);
        assert!((found.value - 0.993_75).abs() < 1e-15 && (found.model_error() - error).abs() < 1e-15, "{found:?}");
    }

    /// Without a guide the length alone checks.
    #[test]
    fn without_a_guide_the_length_checks() {
        let found = tempered(of(1.0), None, 1.0).root;
        let error = 0.2f64.hypot(0.036);
        assert!((found.value - 1.1875).abs() < 1e-15 && (found.model_error() - error).abs() < 1e-15, "{found:?}");
    }
}
