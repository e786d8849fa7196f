//! The formats of table files, and how they are read.

use crate::error::Fault;
use crate::format::FileFormat;
use crate::graph::Naming;
use crate::missing::is_marker;
use crate::separator::Separator;
use crate::shown::{listed, shown};
use contsid::graph::{NodeId, NodeNames};
use contsid::named::Named;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// A format of table files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum TableFormat {
    /// Cells separated by commas, or as the first lines show: `csv`.
    Csv,
    /// Cells between tabs: `tsv`.
    Tsv,
    /// An array as numpy saves it: `npy`.
    Npy,
    /// Several arrays in one file, as numpy saves them: `npz`.
    Npz,
    /// Apache Parquet: `parquet`. It is read if the feature `parquet` is on.
    Parquet,
}

contsid::named!(TableFormat { Csv: "csv", Tsv: "tsv", Npy: "npy", Npz: "npz", Parquet: "parquet" });

impl FileFormat for TableFormat {
    fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Csv => &["csv", "txt", "dat", "data"],
            Self::Tsv => &["tsv", "tab"],
            Self::Npy => &["npy"],
            Self::Npz => &["npz"],
            Self::Parquet => &["parquet", "pq"],
        }
    }
}

impl TableFormat {
    /// The formats that are read: Parquet is one if the feature `parquet` is on.
    pub fn built_in() -> impl Iterator<Item = Self> {
        Self::CHOICES.iter().copied().filter(|&format| cfg!(feature = "parquet") || format != Self::Parquet)
    }
}

/// What to do with missing values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingValues {
    /// They are an error, which names the first and gives their number.
    #[default]
    Refuse,
    /// Rows with missing values are dropped and counted.
    DropRows,
}

/// Whether the first line of a text holds the names of the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeaderLine {
    /// It does, unless each of its cells is a number or missing; a line that counts three columns or more, from 0 or 1,
    /// is a header.
    #[default]
    Detect,
    /// It does, even if the names are numbers.
    Present,
    /// It does not.
    Absent,
}

contsid::named!(HeaderLine { Detect: "detect", Present: "yes", Absent: "no" });

/// Which columns of a file are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ColumnChoice {
    /// All.
    #[default]
    All,
    /// These, in this order.
    Only(Vec<String>),
    /// All but these.
    Without(Vec<String>),
}

impl ColumnChoice {
    /// The indices of the chosen columns.
    pub(super) fn indices(&self, names: &NodeNames) -> Result<Vec<usize>, Fault> {
        let chosen: Vec<usize> = match self {
            Self::All => (0..names.len()).collect(),
            Self::Only(chosen) => {
                let mut indices = column_indices(chosen, names)?;
                let mut seen = BTreeSet::new();
                indices.retain(|&index| seen.insert(index));
                indices
            }
            Self::Without(dropped) => {
                let dropped: BTreeSet<usize> = column_indices(dropped, names)?.into_iter().collect();
                (0..names.len()).filter(|index| !dropped.contains(index)).collect()
            }
        };
        if chosen.is_empty() { Err(Fault::NoColumns) } else { Ok(chosen) }
    }
}

/// The indices of columns.
pub(super) fn column_indices(wanted: &[String], names: &NodeNames) -> Result<Vec<usize>, Fault> {
    let index = |name: &String| match names.node(name.trim()) {
        Some(column) => Ok(column.index()),
        None => Err(Fault::UnknownColumn { name: shown(name), known: shown_list(names) }),
    };
    wanted.iter().map(index).collect()
}

/// The first columns of a table, for a message.
fn shown_list(names: &NodeNames) -> String {
    const MOST: usize = 20;
    let first: Vec<&str> = names.iter().take(MOST).collect();
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    format!("{}{more}", listed(&first))
}

/// Some rows of a table, drawn at random without replacement; the same seed draws the same ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subsample {
    /// The number of rows.
    pub rows: usize,
    /// The seed.
    pub seed: u64,
}

impl Subsample {
    /// Keeps `rows` of the kept rows, each equally likely (selection sampling: Knuth, The Art of Computer Programming
    /// 2, section 3.4.2, algorithm S). Returns how many there were.
    pub(super) fn draw(self, kept: &mut [bool]) -> usize {
        let of = kept.iter().filter(|&&is_kept| is_kept).count();
        let (mut left, mut wanted) = (of, self.rows);
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        for is_kept in kept.iter_mut().filter(|is_kept| **is_kept) {
            *is_kept = random.random_range(0..left) < wanted;
            wanted -= usize::from(*is_kept);
            left -= 1;
        }
        of
    }
}

/// How a table file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// The format; none for that of the extension.
    pub format: Option<TableFormat>,
    /// The separator of a text's cells; none for that of its first lines.
    pub separator: Option<Separator>,
    /// What to do with missing values.
    pub missing: MissingValues,
    /// Texts of a missing value, besides the known ones.
    pub missing_markers: Vec<String>,
    /// Whether the first line of a text holds the names of the columns.
    pub header: HeaderLine,
    /// Columns whose values are categories, even if they are numbers.
    pub categorical: Vec<String>,
    /// Columns of categories in which a missing value is the category of the empty text.
    pub optional: Vec<String>,
    /// Columns whose texts may all differ, because they name rows or groups of them.
    pub identifiers: Vec<String>,
    /// Which columns are read.
    pub columns: ColumnChoice,
    /// Reads only columns of these nodes, whatever the others hold; all columns if none is one of these nodes.
    pub nodes: Option<NodeNames>,
    /// The rows to draw from those without missing values; all, if there are no more.
    pub subsample: Option<Subsample>,
}

/// The columns that are read, and the names of ignored ones (no such node).
pub(super) struct ChosenColumns {
    pub(super) indices: Vec<usize>,
    pub(super) ignored: Vec<String>,
}

impl TableOptions {
    /// The columns to read; columns without names are all read, since they are matched by position.
    pub(super) fn chosen(&self, names: &NodeNames, naming: Naming) -> Result<ChosenColumns, Fault> {
        let indices = self.columns.indices(names)?;
        let wanted = self.nodes.as_ref().filter(|_| naming == Naming::Given);
        let name = |index: usize| names.name(NodeId::new(index));
        let is_node = |index: &usize| wanted.is_none_or(|nodes| nodes.node(name(*index)).is_some());
        let (nodes, others): (Vec<usize>, Vec<usize>) = indices.iter().copied().partition(is_node);
        if nodes.is_empty() {
            return Ok(ChosenColumns { indices, ignored: Vec::new() });
        }
        Ok(ChosenColumns { indices: nodes, ignored: others.into_iter().map(|index| name(index).to_owned()).collect() })
    }

    /// Whether a trimmed cell marks a missing value.
    pub(super) fn is_missing(&self, cell: &str) -> bool {
        is_marker(cell) || self.missing_markers.iter().any(|marker| marker.trim() == cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_twenty_columns_and_counts_the_others() {
        let known = |count| match column_indices(&["x".to_owned()], &NodeNames::numbered(count)) {
            Err(Fault::UnknownColumn { known, .. }) => known,
            other => panic!("{other:?}"),
        };
        let twenty: Vec<String> = (1..=20).map(|number| format!("`V{number}`")).collect();
        assert_eq!(known(2), "`V1`, `V2`");
        assert_eq!(known(20), twenty.join(", "));
        assert_eq!(known(21), twenty.join(", ") + " and 1 more");
        assert_eq!(known(25), twenty.join(", ") + " and 5 more");
    }
}
