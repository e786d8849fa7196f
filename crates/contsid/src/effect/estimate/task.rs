//! What must be estimated, in tasks that share their interventions.

use super::columns::InterventionPlan;
use super::data::EffectData;
use super::systems::System;
use super::wanted::{EffectTask, TaskPoints, TaskSystem};
use crate::effect::ContSidError;
use crate::effect::question::{Contrast, OutcomeContrast};
use crate::graph::{NodeId, NodeSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The assumed rank of an outcome's factor in estimates of work.
const USUAL_RANK: usize = 32;

/// Contrasts, each once, with all outcomes that it is wanted for.
pub(crate) type WantedContrasts = BTreeMap<Contrast<System>, NodeSet>;

/// Merges contrasts that several graphs want.
pub(crate) fn merged<'a>(wanted: impl IntoIterator<Item = &'a OutcomeContrast<System>>) -> WantedContrasts {
    let mut merged = WantedContrasts::new();
    for OutcomeContrast { contrast, outcomes } in wanted {
        let known = merged.entry(contrast.clone());
        known.and_modify(|known| *known |= outcomes).or_insert_with(|| outcomes.clone());
    }
    merged
}

impl EffectTask {
    fn new(
        data: &EffectData,
        treatments: &NodeSet,
        points: &Arc<TaskPoints>,
        wanted: &[OutcomeContrast<System>],
    ) -> Self {
        let mut outcomes: BTreeMap<&System, NodeSet> = BTreeMap::new();
        for OutcomeContrast { contrast, outcomes: wanted } in wanted {
            for system in contrast.estimates() {
                *outcomes.entry(system).or_insert_with(|| NodeSet::empty(data.node_count())) |= wanted;
            }
        }
        Self { contrasts: wanted.to_vec(), ..Self::of_systems(data, treatments, points, &outcomes) }
    }

    /// Systems of some of the treatments, each with the outcomes that it is needed for.
    pub(crate) fn of_systems(
        data: &EffectData,
        treatments: &NodeSet,
        points: &Arc<TaskPoints>,
        outcomes: &BTreeMap<&System, NodeSet>,
    ) -> Self {
        let mut plans: BTreeMap<&NodeSet, Arc<InterventionPlan>> = BTreeMap::new();
        for system in outcomes.keys() {
            let own = &system.estimand.treatments;
            plans.entry(own).or_insert_with(|| data.plan(treatments, points, own));
        }
        let system = |(system, outcomes): (&&System, &NodeSet)| TaskSystem {
            system: (*system).clone(),
            plan: Arc::clone(&plans[&system.estimand.treatments]),
            outcomes: outcomes.iter().collect(),
        };
        Self {
            treatments: treatments.clone(),
            points: Arc::clone(points),
            systems: outcomes.iter().map(system).collect(),
            contrasts: Vec::new(),
        }
    }

    /// The numbers that a part keeps of this task.
    pub(crate) fn numbers(&self, data: &EffectData) -> usize {
        let of_system = |wanted: &TaskSystem| {
            let (width, slopes) = (wanted.plan.width(), wanted.system.estimand.treatments.len());
            let of_outcome = |&outcome: &NodeId| data.outcome_numbers(outcome, width, slopes);
            let weights = wanted.outcomes.iter().any(|&outcome| data.is_rough(outcome));
            let weights = if weights { data.most_rows() * width } else { 0 };
            wanted.outcomes.iter().map(of_outcome).sum::<usize>() + weights + 2 * self.points.len()
        };
        self.systems.iter().map(of_system).sum()
    }

    /// An estimate of the multiplications on this many rows.
    fn work(&self, rows: usize) -> f64 {
        let rows = rows as f64;
        let of_system = |wanted: &TaskSystem| {
            let width = wanted.plan.width() as f64;
            // Without an adjustment set, the system of a factor has the size of its rank.
            let is_small = wanted.plan.rows.is_some() && wanted.system.estimand.adjustment.is_empty();
            let solving = if is_small { rows * width * width } else { rows * rows * (rows / 6.0 + width) };
            solving + (wanted.outcomes.len() * USUAL_RANK) as f64 * rows * width
        };
        self.systems.iter().map(of_system).sum()
    }
}

/// The tasks of all wanted contrasts, those with most work first, each of which takes at most `most` numbers for each
/// part where that is possible.
pub(crate) fn tasks(
    data: &EffectData,
    wanted: &WantedContrasts,
    most: usize,
    most_work: f64,
) -> Result<Vec<EffectTask>, ContSidError> {
    let mut grouped: BTreeMap<NodeSet, Vec<OutcomeContrast<System>>> = BTreeMap::new();
    for (contrast, outcomes) in wanted {
        let treatments = contrast.estimates().map(|system| system.estimand.treatments.clone());
        let treatments = treatments.reduce(|one, other| one | &other).expect("a contrast is of one graph at least");
        let wanted = OutcomeContrast { contrast: contrast.clone(), outcomes: outcomes.clone() };
        grouped.entry(treatments).or_default().push(wanted);
    }
    let mut tasks = Vec::new();
    for (treatments, contrasts) in grouped {
        let points = Arc::new(data.points(&treatments)?);
        split(data, &treatments, &points, &contrasts, most, &mut tasks);
    }
    let rows = data.most_rows();
    let work: f64 = tasks.iter().map(|task| task.work(rows)).sum();
    if work > most_work {
        let systems = tasks.iter().map(|task| task.systems.len()).sum();
        return Err(ContSidError::TooMuchWork { systems, rows, factor: work / most_work });
    }
    tasks.sort_by(|one, other| other.work(rows).total_cmp(&one.work(rows)));
    Ok(tasks)
}

/// One task, or two with half of the outcomes or of the contrasts each, and so on, until each takes little memory.
fn split(
    data: &EffectData,
    treatments: &NodeSet,
    points: &Arc<TaskPoints>,
    wanted: &[OutcomeContrast<System>],
    most: usize,
    tasks: &mut Vec<EffectTask>,
) {
    let task = EffectTask::new(data, treatments, points, wanted);
    let outcomes: BTreeSet<NodeId> = wanted.iter().flat_map(|wanted| wanted.outcomes.iter()).collect();
    let outcomes: Vec<NodeId> = outcomes.into_iter().collect();
    if (outcomes.len() < 2 && wanted.len() < 2) || task.numbers(data) <= most {
        return tasks.push(task);
    }
    if outcomes.len() < 2 {
        for half in wanted.chunks(wanted.len().div_ceil(2)) {
            split(data, treatments, points, half, most, tasks);
        }
        return;
    }
    for half in outcomes.chunks(outcomes.len().div_ceil(2)) {
        let half = NodeSet::of(data.node_count(), half.iter().copied());
        let of_half: Vec<_> = wanted.iter().filter_map(|wanted| wanted.restricted_to(&half)).collect();
        split(data, treatments, points, &of_half, most, tasks);
    }
}
