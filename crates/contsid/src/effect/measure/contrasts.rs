//! What parts say about a pair: the difference of two estimates, part by part, a row for each intervention.

use crate::effect::estimate::columns::InterventionPlan;
use crate::effect::estimate::data::{EffectData, PartRows, RowsUsed};
use crate::effect::estimate::guide::{LinearModel, Signal, WaveScale};
use crate::effect::estimate::part::{PartSettings, SolvedOutcome, SolvedSystem};
use crate::effect::estimate::wanted::TaskSystem;
use crate::graph::NodeId;
use crate::numeric::{Matrix, add_multiple, dot};
use std::ops::Range;

/// What all parts say about one outcome by one system.
pub(crate) struct OutcomeEstimates<'a> {
    pub(super) plan: &'a InterventionPlan,
    /// Part after part of each repeat.
    pub(super) parts: Vec<(&'a SolvedSystem, &'a SolvedOutcome)>,
    pub(super) guide: Option<GuidedPoints<'a>>,
    /// How clearly the parts agree that the guide is wrong; none without a guide.
    signal: Option<Signal>,
}

/// The interventions as guides see them, and how much of the kernel regression's correction is kept.
pub(super) struct GuidedPoints<'a> {
    scale: &'a WaveScale,
    /// The scaled values of each treatment; 0 where it has no scale, and so no slope.
    points: Vec<Vec<f64>>,
    /// κ
    pub(super) kappa: f64,
}

impl<'a> OutcomeEstimates<'a> {
    /// `parts` has the solved systems of a task, of which this is the one with the given index.
    pub(crate) fn new(
        data: &'a EffectData,
        wanted: &'a TaskSystem,
        parts: &[&'a [SolvedSystem]],
        index: usize,
        outcome: NodeId,
    ) -> Self {
        let position = wanted.outcomes.binary_search(&outcome).expect("a system of the contrast has the outcome");
        let parts: Vec<(&SolvedSystem, &SolvedOutcome)> =
            parts.iter().map(|systems| (&systems[index], &systems[index].outcomes[position])).collect();
        let (mut guide, mut signal) = (None, None);
        if let (RowsUsed::Parts(rows), Some(scale)) = (&data.rows, data.guided(outcome)) {
            let found = Signal::new(rows.grid, |part| &parts[part].1.features, wanted.plan.mean_square());
            guide = Some(GuidedPoints::new(&rows.settings, scale, wanted, found.kappa()));
            signal = Some(found);
        }
        Self { plan: &wanted.plan, parts, guide, signal }
    }

    /// The same estimates without a guide.
    fn without_guide(&self) -> Self {
        Self { plan: self.plan, parts: self.parts.clone(), guide: None, signal: self.signal }
    }

    /// Replaces the rows of `out` by the estimates of a part at some interventions. Without a guide weights that do not
    /// sum to one are completed by the part's mean.
    fn write(&self, range: Range<usize>, part: usize, mean: &[f64], out: &mut Matrix) {
        let (system, outcome) = self.parts[part];
        match &self.guide {
            Some(guide) if guide.kappa == 0.0 => {
                out.reset(range.len(), mean.len());
                guide.add_to(outcome, range, 1.0, out);
            }
            Some(guide) => {
                write(&outcome.features, self.plan, range.clone(), out);
                out.scale(guide.kappa);
                guide.add_to(outcome, range, 1.0, out);
            }
            None => {
                let features = if outcome.guide.is_some() { &outcome.plain } else { &outcome.features };
                write(features, self.plan, range.clone(), out);
                if let Some(found) = &system.corrections {
                    out.scale_and_shift_rows(&found.scales[range.clone()], &found.shifts[range], mean);
                }
            }
        }
    }

    /// Subtracts the same from the rows of `out`.
    fn subtract(&self, range: Range<usize>, part: usize, mean: &[f64], scratch: &mut Matrix, out: &mut Matrix) {
        match &self.guide {
            Some(guide) if guide.kappa == 0.0 => guide.add_to(self.parts[part].1, range, -1.0, out),
            _ => {
                self.write(range, part, mean, scratch);
                out.add_multiple(scratch, -1.0);
            }
        }
    }
}

impl SolvedOutcome {
    fn guide(&self) -> &LinearModel {
        self.guide.as_ref().expect("every part has a guide for an outcome with a scale")
    }
}

/// Writes L_jᵀ M e(x) for some interventions, a row for each.
fn write(features: &Matrix, plan: &InterventionPlan, range: Range<usize>, out: &mut Matrix) {
    match &plan.rows {
        Some(rows) => out.set_rows_times_transposed(rows, range, features),
        None => out.set_transposed_columns(features, range),
    }
}

impl<'a> GuidedPoints<'a> {
    /// `scale` is that of the outcome, and `kappa` is κ.
    fn new(settings: &PartSettings, scale: &'a WaveScale, wanted: &TaskSystem, kappa: f64) -> Self {
        let scaled = |(node, values): (NodeId, &Vec<f64>)| match &settings.scales[node.index()] {
            Some(scale) => scale.scaled(values.iter().copied()),
            None => vec![0.0; values.len()],
        };
        let treatments = wanted.system.estimand.treatments.iter();
        let points = treatments.zip(&wanted.plan.points.columns).map(scaled).collect();
        Self { scale, points, kappa }
    }

