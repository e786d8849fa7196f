//! The data sets that learners are tried on.

use super::name::Name;
use crate::access::{AccessError, unusable};
use crate::hash;
use crate::simulate::Simulated;
use contsid::data::Table;
use contsid::graph::MixedGraph;
use contsid_io::graph::{GraphFormat, GraphOptions, NamedGraph, format_graph, read_graph};
use contsid_io::table::{
    MatchError, TableFormat, TableOptions as ReadingOptions, format_table, match_columns, parse_table, read_table,
};
use contsid_io::{ReadError, write_atomically};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// A true graph and data: the columns of the table are the nodes, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSet {
    /// The true graph, if it is known.
    pub truth: Option<MixedGraph>,
    /// The data.
    pub table: Table,
}

impl From<Simulated> for DataSet {
    fn from(simulated: Simulated) -> Self {
        Self { truth: Some(simulated.truth.into()), table: simulated.table }
    }
}

impl DataSet {
    /// The true graph with the names of its nodes, without edges if it is not known; messages call it `source_name`.
    pub fn named_truth(&self, source_name: &str) -> NamedGraph {
        let nothing = || MixedGraph::from_edges(self.table.column_count(), []).expect("no edge is wrong");
        let truth = self.truth.clone().unwrap_or_else(nothing);
        NamedGraph::new(source_name, self.table.names().clone(), truth).expect("the columns of the table are the nodes")
    }

    /// The file of the true graph, if it is known.
    fn graph_text(&self) -> Option<Vec<u8>> {
        self.truth.as_ref()?;
        let text = format_graph(&self.named_truth("graph.csv"), GraphFormat::Csv, &GraphOptions::default());
        Some(text.expect("a matrix with a header holds every graph and name"))
    }

    fn table_text(&self) -> Vec<u8> {
        format_table(&self.table, b',')
    }
}

/// The user's truth and data, as named in a file of settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DataSetFiles {
    /// Its name in the records.
    pub name: Name,
    /// The file of the true graph; none if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truth: Option<PathBuf>,
    /// The file of the table.
    pub data: PathBuf,
}

/// Why a data set cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DataSetError {
    /// A file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// The graph and the table are not about the same variables.
    #[error(transparent)]
    Unmatched(#[from] MatchError),
    /// The true graph has no directed acyclic extension.
    #[error("data set `{name}`: {reason}")]
    Truth {
        /// The name of the data set.
        name: Name,
        /// Why not.
        reason: String,
    },
    /// The categories of a column would be read back as numbers.
    #[error("data set `{name}`: the categories of the column `{column}` look like numbers; use words for them")]
    NumberedCategories {
        /// The name of the data set.
        name: Name,
        /// The name of the column.
        column: String,
    },
    /// It cannot be written to the directory of the study.
    #[error(transparent)]
    Access(#[from] AccessError),
}

/// A data set with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenData {
    /// Its name in the records.
    pub name: Name,
    /// The truth and the data.
    pub data: Arc<DataSet>,
    /// A hash of its content: 16 hexadecimal digits.
    pub(crate) digest: String,
}

impl GivenData {
    /// Matches the columns of a table to the nodes of the true graph.
    ///
    /// # Errors
    ///
    /// If a node has no column, or no directed acyclic graph extends the graph.
    pub fn new(name: Name, truth: &NamedGraph, table: &contsid_io::table::LoadedTable) -> Result<Self, DataSetError> {
        let table = match_columns(table, truth)?.table;
        if let Err(error) = contsid::comparison::Undirected::Bounds.class_of(truth.graph()) {
            return Err(DataSetError::Truth { name, reason: error.in_words(truth.names()) });
        }
        Ok(Self::of(name, DataSet { truth: Some(truth.graph().clone()), table }))
    }

    /// Data whose true graph is not known.
    pub fn without_truth(name: Name, table: contsid::data::Table) -> Self {
        Self::of(name, DataSet { truth: None, table })
    }

    fn of(name: Name, data: DataSet) -> Self {
        let digest = hash::hex([data.graph_text().unwrap_or_default(), data.table_text()].concat());
        Self { name, data: Arc::new(data), digest }
    }

    /// Reads both files, whose paths are relative to a directory.
    pub(crate) fn read(files: &DataSetFiles, from: &Path) -> Result<Self, DataSetError> {
        let table = read_table(from.join(&files.data), &ReadingOptions::default())?;
        let Some(truth) = &files.truth else {
            return Ok(Self::without_truth(files.name.clone(), table.table().clone()));
        };
        let truth = read_graph(from.join(truth), &GraphOptions::default())?;
        Self::new(files.name.clone(), &truth, &table)
    }

    /// The files in the directory of a study.
    pub(crate) fn files(&self) -> DataSetFiles {
        let directory = Path::new("data").join(self.name.in_a_file_name());
        let truth = self.data.truth.is_some().then(|| directory.join("graph.csv"));
        DataSetFiles { name: self.name.clone(), truth, data: directory.join("data.csv") }
    }

    /// Writes both files into the directory of a study.
    pub(crate) fn write(&self, study: &Path) -> Result<(), DataSetError> {
        self.check_kinds()?;
        let files = self.files();
        let truth = files.truth.zip(self.data.graph_text());
        for (file, text) in truth.into_iter().chain([(files.data, self.data.table_text())]) {
            let path = study.join(file);
            let directory = path.parent().expect("the files of a data set are in its directory");
            std::fs::create_dir_all(directory).map_err(unusable(directory))?;
            write_atomically(&path, |file| file.write_all(&text)).map_err(AccessError::from)?;
        }
        Ok(())
    }

    /// Checks that each column is read back from its file as the same kind.
    fn check_kinds(&self) -> Result<(), DataSetError> {
        let table = &self.data.table;
        let again = parse_table(&self.data.table_text(), TableFormat::Csv, &ReadingOptions::default(), "data.csv")?;
        let columns = table.names().iter().zip(table.columns().iter().zip(again.table().columns()));
        match columns.into_iter().find(|(_, (own, read))| own.is_numeric() != read.is_numeric()) {
            Some((column, _)) => {
                Err(DataSetError::NumberedCategories { name: self.name.clone(), column: column.to_owned() })
            }
            None => Ok(()),
        }
    }
}
