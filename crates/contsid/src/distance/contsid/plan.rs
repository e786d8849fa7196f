//! The interventions on one column or on several at once.

use super::column::PreparedColumn;
use super::{InterventionPoints, Interventions};
use crate::numeric::Matrix;
use std::cmp::Ordering;
use std::sync::Arc;

/// Several columns that are set together have at most so many joint values.
pub(super) const MOST_POINTS: usize = 10_000;

/// There are more joint values than [`MOST_POINTS`].
pub(super) struct TooManyPoints {
    pub(super) count: u64,
}

/// Joint values of some columns, with weights that sum to one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JointPoints {
    /// For each column, in increasing order, its value at each point.
    pub(super) columns: Vec<Vec<f64>>,
    pub(super) weights: Vec<f64>,
}

impl JointPoints {
    /// The points of one column.
    pub(super) fn of_one(points: &InterventionPoints) -> Self {
        Self { columns: vec![points.values().to_vec()], weights: points.weights().to_vec() }
    }

    /// The points of several columns, in increasing order.
    ///
    /// Columns that are set to observed values take them from the same rows, columns whose values are columns of one table
    /// from the rows of that table; everything else is combined with everything. So the points of some of the columns have
    /// the same distribution whatever the others are.
    pub(super) fn of(columns: &[&PreparedColumn]) -> Result<Self, TooManyPoints> {
        let groups = groups(columns);
        let parts: Vec<Self> = groups.iter().map(|group| Self::together(columns, group)).collect();
        let count = parts.iter().fold(1_u64, |product, part| product.saturating_mul(part.len() as u64));
        // Observed rows are never too many: a system has as many equations.
        if parts.len() > 1 && count > MOST_POINTS as u64 {
            return Err(TooManyPoints { count });
        }
        Ok(Self::combined(columns.len(), &groups, &parts))
    }

    /// The points of columns that take values of the same rows, or of one column.
    fn together(columns: &[&PreparedColumn], group: &[usize]) -> Self {
        let first = columns[group[0]];
        match first.interventions {
            Interventions::Observed => {
                distinct_rows(&group.iter().map(|&place| columns[place].kernel.values().collect()).collect::<Vec<_>>())
            }
            _ => Self {
                columns: group.iter().map(|&place| columns[place].points.values().to_vec()).collect(),
                weights: first.points.weights().to_vec(),
            },
        }
    }

    /// Every point of each part with every point of the others; part g gives the values of the columns `groups[g]`.
    fn combined(width: usize, groups: &[Vec<usize>], parts: &[Self]) -> Self {
        let count: usize = parts.iter().map(Self::len).product();
        let (mut columns, mut weights, mut repeat) = (vec![Vec::new(); width], vec![1.0; count], count);
        for (group, part) in groups.iter().zip(parts) {
            repeat /= part.len();
            let at = |place: usize| place / repeat % part.len();
            for (&column, values) in group.iter().zip(&part.columns) {
                columns[column] = (0..count).map(|place| values[at(place)]).collect();
            }
            weights.iter_mut().enumerate().for_each(|(place, weight)| *weight *= part.weights[at(place)]);
        }
        Self { columns, weights }
    }

    /// For each of these points the place of its values of some columns, `kept`, among the points of these columns.
    ///
    /// # Panics
    ///
    /// If there is no such point.
    pub(super) fn places_in(&self, kept: &[usize], points: &Self) -> Vec<usize> {
        let mut sorted: Vec<usize> = (0..points.len()).collect();
        sorted.sort_by(|&a, &b| compare(points, a, points, b));
        let projected =
            Self { columns: kept.iter().map(|&column| self.columns[column].clone()).collect(), weights: Vec::new() };
        let place = |own: usize| {
            let found = sorted.binary_search_by(|&other| compare(points, other, &projected, own));
            sorted[found.expect("the values of a point's columns are a point of these columns")]
        };
        (0..self.len()).map(place).collect()
    }

    /// The number of points.
    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The values of all columns at a point.
    pub(super) fn at(&self, place: usize) -> Vec<f64> {
        self.columns.iter().map(|column| column[place]).collect()
    }
}

/// The columns whose values are taken from the same rows, by their places.
fn groups(columns: &[&PreparedColumn]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, column) in columns.iter().enumerate() {
        let together = |group: &&mut Vec<usize>| {
            let first = columns[group[0]];
            match (&first.interventions, &column.interventions) {
                (Interventions::Observed, Interventions::Observed) => true,
                (Interventions::Points(first), Interventions::Points(other)) => first.same_table(other),
                _ => false,
            }
        };
        match groups.iter_mut().find(together) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}

/// The rows of some columns that differ, each weighted by how often it stands there, in increasing order.
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
pub(super) struct Plan {
    pub(super) points: JointPoints,
    /// Eᵀ, the rows of L at the points, where the right sides are the columns of the factor L of the columns' kernel; without
    /// it they are k(x⁽ˢ⁾, x) for each point x, and E is the identity.
    pub(super) rows: Option<Arc<Matrix>>,
}

impl Plan {
    /// How many right sides the system has.
    pub(super) fn width(&self) -> usize {
        self.rows.as_ref().map_or(self.points.len(), |rows| rows.column_count())
    }
}
