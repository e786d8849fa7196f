//! What can be computed from a table's columns without graphs: kernels, factors, norms, and the values that columns are
//! set to.
//!
//! [`Columns`] can be restricted to some rows, with the kernels, bases and norms of all rows. [`InterventionPlans`] are
//! made once from all rows, so that systems on different rows are solved at the same interventions.

mod choose;
mod column;
mod interventions;
mod points;
mod weighted;

pub use interventions::{Interventions, MOST_INTERVENTIONS};
pub use weighted::{InterventionError, InterventionPoints};

pub(super) use choose::{choose_family, kernel_column};
pub(super) use column::{BLOCK, Factor, PreparedColumn, Root, most_columns};
pub(super) use points::{InterventionPlan, InterventionPlans, JointPoints, SettableColumn, TooManyPoints};

use super::{ContSidError, ContSidOptions};
use crate::data::Table;
use crate::execution::Execution;
use crate::graph::{NodeId, NodeNames, NodeSet};

/// The columns of a table under their kernels, on all its rows or on some.
pub(super) struct Columns {
    names: NodeNames,
    row_count: usize,
    all: Vec<PreparedColumn>,
}

impl Columns {
    /// All rows of a table, with the kernels of the options.
    ///
    /// # Errors
    ///
    /// If a choice does not fit a column, or the computation is stopped.
    pub(super) fn new(
        table: &Table,
        options: &ContSidOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        let nodes: Vec<NodeId> = NodeId::all(table.column_count()).collect();
        let all =
            execution.map(&nodes, |&node| choose::kernel_column(table, node, options).map(PreparedColumn::new))?;
        Ok(Self { names: table.names().clone(), row_count: table.row_count(), all })
    }

    /// Columns of some rows, with the names of all.
    pub(super) fn of_part(names: &NodeNames, row_count: usize, all: Vec<PreparedColumn>) -> Self {
        Self { names: names.clone(), row_count, all }
    }

    /// The number of columns.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of rows.
    pub(super) fn row_count(&self) -> usize {
        self.row_count
    }

    pub(super) fn column(&self, node: NodeId) -> &PreparedColumn {
        &self.all[node.index()]
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &PreparedColumn> {
        self.all.iter()
    }

    /// The columns of some nodes, in increasing order.
    pub(super) fn of(&self, nodes: &NodeSet) -> Vec<&PreparedColumn> {
        nodes.iter().map(|node| self.column(node)).collect()
    }

    /// The name of a column.
    pub(super) fn name(&self, node: NodeId) -> &str {
        self.names.name(node)
    }

    /// The names of some columns.
    pub(super) fn names_of(&self, nodes: &NodeSet) -> Vec<String> {
        nodes.iter().map(|node| self.name(node).to_owned()).collect()
    }
}
