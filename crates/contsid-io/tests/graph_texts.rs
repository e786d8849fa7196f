//! The ways in which people write edges, each read correctly.

use contsid::graph::{Edge, EdgeKind};
use contsid_io::Hint;
use contsid_io::graph::{
    GraphFormat, GraphNote, GraphOptions, GraphSource, MatrixEncoding, NamedGraph, Threshold, parse_graph, read_graph,
    read_graph_from,
};
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

/// Reads a text, detecting its format.
fn read(text: &str) -> NamedGraph {
    let read = read_graph_from(text.as_bytes(), &GraphSource::plain("graph.txt"), &GraphOptions::default());
    read.unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn refused(text: &str) -> String {
    let read = read_graph_from(text.as_bytes(), &GraphSource::plain("bad.txt"), &GraphOptions::default());
    read.map(|read| in_words(&read)).expect_err("the text is bad").to_string()
}

/// Nodes in order, then edges.
fn in_words(graph: &NamedGraph) -> String {
    let name = |node| graph.names().name(node);
    let edge = |edge: Edge| match edge.kind {
        EdgeKind::Directed => format!("{}>{}", name(edge.from), name(edge.to)),
        EdgeKind::Undirected => format!("{}~{}", name(edge.from), name(edge.to)),
    };
    let mut edges: Vec<String> = graph.graph().edges().map(edge).collect();
    edges.sort();
    format!("{}: {}", graph.names().iter().collect::<Vec<_>>().join(" "), edges.join(" "))
}

#[test]
fn arrows_of_every_kind() {
    for text in [
        "A -> B\nB -> C",
        "A->B\nB->C",
        "A → B → C",
        "A => B\nB ==> C",
        "A --> B;\nB --> C;\n",
        "A -> B,\nB -> C,",
        "A -> B; B -> C",
        "A ⟶ B # a comment\r\n# another\r\n\"B\" -> \"C\"\r\n",
        "A -> B\rB -> C\r",
    ] {
        assert_eq!(in_words(&read(text)), "A B C: A>B B>C", "{text:?}");
    }
    assert_eq!(in_words(&read("A <- B\nB -- C\nC - D\nD --- E\nE — F\nG")), "A B C D E F G: B>A B~C C~D D~E E~F");
    for text in [
        "IL-6 -> TNF-a\n\"wet grass\"\nwet grass -> IL-6",
        "IL-6 -> TNF-a\nwet grass -> IL-6\nIL-6 <- \"wet grass\"",
        "IL-6 -> TNF-a\n\"wet grass\"\nwet grass\n\"wet grass\" -> IL-6",
    ] {
        assert_eq!(in_words(&read(text)), "IL-6 TNF-a wet grass: IL-6>TNF-a wet grass>IL-6", "{text:?}");
    }
    assert_eq!(in_words(&read("beta[1] -> X_{2}\n\"wet grass\"")), "beta[1] X_{2} wet grass: beta[1]>X_{2}");
}

#[test]
fn pairs() {
    for text in [
        "A B\nB C\nD",
        "A\tB\nB\tC\nD\n",
        "A,B\nB, C\nD",
        "A;B\nB;C\nD;",
        "  \"A\"   B \n\n# c\nB C # d\nD",
        "A B {}\nB C {}\nD",
    ] {
        assert_eq!(in_words(&read(text)), "A B C D: A>B B>C", "{text:?}");
    }
    for text in [
        "source,target\nA,B\nB,C\n",
        ",from,to\n0,A,B\n1,B,C\n",
        "\"from\" \"to\"\nA B\nB C",
        "From\tTo\tWeight\nA\tB\t1\nB\tC\t1\nA\tC\t0",
    ] {
        let read = read(text);
        assert_eq!(in_words(&read), "A B C: A>B B>C", "{text:?}");
        assert!(matches!(read.notes(), [GraphNote::PairHeader { .. }]), "{text:?}");
    }
    assert_eq!(in_words(&read("0 1\n1 2\n2 3\n")), "0 1 2 3: 0>1 1>2 2>3");
    assert_eq!(in_words(&read("source target\n0 1\n1 2\n")), "0 1 2: 0>1 1>2");
    assert_eq!(in_words(&read("source,target,weight\n0,1,1\n1,2,0\n2,3,1\n")), "0 1 2 3: 0>1 2>3");
    assert_eq!(in_words(&read("my node,other node\n\"a,b\",c")), "my node other node a,b c: a,b>c my node>other node");
    assert_eq!(
        in_words(&read_graph(file("misread/edgelist_space.txt"), &GraphOptions::default()).unwrap()),
        "A B C D: A>B B>C C>D"
    );
    for name in ["misread/edgelist_tab.txt", "misread/edgelist_comma.txt"] {
        assert_eq!(in_words(&read_graph(file(name), &GraphOptions::default()).unwrap()), "A B C: A>B A>C", "{name}");
    }
}

#[test]
fn weights_of_pairs_need_a_threshold() {
    let text = b"A,B,0.9\nB,C,-0.4\nA,C,0.1";
    let refused = parse_graph(text, GraphFormat::Edges, &GraphOptions::default(), "bad.txt").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "bad.txt: line 1: the edge has the weight `0.9`, where 0 (no edge) or 1 is expected"
    );
    assert_eq!(refused.source_name(), "bad.txt");
    assert_eq!(refused.hint(), Some(Hint::Threshold));
    let encoding = MatrixEncoding::Weights(Threshold::new(0.3).unwrap());
    let options = GraphOptions { encoding, ..GraphOptions::default() };
    let read = parse_graph(text, GraphFormat::Edges, &options, "graph.txt").unwrap();
    assert_eq!(in_words(&read), "A B C: A>B B>C");
    assert_eq!(read.reading().unwrap().to_string(), "edge list (separator: comma), |weight| > 0.3, 2 edges");
}

