//! The graphs as they are drawn.

use super::ShownGraph;
use crate::layout::{GraphLayout, Route, layered_to_fit, longest_name};
use crate::number::count;
use contsid::adjustment::AdjustmentRule;
use contsid::graph::{Dag, Edge, EdgeKind, GraphClass, MixedGraph, NodeId, NodeNames, NodeSet};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Graphs with more joined pairs than this are not drawn: their lines cannot be followed.
pub(crate) const MOST_EDGES: usize = 1200;

/// The room of an arrowhead at a box, and the width up to which boxes grow for many of them.
const PORT_ROOM: f64 = 11.0;
const WIDEST_FOR_PORTS: f64 = 84.0;

/// The frame of a graph is about this many times as wide as high.
const FRAME_RATIO: f64 = 1.3;

/// What becomes of an edge between the truth and a learnt graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeMark {
    /// The same in both.
    Right,
    /// In the truth only.
    Missing,
    /// In the learnt graph only.
    Extra,
    /// Pointing the other way.
    Reversed,
    /// Directed in the truth, undirected in the learnt graph.
    Undirected,
    /// Undirected in the truth, directed in the learnt graph.
    Directed,
    /// With another mark at an end; drawn as a reversed one.
    #[serde(rename = "reversed")]
    Remarked,
}

impl EdgeMark {
    /// All of graphs without marks, in the order of legends.
    pub const ALL: [Self; 6] =
        [Self::Right, Self::Missing, Self::Extra, Self::Reversed, Self::Undirected, Self::Directed];

    /// What legends and sentences call it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Reversed => "reversed",
            Self::Undirected => "without direction",
            Self::Directed => "directed, open in the truth",
            Self::Remarked => "with other marks",
        }
    }
}

/// An edge that is drawn for a learnt graph: as it stands there, or as in the truth if it is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedEdge {
    /// The edge.
    pub edge: Edge,
    /// What it is.
    pub mark: EdgeMark,
}

/// The edges of a learnt graph and those that it misses.
pub fn marked_edges(truth: &MixedGraph, learnt: &MixedGraph) -> Vec<MarkedEdge> {
    let mark = |edge: Edge| match edge.kind {
        EdgeKind::Directed if truth.has_directed(edge.from, edge.to) => EdgeMark::Right,
        EdgeKind::Undirected if truth.has_undirected(edge.from, edge.to) => EdgeMark::Right,
        _ if !truth.is_adjacent(edge.from, edge.to) => EdgeMark::Extra,
        EdgeKind::Undirected => EdgeMark::Undirected,
        EdgeKind::Directed if truth.has_undirected(edge.from, edge.to) => EdgeMark::Directed,
        EdgeKind::Directed => EdgeMark::Reversed,
    };
    let present = learnt.edges().map(|edge| MarkedEdge { edge, mark: mark(edge) });
    let missing = truth.edges().filter(|edge| !learnt.is_adjacent(edge.from, edge.to));
    present.chain(missing.map(|edge| MarkedEdge { edge, mark: EdgeMark::Missing })).collect()
}

/// One drawing for all graphs; none if they have too many edges. The truth's edges point down where possible.
pub fn common_layout<'a>(
    names: &NodeNames,
    truth: &MixedGraph,
    learnt: impl IntoIterator<Item = &'a MixedGraph>,
) -> Option<GraphLayout> {
    let ends = |edge: Edge| (edge.from.index(), edge.to.index());
    let of_kind =
        |graph: &MixedGraph, kind| graph.edges().filter(move |edge| edge.kind == kind).map(ends).collect::<Vec<_>>();
    let true_edges = [of_kind(truth, EdgeKind::Directed), of_kind(truth, EdgeKind::Undirected)].concat();
    let (mut others, mut undirected) = (Vec::new(), Vec::new());
    for graph in learnt {
        others.extend(of_kind(graph, EdgeKind::Directed));
        undirected.extend(of_kind(graph, EdgeKind::Undirected));
    }
    others.append(&mut undirected);
    let mut joined: Vec<_> = true_edges.iter().chain(&others).map(|&(a, b)| (a.min(b), a.max(b))).collect();
    joined.sort_unstable();
    joined.dedup();
    let ports = port_counts(names.len(), true_edges.iter().chain(&others));
    let longest = longest_name(names.len());
    let width = |(name, ports): (&str, usize)| {
        let name = 18.0 + 7.4 * name.chars().count().clamp(2, longest) as f64;
        name.max((10.0 + PORT_ROOM * ports as f64).min(WIDEST_FOR_PORTS))
    };
    let widths = || names.iter().zip(ports.iter().copied()).map(width).collect::<Vec<_>>();
    (joined.len() <= MOST_EDGES).then(|| layered_to_fit(&widths(), &true_edges, &others, FRAME_RATIO))
}

/// For each node how many edges end, or how many begin, at its box: the larger number.
fn port_counts<'a>(node_count: usize, edges: impl Iterator<Item = &'a (usize, usize)>) -> Vec<usize> {
    let different: BTreeSet<(usize, usize)> = edges.copied().collect();
    let count = |end: fn(&(usize, usize)) -> usize, node| different.iter().filter(|edge| end(edge) == node).count();
    (0..node_count).map(|node| count(|edge| edge.0, node).max(count(|edge| edge.1, node))).collect()
}

