//! Interventions from files.

use super::table;
use crate::args::InterventionsArgument;
use crate::console::Console;
use anyhow::{Context, Result, anyhow, bail};
use contsid::data::Table;
use contsid::effect::{ForColumn, InterventionPoints, Interventions, PerColumn};
use contsid::graph::{NodeId, NodeNames};
use contsid_io::graph::Naming;
use contsid_io::table::{LoadedTable, TableOptions};
use std::path::Path;

/// The column of weights, unless a node has this name.
const WEIGHT: &str = "weight";
/// The column for all nodes, unless a node has this name.
const VALUE: &str = "value";

/// The values that treatments are set to, from the command line and from files.
pub fn interventions(
    choices: &[ForColumn<InterventionsArgument>],
    names: &NodeNames,
    console: &Console,
) -> Result<PerColumn<Interventions>> {
    let mut all = PerColumn::<Interventions>::default();
    for choice in choices {
        match (&choice.column, &choice.choice) {
            (None, InterventionsArgument::Known(known)) => all.default = known.clone(),
            (Some(column), InterventionsArgument::Known(known)) => all = all.with(column.clone(), known.clone()),
            (column, InterventionsArgument::File(path)) => {
                all = add(all, path, column.as_deref(), names, console)
                    .with_context(|| format!("--interventions points:{}", path.display()))?;
            }
        }
    }
    Ok(all)
}

/// Adds the points of a file for the node `asked`, or for all nodes that it has points for.
///
/// A file has a column for each of some nodes, or one column `value` for any node, and optionally a column `weight`.
/// Nodes that are set together take their values from the same row. A file without names has one column for any node,
/// or a column for each node in their order.
fn add(
    mut all: PerColumn<Interventions>,
    path: &Path,
    node: Option<&str>,
    names: &NodeNames,
    console: &Console,
) -> Result<PerColumn<Interventions>> {
    // The hints about missing values are for observations only, so the error is passed on without its type.
    let loaded = table::read(path, &TableOptions::default(), console).map_err(|error| anyhow!("{error:#}"))?;
    let file = File { table: loaded.table(), weight: weight(&loaded, names) };
    match (file.column_for_all(&loaded, names), node) {
        (Some(column), Some(node)) => all = all.with(node, file.alone(column)?),
        (Some(column), None) => all.default = file.alone(column)?,
        (None, _) => {
            for (name, points) in file.by_node(&loaded, node, names)? {
                all = all.with(name, Interventions::Points(points));
            }
        }
    }
    Ok(all)
}

fn weight(loaded: &LoadedTable, names: &NodeNames) -> Option<NodeId> {
    match loaded.naming() {
        Naming::Given if names.node(WEIGHT).is_none() => loaded.table().names().node(WEIGHT),
        _ => None,
    }
}

struct File<'a> {
    table: &'a Table,
    weight: Option<NodeId>,
}

impl File<'_> {
    fn columns(&self) -> impl Iterator<Item = NodeId> {
        let weight = self.weight;
        NodeId::all(self.table.column_count()).filter(move |&column| Some(column) != weight)
    }

    /// The column for any node.
    fn column_for_all(&self, loaded: &LoadedTable, names: &NodeNames) -> Option<NodeId> {
        let mut columns = self.columns();
        let only = columns.next().filter(|_| columns.next().is_none())?;
        let is_for_all = match loaded.naming() {
            Naming::Numbered => true,
            Naming::Given => self.table.names().name(only) == VALUE && names.node(VALUE).is_none(),
        };
        is_for_all.then_some(only)
    }

    /// The columns of nodes: the asked one, or all.
    fn by_node<'n>(
        &self,
        loaded: &LoadedTable,
        asked: Option<&str>,
        names: &'n NodeNames,
    ) -> Result<Vec<(&'n str, InterventionPoints)>> {
        let nodes = self.nodes(loaded, asked, names)?;
        let values = nodes.iter().map(|&(column, _)| self.numbers(column)).collect::<Result<Vec<_>>>()?;
        let points = InterventionPoints::rows(values, &self.weights()?)?;
        let named = nodes.into_iter().map(|(_, node)| names.name(node)).zip(points);
        Ok(named.filter(|(name, _)| asked.is_none_or(|asked| asked == *name)).collect())
    }

    /// Each column with its node. Other columns are accepted if a node is asked for.
    fn nodes(&self, loaded: &LoadedTable, asked: Option<&str>, names: &NodeNames) -> Result<Vec<(NodeId, NodeId)>> {
        if loaded.naming() == Naming::Numbered {
            let (columns, nodes) = (self.table.column_count(), names.len());
            if columns != nodes {
                bail!("the {columns} columns have no names, and there are {nodes} nodes; name the columns after nodes");
            }
            return Ok(self.columns().zip(NodeId::all(nodes)).collect());
        }
        let column_name = |column| self.table.names().name(column);
        if let Some(asked) = asked.filter(|asked| self.columns().all(|column| column_name(column) != *asked)) {
            bail!("there is no column `{asked}`: name a column `{asked}`, or the only one `{VALUE}`");
        }
        let node = |column| match names.node(column_name(column)) {
            Some(node) => Some(Ok((column, node))),
            None if asked.is_some_and(|asked| asked != column_name(column)) => None,
            None => Some(Err(anyhow!(
                "column `{}` is not a node: name the columns after nodes, or the only one `{VALUE}`",
                column_name(column)
            ))),
        };
        self.columns().filter_map(node).collect()
    }

    fn alone(&self, column: NodeId) -> Result<Interventions> {
        Ok(Interventions::Points(InterventionPoints::weighted(self.numbers(column)?, self.weights()?)?))
    }

    fn weights(&self) -> Result<Vec<f64>> {
        self.weight.map_or_else(|| Ok(vec![1.0; self.table.row_count()]), |column| self.numbers(column))
    }

    fn numbers(&self, column: NodeId) -> Result<Vec<f64>> {
        let name = self.table.names().name(column);
        let values = self.table.column(column).as_numeric();
        Ok(values.with_context(|| format!("column `{name}` does not hold numbers"))?.to_vec())
    }
}
