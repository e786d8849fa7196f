//! Files that were once read as something else: each is read as what it is, or refused with the place and the fact.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::graph::{Edge, MixedGraph, NodeId};
use contsid_io::graph::{
    EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding, NamedGraph, Threshold, parse_graph, read_graph, suspicion,
};
use contsid_io::table::{TableFormat, TableNote, TableOptions, parse_table, read_table};
use contsid_io::{Hint, compressed_for};
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/misread").join(name)
}

/// The words with which a graph file is refused, without its name.
fn refusal(name: &str) -> String {
    let path = file(name);
    let error = read_graph(&path, &GraphOptions::default()).unwrap_err().to_string();
    error.strip_prefix(&format!("{}: ", path.display())).unwrap().to_owned()
}

fn parsed(text: &str, format: GraphFormat) -> NamedGraph {
    parse_graph(text.as_bytes(), format, &GraphOptions::default(), "graph").unwrap()
}

/// The directed edges by name.
fn arrows(graph: &NamedGraph) -> Vec<String> {
    let name = |node| graph.names().name(node);
    graph.graph().edges().map(|edge: Edge| format!("{} {}", name(edge.from), name(edge.to))).collect()
}

#[test]
fn marks_at_the_ends_of_edges_are_no_undirected_edges() {
    for (name, expected) in [
        ("cl_fci.csv", "line 1, column 3: the pair `V1`, `V3` holds 2 and 2; beside another mark a 2 marks the end"),
        ("pcalg_pag.csv", "line 2, column 3: the pair `A`, `B` holds 2 and 2; beside"),
        ("pcalg_pag2.csv", "line 2, column 3: the pair `A`, `B` holds 2 and 1; beside"),
        ("tet_pag.txt", "line 5: the edge between `A` and `B` is marked by a circle"),
    ] {
        let message = refusal(name);
        assert!(message.starts_with(expected), "{name}: {message}");
    }
}

#[test]
fn only_some_pairs_of_cells_are_undirected_edges() {
    let read = |cells: &str| {
        let text = format!("A,B\n0,{}\n{},0\n", &cells[..2].trim(), &cells[2..].trim());
        parse_graph(text.as_bytes(), GraphFormat::Csv, &GraphOptions::default(), "graph")
    };
    for (cells, is_noted) in [(" 1 1", false), ("-1-1", false), (" 2 0", true), (" 0 2", true)] {
        let graph = read(cells).unwrap();
        assert_eq!((graph.graph().undirected_count(), graph.notes().len()), (1, usize::from(is_noted)), "{cells}");
        assert!(graph.notes().iter().all(|note| note.to_string().contains("as gadjid writes it")));
    }
    for (cells, hint) in
        [(" 2 1", None), (" 1 2", None), (" 2 2", None), ("-1 2", None), ("-1 0", Some(Hint::Threshold))]
    {
        assert_eq!(read(cells).unwrap_err().hint(), hint, "{cells}");
    }
}

#[test]
fn truth_values_are_cells_of_a_matrix() {
    let graph = read_graph(file("pd_adj_bool.csv"), &GraphOptions::default()).unwrap();
    assert_eq!(arrows(&graph), ["A B", "A C", "B C", "C D"]);
    let [a, b] = [0, 1].map(NodeId::new);
    let expected = MixedGraph::from_edges(2, [Edge::directed(a, b)]).unwrap();
    for text in ["A,B\nFALSE,TRUE\nFALSE,FALSE\n", "false,true\nfalse,false\n"] {
        assert_eq!(parsed(text, GraphFormat::Csv).graph(), &expected, "{text}");
    }
}

#[test]
fn adjacency_lists_of_networkx() {
    for (name, expected) in [
        ("nx_adj.txt", &["A B", "A C", "B C", "C D"][..]),
        ("adjlist3.txt", &["2 0", "2 1"]),
        ("adjlist4.txt", &["2 0", "2 1", "1 0"]),
        ("multi2.txt", &["A B"]),
    ] {
        let graph = read_graph(file(name), &GraphOptions::default()).unwrap();
        assert_eq!(sorted(arrows(&graph)), sorted(expected.iter().map(|&edge| edge.to_owned()).collect()), "{name}");
        assert!(graph.notes().iter().any(|note| note.to_string().starts_with("an adjacency list")), "{name}");
    }
    let with_data = parsed("A 2\nB {}\nC {'weight': 0.5}\nB 0\nC 1\nB {}\n", GraphFormat::Edges);
    assert_eq!(sorted(arrows(&with_data)), ["A B", "A C", "C B"]);
}

fn sorted(mut edges: Vec<String>) -> Vec<String> {
    edges.sort_unstable();
    edges
}

/// In these lists the third number of a line is a weight, and the second number of a line a node.
#[test]
fn pairs_are_no_adjacency_lists() {
    for (text, expected) in [
        ("1 2 1\n2 3 1\n3\n", &["1 2", "2 3"][..]),
        ("1 0\n2 0\n", &["1 0", "2 0"]),
        ("A B 1\nA C 1\n", &["A B", "A C"]),
        ("a b,c\nb\nc\n", &["a b c"]),
    ] {
        assert_eq!(sorted(arrows(&parsed(text, GraphFormat::Edges))), expected, "{text:?}");
    }
}

