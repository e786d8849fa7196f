//! The same graph, read from every format.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::graph::{Edge, MixedGraph, NodeId, NodeNames};
use contsid::named::Named;
use contsid_io::FileFormat;
use contsid_io::graph::{
    CellOrder, Cells, EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding, NamedGraph, Naming, SparseValues,
    Threshold, graph_of_matrix, parse_graph, read_graph,
};
use std::path::Path;

const NAMES: [&str; 4] = ["rain", "sprinkler", "wet grass", "slippery"];

fn expected_graph() -> MixedGraph {
    let [rain, sprinkler, wet, slippery] = [0, 1, 2, 3].map(NodeId::new);
    let directed = [(rain, wet), (sprinkler, wet), (wet, slippery)].map(|(from, to)| Edge::directed(from, to));
    MixedGraph::from_edges(4, directed.into_iter().chain([Edge::undirected(rain, sprinkler)])).unwrap()
}

fn assert_is_expected(read: &NamedGraph) {
    assert_eq!(read.graph(), &expected_graph(), "{}", read.source_name());
    if read.naming() == Naming::Given {
        assert_eq!(read.names(), &NodeNames::new(NAMES).unwrap(), "{}", read.source_name());
    }
}

fn read_text(text: &str, format: GraphFormat, options: &GraphOptions) -> NamedGraph {
    parse_graph(text.as_bytes(), format, options, text).unwrap()
}

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

#[test]
fn files_of_other_programs() {
    let named =
        ["networkx.graphml", "networkx_links.json", "networkx_edges.json", "causal_learn.txt", "causal_learn.dot"];
    for name in named.into_iter().chain(["pandas_adjacency.csv"]) {
        let read = read_graph(file(name), &GraphOptions::default()).unwrap();
        assert_eq!(read.naming(), Naming::Given);
        assert_is_expected(&read);
    }
    for name in ["adjacency.npy", "adjacency_fortran.npy"] {
        let read = read_graph(file(name), &GraphOptions::default()).unwrap();
        assert_eq!(read.naming(), Naming::Numbered);
        assert_is_expected(&read);
    }
    let options = GraphOptions { encoding: MatrixEncoding::Endpoints, ..GraphOptions::default() };
    assert_is_expected(&read_graph(file("causal_learn_endpoints.csv"), &options).unwrap());
}

#[test]
fn endpoint_marks_are_not_taken_for_undirected_edges() {
    let error = read_graph(file("causal_learn_endpoints.csv"), &GraphOptions::default()).unwrap_err();
    assert_eq!(error.hint(), Some(contsid_io::Hint::Endpoints), "{error}");
}

#[test]
fn matrices_with_and_without_names() {
    let header_only = "rain,sprinkler,wet grass,slippery\n0,1,1,0\n1,0,1,0\n0,0,0,1\n0,0,0,0\n";
    let both =
        ",rain,sprinkler,wet grass,slippery\nrain,0,2,1,0\nsprinkler,0,0,1,0\nwet grass,0,0,0,1\nslippery,0,0,0,0";
    let without_corner =
        "rain,sprinkler,wet grass,slippery\nrain,0,2,1,0\nsprinkler,0,0,1,0\nwet grass,0,0,0,1\nslippery,0,0,0,0";
    let rows_only = "rain,0,-1,1,0\nsprinkler,-1,0,1,0\nwet grass,0,0,0,1\nslippery,0,0,0,0\n\n\n";
    let messy = "\u{feff}\"rain\" , sprinkler,\"wet grass\",slippery\r\n0,1, 1,0\r\n1,0,1,0\r\n\r\n0,0,0,1.0\r\n\
         0,0,0,0\r\n\r\n";
    let semicolons = "rain;sprinkler;wet grass;slippery\n0;0;1;0\n2;0;1;0\n0;0;0;1\n0;0;0;0\n";
    for text in [header_only, both, without_corner, rows_only, messy, semicolons] {
        let read = read_text(text, GraphFormat::Csv, &GraphOptions::default());
        assert_eq!(read.naming(), Naming::Given, "{text}");
        assert_is_expected(&read);
    }
    assert_is_expected(&read_text(&header_only.replace(',', "\t"), GraphFormat::Tsv, &GraphOptions::default()));
    let bare = read_text("0,1,1,0\n1,0,1,0\n0,0,0,1\n0,0,0,0", GraphFormat::Csv, &GraphOptions::default());
    assert_eq!(bare.naming(), Naming::Numbered);
    assert_is_expected(&bare);
}