#[test]
fn matrices_in_texts() {
    for text in [
        "0 1 0\n0 0 1\n0 0 0\n",
        "0.000000000000000000e+00 1.000000000000000000e+00 0.000000000000000000e+00\n0 0 1\n0 0 0\n",
        " 0  1  0\n 0  0  1\n 0  0  0",
        "0,1,0\n0,0,1\n0,0,0",
        "0\t1\t0\n0\t0\t1\n0\t0\t0",
    ] {
        assert_eq!(in_words(&read(text)), "V1 V2 V3: V1>V2 V2>V3", "{text:?}");
    }
    for text in [
        "A B C\n0 1 0\n0 0 1\n0 0 0\n",
        "\"A\" \"B\" \"C\"\n\"A\" 0 1 0\n\"B\" 0 0 1\n\"C\" 0 0 0\n",
        ",A,B,C\nA,0,1,0\nB,0,0,1\nC,0,0,0",
    ] {
        assert_eq!(in_words(&read(text)), "A B C: A>B B>C", "{text:?}");
    }
    assert_eq!(in_words(&read("A B\n0 1\n0 0")), "A B: A>B");
    assert_eq!(in_words(&read("# by hand\n# A B C\n0 1 0\n0 0 1\n0 0 0\n")), "A B C: A>B B>C");
    assert_eq!(in_words(&read("# a matrix\n0 1 0\n0 0 1\n0 0 0\n")), "V1 V2 V3: V1>V2 V2>V3");
    assert_eq!(read("0 1\n0 0").reading().unwrap().to_string(), "matrix (separator: space), row → column, 1 edge");
    let spaced = parse_graph(b"0 1\n0 0", GraphFormat::Csv, &GraphOptions::default(), "savetxt.csv").unwrap();
    assert_eq!(spaced.graph().edge_count(), 1);
    assert!(refused("0 1 0 1\n0 0 1 1\n").contains("the matrix has 2 rows and 4 columns"));
}

