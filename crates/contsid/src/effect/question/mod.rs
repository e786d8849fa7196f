//! What must be estimated to answer a question about graphs. This follows from the graphs alone, without data.
//!
//! For each set of treatments and each outcome a graph says that no treatment is relevant, or which are and what to
//! adjust for: an [`Estimand`]. Two graphs together give a [`Contrast`] of two estimands, or of one and the marginal
//! distribution; a single treatment is a set of one. A [`Survey`] lists what graphs say for every choice that their
//! undirected edges leave. The next step, [`estimate`](super::estimate), turns estimands into embeddings.

mod claimed;
mod class;
mod contrasts;
mod graph_view;
mod sets;

pub use claimed::ClaimingGraph;
pub use class::{Effects, JointLimits, contsid_limits};
pub use contrasts::{OutcomeCase, OutcomeContrast, TreatmentContrasts, TreatmentView, contrasts};
pub use graph_view::GraphView;
pub use sets::{MOST_JOINT_PAIRS, TreatmentSets, TreatmentSetsError};

pub(crate) use claimed::claimed_contrasts;
pub(crate) use class::{Survey, member_with, survey};
pub(crate) use graph_view::Proposal;

use crate::graph::NodeSet;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An effect to be estimated: that of the relevant treatments, adjusting for a set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Estimand {
    /// The relevant treatments in the graph.
    pub treatments: NodeSet,
    /// The adjustment set.
    pub adjustment: NodeSet,
}

/// The case of an ordered pair (treatment, outcome), after the paper's section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Case {
    /// `1`: no directed path in either graph; the distance is 0.
    NoPath,
    /// `2a`: a directed path in the true graph only; its intervention distribution is compared with the marginal.
    TruthOnly,
    /// `2b`: a directed path in the learnt graph only; its intervention distribution is compared with the marginal.
    LearntOnly,
    /// `3.1`: directed paths in both, and the graphs agree; the distance is 0.
    Agreed,
    /// `3.2`: directed paths in both, and the graphs do not agree; their intervention distributions are compared.
    Different,
}

impl Case {
    /// `1`, `2a`, `2b`, `3.1` or `3.2`.
    pub fn label(self) -> &'static str {
        match self {
            Self::NoPath => "1",
            Self::TruthOnly => "2a",
            Self::LearntOnly => "2b",
            Self::Agreed => "3.1",
            Self::Different => "3.2",
        }
    }

    /// Whether the true graph's intervention distribution is estimated.
    pub fn needs_truth(self) -> bool {
        matches!(self, Self::TruthOnly | Self::Different)
    }

    /// Whether the learnt graph's intervention distribution is estimated.
    pub fn needs_learnt(self) -> bool {
        matches!(self, Self::LearntOnly | Self::Different)
    }

    /// Whether the distance of a pair in this case must be estimated, given the adjustment sets of both graphs.
    pub fn is_estimated(self, truth: &NodeSet, learnt: &NodeSet) -> bool {
        match self {
            Self::NoPath | Self::Agreed => false,
            Self::TruthOnly | Self::LearntOnly => true,
            // With the same adjustment set the two estimates are equal, whatever the rule of agreement.
            Self::Different => truth != learnt,
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.label())
    }
}

/// Two distributions of an outcome that are compared. `S` is an [`Estimand`], or a system that estimates it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contrast<S> {
    /// Case `2a`: the true graph's estimate against the marginal.
    TruthOnly(S),
    /// Case `2b`: the learnt graph's estimate against the marginal.
    LearntOnly(S),
    /// Case `3.2`: the estimates of both graphs.
    Both {
        /// That of the true graph.
        truth: S,
        /// That of the learnt graph.
        learnt: S,
    },
}

impl<S> Contrast<S> {
    /// The case of the pairs that have this contrast.
    pub fn case(&self) -> Case {
        match self {
            Self::TruthOnly(_) => Case::TruthOnly,
            Self::LearntOnly(_) => Case::LearntOnly,
            Self::Both { .. } => Case::Different,
        }
    }

    /// The true graph's estimate; none for the marginal.
    pub fn truth(&self) -> Option<&S> {
        match self {
            Self::TruthOnly(truth) | Self::Both { truth, .. } => Some(truth),
            Self::LearntOnly(_) => None,
        }
    }

    /// The learnt graph's estimate; none for the marginal.
    pub fn learnt(&self) -> Option<&S> {
        match self {
            Self::LearntOnly(learnt) | Self::Both { learnt, .. } => Some(learnt),
            Self::TruthOnly(_) => None,
        }
    }

    /// One or two estimates, the true graph's first.
    pub fn estimates(&self) -> impl Iterator<Item = &S> {
        self.truth().into_iter().chain(self.learnt())
    }

    /// The same contrast with its estimates mapped.
    pub fn map<T>(&self, mut of: impl FnMut(&S) -> T) -> Contrast<T> {
        match self {
            Self::TruthOnly(truth) => Contrast::TruthOnly(of(truth)),
            Self::LearntOnly(learnt) => Contrast::LearntOnly(of(learnt)),
            Self::Both { truth, learnt } => Contrast::Both { truth: of(truth), learnt: of(learnt) },
        }
    }
}
