//! Graph files that cannot be read: each message names the file, the line and the fact.

use contsid::graph::NodeNames;
use contsid::named::Named;
use contsid_io::Hint;
use contsid_io::graph::{
    CellOrder, Cells, GraphFormat, GraphOptions, MatrixEncoding, Threshold, align, graph_of_matrix, parse_graph,
    read_graph,
};
use std::fs;

fn message(bytes: &[u8], format: GraphFormat, encoding: MatrixEncoding) -> String {
    let options = GraphOptions { encoding, ..GraphOptions::default() };
    parse_graph(bytes, format, &options, "bad").expect_err("the file is bad").to_string()
}

fn hint(bytes: &[u8], format: GraphFormat) -> Option<Hint> {
    parse_graph(bytes, format, &GraphOptions::default(), "bad").expect_err("the file is bad").hint()
}

/// Checks that each text gives a message that begins as told.
fn refuses<const N: usize>(format: GraphFormat, encoding: MatrixEncoding, cases: [(&str, &str); N]) {
    for (text, expected) in cases {
        let message = message(text.as_bytes(), format, encoding);
        assert!(message.starts_with(&format!("bad: {expected}")), "{text:?} gives {message:?}");
    }
}

#[test]
fn matrices() {
    refuses(
        GraphFormat::Csv,
        MatrixEncoding::Adjacency,
        [
            ("", "the file is empty"),
            ("\u{feff} \r\n\n", "the file is empty"),
            ("A,B\n0,1\n0\n", "line 3: the line has 1 cell where 2 are expected"),
            ("A,B,C\n0,1\n0,0\n", "line 1: the line has 3 cells where 2 are expected"),
            ("0,1,0\n0,0,0\n", "the matrix has 2 rows and 3 columns"),
            ("0,1\n0,0\n0,0\n0,0", "the matrix has 4 rows and 2 columns"),
            ("0,0\n0,0\n0,0\n", "the matrix has 3 rows and 2 columns"),
            ("A,B,C\n0,1,0\n0,0,0\n", "the matrix has 2 rows and 3 columns"),
            ("A,B\n", "the matrix has 0 rows and 2 columns"),
            (",A,B\nA,0,1\n", "the matrix has 1 row and 2 columns"),
            ("A,B\n0,0.3\n0,0", "line 2, column 2: the cell holds `0.3`, where 0, 1, 2 or -1 is expected"),
            (",A,B\nA,0,x\nB,0,0", "line 2, column 3: the cell holds `x`, where"),
            ("A,B\n0,\n0,0", "line 2, column 2: the cell holds ``, where"),
            ("A,B\n0,NaN\n0,0", "line 2, column 2: the cell holds `NaN`, where"),
            ("A,B\n0,0\n0,1", "line 3, column 2: `B` has an edge to itself"),
            ("A,B,A\n0,0,0\n0,0,0\n0,0,0", "line 1, column 3: the name `A` appears twice, first at line 1, column 1"),
            ("A,B\r\n\r\n0,0\r\n\r\n0,7\r\n", "line 5, column 2: the cell holds `7`"),
            ("\n\n\"A\nA\",B\n0,0\n0,7", "line 6, column 2: the cell holds `7`"),
            ("A,\n0,0\n0,0", "line 1, column 2: a name is empty"),
            (",A,B\nA,0,1\nC,0,0", "line 3, column 1: the row is called `C` where the header calls column 3 `B`"),
            (",A,B\nB,0,1\nA,0,0", "line 2, column 1: the row is called `B` where the header calls column 2 `A`"),
            ("A,B\n0,1\n-1,0", "line 2, column 2: the pair `A`, `B` holds 1 and -1"),
        ],
    );
    assert_eq!(hint(b"0,.5\n0,0", GraphFormat::Csv), Some(Hint::Threshold));
    assert_eq!(hint(b"0,1\n-1,0", GraphFormat::Csv), Some(Hint::Endpoints));
    assert_eq!(hint(b"0,1\n1", GraphFormat::Csv), None);
}

