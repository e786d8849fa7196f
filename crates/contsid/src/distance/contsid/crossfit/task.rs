//! What must be estimated, in tasks that share their interventions.

use super::basis::Basis;
use super::part::PartSettings;
use super::points::PartPoints;
use super::prepared::PreparedParts;
use crate::distance::contsid::columns::{InterventionPlan, JointPoints};
use crate::distance::contsid::contrast::Wanted;
use crate::distance::contsid::{ContSidError, Contrast, Estimand};
use crate::graph::{NodeId, NodeSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Contrasts whose treatments, of both graphs together, are the same.
pub(super) struct PartTask {
    pub(super) treatments: NodeSet,
    pub(super) points: Arc<PartPoints>,
    pub(super) estimands: Vec<TaskEstimand>,
    pub(super) contrasts: Vec<TaskContrast>,
}

/// A system that every part solves.
pub(super) struct TaskEstimand {
    pub(super) estimand: Estimand,
    pub(super) plan: Arc<InterventionPlan>,
    /// The outcomes that it is needed for, in increasing order.
    pub(super) outcomes: Vec<NodeId>,
}

/// A contrast of estimands, by their indices in the task, and the outcomes that it is wanted for.
pub(super) struct TaskContrast {
    pub(super) contrast: Contrast<usize>,
    pub(super) wanted: Contrast<Estimand>,
    pub(super) outcomes: Vec<NodeId>,
}

impl PartTask {
    /// The task of some contrasts on some of the outcomes; none if nothing is wanted of them.
    pub(super) fn new(
        prepared: &PreparedParts<'_>,
        treatments: &NodeSet,
        points: &Arc<PartPoints>,
        wanted: &[(&Contrast<Estimand>, NodeSet)],
    ) -> Self {
        let mut outcomes: BTreeMap<&Estimand, NodeSet> = BTreeMap::new();
        for (contrast, wanted) in wanted {
            for estimand in contrast.estimates() {
                *outcomes.entry(estimand).or_insert_with(|| NodeSet::empty(prepared.node_count())) |= wanted;
            }
        }
        let indices: BTreeMap<&Estimand, usize> = outcomes.keys().copied().zip(0..).collect();
        let contrasts = wanted.iter().map(|(contrast, outcomes)| TaskContrast {
            contrast: contrast.map(|estimand| indices[estimand]),
            wanted: (*contrast).clone(),
            outcomes: outcomes.iter().collect(),
        });
        let estimand = |(estimand, outcomes): (&&Estimand, &NodeSet)| TaskEstimand {
            estimand: (*estimand).clone(),
            plan: Arc::new(plan(&prepared.settings, treatments, points, &estimand.treatments)),
            outcomes: outcomes.iter().collect(),
        };
        Self {
            treatments: treatments.clone(),
            points: Arc::clone(points),
            estimands: outcomes.iter().map(estimand).collect(),
            contrasts: contrasts.collect(),
        }
    }

    /// The numbers that a part keeps of this task.
    pub(super) fn numbers(&self, settings: &PartSettings) -> usize {
        let of_estimand = |estimand: &TaskEstimand| {
            let (width, slopes) = (estimand.plan.width(), estimand.estimand.treatments.len());
            let of_outcome = |&outcome: &NodeId| {
                let (rank, guided) = (settings.rank(outcome), settings.guided(outcome).is_some());
                rank * width + if guided { rank + slopes } else { 0 }
            };
            estimand.outcomes.iter().map(of_outcome).sum::<usize>() + 2 * self.points.len()
        };
        self.estimands.iter().map(of_estimand).sum()
    }
}

/// The task's interventions as a system of some of its treatments sees them.
pub(super) fn plan(
    settings: &PartSettings,
    treatments: &NodeSet,
    points: &PartPoints,
    own: &NodeSet,
) -> InterventionPlan {
    let kept = treatments.iter().zip(&points.columns).filter(|(node, _)| own.contains(*node));
    let columns: Vec<Vec<f64>> = kept.map(|(_, values)| values.clone()).collect();
    plan_at(&settings.bases, own, JointPoints { columns, weights: points.shares.shares.clone() })
}

/// Interventions on some treatments at given values; `rows` are coordinates of the values where these are exact, and
/// fewer.
pub(super) fn plan_at(bases: &[Basis], treatments: &NodeSet, points: JointPoints) -> InterventionPlan {
    let basis = treatments.first().map(|node| &bases[node.index()]);
    let rows = match (basis, points.columns.as_slice()) {
        (Some(basis), [values]) if basis.is_exact() && basis.rank() < values.len() => {
            Some(Arc::new(basis.coordinates(values).transposed()))
        }
        _ => None,
    };
    InterventionPlan { points, rows }
}

/// The tasks of all wanted contrasts, each of which takes at most `most` numbers for each part.
pub(super) fn tasks(
    prepared: &PreparedParts<'_>,
    wanted: &Wanted<Estimand>,
    most: usize,
) -> Result<Vec<PartTask>, ContSidError> {
    let mut tasks = Vec::new();
    for (treatments, contrasts) in wanted.by_treatments() {
        let points = Arc::new(prepared.points(&treatments)?);
        let whole: Vec<(&Contrast<Estimand>, NodeSet)> =
            contrasts.iter().map(|(contrast, outcomes)| (*contrast, (*outcomes).clone())).collect();
        split(prepared, &treatments, &points, &whole, most, &mut tasks);
    }
    Ok(tasks)
}

/// One task, or two with half of the outcomes each, and so on, until each takes little memory.
fn split(
    prepared: &PreparedParts<'_>,
    treatments: &NodeSet,
    points: &Arc<PartPoints>,
    wanted: &[(&Contrast<Estimand>, NodeSet)],
    most: usize,
    tasks: &mut Vec<PartTask>,
) {
    let task = PartTask::new(prepared, treatments, points, wanted);
    let mut outcomes: Vec<NodeId> = wanted.iter().flat_map(|(_, outcomes)| outcomes.iter()).collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    if outcomes.len() < 2 || task.numbers(&prepared.settings) <= most {
        return tasks.push(task);
    }
    for half in outcomes.chunks(outcomes.len().div_ceil(2)) {
        let half = NodeSet::of(prepared.node_count(), half.iter().copied());
        let kept = wanted.iter().map(|(contrast, outcomes)| (*contrast, outcomes & &half));
        let kept: Vec<_> = kept.filter(|(_, outcomes)| !outcomes.is_empty()).collect();
        split(prepared, treatments, points, &kept, most, tasks);
    }
}

#[cfg(test)]
mod tests {
    use super::super::part::{PartOutcome, PartSystem, estimate_part};
    use super::*;
    use crate::data::{Column, Table};
    use crate::distance::Selection;
    use crate::distance::contsid::{ContSidOptions, CrossFitOptions};
    use crate::execution::Execution;
    use crate::graph::{Dag, GraphPair, NodeNames};

    fn kept(system: &PartSystem) -> usize {
        let of_outcome = |outcome: &PartOutcome| {
            let guide = outcome.guide.as_ref().map_or(0, |guide| guide.slopes.len() + guide.coefficients.len());
            outcome.features.row_count() * outcome.features.column_count() + guide
        };
        system.scales.len() + system.shifts.len() + system.outcomes.iter().map(of_outcome).sum::<usize>()
    }

    /// Divided into tasks of one outcome each, and all together.
    #[test]
    fn the_numbers_of_a_task_are_those_that_a_part_keeps() {
        let column =
            |node: u32| Column::numbers((0..50).map(|row| (f64::from(row * (node + 1)) * 0.7).sin()).collect());
        let table = Table::new(NodeNames::numbered(3), (0..3).map(column).collect()).unwrap();
        let execution = Execution::default();
        let options = (ContSidOptions::default(), CrossFitOptions::default());
        let prepared = PreparedParts::new(&table, &options.0, &options.1, &execution).unwrap();
        let [a, b, c] = [0, 1, 2].map(NodeId::new);
        let truth = Dag::from_edges(3, [(a, b), (a, c), (b, c)]).unwrap();
        let learnt = Dag::from_edges(3, [(b, a), (a, c)]).unwrap();
        let pair = GraphPair::new(&truth, &learnt).unwrap();
        let surveyed = prepared.survey(pair, &Selection::all(3), &execution).unwrap();
        let wanted = Wanted::new(surveyed.iter().flat_map(|found| &found.contrasts));
        let rows: Vec<usize> = (0..25).collect();
        for (most, count) in [(0, 3), (usize::MAX, 2)] {
            let tasks = tasks(&prepared, &wanted, most).unwrap();
            assert_eq!(tasks.len(), count);
            let found = estimate_part(&prepared.settings, &table, &rows, &tasks, &execution).unwrap();
            for (task, systems) in tasks.iter().zip(&found.tasks) {
                assert_eq!(task.numbers(&prepared.settings), systems.iter().map(kept).sum());
            }
        }
    }
}