#[test]
fn lines_that_are_not_understood() {
    for (text, expected) in [
        ("A -> B\nB,C", "line 2: found `B,C` where one edge such as `A -> B`"),
        ("A -> B, C", "line 1: found `A -> B, C` where one edge such as `A -> B`"),
        ("A -> B\nB A", "line 2: found `B A`, which is several words"),
        ("A B\nA B C D", "line 2: found `A B C D` where an edge such as `A -> B` or `A,B`"),
        ("A B\nA C x", "line 2: found `A C x` where an edge such as"),
        ("A: B\nB: C", "line 1: found `A: B` where an edge such as"),
        ("A B {'weight': 3}", "line 1: found `A B {'weight': 3}` where an edge"),
        ("A,B\n,C", "line 2: found `,C` where an edge"),
        ("\"A\"B C", "line 1: found `B C` where a separator or the end of the line"),
        ("A <-> B", "line 1: the edge between `A` and `B` is bidirected"),
        ("A ↔ B", "line 1: the edge between `A` and `B` is bidirected"),
        ("A,B\nB,A", "line 2: `B` and `A` are joined already"),
        ("A -> B\nthis is no edge", "line 2: found `this is no edge`, which is several words; write"),
        ("A -> B\n\nB ⟿ C", "line 3: found `B ⟿ C` where the name of a node"),
        (
            "A -> B C",
            "line 1: found `B C`, which is several words; write \"B C\" with quotation marks if it is one name, else \
             one edge a line, such as `A -> B`",
        ),
        ("X -> Y\nA B -> C", "line 2: found `A B`, which"),
        ("A -> B -> C D -> E", "line 1: found `C D`, which"),
        ("wet grass -> A\nwet grass -> B\nwet grass", "line 1: found `wet grass`, which"),
        ("A -> B C\nB -> C", "line 1: found `B C`, which"),
        ("\"B C\"\nA -> B C\nB -> C", "line 2: found `B C`, which"),
        ("A -> B 1\nB -> C", "line 1: found `B 1`, which"),
        ("A -> B 0.5", "line 1: found `B 0.5` where the name of a node"),
        ("A -> B [weight=0.5]", "line 1: found `B [weight=0.5]` where the name of a node"),
        ("A -> {B C}", "line 1: found `{B C}` where the name of a node"),
        ("A -> B // c", "line 1: found `B // c` where the name of a node"),
        ("// c\nA -> B", "line 1: found `// c` where the name of a node"),
        ("1. A --> B\n2. B --> C", "line 1: found `1. A` where the name of a node"),
        ("nodes: A B\nA -> B", "line 1: found `nodes: A B` where the name of a node"),
        ("DAG { A -> B }", "line 1: found `DAG { A` where the name of a node"),
        ("A |-> B", "line 1: found `A |` where the name of a node"),
        ("A + B -> C", "line 1: found `A + B` where the name of a node"),
        ("A- >B", "line 1: found `A- >B` where an edge such as"),
        ("(A, B)", "line 1: found `(A, B)` where an edge such as"),
        ("[('A', 'B'), ('B', 'C')]", "line 1: found `[('A', 'B'), ('B', 'C')]` where an edge such as"),
        ("[A][B|A", "line 1: found `[A][B|A` where an edge such as"),
        ("A|B", "line 1: found `A|B` where an edge such as"),
        ("model string:\n[A][B|A]", "line 1: found `model string:` where an edge such as"),
    ] {
        let message = refused(text);
        assert!(message.starts_with(&format!("bad.txt: {expected}")), "{text:?} gives {message:?}");
    }
}

#[test]
fn a_matrix_is_not_an_edge_list_whatever_its_extension() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("edges.csv");
    for text in ["source,target\nA,B\nB,C\n", "A,B\nB,C\n", "A -> B\n"] {
        std::fs::write(&path, text).unwrap();
        let error = read_graph(&path, &GraphOptions::default()).unwrap_err();
        assert!(
            error.to_string().ends_with(
                "the extension `.csv` means a matrix, but the file holds an edge list; rename it, or name its format"
            ),
            "{error}"
        );
        assert_eq!(error.hint(), Some(Hint::FileFormat(GraphFormat::Edges)));
        let options = GraphOptions { format: Some(GraphFormat::Edges), ..GraphOptions::default() };
        assert!(read_graph(&path, &options).unwrap().graph().edge_count() > 0);
    }
}

