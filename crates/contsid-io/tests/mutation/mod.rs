//! Small valid files of every format, and random changes to them.

use contsid::graph::NodeNames;
use contsid::named::Named;
use contsid_io::graph::{
    CausalGraph, EdgeDirection, GraphFormat, GraphOptions, GraphSource, MatrixEncoding, NamedGraph, Threshold,
    parse_causal_graph, parse_graph, read_causal_from, read_graph_from,
};
use contsid_io::parse_treatment_sets;
use contsid_io::table::{HeaderLine, MissingValues, TableFormat, TableOptions, parse_table};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The most nodes of a graph whose marks are checked too: that takes time.
const MOST_CHECKED: usize = 30;

/// A reader that is tried.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// A graph in a format.
    Graph(GraphFormat),
    /// A graph whose contents tell its format.
    AnyGraph,
    /// A table in a format.
    Table(TableFormat),
    /// Sets of treatments.
    TreatmentSets,
    /// The words after `::`.
    Suffix,
}

/// The result of reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was read.
    Read,
    /// It was refused with an error.
    Refused,
    /// The reader panicked, or its message is not fit for a terminal.
    Fatal,
}

/// A changed file.
pub struct Changed {
    /// The reader that it is for.
    pub reader: Reader,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The choice of options to read it with.
    choice: u64,
}

/// Valid files.
pub struct Corpus {
    files: Vec<(Reader, Vec<u8>)>,
}