#[test]
fn other_lists_are_refused_by_line() {
    let message = |text: &str| {
        let read = parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), "graph");
        read.map_or_else(|error| error.to_string(), |graph| format!("read: {:?}", arrows(&graph)))
    };
    assert!(refusal("pajek.txt").starts_with("line 1: Pajek's text cannot be read"), "{}", refusal("pajek.txt"));
    assert!(refusal("tgf.txt").starts_with("line 4: Trivial Graph Format"), "{}", refusal("tgf.txt"));
    for (text, expected) in [
        ("A 1 @0.1,0.2\nB 1 @0.3,0.4\n\nA B\n", "graph: line 1: found `A 1 @0.1,0.2` where"),
        ("A>B\nB>C\n", "graph: line 1: found `A>B` where an edge such as `A -> B`"),
        ("A\nA:B\n", "graph: line 2: found `A:B` where an edge"),
        ("A–B\n", "graph: line 1: found `A–B` where an edge"),
        ("A -> B\nB>C\n", "graph: line 2: found `B>C` where an edge"),
    ] {
        let message = message(text);
        assert!(message.starts_with(expected), "{text:?} gives {message:?}");
    }
    for text in ["A:B C\nA:B\n", "A:B -> C\nA:B\n", "A -> C\n\"A:B\"\n", "A C\n#\nC D\n"] {
        assert!(message(text).starts_with("read: "), "{text:?} gives {:?}", message(text));
    }
}

#[test]
fn a_header_says_which_column_is_the_tail() {
    for header in ["to,from", "Target,Source", "effect,cause", "child,parent", "to,from,weight"] {
        let weight = if header.ends_with("weight") { ",1" } else { "" };
        let graph = parsed(&format!("{header}\nB,A{weight}\nC,B{weight}\n"), GraphFormat::Edges);
        assert_eq!(sorted(arrows(&graph)), ["A B", "B C"], "{header}");
        assert!(graph.notes()[0].to_string().ends_with("edges go from the second column to the first"), "{header}");
    }
    let plain = parsed("node1 node2\nA B\nB C\n", GraphFormat::Edges);
    assert_eq!(sorted(arrows(&plain)), ["A B", "B C"]);
}

#[test]
fn arrow_heads_of_yed_in_gml() {
    let edge = |graphics: &str| {
        let nodes = "node [ id 0 label \"A\" ] node [ id 1 label \"B\" ]";
        let text = format!("graph [ directed 1 {nodes} edge [ source 0 target 1 graphics [ {graphics} ] ] ]");
        parse_graph(text.as_bytes(), GraphFormat::Gml, &GraphOptions::default(), "graph")
    };
    assert_eq!(arrows(&edge("targetArrow \"standard\"").unwrap()), ["A B"]);
    assert_eq!(arrows(&edge("sourceArrow \"delta\"").unwrap()), ["B A"]);
    assert_eq!(arrows(&edge("fill \"#000000\"").unwrap()), ["A B"]);
    assert_eq!(edge("sourceArrow \"none\" targetArrow \"none\"").unwrap().graph().undirected_count(), 1);
    let both = edge("sourceArrow \"standard\" targetArrow \"standard\"").unwrap_err().to_string();
    assert!(both.ends_with("only directed and undirected edges can be used here"), "{both}");
}