#[test]
fn a_bad_cell_does_not_make_a_matrix_an_edge_list() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("matrix.csv");
    for (text, location) in [
        ("A,B\n0,x\n0,0\n", "line 2, column 2"),
        (",A,B\nA,0,1\nB,?,0\n", "line 3, column 2"),
        ("A;B\n0;1\n0;-\n", "line 3, column 2"),
    ] {
        std::fs::write(&path, text).unwrap();
        let message = read_graph(&path, &GraphOptions::default()).unwrap_err().to_string();
        assert!(message.contains(&format!("matrix.csv: {location}: the cell holds `")), "{text:?} gives {message}");
    }
    for text in ["A,B\nB,C\nC,D\n", "A,B,1\nB,C,1\nC,D,1\n", "source,target\n0,1\n1,x\n"] {
        std::fs::write(&path, text).unwrap();
        let message = read_graph(&path, &GraphOptions::default()).unwrap_err().to_string();
        assert!(message.contains("but the file holds an edge list"), "{text:?} gives {message}");
    }
}

#[test]
fn dagitty() {
    for text in [
        "dag { A -> B -> C }",
        "dag{A->B;B->C}",
        "dag \"my graph\" {\nbb=\"0,0,1,1\"\nA [exposure,pos=\"-2.2,1.5\"]\nB\nC [outcome]\nA -> B [beta=-0.5]\n\
         C <- B\n}\n",
        "pdag { A -> B B -> C // c\n /* A -> C */ }",
    ] {
        let read = read(text);
        assert_eq!(in_words(&read), "A B C: A>B B>C", "{text:?}");
        assert_eq!(read.reading().unwrap().format, GraphFormat::Dagitty);
    }
    assert_eq!(in_words(&read("dag { {A \"b c\"} -> {x.1 Y} <- {} }")), "A b c x.1 Y: A>Y A>x.1 b c>Y b c>x.1");
    assert_eq!(in_words(&read("pdag { A -- B -> C }")), "A B C: A~B B>C");
    for (text, expected) in [
        ("dag {\nA <-> B }", "line 2: the edge between `A` and `B` is bidirected"),
        ("mag { A -> B }", "a graph of ancestors cannot be read"),
        ("dag { A -> B", "line 1: found the end of the file where the name of a node is expected"),
        ("dag { A -> }", "line 1: found `}` where the name of a node is expected"),
        ("dag { A } B", "line 1: found `B` where the end of the file"),
        ("dag { A = }", "line 1: found `= }` where the name of a node"),
        ("dag { A\n-> A }", "line 2: `A` has an edge to itself"),
        ("dag { A [x }", "line 1: found `}` where the name"),
        ("dag {}", "the graph has no nodes"),
    ] {
        let message = refused(text);
        assert!(message.starts_with(&format!("bad.txt: {expected}")), "{text:?} gives {message:?}");
    }
    let nested = format!("dag {{ {}", "{".repeat(100_000));
    assert!(refused(&nested).contains("at most 50 braces"));
}

