//! The formats of graph files, and how a matrix is read.

use crate::format::FileFormat;
use crate::source::extension;
use contsid::named::Named;
use std::path::Path;
use thiserror::Error;

/// A format of graph files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GraphFormat {
    /// A matrix with commas between its cells: `csv`.
    Csv,
    /// A matrix with tabs between its cells: `tsv`.
    Tsv,
    /// A matrix as numpy saves it: `npy`.
    Npy,
    /// A matrix with white space between its cells: `space`.
    Space,
    /// A matrix in a Matrix Market file: `mtx`.
    MatrixMarket,
    /// Lines such as `A -> B` and `A -- B`, or pairs: `edges`.
    Edges,
    /// Graphviz: `dot`.
    Dot,
    /// GraphML: `graphml`.
    GraphMl,
    /// Tetrad's and causal-learn's text, `Graph Nodes:` and `Graph Edges:`: `tetrad`.
    Tetrad,
    /// networkx's node-link JSON: `json`.
    NodeLink,
    /// The Bayesian interchange format, of which the structure is read: `bif`.
    Bif,
    /// dagitty's text, `dag { A -> B }`: `dagitty`.
    Dagitty,
    /// bnlearn's model strings, `[A][B|A]`: `bnlearn`.
    Bnlearn,
    /// GML: `gml`.
    Gml,
}

contsid::named!(GraphFormat {
    Csv: "csv",
    Tsv: "tsv",
    Npy: "npy",
    Space: "space",
    MatrixMarket: "mtx",
    Edges: "edges",
    Dot: "dot",
    GraphMl: "graphml",
    Tetrad: "tetrad",
    NodeLink: "json",
    Bif: "bif",
    Dagitty: "dagitty",
    Bnlearn: "bnlearn",
    Gml: "gml",
});

impl FileFormat for GraphFormat {
    fn extensions(self) -> &'static [&'static str] {
        self.facts().0
    }
}

impl GraphFormat {
    /// The formats that can be written.
    pub fn writable() -> impl Iterator<Item = Self> {
        let is_read_only = |format| matches!(format, Self::MatrixMarket | Self::Bif | Self::Bnlearn | Self::Gml);
        Self::CHOICES.iter().copied().filter(move |&format| !is_read_only(format))
    }

    /// The format of an input file, if its extension tells.
    pub(super) fn told_by(path: &Path) -> Option<Self> {
        Self::of_path(path).filter(|_| !is_any_text(path))
    }

    /// The extensions of files in this format, and what such a file holds, with its article.
    fn facts(self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::Csv => (&["csv"], "a matrix"),
            Self::Tsv => (&["tsv", "tab"], "a matrix"),
            Self::Npy => (&["npy"], "a matrix"),
            Self::Space => (&[], "a matrix"),
            Self::MatrixMarket => (&["mtx"], "a matrix"),
            Self::Edges => (&["edges", "txt"], "an edge list"),
            Self::Dot => (&["dot", "gv"], "DOT"),
            Self::GraphMl => (&["graphml", "xml"], "GraphML"),
            Self::Tetrad => (&["tetrad"], "Tetrad's text"),
            Self::NodeLink => (&["json"], "node-link JSON"),
            Self::Bif => (&["bif"], "BIF"),
            Self::Dagitty => (&["dagitty"], "dagitty's text"),
            Self::Bnlearn => (&["bnlearn"], "a bnlearn model string"),
            Self::Gml => (&["gml"], "GML"),
        }
    }

    /// What a file in this format holds, with its article.
    pub(super) fn contents(self) -> &'static str {
        self.facts().1
    }

    /// The format in a few words, for people.
    pub(super) fn description(self) -> &'static str {
        let contents = self.contents();
        contents.strip_prefix("a ").or_else(|| contents.strip_prefix("an ")).unwrap_or(contents)
    }
}

/// Whether a file has an extension that any text may have, or is the standard input.
pub(super) fn is_any_text(path: &Path) -> bool {
    path.as_os_str() == "-"
        || extension(path).is_some_and(|found| ["txt", "dat", "data", "out"].contains(&found.as_str()))
}

