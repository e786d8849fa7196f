//! The interventions on one column or on several at once.

use super::{Factor, InterventionPoints, Interventions};
use crate::effect::ContSidError;
use crate::effect::estimate::basis::even_ranks;
use crate::numeric::Matrix;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The most joint values from combining the values of several columns.
const MOST_POINTS: usize = 10_000;

/// There are more joint values than [`MOST_POINTS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooManyPoints {
    count: u64,
}

impl TooManyPoints {
    /// The error for treatments with these names.
    pub(crate) fn of(self, treatments: Vec<String>) -> ContSidError {
        ContSidError::TooManyPoints { treatments, count: self.count, limit: MOST_POINTS }
    }
}

/// Joint values of some columns, with weights that sum to one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointPoints {
    /// The values of each column, in increasing order of columns, at the points.
    pub(crate) columns: Vec<Vec<f64>>,
    pub(crate) weights: Vec<f64>,
}

impl JointPoints {
    /// The points of several columns, in increasing order.
    ///
    /// Columns set to observed values take them from the same row, and columns with values of one table from the same
    /// row of that table; all others are combined. So the points of some columns have the same distribution whatever
    /// the other columns are.
    pub(crate) fn of(columns: &[SettableColumn<'_>]) -> Result<Self, TooManyPoints> {
        if let [one] = columns {
            let points = one.points();
            return Ok(Self { columns: vec![points.values().to_vec()], weights: points.weights().to_vec() });
        }
        let groups = groups(columns);
        let parts: Vec<Self> = groups.iter().map(|group| Self::together(columns, group)).collect();
        let count = parts.iter().fold(1_u64, |product, part| product.saturating_mul(part.len() as u64));
        // Observed rows need no limit: the system already has one row for each.
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
                let values: Vec<&[f64]> = group.iter().map(|&index| columns[index].values.as_ref()).collect();
                Self::observed(&values, usize::MAX).0
            }
            _ => Self {
                columns: group.iter().map(|&index| columns[index].points().values().to_vec()).collect(),
                weights: first.points().weights().to_vec(),
            },
        }
    }

    /// The observed rows of some columns in increasing order, each different one once, and the rows that show each.
    /// More than `most` rows are represented by this many, evenly by rank.
    pub(crate) fn observed(values: &[&[f64]], most: usize) -> (Self, Vec<Vec<usize>>) {
        let mut sorted: Vec<usize> = (0..values.first().map_or(0, |column| column.len())).collect();
        sorted.sort_unstable_by(|&a, &b| compare(values, a, b).then(a.cmp(&b)));
        let chosen: Vec<usize> = even_ranks(sorted.len(), most).map(|rank| sorted[rank]).collect();
        let points = chosen.chunk_by(|&a, &b| compare(values, a, b).is_eq());
        let shown: Vec<Vec<usize>> = points.map(<[usize]>::to_vec).collect();
        let at = |column: &&[f64]| shown.iter().map(|rows| column[rows[0]]).collect();
        let weights = shown.iter().map(|rows| rows.len() as f64 / chosen.len() as f64).collect();
        (Self { columns: values.iter().map(at).collect(), weights }, shown)
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

    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The values of all columns at a point.
    pub(crate) fn at(&self, index: usize) -> Vec<f64> {
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

/// The order of two rows by their values, the first column first.
fn compare(values: &[&[f64]], a: usize, b: usize) -> Ordering {
    // Adding zero makes negative zero positive: the two are equal values.
    let orders = values.iter().map(|column| (column[a] + 0.0).total_cmp(&(column[b] + 0.0)));
    orders.fold(Ordering::Equal, Ordering::then)
}

/// The values of a column on all rows, and the interventions on it.
#[derive(Clone)]
pub(crate) struct SettableColumn<'a> {
    pub(crate) values: Cow<'a, [f64]>,
    pub(crate) interventions: &'a Interventions,
}

impl SettableColumn<'_> {
    fn points(&self) -> InterventionPoints {
        self.interventions.points(&self.values)
    }
}

/// The interventions on some columns: w(x) for all of them is M E, where M solves the system for the right sides.
pub(crate) struct InterventionPlan {
    pub(crate) points: JointPoints,
    /// Eᵀ, the rows of L at the points, if the right sides are the columns of the kernel's factor L; otherwise they are
    /// k(x⁽ˢ⁾, x) for each point x, and E is the identity.
    pub(crate) rows: Option<Matrix>,
}

impl InterventionPlan {
    /// The number of right sides of the system.
    pub(crate) fn width(&self) -> usize {
        self.rows.as_ref().map_or(self.points.len(), Matrix::column_count)
    }

    /// The mean over the interventions x of ‖C e(x)‖², for matrices C with a column for each right side.
    pub(crate) fn mean_square(&self) -> impl Fn(&Matrix) -> f64 + use<> {
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

/// The factor's row at the first observed value equal to each of the points, if there are more points than columns of
/// the factor and all are observed.
pub(crate) fn rows_at(factor: &Factor, values: &[f64], points: &[f64]) -> Option<Matrix> {
    if factor.rank() >= points.len() {
        return None;
    }
    let mut sorted: Vec<usize> = (0..values.len()).collect();
    sorted.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let first = |point: &f64| {
        let index = sorted.partition_point(|&row| values[row] < *point);
        sorted.get(index).copied().filter(|&row| values[row] == *point)
    };
    let indices = points.iter().map(first).collect::<Option<Vec<usize>>>()?;
    Some(factor.transposed.gathered(&indices).transposed())
}