const TEXTS: [(Reader, &str); 45] = [
    (Reader::Graph(GraphFormat::Edges), "# c\n\"a b\" -> B\nB -- C <- D; E => F\nlone\n"),
    (Reader::Graph(GraphFormat::Edges), "source,target,weight\nA,B,0.5\n\"b c\",D,1\n"),
    (Reader::Graph(GraphFormat::Edges), "A B\nB C {}\n1 2\n"),
    (Reader::Graph(GraphFormat::Edges), "to,from,weight\nA,B,1\nB,C,0\n"),
    (Reader::Graph(GraphFormat::Edges), "A 1\nB 2\nnach,von\nC -&gt; D\n"),
    (Reader::Graph(GraphFormat::Dagitty), "dag { S [selected] {A B} -> S; U [latent] U -> A }"),
    (
        Reader::Graph(GraphFormat::NodeLink),
        r#"{"directed": true, "multigraph": true, "nodes": [{"id": "a"}, {"id": "b", "latent": true}],
           "edges": [{"source": "a", "target": "b", "type": "bidirected", "marks": {"a": "o", "b": ">"}}]}"#,
    ),
    (
        Reader::Graph(GraphFormat::Gml),
        "graph [ directed 1 multigraph 1 node [ id 0 observed \"no\" ] node [ id 1 ] \
         edge [ source 0 target 1 type \"o->\" ] ]",
    ),
    (
        Reader::Graph(GraphFormat::GraphMl),
        "<graphml><key id='t' for='edge' attr.name='type'/><key id='l' for='node' attr.name='latent'/><graph \
         edgedefault='directed'><node id='a'><data key='l'>yes</data></node><node id='b'/><edge source='a' target='b'>\
         <data key='t'>bidirected</data></edge></graph></graphml>",
    ),
    (Reader::Graph(GraphFormat::Edges), "A 2\nB {}\nC {'weight': 0.5}\nB 0\nC 1\nB {}\n"),
    (Reader::Graph(GraphFormat::Edges), "effect,cause\nA,B\nB,C\n"),
    (Reader::Graph(GraphFormat::Edges), "child;parent\nA;B\n"),
    (Reader::Graph(GraphFormat::Edges), "node1,node2\nA,B\n"),
    (Reader::Graph(GraphFormat::Edges), "A>B\nB:C\nC\u{2013}D\n"),
    (Reader::Graph(GraphFormat::Edges), "A 1 @0.1,0.2\nB 1 @0.3,0.4\n\nA B\n"),
    (Reader::Graph(GraphFormat::Edges), "A o-> B\nB <-> C; C o-o D\nD -> E\nlone\n"),
    (Reader::Graph(GraphFormat::Csv), "A,B,C\n0,2,0\n1,0,2\n0,3,0\n"),
    (Reader::Graph(GraphFormat::Csv), "A,B\nFALSE,True\nfalse,False\n"),
    (Reader::Graph(GraphFormat::Csv), ",A,\"B b\",C\nA,0,1,2\n\"B b\",0,0,-1\nC,0,-1,0\n"),
    (Reader::Graph(GraphFormat::Csv), "0,0.5,0\n0,0,-1e-3\n0,0,0\n"),
    (Reader::Graph(GraphFormat::Tsv), "A\tB\n0\t1\n0\t0\n"),
    (Reader::Graph(GraphFormat::Space), "\"A\" \"B b\"\n\"A\" 0 1\n\"B b\" 0 0\n"),
    (
        Reader::Graph(GraphFormat::MatrixMarket),
        "%%MatrixMarket matrix coordinate real general\n% c\n3 3 2\n1 2 1.0\n2 3 0.5\n",
    ),
    (Reader::Graph(GraphFormat::MatrixMarket), "%%MatrixMarket matrix array integer general\n2 2\n0\n0\n1\n0\n"),
    (
        Reader::Graph(GraphFormat::Dot),
        "strict digraph g { edge [dir=none] a -> \"b\" [arrowhead=none]; {c d} -> e:n; subgraph x { f } x=1 /* c */ }",
    ),
    (
        Reader::Graph(GraphFormat::GraphMl),
        "<?xml version='1.0'?><graphml><key id='k' for='node' attr.name='name'/><graph edgedefault='directed'><node \
         id='a'><data key='k'>A&amp;<y:NodeLabel>l</y:NodeLabel></data></node><node id='b'/><edge source='a' \
         target='b' directed='false'><y:Arrows source='none' target='x'/></edge></graph></graphml>",
    ),
    (
        Reader::Graph(GraphFormat::Tetrad),
        "Graph Nodes:\nA;B;C\n\nGraph Edges:\n1. A --> B\n2. B --- C nl\n\nGraph Attributes:\nx\n",
    ),
    (
        Reader::Graph(GraphFormat::NodeLink),
        r#"{"directed": true, "nodes": [{"id": "a"}, {"id": 2}], "links": [{"source": "a", "target": 2}]}"#,
    ),
    (
        Reader::Graph(GraphFormat::Bif),
        "network n { }\nvariable a { type discrete [ 2 ] { y, n }; }\nvariable b { }\n\
         probability ( a | b ) { table 1, 0; }",
    ),
    (
        Reader::Graph(GraphFormat::Dagitty),
        "dag \"g\" { bb=\"1\" A [pos=\"1,2\"] {A B} -> C; C <- \"d e\" [beta=-0.5] /* c */ }",
    ),
    (Reader::Graph(GraphFormat::Dagitty), "pag { A @-> B; B <-> C; C @-@ \"d e\" }"),
    (Reader::Graph(GraphFormat::Dagitty), "mag { A -> B; B <-> C }"),
    (Reader::Graph(GraphFormat::Dagitty), "dag { U [latent] U -> A; U -> B; A -> B; A <-> C }"),
    (
        Reader::Graph(GraphFormat::Dot),
        "digraph { a -> b [dir=both, arrowtail=odot]; b -> c [dir=both] u [observed=no] }",
    ),
    (Reader::Graph(GraphFormat::Tetrad), "Graph Nodes:\nA;B;C\n\nGraph Edges:\n1. A o-> B\n2. B <-> C dd nl\n"),
    (
        Reader::Graph(GraphFormat::GraphMl),
        "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/><edge source='a' target='b'><y:Arrows \
         source='white_circle' target='standard'/></edge></graph></graphml>",
    ),
    (Reader::Graph(GraphFormat::Bnlearn), "[A][B|A][C|A:B]"),
    (
        Reader::Graph(GraphFormat::Gml),
        "graph [ directed 1 node [ id 0 label \"a&amp;\" ] node [ id 1 label \"b\" ] edge [ source 0 target 1 ] ]",
    ),
    (
        Reader::Graph(GraphFormat::Gml),
        "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 graphics [ sourceArrow \"standard\" ] ] ]",
    ),
    (Reader::Table(TableFormat::Csv), "a,\"b c\",d\n1,x,NA\n-2.5e3,\"y, z\",0\n,x,7\n"),
    (Reader::Table(TableFormat::Csv), "  0.5 1e-3  inf\n\t2 ? 4\n"),
    (Reader::Table(TableFormat::Tsv), "\u{feff}0\t1\t2\r\n1.5\t2\t*\r\n3\t4\t5\r\n"),
    (Reader::Table(TableFormat::Csv), "a,b,c\n1.2%,$1.2,1.2 mg\n2.5%,$3,4 mg\n1.2D+00,0x1F,2026-01-02\n"),
    (Reader::TreatmentSets, "A, B # c\nC\nlong name, A\n"),
    (Reader::Suffix, "lingam.csv::column-to-row,threshold=0.3,format=csv"),
];