/// Which way the edges of a matrix point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeDirection {
    /// The cell in row `a`, column `b` is about `a → b`.
    #[default]
    RowToColumn,
    /// The cell in row `a`, column `b` is about `b → a`, as in `LiNGAM`'s matrix B.
    ColumnToRow,
}

contsid::named!(EdgeDirection { RowToColumn: "row-to-column", ColumnToRow: "column-to-row" });

/// What the cells of a matrix mean. [`EdgeDirection::ColumnToRow`] transposes the matrix first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MatrixEncoding {
    /// 0 is no edge and 1 an edge from row to column; 1 or -1 in both directions, or a 2 opposite a 0, is an undirected
    /// edge.
    ///
    /// Other pairs are refused: 1 and -1 is how [`MatrixEncoding::Endpoints`] writes a directed edge, and a 2 beside
    /// another mark is one of the marks at the ends of edges of causal-learn and pcalg.
    #[default]
    Adjacency,
    /// A number whose size is above the threshold is an edge from row to column; in both directions, an undirected
    /// edge.
    Weights(Threshold),
    /// causal-learn's marks: the cell in row `a`, column `b` is the mark at `a` of the edge between `a` and `b`, 1 for
    /// an arrow head and -1 for a tail. So -1 in row `a`, column `b` and 1 in row `b`, column `a` is the edge `a → b`.
    ///
    /// 2 is a circle, and 1 in both is `<->`: a graph with such marks is a [`CausalGraph`](super::CausalGraph) that is
    /// not plain.
    Endpoints,
    /// pcalg's `amat.pag`: the cell in row `a`, column `b` is the mark at `b`: 1 for a circle, 2 for an arrow head and
    /// 3 for a tail.
    PcalgPag,
}

impl MatrixEncoding {
    /// Weights if there is a threshold, otherwise marks.
    pub fn new(marks: Marks, threshold: Option<Threshold>) -> Self {
        match (threshold, marks) {
            (Some(threshold), _) => Self::Weights(threshold),
            (None, Marks::Adjacency) => Self::Adjacency,
            (None, Marks::Endpoints) => Self::Endpoints,
            (None, Marks::PcalgPag) => Self::PcalgPag,
        }
    }

    /// What its marks mean; none of weights.
    pub fn marks(self) -> Option<Marks> {
        match self {
            Self::Adjacency => Some(Marks::Adjacency),
            Self::Endpoints => Some(Marks::Endpoints),
            Self::PcalgPag => Some(Marks::PcalgPag),
            Self::Weights(_) => None,
        }
    }

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        self.marks().map_or("weights", Named::name)
    }
}

/// What the cells of a matrix mean that are not weights: the encodings that need no number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// [`MatrixEncoding::Adjacency`]
    #[default]
    Adjacency,
    /// [`MatrixEncoding::Endpoints`]
    Endpoints,
    /// [`MatrixEncoding::PcalgPag`]
    PcalgPag,
}

contsid::named!(Marks { Adjacency: "adjacency", Endpoints: "endpoints", PcalgPag: "pcalg-pag" });

/// The size above which a weight is an edge: finite and not negative.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Threshold(f64);

/// A number that is not a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("a threshold must be finite and not negative, got {0}")]
pub struct ThresholdError(f64);

impl Threshold {
    /// Checks the number.
    ///
    /// # Errors
    ///
    /// If it is negative, infinite or not a number.
    pub fn new(size: f64) -> Result<Self, ThresholdError> {
        if size.is_finite() && size >= 0.0 { Ok(Self(size)) } else { Err(ThresholdError(size)) }
    }

    /// The threshold as a number.
    pub fn size(self) -> f64 {
        self.0
    }
}

/// How a graph file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GraphOptions {
    /// The format of this file, whatever its extension; none for that of the extension or else of the contents.
    pub format: Option<GraphFormat>,
    /// The format of a file whose extension does not tell, such as `.txt`.
    pub fallback_format: Option<GraphFormat>,
    /// Which way the edges of a matrix point.
    pub edge_direction: EdgeDirection,
    /// What the cells of a matrix mean.
    pub encoding: MatrixEncoding,
}