#[test]
fn a_header_of_numbers_is_told_by_the_shape() {
    let read = read_text("3,2\n0,1\n0,0", GraphFormat::Csv, &GraphOptions::default());
    assert_eq!(read.names().iter().collect::<Vec<_>>(), ["3", "2"]);
    let with_index = read_text(",0,1\n0,0,1\n1,0,0", GraphFormat::Csv, &GraphOptions::default());
    assert_eq!(with_index.names().iter().collect::<Vec<_>>(), ["0", "1"]);
}

#[test]
fn direction_and_weights() {
    let transposed = "0,1,0,0\n1,0,0,0\n1,1,0,0\n0,0,1,0";
    let options = GraphOptions { edge_direction: EdgeDirection::ColumnToRow, ..GraphOptions::default() };
    assert_is_expected(&read_text(transposed, GraphFormat::Csv, &options));

    let weights = "0.01,0.9,-1,0\n-0.8,0,2,0\n0.3,0,0,1e3\n0,0,-.3,0";
    let encoding = MatrixEncoding::Weights(Threshold::new(0.3).unwrap());
    assert_is_expected(&read_text(weights, GraphFormat::Csv, &GraphOptions { encoding, ..GraphOptions::default() }));
    let both = GraphOptions { encoding, ..options };
    let turned = "0.01,-0.8,0.3,0\n0.9,0,0,0\n-1,2,0,-.3\n0,0,1e3,0";
    assert_is_expected(&read_text(turned, GraphFormat::Csv, &both));
}

#[test]
fn sparse_matrices_in_memory() {
    // As scipy's CSR matrix of rain — sprinkler, rain → wet, sprinkler → wet, wet → slippery.
    let values = SparseValues::new(4, &[0, 2, 4, 5, 5], &[1, 2, 0, 2, 3], &[1.0; 5]).unwrap();
    let cells = Cells::new([4, 4], CellOrder::Rows, values);
    assert_is_expected(&graph_of_matrix(cells, None, &GraphOptions::default(), "sparse").unwrap());
}

#[test]
fn texts() {
    let edge_list = "\u{feff}# nodes\r\nrain -- sprinkler   # no direction\r\n\r\nwet grass <- rain\n\
         sprinkler --> wet grass\n\"wet grass\"->slippery\nslippery\n";
    assert_is_expected(&read_text(edge_list, GraphFormat::Edges, &GraphOptions::default()));
    let chain = "rain --- sprinkler -> \"wet grass\" -> slippery\nrain -> wet grass\nrain -> wet grass";
    assert_is_expected(&read_text(chain, GraphFormat::Edges, &GraphOptions::default()));

    let tetrad = "Graph Nodes:\r\nrain,sprinkler,\"wet grass\",slippery\r\n\r\nGraph Edges:\r\n\
         1. rain --- sprinkler\r\n2. rain --> wet grass dd nl\r\n3. wet grass <-- sprinkler\r\n\
         4. wet grass --> slippery\r\n\r\nGraph Attributes:\r\nBIC: -3 --> x\r\n";
    assert_is_expected(&read_text(tetrad, GraphFormat::Tetrad, &GraphOptions::default()));
}

/// Between quotation marks once, a name of two words is a name, unless both words are nodes.
#[test]
fn a_name_of_several_words_is_doubtful_if_all_are_nodes() {
    let names = |text: &str| {
        let read = parse_graph(text.as_bytes(), GraphFormat::Edges, &GraphOptions::default(), "graph.txt");
        read.map(|read| read.names().iter().map(str::to_owned).collect::<Vec<_>>()).map_err(|error| error.to_string())
    };
    let one = "\"wet grass\" -> x\nwet grass -> y\nwet -> z\n";
    assert_eq!(names(one).unwrap(), ["wet grass", "x", "y", "wet", "z"]);
    assert_eq!(names("\"1 2\" -> x\n1 2 -> y\n").unwrap(), ["1 2", "x", "y"]);
    let both = format!("{one}grass -> z\n");
    assert!(names(&both).unwrap_err().starts_with("graph.txt: line 2: "), "{:?}", names(&both));
}

