//! The marks at the ends of edges on which two graphs differ.

use super::{Accuracy, Selection};
use crate::graph::{EdgeMarks, Mark, MarkedGraph, PairError};

/// The marks on which two graphs differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkDifference {
    /// Pairs of nodes that are joined in one graph only, or whose edges have different marks.
    pub differing: usize,
    /// Pairs that are joined in the truth only.
    pub missing: usize,
    /// Pairs that are joined in the learnt graph only.
    pub extra: usize,
    /// The joined pairs, for precision, recall and F1.
    pub skeleton: Accuracy,
    /// Ends of edges that both graphs have, by the true and the learnt mark, in the order of [`MarkDifference::MARKS`].
    pub confusion: [[usize; 3]; 3],
}

impl MarkDifference {
    /// The marks in the order of the rows and columns of the confusion.
    pub const MARKS: [Mark; 3] = [Mark::Tail, Mark::Arrow, Mark::Circle];
}

/// The marks on which a learnt graph differs from the true one.
///
/// `differing` is the structural Hamming distance of graphs with marks: zero if and only if they are the same, and
/// symmetric. Only edges are counted whose ends, in either order, are a selected treatment and outcome. Time O(edges ·
/// log degree).
///
/// # Errors
///
/// If the graphs have different numbers of nodes.
///
/// # Panics
///
/// If the selection is for another number of nodes.
///
/// ```
/// use contsid::distance::{Selection, mark_difference};
/// use contsid::graph::{EdgeMarks, Mark, MarkedGraph, NodeId};
///
/// let [a, b, c] = [0, 1, 2].map(NodeId::new);
/// let truth = MarkedGraph::from_edges(3, [EdgeMarks::new([a, b], [Mark::Circle, Mark::Arrow])])?;
/// let learnt = MarkedGraph::from_edges(3, [EdgeMarks::new([a, b], [Mark::Tail, Mark::Arrow])])?;
/// let found = mark_difference(&truth, &learnt, &Selection::all(3))?;
/// assert_eq!((found.differing, found.missing, found.extra), (1, 0, 0));
/// assert_eq!(found.confusion[2], [1, 0, 0]); // a circle, taken for a tail
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mark_difference(
    truth: &MarkedGraph,
    learnt: &MarkedGraph,
    selection: &Selection,
) -> Result<MarkDifference, PairError> {
    check_counts(truth.node_count(), learnt.node_count())?;
    selection.assert_fits(learnt.node_count());
    let is_selected = |edge: &EdgeMarks| selection.joins(edge.ends[0], edge.ends[1]);
    let mut found = MarkDifference::default();
    let mut shared = 0;
    for edge in truth.edges().filter(is_selected) {
        let [a, b] = edge.ends;
        let Some(link) = learnt.link(a, b) else { continue };
        shared += 1;
        let learnt = [link.near, link.far];
        found.differing += usize::from(edge.marks != learnt);
        for (truth, learnt) in edge.marks.into_iter().zip(learnt) {
            found.confusion[truth as usize][learnt as usize] += 1;
        }
    }
    found.skeleton = Accuracy {
        shared,
        learnt: learnt.edges().filter(is_selected).count(),
        truth: truth.edges().filter(is_selected).count(),
    };
    found.missing = found.skeleton.truth - shared;
    found.extra = found.skeleton.learnt - shared;
    found.differing += found.missing + found.extra;
    Ok(found)
}

/// Checks that two graphs have the same number of nodes.
pub(super) fn check_counts(truth: usize, learnt: usize) -> Result<(), PairError> {
    if truth == learnt { Ok(()) } else { Err(PairError { truth, learnt }) }
}
