//! What the parts say about a pair: the contrasts of two estimates, part by part.

use super::guide::{Gauge, kept_share};
use super::layout::Layout;
use super::part::{PartOutcome, PartSettings, PartSystem};
use super::statistics::PartIndex;
use super::task::PartTask;
use crate::distance::contsid::columns::InterventionPlan;
use crate::graph::NodeId;
use crate::numeric::Matrix;
use std::ops::Range;

/// What all parts say about one outcome by one estimand.
pub(super) struct OutcomeEstimates<'a> {
    plan: &'a InterventionPlan,
    /// Part after part of each repeat.
    parts: Vec<(&'a PartSystem, &'a PartOutcome)>,
    guide: Option<GuidedPoints<'a>>,
}

/// The interventions as guides see them, and how much of the kernel regression's correction is kept.
struct GuidedPoints<'a> {
    gauge: &'a Gauge,
    /// The scaled values of each treatment; 0 where it has no gauge, and so no slope.
    points: Vec<Vec<f64>>,
    kept: f64,
}

impl<'a> OutcomeEstimates<'a> {
    /// `parts` has the systems of a task, of which this is the one with the given index.
    pub(super) fn new(
        settings: &'a PartSettings,
        layout: Layout,
        task: &'a PartTask,
        parts: &[&'a [PartSystem]],
        index: usize,
        outcome: NodeId,
    ) -> Self {
        let wanted = &task.estimands[index];
        let position = wanted.outcomes.binary_search(&outcome).expect("an estimand of the contrast has the outcome");
        let parts: Vec<(&PartSystem, &PartOutcome)> =
            parts.iter().map(|systems| (&systems[index], &systems[index].outcomes[position])).collect();
        let guide = settings.guided(outcome).map(|gauge| {
            let scaled = |(node, values): (NodeId, &Vec<f64>)| match &settings.gauges[node.index()] {
                Some(gauge) => gauge.scaled(values.iter().copied()),
                None => vec![0.0; values.len()],
            };
            let points = wanted.estimand.treatments.iter().zip(&wanted.plan.points.columns).map(scaled).collect();
            let square = wanted.plan.mean_square();
            GuidedPoints { gauge, points, kept: kept_share(layout, |part| &parts[part].1.features, square) }
        });
        Self { plan: &wanted.plan, parts, guide }
    }

    /// Replaces the rows of `out` by the estimates of a part at some interventions. Without a guide weights that do not
    /// sum to one are completed by the part's mean.
    fn write(&self, range: Range<usize>, part: usize, mean: &[f64], out: &mut Matrix) {
        let (system, outcome) = self.parts[part];
        match &self.guide {
            Some(guide) if guide.kept == 0.0 => {
                out.reset(range.len(), mean.len());
                guide.add_to(outcome, range, 1.0, out);
            }
            Some(guide) => {
                outcome.write(self.plan, range.clone(), out);
                out.scale(guide.kept);
                guide.add_to(outcome, range, 1.0, out);
            }
            None => {
                outcome.write(self.plan, range.clone(), out);
                out.scale_and_shift_rows(&system.scales[range.clone()], &system.shifts[range], mean);
            }
        }
    }

    /// Subtracts the same from the rows of `out`.
    fn subtract(&self, range: Range<usize>, part: usize, mean: &[f64], scratch: &mut Matrix, out: &mut Matrix) {
        match &self.guide {
            Some(guide) if guide.kept == 0.0 => guide.add_to(self.parts[part].1, range, -1.0, out),
            _ => {
                self.write(range, part, mean, scratch);
                out.add_multiple(scratch, -1.0);
            }
        }
    }
}

impl GuidedPoints<'_> {
    /// Adds what the guide of an outcome says about some interventions, `factor` times.
    fn add_to(&self, outcome: &PartOutcome, range: Range<usize>, factor: f64, out: &mut Matrix) {
        let points: Vec<&[f64]> = self.points.iter().map(|values| &values[range.clone()]).collect();
        let guide = outcome.guide.as_ref().expect("every part has a guide for an outcome with a gauge");
        guide.add_to(self.gauge, &points, factor, out);
    }
}

/// The contrasts of all parts of one pair.
pub(super) struct PairContrasts<'a> {
    /// The estimate that is compared.
    pub(super) first: OutcomeEstimates<'a>,
    /// The one that it is compared with; the marginal if there is none.
    pub(super) second: Option<OutcomeEstimates<'a>>,
    /// The mean coordinates of the outcome, part after part.
    pub(super) means: Vec<&'a [f64]>,
    pub(super) part_count: usize,
}

impl PairContrasts<'_> {
    /// Writes the contrasts of a part at some interventions; `scratch` is used for the second estimate.
    pub(super) fn write(&self, range: Range<usize>, at: PartIndex, scratch: &mut Matrix, out: &mut Matrix) {
        let part = at.repeat * self.part_count + at.part;
        let mean = self.means[part];
        self.first.write(range.clone(), part, mean, out);
        match &self.second {
            Some(second) => second.subtract(range, part, mean, scratch, out),
            None => out.add_product(&vec![-1.0; range.len()], mean),
        }
    }

    /// The share of interventions with hardly any data for an estimate, over all parts.
    pub(super) fn low_overlap(&self, shares: &[f64]) -> f64 {
        let of_part = |part: usize| {
            let low = |estimates: &OutcomeEstimates<'_>, point| estimates.parts[part].0.has_low_overlap(point);
            let is_low =
                |point: usize| low(&self.first, point) || self.second.as_ref().is_some_and(|second| low(second, point));
            shares.iter().enumerate().filter(|(point, _)| is_low(*point)).map(|(_, share)| share).sum::<f64>()
        };
        let parts = self.first.parts.len();
        (0..parts).map(of_part).sum::<f64>() / parts as f64
    }
}