#[test]
fn weights_and_marks() {
    let weights = MatrixEncoding::Weights(Threshold::new(0.5).unwrap());
    refuses(
        GraphFormat::Csv,
        weights,
        [
            ("A,B\n0,x1\n0,0", "line 2, column 2: the cell holds `x1`, which is not a finite number"),
            ("A,B\n0,inf\n0,0", "line 2, column 2: the cell holds `inf`, which is not a finite number"),
            ("A,B\n-0.6,0\n0,0", "line 2, column 1: `A` has an edge to itself"),
        ],
    );
    refuses(
        GraphFormat::Csv,
        MatrixEncoding::Endpoints,
        [
            ("A,B\n0,1\n1,0", "line 2, column 2: the edge between `A` and `B` is bidirected"),
            ("A,B\n0,2\n1,0", "line 2, column 2: the edge between `A` and `B` is marked by a circle"),
            ("A,B\n0,1\n0,0", "line 2, column 2: the edge between `A` and `B` has a mark at one end only"),
            ("A,B\n0,3\n0,0", "line 2, column 2: the cell holds `3`, where an endpoint mark"),
            ("A,B\n0,0\n0,-1", "line 3, column 2: `B` has an edge to itself"),
        ],
    );
    assert!(
        Threshold::new(-0.1).is_err() && Threshold::new(f64::NAN).is_err() && Threshold::new(f64::INFINITY).is_err()
    );
}

#[test]
fn edge_lists() {
    refuses(
        GraphFormat::Edges,
        MatrixEncoding::Adjacency,
        [
            ("# nothing but a comment", "the graph has no nodes"),
            ("A -> B\n\nA -> A", "line 3: `A` has an edge to itself"),
            ("A ->", "line 1: found nothing where the name of a node is expected"),
            ("-> A", "line 1: found nothing where the name of a node is expected"),
            ("\"\" -> A", "line 1: found nothing where the name of a node is expected"),
            ("A -> B\n\"A -> C", "line 2: found `\"A -> C` where a closing quotation mark is expected"),
            ("\"A\" x -> B", "line 1: found `x` where an arrow or the end of the line is expected"),
            ("A <-> B", "line 1: the edge between `A` and `B` is bidirected"),
            ("A o-> B", "line 1: the edge between `A` and `B` is marked by a circle"),
            ("A -> B\n# c\nB -> A", "line 3: `B` and `A` are joined already, by a different edge at line 1"),
            ("A -> B\nA -- B", "line 2: `A` and `B` are joined already, by a different edge at line 1"),
            ("0 1\n0 0", "line 1: found `0 1`, a row of a matrix, where an edge such as `A -> B` is expected"),
        ],
    );
}

#[test]
fn dot() {
    refuses(
        GraphFormat::Dot,
        MatrixEncoding::Adjacency,
        [
            ("digraph {}", "the graph has no nodes"),
            ("tree { a }", "line 1: found `tree` where `graph` or `digraph` is expected"),
            ("digraph {\n a -> \n}", "line 3: found `}` where a name is expected"),
            ("digraph { a", "found the end of the file where a name is expected"),
            ("digraph { \"a }", "line 1: found `\"a }` where a closing quotation mark is expected"),
            ("digraph {\n<b>x</b> }", "line 2: an HTML text as the name of a node cannot be read"),
            ("digraph { a -> a }", "line 1: `a` has an edge to itself"),
            ("digraph { a -> b [dir=both] }", "line 1: the edge between `a` and `b` is bidirected"),
            ("digraph {a -> b [arrowhead=odot] }", "line 1: the edge between `a` and `b` is marked by a circle"),
            ("digraph { a -> b\n b -> a }", "line 2: `b` and `a` are joined already"),
            ("digraph { a } graph { b }", "line 1: found `graph` where the end of the file"),
            ("digraph { a-b }", "line 1: found `-b }` where a word"),
            ("digraph { /* a }", "line 1: found `/* a }` where the end of a comment"),
        ],
    );
    let nested = format!("digraph {}", "{".repeat(100_000));
    assert!(message(nested.as_bytes(), GraphFormat::Dot, MatrixEncoding::Adjacency).contains("at most 50 braces"));
}