#[test]
fn dot() {
    for text in [
        "digraph { rain -> sprinkler [dir=none]; rain -> \"wet grass\"; sprinkler -> \"wet grass\" -> slippery }",
        "strict DIGRAPH \"g\" {\n// c\n# c\n/* c\n */ graph [rankdir=LR] rankdir=LR; node [label=<<b>x</b>>]\n\
         {rain sprinkler} -> \"wet grass\":n:s [label=\"a -> b\"]; edge [arrowhead=none] rain -> sprinkler; subgraph \
         cluster_1 { edge [dir=back arrowtail=vee]; slippery -> \"wet \" + \"grass\" [weight=3] } }\n",
        "graph { rain -- sprinkler; rain -- \"wet grass\" [dir=forward]; subgraph x {sprinkler} -> {\"wet grass\"} -> \
         slippery }",
    ] {
        assert_is_expected(&read_text(text, GraphFormat::Dot, &GraphOptions::default()));
    }
}

#[test]
fn graphml() {
    let text = r#"<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY a "b">]>
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
  <!-- names come from data -->
  <key id="k" for="node" attr.name="Name"/><key id="w" for="edge" attr.name="name"/>
  <graph edgedefault="undirected">
    <edge source="a" target="b"/>
    <edge source="a" target="c" directed="true"><data key="w">no &lt;name&gt;</data></edge>
    <edge source="b" target="c" directed="true"/><edge source="c" target="d" directed="true"/>
    <node id="a"><data key="k">rain</data></node><node id="b"><data key="k"> sprinkler </data></node>
    <node id="c"><data key="k"><![CDATA[wet]]>&#32;grass</data></node>
    <node id="d"><data key="k">slipper&#121;</data></node>
  </graph>
</g:graphml>"#;
    assert_is_expected(&read_text(text, GraphFormat::GraphMl, &GraphOptions::default()));
}

/// In GraphML, keys for all elements name nodes too; those for edges do not.
#[test]
fn keys_of_graphml_name_nodes_if_they_are_for_nodes() {
    let named_by = |owner: &str| {
        let text = format!(
            "<graphml><key id='k' {owner} attr.name='label'/><graph edgedefault='directed'><node id='a'><data \
             key='k'>rain</data></node><node id='b'><data key='k'>wet</data></node><edge source='a' target='b'/>\
             </graph></graphml>"
        );
        let read = read_text(&text, GraphFormat::GraphMl, &GraphOptions::default());
        read.names().iter().map(str::to_owned).collect::<Vec<_>>()
    };
    for owner in ["for='all'", "for='node'", ""] {
        assert_eq!(named_by(owner), ["rain", "wet"], "{owner}");
    }
    for owner in ["for='edge'", "for='graph'"] {
        assert_eq!(named_by(owner), ["a", "b"], "{owner}");
    }
}

/// |weight| > threshold is an edge: a weight of that size is not, on the diagonal either.
#[test]
fn a_weight_as_large_as_the_threshold_is_no_edge() {
    let encoding = MatrixEncoding::Weights(Threshold::new(0.5).unwrap());
    let options = GraphOptions { encoding, ..GraphOptions::default() };
    let read = read_text("0.5,0.5,0.75\n-0.5,-0.5,0\n0,-0.75,0", GraphFormat::Csv, &options);
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let edges = [Edge::directed(a, c), Edge::directed(c, b)];
    assert_eq!(read.graph(), &MixedGraph::from_edges(3, edges).unwrap());
}

#[test]
fn bif() {
    let text = "network \"rain } fall\" {\n  property x { ;\n}\n}\n// c\n\
         variable a {\n  type discrete [ 2 ] { yes, no };\n}\nvariable b { type discrete [ 2 ] { <1, \">}1\" }; }\n\
         variable c { type discrete[2]{y,n}; }\nprobability ( a ) {\n  table 0.5, 0.5;\n}\n\
         probability ( b | a, c ) { (y, n) 0.1, 0.9; }\nprobability(c|a) { }";
    let read = read_text(text, GraphFormat::Bif, &GraphOptions::default());
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let edges = [(a, b), (c, b), (a, c)].map(|(from, to)| Edge::directed(from, to));
    assert_eq!(read.graph(), &MixedGraph::from_edges(3, edges).unwrap());
    assert_eq!(read.names(), &NodeNames::new(["a", "b", "c"]).unwrap());
}

#[test]
fn formats_are_found_by_extension_in_any_case() {
    for &format in GraphFormat::CHOICES {
        assert_eq!(format.name().parse(), Ok(format));
        for extension in format.extensions() {
            let path = format!("some.where/graph.{}", extension.to_uppercase());
            assert_eq!(GraphFormat::of_path(Path::new(&path)), Some(format));
        }
    }
    assert_eq!(GraphFormat::of_path(Path::new("csv")), None);
}
