//! Graphs with marks and hidden nodes, as other programs write them.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::graph::{EdgeMarks, Mark};
use contsid_io::graph::{
    CausalGraph, EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding, NamedGraph, format_graph,
    parse_causal_graph, parse_graph,
};

fn read(text: &str, format: GraphFormat) -> NamedGraph<CausalGraph> {
    let encoding = if text.contains('3') { MatrixEncoding::PcalgPag } else { MatrixEncoding::Endpoints };
    let options = GraphOptions { encoding, ..GraphOptions::default() };
    parse_causal_graph(text.as_bytes(), format, &options, "graph").unwrap()
}

/// The edges as they are drawn, from the first name to the second in the order of the file's nodes.
fn drawn(graph: &NamedGraph<CausalGraph>) -> Vec<String> {
    let CausalGraph::Marked(marks) = graph.graph() else { panic!("no marks: {graph:?}") };
    let name = |node| graph.names().name(node);
    let edges = marks.edges().map(|edge| {
        let [a, b] = edge.ends;
        format!("{} {} {}", name(a), marks.link(a, b).unwrap().drawn(), name(b))
    });
    edges.collect()
}

/// A o-> C, B o-> C, C -> D and D <-> E, in every format that has marks.
#[test]
fn the_same_marks_in_every_format() {
    let expected = ["A o-> C", "B o-> C", "C -> D", "D <-> E"];
    let tetrad = "Graph Nodes:\nA;B;C;D;E\n\nGraph Edges:\n1. A o-> C\n2. B o-> C\n3. C --> D dd nl\n4. D <-> E\n";
    let dot = "digraph { A; B; C; D; E; A -> C [dir=both, arrowtail=odot]; C -> B [dir=both, arrowhead=odot]; \
               C -> D; D -> E [dir=both, arrowtail=normal]; }";
    // Written by causal-learn 0.1.4.8's GeneralGraph.graph: row a, column b is the mark at a; by pcalg's amat.pag: the
    // mark at b.
    let endpoints = "A,B,C,D,E\n0,0,2,0,0\n0,0,2,0,0\n1,1,0,-1,0\n0,0,1,0,1\n0,0,0,1,0\n";
    let pcalg = "A,B,C,D,E\n0,0,2,0,0\n0,0,2,0,0\n1,1,0,2,0\n0,0,3,0,2\n0,0,0,2,0\n";
    for (text, format) in [
        ("A\nB\nA o-> C\nB o-> C\nC -> D\nD <-> E\n", GraphFormat::Edges),
        (tetrad, GraphFormat::Tetrad),
        ("pag { A B A @-> C <-@ B C -> D <-> E }", GraphFormat::Dagitty),
        (dot, GraphFormat::Dot),
        (endpoints, GraphFormat::Csv),
        (pcalg, GraphFormat::Csv),
    ] {
        assert_eq!(drawn(&read(text, format)), expected, "{text}");
    }
}

#[test]
fn circles_at_both_ends() {
    assert_eq!(drawn(&read("pag { A @-@ B @--@ C }", GraphFormat::Dagitty)), ["A o-o B", "B o-o C"]);
    assert_eq!(drawn(&read("A o-o B\n", GraphFormat::Edges)), ["A o-o B"]);
    assert_eq!(drawn(&read("A,B\n0,2\n2,0\n", GraphFormat::Csv)), ["A o-o B"]);
}