#[test]
fn few_words_for_many_edges() {
    let group = |letter: char| (0..2000).map(|at| format!("{letter}{at}")).collect::<Vec<_>>().join(" ");
    let text = format!("digraph {{ {{ {} }} -> {{ {} }} }}", group('a'), group('b'));
    let refusal = message;
    let message = refusal(text.as_bytes(), GraphFormat::Dot, MatrixEncoding::Adjacency);
    assert!(message.contains("a group of this many nodes"), "{message}");
    let text = format!("dag {{ {{ {} }} -> {{ {} }} }}", group('a'), group('b'));
    let message = refusal(text.as_bytes(), GraphFormat::Dagitty, MatrixEncoding::Adjacency);
    assert!(message.contains("a set of this many nodes"), "{message}");
}

#[test]
fn graphml() {
    refuses(
        GraphFormat::GraphMl,
        MatrixEncoding::Adjacency,
        [
            ("<graphml/>", "the graph has no nodes"),
            ("<BIF/>", "line 1: the file is not valid GraphML: it begins with `<BIF>`, not `<graphml>`"),
            ("A -> B", "the file is not valid GraphML: it ends before"),
            ("<graphml><graph edgedefault='directed'>", "the file is not valid GraphML: it ends before"),
            (
                "<graphml>\n<graph></graph></graphml>",
                "line 2: the file is not valid GraphML: `<graph>` has no attribute `edgedefault`",
            ),
            ("<graphml>\n</graph>", "line 2: the file is not valid GraphML: "),
            (
                "<graphml><graph edgedefault='x'/></graphml>",
                "line 1: found `x` where `directed` or `undirected` is expected",
            ),
            (
                "<graphml><graph edgedefault='directed'><node id='a'/>\n<node id='a'/></graph></graphml>",
                "line 2: the name `a` appears twice, first at line 1",
            ),
            (
                "<graphml><graph edgedefault='directed'><node id='a'/>\n\
                 <edge source='a' target='b'/></graph></graphml>",
                "line 2: the edge names `b`, which is not among the nodes",
            ),
            (
                "<graphml><graph edgedefault='directed'><node id='a'/><edge source='a' target='a'/></graph></graphml>",
                "line 1: `a` has an edge to itself",
            ),
            (
                "<graphml><graph edgedefault='directed'><hyperedge/></graph></graphml>",
                "line 1: a hyperedge cannot be read",
            ),
            (
                "<graphml><graph edgedefault='directed'><node id='&x;'/></graph></graphml>",
                "line 1: the file is not valid GraphML: ",
            ),
            (
                "<graphml><key id='k' for='node' attr.name='name'/><graph edgedefault='directed'><node id='a'><data \
                 key='k'>&x;</data></node></graph></graphml>",
                "line 1: the file is not valid GraphML: the entity `&x;` is unknown",
            ),
            (
                "<graphml><graph edgedefault='directed'><node id='a'><graph edgedefault='directed'/></node></graph>\
                 </graphml>",
                "line 1: a second graph cannot be read",
            ),
        ],
    );
}

#[test]
fn tetrad() {
    refuses(
        GraphFormat::Tetrad,
        MatrixEncoding::Adjacency,
        [
            ("A --> B", "line 1: found `A --> B` where a first line `Graph Nodes:` is expected"),
            ("Graph Nodes:\n\nGraph Edges:\n", "the graph has no nodes"),
            ("Graph Nodes:\nA;B;A", "line 2: the name `A` appears twice, first at line 2"),
            ("Graph Nodes:\nA;B\nGraph Edges:\n1. A <-> B", "line 4: the edge between `A` and `B` is bidirected"),
            (
                "Graph Nodes:\nA;B\nGraph Edges:\n1. A o-> B",
                "line 4: the edge between `A` and `B` is marked by a circle",
            ),
            (
                "Graph Nodes:\nA;B\nGraph Edges:\n1. A o-o B",
                "line 4: the edge between `A` and `B` is marked by a circle",
            ),
            ("Graph Nodes:\nA;B\nGraph Edges:\n1. A --> C", "line 4: the edge names `C`, which is not among the nodes"),
            (
                "Graph Nodes:\nA;B\nGraph Edges:\n1. A",
                "line 4: found `1. A` where an edge such as `1. A --> B` is expected",
            ),
            ("Graph Nodes:\nA;B\nGraph Edges:\n1. A --> A", "line 4: `A` has an edge to itself"),
        ],
    );
}

