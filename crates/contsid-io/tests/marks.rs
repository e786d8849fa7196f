//! Graphs with marks and hidden nodes, as other programs write them.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid_io::graph::{
    CausalGraph, GraphFormat, GraphOptions, MatrixEncoding, NamedGraph, parse_causal_graph, parse_graph,
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
    assert!(words("A o-> B\n").contains("cannot have a arrowhead at B") || words("A o-> B\n").contains("at B"));
}
