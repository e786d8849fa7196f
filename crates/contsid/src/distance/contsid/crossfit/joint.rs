//! Joint interventions, for graphs that are directed or not.

use super::estimate::Estimates;
use super::layout::Layout;
use super::result::{CrossFit, CrossFitBounds, CrossFitScore, SetResult, Uncertainty, extreme_pairs, total};
use crate::distance::bounds::Exactness;
use crate::distance::contsid::TreatmentContrasts;

/// The score of one pair of members, or the bounds over several.
pub(super) fn score(layout: Layout, members: &[Vec<TreatmentContrasts>], found: &Estimates) -> CrossFitScore {
    let results: Vec<Vec<SetResult<'_>>> =
        members.iter().map(|sets| sets.iter().flat_map(|surveyed| found.of(surveyed)).collect()).collect();
    if let [only] = results.as_slice() {
        return CrossFitScore::Determined(CrossFit::new(layout, only));
    }
    let sum = |results: &Vec<SetResult<'_>>| total(results.iter().map(|found| found.result.distance()));
    let sums: Vec<f64> = results.iter().map(sum).collect();
    let bound = |best: Option<usize>| {
        let member = best.expect("classes have members");
        let mut uncertainty = Uncertainty::none(layout);
        results[member].iter().for_each(|found| uncertainty.add(&found.result.statistics));
        (sums[member], Some(uncertainty))
    };
    let indices = || 0..sums.len();
    let lower = bound(indices().min_by(|&a, &b| sums[a].total_cmp(&sums[b])));
    let upper = bound(indices().max_by(|&a, &b| sums[a].total_cmp(&sums[b])));
    let pairs = extreme_pairs(layout, &results);
    CrossFitScore::Bounded(CrossFitBounds::new(layout, [lower, upper], Exactness::Exact, pairs))
}
