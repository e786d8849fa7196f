//! Fixes that build on each other.

use super::fix::{FixOutcome, FixScorer, fixes, with_edge_of};
use super::{ComparisonData, ComparisonError, ComparisonOptions, Fix};
use crate::distance::EdgeChange;
use crate::execution::Execution;
use crate::graph::{Edge, GraphClass, MixedGraph};

/// One of several fixes that build on each other, and the distances after it and all before it.
#[derive(Clone, Debug, PartialEq)]
pub struct FixStep {
    /// The edge as in the truth; as in the graph before the step if the truth has none there.
    pub edge: Edge,
    /// The correction.
    pub change: EdgeChange,
    /// The distances afterwards; their changes are those since the learnt graph.
    pub outcome: FixOutcome,
}

/// The fixes of a learnt graph that help most, each chosen after those before it, until none helps; `most` at most.
///
/// Each step is the first of [`fixes`] for the graph that the steps before it left. So a step may fix what two mistakes
/// hide together, where single fixes do not. `single` are the fixes of the learnt graph, which give the first step.
/// A step is chosen by cross-fitted contSID, without parts by contSID from all rows, without data by SID. The chosen
/// step is the best of many, so its gain is estimated too high where gains are within noise.
///
/// # Errors
///
/// If the graphs cannot be compared, a system cannot be solved, or the computation is stopped.
///
/// ```
/// use contsid::comparison::{ComparisonData, ComparisonOptions, fix_steps, fixes};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let truth = MixedGraph::from_edges(3, [Edge::directed(a, b), Edge::directed(b, c)])?;
/// let learnt = MixedGraph::from_edges(3, [Edge::directed(b, a), Edge::directed(c, b)])?;
/// let (options, execution) = (ComparisonOptions::default(), Execution::default());
/// let data = ComparisonData::default();
/// let single = fixes(&truth, &learnt, &options, data, &execution)?;
/// let steps = fix_steps(&truth, &learnt, &single, 5, &options, data, &execution)?;
/// assert_eq!(steps.len(), 2);
/// assert_eq!(steps[1].outcome.sid.upper, 0, "both edges are right then");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fix_steps(
    truth: &MixedGraph,
    learnt: &MixedGraph,
    single: &[Fix],
    most: usize,
    options: &ComparisonOptions,
    data: ComparisonData<'_>,
    execution: &Execution<'_>,
) -> Result<Vec<FixStep>, ComparisonError> {
    // What chooses no step is asked for once, of the chosen steps.
    let choosing = ComparisonData { all_rows: data.all_rows.filter(|_| data.parts.is_none()), ..data };
    let (mut graphs, mut chosen) = (vec![learnt.clone()], Vec::new());
    let mut best = single.first().cloned();
    while let Some(fix) = best.filter(Fix::helps) {
        let graph = with_edge_of(truth, &graphs[graphs.len() - 1], fix.edge);
        best = if chosen.len() + 1 < most {
            fixes(truth, &graph, options, choosing, execution)?.into_iter().next()
        } else {
            None
        };
        graphs.push(graph);
        chosen.push(fix);
    }
    if chosen.is_empty() || most == 0 {
        return Ok(Vec::new());
    }
    let classes = graphs.iter().map(|graph| options.undirected.class_of(graph).map_err(ComparisonError::Learnt));
    let classes = classes.collect::<Result<Vec<GraphClass>, _>>()?;
    let scorer = FixScorer::new(truth, options, data, execution)?;
    let distances = scorer.distances(&classes.iter().collect::<Vec<_>>())?;
    let steps = chosen.into_iter().zip(&distances[1..]).map(|(fix, after)| FixStep {
        edge: fix.edge,
        change: fix.change,
        outcome: after.since(&distances[0]),
    });
    Ok(steps.collect())
}
