//! Each graph file is read in its own way, and says how it was read.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use contsid_io::graph::{
    EdgeDirection, GraphFormat, GraphOptions, GraphSource, NamedGraph, parse_graph, read_graph, read_graph_from,
    read_graph_source, write_graph,
};
use contsid_io::{Hint, ReadError, is_written_by_contsid};
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/misread").join(name)
}

fn read(source: &str, plain: &GraphOptions) -> Result<NamedGraph, ReadError> {
    let source: GraphSource = file(source).to_str().unwrap().parse().unwrap();
    read_graph_source(&source, plain)
}

#[test]
fn a_suffix_is_for_one_file_only() {
    let plain = GraphOptions::default();
    let truth = read("truth10.csv", &plain).unwrap();
    for suffixed in ["lingam_B.csv::column-to-row,threshold=0.3", "endp.csv::endpoints"] {
        assert_eq!(read(suffixed, &plain).unwrap().graph(), truth.graph(), "{suffixed}");
    }
    let transposed = GraphOptions { edge_direction: EdgeDirection::ColumnToRow, ..plain };
    let own = read("truth10.csv::row-to-column", &transposed).unwrap();
    assert_eq!(own.graph(), truth.graph());
    assert_ne!(read("truth10.csv", &transposed).unwrap().graph(), truth.graph());
}

#[test]
fn a_graph_says_how_it_was_read() {
    let plain = GraphOptions::default();
    for (source, expected) in [
        ("truth10.csv", "matrix, row → column, 10 edges"),
        ("lingam_B.csv::column-to-row,threshold=0.3", "matrix, column → row, |weight| > 0.3, 10 edges"),
        ("endp.csv::endpoints", "matrix, row → column, endpoint marks, 10 edges"),
        ("sachs_true.txt", "Tetrad's text, 20 edges"),
        ("sachs_true.txt::tetrad", "Tetrad's text, 20 edges"),
        ("sachs_pc.csv", "matrix, row → column, 25 edges"),
    ] {
        assert_eq!(read(source, &plain).unwrap().reading().unwrap().to_string(), expected, "{source}");
    }
    let read = read("lingam_B.csv::column-to-row,threshold=0.3", &plain).unwrap();
    assert_eq!(
        serde_json::to_string(read.reading().unwrap()).unwrap(),
        concat!(
            r#"{"format":"csv","edge_direction":"column-to-row","encoding":"weights","threshold":0.3,"#,
            r#""edges":10,"undirected":0}"#
        )
    );
}

#[test]
fn words_about_matrices_are_refused_for_other_files() {
    let error = read("sachs_true.txt::column-to-row", &GraphOptions::default()).unwrap_err().to_string();
    assert!(error.ends_with("the file holds Tetrad's text; a direction, an encoding or a threshold is for a matrix"));
}

#[test]
fn a_plain_format_is_for_extensions_that_do_not_tell() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let plain = GraphOptions { fallback_format: Some(GraphFormat::Dot), ..GraphOptions::default() };
    let matrix = write("graph.csv", "0,1\n0,0\n");
    assert_eq!(read_graph(&matrix, &plain).unwrap().reading().unwrap().format, GraphFormat::Csv);
    let text = write("graph.txt", "digraph { a -> b }");
    assert_eq!(read_graph(&text, &plain).unwrap().reading().unwrap().format, GraphFormat::Dot);
    let own = GraphSource::plain(write("graph.json", "Graph Nodes:\nA;B\n\nGraph Edges:\n1. A --> B\n"));
    let error = read_graph_source(&own, &plain).unwrap_err();
    assert!(error.to_string().ends_with(
        "the extension `.json` means node-link JSON, but the file holds Tetrad's text; rename it, or name its format"
    ));
    assert_eq!(error.hint(), Some(Hint::FileFormat(GraphFormat::Tetrad)));
    let named: GraphSource = format!("{own}::tetrad").parse().unwrap();
    assert_eq!(read_graph_source(&named, &plain).unwrap().graph().edge_count(), 1);
}

#[test]
fn readers_and_compressed_files() {
    let bytes = std::fs::read(file("sachs_true.txt")).unwrap();
    let source = GraphSource::plain("-");
    let read = read_graph_from(&bytes[..], &source, &GraphOptions::default()).unwrap();
    assert_eq!((read.graph().edge_count(), read.source_name()), (20, "-"));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("truth.csv.gz");
    let mut encoder = flate2::write::GzEncoder::new(std::fs::File::create(&path).unwrap(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &std::fs::read(file("truth10.csv")).unwrap()).unwrap();
    encoder.finish().unwrap();
    assert_eq!(read_graph(&path, &GraphOptions::default()).unwrap().graph().edge_count(), 10);
}

#[test]
fn what_is_called_gz_is_compressed_and_known_as_ours() {
    let directory = tempfile::tempdir().unwrap();
    let graph = parse_graph(b"A -> B", GraphFormat::Edges, &GraphOptions::default(), "graph").unwrap();
    for name in ["graph.txt.gz", "graph.csv.GZ", "graph.npy.gz"] {
        let path = directory.path().join(name);
        if name.contains("npy") {
            let unnamed = parse_graph(b"0,1\n0,0", GraphFormat::Csv, &GraphOptions::default(), "graph").unwrap();
            write_graph(&path, &unnamed, &GraphOptions::default()).unwrap();
        } else {
            write_graph(&path, &graph, &GraphOptions::default()).unwrap();
        }
        assert!(std::fs::read(&path).unwrap().starts_with(b"\x1f\x8b"), "{name}");
        assert_eq!(read_graph(&path, &GraphOptions::default()).unwrap().graph(), graph.graph(), "{name}");
        assert_eq!(is_written_by_contsid(&path), name.contains("txt"), "{name}");
    }
    let unknown = write_graph(directory.path().join("graph.xyz"), &graph, &GraphOptions::default()).unwrap_err();
    assert!(unknown.to_string().ends_with(".graphml, .xml, .tetrad, .json, .dagitty"), "{unknown}");
}
