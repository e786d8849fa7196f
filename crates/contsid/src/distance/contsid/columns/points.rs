//! The interventions on one column or on several at once.

use super::{Columns, Factor, InterventionPoints, Interventions, PreparedColumn};
use crate::distance::contsid::{ContSidError, ContSidOptions};
use crate::graph::{NodeId, NodeSet};
use crate::numeric::Matrix;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

/// The most joint values from combining the values of several columns.
const MOST_POINTS: usize = 10_000;

/// There are more joint values than [`MOST_POINTS`].
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct TooManyPoints {
    count: u64,
}

impl TooManyPoints {
    /// The error for treatments with these names.
    pub(in super::super) fn of(self, treatments: Vec<String>) -> ContSidError {
        ContSidError::TooManyPoints { treatments, count: self.count, limit: MOST_POINTS }
    }
}

/// Joint values of some columns, with weights that sum to one.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct JointPoints {
    /// The values of each column, in increasing order of columns, at the points.
    pub(in super::super) columns: Vec<Vec<f64>>,
    pub(in super::super) weights: Vec<f64>,
}

impl JointPoints {
    /// The points of one column.
    fn of_one(points: &InterventionPoints) -> Self {
        Self { columns: vec![points.values().to_vec()], weights: points.weights().to_vec() }
    }

