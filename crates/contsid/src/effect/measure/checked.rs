//! The guided estimate of a pair, checked by estimates that are wrong in other ways.
//!
//! A linear model that guides parts leaves a bias where nothing is linear, and deviations between parts do not show it:
//! all parts share it. Two other estimates have other biases: n without a guide, and h from parts of half the size. They
//! disagree with the guided one, g, where it is wrong. With w that of the side which is farther from linear
//! ([`Signal::weight`]):
//!
//! ```text
//! model_se² = w² ( (g − n)² + (2 (g − h))² )
//! ```
//!
//! g, n and h are measured at some of the interventions. An outcome without a guide has g = n and w = 1.
//!
//! [`Signal::weight`]: crate::effect::estimate::guide::Signal::weight

use super::between::{PairStatistics, PointBlock, pair_statistics};
use super::contrasts::PairContrasts;
use super::parted::Parted;
use crate::effect::estimate::data::PartRows;
use crate::effect::estimate::guide::Signal;
use crate::effect::estimate::rows::{HalfParts, PartGrid, PointShares};
use crate::effect::estimate::wanted::TaskPoints;
use crate::numeric::Matrix;

/// How much the difference to the estimate from parts of half the size counts: the bias of the parts may be as large.
const OF_HALVES: f64 = 2.0;

/// The statistics of a pair from its contrasts in all parts and, where estimates are checked, in parts of half the size.
pub(super) fn statistics<'a>(
    rows: &PartRows,
    points: &TaskPoints,
    rank: usize,
    parts: &PairContrasts<'a>,
    of_halves: impl Fn(&HalfParts) -> PairContrasts<'a>,
    (block, scratch): &mut (PointBlock, Matrix),
) -> PairStatistics {
    let mut measured = |grid: PartGrid, points: &PointShares, contrasts: &PairContrasts<'_>| {
        pair_statistics(grid, points, rank, block, |range, part, out| contrasts.write(range, part, scratch, out))
    };
    let (found, signal) = (measured(rows.grid, &points.shares, parts), parts.signal());
    let w = signal.map_or(1.0, Signal::weight);
    let (Some(checked), Some(halves)) = (&points.checked, rows.halves.as_ref().filter(|_| w > 0.0)) else {
        return found;
    };
    let g = measured(rows.grid, &checked.of_parts, parts);
    let h = measured(halves.grid, &checked.of_halves, &of_halves(halves));
    let n = signal.map(|_| measured(rows.grid, &checked.of_parts, &parts.without_guide()));
    let (n, c) = (n.as_ref().unwrap_or(&g), signal.map_or(0.0, Signal::distrust));
    let tempered = |found: Parted, g: &Parted, n: &Parted, h: &Parted| Parted {
        disagreement: disagreement(w, [g, n, h]),
        ..found.plus(n, c).plus(g, -c)
    };
    PairStatistics {
        root: tempered(found.root, &g.root, &n.root, &h.root),
        square: tempered(found.square, &g.square, &n.square, &h.square),
    }
}

/// What n and h say less than g, as far as they count.
fn disagreement(w: f64, [g, n, h]: [&Parted; 3]) -> [f64; 2] {
    [w * (g.value - n.value), w * OF_HALVES * (g.value - h.value)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_estimates_widen_the_interval() {
        let [g, n, h] = [1.1, 0.7, 0.9].map(Parted::exact);
        // 0.5 (1.1 − 0.7) and 0.5 · 2 (1.1 − 0.9)
        let found = Parted { disagreement: disagreement(0.5, [&g, &n, &h]), ..Parted::default() };
        assert!((found.model_error() - 0.2 * 2f64.sqrt()).abs() < 1e-15);
    }
}
