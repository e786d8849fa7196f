//! What every part is asked.

use super::columns::InterventionPlan;
use super::points::TaskPoints;
use super::systems::System;
use crate::effect::question::Contrast;
use crate::graph::{NodeId, NodeSet};
use std::sync::Arc;

/// Contrasts whose treatments, of both graphs together, are the same.
pub(crate) struct EffectTask {
    pub(crate) treatments: NodeSet,
    pub(crate) points: Arc<TaskPoints>,
    pub(crate) systems: Vec<TaskSystem>,
    pub(crate) contrasts: Vec<TaskContrast>,
}

/// A system that every part solves.
pub(crate) struct TaskSystem {
    pub(crate) system: System,
    pub(crate) plan: Arc<InterventionPlan>,
    /// The outcomes that it is needed for, in increasing order.
    pub(crate) outcomes: Vec<NodeId>,
}

/// A contrast of systems, by their indices in the task, and the outcomes that it is wanted for.
pub(crate) struct TaskContrast {
    pub(crate) contrast: Contrast<usize>,
    pub(crate) wanted: Contrast<System>,
    pub(crate) outcomes: Vec<NodeId>,
}
