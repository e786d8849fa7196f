//! The densities behind the distances.

use super::asked::ShownCases;
use super::{ReportError, Rows};
use crate::density::{GRID_POINTS, Outcome, Support, nearest_probabilities};
use crate::number::{Decimals, short};
use crate::packed::{Axis, Curves};
use contsid::data::{Column, Table};
use contsid::effect::{ComparedEstimates, EstimateWeights, InterventionPoints, WeightsQuestion};
use contsid::execution::Execution;
use contsid::graph::{NodeId, NodeSet, Role};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The densities of a page take about this many bytes at most.
const BYTES: usize = 950_000;

/// The shares of a treatment's distribution at which it is set.
const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The pair of a learnt graph for which there are densities; a curve that is missing is the marginal.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ShownPair(usize, usize, Option<usize>, Option<usize>);

/// All densities of a page.
#[derive(Debug, Default, Serialize)]
pub(super) struct Densities {
    pub(super) outcomes: Vec<Axis>,
    /// For each treatment the values that it is set to.
    pub(super) treatments: Vec<Vec<String>>,
    pub(super) curves: Vec<Curves>,
    /// For each learnt graph the pairs that have densities.
    pub(super) pairs: Vec<Vec<ShownPair>>,
    /// The number of pairs with a distance but without densities.
    pub(super) left_out: usize,
}

/// A curve is the same wherever these are.
type CurveKey = (NodeId, NodeSet, NodeId, usize);

/// A pair whose distance is estimated.
struct Wanted {
    graph: usize,
    treatment: NodeId,
    outcome: NodeId,
    distance: f64,
    /// What the curves of the truth and of the learnt graph depend on; none where it is the marginal.
    curves: [Option<CurveKey>; 2],
}

