//! What is wrong in a file.

use crate::graph::{GraphFormat, NamedGraphError};
use crate::hint::Hint;
use crate::memory::TooLarge;
use crate::shown::{counted, shown};
use contsid::graph::UnknownNode;
use contsid::memory::in_words;
use std::io;
use thiserror::Error;

/// What is wrong in a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no file of that name.
    #[error("there is no such file")]
    Missing,
    /// The path is a directory.
    #[error("this is a directory, not a file")]
    Directory,
    /// The system refuses to read the file.
    #[error("the file cannot be read: {0}")]
    Io(#[source] io::Error),
    /// The file, or a line of it, is longer than what is read.
    #[error("{what} is longer than {}, the most that is read", in_words(*limit))]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// The most bytes that are read.
        limit: u64,
    },
    /// The contents are of another format than the extension says.
    #[error("the extension `.{extension}` means {expected}, but the file holds {found}; rename it, or name its format")]
    OtherFormat {
        /// The extension of the file's name.
        extension: String,
        /// What the extension means.
        expected: &'static str,
        /// What the file holds.
        found: &'static str,
        /// The format of what it holds.
        format: GraphFormat,
    },
    /// Options for matrices were given, but the file holds something else, which is named here.
    #[error("the file holds {0}; a direction, an encoding or a threshold is for a matrix")]
    NotAMatrix(&'static str),
    /// The numbers of the file do not fit into memory.
    #[error("the file is too large: {0}")]
    TooLarge(#[from] TooLarge),
    /// An edge of a list has this weight, neither 0 nor 1, and there is no threshold.
    #[error("the edge has the weight `{0}`, where 0 (no edge) or 1 is expected")]
    WeightedPair(String),
    /// Each line of a list of pairs is a name and a number.
    #[error("`{name}` stands before the number {number}, and so do all names: write both ends of an edge, as `A -> B`")]
    CountedName {
        /// The first name.
        name: String,
        /// Its number.
        number: String,
    },
    /// A part of a file that must be there once is there twice.
    #[error("{what} appears twice, {first}")]
    RepeatedPart {
        /// What it is.
        what: String,
        /// Its first location, in words.
        first: String,
    },
    /// Neither the name of the file nor an option says what format it has.
    #[error("{}; known are {known}", unknown_extension(extension.as_deref()))]
    UnknownFormat {
        /// The extension of the file's name.
        extension: Option<String>,
        /// The known formats.
        known: String,
        /// How to name one of them.
        hint: Hint,
    },
    /// There is no set of treatments.
    #[error("the file names no set of treatments; write one per line, as `A, B`")]
    NoTreatmentSets,
    /// A line of a file of treatments holds commas only.
    #[error("the line names no treatment; write names between commas, as `A, B`")]
    EmptyTreatmentSet,
    /// A treatment is not a node.
    #[error(transparent)]
    NotANode(UnknownNode),
    /// This treatment appears twice in its set.
    #[error("the treatment `{0}` appears twice")]
    TreatmentTwice(String),
    /// A set of treatments appears twice, first in this line.
    #[error("the same set is in line {0}")]
    SetTwice(usize),
    /// All nodes are treatments.
    #[error("the set holds all nodes, so no outcome is left")]
    NoOutcome,
    /// A table has no rows.
    #[error("the table has no rows")]
    NoRows,
    /// Each of a table's rows, this many, has a missing value.
    #[error("each of the {0} rows has a missing value, so none is left")]
    NoCompleteRows(usize),
    /// A table has missing values, this many.
    #[error("the value is missing, the first of {0} in the table")]
    MissingValues(usize),
    /// A column of numbers has cells that hold something else.
    #[error(
        "the cell holds `{text}`{}, where {numbers} cells of the column hold numbers; \
         mark it as missing, or declare the column categorical",
        other_cells(others, *more)
    )]
    MostlyNumbers {
        /// The text of the first of these cells.
        text: String,
        /// The number of cells with numbers.
        numbers: usize,
        /// The next of these cells.
        others: Vec<OddText>,
        /// The number of further cells.
        more: usize,
    },
    /// A column that is not declared categorical has almost as many different texts as rows.
    #[error(
        "the column holds {distinct} different texts in {rows} rows, such as {examples}; \
         write numbers alone, leave the column out, or declare it categorical"
    )]
    ManyTexts {
        /// The number of different texts.
        distinct: usize,
        /// The number of rows that are not missing.
        rows: usize,
        /// The first three texts.
        examples: String,
    },
    /// A column is named that the table does not have.
    #[error("there is no column `{name}`; the columns are {known}")]
    UnknownColumn {
        /// The name.
        name: String,
        /// The names of the columns, shortened if there are many.
        known: String,
    },
    /// No column is left.
    #[error("no column is left to read")]
    NoColumns,
    /// A number is infinite.
    #[error("the value is {0}; an infinite number cannot be used, so replace it or leave out its row")]
    Infinite(f64),
    /// Numbers are written with a decimal comma, such as this.
    #[error("the value `{0}` seems to be a number with a decimal comma; write a decimal point")]
    DecimalComma(String),
    /// The file holds nothing.
    #[error("the file is empty")]
    Empty,
    /// The bytes are not text.
    #[error("the bytes are not valid UTF-8; save the file as UTF-8 text")]
    NotUtf8,
    /// The file describes a graph without nodes.
    #[error("the graph has no nodes")]
    NoNodes,
    /// A name is empty.
    #[error("a name is empty; every node and column needs a name")]
    EmptyName,
    /// Names do not fit the graph.
    #[error(transparent)]
    Names(#[from] NamedGraphError),
    /// A name appears twice.
    #[error("the name `{name}` appears twice, {first}; names must differ")]
    DuplicateName {
        /// The name.
        name: String,
        /// Its first location, in words.
        first: String,
    },
    /// The name of a row is not the name of the same column.
    #[error(
        "the row is called `{row}` where the header calls column {column} `{header}`; \
         rows and columns must be in the same order"
    )]
    RowName {
        /// The name of the row.
        row: String,
        /// The name in the header.
        header: String,
        /// The column, counted from 1 in the file.
        column: usize,
    },
    /// A line has more or fewer cells than the others.
    #[error("the line has {} where {expected} {} expected", counted(*found, "cell"), if *expected == 1 { "is" } else { "are" })]
    Ragged {
        /// The number of cells.
        found: usize,
        /// The expected number.
        expected: usize,
    },
    /// The numbers of rows and columns of a matrix differ.
    #[error(
        "the matrix has {} and {}; the matrix of a graph is square",
        counted(*rows, "row"),
        counted(*columns, "column")
    )]
    NotSquare {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The numbers of names and columns of a matrix differ.
    #[error("there are {names} names for {}", counted(*columns, "column"))]
    NameCount {
        /// The number of names.
        names: usize,
        /// The number of columns.
        columns: usize,
    },
    /// What a cell of a matrix holds, which has no meaning.
    #[error("the cell holds `{0}`, where 0, 1, 2 or -1 is expected")]
    UnknownCell(String),
    /// What a cell of a matrix of weights holds, which is not a number.
    #[error("the cell holds `{0}`, which is not a finite number")]
    NotANumber(String),
    /// A cell of a matrix of endpoint marks does not hold a mark.
    #[error("the cell holds `{value}`, where an endpoint mark {known} is expected")]
    UnknownMark {
        /// What it holds.
        value: String,
        /// The marks.
        known: &'static str,
    },
    /// Why edges and hidden nodes do not make a directed acyclic graph.
    #[error("{0}")]
    NotADag(String),
    /// Only one of the two cells of a pair holds an endpoint mark.
    #[error("the edge between `{first}` and `{second}` has a mark at one end only; an edge has a mark at both")]
    HalfMarked {
        /// One end.
        first: String,
        /// The other end.
        second: String,
    },
    /// A matrix of edges seems to hold endpoint marks.
    #[error("the pair `{first}`, `{second}` holds 1 and -1, as causal-learn marks the ends of a directed edge")]
    LooksLikeEndpoints {
        /// One end.
        first: String,
        /// The other end.
        second: String,
    },
    /// The two cells of a pair together mean nothing in a matrix of edges.
    #[error("the pair `{first}`, `{second}` holds {} and {}; {}", cells[0], cells[1], odd_pair(*cells))]
    OddPair {
        /// One end.
        first: String,
        /// The other end.
        second: String,
        /// The two cells.
        cells: [i8; 2],
    },
    /// Nodes that the file calls latent or unobserved.
    #[error(
        "{0} is not observed, as the file says; graphs are compared on observed nodes only, so leave such nodes out, or \
         drop the mark"
    )]
    Latent(String),
    /// This node is joined to itself.
    #[error("`{0}` has an edge to itself; a causal graph has no self-loops")]
    SelfLoop(String),
    /// Two nodes are joined in two ways.
    #[error(
        "`{first}` and `{second}` are joined already, by a different edge {earlier}; \
         two nodes have at most one edge, and one without direction is written {undirected}"
    )]
    JoinedTwice {
        /// The tail of the edge.
        first: String,
        /// Its head.
        second: String,
        /// The location of the first edge, in words.
        earlier: String,
        /// How the format writes an edge without direction.
        undirected: &'static str,
    },
    /// An edge that is neither directed nor undirected.
    #[error("the edge between `{first}` and `{second}` is {what}; only directed and undirected edges can be used here")]
    RefusedEdge {
        /// One end.
        first: String,
        /// The other end.
        second: String,
        /// Its kind: `bidirected`, or marked by a circle.
        what: &'static str,
    },
    /// An edge names this node, which is not declared.
    #[error("the edge names `{0}`, which is not among the nodes of the file")]
    UnknownNode(String),
    /// The text does not follow the grammar of its format.
    #[error("found {found} where {expected} is expected")]
    Syntax {
        /// What was found.
        found: String,
        /// What is expected.
        expected: String,
    },
    /// A name of several words that may be several names.
    #[error(
        "found `{0}`, which is several words; \
         write \"{0}\" with quotation marks if it is one name, else one edge a line, such as `A -> B`"
    )]
    SpacedName(String),
    /// A line of an edge list is a row of a matrix.
    #[error("found `{0}`, a row of a matrix, where an edge such as `A -> B` is expected")]
    MatrixRow(String),
    /// The file is not well formed; the reason is that of its parser.
    #[error("the file is not valid {format}: {reason}")]
    Malformed {
        /// The format.
        format: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// A part that the format allows, but a causal graph cannot have.
    #[error("{what} cannot be read; {advice}")]
    Unsupported {
        /// What it is.
        what: &'static str,
        /// What to do instead.
        advice: &'static str,
    },
}

