//! Which of several learnt graphs is the best?

use super::Comparison;
use std::cmp::Ordering;

/// Orders learnt graphs from the nearest to the truth to the farthest: by contSID if there are data, then by the SID, of
/// both by the upper bound and then by the lower one, then by the SHD.
///
/// The distances are to be of the same truth, data and options. Graphs that are equal by all of them stay as they were
/// given where the sort is stable.
///
/// ```
/// use contsid::comparison::{ComparisonOptions, compare, nearest_first};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let graph = |edge: Option<Edge>| MixedGraph::from_edges(2, edge);
/// let truth = graph(Some(Edge::directed(a, b)))?;
/// let mut learnt = Vec::new();
/// for edge in [Some(Edge::directed(b, a)), Some(Edge::undirected(a, b)), None] {
///     learnt.push(compare(&truth, &graph(edge)?, None, &ComparisonOptions::default(), &Execution::default())?);
/// }
/// learnt.sort_by(nearest_first);
/// // The empty graph misses one effect; the undirected edge may be right or wrong, the reversed one is wrong.
/// let sid: Vec<_> = learnt.iter().map(|comparison| [comparison.sid.lower, comparison.sid.upper]).collect();
/// assert_eq!(sid, [[1, 1], [0, 2], [2, 2]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn nearest_first(a: &Comparison, b: &Comparison) -> Ordering {
    // Without data contSID ranks nothing.
    let contsid = |comparison: &Comparison| {
        comparison.contsid.as_ref().map_or([0.0; 2], |contsid| [contsid.upper(), contsid.lower()])
    };
    let counts = |comparison: &Comparison| [comparison.sid.upper, comparison.sid.lower, comparison.shd.count];
    let ([a_upper, a_lower], [b_upper, b_lower]) = (contsid(a), contsid(b));
    a_upper.total_cmp(&b_upper).then(a_lower.total_cmp(&b_lower)).then(counts(a).cmp(&counts(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{ComparisonOptions, ContSidScore, compare};
    use crate::data::{Column, Table};
    use crate::distance::contsid::{ContSidOptions, Prepared};
    use crate::execution::Execution;
    use crate::graph::{Edge, MixedGraph, NodeId, NodeNames};

    /// An undirected edge against a directed one, with these lower bounds.
    fn with_lower(contsid: f64, sid: usize) -> Comparison {
        let [a, b] = [0, 1].map(NodeId::new);
        let [truth, learnt] = [Edge::directed(a, b), Edge::undirected(a, b)]
            .map(|edge| MixedGraph::from_edges(2, [edge]).expect("one edge of two nodes"));
        let columns = vec![Column::Numeric(vec![0.0, 1.0, 2.0]), Column::Numeric(vec![1.0, 0.0, 3.0])];
        let table = Table::new(NodeNames::numbered(2), columns).expect("three rows of two numbers");
        let execution = Execution::default();
        let data = Prepared::new(&table, &ContSidOptions::default(), &execution).unwrap();
        let mut comparison = compare(&truth, &learnt, Some(&data), &ComparisonOptions::default(), &execution).unwrap();
        let Some(ContSidScore::Bounded(bounds)) = &mut comparison.contsid else { panic!("the edge is undirected") };
        bounds.lower = contsid;
        comparison.sid.lower = sid;
        comparison
    }

    #[test]
    fn where_the_upper_bounds_are_equal_the_lower_one_of_contsid_decides() {
        let (near, far) = (with_lower(0.1, 1), with_lower(0.2, 0));
        assert_eq!(nearest_first(&near, &far), Ordering::Less);
        assert_eq!(nearest_first(&far, &near), Ordering::Greater);
        assert_eq!(nearest_first(&with_lower(0.1, 0), &near), Ordering::Less, "then the SID");
        assert_eq!(nearest_first(&near, &near), Ordering::Equal);
    }
}