pub(super) fn densities(
    data: Rows<'_>,
    asked: &[ShownCases<'_>],
    execution: &Execution<'_>,
) -> Result<Densities, ReportError> {
    let outcomes: Vec<Outcome> = data.table.columns().iter().map(Outcome::new).collect();
    let points: Vec<InterventionPoints> =
        NodeId::all(outcomes.len()).map(|node| data.prepared.interventions(node)).collect();
    let indices: Vec<Vec<usize>> =
        data.table.columns().iter().zip(&points).map(|(column, points)| shown_indices(column, points)).collect();
    let plan = Plan::new(wanted_pairs(data, asked), &outcomes, &indices);
    let rows: Vec<(usize, NodeId)> = plan.rows.keys().copied().collect();
    let alone = execution.on_this_thread();
    let made = execution.map(&rows, |row| plan.curves_of(*row, data, &asked[row.0], &outcomes, &indices, &alone))?;
    let (mut curves, mut numbers) = (Vec::new(), BTreeMap::new());
    for (key, curve) in made.into_iter().flatten() {
        numbers.insert(key, curves.len());
        curves.push(curve);
    }
    Ok(Densities {
        treatments: NodeId::all(outcomes.len())
            .map(|node| labels(data.table, node, &points[node.index()], &indices[node.index()]))
            .collect(),
        outcomes: outcomes.iter().map(Axis::new).collect(),
        curves,
        pairs: shown_pairs(&plan.shown, &numbers, asked.len()),
        left_out: plan.left_out,
    })
}

/// For each learnt graph its pairs, with the numbers of their curves.
fn shown_pairs(shown: &[Wanted], numbers: &BTreeMap<CurveKey, usize>, graphs: usize) -> Vec<Vec<ShownPair>> {
    let mut pairs = vec![Vec::new(); graphs];
    for Wanted { graph, treatment, outcome, curves, .. } in shown {
        let number = |key: &CurveKey| *numbers.get(key).expect("the curves of all pairs that are shown are made");
        let [truth, learnt] = curves.each_ref().map(|key| key.as_ref().map(number));
        pairs[*graph].push(ShownPair(treatment.index(), outcome.index(), truth, learnt));
    }
    pairs
}

/// Which pairs are shown, and where their curves are made.
#[derive(Default)]
struct Plan {
    shown: Vec<Wanted>,
    /// For each graph and treatment the curves that are made there.
    rows: BTreeMap<(usize, NodeId), Vec<MadeCurve>>,
    left_out: usize,
}

/// A curve of an outcome, by the truth or by the learnt graph.
struct MadeCurve {
    outcome: NodeId,
    side: Role,
    key: CurveKey,
}

/// The estimate that is compared, of one of the two graphs.
fn estimate_of(side: Role, compared: ComparedEstimates) -> Option<usize> {
    match side {
        Role::Truth => compared.truth,
        Role::Learnt => compared.learnt,
    }
}

impl Plan {
    /// The pairs in their order, as long as there is room; a curve that several of them have is made once.
    fn new(wanted: Vec<Wanted>, outcomes: &[Outcome], indices: &[Vec<usize>]) -> Self {
        let (mut plan, mut planned, mut bytes) = (Self::default(), BTreeSet::new(), 0);
        for pair in wanted {
            let size = curve_bytes(&outcomes[pair.outcome.index()], indices[pair.treatment.index()].len());
            let is_new = |key: &&CurveKey| !planned.contains(*key);
            let new: BTreeSet<CurveKey> = pair.curves.iter().flatten().filter(is_new).cloned().collect();
            if bytes + size * new.len() > BYTES {
                plan.left_out += 1;
                continue;
            }
            bytes += size * new.len();
            let row = plan.rows.entry((pair.graph, pair.treatment)).or_default();
            for (side, key) in [Role::Truth, Role::Learnt].into_iter().zip(&pair.curves) {
                if let Some(key) = key.as_ref().filter(|key| planned.insert((*key).clone())) {
                    row.push(MadeCurve { outcome: pair.outcome, side, key: key.clone() });
                }
            }
            plan.shown.push(pair);
        }
        plan
    }

    /// The curves that are made of one treatment and learnt graph.
    fn curves_of(
        &self,
        (graph, treatment): (usize, NodeId),
        data: Rows<'_>,
        asked: &ShownCases<'_>,
        outcomes: &[Outcome],
        indices: &[Vec<usize>],
        execution: &Execution<'_>,
    ) -> Result<Vec<(CurveKey, Curves)>, ReportError> {
        let row = &self.rows[&(graph, treatment)];
        let wanted = NodeSet::of(outcomes.len(), row.iter().map(|made| made.outcome));
        let estimates = Estimates::new(data, asked, treatment, &wanted, &indices[treatment.index()], execution)?;
        let made = row.iter().filter_map(|MadeCurve { outcome, side, key }| {
            let probabilities = estimates.of(*outcome, *side)?;
            Some((key.clone(), encoded(&outcomes[outcome.index()], probabilities)))
        });
        Ok(made.collect())
    }
}

/// What both graphs say about the outcomes of one treatment, as probabilities of the samples.
struct Estimates {
    /// For each estimate and intervention.
    probabilities: Vec<Vec<Vec<f64>>>,
    outcomes: Vec<Option<ComparedEstimates>>,
}

impl Estimates {
    fn new(
        data: Rows<'_>,
        asked: &ShownCases<'_>,
        treatment: NodeId,
        outcomes: &NodeSet,
        interventions: &[usize],
        execution: &Execution<'_>,
    ) -> Result<Self, ReportError> {
        let question =
            WeightsQuestion { pair: asked.pair, treatment, selection: asked.selection, outcomes, interventions };
        let found = data.prepared.intervention_weights(&question, execution)?;
        let nearest = |estimate: &EstimateWeights| {
            estimate.weights.iter().map(|weights| nearest_probabilities(weights)).collect()
        };
        Ok(Self { probabilities: found.estimates.iter().map(nearest).collect(), outcomes: found.outcomes })
    }

    /// For each intervention; none where the graph leaves the outcome as observed.
    fn of(&self, outcome: NodeId, side: Role) -> Option<&[Vec<f64>]> {
        let number = self.outcomes[outcome.index()].and_then(|compared| estimate_of(side, compared))?;
        Some(&self.probabilities[number])
    }
}

/// The densities of one outcome under the shown interventions on one treatment.
#[derive(Clone, Debug)]
pub(crate) struct PairDensities {
    pub(crate) treatment: NodeId,
    pub(crate) outcome: NodeId,
    /// The values that the treatment is set to.
    pub(crate) interventions: Vec<String>,
    pub(crate) support: Support,
    pub(crate) observed: Vec<f64>,
    /// For each intervention; none where the graph leaves the outcome as observed.
    pub(crate) truth: Option<Vec<Vec<f64>>>,
    pub(crate) learnt: Option<Vec<Vec<f64>>>,
}

/// The densities of the pair with the largest distance, if any distance is estimated.
pub(super) fn worst_pair(data: Rows<'_>, asked: &ShownCases<'_>) -> Result<Option<PairDensities>, ReportError> {
    let worst = wanted_pairs(data, std::slice::from_ref(asked)).into_iter().next();
    let Some(Wanted { treatment, outcome, .. }) = worst else { return Ok(None) };
    let (points, target) = (data.prepared.interventions(treatment), Outcome::new(data.table.column(outcome)));
    let indices = shown_indices(data.table.column(treatment), &points);
    let only = NodeSet::of(asked.pair.node_count(), [outcome]);
    let estimates = Estimates::new(data, asked, treatment, &only, &indices, &Execution::default())?;
    let of_side = |side| {
        let all = estimates.of(outcome, side)?;
        Some(all.iter().map(|probabilities| target.density(probabilities)).collect())
    };
    Ok(Some(PairDensities {
        treatment,
        outcome,
        interventions: labels(data.table, treatment, &points, &indices),
        observed: target.marginal(),
        truth: of_side(Role::Truth),
        learnt: of_side(Role::Learnt),
        support: target.support().clone(),
    }))
}

/// The pairs whose distance is estimated for the graphs on the page, the largest first.
///
/// Only another member of a class may attain the distance of a pair. Nothing is estimated for the member on the page
/// then, and the pair is left out.
fn wanted_pairs(data: Rows<'_>, asked: &[ShownCases<'_>]) -> Vec<Wanted> {
    let rule = data.prepared.options().adjustment;
    let mut wanted = Vec::new();
    for (graph, asked) in asked.iter().enumerate() {
        let count = asked.pair.node_count();
        // A ridge parameter that is chosen by the data makes the curves depend on the learnt graph as well.
        let own = if data.prepared.lambda().is_none() { graph } else { 0 };
        for (index, (case, &distance)) in asked.cases.iter().zip(asked.distances).enumerate() {
            let (Some(case), true) = (case, distance > 0.0) else { continue };
            let (treatment, outcome) = (NodeId::new(index / count), NodeId::new(index % count));
            let [truth, learnt] = asked.adjustment(rule, treatment, outcome);
            if case.is_estimated(&truth, &learnt) {
                let key = |set| (treatment, set, outcome, own);
                let curves = [case.needs_truth().then(|| key(truth)), case.needs_learnt().then(|| key(learnt))];
                wanted.push(Wanted { graph, treatment, outcome, distance, curves });
            }
        }
    }
    wanted.sort_by(|a, b| b.distance.total_cmp(&a.distance));
    wanted
}

