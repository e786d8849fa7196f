//! Markov equivalence: extensions, completed graphs and Meek's rules against the enumeration of all directions.

mod support;

use contsid::graph::{Cpdag, CpdagError, Dag, Edge, MixedGraph, NodeId, Orientation, Pdag, PdagError};
use contsid_oracle::class;
use contsid_oracle::graphs::{Graph, all_dags};
use rand::RngExt;
use support::{checked, checked_mixed, literal, literal_mixed, random_dag, random_mixed, seeded};

/// Each edge directed on which all members agree.
fn union_of(members: &[Graph]) -> Graph {
    let nodes = members[0].len();
    let any = |a: usize, b: usize| members.iter().any(|member| member[a][b]);
    (0..nodes).map(|a| (0..nodes).map(|b| any(a, b)).collect()).collect()
}

#[test]
fn completed_graphs_of_all_graphs_of_four_nodes() {
    for graph in all_dags(4) {
        let cpdag = Cpdag::of(&checked(&graph));
        assert_eq!(literal_mixed(cpdag.as_ref()), class::completed(&graph), "{graph:?}");
    }
}

#[test]
fn completed_graphs_of_random_graphs() {
    let mut rng = seeded(2);
    for _ in 0..150 {
        let density = rng.random_range(0.2..0.6);
        let dag = random_dag(6, density, &mut rng);
        let cpdag = Cpdag::of(&dag);
        assert_eq!(literal_mixed(cpdag.as_ref()), class::completed(&literal(&dag)), "{dag:?}");
        assert_eq!(Cpdag::try_from(MixedGraph::from(cpdag.clone())), Ok(cpdag));
    }
}

/// On every mixed graph: a member is found if there is one, and the rules direct what all members agree on.
fn assert_same_class(mixed: &MixedGraph) {
    let members = class::members(&literal_mixed(mixed));
    match Pdag::try_from(mixed.clone()) {
        Ok(pdag) => {
            assert!(members.contains(&literal(pdag.extension())), "{mixed:?}");
            assert_eq!(literal_mixed(&pdag.maximally_oriented()), union_of(&members), "{mixed:?}");
            let completed = class::completed(&members[0]);
            assert_eq!(Cpdag::try_from(pdag).is_ok(), literal_mixed(mixed) == completed, "{mixed:?}");
        }
        Err(error) => {
            assert!(members.is_empty(), "{mixed:?}");
            assert_cannot_be_directed(mixed, &error);
        }
    }
}

/// The nodes that an error names have no extension among themselves.
fn assert_cannot_be_directed(mixed: &MixedGraph, error: &PdagError) {
    let keep = error.nodes();
    let number = |node: NodeId| keep.iter().position(|&other| other == node).map(NodeId::new);
    let edges = mixed.edges().filter_map(|edge| Some(Edge { from: number(edge.from)?, to: number(edge.to)?, ..edge }));
    let part = MixedGraph::from_edges(keep.len(), edges).expect("a part of a graph is one");
    assert!(class::members(&literal_mixed(&part)).is_empty(), "{mixed:?}: {error}");
}

#[test]
fn extensions_and_rules_on_all_graphs_of_four_nodes() {
    let pairs: Vec<(usize, usize)> = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b))).collect();
    for choice in 0..4_usize.pow(6) {
        let mut graph = vec![vec![false; 4]; 4];
        for (digit, &(a, b)) in pairs.iter().enumerate() {
            let marks = choice >> (2 * digit) & 3;
            graph[a][b] = marks & 1 == 1;
            graph[b][a] = marks & 2 == 2;
        }
        assert_same_class(&checked_mixed(&graph));
    }
}

#[test]
fn extensions_and_rules_on_random_graphs() {
    let mut rng = seeded(3);
    for _ in 0..1000 {
        let density = rng.random_range(0.3..0.7);
        assert_same_class(&random_mixed(6, density, &mut rng));
    }
}

#[test]
fn knowledge_about_a_class_keeps_exactly_the_members_that_agree() {
    let mut rng = seeded(4);
    for _ in 0..150 {
        let density = rng.random_range(0.4..0.8);
        let cpdag = Cpdag::of(&random_dag(6, density, &mut rng));
        let mut members = class::members(&literal_mixed(cpdag.as_ref()));
        let mut orientation = Orientation::new(cpdag.as_ref());
        for edge in cpdag.as_ref().edges() {
            let (from, to) = if rng.random_bool(0.5) { (edge.from, edge.to) } else { (edge.to, edge.from) };
            let agreeing: Vec<Graph> =
                members.iter().filter(|member| member[from.index()][to.index()]).cloned().collect();
            assert_eq!(orientation.know(from, to).is_ok(), !agreeing.is_empty());
            members = if agreeing.is_empty() { members } else { agreeing };
            assert_eq!(literal_mixed(&orientation.to_graph()), union_of(&members));
        }
    }
}

#[test]
fn the_reasons_are_the_smallest() {
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(NodeId::new);
    let square = [(a, b), (b, c), (c, d), (d, a), (d, e)].map(|(a, b)| Edge::undirected(a, b));
    let stuck = Pdag::try_from(MixedGraph::from_edges(5, square).unwrap()).unwrap_err();
    assert_eq!(stuck, PdagError::Stuck { nodes: vec![a, b, c, d] });
    assert_eq!(
        stuck.to_string(),
        "no way to direct the undirected edges avoids both a directed cycle and a new collider among nodes 1, 2, 3, 4"
    );
    let round = [(a, b), (b, c), (c, a)].map(|(a, b)| Edge::directed(a, b));
    let cycle = Pdag::try_from(MixedGraph::from_edges(3, round).unwrap()).unwrap_err();
    assert_eq!(cycle, PdagError::Cycle { cycle: vec![a, b, c] });
}

#[test]
fn a_graph_that_is_not_completed_is_refused_with_the_edge() {
    let [a, b] = [0, 1].map(NodeId::new);
    let directed = MixedGraph::from(Dag::from_edges(2, [(a, b)]).unwrap());
    let error = Cpdag::try_from(directed).unwrap_err();
    assert_eq!(error, CpdagError::NotCompleted { expected: Edge::undirected(a, b) });
}