/// Files that other programs wrote.
const FILES: [(Reader, &str); 40] = [
    (Reader::Graph(GraphFormat::Npy), "adjacency.npy"),
    (Reader::Graph(GraphFormat::Npy), "adjacency_fortran.npy"),
    (Reader::Graph(GraphFormat::GraphMl), "networkx.graphml"),
    (Reader::Graph(GraphFormat::Dot), "causal_learn.dot"),
    (Reader::Graph(GraphFormat::Csv), "misread/lingam_B.csv"),
    (Reader::Graph(GraphFormat::Csv), "misread/endp.csv"),
    (Reader::Graph(GraphFormat::Csv), "pandas_adjacency.csv"),
    (Reader::Graph(GraphFormat::Tetrad), "misread/sachs_true.txt"),
    (Reader::Graph(GraphFormat::Tetrad), "causal_learn.txt"),
    (Reader::Graph(GraphFormat::NodeLink), "networkx_links.json"),
    (Reader::Graph(GraphFormat::NodeLink), "networkx_edges.json"),
    (Reader::Graph(GraphFormat::Edges), "misread/edgelist_space.txt"),
    (Reader::Graph(GraphFormat::Edges), "misread/edgelist_tab.txt"),
    (Reader::Graph(GraphFormat::Bnlearn), "misread/bnlearn_modelstring.txt"),
    (Reader::Graph(GraphFormat::Csv), "misread/cl_fci.csv"),
    (Reader::Graph(GraphFormat::Csv), "misread/pcalg_pag2.csv"),
    (Reader::Graph(GraphFormat::Csv), "misread/pcalg_pag.csv"),
    (Reader::Graph(GraphFormat::Csv), "misread/pd_adj_bool.csv"),
    (Reader::Graph(GraphFormat::Tetrad), "misread/tet_pag.txt"),
    (Reader::Graph(GraphFormat::Edges), "misread/nx_adj.txt"),
    (Reader::Graph(GraphFormat::Edges), "misread/adjlist3.txt"),
    (Reader::Graph(GraphFormat::Edges), "misread/adjlist4.txt"),
    (Reader::Graph(GraphFormat::Edges), "misread/multi2.txt"),
    (Reader::Graph(GraphFormat::Edges), "misread/pajek.txt"),
    (Reader::Graph(GraphFormat::Edges), "misread/tgf.txt"),
    (Reader::Table(TableFormat::Npy), "table_f4_big_endian.npy"),
    (Reader::Table(TableFormat::Npz), "table.npz"),
    (Reader::Table(TableFormat::Npz), "table_compressed.npz"),
    (Reader::Table(TableFormat::Csv), "pandas_table.csv.gz"),
    (Reader::Table(TableFormat::Csv), "pandas_table.csv"),
    (Reader::Table(TableFormat::Csv), "misread/pct.csv"),
    (Reader::Table(TableFormat::Csv), "misread/dollar.csv"),
    (Reader::Table(TableFormat::Csv), "misread/unit.csv"),
    (Reader::Table(TableFormat::Csv), "misread/fortran.csv"),
    (Reader::Table(TableFormat::Csv), "misread/ids.csv"),
    (Reader::Table(TableFormat::Csv), "misread/nohdr.csv"),
    (Reader::Table(TableFormat::Csv), "misread/hex.csv"),
    (Reader::Table(TableFormat::Csv), "misread/dates.csv"),
    (Reader::Table(TableFormat::Csv), "misread/unnamed0.csv"),
    (Reader::Table(TableFormat::Parquet), "table.parquet"),
];

/// Words of the grammars, and input that readers may not expect.
const WORDS: [&str; 38] = [
    "\"",
    "\\",
    "->",
    "<->",
    "o->",
    "o-o",
    "@->",
    "latent",
    "--",
    "→",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "|",
    ":",
    ";",
    ",",
    "\t",
    " ",
    "\n",
    "\r",
    "\0",
    "#",
    "/*",
    "*/",
    "&#0;",
    "&quot;",
    "<",
    ">",
    "-1",
    "1e999",
    "99999999999999999999",
    "\u{202e}",
    "\u{1b}[2J",
    "é",
];

