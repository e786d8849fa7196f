//! The interventions on one column or on several at once.

use super::InterventionPoints;
use crate::numeric::Matrix;

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

    /// The number of points.
    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The values of all columns at a point.
    pub(super) fn at(&self, place: usize) -> Vec<f64> {
        self.columns.iter().map(|column| column[place]).collect()
    }
}

/// The interventions on some columns: w(x) for all of them is M E, where M solves the system for the right sides.
pub(super) struct Plan {
    pub(super) points: JointPoints,
    /// E = Lᵀ at the points, where the right sides are the columns of the factor L of the columns' kernel; without it they
    /// are k(x⁽ˢ⁾, x) for each point x, and E is the identity.
    pub(super) expansion: Option<Matrix>,
}

impl Plan {
    /// How many right sides the system has.
    pub(super) fn width(&self) -> usize {
        self.expansion.as_ref().map_or(self.points.len(), Matrix::row_count)
    }
}
