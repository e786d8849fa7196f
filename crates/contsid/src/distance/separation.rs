//! The separations of a learnt graph that the truth does not have.

use super::Mistakes;
use super::Selection;
use super::claims::ClaimError;
use super::marks::check_counts;
use crate::adjustment::EffectGraph;
use crate::adjustment::lanes::Lanes;
use crate::adjustment::questions::{mark, mark_sets, moved_observed};
use crate::adjustment::sweep::{QuestionBlock, SweepGraph, connected};
use crate::execution::{Cancelled, Execution};
use crate::graph::{NodeId, NodeSet};

/// The separation distance: the pairs that a learnt graph separates by a set that does not separate them in the truth.
///
/// For each ordered pair (x, y) of nodes that are not joined in the learnt graph, the set is the minimal one nearest to
/// x: of the ancestors of both, those that open paths from x reach first, and of these those that open paths from y
/// reach. Zero if the truth has all separations of the learnt graph; a learnt graph in which all nodes are joined
/// claims none. Not symmetric. Only selected pairs are counted.
///
/// References: Wahl & Runge (2025), *Separation-based distance measures for causal graphs*, AISTATS; the sets are those
/// of van der Zander & Liśkiewicz (2020), *Finding minimal d-separators in linear time and applications*, UAI.
/// Time O(p² · (p + m) · rounds / 512) for p nodes and m edges.
///
/// # Errors
///
/// If the graphs have different numbers of observed nodes, or the monitor of the execution stops the computation.
///
/// # Panics
///
/// If the selection is for another number of nodes.
///
/// ```
/// use contsid::adjustment::EffectGraph;
/// use contsid::distance::{Selection, separation_mistakes};
/// use contsid::execution::Execution;
/// use contsid::graph::{Dag, NodeId};
///
/// // The learnt graph separates a and c by nothing; in the truth they depend through b.
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let truth = EffectGraph::from(&Dag::from_edges(3, [(a, b), (b, c)])?);
/// let learnt = EffectGraph::from(&Dag::from_edges(3, [(a, b), (c, b)])?);
/// assert_eq!(separation_mistakes(&truth, &learnt, &Selection::all(3), &Execution::default())?.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn separation_mistakes(
    truth: &EffectGraph,
    learnt: &EffectGraph,
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<Mistakes, ClaimError> {
    check_counts(truth.node_count(), learnt.node_count())?;
    let count = learnt.node_count();
    selection.assert_fits(count);
    let marks = learnt.marks();
    let pairs = marks.nodes().flat_map(|x| marks.nodes().map(move |y| (x, y)));
    let pairs: Vec<(NodeId, NodeId)> =
        pairs.filter(|&(x, y)| selection.contains(x, y) && !marks.is_adjacent(x, y)).collect();
    let blocks: Vec<&[(NodeId, NodeId)]> = pairs.chunks(Lanes::COUNT).collect();
    let wrong = execution.map(&blocks, |block| Ok::<_, Cancelled>(connected_in_truth(truth, learnt, block)))?;
    let mut sets = vec![NodeSet::empty(count); count];
    for (&(x, y), is_wrong) in pairs.iter().zip(wrong.concat()) {
        if is_wrong {
            sets[x.index()].insert(y);
        }
    }
    Ok(Mistakes::new(sets, selection))
}

/// Whether the set that separates each pair in the learnt graph does not in the truth.
fn connected_in_truth(truth: &EffectGraph, learnt: &EffectGraph, pairs: &[(NodeId, NodeId)]) -> Vec<bool> {
    let (starts, ends): (Vec<NodeId>, Vec<NodeId>) = pairs.iter().copied().unzip();
    let set = separating_sets(learnt.swept(), learnt.node_count(), &starts, &ends);
    let graph = truth.swept();
    let set = moved_observed(&set, learnt.node_count(), learnt.swept(), graph);
    let reached = connected(graph, &QuestionBlock { treatment: mark(graph, &starts), adjustment: set });
    let is_reached = |(lane, end): (usize, &NodeId)| reached[graph.number(*end).index()].get(lane);
    ends.iter().enumerate().map(is_reached).collect()
}

/// The minimal separating set of each pair that is nearest to its first node, as lanes.
fn separating_sets(graph: &SweepGraph, observed: usize, starts: &[NodeId], ends: &[NodeId]) -> Vec<Lanes> {
    let both = mark_sets(graph, starts.iter().zip(ends).map(|(&start, &end)| [start, end]));
    let mut set = graph.ancestors(&both);
    for (lanes, &both) in set.iter_mut().zip(&both) {
        *lanes &= !both;
    }
    for hidden in NodeId::all(graph.node_count()).skip(observed) {
        set[graph.number(hidden).index()] = Lanes::NONE;
    }
    for nodes in [starts, ends] {
        let block = QuestionBlock { treatment: mark(graph, nodes), adjustment: set };
        let reached = connected(graph, &block);
        set = block.adjustment;
        set.iter_mut().zip(reached).for_each(|(lanes, reached)| *lanes &= reached);
    }
    set
}