impl Corpus {
    /// All files; those of graphs also for the reader that detects the format.
    pub fn new() -> Self {
        let read = |name| std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name));
        let texts = TEXTS.iter().map(|&(reader, text)| (reader, text.as_bytes().to_vec()));
        let binaries =
            FILES.iter().map(|&(reader, name)| (reader, read(name).expect("the files of the tests are there")));
        let mut files: Vec<(Reader, Vec<u8>)> = texts.chain(binaries).collect();
        let graphs = files.iter().filter(|(reader, _)| matches!(reader, Reader::Graph(_)));
        let any_graphs: Vec<_> = graphs.map(|(_, bytes)| (Reader::AnyGraph, bytes.clone())).collect();
        files.extend(any_graphs);
        Self { files }
    }

    /// A changed file: the same for the same seed.
    pub fn changed(&self, seed: u64) -> Changed {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (reader, bytes) = &self.files[random.random_range(0..self.files.len())];
        let mut bytes = bytes.clone();
        for _ in 0..random.random_range(1..8) {
            self.change(&mut bytes, &mut random);
        }
        Changed { reader: *reader, bytes, choice: random.next_u64() }
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut impl Rng) {
        let (first, second) = (random.random_range(0..=bytes.len()), random.random_range(0..=bytes.len()));
        let range = first.min(second)..first.max(second);
        match random.random_range(0..7) {
            0 => drop(bytes.drain(range)),
            1 => {
                let part = bytes[range].to_vec();
                bytes.splice(first..first, part);
            }
            2 if first < bytes.len() => bytes[first] ^= 1 << random.random_range(0..8),
            3 if first < bytes.len() => bytes[first] = random.random_range(0..=255),
            4 => {
                let (_, other) = &self.files[random.random_range(0..self.files.len())];
                let part = &other[..random.random_range(0..=other.len())];
                bytes.splice(first..first, part.iter().copied());
            }
            5 => {
                let word = WORDS[random.random_range(0..WORDS.len())].repeat(random.random_range(1..200));
                bytes.splice(first..first, word.bytes());
            }
            _ => {
                let word = WORDS[random.random_range(0..WORDS.len())];
                bytes.splice(first..first, word.bytes());
            }
        }
    }
}

impl Changed {
    /// Reads the bytes; an error must be one line without control characters.
    pub fn read(&self) -> Outcome {
        match catch_unwind(AssertUnwindSafe(|| self.message())) {
            Ok(None) => Outcome::Read,
            Ok(Some(message)) if !message.contains(char::is_control) => Outcome::Refused,
            _ => Outcome::Fatal,
        }
    }

    /// The words of the error, if there is one.
    fn message(&self) -> Option<String> {
        match self.reader {
            Reader::Graph(format) => {
                let options = self.graph_options();
                let plain = parse_graph(&self.bytes, format, &options, "file");
                self.of_graph(plain, || parse_causal_graph(&self.bytes, format, &options, "file"))
            }
            Reader::AnyGraph => {
                let (source, options) = (GraphSource::plain("-"), self.graph_options());
                let plain = read_graph_from(&self.bytes[..], &source, &options);
                self.of_graph(plain, || read_causal_from(&self.bytes[..], &source, &options))
            }
            Reader::Table(format) => in_words(parse_table(&self.bytes, format, &self.table_options(), "file")),
            Reader::TreatmentSets => {
                let names = NodeNames::new(["A", "B", "C", "long name"]).expect("the names differ");
                in_words(parse_treatment_sets(&self.bytes, &names, "file"))
            }
            Reader::Suffix => in_words(String::from_utf8_lossy(&self.bytes).parse::<GraphSource>()),
        }
    }

    /// The words of the error of a graph; half of them are read with marks, which changes nothing for a graph without.
    fn of_graph<E: std::fmt::Display>(
        &self,
        plain: Result<NamedGraph, E>,
        causal: impl FnOnce() -> Result<NamedGraph<CausalGraph>, E>,
    ) -> Option<String> {
        if (self.choice / 8).is_multiple_of(2) {
            return in_words(plain);
        }
        let causal = causal();
        if let Ok(plain) = plain {
            assert_eq!(causal.as_ref().ok().and_then(NamedGraph::as_plain), Some(plain), "read in another way");
        }
        match causal {
            Ok(graph) if graph.names().len() <= MOST_CHECKED => in_words(graph.effects()),
            read => in_words(read),
        }
    }

    fn graph_options(&self) -> GraphOptions {
        let weights = MatrixEncoding::Weights(Threshold::new(0.3).expect("0.3 is a threshold"));
        let encodings = [MatrixEncoding::Adjacency, weights, MatrixEncoding::Endpoints, MatrixEncoding::PcalgPag];
        GraphOptions {
            edge_direction: EdgeDirection::CHOICES[(self.choice % 2) as usize],
            encoding: encodings[(self.choice / 2 % 4) as usize],
            ..GraphOptions::default()
        }
    }

    fn table_options(&self) -> TableOptions {
        let missing = if self.choice.is_multiple_of(2) { MissingValues::Refuse } else { MissingValues::DropRows };
        let categorical = if (self.choice / 2).is_multiple_of(4) { vec!["a".to_owned()] } else { Vec::new() };
        let header = HeaderLine::CHOICES[(self.choice / 8 % 3) as usize];
        TableOptions { missing, header, categorical, ..TableOptions::default() }
    }
}

fn in_words<T, E: std::fmt::Display>(read: Result<T, E>) -> Option<String> {
    read.err().map(|error| error.to_string())
}
