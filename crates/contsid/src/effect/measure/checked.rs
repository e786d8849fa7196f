//! The guided estimate of a pair, checked by estimates that are wrong in other ways.
//!
//! A linear model that guides parts leaves a bias where nothing is linear, and so does noise: roots of noisy squares are
//! too small on average. Deviations between parts show neither, since all parts share them. Two other estimates have
//! other biases: n has no guide, and ℓ = mean_x ‖m(x)‖ is too large by about as much as the root is too small. With g the
//! guided estimate, κ that of the side which is farther from linear ([`Signal::kappa`]), and ρ the share of the squares
//! that is not noise:
//!
//! ```text
//! ρ         = q₊/(q₊ + mean_x t(x))
//! d         → d + ½ κ (n − g) + 5/4 κ ρ (ℓ − d)
//! model_se² = κ² ( (g − n)² + (7/4 (ℓ − d))² )
//! ```
//!
//! Where nothing differs ρ is near 0, so that noise does not count as distance. n and g are compared at some of the
//! interventions. An outcome without a guide has g = n and κ = 1.
//!
//! [`Signal::kappa`]: crate::effect::estimate::guide::Signal::kappa

use super::between::{PairStatistics, PointBlock, pair_statistics};
use super::contrasts::PairContrasts;
use super::parted::Parted;
use crate::effect::estimate::guide::Signal;
use crate::effect::estimate::rows::{PartGrid, PointShares};
use crate::effect::estimate::wanted::TaskPoints;
use crate::numeric::Matrix;

/// The share of κ by which the estimate without a guide draws the guided one towards it: the mean of the two is better
/// than either.
const OF_UNGUIDED: f64 = 0.5;

/// How far the number moves towards the length, and a little beyond: smoothing, which no estimate shows, adds to what
/// noise takes off.
const TOWARDS_LENGTH: f64 = 1.25;

/// How much the difference to the length counts as an error.
const OF_LENGTH: f64 = 1.75;

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
    let (found, signal) = (measured(&points.shares, parts), parts.signal());
    let kappa = signal.map_or(1.0, Signal::kappa);
    let Some(checked) = points.checked.as_ref().filter(|_| kappa > 0.0) else {
        return found;
    };
    let others = signal.map(|_| [measured(checked, parts), measured(checked, &parts.without_guide())]);
    tempered(found, others.as_ref(), kappa)
}

/// `others` are g and n; none without a guide.
fn tempered(mut found: PairStatistics, others: Option<&[PairStatistics; 2]>, kappa: f64) -> PairStatistics {
    let (q, longer) = (found.square.value.max(0.0), found.length - found.root.value);
    let rho = if q > 0.0 { q / (q + found.noise) } else { 0.0 };
    if let Some([g, n]) = others {
        let towards = |found: Parted, g: &Parted, n: &Parted| {
            let disagreement = [kappa * (g.value - n.value), 0.0];
            Parted { disagreement, ..found.plus(n, OF_UNGUIDED * kappa).plus(g, -OF_UNGUIDED * kappa) }
        };
        found.root = towards(found.root, &g.root, &n.root);
        found.square = towards(found.square, &g.square, &n.square);
    }
    found.root.value += TOWARDS_LENGTH * kappa * rho * longer;
    found.root.disagreement[1] = kappa * OF_LENGTH * longer;
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(root: f64) -> PairStatistics {
        PairStatistics { root: Parted::exact(root), square: Parted::exact(0.75), length: 1.2, noise: 0.25 }
    }

    /// By hand: ρ = ¾, d = 1 + ¼ (0.7 − 1.1) + 5/4 · ½ · ¾ · 0.2, and the errors ½ · 0.4 and ½ · 7/4 · 0.2.
    #[test]
    fn other_estimates_move_the_number_and_widen_its_interval() {
        let found = tempered(of(1.0), Some(&[of(1.1), of(0.7)]), 0.5).root;
        assert!(
            (found.value - 0.993_75).abs() < 1e-15 && (found.model_error() - 0.2f64.hypot(0.175)).abs() < 1e-15,
            "{found:?}"
        );
    }

    /// Without a guide the length alone checks.
    #[test]
    fn without_a_guide_the_length_checks() {
        let found = tempered(of(1.0), None, 1.0).root;
        assert!((found.value - 1.1875).abs() < 1e-15 && (found.model_error() - 0.35).abs() < 1e-15, "{found:?}");
    }
}
