//! What fixes do, as JSON.

use super::values::node_names;
use contsid::comparison::{ComparisonData, ComparisonError, ComparisonOptions, Fix, FixOutcome, FixStep};
use contsid::comparison::{EdgeChange, fix_steps, fixes};
use contsid::execution::Execution;
use contsid::graph::{Edge, EdgeKind, MixedGraph, NodeNames, NodeSet};
use contsid::named::Named;
use serde::Serialize;

/// The most fixes that build on each other: each asks again what every other fix would do.
pub(crate) const MOST_STEPS: usize = 5;

/// The fixes of one learnt graph.
#[derive(Clone, Debug)]
pub struct GraphFixes {
    /// Each alone, the most rewarding first.
    single: Vec<Fix>,
    /// Fixes that build on each other.
    steps: Vec<FixStep>,
}

impl GraphFixes {
    /// Tries all fixes of a learnt graph.
    ///
    /// # Errors
    ///
    /// If the graphs cannot be compared, a system cannot be solved, or the computation is stopped.
    pub fn new(
        truth: &MixedGraph,
        learnt: &MixedGraph,
        options: &ComparisonOptions,
        data: ComparisonData<'_>,
        execution: &Execution<'_>,
    ) -> Result<Self, ComparisonError> {
        let single = fixes(truth, learnt, options, data, execution)?;
        let steps = fix_steps(truth, learnt, &single, MOST_STEPS, options, data, execution)?;
        Ok(Self { single, steps })
    }

    /// The object for programs.
    pub fn object<'a>(&'a self, names: &'a NodeNames) -> FixesObject<'a> {
        let single = |fix: &'a Fix| FixObject {
            blocked: fix.outcome.as_ref().err().map(|error| {
                let nodes = NodeSet::of(names.len(), error.nodes().iter().copied());
                node_names(&nodes, names)
            }),
            ..FixObject::new(fix.edge, fix.change, fix.outcome.as_ref().ok(), names)
        };
        let step = |step: &'a FixStep| FixObject::new(step.edge, step.change, Some(&step.outcome), names);
        FixesObject {
            fixes: self.single.iter().map(single).collect(),
            fix_steps: self.steps.iter().map(step).collect(),
        }
    }
}

/// What each fix does alone, and what fixes do that build on each other.
#[derive(Debug, Serialize)]
pub struct FixesObject<'a> {
    fixes: Vec<FixObject<'a>>,
    fix_steps: Vec<FixObject<'a>>,
}

/// One edge made as in the truth, and the distances afterwards; their changes are those since the learnt graph.
#[derive(Debug, Serialize)]
struct FixObject<'a> {
    change: &'static str,
    from: &'a str,
    to: &'a str,
    directed: bool,
    #[serde(flatten)]
    outcome: Option<&'a FixOutcome>,
    /// The nodes of the cycle that the fix alone would close.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<Vec<&'a str>>,
}

impl<'a> FixObject<'a> {
    fn new(edge: Edge, change: EdgeChange, outcome: Option<&'a FixOutcome>, names: &'a NodeNames) -> Self {
        Self {
            change: change.name(),
            from: names.name(edge.from),
            to: names.name(edge.to),
            directed: edge.kind == EdgeKind::Directed,
            outcome,
            blocked: None,
        }
    }
}
