//! What is written reads back identical.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::graph::{Edge, MixedGraph, NodeId, NodeNames};
use contsid_io::FileFormat;
use contsid_io::graph::{
    EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding, NamedGraph, NamedGraphError, Naming, Threshold,
    check_graph_file, format_graph, parse_graph, read_graph, write_graph,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;

const NASTY: [&str; 34] = [
    "\"",
    "\"\"",
    "a\"b",
    "a,b",
    "a;b",
    "a b",
    "a  b",
    "a\tb",
    "a\nb",
    "a\r\nb",
    "->",
    "a -> b",
    "a--b",
    "<-",
    "o-o",
    "o",
    "a o-> b",
    "<script>",
    "</node>",
    "&amp;",
    "#",
    "# a",
    "a # b",
    "\\",
    "\\\"",
    "\\n",
    "1",
    "0 1",
    "nan inf",
    "1. x",
    "Graph Nodes:",
    "Graph Edges:",
    "é — 変数",
    "\u{feff}a",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(NASTY.to_vec()).prop_map(str::to_owned),
        "[A-Z][a-z0-9_]{0,4}",
        "\\PC{1,6}",
        "[-<>o\"\\\\ ,;#:0-9\n\r\t.{}\\[\\]=&'/*+]{1,6}",
    ]
    .prop_map(|name| name.trim().to_owned())
    .prop_filter("a name is not empty", |name| !name.is_empty())
}

/// For each pair of nodes: no edge, an edge in either direction, or an undirected edge.
fn graph(size: usize) -> impl Strategy<Value = MixedGraph> {
    prop::collection::vec(0..5_u8, size * (size - 1) / 2).prop_map(move |kinds| {
        let pairs = (0..size).flat_map(|b| (0..b).map(move |a| (NodeId::new(a), NodeId::new(b))));
        let edges = pairs.zip(kinds).filter_map(|((a, b), kind)| match kind {
            0 => Some(Edge::directed(a, b)),
            1 => Some(Edge::directed(b, a)),
            2 => Some(Edge::undirected(a, b)),
            _ => None,
        });
        MixedGraph::from_edges(size, edges).unwrap()
    })
}

fn named_graph() -> impl Strategy<Value = NamedGraph> {
    prop::collection::vec(name(), 1..8).prop_flat_map(|mut names| {
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        let names = NodeNames::new(names).unwrap();
        graph(names.len()).prop_map(move |graph| NamedGraph::new("graph", names.clone(), graph).unwrap())
    })
}

fn options() -> impl Strategy<Value = GraphOptions> {
    let weights = |size| MatrixEncoding::Weights(Threshold::new(size).unwrap());
    let encodings = [MatrixEncoding::Adjacency, MatrixEncoding::Endpoints, weights(0.0), weights(0.3), weights(7.5)];
    let directions = [EdgeDirection::RowToColumn, EdgeDirection::ColumnToRow];
    (prop::sample::select(encodings.to_vec()), prop::sample::select(directions.to_vec()))
        .prop_map(|(encoding, edge_direction)| GraphOptions { edge_direction, encoding, ..GraphOptions::default() })
}

fn assert_reads_back(graph: &NamedGraph, format: GraphFormat, options: &GraphOptions) {
    let bytes = format_graph(graph, format, options).unwrap();
    let read = parse_graph(&bytes, format, options, graph.source_name());
    assert_eq!(&read.unwrap(), graph, "{format}: {}", String::from_utf8_lossy(&bytes));
}

const NAMED: [GraphFormat; 9] = [
    GraphFormat::Space,
    GraphFormat::Csv,
    GraphFormat::Tsv,
    GraphFormat::Edges,
    GraphFormat::Dot,
    GraphFormat::GraphMl,
    GraphFormat::Tetrad,
    GraphFormat::NodeLink,
    GraphFormat::Dagitty,
];

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(2000) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn named_graphs(graph in named_graph(), options in options()) {
        for format in NAMED {
            assert_reads_back(&graph, format, &options);
        }
    }

    #[test]
    fn unnamed_matrices(graph in (1..8_usize).prop_flat_map(graph), options in options()) {
        let graph = NamedGraph::unnamed("graph", graph);
        for format in [GraphFormat::Csv, GraphFormat::Tsv, GraphFormat::Space, GraphFormat::Npy] {
            assert_reads_back(&graph, format, &options);
        }
    }
}

#[test]
fn every_writable_format_is_written_to_its_file() {
    let directory = tempfile::tempdir().unwrap();
    let options = GraphOptions::default();
    let graph = parse_graph(b"0,1,0\n0,0,1\n0,1,0", GraphFormat::Csv, &options, "graph.csv").unwrap();
    for format in GraphFormat::writable() {
        for extension in format.extensions() {
            let path = directory.path().join(format!("graph.{extension}"));
            write_graph(&path, &graph, &options).unwrap();
            let read = read_graph(&path, &options).unwrap();
            assert_eq!((read.graph(), read.names()), (graph.graph(), graph.names()), "{}", path.display());
        }
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let options = GraphOptions::default();
    let graph = parse_graph(b"\"a\x07\" -> b", GraphFormat::Edges, &options, "edges.txt").unwrap();
    let message = |name: &str| write_graph(directory.path().join(name), &graph, &options).unwrap_err().to_string();
    assert!(message("graph.bif").ends_with("the format bif can be read but not written"));
    let error = write_graph(directory.path().join("graph.npy"), &graph, &options).unwrap_err();
    assert_eq!(error.hint(), Some(contsid_io::Hint::OutputFormat));
    for name in ["graph.bif", "graph.npy", "graph.doc", "no/graph.csv"] {
        let before = check_graph_file(directory.path().join(name), &graph, &options).unwrap_err().to_string();
        assert_eq!(before, message(name));
    }
    check_graph_file(directory.path().join("graph.csv"), &graph, &options).unwrap();
    assert!(message("graph.npy").contains("the format npy holds no names"));
    assert!(
        message("graph.graphml").contains("the name \"a\\u{7}\" has a character that the format graphml cannot hold")
    );
    assert!(message("graph.doc").contains("known are .csv, .tsv"));
    assert!(message("no/graph.csv").contains("does not exist"));
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn names_of_graphs_are_checked() {
    let graph = |size| MixedGraph::from_edges(size, []).unwrap();
    let names = |list: &[&str]| NodeNames::new(list.iter().copied()).unwrap();
    let count = NamedGraph::new("", names(&["a"]), graph(2));
    assert_eq!(count, Err(NamedGraphError::Count { names: 1, nodes: 2 }));
    let surrounded = NamedGraph::new("", names(&["a "]), graph(1));
    assert_eq!(surrounded, Err(NamedGraphError::Surrounded { name: "a ".into() }));
    assert_eq!(NamedGraph::unnamed("", graph(1)).naming(), Naming::Numbered);
}

#[test]
fn a_matrix_of_too_many_nodes_is_an_error_before_it_is_made() {
    let graph = NamedGraph::unnamed("many.edges", MixedGraph::from_edges(300_000, []).unwrap());
    for format in [GraphFormat::Csv, GraphFormat::Npy] {
        let message = format_graph(&graph, format, &GraphOptions::default()).unwrap_err().to_string();
        assert!(
            message.starts_with("a matrix of 300000 nodes cannot be made: 720 GB of memory are needed, and "),
            "{message}"
        );
    }
}
