//! Fixes that build on each other.

use super::fix::{FixOutcome, FixScorer, fixes, with_edge_of};
use super::{ComparisonData, ComparisonError, ComparisonOptions, Fix};
use crate::distance::EdgeChange;
use crate::distance::bounds::Span;
use crate::effect::{Difference, Effects, Estimate, Score};
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
    /// Cross-fitted contSID afterwards, if the rows are in parts.
    pub crossfit: Option<Span<Estimate>>,
    /// Cross-fitted contSID afterwards less that of the learnt graph, on the same parts; of classes that of the worst
    /// members. None where errors are not known.
    pub crossfit_change: Option<Difference>,
}

/// The fixes of a learnt graph that help most, each chosen after those before it, until none helps; `most` at most.
///
/// Each step is the first of [`fixes`] for the graph that the steps before it left. So a step may fix what two mistakes
/// hide together, where single fixes do not. `single` are the fixes of the learnt graph, which give the first step.
/// A step is chosen by contSID from all rows, or by SID without them; its standard error is cross-fitted. The chosen
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
/// let single = fixes(&truth, &learnt, &options, None, &execution)?;
/// let data = ComparisonData { all_rows: None, parts: None };
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
    let (mut graphs, mut chosen) = (vec![learnt.clone()], Vec::new());
    let mut best = single.first().cloned();
    while let Some(fix) = best.filter(Fix::helps) {
        let graph = with_edge_of(truth, &graphs[graphs.len() - 1], fix.edge);
        best = if chosen.len() + 1 < most {
            fixes(truth, &graph, options, data.all_rows, execution)?.into_iter().next()
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
    let scorer = FixScorer::new(truth, options, data.all_rows, execution)?;
    let distances = scorer.distances(&classes.iter().collect::<Vec<_>>())?;
    let scores = crossfitted(&scorer, &classes, data)?;
    let step = |(index, fix): (usize, Fix)| {
        let score = scores[index + 1].as_ref();
        FixStep {
            edge: fix.edge,
            change: fix.change,
            outcome: distances[index + 1].since(&distances[0]),
            crossfit: score.map(|score| score.sum),
            crossfit_change: score.zip(scores[0].as_ref()).and_then(|(score, before)| score.worst_difference(before)),
        }
    };
    Ok(chosen.into_iter().enumerate().map(step).collect())
}

/// Cross-fitted contSID of each class, if the rows are in parts.
fn crossfitted(
    scorer: &FixScorer<'_>,
    classes: &[GraphClass],
    data: ComparisonData<'_>,
) -> Result<Vec<Option<Score>>, ComparisonError> {
    let Some(parts) = data.parts else { return Ok(vec![None; classes.len()]) };
    let effects = Effects::Single { selection: &scorer.selection, limits: scorer.options.contsid_limits };
    Ok(parts.scores(&scorer.truth, &classes.iter().collect::<Vec<_>>(), effects, scorer.execution)?)
}