    /// Adds what the guide of an outcome says about some interventions, `factor` times.
    fn add_to(&self, outcome: &SolvedOutcome, range: Range<usize>, factor: f64, out: &mut Matrix) {
        let points: Vec<&[f64]> = self.points.iter().map(|values| &values[range.clone()]).collect();
        outcome.guide().add_to(self.scale, &points, factor, out);
    }

    /// Adds what it says about the interventions with these indices.
    pub(super) fn add_at(&self, outcome: &SolvedOutcome, indices: &[usize], out: &mut Matrix) {
        let at = |values: &Vec<f64>| indices.iter().map(|&index| values[index]).collect();
        let points: Vec<Vec<f64>> = self.points.iter().map(at).collect();
        let points: Vec<&[f64]> = points.iter().map(Vec::as_slice).collect();
        outcome.guide().add_to(self.scale, &points, 1.0, out);
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
}

impl PairContrasts<'_> {
    /// The same contrasts without a guide.
    pub(super) fn without_guide(&self) -> Self {
        let second = self.second.as_ref().map(OutcomeEstimates::without_guide);
        Self { first: self.first.without_guide(), second, means: self.means.clone() }
    }

    /// That of the estimate which is farther from linear; none without a guide.
    pub(super) fn signal(&self) -> Option<Signal> {
        let second = self.second.as_ref().and_then(|second| second.signal);
        [self.first.signal, second].into_iter().flatten().max_by(Signal::compare)
    }

    /// n_rb = ⟨μ_rb, μ⟩/‖μ‖² of each part, or group of parts: the outcome's mean there along that in all rows.
    pub(super) fn norm_shares(&self, rows: &PartRows) -> Vec<f64> {
        let grid = rows.grid;
        let mut mean = vec![0.0; self.means[0].len()];
        for (own, share) in self.means.iter().zip(&rows.row_shares) {
            add_multiple(&mut mean, own, *share);
        }
        let square = dot(&mean, &mean);
        let of_group = |estimate: usize| {
            let (members, first) = (grid.members(estimate % grid.groups), estimate / grid.groups * grid.parts);
            let count = members.len() as f64;
            members.map(|part| dot(self.means[first + part], &mean)).sum::<f64>() / count / square
        };
        (0..grid.estimates()).map(of_group).collect()
    }

    /// Writes the contrasts of a part at some interventions; `scratch` is used for the second estimate.
    pub(super) fn write(&self, range: Range<usize>, part: usize, scratch: &mut Matrix, out: &mut Matrix) {
        let mean = self.means[part];
        self.first.write(range.clone(), part, mean, out);
        match &self.second {
            Some(second) => second.subtract(range, part, mean, scratch, out),
            None => out.add_product(&vec![-1.0; range.len()], mean),
        }
    }

    /// The share of interventions with hardly any data for an estimate, over all parts.
    pub(super) fn low_overlap(&self, shares: &[f64]) -> f64 {
        shares.iter().enumerate().map(|(point, share)| share * (1.0 - self.share_with_data(point))).sum()
    }

    /// The share of the parts that have data near an intervention, for both estimates.
    pub(super) fn share_with_data(&self, point: usize) -> f64 {
        let low = |estimates: &OutcomeEstimates<'_>, part: usize| estimates.parts[part].0.has_low_overlap(point);
        let is_low = |part| low(&self.first, part) || self.second.as_ref().is_some_and(|second| low(second, part));
        let parts = self.first.parts.len();
        (0..parts).filter(|&part| !is_low(part)).count() as f64 / parts as f64
    }
}