/// In a `dag` of dagitty's `<->` is a hidden common cause, and may stand beside an arrow.
#[test]
fn hidden_common_causes() {
    let graph = read("dag { X -> Y X <-> Y Z -> X }", GraphFormat::Dagitty);
    let CausalGraph::Latent(latent) = graph.graph() else { panic!("{graph:?}") };
    assert_eq!((latent.observed_count(), latent.dag().node_count(), latent.dag().edge_count()), (3, 4, 4));
    let hidden = read("dag { U [latent] U -> {X Y} X -> Y Z -> X }", GraphFormat::Dagitty);
    assert_eq!(hidden.names().iter().collect::<Vec<_>>(), ["X", "Y", "Z"]);
    assert_eq!(hidden.effects().unwrap().marks(), graph.effects().unwrap().marks());
    let named =
        parse_causal_graph(b"U -> X\nU -> Y\nX -> Y\nZ -> X", GraphFormat::Edges, &GraphOptions::default(), "g");
    let hiding = named.unwrap().hiding(&["U".to_owned()]).unwrap();
    assert_eq!(hiding.effects().unwrap().marks(), graph.effects().unwrap().marks());
    let cycle =
        parse_causal_graph(b"dag { A -> B B -> A A <-> B }", GraphFormat::Dagitty, &GraphOptions::default(), "g");
    assert!(cycle.is_err());
}

#[test]
fn what_cannot_be_hidden() {
    let hide =
        |text: &str, name: &str| read(text, GraphFormat::Edges).hiding(&[name.to_owned()]).unwrap_err().to_string();
    assert!(hide("A -> B", "C").contains("there is no node `C`"));
    assert!(hide("A -- B", "A").contains("has no direction"));
    assert!(hide("A o-> B", "A").contains("stand for hidden causes already"));
}

/// What has no marks is read as before, and what has some is not taken for a plain graph.
#[test]
fn plain_graphs_stay_plain() {
    for text in ["A -> B\nB -- C\n", "A,B\n"] {
        let plain = parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), "graph").unwrap();
        assert_eq!(read(text, GraphFormat::Edges).graph(), &CausalGraph::Plain(plain.into_graph()));
    }
    for text in ["pag { A -> B }", "dag { A <-> B }", "dag { A [latent] A -> B }"] {
        assert!(
            parse_graph(text.as_bytes(), GraphFormat::Dagitty, &GraphOptions::default(), "graph").is_err(),
            "{text}"
        );
    }
    let twos = parse_causal_graph(b"0,2\n2,0\n", GraphFormat::Csv, &GraphOptions::default(), "graph");
    assert!(twos.is_err(), "the encoding must be named");
}

#[test]
fn marks_that_contradict_each_other() {
    let words = |text: &str| read(text, GraphFormat::Edges).effects().unwrap_err().to_string();
    assert!(words("A -> B\nA <-> C\nB -> C\n").contains("contradicts that A is an ancestor of C"));
    assert!(words("A o-> B\nB -- C\n").contains("selection variables"));
    assert!(words("A o-> B\n").contains("cannot have an arrowhead at B"), "{}", words("A o-> B\n"));
}

