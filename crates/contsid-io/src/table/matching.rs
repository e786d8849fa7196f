//! The columns of a table in the order of the nodes of a graph.

use super::loaded::LoadedTable;
use crate::graph::{NamedGraph, Naming};
use crate::names::case_hint;
use crate::shown::listed;
use contsid::data::{Column, Table};
use contsid::graph::NodeId;
use thiserror::Error;

/// A table whose columns are the nodes of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchedTable {
    /// The table: as many columns as nodes, in their order, by their names.
    pub table: Table,
    /// The names of ignored columns, which name no node.
    pub surplus: Vec<String>,
}

/// Why the columns of a table are not the nodes of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// Nodes have no columns.
    #[error(
        "{table} has no column for {} of {graph}{}{}",
        listed(missing),
        others(surplus),
        case_hint(missing, surplus)
    )]
    Names {
        /// The file of the table.
        table: String,
        /// The file of the graph.
        graph: String,
        /// The nodes without columns.
        missing: Vec<String>,
        /// The ignored columns, which name no node.
        surplus: Vec<String>,
    },
    /// Columns or nodes have no names, and their numbers differ.
    #[error(
        "{table} has {columns} columns and {graph} has {nodes} nodes; \
         without names in both files, columns are matched to nodes by position and their numbers must agree"
    )]
    Counts {
        /// The file of the table.
        table: String,
        /// Its number of columns.
        columns: usize,
        /// The file of the graph.
        graph: String,
        /// Its number of nodes.
        nodes: usize,
    },
}

fn others(surplus: &[String]) -> String {
    if surplus.is_empty() { String::new() } else { format!("; it also has the columns {}", listed(surplus)) }
}

/// The columns of the table in the order of the nodes of the graph, and the names of ignored columns.
///
/// Columns are matched by name if both files have names; otherwise by position, if there are equally many.
///
/// # Errors
///
/// If a node has no column or, without names, the numbers differ.
///
/// ```
/// use contsid::data::Column;
/// use contsid_io::graph::{GraphFormat, GraphOptions, parse_graph};
/// use contsid_io::table::{TableFormat, TableOptions, match_columns, parse_table};
///
/// let graph = parse_graph(b"B -> A", GraphFormat::Edges, &GraphOptions::default(), "truth.txt")?;
/// let table = parse_table(b"A,C,B\n1,2,3\n4,5,6\n", TableFormat::Csv, &TableOptions::default(), "data.csv")?;
/// let matched = match_columns(&table, &graph)?;
/// assert_eq!(matched.table.columns()[0], Column::numbers(vec![3.0, 6.0]));
/// assert_eq!(matched.surplus, ["C"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn match_columns(table: &LoadedTable, graph: &NamedGraph) -> Result<MatchedTable, MatchError> {
    let Matching { selected, surplus } = Matching::of(table, graph)?;
    let table = table.table().select(&selected).with_names(graph.names().clone());
    Ok(MatchedTable { table: table.expect("a column for each node"), surplus })
}

impl LoadedTable {
    /// As [`match_columns`], but moves the columns instead of copying them.
    ///
    /// # Errors
    ///
    /// As [`match_columns`].
    pub fn into_matched(self, graph: &NamedGraph) -> Result<MatchedTable, MatchError> {
        let Matching { selected, surplus } = Matching::of(&self, graph)?;
        let mut columns: Vec<Option<Column>> = self.into_columns().into_iter().map(Some).collect();
        let columns = selected.iter().map(|column| columns[column.index()].take().expect("each node has its column"));
        Ok(MatchedTable::new(graph, columns.collect(), surplus))
    }
}

/// Which columns of a table are the nodes of a graph.
struct Matching {
    /// The column of each node.
    selected: Vec<NodeId>,
    surplus: Vec<String>,
}

impl Matching {
    fn of(table: &LoadedTable, graph: &NamedGraph) -> Result<Self, MatchError> {
        if table.naming() == Naming::Given && graph.naming() == Naming::Given {
            return Self::by_name(table, graph);
        }
        let (columns, nodes) = (table.table().column_count(), graph.names().len());
        if columns != nodes {
            let (table, graph) = (table.source_name().to_owned(), graph.source_name().to_owned());
            return Err(MatchError::Counts { table, columns, graph, nodes });
        }
        Ok(Self { selected: NodeId::all(nodes).collect(), surplus: Vec::new() })
    }

    fn by_name(table: &LoadedTable, graph: &NamedGraph) -> Result<Self, MatchError> {
        let columns = table.table().names();
        let alignment = graph.names().alignment(columns);
        let missing = alignment.missing;
        let surplus: Vec<String> = alignment.surplus.into_iter().chain(table.ignored().iter().cloned()).collect();
        if !missing.is_empty() {
            let (table, graph) = (table.source_name().to_owned(), graph.source_name().to_owned());
            return Err(MatchError::Names { table, graph, missing, surplus });
        }
        Ok(Self { selected: graph.names().iter().filter_map(|name| columns.node(name)).collect(), surplus })
    }
}

impl MatchedTable {
    fn new(graph: &NamedGraph, columns: Vec<Column>, surplus: Vec<String>) -> Self {
        let table = Table::new(graph.names().clone(), columns).expect("a column of a table for each node");
        Self { table, surplus }
    }
}
