//! What every part is asked: systems to be solved, and the interventions at which contrasts are estimated.

use super::basis::even_ranks;
use super::columns::{InterventionPlan, Interventions, JointPoints, SettableColumn, TooManyPoints};
use super::rows::{PartGrid, Partition, PointShares};
use super::systems::System;
use crate::effect::question::OutcomeContrast;
use crate::graph::{NodeId, NodeSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The largest number of observed interventions: more rows are represented by this many, evenly by rank.
const MOST_POINTS: usize = 1000;

/// The number of observed interventions at which other estimates check the guided one, evenly by rank.
const CHECKED_POINTS: usize = 128;

/// Contrasts whose treatments, of both graphs together, are the same.
pub(crate) struct EffectTask {
    pub(crate) treatments: NodeSet,
    pub(crate) points: Arc<TaskPoints>,
    /// In increasing order.
    pub(crate) systems: Vec<TaskSystem>,
    pub(crate) contrasts: Vec<OutcomeContrast<System>>,
}

/// A system that every part solves.
pub(crate) struct TaskSystem {
    pub(crate) system: System,
    pub(crate) plan: Arc<InterventionPlan>,
    /// The outcomes that it is needed for, in increasing order.
    pub(crate) outcomes: Vec<NodeId>,
}

impl EffectTask {
    /// The index of one of its systems.
    pub(crate) fn index_of(&self, system: &System) -> usize {
        self.systems.binary_search_by(|wanted| wanted.system.cmp(system)).expect("contrasts are of systems of the task")
    }
}

/// Joint values of some treatments, and how much each counts.
#[derive(Clone, Debug)]
pub(crate) struct TaskPoints {
    /// For each treatment its value at each point.
    pub(crate) columns: Vec<Vec<f64>>,
    pub(crate) shares: PointShares,
    /// How much the first points count, at which other estimates check the guided one.
    pub(crate) checked: Option<PointShares>,
}

impl TaskPoints {
    /// Observed values of all treatments together, if all are set to observed values; what was chosen otherwise.
    pub(crate) fn of_parts(
        treatments: &[SettableColumn<'_>],
        partition: &Partition,
        grid: PartGrid,
        is_checked: bool,
    ) -> Result<Self, TooManyPoints> {
        if treatments.iter().all(|treatment| *treatment.interventions == Interventions::Observed) {
            let values: Vec<&[f64]> = treatments.iter().map(|treatment| treatment.values.as_ref()).collect();
            return Ok(Self::observed(&values, partition, grid, is_checked));
        }
        let all = Self::all(treatments)?;
        Ok(Self { checked: is_checked.then(|| all.shares.clone()), ..all })
    }

    /// All values of the interventions: they belong to no part.
    pub(crate) fn all(treatments: &[SettableColumn<'_>]) -> Result<Self, TooManyPoints> {
        let points = JointPoints::of(treatments)?;
        Ok(Self { shares: PointShares::chosen(points.weights), columns: points.columns, checked: None })
    }

    /// The observed rows of some columns. An observed row belongs to the part of its row.
    fn observed(values: &[&[f64]], partition: &Partition, grid: PartGrid, is_checked: bool) -> Self {
        let (mut points, mut shown) = JointPoints::observed(values, MOST_POINTS);
        let checked = is_checked.then(|| {
            // Some points come first, evenly by rank.
            let mut order: Vec<usize> = (0..shown.len()).collect();
            let is_even: BTreeSet<usize> = even_ranks(shown.len(), CHECKED_POINTS).collect();
            order.sort_by_key(|rank| !is_even.contains(rank));
            for column in &mut points.columns {
                *column = order.iter().map(|&rank| column[rank]).collect();
            }
            shown = order.iter().map(|&rank| shown[rank].clone()).collect();
            point_shares(&shown[..is_even.len()], partition, grid)
        });
        Self { columns: points.columns, shares: point_shares(&shown, partition, grid), checked }
    }

    /// The points of some of the treatments.
    pub(crate) fn of(&self, treatments: &NodeSet, own: &NodeSet) -> JointPoints {
        let kept = treatments.iter().zip(&self.columns).filter(|(node, _)| own.contains(*node));
        JointPoints { columns: kept.map(|(_, values)| values.clone()).collect(), weights: self.shares.shares.clone() }
    }

    /// The number of points.
    pub(crate) fn len(&self) -> usize {
        self.shares.shares.len()
    }
}

/// How much points count, given the rows that show each: in all, and for the parts of these rows.
fn point_shares(shown: &[Vec<usize>], partition: &Partition, grid: PartGrid) -> PointShares {
    let mut counts = vec![vec![0.0; shown.len()]; grid.estimates()];
    for repeat in 0..grid.repeats {
        let labels = partition.labels(repeat);
        for (point, rows) in shown.iter().enumerate() {
            for &row in rows {
                counts[repeat * grid.groups + grid.group_of(labels[row] as usize)][point] += 1.0;
            }
        }
    }
    let total: usize = shown.iter().map(Vec::len).sum();
    PointShares::of_all(shown.iter().map(|rows| rows.len() as f64 / total as f64).collect(), &counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_belongs_to_the_parts_of_the_rows_that_show_it() {
        let labels: Vec<u32> = (0..40).map(|row| row % 2).collect();
        let partition = Partition::given(&[labels], 40).unwrap();
        // 5 stands in rows 0, 4, 8, …, all of part 0, and 7 in all others.
        let values: Vec<f64> = (0..40).map(|row| if row % 4 == 0 { 5.0 } else { 7.0 }).collect();
        let found = TaskPoints::observed(&[&values], &partition, PartGrid::new(1, 2), false);
        assert_eq!(found.columns, [[5.0, 7.0]]);
        assert_eq!(found.shares.shares, [0.25, 0.75]);
        assert_eq!([found.shares.own(0), found.shares.own(1)], [[0.5, 0.5], [0.0, 1.0]]);
    }

    #[test]
    fn many_rows_are_represented_by_a_thousand() {
        let rows = 2500;
        let labels: Vec<u32> = (0..rows).map(|row| row % 3).collect();
        let partition = Partition::given(&[labels], rows as usize).unwrap();
        let values: Vec<f64> = (0..rows).map(|row| f64::from(row * 7 % rows)).collect();
        let found = TaskPoints::observed(&[&values], &partition, PartGrid::new(1, 3), false);
        assert_eq!(found.len(), 1000);
        assert!(found.columns[0].is_sorted() && found.columns[0][0] < 3.0 && found.columns[0][999] > 2496.0);
    }
}