/// Every edge that marks can make, between names that look like arrows, in each format that has marks.
#[test]
fn marks_are_written_and_read_back() {
    let names = ["o", "a o-> b", "<-", "@", "x\"y", "1", "o-", "a b", "é", "-o"];
    let marks = [Mark::Tail, Mark::Arrow, Mark::Circle];
    let header: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    let circle = read(&format!("{}\n{} o-> {}\n", header.join("\n"), header[0], header[1]), GraphFormat::Edges);
    let pairs = (0..names.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let kinds = marks.into_iter().flat_map(|a| marks.map(|b| [a, b])).cycle();
    let lines = pairs.zip(kinds).map(|((a, b), [at_a, at_b])| {
        let left = ["-", "<", "o"][marks.iter().position(|&mark| mark == at_a).unwrap()];
        let right = ["-", ">", "o"][marks.iter().position(|&mark| mark == at_b).unwrap()];
        format!("{} {left}-{right} {}", header[a], header[b])
    });
    let lines: Vec<String> = header.iter().cloned().chain(lines).collect();
    let every = read(&lines.join("\n"), GraphFormat::Edges);
    let CausalGraph::Marked(found) = every.graph() else { panic!("no marks") };
    let kinds: std::collections::BTreeSet<String> =
        found.edges().map(|EdgeMarks { marks, .. }| format!("{marks:?}")).collect();
    assert_eq!((found.edge_count(), kinds.len()), (45, 9));
    for graph in [&circle, &every] {
        for format in [GraphFormat::Edges, GraphFormat::Tetrad, GraphFormat::Dot, GraphFormat::Dagitty] {
            assert_reads_back(graph, format, &GraphOptions::default());
        }
        for encoding in [MatrixEncoding::Endpoints, MatrixEncoding::PcalgPag] {
            for edge_direction in [EdgeDirection::RowToColumn, EdgeDirection::ColumnToRow] {
                let options = GraphOptions { encoding, edge_direction, ..GraphOptions::default() };
                assert_reads_back(graph, GraphFormat::Csv, &options);
            }
        }
    }
}

fn assert_reads_back(graph: &NamedGraph<CausalGraph>, format: GraphFormat, options: &GraphOptions) {
    let bytes = format_graph(graph, format, options).unwrap();
    let read = parse_causal_graph(&bytes, format, options, graph.source_name());
    assert_eq!(&read.unwrap(), graph, "{format}: {}", String::from_utf8_lossy(&bytes));
}

/// dagitty's text holds hidden nodes, and says that causes may be hidden where no mark does.
#[test]
fn hidden_nodes_are_written_and_read_back() {
    for text in ["dag { U1 [latent] U1 -> {X Y} X -> Y }", "dag { U1 X -> Y X <-> Y }", "mag { X -> Y }"] {
        let graph = read(text, GraphFormat::Dagitty);
        assert_reads_back(&graph, GraphFormat::Dagitty, &GraphOptions::default());
        let endpoints = GraphOptions { encoding: MatrixEncoding::Endpoints, ..GraphOptions::default() };
        for format in
            [GraphFormat::Edges, GraphFormat::Dot, GraphFormat::Tetrad, GraphFormat::GraphMl, GraphFormat::Csv]
        {
            assert!(format_graph(&graph, format, &endpoints).is_err(), "{text} {format}");
        }
    }
    let pag = read("pag { A @-> B }", GraphFormat::Dagitty);
    let words = |format| format_graph(&pag, format, &GraphOptions::default()).unwrap_err().to_string();
    assert_eq!(words(GraphFormat::NodeLink), "the format json cannot hold marks at the ends of edges");
    assert!(words(GraphFormat::Csv).ends_with("unless its encoding is endpoints or pcalg-pag"));
}

/// U confounds X and Y; A → X. Worked out by hand: A o-> X <-> Y is the MAG's A -> X, and X o-> Y cannot be told.
#[test]
fn a_graph_with_hidden_nodes_becomes_a_mag_and_a_pag() {
    let graph = read("dag { U [latent] U -> {X Y} A -> X B -> Y }", GraphFormat::Dagitty);
    assert_eq!(drawn(&graph.to_mag().unwrap()), ["X <-> Y", "X <- A", "Y <- B"]);
    assert_eq!(drawn(&graph.to_pag().unwrap()), ["X <-> Y", "X <-o A", "Y <-o B"]);
    let member = graph.to_pag().unwrap().to_mag().unwrap();
    assert_eq!(member.to_pag().unwrap(), graph.to_pag().unwrap());
}

/// yEd draws the circles of a PAG as white circles.
#[test]
fn white_circles_of_yed_are_circles() {
    let edge = "<data key=\"d\"><y:PolyLineEdge><y:Arrows source=\"transparent_circle\" target=\"standard\"/>\
                </y:PolyLineEdge></data>";
    let text = format!(
        "<graphml xmlns:y=\"y\"><key id=\"d\" for=\"edge\"/><graph edgedefault=\"directed\">\
         <node id=\"A\"/><node id=\"B\"/><edge source=\"A\" target=\"B\">{edge}</edge></graph></graphml>"
    );
    assert_eq!(drawn(&read(&text, GraphFormat::GraphMl)), ["A o-> B"]);
}