#[test]
fn node_link() {
    refuses(
        GraphFormat::NodeLink,
        MatrixEncoding::Adjacency,
        [
            ("[]", "found `[]` where an object with `nodes` and `links` is expected"),
            ("{\n\"a\": }", "line 2, character 6: the file is not valid JSON: expected value"),
            ("{}", "found nothing where `directed` is expected"),
            (r#"{"directed": 1}"#, "directed: found `1` where true or false is expected"),
            (r#"{"directed": true}"#, "found nothing where a list `nodes` is expected"),
            (r#"{"directed": true, "nodes": 1000000000}"#, "nodes: found `1000000000` where a list is expected"),
            (r#"{"directed": true, "nodes": []}"#, "found nothing where a list `links` or `edges` is expected"),
            (
                r#"{"directed": true, "nodes": [], "edges": [], "edges": []}"#,
                "line 1, character 57: the file is not valid JSON: the key `edges` appears twice",
            ),
            (
                "{\"directed\": true,\n\"directed\": false}",
                "line 2, character 18: the file is not valid JSON: the key `directed` appears twice",
            ),
            (r#"{"directed": true, "nodes": [], "links": []}"#, "the graph has no nodes"),
            (
                r#"{"directed": true, "nodes": [{"name": "a"}], "links": []}"#,
                "nodes[0]: found nothing where `id` is expected",
            ),
            (
                r#"{"directed": true, "nodes": [{"id": [1]}], "links": []}"#,
                "nodes[0]: found `[1]` where a text or a number is expected",
            ),
            (
                r#"{"directed": true, "nodes": [{"id": 1}, {"id": "1"}], "links": []}"#,
                "nodes[1]: the name `1` appears twice, first at nodes[0]",
            ),
            (
                r#"{"directed": true, "nodes": [{"id": 1}], "edges": [{"source": 1, "target": 2}]}"#,
                "edges[0]: the edge names `2`",
            ),
            (
                r#"{"directed": true, "nodes": [{"id": 1}], "edges": [{"source": 1, "target": 1}]}"#,
                "edges[0]: `1` has an edge to itself",
            ),
        ],
    );
}

#[test]
fn bif() {
    refuses(
        GraphFormat::Bif,
        MatrixEncoding::Adjacency,
        [
            ("network x { }", "the graph has no nodes"),
            ("<BIF>", "line 1: found `<BIF>` where `network`, `variable` or `probability` is expected"),
            ("variable a {}\nvariable a {}", "line 2: the name `a` appears twice, first at line 1"),
            ("variable a {}\nprobability ( b ) {}", "line 2: the edge names `b`, which is not among the nodes"),
            ("variable a {}\nprobability ( a | a ) {}", "line 2: `a` has an edge to itself"),
            ("variable a {", "found the end of the file where `}` is expected"),
            ("variable {", "line 1: found `{` where the name of a variable is expected"),
            ("variable a {}\nprobability a {}", "line 2: found `a` where `(` is expected"),
            ("variable a {}\nprobability ( a | ;", "line 2: found `;` where the name of a variable is expected"),
            ("network \"x", "line 1: found `\"x` where a closing quotation mark is expected"),
        ],
    );
}

#[test]
fn arrays() {
    let array = |descr: &str, shape: &str, data: &[u8]| {
        let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
    };
    for (bytes, expected) in [
        (Vec::new(), "the file is empty"),
        (b"0,1\n0,0".to_vec(), "the file is not valid NPY: its header is not that of a numpy array"),
        (
            array("<f8", "(1000000000, 1000000000)", b""),
            "the file is not valid NPY: an array of shape [1000000000, 1000000000] does not have 0",
        ),
        (array("<f8", "(9999999999, 9999999999)", b""), "the file is not valid NPY: an array of shape"),
        (array("|u1", "(2, 3)", &[0; 6]), "the matrix has 2 rows and 3 columns"),
        (array("|u1", "(2, 2, 2)", &[0; 8]), "the file is not valid NPY: it has 3 dimensions"),
        (array("|u1", "(0, 0)", b""), "the graph has no nodes"),
        (array("|O", "(2, 2)", &[0; 8]), "the file is not valid NPY: its numbers have type `|O`"),
        (array("|u1", "(2, 2)", &[0, 7, 0, 0]), "element [0, 1]: the cell holds `7`"),
        (array("|u1", "(2, 2)", &[0, 0, 0, 1]), "element [1, 1]: `V2` has an edge to itself"),
        (
            array("<f4", "(1, 1)", &f32::NAN.to_le_bytes()),
            "element [0, 0]: the cell holds `NaN`, which is not a finite",
        ),
    ] {
        let message = message(&bytes, GraphFormat::Npy, MatrixEncoding::Adjacency);
        assert!(message.starts_with(&format!("bad: {expected}")), "{message:?}");
    }
}

#[test]
fn names_beside_a_matrix() {
    let refused = |names: &[&str]| {
        let cells = Cells::new([2, 2], CellOrder::Rows, &[0.0, 1.0, 0.0, 0.0][..]);
        let names = NodeNames::new(names.iter().copied()).unwrap();
        graph_of_matrix(cells, Some(names), &GraphOptions::default(), "the truth").unwrap_err().to_string()
    };
    assert_eq!(refused(&["A", "B "]), "the truth: the name `B ` begins or ends with white space");
    assert_eq!(refused(&["A"]), "the truth: there are 1 names for 2 columns");
}

#[test]
fn bytes_that_are_no_text() {
    for format in GraphFormat::CHOICES.iter().copied().filter(|&format| format != GraphFormat::Npy) {
        let message = message(b"A,B\n0,\xff1\n", format, MatrixEncoding::Adjacency);
        assert!(message.starts_with("bad: line 2, character 3: the bytes are not valid UTF-8"), "{message}");
    }
}

#[test]
fn paths() {
    let directory = tempfile::tempdir().unwrap();
    let read = |name: &str| read_graph(directory.path().join(name), &GraphOptions::default()).unwrap_err().to_string();
    assert!(read("missing.csv").ends_with("missing.csv: there is no such file"));
    fs::create_dir(directory.path().join("folder.csv")).unwrap();
    assert!(read("folder.csv").ends_with("folder.csv: this is a directory, not a file"));
    fs::write(directory.path().join("graph.doc"), "A -> B").unwrap();
    let unknown = read("graph.doc");
    assert!(unknown.contains("the extension `.doc` is unknown; known are .csv, .tsv"), "{unknown}");
    let error = read_graph(directory.path().join("graph.doc"), &GraphOptions::default()).unwrap_err();
    assert_eq!(error.hint(), Some(Hint::GraphFormat));
    fs::write(directory.path().join("graph"), "A -> B").unwrap();
    assert!(read("graph").contains("the name has no extension that tells the format"));
    let options = GraphOptions { format: Some(GraphFormat::Edges), ..GraphOptions::default() };
    assert_eq!(read_graph(directory.path().join("graph"), &options).unwrap().graph().edge_count(), 1);
}

#[test]
fn graphs_that_do_not_match() {
    let read = |text: &str, name: &str| {
        parse_graph(text.as_bytes(), GraphFormat::Csv, &GraphOptions::default(), name).unwrap()
    };
    let truth = read("A,B,C\n0,1,0\n0,0,1\n0,0,0", "truth.csv");
    let error = align(&truth, &read("A,D\n0,1\n0,0", "learnt.csv")).unwrap_err().to_string();
    assert_eq!(
        error,
        "learnt.csv and truth.csv do not have the same nodes: only truth.csv has `B`, `C`; only learnt.csv has `D`"
    );
    let error = align(&truth, &read("0,1\n0,0", "bare.csv")).unwrap_err().to_string();
    assert!(error.starts_with("truth.csv has 3 nodes and bare.csv has 2; without names in both files"), "{error}");

    let learnt = read("C,A,B\n0,1,0\n0,0,1\n1,0,0", "learnt.csv");
    let aligned = align(&truth, &learnt).unwrap();
    assert_eq!(aligned.to_dag().unwrap_err().to_string(), "learnt.csv: the graph has a directed cycle: A → B → C → A");
    let by_position = align(&truth, &read("0,2,0\n0,0,1\n0,0,0", "bare.csv")).unwrap();
    assert!(by_position.to_dag().unwrap_err().to_string().starts_with("bare.csv: the edge A — B has no direction"));
}
