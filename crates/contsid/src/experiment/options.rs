//! The options of judging.

use crate::adjustment::AdjustmentRule;
use crate::comparison::Undirected;
use crate::effect::{ContSidOptions, CrossFitOptions, PerColumn};
use crate::graph::NodeSet;
use crate::kernel::{BandwidthChoice, KernelFamily};

/// The options of judging graphs by experiments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgeOptions {
    /// What a graph adjusts for.
    pub adjustment: AdjustmentRule,
    /// The kernels of the columns. The default is that of the numeric columns; categorical columns have the delta
    /// kernel.
    pub kernel: PerColumn<KernelFamily>,
    /// The bandwidths of the columns; the delta kernel needs none.
    pub bandwidth: PerColumn<BandwidthChoice>,
    /// How undirected edges are treated.
    pub undirected: Undirected,
    /// The outcomes to judge; none for all.
    pub outcomes: Option<NodeSet>,
    /// How rows are divided, and the ridge of a part. The division is for the observational rows; each experiment has
    /// its own.
    pub crossfit: CrossFitOptions,
}

impl JudgeOptions {
    /// The outcomes to judge, among this many variables.
    pub(super) fn outcomes(&self, count: usize) -> NodeSet {
        self.outcomes.clone().unwrap_or_else(|| NodeSet::full(count))
    }

    /// The options of an estimate.
    pub(super) fn estimation(&self) -> ContSidOptions {
        ContSidOptions {
            adjustment: self.adjustment,
            kernel: self.kernel.clone(),
            bandwidth: self.bandwidth.clone(),
            ..ContSidOptions::default()
        }
    }
}