#[test]
fn bnlearn() {
    let asia = read_graph(file("misread/bnlearn_modelstring.txt"), &GraphOptions::default()).unwrap();
    assert_eq!(in_words(&asia), "asia smoke tub lung: asia>tub smoke>lung");
    assert_eq!(asia.reading().unwrap().to_string(), "bnlearn model string, 2 edges");
    assert_eq!(in_words(&read("[C|A:B]\n[A][B|A]\n")), "C A B: A>B A>C B>C");
    let options = GraphOptions { format: Some(GraphFormat::Bnlearn), ..GraphOptions::default() };
    for (text, expected) in [
        ("[A][B|A", "line 1: found `[B|A` where a closing `]` is expected"),
        ("[A]\n[A]", "line 2: the name `A` appears twice, first at line 1"),
        ("[A][B|C]", "line 1: the edge names `C`, which is not among the nodes"),
        ("[A][B|A:]", "line 1: found `[B|A:]` where a node such as"),
        ("[A]B", "line 1: found `B` where `[` and a node is expected"),
        ("[A|A]", "line 1: `A` has an edge to itself"),
    ] {
        let message = parse_graph(text.as_bytes(), GraphFormat::Bnlearn, &options, "bad").unwrap_err().to_string();
        assert!(message.starts_with(&format!("bad: {expected}")), "{text:?} gives {message:?}");
    }
}

#[test]
fn gml() {
    let networkx = "graph [\n  directed 1\n  node [\n    id 0\n    label \"A\"\n  ]\n  node [\n    id 1\n    label \
         \"B &#228;\"\n  ]\n  edge [\n    source 0\n    target 1\n    weight 0.5\n  ]\n]\n";
    assert_eq!(in_words(&read(networkx)), "A B ä: A>B ä");
    let igraph = "Creator \"igraph version 0.10\"\nVersion 1\ngraph\n\
         [\n  directed 1\n  node\n  [\n    id 0\n    name \"x\"\n  ]\n  node\n  [\n    id 1\n    name \"y\"\n  ]\n  \
         edge\n  [\n    source 1\n    target 0\n  ]\n]\n";
    assert_eq!(in_words(&read(igraph)), "x y: y>x");
    assert_eq!(in_words(&read("graph [ node [ id 7 ] node [ id 8 ] edge [ source 7 target 8 ] ]")), "7 8: 7~8");
    for (text, expected) in [
        ("graph [ node [ label \"A\" ] ]", "line 1: found nothing where `id` is expected"),
        ("graph [\nnode [ id 1 ]\nnode [ id 1 ] ]", "line 3: the name `1` appears twice, first at line 2"),
        ("graph [ node [ id 1 ]\nedge [ source 1 ] ]", "line 2: found nothing where `target` is expected"),
        ("graph [ node [ id 1 ]", "line 1: found the end of the file where a key or `]` is expected"),
        ("graph [ node 3 ]", "line 1: found `3` where a list `node [ … ]` is expected"),
        ("graph [ directed maybe node [ id 1 ] ]", "found `maybe` where `directed 0` or `directed 1` is expected"),
        ("graph [ node [ id \"1 ] ]", "line 1: found `\"1 ] ]` where a closing quotation mark is expected"),
    ] {
        let message = refused(text);
        assert!(message.starts_with(&format!("bad.txt: {expected}")), "{text:?} gives {message:?}");
    }
    let nested = "graph [ ".repeat(100_000);
    assert!(refused(&nested).contains("at most 50 lists"));
}