/// A graph in the data of the page.
#[derive(Debug, Serialize)]
pub(super) struct PageGraph {
    name: String,
    /// The name with its directories, where the other one is shorter.
    full_name: Option<String>,
    /// `[from, to, 1 if directed]`
    edges: Vec<[usize; 3]>,
    /// The edges of the member by which an undetermined graph is explained.
    member: Option<Vec<[usize; 3]>>,
    /// What the graph, or that member, adjusts for, where that is not the parents of the treatment.
    adjusted: Option<AdjustmentSets>,
}

/// Adjustment sets, each once, and for each pair the number of its own; none without a directed path.
#[derive(Debug, Serialize)]
struct AdjustmentSets {
    sets: Vec<Vec<usize>>,
    pairs: Vec<Option<usize>>,
}

impl PageGraph {
    /// A graph under the name that is shown.
    pub(super) fn new(
        ShownGraph { name, graph }: ShownGraph<'_>,
        shown_name: &str,
        class: &GraphClass,
        rule: AdjustmentRule,
    ) -> Self {
        let (undetermined, shown) = (!class.is_single() || graph.undirected_count() > 0, class.extension());
        Self {
            name: shown_name.to_owned(),
            full_name: (name != shown_name).then(|| name.to_owned()),
            edges: graph.edges().map(edge_numbers).collect(),
            member: undetermined.then(|| shown.as_ref().edges().map(edge_numbers).collect()),
            adjusted: match rule {
                AdjustmentRule::Parents => None,
                _ => Some(AdjustmentSets::new(shown, rule)),
            },
        }
    }
}

impl AdjustmentSets {
    fn new(dag: &Dag, rule: AdjustmentRule) -> Self {
        let mut numbers: BTreeMap<NodeSet, usize> = BTreeMap::new();
        let mut pairs = Vec::new();
        for treatment in NodeId::all(dag.node_count()) {
            let below = dag.descendants(treatment);
            for outcome in NodeId::all(dag.node_count()) {
                let next = numbers.len();
                let number = || *numbers.entry(rule.set(dag, treatment, outcome)).or_insert(next);
                pairs.push((outcome != treatment && below.contains(outcome)).then(number));
            }
        }
        let mut sets = vec![Vec::new(); numbers.len()];
        for (set, number) in numbers {
            sets[number] = set.iter().map(NodeId::index).collect();
        }
        Self { sets, pairs }
    }
}

/// `[from, to, 1 if directed]`
pub(crate) fn edge_numbers(edge: Edge) -> [usize; 3] {
    [edge.from.index(), edge.to.index(), directed(edge)]
}

fn directed(edge: Edge) -> usize {
    usize::from(edge.kind == EdgeKind::Directed)
}

/// An edge that is drawn: its ends, 1 if it is directed, and its mark.
#[derive(Debug, Serialize)]
pub(super) struct DrawnEdge(usize, usize, usize, EdgeMark);

impl DrawnEdge {
    pub(super) fn new(MarkedEdge { edge, mark }: MarkedEdge) -> Self {
        Self(edge.from.index(), edge.to.index(), directed(edge), mark)
    }
}

/// The kinds that these edges have, in the order of legends, each with its words and the number of its edges.
pub(super) fn kinds(edges: &[MarkedEdge]) -> Vec<(EdgeMark, String)> {
    let count = |mark| edges.iter().filter(|edge| edge.mark == mark).count();
    let counted = EdgeMark::ALL.into_iter().map(|mark| (mark, count(mark))).filter(|&(_, count)| count > 0);
    counted.map(|(mark, count)| (mark, format!("{} ({count})", mark.words()))).collect()
}

/// A layout in the data of the page.
#[derive(Debug, Serialize)]
pub(crate) struct LayoutModel {
    width: f64,
    height: f64,
    node_height: f64,
    /// The centre and the width of each box.
    nodes: Vec<[f64; 3]>,
    /// The ends of each route, and cubic curves between them: a point, then for each piece two handles and its end.
    routes: Vec<(usize, usize, Vec<f64>)>,
}

impl LayoutModel {
    /// One drawing for all graphs, in which the edges of the first point down where possible; if they have too many
    /// edges none, and a sentence on what is left out.
    pub(crate) fn shared<'a>(
        names: &NodeNames,
        first: &MixedGraph,
        others: impl IntoIterator<Item = &'a MixedGraph>,
        left_out: &mut Vec<String>,
    ) -> Option<Self> {
        Self::or_why_not(common_layout(names, first, others).as_ref(), left_out)
    }

    /// A drawing; if there is none, a sentence on what is left out.
    pub(crate) fn or_why_not(layout: Option<&GraphLayout>, left_out: &mut Vec<String>) -> Option<Self> {
        if layout.is_none() {
            let most = count(MOST_EDGES);
            left_out.push(format!("The graphs are not drawn: together they join more than {most} pairs of nodes."));
        }
        layout.map(Self::new)
    }

    fn new(layout: &GraphLayout) -> Self {
        let tenth = |value: f64| (10.0 * value).round() / 10.0;
        let curve = |route: &Route| route.curve.iter().flatten().map(|&value| tenth(value)).collect();
        Self {
            width: layout.width.ceil(),
            height: layout.height.ceil(),
            node_height: crate::layout::NODE_HEIGHT,
            nodes: layout.nodes.iter().map(|node| [node.x, node.y, node.width].map(tenth)).collect(),
            routes: layout.routes.iter().map(|route| (route.from, route.to, curve(route))).collect(),
        }
    }
}