#[test]
fn unobserved_nodes_are_refused() {
    let dowhy = "graph [ directed 1 node [ id 0 label \"A\" ] node [ id 1 label \"U\" observed \"no\" ] ]";
    let links = r#"{"directed": true, "nodes": [{"id": "A"}, {"id": "U", "observed": "no"}], "links": []}"#;
    let label = "graph [ directed 1 node [ id 0 label \"A\" ] node [ id 1 label \"Unobserved Confounders\" ] ]";
    for (text, format, expected) in [
        ("dag {\nA\nU [latent]\nU -> A }", GraphFormat::Dagitty, "graph: line 3: `U` is not observed"),
        ("dag { U [pos=\"0,1\", unobserved] U -> A }", GraphFormat::Dagitty, "graph: line 1: `U` is not observed"),
        (dowhy, GraphFormat::Gml, "graph: line 1: `U` is not observed"),
        (label, GraphFormat::Gml, "graph: line 1: `Unobserved Confounders` is not observed"),
        (links, GraphFormat::NodeLink, "graph: nodes[1]: `U` is not observed"),
    ] {
        let error = parse_graph(text.as_bytes(), format, &GraphOptions::default(), "graph").unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn a_graph_without_edges_says_so() {
    assert_eq!(parsed("A\nB\n", GraphFormat::Edges).notes()[0].to_string(), "the graph has no edge");
    assert!(parsed("A -- B\n", GraphFormat::Edges).notes().is_empty());
}

#[test]
fn edges_that_are_all_reversed_are_noted() {
    let read = |name: &str, options: &GraphOptions| read_graph(file(name), options).unwrap();
    let encoding = MatrixEncoding::Weights(Threshold::new(0.3).unwrap());
    let plain = GraphOptions { encoding, ..GraphOptions::default() };
    let turned = GraphOptions { edge_direction: EdgeDirection::ColumnToRow, ..plain };
    let truth = read("truth10.csv", &GraphOptions::default());
    let note = suspicion(&truth, &read("lingam_B.csv", &plain)).unwrap().to_string();
    assert!(note.starts_with("each of its 10 edges is reversed in the truth; was the matrix"), "{note}");
    assert_eq!(suspicion(&truth, &read("lingam_B.csv", &turned)), None);
    let [truth, two] = ["A -> B -> C -> D", "A <- B <- C\nD"].map(|text| parsed(text, GraphFormat::Edges));
    assert_eq!(suspicion(&truth, &two).unwrap().to_string(), "each of its 2 edges is reversed in the truth");
    assert_eq!(suspicion(&truth, &parsed("A <- B\nC\nD", GraphFormat::Edges)), None);
}

#[test]
fn numbers_with_something_beside_them_are_no_categories() {
    for (name, examples) in [
        ("pct.csv", "`0.4020619774946941%`, `-2.49431152147601%`, `-0.5460008168154615%`"),
        ("dollar.csv", "`$0.4020619774946941`, `$-2.49431152147601`, `$-0.5460008168154615`"),
        ("unit.csv", "`0.4020619774946941 mg`, `-2.49431152147601 mg`, `-0.5460008168154615 mg`"),
        ("hex.csv", "`0x28`, `0xf9`, `0x36`"),
        ("fortran.csv", "`4.021D-01`, `-2.494D+00`, `-5.460D-01`"),
        ("dates.csv", "`2020-01-01`, `2020-01-02`, `2020-01-03`"),
        ("ids.csv", "`id0`, `id1`, `id2`"),
    ] {
        let error = read_table(file(name), &TableOptions::default()).unwrap_err();
        let expected = format!("in 60 rows, such as {examples}; write numbers alone");
        assert!(error.to_string().contains(&expected), "{error}");
        assert!(error.to_string().contains(": line 2, column `B`: the column holds "), "{error}");
        assert_eq!(error.hint(), Some(Hint::Categories));
        let declared = TableOptions { categorical: vec!["B".to_owned()], ..TableOptions::default() };
        assert!(!read_table(file(name), &declared).unwrap().table().columns()[1].is_numeric());
        let identifiers = TableOptions { identifiers: vec!["B".to_owned()], ..TableOptions::default() };
        read_table(file(name), &identifiers).unwrap();
    }
}

/// Ten texts or more, and more than half as many as the rows.
#[test]
fn many_texts_are_refused_from_ten_and_a_half_on() {
    let is_read = |texts: usize, rows: usize| {
        let cells: Vec<String> = (0..rows).map(|row| format!("t{}", row % texts)).collect();
        let text = format!("a\n{}\n", cells.join("\n"));
        parse_table(text.as_bytes(), TableFormat::Csv, &TableOptions::default(), "data").is_ok()
    };
    assert!(is_read(9, 9) && is_read(10, 20) && is_read(50, 100));
    assert!(!is_read(10, 10) && !is_read(10, 19) && !is_read(51, 100));
}

#[test]
fn the_index_of_pandas_is_no_column() {
    let read = read_table(file("unnamed0.csv"), &TableOptions::default()).unwrap();
    assert_eq!(read.table().names().iter().collect::<Vec<_>>(), ["A", "B", "C"]);
    assert_eq!(read.notes(), [TableNote::RowNames]);
    assert_eq!(read.table().description(), "60 rows; 3 numeric columns");
}

#[test]
fn a_table_may_be_compressed_twice() {
    let twice = compressed_for("a.gz", compressed_for("a.gz", b"a,b\n1,2\n3,4\n".to_vec()));
    let read = parse_table(&twice, TableFormat::Csv, &TableOptions::default(), "data").unwrap();
    assert_eq!(read.table().row_count(), 2);
    let npy = compressed_for("a.gz", compressed_for("a.gz", std::fs::read(file("../vector.npy")).unwrap()));
    assert_eq!(parse_table(&npy, TableFormat::Npy, &TableOptions::default(), "data").unwrap().table().row_count(), 3);
}

#[test]
fn the_words_of_a_header_may_be_longer_and_many() {
    for header in ["to_node,from_node", "Target nodes,Source nodes", "sink,source", "effects,causes"] {
        let graph = parsed(&format!("{header}\nA,B\n"), GraphFormat::Edges);
        assert_eq!(arrows(&graph), ["B A"], "{header}");
    }
    for header in ["Node 1,Node 2", "var1,var2", "Variable 1,Variable 2"] {
        let graph = parsed(&format!("{header}\nA,B\n"), GraphFormat::Edges);
        assert_eq!(arrows(&graph), ["A B"], "{header}");
    }
}

#[test]
fn a_first_edge_between_nodes_of_other_lines_is_no_header() {
    let graph = parsed("node1,node2\nnode2,node3\n", GraphFormat::Edges);
    assert_eq!(arrows(&graph), ["node1 node2", "node2 node3"]);
    assert!(graph.notes().is_empty());
}