impl Fault {
    /// A text that does not follow the grammar.
    pub(crate) fn syntax(found: &str, expected: &str) -> Self {
        Self::Syntax { found: format!("`{}`", shown(found)), expected: expected.to_owned() }
    }

    /// Something that is missing.
    pub(crate) fn absent(expected: &str) -> Self {
        Self::Syntax { found: "nothing".to_owned(), expected: expected.to_owned() }
    }

    /// A text that ends too early.
    pub(crate) fn at_end(expected: &str) -> Self {
        Self::Syntax { found: "the end of the file".to_owned(), expected: expected.to_owned() }
    }

    /// How to fix it, if that depends on the front end.
    pub(super) fn hint(&self) -> Option<Hint> {
        match self {
            Self::UnknownFormat { hint, .. } => Some(*hint),
            Self::MatrixRow(_) => Some(Hint::GraphFormat),
            Self::MissingValues(_) => Some(Hint::DropMissing),
            Self::UnknownCell(_) | Self::WeightedPair(_) => Some(Hint::Threshold),
            Self::MostlyNumbers { .. } => Some(Hint::OddCells),
            Self::ManyTexts { .. } => Some(Hint::Categories),
            Self::OddPair { cells, .. } if !cells.contains(&2) => Some(Hint::Threshold),
            Self::LooksLikeEndpoints { .. } => Some(Hint::Endpoints),
            Self::OtherFormat { format, .. } => Some(Hint::FileFormat(*format)),
            _ => None,
        }
    }
}

/// A cell that does not fit its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddText {
    /// What it holds.
    pub text: String,
    /// Its line.
    pub line: usize,
}

/// Why two cells of a pair mean nothing.
fn odd_pair(cells: [i8; 2]) -> &'static str {
    if cells.contains(&2) {
        "beside another mark a 2 marks the end of an edge, a circle of causal-learn's or an arrow head of pcalg's; \
         only directed and undirected edges can be used here"
    } else {
        "an undirected edge holds -1 in both cells, and a directed one 1"
    }
}

fn other_cells(others: &[OddText], more: usize) -> String {
    let mut cells: Vec<String> = others.iter().map(|cell| format!("`{}` in line {}", cell.text, cell.line)).collect();
    if more > 0 {
        cells.push(format!("{more} more"));
    }
    if cells.is_empty() { String::new() } else { format!(" (and others do: {})", cells.join(", ")) }
}

fn unknown_extension(extension: Option<&str>) -> String {
    match extension {
        Some(extension) => format!("the extension `.{extension}` is unknown"),
        None => "the name has no extension that tells the format".to_owned(),
    }
}