    /// The points of several columns, in increasing order.
    ///
    /// Columns set to observed values take them from the same row, and columns with values of one table from the same
    /// row of that table; all others are combined. So the points of some columns have the same distribution whatever
    /// the other columns are.
    pub(in super::super) fn of(columns: &[SettableColumn<'_>]) -> Result<Self, TooManyPoints> {
        let groups = groups(columns);
        let parts: Vec<Self> = groups.iter().map(|group| Self::together(columns, group)).collect();
        let count = parts.iter().fold(1_u64, |product, part| product.saturating_mul(part.len() as u64));
        // Observed rows are never too many: the system is as large.
        if parts.len() > 1 && count > MOST_POINTS as u64 {
            return Err(TooManyPoints { count });
        }
        Ok(Self::combined(columns.len(), &groups, &parts))
    }

    /// The points of columns that take values of the same rows, or of one column.
    fn together(columns: &[SettableColumn<'_>], group: &[usize]) -> Self {
        let first = &columns[group[0]];
        match first.interventions {
            Interventions::Observed => {
                let values = group.iter().map(|&index| columns[index].values.to_vec());
                distinct_rows(&values.collect::<Vec<_>>())
            }
            _ => Self {
                columns: group.iter().map(|&index| columns[index].points.values().to_vec()).collect(),
                weights: first.points.weights().to_vec(),
            },
        }
    }

    /// All combinations of the points of the parts; part g holds the values of the columns `groups[g]`.
    fn combined(width: usize, groups: &[Vec<usize>], parts: &[Self]) -> Self {
        let count: usize = parts.iter().map(Self::len).product();
        let (mut columns, mut weights, mut repeat) = (vec![Vec::new(); width], vec![1.0; count], count);
        for (group, part) in groups.iter().zip(parts) {
            repeat /= part.len();
            let at = |index: usize| index / repeat % part.len();
            for (&column, values) in group.iter().zip(&part.columns) {
                columns[column] = (0..count).map(|index| values[at(index)]).collect();
            }
            weights.iter_mut().enumerate().for_each(|(index, weight)| *weight *= part.weights[at(index)]);
        }
        Self { columns, weights }
    }

    /// For each of these points, the index of its values of the columns `kept` among `points`.
    ///
    /// # Panics
    ///
    /// If there is no such point.
    pub(in super::super) fn indices_in(&self, kept: &[usize], points: &Self) -> Vec<usize> {
        let mut sorted: Vec<usize> = (0..points.len()).collect();
        sorted.sort_by(|&a, &b| compare(points, a, points, b));
        let projected =
            Self { columns: kept.iter().map(|&column| self.columns[column].clone()).collect(), weights: Vec::new() };
        let index = |own: usize| {
            let found = sorted.binary_search_by(|&other| compare(points, other, &projected, own));
            sorted[found.expect("the values of a point's columns are a point of these columns")]
        };
        (0..self.len()).map(index).collect()
    }

    /// The number of points.
    pub(in super::super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The values of all columns at a point.
    pub(in super::super) fn at(&self, index: usize) -> Vec<f64> {
        self.columns.iter().map(|column| column[index]).collect()
    }
}

/// Groups of columns, by index, whose values are taken from the same rows.
fn groups(columns: &[SettableColumn<'_>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        let together = |group: &&mut Vec<usize>| {
            let first = &columns[group[0]];
            match (first.interventions, column.interventions) {
                (Interventions::Observed, Interventions::Observed) => true,
                (Interventions::Points(first), Interventions::Points(other)) => first.same_table(other),
                _ => false,
            }
        };
        match groups.iter_mut().find(together) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// The distinct rows of some columns in increasing order, each weighted by how often it occurs.
fn distinct_rows(values: &[Vec<f64>]) -> JointPoints {
    let rows = values.first().map_or(0, Vec::len);
    let all = JointPoints { columns: values.to_vec(), weights: vec![1.0; rows] };
    let mut sorted: Vec<usize> = (0..rows).collect();
    sorted.sort_by(|&a, &b| compare(&all, a, &all, b).then(a.cmp(&b)));
    let groups: Vec<&[usize]> = sorted.chunk_by(|&a, &b| compare(&all, a, &all, b).is_eq()).collect();
    JointPoints {
        columns: values.iter().map(|column| groups.iter().map(|group| column[group[0]]).collect()).collect(),
        weights: groups.iter().map(|group| group.len() as f64 / rows as f64).collect(),
    }
}

/// The order of two points by their values, the first column first.
fn compare(left: &JointPoints, a: usize, right: &JointPoints, b: usize) -> Ordering {
    // Adding zero makes negative zero positive: the two are equal values.
    let values = left.columns.iter().zip(&right.columns);
    values
        .map(|(left, right)| (left[a] + 0.0).total_cmp(&(right[b] + 0.0)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The interventions on some columns: w(x) for all of them is M E, where M solves the system for the right sides.
pub(in super::super) struct InterventionPlan {
    pub(in super::super) points: JointPoints,
    /// Eᵀ, the rows of L at the points, if the right sides are the columns of the kernel's factor L; otherwise they are
    /// k(x⁽ˢ⁾, x) for each point x, and E is the identity.
    pub(in super::super) rows: Option<Arc<Matrix>>,
}

impl InterventionPlan {
    /// These interventions on one column; `rows` come from its factor if all points are observed values.
    pub(in super::super) fn of_one(
        column: &PreparedColumn,
        interventions: &Interventions,
        points: &InterventionPoints,
    ) -> Self {
        let values: Vec<f64> = column.kernel.values().collect();
        let rows = match (interventions, column.factor()) {
            (Interventions::Observed, Some(factor)) => rows_at(factor, &values, points.values()).map(Arc::new),
            _ => None,
        };
        Self { points: JointPoints::of_one(points), rows }
    }

    /// The number of right sides of the system.
    pub(in super::super) fn width(&self) -> usize {
        self.rows.as_ref().map_or(self.points.len(), |rows| rows.column_count())
    }

    /// The mean over the interventions x of ‖C e(x)‖², for matrices C with a column for each right side.
    pub(in super::super) fn mean_square(&self) -> impl Fn(&Matrix) -> f64 {
        let weights = self.points.weights.clone();
        let moments = self.rows.as_ref().map(|rows| {
            let mut weighted = Matrix::clone(rows);
            weighted.scale_rows(&weights);
            rows.transpose_times(&weighted)
        });
        move |matrix| match &moments {
            Some(moments) => matrix.times(moments).inner(matrix),
            None => matrix.squared_norms().iter().zip(&weights).map(|(square, weight)| square * weight).sum(),
        }
    }
}

/// The interventions on one column alone.
struct ColumnPlan {
    interventions: Interventions,
    points: InterventionPoints,
    plan: Arc<InterventionPlan>,
}

impl ColumnPlan {
    fn new(column: &PreparedColumn, interventions: &Interventions) -> Self {
        let points = interventions.points(&column.kernel.values().collect::<Vec<_>>());
        let plan = Arc::new(InterventionPlan::of_one(column, interventions, &points));
        Self { interventions: interventions.clone(), points, plan }
    }
}

/// The values of a column on all rows, and the interventions on it.
#[derive(Clone)]
pub(in super::super) struct SettableColumn<'a> {
    pub(in super::super) values: Cow<'a, [f64]>,
    pub(in super::super) interventions: &'a Interventions,
    /// The points of the column alone.
    pub(in super::super) points: Cow<'a, InterventionPoints>,
}

/// The interventions on each column, and on columns that are set together.
pub(in super::super) struct InterventionPlans(Vec<ColumnPlan>);

impl InterventionPlans {
    /// The interventions of the options, for columns with all their rows.
    pub(in super::super) fn new(columns: &Columns, options: &ContSidOptions) -> Self {
        let nodes = NodeId::all(columns.len());
        let plan = |node| ColumnPlan::new(columns.column(node), options.interventions.of(columns.name(node)));
        Self(nodes.map(plan).collect())
    }

    /// The values that a column is set to alone.
    pub(in super::super) fn points(&self, treatment: NodeId) -> &InterventionPoints {
        &self.0[treatment.index()].points
    }

    /// The interventions on each column alone.
    pub(in super::super) fn single(&self) -> impl ExactSizeIterator<Item = &InterventionPlan> {
        self.0.iter().map(|column| column.plan.as_ref())
    }

    /// The interventions on some columns together; `columns` must be those that the plans were made from.
    ///
    /// # Errors
    ///
    /// If there are too many joint values.
    pub(in super::super) fn of(
        &self,
        columns: &Columns,
        treatments: &NodeSet,
    ) -> Result<Arc<InterventionPlan>, ContSidError> {
        let mut nodes = treatments.iter();
        if let (Some(only), None) = (nodes.next(), nodes.next()) {
            return Ok(Arc::clone(&self.0[only.index()].plan));
        }
        let settable = treatments.iter().map(|node| SettableColumn {
            values: columns.column(node).kernel.values().collect::<Vec<_>>().into(),
            interventions: &self.0[node.index()].interventions,
            points: Cow::Borrowed(&self.0[node.index()].points),
        });
        let points = JointPoints::of(&settable.collect::<Vec<_>>())
            .map_err(|too_many| too_many.of(columns.names_of(treatments)))?;
        Ok(Arc::new(InterventionPlan { points, rows: None }))
    }
}

/// The factor's row at the first value equal to each of the sorted points, if there are more points than columns of the
/// factor.
fn rows_at(factor: &Factor, values: &[f64], points: &[f64]) -> Option<Matrix> {
    if factor.rank() >= points.len() {
        return None;
    }
    let mut indices = vec![0; points.len()];
    for (row, &value) in values.iter().enumerate().rev() {
        indices[points.partition_point(|&point| point < value)] = row;
    }
    Some(factor.transposed.gathered(&indices).transposed())
}