#[test]
fn matrix_market() {
    let pattern = "%%MatrixMarket matrix coordinate pattern general\n% scipy\n3 3 2\n1 2\n2 3\n";
    assert_eq!(in_words(&read(pattern)), "V1 V2 V3: V1>V2 V2>V3");
    assert_eq!(read(pattern).reading().unwrap().to_string(), "matrix, row → column, 2 edges");
    let symmetric = "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 1\n3 2 1\n";
    assert_eq!(in_words(&read(symmetric)), "V1 V2 V3: V1~V2 V2~V3");
    let array = "%%MatrixMarket matrix array real general\n2 2\n0\n0\n1.0\n0\n";
    assert_eq!(in_words(&read(array)), "V1 V2: V1>V2");
    for (text, expected) in [
        ("%%MatrixMarket matrix coordinate complex general\n1 1 0", "line 1: found `complex` where numbers"),
        (
            "%%MatrixMarket matrix coordinate real skew-symmetric\n1 1 0",
            "line 1: a Matrix Market file of this symmetry",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n",
            "the file is not valid Matrix Market: it has 1",
        ),
        ("%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 4\n", "line 3: found `1 4` where a row, a column"),
        ("%%MatrixMarket matrix coordinate pattern general\n3 3 1\n0 1\n", "line 3: found `0 1` where a row, a column"),
        (
            "%%MatrixMarket matrix coordinate pattern symmetric\n2 3 1\n1 3\n",
            "line 2: the matrix has 2 rows and 3 columns",
        ),
        ("%%MatrixMarket matrix coordinate pattern general\n3 2 0\n", "line 2: the matrix has 3 rows and 2 columns"),
        ("%%MatrixMarket matrix array real general\n2 2\n0\n", "the file is not valid Matrix Market: it has 1 entries"),
        (
            "%%MatrixMarket matrix coordinate pattern general\n100000000 100000000 0\n",
            "line 2: the file is too large: 80 PB of memory are needed, and ",
        ),
    ] {
        let message = refused(text);
        assert!(message.starts_with(&format!("bad.txt: {expected}")), "{text:?} gives {message:?}");
    }
}

#[test]
fn labels_and_arrows_of_yed() {
    let node = |id: &str, label: &str| {
        format!(
            "<node id='{id}'><data key='d6'><y:ShapeNode><y:NodeLabel alignment='center'>{label}<y:LabelModel/>\
             </y:NodeLabel><y:Shape type='ellipse'/></y:ShapeNode></data></node>"
        )
    };
    let edge = |ends: &str, source: &str, target: &str| {
        format!(
            "<edge id='e' {ends}><data key='d10'><y:PolyLineEdge><y:Arrows source='{source}' target='{target}'/>\
             </y:PolyLineEdge></data></edge>"
        )
    };
    let text = |edges: &str| {
        let nodes = [node("n0", "A"), node("n1", "B"), node("n2", " C ")].concat();
        format!(
            "<?xml version='1.0'?><graphml xmlns='http://graphml.graphdrawing.org/xmlns' \
             xmlns:y='http://www.yworks.com/xml/graphml'><key for='node' id='d6' yfiles.type='nodegraphics'/><key \
             for='edge' id='d10' yfiles.type='edgegraphics'/><graph edgedefault='directed' id='G'>\
             {nodes}{edges}</graph></graphml>"
        )
    };
    let edges =
        [edge("source='n0' target='n1'", "none", "standard"), edge("source='n1' target='n2'", "none", "none")].concat();
    assert_eq!(in_words(&read(&text(&edges))), "A B C: A>B B~C");
    assert_eq!(in_words(&read(&text(&edge("source='n0' target='n1'", "delta", "none")))), "A B C: B>A");
    assert!(refused(&text(&edge("source='n0' target='n1'", "delta", "delta"))).contains("is bidirected"));
}

#[test]
fn contradictions_within_a_file_are_refused() {
    let both = r#"{"directed": true, "nodes": [{"id": 1}], "links": [], "edges": []}"#;
    assert!(
        refused(both).starts_with("bad.txt: a second list of edges (there are `links` and `edges`) cannot be read")
    );
    let bif = "variable a { }\nvariable b { }\nprobability ( a | b ) { }\nprobability ( a ) { }";
    assert_eq!(refused(bif), "bad.txt: line 4: the block `probability` of `a` appears twice, first at line 3");
    assert_eq!(
        refused("network x { }\nnetwork y { }"),
        "bad.txt: line 2: the block `network` appears twice, first at line 1"
    );
    for version in [[0_u8, 0], [4, 0], [1, 1], [255, 0]] {
        let mut bytes = std::fs::read(file("adjacency.npy")).unwrap();
        bytes[6..8].copy_from_slice(&version);
        let error = parse_graph(&bytes, GraphFormat::Npy, &GraphOptions::default(), "bad.npy").unwrap_err().to_string();
        assert!(error.contains("its header is not that of a numpy array"), "{version:?}: {error}");
    }
}
