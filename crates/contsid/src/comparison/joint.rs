//! Interventions on several variables at once, for directed and undirected graphs.

use crate::distance::Selection;
use crate::distance::bounds::Span;
use crate::distance::contsid::{ContSidError, JointBounds, JointContSid, JointLimits, Prepared, TreatmentSets};
use crate::execution::Execution;
use crate::graph::{GraphClass, GraphPair};

/// contSID of joint interventions, or its bounds.
#[derive(Clone, Debug, PartialEq)]
pub enum JointScore {
    /// Both graphs are directed.
    Determined(JointContSid),
    /// One of them leaves edges undirected.
    Bounded(JointBounds),
}

impl JointScore {
    /// contSID of joint interventions if both classes have one member, otherwise its bounds.
    ///
    /// # Errors
    ///
    /// As [`Prepared::joint`] and [`Prepared::joint_bounds`].
    pub fn new(
        pair: GraphPair<'_, GraphClass>,
        data: &Prepared,
        sets: &TreatmentSets,
        selection: &Selection,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        match pair.only_members() {
            Some(members) => data.joint(members, sets, selection, limits, execution).map(Self::Determined),
            None => data.joint_bounds(pair, sets, selection, limits, execution).map(Self::Bounded),
        }
    }

    /// The smallest and the largest sum over the members of both graphs.
    pub fn sum(&self) -> Span<f64> {
        match self {
            Self::Determined(joint) => Span::point(joint.sum),
            Self::Bounded(bounds) => bounds.sum,
        }
    }

    /// The smallest and the largest mean over the pairs that are not left out; none if all may be.
    pub fn mean(&self) -> Option<Span<f64>> {
        match self {
            Self::Determined(joint) => joint.mean.map(Span::point),
            Self::Bounded(bounds) => bounds.mean,
        }
    }

    /// The smallest and the largest number of pairs that are left out.
    pub fn left_out(&self) -> Span<usize> {
        match self {
            Self::Determined(joint) => Span::point(joint.left_out),
            Self::Bounded(bounds) => bounds.left_out,
        }
    }

    /// The number of pairs, left out or not.
    pub fn pair_count(&self) -> usize {
        match self {
            Self::Determined(joint) => joint.pairs.len(),
            Self::Bounded(bounds) => bounds.pairs.len(),
        }
    }
}
