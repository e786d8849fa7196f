//! No bytes, however strange, make a reader panic; and what it reads, it describes without contradiction.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid::named::Named;
use contsid_io::graph::{EdgeDirection, GraphFormat, GraphOptions, MatrixEncoding, Threshold, parse_graph};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const EDGE_LIST: &str = "# c\n\"a b\" -> B\nB -- C <- D\nlone\n";
const CSV: &str = ",A,\"B b\",C\nA,0,1,2\n\"B b\",0,0,-1\nC,0,-1,0\n";
const DOT: &str =
    "strict digraph g { edge [dir=none] a -> \"b\" [arrowhead=none]; {c d} -> e:n; subgraph x { f } x=1 /* c */ }";
const GRAPHML: &str = "<?xml version='1.0'?><graphml><key id='k' for='node' attr.name='name'/><graph \
     edgedefault='directed'><node id='a'><data key='k'>A&amp;</data></node><node id='b'><data key='k'>B</data></node>\
     <edge source='a' target='b' directed='false'/></graph></graphml>";
const TETRAD: &str = "Graph Nodes:\nA;B;C\n\nGraph Edges:\n1. A --> B\n2. B --- C nl\n\nGraph Attributes:\nx\n";
const JSON: &str = r#"{"directed": true, "nodes": [{"id": "a"}, {"id": 2}], "links": [{"source": "a", "target": 2}]}"#;
const BIF: &str = "network n { }\nvariable a { type discrete [ 2 ] { y, n }; }\nvariable b { }\n\
     probability ( a | b ) { table 1, 0; }";

fn npy() -> Vec<u8> {
    let header = "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 2), }";
    [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), &[0, 0, 1, 0, 0, 0, 0, 0]]
        .concat()
}

/// A small valid file of each format.
fn valid(format: GraphFormat) -> Vec<u8> {
    match format {
        GraphFormat::Csv => CSV.into(),
        GraphFormat::Tsv => CSV.replace(',', "\t").into(),
        GraphFormat::Npy => npy(),
        GraphFormat::Edges => EDGE_LIST.into(),
        GraphFormat::Dot => DOT.into(),
        GraphFormat::GraphMl => GRAPHML.into(),
        GraphFormat::Tetrad => TETRAD.into(),
        GraphFormat::NodeLink => JSON.into(),
        GraphFormat::Bif => BIF.into(),
        GraphFormat::Space => "A B C\n0 1 2\n0 0 -1\n0 -1 0\n".into(),
        GraphFormat::MatrixMarket => "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1.0\n".into(),
        GraphFormat::Dagitty => "dag \"g\" { bb=\"1\" A [pos=\"1,2\"] {A B} -> C; C <- \"d e\" /* c */ }".into(),
        GraphFormat::Bnlearn => "[A][B|A][C|A:B]".into(),
        GraphFormat::Gml => {
            "graph [ directed 1 node [ id 0 label \"a&amp;\" ] node [ id 1 label \"b\" ] edge [ source 0 target 1 ] ]"
                .into()
        }
        _ => panic!("{format} has no valid example here"),
    }
}

fn options() -> impl Strategy<Value = GraphOptions> {
    let threshold = Threshold::new(0.5).unwrap();
    let encodings = [MatrixEncoding::Adjacency, MatrixEncoding::Weights(threshold), MatrixEncoding::Endpoints];
    let directions = [EdgeDirection::RowToColumn, EdgeDirection::ColumnToRow];
    (prop::sample::select(encodings.to_vec()), prop::sample::select(directions.to_vec()))
        .prop_map(|(encoding, edge_direction)| GraphOptions { edge_direction, encoding, ..GraphOptions::default() })
}

fn reads_or_refuses(bytes: &[u8], format: GraphFormat, options: &GraphOptions) {
    match parse_graph(bytes, format, options, "file") {
        Ok(read) => {
            assert!(read.graph().node_count() > 0);
            assert_eq!(read.names().len(), read.graph().node_count());
            if let Err(error) = read.to_dag() {
                assert!(error.to_string().starts_with("file: "));
            }
        }
        Err(error) => {
            assert!(error.to_string().starts_with("file: "));
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

/// One change to the bytes of a file.
#[derive(Clone, Debug)]
enum Change {
    Set(prop::sample::Index, u8),
    Remove(prop::sample::Index, prop::sample::Index),
    Repeat(prop::sample::Index, prop::sample::Index),
    Insert(prop::sample::Index, String),
}

fn change() -> impl Strategy<Value = Change> {
    use prop::sample::Index;
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::Remove(a, b)),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::Repeat(a, b)),
        (any::<Index>(), "[-<>o\"\\\\{}\\[\\];:,|&#=+./ \n\t0-9aé]{1,6}")
            .prop_map(|(at, text)| Change::Insert(at, text)),
    ]
}

fn apply(change: &Change, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let between = |a: &prop::sample::Index, b: &prop::sample::Index| {
        let (a, b) = (a.index(bytes.len()), b.index(bytes.len()));
        a.min(b)..a.max(b)
    };
    match change {
        Change::Set(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        Change::Remove(a, b) => {
            bytes.drain(between(a, b));
        }
        Change::Repeat(a, b) => {
            let part = bytes[between(a, b)].to_vec();
            bytes.extend(part);
        }
        Change::Insert(at, text) => {
            let at = at.index(bytes.len());
            bytes.splice(at..at, text.bytes());
        }
    }
}

#[test]
fn the_examples_are_valid() {
    for &format in GraphFormat::CHOICES {
        let read = parse_graph(&valid(format), format, &GraphOptions::default(), "file").unwrap();
        assert!(read.graph().edge_count() > 0, "{format}");
    }
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::with_cases(2000) }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), options in options()) {
        for &format in GraphFormat::CHOICES {
            reads_or_refuses(&bytes, format, &options);
        }
    }

    #[test]
    fn arbitrary_text(text in "\\PC{0,60}", options in options()) {
        for &format in GraphFormat::CHOICES {
            reads_or_refuses(text.as_bytes(), format, &options);
        }
    }

    #[test]
    fn changed_files(changes in prop::collection::vec(change(), 1..5), options in options()) {
        for &format in GraphFormat::CHOICES {
            let mut bytes = valid(format);
            for change in &changes {
                apply(change, &mut bytes);
            }
            reads_or_refuses(&bytes, format, &options);
        }
    }
}
