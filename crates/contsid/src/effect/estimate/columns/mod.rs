//! What can be computed from a table's columns without graphs: kernels, factors, norms, and the values that columns are
//! set to.
//!
//! [`Columns`] can be restricted to some rows, with the kernels, bases and norms of all rows. Interventions follow from
//! all rows, so systems on different rows are solved at the same interventions.

mod column;
mod interventions;
mod points;

pub use interventions::{InterventionError, InterventionPoints, Interventions, MOST_INTERVENTIONS};

pub(crate) use column::{BLOCK, Factor, PreparedColumn, most_columns};
pub(crate) use points::{InterventionPlan, JointPoints, SettableColumn, TooManyPoints, rows_at};

use crate::data::{Column, Table};
use crate::effect::{ContSidError, ContSidOptions};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeNames, NodeSet};
use crate::kernel::{BandwidthChoice, Kernel, KernelColumn, KernelFamily, median_distance};

/// The columns of a table under their kernels, on all its rows or on some.
pub(crate) struct Columns {
    names: NodeNames,
    row_count: usize,
    all: Vec<PreparedColumn>,
}

impl Columns {
    /// All rows of a table, with the kernels of the options.
    pub(crate) fn new(
        table: &Table,
        options: &ContSidOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        let nodes: Vec<NodeId> = NodeId::all(table.column_count()).collect();
        let all = execution.map(&nodes, |&node| kernel_column(table, node, options).map(PreparedColumn::new))?;
        Ok(Self { names: table.names().clone(), row_count: table.row_count(), all })
    }

    /// Columns of some rows, with the names of all.
    pub(crate) fn of_part(names: &NodeNames, row_count: usize, all: Vec<PreparedColumn>) -> Self {
        Self { names: names.clone(), row_count, all }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn row_count(&self) -> usize {
        self.row_count
    }

    pub(crate) fn column(&self, node: NodeId) -> &PreparedColumn {
        &self.all[node.index()]
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &PreparedColumn> {
        self.all.iter()
    }

    /// The columns of some nodes, in increasing order.
    pub(crate) fn of(&self, nodes: &NodeSet) -> Vec<&PreparedColumn> {
        nodes.iter().map(|node| self.column(node)).collect()
    }

    pub(crate) fn name(&self, node: NodeId) -> &str {
        self.names.name(node)
    }

    pub(crate) fn names_of(&self, nodes: &NodeSet) -> Vec<String> {
        nodes.iter().map(|node| self.name(node).to_owned()).collect()
    }
}

/// A column under the kernel that the options choose for it.
pub(crate) fn kernel_column(
    table: &Table,
    node: NodeId,
    options: &ContSidOptions,
) -> Result<KernelColumn, ContSidError> {
    let (name, column) = (table.names().name(node), table.column(node));
    let kernel = choose_kernel(name, column, options)?;
    if !column.is_numeric() && *options.interventions.of(name) != Interventions::Observed {
        return Err(ContSidError::CategoricalInterventions { column: name.to_owned() });
    }
    KernelColumn::new(column, kernel)
        .map_err(|error| ContSidError::NeedsNumbers { column: name.to_owned(), family: error.family })
}

/// The family of a column's kernel: an exception by name, or delta for categories, or the default.
pub(crate) fn choose_family(name: &str, column: &Column, options: &ContSidOptions) -> KernelFamily {
    match (options.kernel.exceptions.get(name), column) {
        (Some(&family), _) => family,
        (None, Column::Categorical { .. }) => KernelFamily::Delta,
        (None, Column::Numeric(_)) => options.kernel.default,
    }
}

fn choose_kernel(name: &str, column: &Column, options: &ContSidOptions) -> Result<Kernel, ContSidError> {
    let family = choose_family(name, column, options);
    if family == KernelFamily::Delta {
        return match options.bandwidth.exceptions.get(name) {
            Some(_) => Err(ContSidError::NoBandwidth { column: name.to_owned() }),
            None => Ok(Kernel::Delta),
        };
    }
    let Some(values) = column.as_numeric() else {
        return Err(ContSidError::NeedsNumbers { column: name.to_owned(), family });
    };
    Ok(family.with_bandwidth(match options.bandwidth.of(name) {
        BandwidthChoice::Median => median_distance(&values),
        BandwidthChoice::Fixed(bandwidth) => *bandwidth,
    }))
}
