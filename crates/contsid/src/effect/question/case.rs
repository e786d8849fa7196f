//! Which case of the definition a pair of nodes is in.

use crate::graph::NodeSet;
use std::fmt;

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
