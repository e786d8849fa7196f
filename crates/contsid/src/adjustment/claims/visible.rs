//! Which edges nothing hidden can confound?

use crate::graph::{Mark, MarkedGraph, MarkedLink, NodeId, NodeSet};

/// Whether the directed edge x → v is visible: some w that is not joined with v has an edge into x, or a path into x on
/// which all nodes between are colliders and parents of v (Zhang 2008, *Causal reasoning with ancestral graphs*, JMLR
/// 9, Definition 8). Time O(edges).
pub(crate) fn is_visible(graph: &MarkedGraph, x: NodeId, v: NodeId) -> bool {
    let is_parent = |node: NodeId| graph.link(node, v).is_some_and(MarkedLink::is_out);
    let mut seen = NodeSet::of(graph.node_count(), [x, v]);
    let mut open = vec![x];
    while let Some(node) = open.pop() {
        for link in graph.links(node).iter().filter(|link| link.near == Mark::Arrow) {
            if !seen.insert(link.node) {
                continue;
            }
            if !graph.is_adjacent(link.node, v) {
                return true;
            }
            if link.far == Mark::Arrow && is_parent(link.node) {
                open.push(link.node);
            }
        }
    }
    false
}