fn curve_bytes(outcome: &Outcome, interventions: usize) -> usize {
    match outcome.support() {
        Support::Grid { .. } => interventions * (GRID_POINTS * 4 / 3 + 9) + 32,
        Support::Levels(levels) => interventions * (levels.len() * 5 + 2) + 32,
    }
}

fn encoded(outcome: &Outcome, probabilities: &[Vec<f64>]) -> Curves {
    let densities: Vec<Vec<f64>> = probabilities.iter().map(|probabilities| outcome.density(probabilities)).collect();
    Curves::new(outcome, &densities)
}

/// The indices of the interventions that are shown: at the shares of a numeric treatment, the most frequent categories.
fn shown_indices(column: &Column, points: &InterventionPoints) -> Vec<usize> {
    let weights = points.weights();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    let mut indices: Vec<usize> = match column {
        Column::Numeric(_) => {
            order.sort_by(|&a, &b| points.values()[a].total_cmp(&points.values()[b]));
            SHARES.iter().map(|&share| index_of_share(&order, weights, share)).collect()
        }
        Column::Categorical { .. } => {
            order.sort_by(|&a, &b| weights[b].total_cmp(&weights[a]));
            order.truncate(SHARES.len());
            order
        }
    };
    indices.sort_by(|&a, &b| points.values()[a].total_cmp(&points.values()[b]));
    indices.dedup();
    indices
}

fn index_of_share(order: &[usize], weights: &[f64], share: f64) -> usize {
    let mut sum = 0.0;
    let reached = order.iter().find(|&&index| {
        sum += weights[index];
        sum >= share
    });
    reached.or(order.last()).copied().unwrap_or(0)
}

fn labels(table: &Table, node: NodeId, points: &InterventionPoints, indices: &[usize]) -> Vec<String> {
    let values = || indices.iter().map(|&index| points.values()[index]);
    let digits = Decimals::of(values());
    let is_usual = (1e-3..1e6).contains(&values().map(f64::abs).fold(0.0, f64::max));
    let label = |&index: &usize| {
        let value = points.values()[index];
        match table.column(node) {
            Column::Numeric(_) if is_usual => digits.write(value),
            Column::Numeric(_) => short(value),
            Column::Categorical { levels, .. } => level(levels, value),
        }
    };
    indices.iter().map(label).collect()
}

#[expect(clippy::cast_sign_loss, reason = "codes are not negative")]
fn level(levels: &[String], code: f64) -> String {
    levels.get(code as usize).cloned().unwrap_or_else(|| short(code))
}
